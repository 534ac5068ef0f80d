/**
 * Finds the formulas of a body, before anything else reads the body: `$$…$$`, `\(…\)`, `\[…\]`, blocks of code called
 * `math`, environments such as `align`, shortcodes such as `katex`, and `$…$` where the author has turned it on. Pure.
 *
 * Code, URLs and raw HTML are left alone. Escaped brackets and dollars are common in prose too: unless the author has
 * turned formulas on, they count only if what they enclose looks like TeX.
 */
import type { BodyFormat, Part } from './edits.ts';
import { type Literal, listHtml, listLiterals } from './formula-literals.ts';
import { COMMAND, isProse, isTex, readTex, type WrittenTex } from './formula-text.ts';
import type { Formula } from './tex.ts';

/** A formula, with its place in the body, delimiters included. */
export interface FoundFormula extends Formula, WrittenTex {
  readonly start: number;
  readonly end: number;
}

/** A `\ref`, `\eqref` or `@eq:…` outside formulas. */
export interface FoundReference {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** A formula that never ends, or that a blank line interrupts. */
export interface TornFormula {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** The formulas of a body and all that belongs to them, each list in order. */
export interface FoundFormulas {
  readonly formulas: readonly FoundFormula[];
  readonly references: readonly FoundReference[];
  readonly torn: readonly TornFormula[];
  /** The offset of the first `$…$` that looks like a formula but stays text; null if there is none. */
  readonly unread: number | null;
}

/** What the search for formulas needs to know. */
export interface FormulaContext {
  readonly format: Exclude<BodyFormat, 'text'>;
  /** True if the author has turned formulas on: then `$…$` is one as well. */
  readonly isOn: boolean;
  /** The names of the author's components, which read shortcodes of these names instead. */
  readonly components: readonly string[];
  listParts(body: string): readonly Part[];
}

const MATH_BLOCK = /(?:(?:`{3}|~{3})[ \t]*|\{[{%][<%]?\s*)(?:math|katex)\b/;
const UNREAD = /\$[^\s$](?:[^$\n]*[^\s$\\])?\$(?!\d)/g;

/** False for a body that certainly has no formulas, as most have none. */
function hasSigns(body: string, isOn: boolean): boolean {
  if (body.includes('$')) {
    if (isOn || body.includes('$$') || body.includes('$`') || hasUnread(body)) return true;
  }
  if (body.includes('\\') && /\\(?:[([]|begin\{)/.test(body)) return true;
  const mayHaveBlock = body.includes('math') || body.includes('katex');
  return mayHaveBlock && MATH_BLOCK.test(body);
}

const hasUnread = (body: string) =>
  COMMAND.test(body) && Array.from(body.matchAll(UNREAD)).some(([text]) => COMMAND.test(text));

const NOTHING: FoundFormulas = { formulas: [], references: [], torn: [], unread: null };

/** Finds the formulas of a body. */
export function findFormulas(body: string, context: FormulaContext): FoundFormulas {
  if (!hasSigns(body, context.isOn)) return NOTHING;
  const scan: FormulaScan = {
    body,
    context,
    found: [],
    references: [],
    torn: [],
    unread: null,
    doubtful: null,
    unclosed: new Map(),
    closed: new Map(),
  };
  const isHtml = context.format === 'html';
  scanBody(scan, isHtml ? listHtml(body) : listLiterals(body, context.listParts(body)));
  const { found: formulas, torn } = scan;
  const unread = scan.unread ?? (formulas.length > 0 ? scan.doubtful : null);
  const hasLabels = formulas.some(({ tex }) => tex.includes('\\label'));
  return { formulas, references: hasLabels ? scan.references : [], torn, unread };
}

/** The state of searching a body. */
interface FormulaScan {
  readonly body: string;
  readonly context: FormulaContext;
  readonly found: FoundFormula[];
  readonly references: FoundReference[];
  readonly torn: TornFormula[];
  /** The offset of the first `$…$` that is clearly a formula. */
  unread: number | null;
  /** The offset of the first `$…$` that is a formula only if the body has others, such as `$u$`. */
  doubtful: number | null;
  /** For each closing delimiter, the end of the paragraph in which there is no further one. */
  readonly unclosed: Map<string, number>;
  /** The last closing delimiter that was found, by delimiter, and where its search began. */
  readonly closed: Map<string, { readonly from: number; readonly at: number }>;
}

const STARTS =
  /\\\\[([]|\\begin\{|\\(?:eq)?ref\{[^{}\n]{1,200}\}|\\[^\n]|\$+|\{[{%][<%]?\s*(?:math|katex)\b|\[@eq[:-][\w:.-]+\]|(?<![\w.])@eq[:-][\w:.-]*\w/gi;

function scanBody(scan: FormulaScan, literals: readonly Literal[]): void {
  const { body } = scan;
  const starts = new RegExp(STARTS);
  let next = 0;
  let done = 0;
  /** Passes the literals up to an offset; those that begin inside a formula are none. Returns the one around it. */
  const passTo = (offset: number): Literal | null => {
    for (; next < literals.length; next++) {
      const literal = literals[next] as Literal;
      if (literal.start > offset) return null;
      if (literal.start < done) continue;
      if (readFence(literal, scan)) done = literal.end;
      else if (literal.end > offset) return literal;
    }
    return null;
  };
  for (let start = starts.exec(body); start !== null; start = starts.exec(body)) {
    const { 0: sign, index } = start;
    const literal = passTo(index);
    if (index < done) starts.lastIndex = Math.max(done, index + 1);
    else if (literal !== null) starts.lastIndex = literal.end;
    else {
      done = readSign(sign, index, scan);
      starts.lastIndex = Math.max(done, index + sign.length);
    }
  }
  passTo(body.length);
}

/** Reads what a sign begins. Returns the end of the formula, or 0. */
function readSign(sign: string, start: number, scan: FormulaScan): number {
  const after = start + sign.length;
  if (sign === '$') return readDollar(start, scan);
  if (sign === '$$') return readDelimited(start, after, '$$', scan);
  if (/^\\begin\{$/i.test(sign)) return readEnvironment(start, scan);
  if (sign.startsWith('{')) return readShortcode(start, scan);
  if (/^\\(?:eq)?ref\{|@/.test(sign)) {
    const label = sign.replace(/^\\(?:eq)?ref\{|[@[\]}]/gi, '');
    scan.references.push({ start, end: after, label });
    return after;
  }
  if (/^\\{1,2}[([]$/.test(sign)) {
    return readDelimited(start, after, sign.replace('(', ')').replace('[', ']'), scan);
  }
  return 0;
}

const TWO_DOLLARS = String.raw`(?<!(?<!\\)\$)\$\$(?!\$)`;

/** Finds a closing delimiter before the next blank line, or in HTML before the next tag; -1 if there is none. */
function findClose(from: number, close: string, scan: FormulaScan): number {
  if (from < (scan.unclosed.get(close) ?? 0)) return -1;
  const last = scan.closed.get(close);
  if (last !== undefined && last.from <= from && from <= last.at) return last.at;
  const end = scan.context.format === 'html' ? '<[a-z/!]' : '\\n[ \\t>]*(?=\\n)';
  // Three dollars aren't a delimiter.
  const written = close === '$$' ? TWO_DOLLARS : close.replace(/\W/g, '\\$&');
  const pattern = new RegExp(`(?<close>${written})|(?<end>${end})|\\\\[^\\n]`, 'gi');
  pattern.lastIndex = from;
  for (let found = pattern.exec(scan.body); found !== null; found = pattern.exec(scan.body)) {
    if (found.groups?.close !== undefined) {
      scan.closed.set(close, { from, at: found.index });
      return found.index;
    }
    if (found.groups?.end === undefined) continue;
    scan.unclosed.set(close, found.index);
    return -1;
  }
  scan.unclosed.set(close, scan.body.length);
  return -1;
}

/** What precedes a formula on lines of its own: the signs of quotations and list items. */
const OWN_START = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)*[ \t>]*$/;
const OWN_END = /[ \t]*[.,;:]?[ \t]*(?=\n|$)/y;
/** Begins a line that holds no display formula: a heading, or a row of a table. */
const NO_DISPLAY = /^[ \t>]*(?:#{1,6}[ \t]|\|)/;

/** A formula's label in Quarto and pandoc-crossref, after the formula or on the next line. */
const NAME = /[ \t]*(?:\n[ \t>]*)?\{#(eq[:-][\w:.-]+)[^{}\n]*\}/y;

/** What brackets may hold besides formulas: a box of a task list, or the number of a note. */
const IS_LABEL = /^(?:[ xX]|\d+)$/;

/** The most characters that are read of what precedes a formula on its line. */
const MAX_BEFORE = 200;

/** Returns what precedes an offset on its line. */
function lineBefore(body: string, at: number): string {
  const before = body.slice(Math.max(0, at - MAX_BEFORE), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function isOwnLine(start: number, end: number, body: string): boolean {
  OWN_END.lastIndex = end;
  return OWN_END.test(body) && OWN_START.test(lineBefore(body, start));
}

/** Reads `$$…$$`, `\(…\)`, `\[…\]`, or the last two with doubled backslashes, as old Markdown needs them. */
function readDelimited(start: number, from: number, close: string, scan: FormulaScan): number {
  const { body, context } = scan;
  const at = findClose(from, close, scan);
  if (at === -1) return reportTorn(start, from, close, scan);
  NAME.lastIndex = at + close.length;
  const [attributes = '', label = ''] = NAME.exec(body) ?? [];
  const end = at + close.length + attributes.length;
  const content = body.slice(from, at);
  const isOwn = isOwnLine(start, end, body);
  const isDoubled = close.startsWith('\\\\');
  if (content.trim() === '') return 0;
  const isCertain =
    (close === '$$' && isOwn) ||
    (context.isOn && !isDoubled && !(close === '\\]' && IS_LABEL.test(content)));
  if (!isCertain && content.length > MAX_DOUBTFUL) return 0;
  if (!isCertain && !isTex(content, close, isOwn, body.slice(end, end + 9))) return 0;
  // In a sentence, two dollars are what kramdown's authors write for formulas in the line.
  const isInSentence =
    context.format === 'markdown' && close === '$$' && !isOwn && !content.includes('\n');
  const isInline = close.endsWith(')') || isInSentence || NO_DISPLAY.test(lineBefore(body, start));
  return addFormula(start, end, [from, at], !isInline, scan, { isDoubled, label });
}

/** The longest text between delimiters that may be text; longer text than this is no formula. */
const MAX_DOUBTFUL = 2000;

/** The longest text in which braces are counted to find the end of a formula. */
const MAX_DEPTH_SCAN = 500;

/** Reads `$…$` by Pandoc's rule, and GitHub's `` $`…`$ ``. */
function readDollar(start: number, scan: FormulaScan): number {
  const { body, context } = scan;
  const ticks = /\$(`+)(?!`)((?:[^`\n]|\n(?![ \t>]*\n)|(?!\1(?!`))`+(?!`))*?[^`])\1\$/y;
  ticks.lastIndex = start;
  const [whole, mark = '', content = ''] = ticks.exec(body.slice(0, start + 20_000)) ?? [];
  if (whole !== undefined) {
    const from = start + 1 + mark.length;
    return addFormula(start, start + whole.length, [from, from + content.length], false, scan);
  }
  if (/^\s?$/.test(body.charAt(start + 1))) return 0;
  const at = findDollar(start + 1, scan);
  if (at === -1) return 0;
  const inside = body.slice(start + 1, at);
  const isItem = /\n[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(inside);
  if (isItem && !isTex(inside, '$')) return 0;
  if (context.isOn) return addFormula(start, at + 1, [start + 1, at], false, scan);
  if (inside.includes('\n')) return 0;
  if (COMMAND.test(inside)) scan.unread ??= start;
  else if (mayBeTex(inside, start, body)) scan.doubtful ??= start;
  return 0;
}

/** False for an amount of money, and for what is part of a word or a path, as in `$a/$b`. */
function mayBeTex(inside: string, start: number, body: string): boolean {
  const isInWord = /\w/.test(body.charAt(start - 1) + body.charAt(start + inside.length + 2));
  const isAmount = /^\d[^_^=]*$/.test(inside);
  return !isInWord && !isAmount && isTex(inside, '$');
}

/** Finds the dollar that closes a formula; -1 if there is none. One in braces, as in `\text{…}`, counts only without others. */
function findDollar(from: number, scan: FormulaScan): number {
  if (from < (scan.unclosed.get('$') ?? 0)) return -1;
  const isHtml = scan.context.format === 'html';
  const signs = isHtml ? /\\[^\n]|[{}$]|<[a-z/!]/gi : /\\[^\n]|[{}$]|\n[ \t>]*(?=\n)/g;
  const { body } = scan;
  signs.lastIndex = from;
  let depth = 0;
  let first = -1;
  for (let found = signs.exec(body); found !== null; found = signs.exec(body)) {
    const { 0: sign, index } = found;
    if (first !== -1 && index > first + MAX_DEPTH_SCAN) return first;
    if (depth > 0 && index > from + MAX_DEPTH_SCAN) return first;
    if (sign === '{') depth++;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (sign === '$') {
      const isClosing = index > from && /[^\s]$/.test(body.charAt(index - 1));
      const mayClose = isClosing && !/\d/.test(body.charAt(index + 1));
      // TeX has no bare dollar: the first one was a price.
      if (depth === 0) return mayClose ? index : first;
      if (mayClose && first === -1) first = index;
    } else if (!sign.startsWith('\\')) {
      if (first === -1) scan.unclosed.set('$', index);
      return first;
    }
  }
  if (first === -1) scan.unclosed.set('$', body.length);
  return first;
}

const SHORTCODE =
  /((?:\{\{[<%]|\{%)\s*(katex|math)\b([^{}\n]*?)[%>]\}\}?)([\s\S]{0,5000}?)(?:\{\{[<%]\s*\/\s*|\{%\s*end)\2\s*[%>]\}\}?/iy;
const DELIMITED = /^(\s*(\$\$|\\\[|\$|\\\()\s*)(?=\S)(.+?)\s*(?:\$\$|\\\]|\$|\\\))\s*$/s;

/** Reads the shortcode `katex` or `math` of themes for Hugo and plugins for Jekyll, whose content may have delimiters. */
function readShortcode(start: number, scan: FormulaScan): number {
  const { body, context } = scan;
  SHORTCODE.lastIndex = start;
  const [whole, opening = '', name = '', options = '', inside = ''] = SHORTCODE.exec(body) ?? [];
  const isOwn = context.components.some((each) => each.toLowerCase() === name.toLowerCase());
  if (whole === undefined || isOwn) return 0;
  const [, before = '', delimiter = '', tex = inside] = DELIMITED.exec(inside) ?? [];
  if (tex.includes('$$') || tex.trim() === '') return 0;
  const end = start + whole.length;
  const from = start + opening.length + before.length;
  const isDisplay =
    /^(?:\$\$|\\\[)$/.test(delimiter) || /display/.test(options) || isOwnLine(start, end, body);
  return addFormula(start, end, [from, from + tex.length], isDisplay, scan);
}

const ENVIRONMENT =
  /\\begin\{((?:equation|align|alignat|gather|multline|flalign|eqnarray|displaymath)\*?)\}/y;

/** Reads an environment that begins a line. */
function readEnvironment(start: number, scan: FormulaScan): number {
  ENVIRONMENT.lastIndex = start;
  const [opening, name] = ENVIRONMENT.exec(scan.body) ?? [];
  const before = lineBefore(scan.body, start);
  const mayBegin = scan.context.format === 'html' || OWN_START.test(before);
  if (opening === undefined || !mayBegin) return 0;
  const close = `\\end{${name}}`;
  const at = findClose(start + opening.length, close, scan);
  if (at === -1) return reportTorn(start, start + opening.length, close, scan);
  const end = at + close.length;
  return addFormula(start, end, [start, end], true, scan);
}

const FENCE = /^(`{3,}|~{3,})[ \t]*math[ \t]*\n/;

/** Reads a block of code called `math`; false for any other code. */
function readFence({ start, end }: Literal, scan: FormulaScan): boolean {
  const code = scan.body.slice(start, end);
  const [opening, fence = ''] = FENCE.exec(code) ?? [];
  if (opening === undefined) return false;
  const content = code.slice(opening.length);
  const closing = content.search(new RegExp(`(?:^|\\n)[ \\t>]*${fence.charAt(0)}{3,}[ \\t]*\\n?$`));
  if (closing === -1) return false;
  const from = start + opening.length - 1;
  const to = start + opening.length + closing;
  addFormula(start, start + code.trimEnd().length, [from, Math.max(from, to)], true, scan);
  return true;
}

/** Adds the formula between two offsets. Returns the end of its closing delimiter. */
function addFormula(
  start: number,
  end: number,
  [from, to]: readonly [number, number],
  isDisplay: boolean,
  { body, context, found }: FormulaScan,
  { isDoubled = false, label = '' } = {},
): number {
  const line = lineBefore(body, start);
  const written = readTex(body, from, to, { line, isHtml: context.format === 'html', isDoubled });
  const tex = label === '' ? written.tex : `${written.tex}\\label{${label}}`;
  found.push({ ...written, tex, isDisplay, start, end });
  return end;
}

/** The most characters of a formula that a blank line interrupts. */
const MAX_TORN = 2000;

/** Reports a formula without its end, if it is clearly one. Returns the offset to continue from, or 0. */
function reportTorn(start: number, from: number, close: string, scan: FormulaScan): number {
  const { body, torn, context } = scan;
  if (context.format === 'html' || !OWN_START.test(lineBefore(body, start))) {
    return 0;
  }
  const paragraphEnd = scan.unclosed.get(close) ?? body.length;
  const rest = body.slice(from, from + MAX_TORN);
  const at = rest.indexOf(close);
  const inside = rest.slice(0, Math.max(0, at));
  const isCut =
    COMMAND.test(inside) && !isProse(inside) && !inside.includes(body.slice(start, from));
  if (!isCut && !COMMAND.test(body.slice(from, paragraphEnd))) return 0;
  const message = isCut
    ? 'There is a blank line in the formula that begins here, so it stays text'
    : 'The formula that begins here is never closed, so it stays text';
  const hint = isCut ? 'Remove the blank line.' : `Write \`${close}\` where it ends.`;
  torn.push({ at: start, message, hint });
  return isCut ? from + at + close.length : 0;
}
