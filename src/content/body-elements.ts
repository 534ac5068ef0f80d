/**
 * The rules for single elements of a body: headings get ids and links to themselves, tables a box that
 * scrolls, nameless checkboxes and frames a name; code is marked for colouring, scripts and objects are
 * recorded for the site's policy.
 *
 * No name is invented: each is the text beside the element, or the host that is embedded. An image without
 * `alt` stays without, because an empty one would declare it a decoration.
 */
import { createHash } from 'node:crypto';
import { escape as escapeHtml } from 'he';
import type { Problem } from '../problems.ts';
import { findLanguage, LANGUAGES, markCode } from './code.ts';
import * as html from './html.ts';
import { decodeEntities, foldSpace, suggestWord } from './text.ts';

/** Around a part that only a page can use: a script, a style sheet, a heading's link to itself. */
export const PAGE_ONLY = '\u0002';
/** Around the number of a heading, in place of its id until all ids of the author's are known. */
const HEADING_ID = '\u0004';
const HEADING_IDS = new RegExp(`${HEADING_ID}(\\d+)${HEADING_ID}`, 'g');

/** What is wrong with a body. It is found in the source by what the author wrote. */
export type Fault = Pick<Problem, 'code' | 'message' | 'hint'> & { readonly written: string };

/** The state of reading a body. `siteUrl` has no slash at its end. */
export function startReading(source: string, title: string | null, siteUrl: string) {
  return {
    source,
    /** The essay's; null where the first heading is the title. */
    title,
    siteUrl,
    /** The HTML written so far, of the source up to `done`. */
    pieces: [] as string[],
    done: 0,
    /** The elements that are open, outermost first, each with the traits that hold inside it. */
    open: [] as Pick<Element, 'name' | 'traits' | 'after'>[],
    /** The number of holes. */
    holes: 0,
    /** Entities in them are not decoded. */
    texts: [] as string[],
    /** The ids that the author wrote. */
    ids: [] as string[],
    /** For each heading without an id, the one that its text makes. */
    headingIds: [] as string[],
    /** The text of the first heading, which may have been dropped. */
    heading: null as string | null,
    /** Where the content of the last `<pre>` begins. */
    preStart: -1,
    /** The names of languages that are not known. */
    unknownLanguages: new Set<string>(),
    /** How many frames have a name, by that name. */
    frames: new Map<string, number>(),
    embedded: new Set<string>(),
    hasMedia: false,
    hasOutboundLinks: false,
    faults: [] as Fault[],
  };
}

export type Reading = ReturnType<typeof startReading>;

/** An element as it is read, and as its rule changes what is written of it. */
export function startElement(tag: html.Tag, around: number, source: string) {
  const traits = html.traitsOf(tag.name) | around;
  const mark = tag.name === 'script' || tag.name === 'style' ? PAGE_ONLY : '';
  const raw = traits & html.RAW ? html.readContent(tag, source) : null;
  return {
    tag,
    /** The traits of the elements around it. */
    around,
    /** Those and its own. */
    traits,
    /** As the author wrote them. */
    attributes: html.readAttributes(tag),
    /** Empty for an element that is left out. */
    name: tag.name,
    /** HTML in front of its opening tag, at the end of that tag, and behind its end tag. */
    before: mark,
    inTag: '',
    after: mark,
    /** Its content if that is not to be read as elements, else null. */
    content: raw?.content ?? null,
    /** Where reading goes on: behind the opening tag, or behind an element whose content is set. */
    end: raw?.end ?? tag.end,
  };
}

export type Element = ReturnType<typeof startElement>;

type Rule = (element: Element, reading: Reading) => void;

const RULES_OF_NAMES: readonly (readonly [names: string, rule: Rule])[] = [
  ['h1 h2 h3 h4 h5 h6', readHeading],
  ['pre', readPre],
  ['code', readCode],
  ['table', addScrollBox],
  ['thead', readTableHead],
  ['th td', readCell],
  ['input', nameCheckbox],
  ['iframe', nameFrame],
  ['script', readScript],
  ['object embed', readObject],
  // The engine's name for it: what is inside stays text, as in browsers that run scripts.
  ['noembed', (element) => Object.assign(element, { name: 'noscript' })],
  ['plaintext', replacePlaintext],
  // It would bend every URL of the page.
  ['base', (element) => Object.assign(element, { name: '' })],
];

/** By the names of their elements. */
export const RULES: ReadonlyMap<string, Rule> = new Map(
  RULES_OF_NAMES.flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
);

/** Characters of ids that can stand in a URL as they are. */
const LINKABLE = /^[^\s%&"'<>`]+$/;
/** Characters read of a heading that stands in another one, as behind one that is never closed. */
const NESTED_LENGTH = 1000;

function readHeading(element: Element, reading: Reading): void {
  const { tag, attributes, around } = element;
  const stated = attributes.get('id') ?? null;
  if (stated === 'footnote-label') element.traits |= html.TEXTLESS;
  if (element.traits & html.TEXTLESS) return;
  const { content, end } = html.readContent(tag, reading.source);
  const text = html.readText(around & html.HEADING ? content.slice(0, NESTED_LENGTH) : content);
  const isFirst = reading.heading === null;
  reading.heading ??= text;
  if (isFirst && !content.includes(`<${tag.name}`) && isTitle(text, reading.title ?? text)) {
    element.name = '';
    element.end = end;
    return;
  }
  const id = stated === null ? makeHeadingId(text) : decodeEntities(stated);
  if (id === null) return;
  let written = id;
  if (stated === null) {
    written = HEADING_ID + (reading.headingIds.push(id) - 1) + HEADING_ID;
    element.inTag = ` id="${written}"`;
  }
  if (tag.name === 'h1' || text === '' || around & html.UNDIVIDED || !LINKABLE.test(id)) return;
  const label = escapeHtml(`Link to “${text}”`);
  const anchor = `<a class="anchor" href="#${written}" aria-label="${label}"></a>`;
  element.after = PAGE_ONLY + anchor + PAGE_ONLY;
}

/**
 * The id that a heading's text makes, in the form of GitHub, Hugo and Astro, so that links written for
 * those still work: lower case, letters, digits, "_" and "-" of any script, spaces as hyphens. Null for a
 * text without a letter or digit.
 */
function makeHeadingId(text: string): string | null {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  return /[\p{L}\p{N}]/u.test(id) ? id : null;
}

/** Writes the ids of headings into the HTML: one that is taken gets "-1", the next "-2". */
export function nameHeadings(written: string, { ids, headingIds }: Reading): string {
  const taken = new Set(ids);
  /** The last number of each id that is taken more than once. */
  const counts = new Map<string, number>();
  const names = headingIds.map((base) => {
    let id = base;
    for (let count = counts.get(base) ?? 1; taken.has(id); count++) {
      id = `${base}-${count}`;
      counts.set(base, count);
    }
    taken.add(id);
    ids.push(id);
    return id;
  });
  return written.replace(HEADING_IDS, (_, index) => names[index] ?? '');
}

/**
 * True when a heading repeats the title: case and the shape of quotes and dashes do not matter,
 * nor does a tag in the title (`In the middle with <center>`), which a heading takes for one.
 */
function isTitle(heading: string, title: string): boolean {
  const wanted = foldTitle(heading);
  const isSame = (text: string) => wanted === foldTitle(text);
  return wanted !== '' && (isSame(title) || isSame(title.replace(/<[^>]*>/g, '')));
}

function foldTitle(text: string): string {
  const folded = foldSpace(text)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'");
  const quoted = folded.replace(/[\u201C\u201D]/g, '"').replace(/\u2026/g, '...');
  return quoted.replace(/\u2013|\u2014|-{2,3}/g, '-');
}

/** Makes preformatted text reachable by keys, because its long lines scroll in a box of their own. */
function readPre({ attributes, around, tag }: Element, reading: Reading): void {
  reading.preStart = tag.end;
  if (!attributes.has('tabindex') && !(around & html.UNDIVIDED)) attributes.set('tabindex', '0');
}

/** Marks the code of a block, the whole content of a `<pre>`, to be coloured if its language is known. */
function readCode(element: Element, reading: Reading): void {
  const { tag, attributes } = element;
  const className = decodeEntities(attributes.get('class') ?? '');
  if (!className.startsWith('language-')) return;
  const { name, language } = findLanguage(className.slice('language-'.length)) ?? {};
  if (name !== undefined && !language && !reading.unknownLanguages.has(name)) {
    reading.unknownLanguages.add(name);
    reading.faults.push(codeLanguageUnknown(name, className));
  }
  if (!language || tag.start !== reading.preStart) return;
  const { content, end } = html.readContent(tag, reading.source);
  if (content.includes('<')) return;
  reading.texts.push(content);
  element.content = markCode(content, language);
  element.end = end;
}

/** Shorter names are near to too many others to be meant. */
const SUGGESTED_LANGUAGES = [...LANGUAGES.keys()].filter(({ length }) => length > 3);

function codeLanguageUnknown(name: string, written: string): Fault {
  const meant = suggestWord(name, SUGGESTED_LANGUAGES);
  const message = `No language is known as \`${name}\`, so its code has no colours`;
  const hint = meant ? `Did you mean \`${meant}\`?` : 'Write `text` where none are wanted.';
  return { code: 'code-language-unknown', message, hint, written };
}

const CAPTION = /\s*<caption[^>]*>([\s\S]*?)<\/caption>/y;

/**
 * Puts an outermost table into a box that scrolls, which keys can reach. A group, not a region: a page of
 * ten tables must not have ten landmarks.
 */
function addScrollBox(element: Element, { source }: Reading): void {
  if (element.around & (html.TABLE | html.UNDIVIDED)) return;
  CAPTION.lastIndex = element.tag.end;
  const label = html.readText(CAPTION.exec(source)?.[1] ?? '') || 'Table';
  element.before = `<div class="scroll" role="group" aria-label="${escapeHtml(label)}" tabindex="0">`;
  element.after = '</div>';
}

/** Finds out whether a cell of the head is empty, as in the corner of a table. */
function readTableHead(element: Element, reading: Reading): void {
  const { content } = html.readContent(element.tag, reading.source);
  if (/<th[^>]*><\/th>/.test(content)) element.traits |= html.GAPPY_HEAD;
}

/**
 * Turns Markdown's alignment into a class. In a head with an empty cell, that cell becomes a plain one, as
 * it is the head of nothing, and the others get a scope.
 */
function readCell(element: Element, reading: Reading): void {
  const { attributes, around, tag } = element;
  const style = attributes.get('style') ?? '';
  const [, side] = /^text-align: (left|center|right)$/.exec(style) ?? [];
  if (side !== undefined && attributes.size - Number(attributes.has('scope')) === 1) {
    attributes.delete('style');
    attributes.set('class', `align-${side}`);
  }
  if (tag.name === 'td' || !(around & html.GAPPY_HEAD)) return;
  if (reading.source.startsWith('</th>', tag.end)) {
    element.name = 'td';
    Object.assign(element, html.readContent(tag, reading.source));
  } else if (!attributes.has('scope')) attributes.set('scope', 'col');
}

/** Characters of HTML in which the name of a checkbox is looked for. */
const NAME_LENGTH = 500;
const NAME_EDGE = /<\/?(?:blockquote|br|div|dl|h[1-6]|hr|input|li|ol|p|pre|table|td|ul)\b/;

/** Names the checkbox of a task list by the text that follows it. */
function nameCheckbox({ attributes, around, tag }: Element, { source }: Reading): void {
  const isTask = attributes.get('type') === 'checkbox' && attributes.has('disabled');
  const isNamed = attributes.has('id') || attributes.has('aria-label') || around & html.LABEL;
  if (!isTask || isNamed) return;
  const [following = ''] = source.slice(tag.end, tag.end + NAME_LENGTH).split(NAME_EDGE, 1);
  const name = html.readText(following);
  if (name !== '') attributes.set('aria-label', escapeHtml(name));
}

/** Names a frame by its host; a second one of the same host gets a number. */
function nameFrame({ attributes }: Element, reading: Reading): void {
  if (attributes.has('title') || attributes.has('aria-label')) return;
  const url = decodeEntities(attributes.get('src') ?? '');
  const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(url)?.[1]?.toLowerCase();
  const name = host === undefined ? 'Embedded content' : `Embedded content from ${host}`;
  const count = (reading.frames.get(name) ?? 0) + 1;
  reading.frames.set(name, count);
  attributes.set('title', count === 1 ? name : `${name} (${count})`);
}

/** Makes preformatted text, which looks the same, of an element that would swallow the rest of the page. */
function replacePlaintext(element: Element, { source }: Reading): void {
  const contentEnd = source.lastIndexOf('</plaintext>');
  element.name = 'pre';
  element.content = escapeHtml(source.slice(element.end, contentEnd));
  element.end = contentEnd + '</plaintext>'.length;
}

/** Types of scripts that browsers run, or take rules from; others are data (HTML standard, 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function readScript(element: Element, reading: Reading): void {
  const script = element.content ?? '';
  // Inside a comment that is open a browser would not see the end tag.
  const isOpen = script.lastIndexOf('<!--') > script.lastIndexOf('-->');
  element.content = isOpen ? `${script}\n-->` : script;
  const type = element.attributes.get('type') ?? '';
  const isRules = /^speculationrules$/i.test(type);
  if (!isRules && !RUN.test(type)) return;
  const src = element.attributes.get('src');
  if (src !== undefined && !isRules) {
    const origin = originOf(src);
    if (origin !== null) reading.embedded.add(`script-src ${origin}`);
  } else if (script !== '') {
    const text = element.content.replace(/\r\n?/g, '\n');
    const hash = createHash('sha256').update(text).digest('base64');
    reading.embedded.add(`${isRules ? 'speculation-rules' : 'script-src'} 'sha256-${hash}'`);
  }
}

function readObject({ tag, attributes }: Element, { embedded }: Reading): void {
  const url = attributes.get(tag.name === 'embed' ? 'src' : 'data');
  if (url) embedded.add(`object-src ${originOf(url) ?? "'self'"}`);
}

/** Scheme and host of an absolute URL, only the host where the scheme is the page's; null for others. */
function originOf(value: string | null): string | null {
  const url = decodeEntities(value ?? '').trim();
  const [, origin] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url) ?? [];
  return origin === undefined ? null : origin.replace(/^\/\//, '').toLowerCase();
}
