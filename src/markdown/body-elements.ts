/**
 * Rules for single elements of a body, applied by `body.ts`: they give headings ids and self-links, tables a
 * scrolling box, and unnamed checkboxes and frames a name; mark code for highlighting; and record scripts and
 * objects for the Content-Security-Policy.
 *
 * Names come from the text beside an element or from the embedded host. Images without `alt` are left as they
 * are, because an empty `alt` would declare them decorative.
 */
import { createHash } from 'node:crypto';
import { escape as escapeHtml } from 'he';
import type { Problem } from '../problems/problems.ts';
import {
  askMeant,
  decodeEntities,
  foldSpace,
  splitNames,
  straighten,
  suggestWord,
} from '../text/text.ts';
import { fillText, type Texts } from '../text/texts.ts';
import { DIAGRAMS, findLanguage, LANGUAGES, markCode } from './code.ts';
import { HEADING_NUMBER, PAGE_ONLY } from './delimiters.ts';
import * as html from './html.ts';

const HEADING_NUMBERS = new RegExp(`${HEADING_NUMBER}(\\d+)${HEADING_NUMBER}`, 'g');

/** A problem in a body. Its place is found by searching the file for `written`. */
export interface Fault extends Pick<Problem, 'code' | 'message' | 'hint'> {
  readonly written: string;
  /** True if it is reported once for all files together. */
  readonly isShared?: true;
}

/** The state while reading a body. `siteUrl` has no trailing slash. */
export function startReading(source: string, title: string | null, siteUrl: string, labels: Texts) {
  return {
    source,
    /** The essay's title; null if the first heading is the title. */
    title,
    siteUrl,
    labels,
    /** The HTML written so far, of the source up to `done`. */
    pieces: [] as string[],
    done: 0,
    /**
     * The open elements, outermost first, with the traits that their content inherits and the HTML to write
     * after the end tag (null: the tags are omitted).
     */
    open: [] as (Pick<Element, 'name' | 'traits'> & { readonly after: string | null })[],
    /** The number of holes so far. */
    holes: 0,
    /** Entities are not decoded. */
    texts: [] as string[],
    /** The ids that the author wrote. */
    ids: [] as string[],
    /** Generated ids, one for each heading without an id of its own. */
    headingIds: [] as string[],
    headings: [] as { id: string; readonly text: string; readonly level: number }[],
    /** The text of the first heading, even if the heading is dropped. */
    heading: null as string | null,
    /** The offset at which the content of the last `<pre>` starts. */
    preStart: -1,
    /** The unknown languages already reported. */
    unknownLanguages: new Set<string>(),
    /** The number of frames by generated name. */
    frames: new Map<string, number>(),
    embedded: new Set<string>(),
    /** The length of the text before the first reference to each footnote, by the reference's target, in order. */
    notes: new Map<string, number>(),
    /** The text measured so far: the offset of its end in the source, and its length. */
    measured: { end: 0, length: 0 },
    /** The lengths of the notes' texts, in their order; null until they are needed. */
    noteLengths: null as readonly number[] | null,
    hasMedia: false,
    hasOutboundLinks: false,
    faults: [] as Fault[],
  };
}

export type Reading = ReturnType<typeof startReading>;

/** Makes the initial state of an element, for its rule to change before the element is written. */
export function startElement(tag: html.Tag, around: number, source: string) {
  const traits = html.traitsOf(tag.name) | around;
  const mark = tag.name === 'script' || tag.name === 'style' ? PAGE_ONLY : '';
  const raw = traits & html.RAW ? html.readContent(tag, source) : null;
  return {
    tag,
    /** The inherited traits. */
    around,
    /** Inherited and own traits. */
    traits,
    /** As the author wrote them. */
    attributes: html.readAttributes(tag),
    /** Empty to remove the element. */
    name: tag.name,
    /** HTML before the opening tag, at the end of that tag, and after the end tag. */
    before: mark,
    inTag: '',
    after: mark,
    /** Content to write as it is, or null to read it as HTML. */
    content: raw?.content ?? null,
    /** The offset to continue from: after the opening tag, or after an element whose content is set. */
    end: raw?.end ?? tag.end,
  };
}

export type Element = ReturnType<typeof startElement>;

/** The only tags that all browsers keep inside a `<select>`; at others, some browsers end it. */
export const IN_SELECT = /^(?:option|optgroup|hr|plaintext)$/;

type Rule = (element: Element, reading: Reading) => void;

/** The rules by element name. */
export const RULES = splitNames<Rule>({
  'h1 h2 h3 h4 h5 h6': readHeading,
  pre: readPre,
  figure: markBeside,
  code: readCode,
  table: addScrollBox,
  thead: readTableHead,
  'th td': readCell,
  input: nameCheckbox,
  iframe: nameFrame,
  script: readScript,
  'object embed': readObject,
  plaintext: replacePlaintext,
  foreignObject: (element) => Object.assign(element, { traits: element.traits & ~html.FOREIGN }),
  // A `<base>` would change every relative URL of the page; some parsers let any frameset replace the page.
  'base frameset': (element) => Object.assign(element, { name: '' }),
});

/** An id that needs no escaping in a URL. */
const LINKABLE = /^[^\s%&"'<>`]+$/;
/** The most characters read of a heading or table head that is nested in another, unclosed one. */
const NESTED_LENGTH = 1000;

function readHeading(element: Element, reading: Reading): void {
  const { tag, attributes, around } = element;
  const stated = attributes.get('id') ?? null;
  if (stated === 'footnote-label') element.traits |= html.TEXTLESS;
  if (element.traits & html.TEXTLESS) return;
  const isNested = around & html.HEADING;
  const source = isNested ? reading.source.slice(0, tag.end + NESTED_LENGTH) : reading.source;
  const { content, end } = html.readElement(tag, source);
  const text = html.readText(content);
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
    const number = reading.headingIds.push(id) - 1;
    written = HEADING_NUMBER + number + HEADING_NUMBER;
    element.inTag = ` id="${written}"`;
  }
  if (/^h[23]$/.test(tag.name) && text !== '' && id !== '') {
    reading.headings.push({ id: written, text, level: Number(tag.name[1]) });
  }
  if (tag.name === 'h1' || text === '' || around & html.UNDIVIDED || !LINKABLE.test(id)) return;
  const label = escapeHtml(fillText(reading.labels.linkTo, { heading: text }));
  const anchor = `<a class="anchor" href="#${written}" aria-label="${label}"></a>`;
  element.after = PAGE_ONLY + anchor + PAGE_ONLY;
}

/**
 * Makes an id from a heading's text as GitHub, Hugo and Astro do, so that links written for those still work:
 * lower case; letters and digits of any script, "_" and "-" are kept; spaces become hyphens. Returns null for
 * text without a letter or digit.
 */
export function makeHeadingId(text: string): string | null {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]|\u202f/gu, '')
    .replace(/\s/g, '-');
  return /[\p{L}\p{N}]/u.test(id) ? id : null;
}

/**
 * Replaces the numbers of headings by their ids. Repeated and reserved ids get a suffix: "-1", "-2" and so on.
 */
export function nameHeadings(
  written: string,
  { ids, headingIds, headings }: Reading,
  reserved: readonly string[],
): string {
  const taken = new Set([...ids, ...reserved]);
  /** The last suffix of each repeated id. */
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
  const write = (text: string) => text.replace(HEADING_NUMBERS, (_, index) => names[index] ?? '');
  for (const heading of headings) heading.id = write(heading.id);
  return write(written);
}

/**
 * True if a heading repeats the title. Case and the style of quotes and dashes are ignored, and so are tags in
 * the title (`In the middle with <center>`), because a heading parses them.
 */
function isTitle(heading: string, title: string): boolean {
  const wanted = foldTitle(heading);
  const isSame = (text: string) => wanted === foldTitle(text);
  return wanted !== '' && (isSame(title) || isSame(title.replace(/<[^>]*>/g, '')));
}

function foldTitle(text: string): string {
  return foldSpace(straighten(text.toLowerCase()).replace(/-{2,3}/g, '-'));
}

/** Makes preformatted text focusable, so that long lines can be scrolled with the keyboard. */
function readPre(element: Element, reading: Reading): void {
  const { attributes, around, tag } = element;
  reading.preStart = tag.end;
  markBeside(element, reading);
  if (!attributes.has('tabindex') && !(around & html.UNDIVIDED)) attributes.set('tabindex', '0');
}

/** Marks code for highlighting if its language is known and it is all of a `<pre>`. */
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

/** The names to suggest. Shorter ones resemble too many others. */
const SUGGESTED_LANGUAGES = [...LANGUAGES.keys()].filter(({ length }) => length > 3);

function codeLanguageUnknown(name: string, written: string): Fault {
  if (DIAGRAMS.has(name)) {
    const message = `Diagrams aren’t drawn: readers see the \`${name}\` code`;
    const hint =
      'Export it as SVG beside the essay, and show that: `![What it shows](diagram.svg)`.';
    return { code: 'code-language-unknown', message, hint, written };
  }
  const message = `No language is known as \`${name}\`, so its code has no colours`;
  const meant = askMeant(suggestWord(name, SUGGESTED_LANGUAGES));
  const hint = meant ?? 'Write `text` for code without colours.';
  return { code: 'code-language-unknown', message, hint, written };
}

const CAPTION = /\s*<caption[^>]*>([\s\S]*?)<\/caption>/y;

/** The most characters searched for the end of a table's first row. */
const ROW_LENGTH = 2000;
/** Tables with no more columns fit most windows; if one does not, most browsers make its box focusable anyway. */
const FITTING_COLUMNS = 3;

/**
 * Wraps an outermost table in a scrolling box, focusable if the table is wide. Its role is group rather than
 * region: a page with ten tables must not have ten landmarks.
 */
function addScrollBox(element: Element, reading: Reading): void {
  const { source, labels } = reading;
  const { around, tag } = element;
  if (around & (html.TABLE | html.UNDIVIDED)) return;
  CAPTION.lastIndex = tag.end;
  const label = html.readText(CAPTION.exec(source)?.[1] ?? '') || fillText(labels.table);
  const [row = ''] = source.slice(tag.end, tag.end + ROW_LENGTH).split('</tr>', 1);
  const isWide = (row.match(/<t[hd][\s>]/gi) ?? []).length > FITTING_COLUMNS;
  const focus = isWide ? ' tabindex="0"' : '';
  const beside = isBesideNote(tag.start, reading) ? BESIDE : '';
  const name = escapeHtml(label);
  element.before = `<div class="scroll" role="group" aria-label="${name}"${focus}${beside}>`;
  element.after = '</div>';
}

/** Notes whether a table head has an empty header cell, such as the corner of a table. */
function readTableHead(element: Element, reading: Reading): void {
  const { tag, around } = element;
  const source =
    around & html.TABLE ? reading.source.slice(0, tag.end + NESTED_LENGTH) : reading.source;
  const { content } = html.readContent(tag, source);
  if (/<th[^>]*>(?:\s|&nbsp;)*<\/th>/.test(content)) element.traits |= html.GAPPY_HEAD;
}

const EMPTY_CELL = /(?:\s|&nbsp;)*<\/th>/y;

/**
 * Turns Markdown's alignment into a class. An empty header cell becomes a data cell, because it is a header for
 * nothing; the other cells of its table head get a scope.
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
  EMPTY_CELL.lastIndex = tag.end;
  if (EMPTY_CELL.test(reading.source)) {
    element.name = 'td';
    Object.assign(element, html.readContent(tag, reading.source));
  } else if (!attributes.has('scope')) attributes.set('scope', 'col');
}

/**
 * Names a reference to a footnote, for screen readers, and numbers the first reference to each; the style sheet places
 * the note beside it.
 */
export function numberNote(element: Element, reading: Reading): void {
  const { attributes, tag } = element;
  const { notes, labels, source } = reading;
  const number = html.readContent(tag, source).content;
  if (/^\d+$/.test(number))
    attributes.set('aria-label', escapeHtml(fillText(labels.footnote, { number })));
  const target = attributes.get('href') ?? '';
  if (notes.has(target)) return;
  notes.set(target, measureText(tag.start, reading));
  element.inTag += `${PAGE_ONLY} data-note="${notes.size}"${PAGE_ONLY}`;
}

/** The most notes in the margin, for which the style sheet has rules. */
const MARGIN_NOTES = 12;
/** In characters of the body: the height of a note's character, of the space after a note and of that below the body. */
const [NOTE_HEIGHT, NOTE_GAP, SPACE_BELOW] = [1.2, 40, 1200];

/** Marks the notes if the margin has room for them, each beside its number or below the note above. */
export function placeNotes(element: Element, reading: Reading): void {
  if (reading.notes.size > MARGIN_NOTES) return;
  const height = measureText(element.tag.start, reading);
  if (findNotesEnd(reading, NOTE_HEIGHT) <= height + SPACE_BELOW) {
    element.inTag += `${PAGE_ONLY} data-margin${PAGE_ONLY}`;
  }
}

/** The number of characters of text up to an offset, which is no earlier than that of the last call. */
function measureText(offset: number, { source, measured }: Reading): number {
  measured.length += html.readText(source.slice(measured.end, offset)).length;
  measured.end = offset;
  return measured.length;
}

/** Estimates where the last of the notes ends that have been referred to so far, in characters of the body. */
function findNotesEnd(reading: Reading, noteHeight: number): number {
  reading.noteLengths ??= reading.source
    .slice(reading.source.lastIndexOf('<section'))
    .split('<li id=')
    .slice(1)
    .map((note) => html.readText(note).length);
  let end = 0;
  for (const [index, start] of [...reading.notes.values()].entries()) {
    end = Math.max(end, start) + noteHeight * (reading.noteLengths[index] ?? 0) + NOTE_GAP;
  }
  return end;
}

const BESIDE = `${PAGE_ONLY} data-beside${PAGE_ONLY}`;
/** As `NOTE_HEIGHT`, where margins are narrowest: nothing may lie across a note. */
const MOST_NOTE_HEIGHT = 1.5;

/** True for an element that a note in the margin may reach down to. */
function isBesideNote(offset: number, reading: Reading): boolean {
  if (reading.notes.size === 0 || reading.notes.size > MARGIN_NOTES) return false;
  return findNotesEnd(reading, MOST_NOTE_HEIGHT) > measureText(offset, reading);
}

/** Marks code or a figure that may have a note beside it; others can be wider than the text. */
function markBeside(element: Element, reading: Reading): void {
  if (isBesideNote(element.tag.start, reading)) element.inTag += BESIDE;
}

/** The most characters of HTML searched for a checkbox's name. */
const NAME_LENGTH = 500;
const NAME_EDGE = /<\/?(?:blockquote|br|div|dl|h[1-6]|hr|input|li|ol|p|pre|table|td|ul)\b/;

/** Labels the checkbox of a task list with the text that follows it. */
function nameCheckbox({ attributes, around, tag }: Element, { source }: Reading): void {
  const isTask = attributes.get('type') === 'checkbox' && attributes.has('disabled');
  const isNamed = attributes.has('id') || attributes.has('aria-label') || around & html.LABEL;
  if (!isTask || isNamed) return;
  const [following = ''] = source.slice(tag.end, tag.end + NAME_LENGTH).split(NAME_EDGE, 1);
  const name = html.readText(following);
  if (name !== '') attributes.set('aria-label', escapeHtml(name));
}

/** Names a frame after its host, and numbers further frames with the same host. */
function nameFrame({ attributes }: Element, reading: Reading): void {
  if (attributes.has('title') || attributes.has('aria-label')) return;
  const url = decodeEntities(attributes.get('src') ?? '');
  const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(url)?.[1]?.toLowerCase();
  const { embedded, embeddedFrom } = reading.labels;
  const name = host === undefined ? fillText(embedded) : fillText(embeddedFrom, { host });
  const count = (reading.frames.get(name) ?? 0) + 1;
  reading.frames.set(name, count);
  attributes.set('title', count === 1 ? name : `${name} (${count})`);
}

/** Replaces `<plaintext>`, which would swallow the rest of the page, with `<pre>`. */
function replacePlaintext(element: Element, { source }: Reading): void {
  const contentEnd = source.lastIndexOf('</plaintext>');
  // In SVG or MathML, a `<pre>` would end the drawing.
  element.name = element.around & html.FOREIGN ? 'samp' : 'pre';
  element.content = escapeHtml(source.slice(element.end, contentEnd));
  element.end = contentEnd + '</plaintext>'.length;
}

/** The script types that browsers run; others are data (HTML standard, section 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function readScript(element: Element, reading: Reading): void {
  const script = element.content ?? '';
  // Browsers ignore the end tag inside an open comment.
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

/** The scheme and host of an absolute URL, or `//host` without a scheme; null for other URLs. */
function originOf(value: string | null): string | null {
  const url = decodeEntities(value ?? '').trim();
  const [, origin] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url) ?? [];
  return origin === undefined ? null : origin.replace(/^\/\//, '').toLowerCase();
}
