/**
 * Lint of a body: likely mistakes that the Markdown engine silently treats as text, such as `#Heading`, `[a] (b)`
 * or an undefined footnote, and addresses that only work on the author's machine. Pure.
 *
 * The engine's HTML and nodes distinguish text from code, so nothing in code is ever reported. A body without
 * signs of lint costs only a few searches. Doubtful cases are not reported.
 */

import { subjectOf } from '../problems/edits.ts';
import type { ProblemCode, TextEdit } from '../problems/problems.ts';
import {
  askMeant,
  decodeEntities,
  decodePercent,
  findConflict,
  foldWords,
  suggestFolded,
  suggestWord,
} from '../text/text.ts';
import type { Element, Fault } from './body-scan.ts';
import { type BodyFormat, type Part, splitAt } from './edits.ts';
import { stripSiteUrl } from './html.ts';

/** A likely mistake, with its offset in the body. */
export interface Lint extends Pick<Fault, 'code' | 'message'> {
  readonly at: number;
  readonly hint: string;
  /** Offsets are those of the body. */
  readonly edits?: readonly TextEdit[];
}

/** Signs of lint in the source. Most are in code or intended. */
const SIGNS = ['[^', '][', '] (', ']  ', '<<<<<<< '];
const HEADING_SIGN = /^#+[^\s#]/m;
/** The same signs in the engine's HTML without code. */
const TEXT_SIGNS = /\[\^|\]\[|\] +\(|(?:^|>)#+[^\s#]|(?:&lt;){7} /m;
const CODE_END = /<\/(?:code|pre)>/;
const OPEN_CODE = /<(?:code|pre)[ >][\s\S]*$/;
// Searches for the fence and then looks back at its line: trying the prefix on every line takes longer.
const FENCE =
  /(?:(?<!`)`{3,}(?=[^`\n]*$)|(?<!~)~{3})(?<=^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`+|~+))/gm;
const NOTE = /^ {0,3}\[\^([^\]\s]+)\]:/gm;

/** Finds the lint of a body; `html` is the engine's HTML of it, and `list` lists what is not text. */
export function findLint(
  body: string,
  format: BodyFormat,
  html: string,
  list: (body: string) => readonly Part[],
): Lint[] {
  const isMarkdown = format === 'markdown';
  const last = LAST_ELEMENT.exec(html.slice(-200));
  const wide = isMarkdown && html.includes('<table>') ? findWideRows(body) : [];
  const open = findOpenQuote(body, isMarkdown);
  const mayBeYear = isMarkdown && html.includes('<ol start="');
  const lone = mayBeYear ? Array.from(html.matchAll(LONE_ITEM), ([, year]) => `${year}`) : [];
  const hasRows = isMarkdown && html.includes('<p>|');
  const isSuspect = last !== null || open !== null || hasRows || wide.length + lone.length > 0;
  const isUneven = isMarkdown && hasUnevenFences(body, html);
  if (!isSuspect && !isUneven && !hasSigns(body, html)) return [];
  const parts = isMarkdown ? list(body) : [];
  const text = isMarkdown ? blank(body, parts) : body;
  // After an unclosed fence or element, nothing is read as intended: only that one is reported.
  const code = parts.filter(({ type }) => /code/i.test(type));
  const isInCode = ({ at }: Lint) => code.some(({ start, end }) => start <= at && at < end);
  const unclosed = last?.[1] === undefined ? null : findUnclosed(blank(body, code), last[1]);
  const first =
    findConflict(text) ??
    findOpenFence(body, parts) ??
    [unclosed, open].find((lint) => lint && !isInCode(lint));
  if (first) return [first];
  if (!isMarkdown) return [];
  const rows = wide.filter((row) => !isInCode(row));
  const lines = [...findHeadings(text), ...(hasRows ? findRows(text) : []), ...rows];
  return [...findLinks(text, parts), ...lines, ...findYears(text, lone)];
}

/** Elements that hide everything after them if unclosed; the engine closes them at the end. */
const LAST_ELEMENT =
  /<\/(audio|iframe|no(?:embed|frames|script)|object|script|select|style|template|textarea|title|video|xmp)>(?:<\/\w+>|\s)*$/;

/** Finds the last element with that name if it is unclosed. */
function findUnclosed(text: string, name: string): Lint | null {
  const [opening, end] = [`<${name}`, `</${name}`];
  const lower = text.toLowerCase();
  const at = lower.lastIndexOf(opening);
  if (at === -1 || lower.includes(end, at)) return null;
  const message = `\`${opening}>\` is never closed, so nothing that follows it is shown`;
  const hint = `Write \`${end}>\` where it ends: HTML has no \`${opening} />\`.`;
  return { at, code: 'element-unclosed', message, hint, edits: addClosingTag(text, at) };
}

/** Ends an element such as `<iframe />`, whose slash means nothing in HTML. */
function addClosingTag(text: string, offset: number): TextEdit[] {
  const tag = /<(\w+)[^<>]*?(\s*\/>)/y;
  tag.lastIndex = offset;
  const [whole = '', name, slash = ''] = tag.exec(text) ?? [];
  if (name === undefined) return [];
  return [{ at: offset + whole.length - slash.length, was: slash, is: `></${name}>` }];
}

/** Finds a tag that extends to the end of the body because a value in it has no closing quote. */
function findOpenQuote(body: string, isMarkdown: boolean): Lint | null {
  const quote = body.lastIndexOf('="');
  if (quote === -1 || body.includes('"', quote + 2)) return null;
  const at = body.lastIndexOf('<', quote);
  // Inside a paragraph, Markdown treats it as text.
  const isTag = /^<[a-z][^>]*$/i.test(body.slice(at, quote));
  const isRead = !isMarkdown || /^[ \t]*$/.test(body.slice(body.lastIndexOf('\n', at) + 1, at));
  if (at === -1 || !isTag || !isRead) return null;
  const message = 'A value in this tag has no closing quote, so nothing that follows it is shown';
  return { at, code: 'element-unclosed', message, hint: 'Add a closing `"` after the value.' };
}

/** A list with one item, numbered like a year. */
const LONE_ITEM = /<ol start="(\d{4})">\s*<li>(?:(?!<[ou]l|<li)[\s\S])*?<\/li>\s*<\/ol>/g;

/** Finds sentences that begin with a year, which Markdown takes for the number of a list item. */
function* findYears(text: string, years: readonly string[]): Generator<Lint> {
  for (const year of years) {
    const found = new RegExp(`^([ \\t>]*)${year}([.)]) `, 'm').exec(text);
    if (found === null) continue;
    const [, indent = '', sign = ''] = found;
    const message = `\`${year}${sign}\` at the beginning of a paragraph makes it item ${year} of a list`;
    const hint = `If it is a sentence, write \`${year}\\${sign}\`.`;
    const at = found.index + indent.length;
    const edits = [{ at: at + year.length, was: '', is: '\\' }];
    yield { at, code: 'list-year', message, hint, edits };
  }
}

const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The bar between two cells. */
const STROKE = /(?<!\\)\|/;

const splitCells = (row: string) => row.replace(/^[ \t>]*\|?|(?<!\\)\|?[ \t]*$/g, '').split(STROKE);

/** A block that begins with two lines between bars. */
const ROWS = /(?<=^|\n[ \t>]*\n)([ \t>]*)(\|[^\n]*\|)[ \t]*\n([ \t>]*\|[^\n]*\|)[ \t]*(?=\n|$)/g;

/** Finds rows that aren't a table, because the second isn't a delimiter row or has another number of cells. */
function* findRows(text: string): Generator<Lint> {
  for (const found of text.matchAll(ROWS)) {
    const { 0: whole, 1: indent = '', 2: row = '', 3: next = '', index } = found;
    const count = splitCells(row).length;
    if (DELIMITER_ROW.test(next) && splitCells(next).length === count) continue;
    const message = `These lines aren't a table yet: the first needs a row of hyphens for ${count} ${count === 1 ? 'column' : 'columns'} below it`;
    const hint = `Write \`|${'---|'.repeat(Math.min(count, 20))}\` below the first row.`;
    const nextAt = index + whole.indexOf('\n') + 1;
    const edits = [delimitRows(nextAt, next, `|${'---|'.repeat(count)}`)];
    yield { at: index + indent.length, code: 'table-delimiter', message, hint, edits };
  }
}

/** Inserts the delimiter row above the second row, or replaces one that has another number of cells. */
function delimitRows(offset: number, second: string, delimiters: string): TextEdit {
  const [indent = ''] = /^[ \t>]*/.exec(second) ?? [];
  const cells = second.slice(indent.length);
  const at = offset + indent.length;
  return /^\|[ \t:|-]+\|$/.test(cells)
    ? { at, was: cells, is: delimiters }
    : { at, was: '', is: `${delimiters}\n${indent}` };
}

/** Finds table rows with more cells than the table has columns; the engine drops the extra cells. */
function findWideRows(body: string): Lint[] {
  const rows: Lint[] = [];
  let [at, columns] = [0, 0];
  for (const line of body.split('\n')) {
    const cells = splitCells(line);
    if (DELIMITER_ROW.test(line) && line.includes('|')) columns = cells.length;
    else if (cells.length < 2) columns = 0;
    else if (columns > 0 && cells.length > columns && cells.slice(columns).join('').trim() !== '') {
      const words = cells.slice(columns).join('|').trim().slice(0, 60);
      const message = `This row has more cells than its table, so \`${words}\` is not shown`;
      const hint =
        'Add a column to the head of the table; write `\\|` for a stroke that ends no cell.';
      rows.push({ at, code: 'table-cells', message, hint });
    }
    at += line.length + 1;
  }
  return rows;
}

/** True unless each code block has two fences and the last block ends with one. */
function hasUnevenFences(body: string, html: string): boolean {
  if (!body.includes('```') && !body.includes('~~~')) return false;
  if (html.endsWith('</pre>\n') && !/[`~]{3}$/.test(body.slice(-99).trimEnd())) return true;
  const fences = body.match(FENCE)?.length ?? 0;
  return fences > 0 && fences !== 2 * (html.match(/<pre>/g)?.length ?? 0);
}

function hasSigns(body: string, html: string): boolean {
  if (!SIGNS.some((sign) => body.includes(sign)) && !HEADING_SIGN.test(body)) return false;
  if (html.split(CODE_END).some((each) => TEXT_SIGNS.test(each.replace(OPEN_CODE, ''))))
    return true;
  const notes = new Set(html.match(/(?<= id="fn-)[^"]+/g));
  return [...body.matchAll(NOTE)].some(([, name = '']) => !notes.has(name));
}

/** Replaces each character that is not text with a letter, since no lint begins after a letter. */
function blank(body: string, parts: readonly Part[]): string {
  const others = parts.filter(({ type, start }) => {
    // A bare URL may be the intended target of a mistyped link.
    const isText = type === 'link' && !/[[<]/.test(body.charAt(start));
    return !isText && type !== 'footnoteDefinition';
  });
  const pieces = splitAt(body, others);
  return pieces.map((each, i) => (i % 2 === 0 ? each : each.replace(/[^\n]/g, 'x'))).join('');
}

/** Finds the first fence that is unclosed, or closed only by the opening fence of the next block. */
function findOpenFence(body: string, parts: readonly Part[]): Lint | null {
  for (const { type, start, end } of parts) {
    const source = body.slice(start, end);
    const [fence] = /^(?:`{3,}|~{3,})/.exec(source) ?? [];
    if (type !== 'code' || fence === undefined) continue;
    const run = `\n[ \\t>]*${fence.charAt(0)}{${fence.length},}`;
    const isClosed = new RegExp(`${run}[ \\t]*\\n?$`).test(source);
    if (isClosed && !new RegExp(`${run}[ \\t]*[a-z]+[ \\t]*\\n`).test(source)) continue;
    const message = 'The block of code that begins here is never closed';
    const hint = `Write a line of ${fence} after its last line, indented as far as this one.`;
    const edits = closeFence(body, start, fence);
    return { at: start, code: 'fence-unclosed', message, hint, edits };
  }
  return null;
}

/** Closes a block of code at the end of the body. A line there can't close a block in a list or a quotation. */
function closeFence(body: string, offset: number, fence: string): TextEdit[] {
  if (offset > 0 && body[offset - 1] !== '\n') return [];
  const [, ...below] = body.slice(offset).split('\n');
  // A fence below may be meant to close it, at the wrong depth.
  if (below.some((line) => line.trim() === fence)) return [];
  const end = body.trimEnd().length;
  return [{ at: end, was: body.slice(end), is: `\n${fence}\n` }];
}

const UNDEFINED_NOTE = /(?<!\\)\[\^([\w-]+)\](?![:([*+?{\w])/g;
/** Excludes numbers beside numbers, which are citations. */
const REFERENCE = /(?<![\w\\\])])!?\[(?!\s|\d+\]\[\d)([^[\]\n^]+)\]\[([^[\]\n^]*)\]/g;
const SPACED =
  /(?<![\w\\\])])\[([^[\]\n]+)\] +\(((?:https?:|mailto:|www\.|\.{0,2}\/|#)[^()\s]+|[\w-]+\.(?:md|html?|pdf|png|jpe?g|gif|webp|svg))\)/g;

/** Finds footnotes and links without a target, and links with a space between text and address. */
function* findLinks(text: string, parts: readonly Part[]): Generator<Lint> {
  const used = new Set(parts.map(({ type, name }) => type === 'footnoteReference' && name));
  const notes = parts.filter(({ type }) => type === 'footnoteDefinition');
  const names = foldWords(notes.map(({ name }) => name));
  const definitions = parts.filter(({ type }) => type === 'definition');
  const targets = foldWords(definitions.map(({ name }) => name));
  for (const { name, start: at } of notes) {
    if (used.has(name)) continue;
    const message = `Nothing refers to the footnote \`[^${name}]\`, so no reader sees it`;
    const hint = `Write \`[^${name}]\` where it belongs, or remove it.`;
    yield { at, code: 'footnote-unused', message, hint };
  }
  for (const { 1: name = '', index: at } of text.matchAll(UNDEFINED_NOTE)) {
    // `[^a-z]` is more often a regular expression than a footnote.
    if (!/^\d+$/.test(name) && (notes.length === 0 || /\w-\w/.test(name))) continue;
    const message = `The footnote \`[^${name}]\` has no text, so it stays as it is`;
    const meant = suggestFolded(name, names);
    const asked = askMeant(meant && `[^${meant}]`);
    const hint = asked ?? `Write \`[^${name}]: …\` on a line of its own.`;
    const edits = meant === null ? [] : [{ at: at + '[^'.length, was: name, is: meant }];
    yield { at, code: 'footnote-undefined', message, hint, edits };
  }
  for (const { 0: written, 1: words, 2: name, index: at } of text.matchAll(REFERENCE)) {
    const message = `\`${written}\` refers to an address that is not there, so it stays as it is`;
    const meant = suggestFolded(name || words || '', targets);
    const asked = askMeant(meant && written.replace(/\[[^[\]]*\]$/, () => `[${meant}]`));
    const hint = asked ?? `Write \`[${name || words}]: https://…\` on a line of its own.`;
    const nameAt = at + written.lastIndexOf('[') + 1;
    const edits = meant === null ? [] : [{ at: nameAt, was: name ?? '', is: meant }];
    yield { at, code: 'reference-undefined', message, hint, edits };
  }
  for (const { 0: written, 1: words, 2: url, index: at } of text.matchAll(SPACED)) {
    const message = `\`${written}\` isn't a link, because there is a space in it`;
    const hint = `Write \`[${words}](${url})\`.`;
    const start = `[${words}]`.length;
    const spaces = written.slice(start, written.indexOf('(', start));
    const edits = [{ at: at + start, was: spaces, is: '' }];
    yield { at, code: 'link-space', message, hint, edits };
  }
}

const HEADING = /^(#{1,6})([\p{L}\p{N}"'“‘*_][^\n]*)$/gmu;
/** A hashtag, or a sentence that begins with one. */
const HASHTAG = /^(?!\p{Lu})|^\p{Lu}\p{L}*\p{Lu}\p{L}*$|[.!?,;:…]$|\s#[\p{L}\d]/u;

function* findHeadings(text: string): Generator<Lint> {
  for (const { 0: line, 1: signs = '', 2: words = '', index: at } of text.matchAll(HEADING)) {
    const end = at + line.length;
    const isAlone =
      /(?:^|\n[ \t]*\n)$/.test(text.slice(Math.max(0, at - 99), at)) &&
      /^\s*(?:\n[ \t]*\n|$)/.test(`${text.slice(end, end + 99)}\n\n`);
    if (signs === '#' && (!isAlone || HASHTAG.test(words.slice(0, 200).trim()))) continue;
    const message = `\`${line.slice(0, 60)}\` isn't a heading without a space after \`${signs}\``;
    const hint = `Write \`${signs} ${words.trim().slice(0, 60)}\`; to show it as it is, \`\\${signs}\`.`;
    const edits = [{ at: at + signs.length, was: '', is: ' ' }];
    yield { at, code: 'heading-space', message, hint, edits };
  }
}

/** Finds Markdown pictures without a description; the engine gives them an empty `alt`. */
export function findUnnamed(body: string, html: string): Fault[] {
  const count = body.includes('![](') ? body.split('![](').length - 1 : 0;
  const bare = count > 0 ? (html.match(/<img src="[^"]*" alt=""/g) ?? []) : [];
  return bare.slice(0, count).map(() => ({ ...NO_ALT, written: '![](' }));
}

/** The problem of a picture without `alt`, which screen readers cannot describe. */
const NO_ALT = {
  code: 'alt-missing',
  message: 'A picture has no description',
  hint: 'Say what it shows: `![a red door](door.jpg)`, `<img alt="a red door">`; or `alt=""` for decoration.',
  isShared: true,
} as const;
const LOCAL =
  /^(?:file:|[a-z]:(?:[\\/]|%5c)|\\\\|https?:\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?=[:/?#]|$))/i;
/** Addresses of other machines. The pattern above matches none of them. */
const PUBLIC = /^https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[)/i;
/** Formats that hardly any browser shows. */
const UNSHOWN = /\.(heic|heif|psd|dng|cr2|nef|arw)(?:[?#]|$)/i;
/** Attributes that give a purpose to a link without text. */
const PURPOSES = ['id', 'name', 'class', 'title', 'aria-label'];

/** Checks a link or picture without looking at other files; `source` is the HTML of the whole body. */
export function judgeElement(element: Element, source: string, siteUrl: string): Fault[] {
  const { name, attributes, end } = element;
  const raw = attributes.get(name === 'img' ? 'src' : 'href');
  if (raw === undefined || (name !== 'img' && name !== 'a')) return [];
  const isBare = name === 'a' && source.startsWith('</a>', end);
  // Fast path for most links.
  if (name === 'a' && !isBare && PUBLIC.test(raw ?? '')) return [];
  const written = decodeEntities(raw ?? '').trim();
  const faults: Fault[] = [];
  if (name === 'img' && !attributes.has('alt')) faults.push({ ...NO_ALT, written });
  // A link whose text is its own address is an example.
  const isExample = name === 'a' && written !== '' && source.startsWith(`${raw}</a>`, end);
  if (isExample || stripSiteUrl(written, siteUrl) !== null) return faults;
  const subject = subjectOf(written);
  const tell = (code: ProblemCode, message: string, hint: string) =>
    void faults.push({ code, message, hint, written, subject });
  const [, scheme, rest] = /^(?!https?:\/\/)([a-z]{2,7}):+\/\/(.*)/is.exec(written) ?? [];
  const meant = scheme === undefined ? null : suggestWord(scheme, ['http', 'https']);
  const [, host] = (name === 'img' && /^http:\/\/([^/?#]+)/i.exec(written)) || [];
  const [, format] = (name === 'img' && UNSHOWN.exec(written)) || [];
  if (LOCAL.test(written)) {
    const message = `\`${decodePercent(written)}\` is on your own machine, which readers can't reach`;
    tell('link-local', message, 'Put the file beside the essay, or write a public address.');
  } else if (meant !== null) {
    const whole = `${meant}://${rest}`;
    const replacement = { was: written, is: whole };
    faults.push({ ...schemeMissing(written, whole), written, replacement, subject });
  } else if (format !== undefined) {
    const message = `Most browsers can't show ${format.toUpperCase()} pictures`;
    tell('image-format', message, 'Save it as JPEG, PNG or WebP.');
  } else if (host !== undefined && !siteUrl.startsWith('http:')) {
    const message = `A picture of \`${host}\` has an http: address, which browsers may refuse on an https: page`;
    const hint = 'Write https:, or put a copy beside the essay.';
    const replacement = { was: 'http:', is: 'https:' };
    faults.push({ code: 'image-insecure', message, hint, written, replacement, isShared: true });
  } else if (name === 'a' && written === '') {
    tell('link-empty', 'This link has no address', 'Write it: `[text](https://…)`.');
  } else if (isBare && !PURPOSES.some((key) => attributes.has(key))) {
    tell('link-empty', 'This link has no text, so no reader sees it', 'Write it: `[text](…)`.');
  }
  return faults;
}

/** Turns a link without an address, which begins at the offset, into its text. */
export function unwrapLink(text: string, offset: number): TextEdit[] {
  const link = /(?<!!)\[([^\]\n]+)\]\(\s*\)/y;
  link.lastIndex = offset;
  const [was, words] = link.exec(text) ?? [];
  return was === undefined || words === undefined ? [] : [{ at: offset, was, is: words }];
}

/** The problem of an address without its scheme. */
export function schemeMissing(url: string, meant: string) {
  const message = `\`${url}\` isn't a complete address`;
  return { code: 'link-scheme-missing', message, hint: `Did you mean \`${meant}\`?` } as const;
}
