/**
 * The HTML that the Markdown engine writes, as tags and text.
 *
 * It is the serialization of a tree: names in lower case, values in double quotes, every element closed.
 * So its tags can be told by one pattern, and no error in them needs mending. Templates' pages are as
 * regular: React writes them.
 */
import { decodeEntities, foldSpace } from './text.ts';

export interface Tag {
  /** Empty for a comment. */
  readonly name: string;
  readonly isClosing: boolean;
  /** As they stand in the tag. */
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/** By their names; the values are escaped, and null for an attribute without one. */
export type Attributes = Map<string, string | null>;

/** What an element's name says of it; some of it holds for the elements inside as well. */
export const BLOCK = 1;
export const VOID = 2;
/** Its content is no HTML. */
export const RAW = 4;
/** There is something to look at. */
export const MEDIA = 8;
/** Its text is not the essay's. */
export const TEXTLESS = 16;
/** It holds nothing that a reader could go to by itself. */
export const UNDIVIDED = 32;
export const IN_TABLE = 64;
export const IN_LABEL = 128;
export const IN_PICTURE = 256;
/** Table heads of which one has no text. */
export const IN_BARE_HEADS = 512;
/** Those that elements have from the elements around them. */
export const INHERITED = TEXTLESS | UNDIVIDED | IN_TABLE | IN_LABEL | IN_PICTURE | IN_BARE_HEADS;

const NAMES: readonly (readonly [trait: number, names: string])[] = [
  [
    BLOCK,
    'address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt ' +
      'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ' +
      'ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul',
  ],
  [VOID, 'area base br col embed hr img input link meta param source track wbr'],
  [RAW, 'script style iframe xmp noembed noframes plaintext'],
  [MEDIA, 'img iframe video audio svg object embed canvas'],
  [TEXTLESS, 'script style template noscript iframe svg math title noembed noframes'],
  [UNDIVIDED, 'a button hgroup label legend summary'],
  [IN_TABLE, 'table'],
  [IN_LABEL, 'label'],
  [IN_PICTURE, 'picture'],
];
const traitsOfName = new Map<string, number>();
for (const [trait, names] of NAMES) {
  for (const name of names.split(' ')) {
    traitsOfName.set(name, (traitsOfName.get(name) ?? 0) | trait);
  }
}

export function traitsOf(name: string): number {
  return traitsOfName.get(name) ?? 0;
}

const NAME = String.raw`[^\t\n\f\r />][^\t\n\f\r />=]*`;
const TAG = new RegExp(
  String.raw`<!--[\s\S]*?-->|<(\/?)([a-z][^\t\n\f\r />]*)((?: ${NAME}(?:="[^"]*")?)*) ?\/?>`,
  'gi',
);
const ATTRIBUTE = new RegExp(` (${NAME})(?:="([^"]*)")?`, 'y');

/** The first tag or comment from an offset on. */
export function findTag(html: string, from: number): Tag | null {
  TAG.lastIndex = from;
  const match = TAG.exec(html);
  if (match === null) return null;
  const [whole, slash, name = '', attributes = ''] = match;
  const start = match.index;
  return { name, isClosing: slash === '/', attributes, start, end: start + whole.length };
}

export function readAttributes({ attributes: text }: Tag): Attributes {
  const attributes: Attributes = new Map();
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    attributes.set(match[1] ?? '', match[2] ?? null);
  }
  return attributes;
}

export function writeAttributes(attributes: Attributes): string {
  let html = '';
  for (const [key, value] of attributes) html += value === null ? ` ${key}` : ` ${key}="${value}"`;
  return html;
}

/** The text of a short piece of HTML, white space folded. */
export function readText(html: string): string {
  let text = '';
  let depth = 0;
  let at = 0;
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, at)) {
    if (depth === 0) text += html.slice(at, tag.start);
    at = tag.end;
    const traits = traitsOf(tag.name);
    if (traits & BLOCK) text += ' ';
    if (traits & TEXTLESS) depth += tag.isClosing ? -1 : 1;
  }
  return foldSpace(decodeEntities(depth === 0 ? text + html.slice(at) : text));
}

/** Words of text whose entities are not decoded; the no-break space parts words, too. */
export function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 32 && code !== 160) {
      if (!isInWord) words++;
      isInWord = true;
    } else if (code > 8) isInWord = false;
  }
  return words;
}

/** Escaped for an attribute in double quotes. */
export function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
