/**
 * Writes the translation of other programs' syntax: pictures, links, directives and code, in Markdown or, for HTML
 * bodies, in HTML. Pure.
 */
import { encodeAddress } from '../markdown/addresses.ts';
import { readVimeoId, readYoutubeId } from '../markdown/embed-ids.ts';
import { foldSpace } from '../text/text.ts';
import { writeTag } from './attribute-list.ts';

/** A picture, with the link around it and its caption in Markdown. */
export interface Picture {
  readonly src: string;
  readonly alt?: string | undefined;
  readonly caption: string;
  readonly link?: string | undefined;
  /** Further attributes, such as `class`, `id` and `width`. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Writes a picture as `![alt](src "caption"){.class}`. */
export function writePicture({ src, alt = '', caption, link, attributes }: Picture): string {
  const title = caption && ` "${caption.replaceAll('"', '\\"')}"`;
  const label = escapeLabel(foldSpace(alt));
  const picture = `![${label}](${encodeAddress(src)}${title})${writeAttributes(attributes)}`;
  return link ? `[${picture}](${encodeAddress(link)})` : picture;
}

/** Writes a picture whose caption is Markdown, which a title can't be. */
export function writeFigure({ src, alt = '', caption, link = '', attributes }: Picture): string {
  const stated = Object.entries({ src: encodeAddress(src), alt, link: encodeAddress(link) });
  const values = [...stated, ...attributes].filter(([, value]) => value !== '');
  return writeDirective('figure', new Map(values), caption);
}

/** Writes a picture in HTML. */
export function writeHtmlPicture({ src, alt = '', caption, link, attributes }: Picture): string {
  const others = [...attributes].filter(([, value]) => value !== '');
  const image = writeTag('img', new Map([['src', src], ['alt', alt], ...others]));
  const linked = link ? `${writeTag('a', [['href', link]])}${image}</a>` : image;
  return caption ? `<figure>${linked}<figcaption>${caption}</figcaption></figure>` : linked;
}

export function writeLink(label: string, url: string): string {
  return `[${label.trim()}](${encodeAddress(url)})`;
}

/** Puts backslashes before the brackets of a label. */
export function escapeLabel(label: string): string {
  return label.replace(/\\?[[\]]/g, (found) => (found.startsWith('\\') ? found : `\\${found}`));
}

/** Writes an attribute list, `{#id .class width=50%}`; empty without attributes. */
export function writeAttributes(attributes: ReadonlyMap<string, string> = new Map()): string {
  const written = [...attributes].filter(([, value]) => value !== '').map(writeAttribute);
  return written.length === 0 ? '' : `{${written.join(' ')}}`;
}

function writeAttribute([name, value]: readonly [string, string]): string {
  const names = value.trim().split(/\s+/);
  if (name === 'id' && /^[\w:-]+$/.test(value)) return `#${value}`;
  if (name === 'class' && names.every((each) => /^[\w-]+$/.test(each)))
    return names.map((each) => `.${each}`).join(' ');
  if (/^(?:width|height)$/.test(name) && /^\d+%?$/.test(value)) return `${name}=${value}`;
  return `${name}=${quote(value)}`;
}

/** Puts a value in quotes that it doesn't contain; the engine decodes no entities there. */
function quote(value: string): string {
  const words = foldSpace(value);
  if (!words.includes('"')) return `"${words}"`;
  return words.includes("'") ? `"${words.replaceAll('"', '”')}"` : `'${words}'`;
}

/** Writes the braces of a directive, whose values are all in quotes; empty without attributes. */
function writeValues(attributes: ReadonlyMap<string, string>): string {
  const written = [...attributes].map(([name, value]) => `${name}=${quote(value)}`);
  return written.length === 0 ? '' : `{${written.join(' ')}}`;
}

/** Writes a call of a component without content; a label is in Markdown. */
export function writeDirective(
  name: string,
  attributes: ReadonlyMap<string, string>,
  label = '',
): string {
  return `::${name}${writeLabel(label)}${writeValues(attributes)}`;
}

function writeLabel(label: string): string {
  const words = foldSpace(label);
  return words && `[${PAIRED.test(words) ? words : escapeLabel(words)}]`;
}

/** Reads the start time from a video's address. */
export function readFilmOptions(url: string): Map<string, string> {
  const start = /[?&](?:t|start)=(\d+)/.exec(url)?.[1];
  return new Map(start === undefined ? [] : [['start', start]]);
}

/** Writes the component for a video's address; null for any other address. */
export function writeFilm(url = ''): string | null {
  const name = url.includes('vimeo.') ? 'vimeo' : 'youtube';
  const id = name === 'vimeo' ? readVimeoId(url) : readYoutubeId(url);
  if (id === undefined) return null;
  return writeDirective(name, new Map([['id', id], ...readFilmOptions(url)]));
}

/** The first line of a component or callout with content. */
export interface Container {
  readonly name: string;
  /** Its title, in Markdown. */
  readonly label?: string | undefined;
  readonly attributes?: ReadonlyMap<string, string>;
}

/** Writes the first line of a container; one around another needs more colons. */
export function writeContainer({ name, label, attributes }: Container): string {
  return `:::${name}${writeLabel(label ?? '')}${writeValues(attributes ?? new Map())}`;
}

/** Brackets in pairs, as a label may have them. */
const PAIRED = /^(?:[^[\]\\]|\\.|\[(?:[^[\]]|\[[^[\]]*\])*\])*$/;

/** Writes code in a line. */
export function writeCode(code: string): string {
  const words = foldSpace(code);
  const runs = words.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const gap = /^`|`$/.test(words) ? ' ' : '';
  return fence + gap + words + gap + fence;
}

/** A fence that is longer than any in the code. */
export function chooseFence(code: string): string {
  const runs = code.match(/`{3,}/g) ?? [];
  return '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
}
