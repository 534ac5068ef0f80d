/**
 * The rules for single elements of a body: headings get ids and links to themselves, tables a box to
 * scroll in, nameless fields and frames a name; code, scripts and objects are taken note of.
 *
 * Nothing is invented: a name is made of the text that stands beside, or of the host that is embedded. A
 * picture without `alt` stays without: an empty one would say that it is mere decoration.
 */
import { createHash } from 'node:crypto';
import { CODE, PAGE_ONLY } from './body-forms.ts';
import { findLanguage } from './code.ts';
import * as regular from './regular-html.ts';
import { decodeEntities, foldSpace } from './text.ts';

/** What rules read, and add to. */
export interface Findings {
  readonly html: string;
  /** The essay's; null where the first heading is the title. */
  readonly title: string | null;
  /** The HTML that is made, so far. */
  readonly pieces: string[];
  readonly ids: string[];
  /** Those that stay in the body. */
  readonly headings: Heading[];
  /** The text of the first, which may have been dropped. */
  firstHeading: string | null;
  /** Its entities are not decoded. */
  readonly texts: string[];
  readonly codeLanguages: string[];
  /** Where the content of the last preformatted text begins. */
  preStart: number;
  readonly embedded: Set<string>;
  /** How many frames have a name already, by the name. */
  readonly frames: Map<string, number>;
}

/** A heading whose id is made when all ids of the author's are known. */
export interface Heading {
  readonly text: string;
  readonly statedId: string | null;
  readonly takesAnchor: boolean;
  /** Where among the pieces its id and its link to itself have their places. */
  idPiece: number;
  anchorPiece: number;
}

/** An element as it will be written, and as rules change it. */
export interface Element {
  readonly tag: regular.Tag;
  /** The traits of the elements around it, and these with its own. */
  readonly around: number;
  traits: number;
  /** Empty for one that is left out. */
  name: string;
  readonly attributes: regular.Attributes;
  /** HTML before its opening tag and behind its end tag. */
  before: string;
  after: string;
  heading: Heading | null;
  /** Its content where that is settled, and not to be read. */
  content: string | null;
  /** Where to go on reading: behind the opening tag, or behind an element that is settled. */
  end: number;
}

type Rule = (found: Findings, element: Element) => void;

/** The rules, by the names of their elements. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading] as const),
  ['pre', readPre],
  ['code', readCode],
  ['table', addScrollBox],
  ['thead', readTableHead],
  ['th', readCell],
  ['td', readCell],
  ['input', nameCheckbox],
  ['iframe', nameFrame],
  ['script', readScript],
  ['object', (found, element) => noteObject(found, element, 'data')],
  ['embed', (found, element) => noteObject(found, element, 'src')],
  ...['style', 'xmp', 'noframes'].map((name) => [name, settle] as const),
  ['noembed', readNoscript],
  ['plaintext', replacePlaintext],
  ['base', leaveOut],
]);

/** The class of a heading's link to itself, which is empty and stands behind the heading. */
const ANCHOR_CLASS = 'anchor';
/** Ids that can stand in an address as they are. */
const LINKABLE = /^[^\s%&"'<>`]+$/;

/** Writes the ids of headings that have none, and their links to themselves. */
export function nameHeadings({ headings, ids, pieces }: Findings): void {
  const taken = new Set(ids);
  const counts = new Map<string, number>();
  for (const { text, statedId, takesAnchor, idPiece, anchorPiece } of headings) {
    const id = statedId ?? makeHeadingId(text, taken, counts);
    if (id === null) continue;
    if (statedId === null) {
      pieces[idPiece] = ` id="${id}"`;
      ids.push(id);
    }
    if (!takesAnchor || !LINKABLE.test(id)) continue;
    const label = regular.escapeAttribute(`Link to “${text}”`);
    const anchor = `<a class="${ANCHOR_CLASS}" href="#${id}" aria-label="${label}"></a>`;
    pieces[anchorPiece] += PAGE_ONLY + anchor + PAGE_ONLY;
  }
}

/**
 * The id of a heading, in the form that GitHub, Hugo and Astro make, so that links written for those
 * keep pointing at it: lower case, letters, digits, "_" and "-" of any script, spaces as hyphens; a
 * second heading of the same words gets "-1". Null for a heading without a letter or digit. `counts`
 * holds the last number of each id that is taken more than once.
 */
function makeHeadingId(text: string, taken: Set<string>, counts: Map<string, number>) {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  if (!/[\p{L}\p{N}]/u.test(base)) return null;
  let id = base;
  let count = counts.get(base) ?? 0;
  if (count > 0) id = `${base}-${count}`;
  while (taken.has(id)) id = `${base}-${++count}`;
  counts.set(base, count);
  taken.add(id);
  return id;
}

function readHeading(found: Findings, element: Element): void {
  const { tag, attributes, around } = element;
  const id = attributes.get('id') ?? null;
  if (around & regular.TEXTLESS) return;
  if (id === 'footnote-label') {
    element.traits |= regular.TEXTLESS;
    return;
  }
  const endTag = `</${tag.name}>`;
  const contentEnd = found.html.indexOf(endTag, tag.end);
  const text = regular.readText(found.html.slice(tag.end, contentEnd));
  const isFirst = found.firstHeading === null;
  found.firstHeading ??= text;
  if (isFirst && (found.title === null || isTitle(text, found.title))) {
    element.name = '';
    element.end = contentEnd + endTag.length;
    if (id) found.ids.pop();
    return;
  }
  const statedId = id === null ? null : decodeEntities(id);
  const takesAnchor = tag.name !== 'h1' && text !== '' && !(around & regular.UNDIVIDED);
  element.heading = { text, statedId, takesAnchor, idPiece: -1, anchorPiece: -1 };
  found.headings.push(element.heading);
}

/**
 * True when a heading repeats the title: case and the shape of quotes and dashes do not matter, nor
 * does a tag in the title (`In the middle with <center>`), which a heading takes for one.
 */
function isTitle(heading: string, title: string): boolean {
  const wanted = foldTitle(heading);
  const isSame = (text: string) => wanted === foldTitle(text);
  return wanted !== '' && (isSame(title) || isSame(title.replace(/<[^>]*>/g, '')));
}

function foldTitle(text: string): string {
  return foldSpace(text)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/[\u2013\u2014]|-{2,3}/g, '-');
}

/** Long lines scroll in their own box, and keys must get there. */
function readPre(found: Findings, { attributes, around, tag }: Element): void {
  found.preStart = tag.end;
  if (!attributes.has('tabindex') && !(around & regular.UNDIVIDED)) attributes.set('tabindex', '0');
}

const LANGUAGE = 'language-';

/** Sets a block's text apart to be coloured, where its language is known. */
function readCode(found: Findings, element: Element): void {
  const { html } = found;
  const { tag } = element;
  const className = decodeEntities(element.attributes.get('class') ?? '');
  if (!className.startsWith(LANGUAGE)) return;
  const words = className.slice(LANGUAGE.length);
  found.codeLanguages.push(words);
  const language = findLanguage(words)?.language ?? null;
  const contentEnd = html.indexOf('<', tag.end);
  if (language === null || tag.start !== found.preStart || !html.startsWith('</code>', contentEnd))
    return;
  const code = html.slice(tag.end, contentEnd);
  if (code === '') return;
  found.texts.push(code);
  element.content = CODE + language + CODE + code + CODE;
  element.end = contentEnd + '</code>'.length;
}

const CAPTION = /\s*<caption[^>]*>([\s\S]*?)<\/caption>/y;

/**
 * A box to scroll in, which keys reach, around an outermost table. A group, not a region: a page of ten
 * tables must not have ten landmarks.
 */
function addScrollBox({ html }: Findings, element: Element): void {
  if (element.around & (regular.IN_TABLE | regular.UNDIVIDED)) return;
  CAPTION.lastIndex = element.tag.end;
  const label = regular.readText(CAPTION.exec(html)?.[1] ?? '') || 'Table';
  const name = regular.escapeAttribute(label);
  element.before = `<div class="scroll" role="group" aria-label="${name}" tabindex="0">`;
  element.after = '</div>';
}

/** Looks whether one of the heads has no text: it is the head of nothing, as in a table's corner. */
function readTableHead({ html }: Findings, element: Element): void {
  const { end } = element.tag;
  const row = html.slice(end, html.indexOf('</thead>', end));
  if (/<th[^>]*><\/th>/.test(row)) element.traits |= regular.IN_BARE_HEADS;
}

/** How Markdown aligns a table's cells. */
const ALIGNED = /^text-align: (left|center|right)$/;

/** Makes a class of Markdown's alignment, and a plain cell of an empty head: the others say their scope. */
function readCell({ html }: Findings, element: Element): void {
  const { attributes, around, tag } = element;
  const [, side] = ALIGNED.exec(attributes.get('style') ?? '') ?? [];
  if (side !== undefined && attributes.size - Number(attributes.has('scope')) === 1) {
    attributes.delete('style');
    attributes.set('class', `align-${side}`);
  }
  if (tag.name === 'td' || !(around & regular.IN_BARE_HEADS)) return;
  if (!html.startsWith('</th>', tag.end)) {
    if (!attributes.has('scope')) attributes.set('scope', 'col');
    return;
  }
  element.name = 'td';
  element.content = '';
  element.end = tag.end + '</th>'.length;
}

/** Characters of HTML in which the name of a checkbox is looked for. */
const NAME_LENGTH = 500;
const NAME_EDGE = /<\/?(?:blockquote|br|div|dl|h[1-6]|hr|input|li|ol|p|pre|table|td|ul)\b/;

/** A task list's checkbox is named by the text that follows it. */
function nameCheckbox({ html }: Findings, { attributes, around, tag: { end } }: Element): void {
  const isTask = attributes.get('type') === 'checkbox' && attributes.has('disabled');
  const isNamed = attributes.has('id') || attributes.has('aria-label');
  if (!isTask || isNamed || around & regular.IN_LABEL) return;
  const rest = html.slice(end, end + NAME_LENGTH);
  const edge = rest.search(NAME_EDGE);
  const name = regular.readText(edge === -1 ? rest : rest.slice(0, edge));
  if (name !== '') attributes.set('aria-label', regular.escapeAttribute(name));
}

/** A frame is named by its host; a second one of the same host gets a number. */
function nameFrame(found: Findings, element: Element): void {
  settle(found, element);
  const { attributes, tag } = element;
  if (attributes.has('title') || attributes.has('aria-label')) return;
  // As the author wrote it: what stands in the attributes may be a hole.
  const src = decodeEntities(regular.readAttributes(tag).get('src') ?? '');
  const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(src)?.[1]?.toLowerCase();
  const name = host === undefined ? 'Embedded content' : `Embedded content from ${host}`;
  const count = (found.frames.get(name) ?? 0) + 1;
  found.frames.set(name, count);
  attributes.set('title', count === 1 ? name : `${name} (${count})`);
}

/** Leaves the content of an element as it is: it is no HTML. */
function settle({ html }: Findings, element: Element): void {
  const { name, end } = element.tag;
  const endTag = `</${name}>`;
  const contentEnd = html.indexOf(endTag, end);
  element.content = html.slice(end, contentEnd);
  element.end = contentEnd + endTag.length;
  if (name !== 'style' && name !== 'script') return;
  element.before = PAGE_ONLY;
  element.after = PAGE_ONLY;
}

/** What scripts replace: the engine reads it by a name that keeps its content as it is. */
function readNoscript(found: Findings, element: Element): void {
  settle(found, element);
  element.name = 'noscript';
}

/** An element that swallows the rest of the page looks the same as preformatted text. */
function replacePlaintext({ html }: Findings, element: Element): void {
  const contentEnd = html.lastIndexOf('</plaintext>');
  element.name = 'pre';
  element.content = html
    .slice(element.end, contentEnd)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
  element.end = contentEnd + '</plaintext>'.length;
}

/** It would bend every URL of the page. */
function leaveOut(_: Findings, element: Element): void {
  element.name = '';
}

/** Types of scripts that browsers run, or take rules from; others are data (HTML standard, 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function readScript(found: Findings, element: Element): void {
  settle(found, element);
  const script = element.content ?? '';
  // Inside a comment that is open a browser would not see the end tag.
  const isOpen = script.lastIndexOf('<!--') > script.lastIndexOf('-->');
  element.content = isOpen ? `${script}\n-->` : script;
  const stated = regular.readAttributes(element.tag);
  const type = stated.get('type') ?? '';
  const url = stated.has('src') ? decodeEntities(stated.get('src') ?? '').trim() : null;
  const isRules = /^speculationrules$/i.test(type);
  if (!isRules && !RUN.test(type)) return;
  if (url !== null && !isRules) {
    if (/^(?:https?:)?\/\//i.test(url)) found.embedded.add(`script-src ${sourceOf(url)}`);
  } else if (script !== '') {
    const directive = isRules ? 'speculation-rules' : 'script-src';
    found.embedded.add(`${directive} ${hashOf(element.content)}`);
  }
}

function noteObject({ embedded }: Findings, { tag }: Element, attribute: string): void {
  const url = decodeEntities(regular.readAttributes(tag).get(attribute) ?? '').trim();
  if (url !== '') embedded.add(`object-src ${sourceOf(url)}`);
}

/** Scheme and host of a URL; of one without a scheme the host, which then has the page's. */
function sourceOf(url: string): string {
  const [, source] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url) ?? [];
  return source === undefined ? "'self'" : source.replace(/^\/\//, '').toLowerCase();
}

/** The digest of a script as the browser has it. */
function hashOf(script: string): string {
  const text = script.replace(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
