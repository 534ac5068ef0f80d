/**
 * Rules for single elements of a body, applied by `body.ts`: they give headings ids and self-links, tables a
 * scrolling box, and unnamed checkboxes and frames a name; and record scripts and
 * objects for the Content-Security-Policy.
 *
 * Names come from the text beside an element or from the embedded host. Images without `alt` are left as they
 * are, because an empty `alt` would declare them decorative.
 */
import { createHash } from 'node:crypto';
import { escape as escapeHtml } from 'he';
import { decodeEntities, foldSpace, splitNames, straighten } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import { markCodeElement, readPre } from './body-code.ts';
import { BESIDE, isBesideNote } from './body-notes.ts';
import { holdPictures, readEmphasis, readImage } from './body-pictures.ts';
import type { BodyScan, Element } from './body-scan.ts';
import { readContentsPlace, UNLISTED } from './contents.ts';
import { HEADING_NUMBER, PAGE_ONLY } from './delimiters.ts';
import * as html from './html.ts';

const HEADING_NUMBERS = new RegExp(`${HEADING_NUMBER}(\\d+)${HEADING_NUMBER}`, 'g');

/** The only tags that all browsers keep inside a `<select>`; at others, some browsers end it. */
export const IN_SELECT = /^(?:option|optgroup|hr|plaintext)$/;

type Rule = (element: Element, scan: BodyScan) => void;

/** The rules by element name. */
export const RULES = splitNames<Rule>({
  'h1 h2 h3 h4 h5 h6': readHeading,
  nav: readContentsPlace,
  pre: readPre,
  'p figure': holdPictures,
  img: readImage,
  em: readEmphasis,
  code: markCodeElement,
  table: addScrollBox,
  thead: readTableHead,
  'th td': readCell,
  input: nameCheckbox,
  iframe: nameFrame,
  script: readScript,
  'object embed': readObject,
  plaintext: replacePlaintext,
  foreignObject: leaveDrawing,
  // A `<base>` would change every relative URL of the page; some parsers let any frameset replace the page.
  'base frameset': (element) => Object.assign(element, { name: '' }),
});

/** An id that needs no escaping in a URL. */
const LINKABLE = /^[^\s%&"'<>`]+$/;
/** The most characters read of a heading or table head that is nested in another, unclosed one. */
const NESTED_LENGTH = 1000;

function readHeading(element: Element, scan: BodyScan): void {
  const { tag, attributes, around } = element;
  const stated = attributes.get('id') ?? null;
  if (stated === 'footnote-label') element.inside = { ...element.inside, isTextless: true };
  if (element.inside.isTextless) return;
  const source = around.isInHeading ? scan.source.slice(0, tag.end + NESTED_LENGTH) : scan.source;
  const { content, end } = html.readElement(tag, source);
  const text = html.readText(content);
  const isFirst = scan.heading === null;
  scan.heading ??= text;
  if (isFirst && !content.includes(`<${tag.name}`) && isTitle(text, scan.title ?? text)) {
    element.name = '';
    element.end = end;
    return;
  }
  const id = stated === null ? makeHeadingId(text) : decodeEntities(stated);
  if (id === null) return;
  let written = id;
  if (stated === null) {
    const number = scan.headingIds.push(id) - 1;
    written = HEADING_NUMBER + number + HEADING_NUMBER;
    element.inTag = ` id="${written}"`;
  }
  if (text !== '' && id !== '') {
    const isListed = !UNLISTED.test(attributes.get('class') ?? '');
    scan.headings.push({ id: written, text, level: Number(tag.name[1]), isListed });
  }
  if (tag.name === 'h1' || text === '' || around.isUndivided || !LINKABLE.test(id)) return;
  const label = escapeHtml(fillText(scan.labels.linkTo, { heading: text }));
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
  { ids, headingIds, headings }: BodyScan,
  isReserved: (id: string) => boolean,
): string {
  const taken = new Set(ids);
  /** The last suffix of each repeated id. */
  const counts = new Map<string, number>();
  const names = headingIds.map((base) => {
    let id = base;
    for (let count = counts.get(base) ?? 1; taken.has(id) || isReserved(id); count++) {
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

const CAPTION = /\s*<caption[^>]*>([\s\S]*?)<\/caption>/y;

/** The most characters searched for the end of a table's first row, and for long words. */
const ROW_LENGTH = 2000;
/** Tables with no more columns fit most windows; if one does not, most browsers make its box focusable anyway. */
const FITTING_COLUMNS = 3;
/** A word that makes its column wide, as in German. Chinese and Japanese don't count: they have no spaces. */
const LONG_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{24}/u;

/**
 * Wraps an outermost table in a scrolling box, focusable if the table is wide. Its role is group rather than
 * region: a page with ten tables must not have ten landmarks.
 */
function addScrollBox(element: Element, scan: BodyScan): void {
  const { source, labels } = scan;
  const { around, tag } = element;
  if (around.isInTable || around.isUndivided) return;
  CAPTION.lastIndex = tag.end;
  const label = html.readText(CAPTION.exec(source)?.[1] ?? '') || fillText(labels.table);
  const start = source.slice(tag.end, tag.end + ROW_LENGTH);
  const [row = ''] = start.split('</tr>', 1);
  const isWide =
    (row.match(/<t[hd][\s>]/gi) ?? []).length > FITTING_COLUMNS || LONG_WORD.test(start);
  const focus = isWide ? ' tabindex="0"' : '';
  const beside = isBesideNote(tag.start, scan) ? BESIDE : '';
  const name = escapeHtml(label);
  element.before = `<div class="scroll" role="group" aria-label="${name}"${focus}${beside}>`;
  element.after = '</div>';
}

/** Notes whether a table head has an empty header cell, such as the corner of a table. */
function readTableHead(element: Element, scan: BodyScan): void {
  const { tag, around } = element;
  const source = around.isInTable ? scan.source.slice(0, tag.end + NESTED_LENGTH) : scan.source;
  const { content } = html.readContent(tag, source);
  if (/<th[^>]*>(?:\s|&nbsp;)*<\/th>/.test(content)) {
    element.inside = { ...element.inside, isInGappyHead: true };
  }
}

const EMPTY_CELL = /(?:\s|&nbsp;)*<\/th>/y;

/**
 * Turns Markdown's alignment into a class. An empty header cell becomes a data cell, because it is a header for
 * nothing; the other cells of its table head get a scope.
 */
function readCell(element: Element, scan: BodyScan): void {
  const { attributes, around, tag } = element;
  const style = attributes.get('style') ?? '';
  const [, side] = /^text-align: (left|center|right)$/.exec(style) ?? [];
  if (side !== undefined && attributes.size - Number(attributes.has('scope')) === 1) {
    attributes.delete('style');
    attributes.set('class', `align-${side}`);
  }
  if (tag.name === 'td' || !around.isInGappyHead) return;
  EMPTY_CELL.lastIndex = tag.end;
  if (EMPTY_CELL.test(scan.source)) {
    element.name = 'td';
    Object.assign(element, html.readContent(tag, scan.source));
  } else if (!attributes.has('scope')) attributes.set('scope', 'col');
}

/** The most characters of HTML searched for a checkbox's name. */
const NAME_LENGTH = 500;
const NAME_EDGE = /<\/?(?:blockquote|br|div|dl|h[1-6]|hr|input|li|ol|p|pre|table|td|ul)\b/;

/** Labels the checkbox of a task list with the text that follows it. */
function nameCheckbox({ attributes, around, tag }: Element, { source }: BodyScan): void {
  const isTask = attributes.get('type') === 'checkbox' && attributes.has('disabled');
  const isNamed = attributes.has('id') || attributes.has('aria-label') || around.isInLabel;
  if (!isTask || isNamed) return;
  const [following = ''] = source.slice(tag.end, tag.end + NAME_LENGTH).split(NAME_EDGE, 1);
  const name = html.readText(following);
  if (name !== '') attributes.set('aria-label', escapeHtml(name));
}

/** Names a frame after its host, and numbers further frames with the same host. */
function nameFrame({ attributes }: Element, scan: BodyScan): void {
  if (attributes.has('title') || attributes.has('aria-label')) return;
  const url = decodeEntities(attributes.get('src') ?? '');
  const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(url)?.[1]?.toLowerCase();
  const { embedded, embeddedFrom } = scan.labels;
  const name = host === undefined ? fillText(embedded) : fillText(embeddedFrom, { host });
  const count = (scan.frames.get(name) ?? 0) + 1;
  scan.frames.set(name, count);
  attributes.set('title', count === 1 ? name : `${name} (${count})`);
}

/** Replaces `<plaintext>`, which would swallow the rest of the page, with `<pre>`. */
function replacePlaintext(element: Element, { source }: BodyScan): void {
  const contentEnd = source.lastIndexOf('</plaintext>');
  // In SVG or MathML, a `<pre>` would end the drawing.
  element.name = element.around.isInDrawing ? 'samp' : 'pre';
  element.content = escapeHtml(source.slice(element.end, contentEnd));
  element.end = contentEnd + '</plaintext>'.length;
}

/** The content of a `<foreignObject>` is HTML again. */
function leaveDrawing(element: Element): void {
  element.inside = { ...element.inside, isInDrawing: false };
}

/** The script types that browsers run; others are data (HTML standard, section 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function readScript(element: Element, scan: BodyScan): void {
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
    if (origin !== null) scan.embedded.add(`script-src ${origin}`);
  } else if (script !== '') {
    const text = element.content.replace(/\r\n?/g, '\n');
    const hash = createHash('sha256').update(text).digest('base64');
    scan.embedded.add(`${isRules ? 'speculation-rules' : 'script-src'} 'sha256-${hash}'`);
  }
}

function readObject({ tag, attributes }: Element, { embedded }: BodyScan): void {
  const url = attributes.get(tag.name === 'embed' ? 'src' : 'data');
  if (url) embedded.add(`object-src ${originOf(url) ?? "'self'"}`);
}

/** The scheme and host of an absolute URL, or `//host` without a scheme; null for other URLs. */
function originOf(value: string | null): string | null {
  const url = decodeEntities(value ?? '').trim();
  const [, origin] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url) ?? [];
  return origin === undefined ? null : origin.replace(/^\/\//, '').toLowerCase();
}
