/**
 * Shortcodes for the author's React components in `templates/shortcodes/`: finds them in a body before Markdown is parsed,
 * and replaces them with placeholder elements. Pure.
 *
 * `{{< name a="b" >}}`, `{% name a="b" %}` and `<Name a="b" />` are equivalent. Code, comments and the attributes
 * of HTML elements are left alone, and no expression is ever evaluated.
 */

import { decodeEntities, dropControls } from '../text/text.ts';
import { COMPONENT_ARGUMENTS, parseArguments, removeBackslashes } from './arguments.ts';
import {
  type ComponentTag,
  describeCode,
  FENCE,
  findTags,
  isIndented,
  listIndented,
  NOT_RUN,
  type Report,
  SHORTCODE_PLACEHOLDER,
  type ShortcodeContext,
  type SyntaxProblem,
} from './component-tags.ts';
import { applyEdits, applyShortcodeEdits, type Edit, type EditableBody } from './edits.ts';

/** The value of an attribute. That of `style` is an object, as React requires, if it has CSS declarations. */
type ShortcodeValue = string | number | boolean | Readonly<Record<string, string>>;

/** A shortcode, as its component receives it. */
export interface Shortcode {
  /** The name of the component's file, without its extension. */
  readonly name: string;
  readonly props: Readonly<Record<string, ShortcodeValue>>;
  /** The unnamed values. */
  readonly args: readonly string[];
  /** True for a shortcode that encloses content. */
  readonly hasContent: boolean;
  /** In the author's file, counted from 1; 0 for a block of code, whose place isn't known. */
  readonly line: number;
}

/** Replaces the shortcodes of a body with placeholders, and lists the shortcodes by number. */
export function readShortcodes<Source extends EditableBody>(
  source: Source,
  context: ShortcodeContext,
) {
  const { body } = source;
  const { format, isMdx, components, text } = context;
  const mayHaveShortcodes = isMdx || (components.length > 0 && /<[A-Z]|\{[{%]/.test(body));
  if (format === 'text' || !mayHaveShortcodes) return { source, shortcodes: [], foreign: [] };
  const foreign: SyntaxProblem[] = [];
  const report: Report = (message, at, hint) =>
    void foreign.push({ code: 'markup-foreign', message, hint, at });
  const { tags, edits } = findTags(body, context, report);
  const found = pairTags(tags, report);
  let [line, counted] = [1, 0];
  const shortcodes = found.map(({ open, close }): Shortcode => {
    const { props, args } = readArguments(open, report);
    const at = source.offsetInText(open.start);
    line += text.slice(counted, at).split('\n').length - 1;
    counted = at;
    return { name: open.name, props, args, hasContent: close !== null, line };
  });
  const place = (torn: ReadonlySet<number>) => {
    const placed = found.flatMap((each, number) => {
      const isTorn = torn.has(each.open.start) || torn.has(each.close?.start ?? -1);
      const startOf = (at: number) =>
        format === 'markdown' ? findLineStart(body, at, !isTorn) : null;
      return placeShortcode(body, each, number, startOf);
    });
    return [...edits, ...placed];
  };
  const mayBeTorn = format === 'markdown' && !isMdx;
  const edited = applyShortcodeEdits(source, place, (text) =>
    mayBeTorn ? listIndented(text, context) : [],
  );
  const separate = isMdx && format === 'markdown' ? separateTags(edited) : edited;
  const unindented = separate !== source ? unindent(separate, context) : separate;
  return { source: isMdx ? unindented : edited, shortcodes, foreign };
}

/** A shortcode: one tag, or the two around its content. */
interface Found {
  readonly open: ComponentTag;
  close: ComponentTag | null;
}

/** Pairs each end tag with the nearest open tag of its component. A tag without an end tag is void. */
function pairTags(tags: readonly ComponentTag[], report: Report): Found[] {
  const found: Found[] = [];
  const open = new Map<string, Found[]>();
  for (const tag of tags) {
    const { name, kind, shown, start } = tag;
    const same = open.get(name) ?? [];
    open.set(name, same);
    const begun = kind === 'close' ? same.pop() : undefined;
    if (begun !== undefined) begun.close = tag;
    else if (kind === 'close')
      report(`\`${shown}\` ends here, but doesn't begin anywhere`, start, 'Remove it.');
    else found.push({ open: tag, close: null });
    if (kind === 'open') same.push(...found.slice(-1));
  }
  for (const { open: tag, close } of found) {
    const isUnclosed = tag.isElement && tag.kind === 'open' && close === null;
    if (isUnclosed) report(`\`${tag.shown}\` is never closed`, tag.start, UNCLOSED);
  }
  return found;
}

const UNCLOSED = 'Write `<Name />` for a shortcode without content, or `</Name>` where it ends.';

/** React takes only an object for it, and refuses it beside content. */
const REACT_HTML = 'dangerouslySetInnerHTML';
const ENCLOSE = 'Write the HTML between the start and the end of the shortcode.';

/** Reads the arguments of a shortcode. Omits expressions, which only running code could evaluate. */
function readArguments({ args: text, isElement, start }: ComponentTag, report: Report) {
  const args: string[] = [];
  const props: [string, Shortcode['props'][string]][] = [];
  for (const { written, key, quoted, braces, word } of parseArguments(text, COMPONENT_ARGUMENTS)) {
    const inner = braces.slice(1, -1).trim();
    const string = quoted ?? (/^(["'`])(?:(?!\1|\$\{|\\)[\s\S])*\1$/.test(inner) ? inner : null);
    const bare = readWord(word || inner);
    if (braces !== '' && string === null && typeof bare === 'string')
      report(describeCode(written), start, NOT_RUN);
    else if (key === REACT_HTML || (isElement && word === REACT_HTML))
      report(
        `\`${REACT_HTML}\` isn't an attribute of shortcodes, so it is left out`,
        start,
        ENCLOSE,
      );
    else if (key === undefined && isElement) props.push([word, true]);
    else {
      const value = string === null ? bare : unquote(string, isElement);
      if (key === undefined) args.push(String(value));
      else props.push([key, value]);
    }
  }
  return { props: Object.fromEntries(props), args };
}

function unquote(quoted: string, isElement: boolean): string {
  const inside = quoted.slice(1, -1);
  return dropControls(isElement ? decodeEntities(inside) : removeBackslashes(inside));
}

/** Converts a word to a number or boolean. Numbers that would change, such as `007` or very long ones, stay text. */
function readWord(word: string): string | number | boolean {
  if (/^(?:true|false)$/.test(word)) return word === 'true';
  return /^-?\d/.test(word) && String(Number(word)) === word ? Number(word) : dropControls(word);
}

/** Writes a placeholder. A shortcode on lines of its own becomes a Markdown block. */
function placeShortcode(
  body: string,
  { open, close }: Found,
  number: number,
  startOf: (at: number) => string | null,
): Edit[] {
  const [start, end] = [
    `<${SHORTCODE_PLACEHOLDER} data-n="${number}">`,
    `</${SHORTCODE_PLACEHOLDER}>`,
  ];
  const before = startOf(open.start);
  const last = close ?? open;
  const isBlock = before !== null && isAt(LINE_END, body, last.end);
  const gap = isBlock ? `\n${before.replace(/[^>\s]/g, ' ')}` : '';
  // A shortcode that begins a list item stays in it.
  const above = /[^>\s]/.test(before ?? '') ? '' : gap;
  const below = isAt(BELOW, body, last.end) ? '' : gap;
  if (close === null) return [[open.start, open.end, above + start + end + below]];
  const indent = isBlock ? startOf(close.start) : null;
  return [
    [open.start, open.end, above + start + (isAt(LINE_END, body, open.end) ? gap : '')],
    [close.start, close.end, (indent === null ? '' : `\n${indent}`) + end + below],
  ];
}

/** The most characters before a shortcode on a line of its own. */
const MAX_INDENT = 200;

/**
 * Returns what precedes an offset on its line if that is only white space, `>` and list markers; else null. Unless
 * `mayBeDeep`, indentation as deep as that of code gives null, too.
 */
export function findLineStart(body: string, at: number, mayBeDeep = true): string | null {
  const before = (at < MAX_INDENT ? '\n' : '') + body.slice(Math.max(0, at - MAX_INDENT), at);
  if (!mayBeDeep && DEEP.test(before)) return null;
  return /\n((?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)$/.exec(before)?.[1] ?? null;
}

/** Indentation that makes a line after a blank one code, unless it belongs to a list. */
const DEEP = /(?: {4}|\t)$/;

const LINE_END = /[ \t]*(?:\n|$)/y;
/** Matches what ends a paragraph: a blank line or a list item. */
const BELOW = /[ \t]*(?:$|\n[ \t>]*(?:\n|$|(?:[-+*]|1[.)])[ \t]))/y;

function isAt(pattern: RegExp, body: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(body);
}

/** A tag alone on its line, other than one that closes itself. */
const TAG_ALONE = /^[ \t]*<(\/?)[A-Z](?:"[^"]*"|'[^']*'|[^"'>])*(?<!\/)>[ \t]*$/;

/**
 * Puts blank lines between tags and their content in MDX, where the content is Markdown; otherwise it would be read as
 * HTML. Code right below a tag loses the indentation of its fence, which a fence in Markdown can't have.
 */
function separateTags<Source extends EditableBody>(source: Source): Source {
  const edits: Edit[] = [];
  let [at, fence, outer, isBelowTag] = [0, '', 0, false];
  for (const line of source.body.split('\n')) {
    const [, run = ''] = FENCE.exec(line) ?? [];
    const [tag, slash] = (fence === '' && run === '' && TAG_ALONE.exec(line)) || [];
    const end = at + line.length;
    const indent = line.length - line.trimStart().length;
    if (fence === '' && run !== '') outer = isBelowTag ? indent : 0;
    const isCode = fence !== '' || run !== '';
    if (isCode && outer > 0 && indent > 0) edits.push([at, at + Math.min(indent, outer), '']);
    if (fence === '') fence = run;
    else if (run.startsWith(fence)) fence = '';
    if (tag !== undefined) edits.push(slash === '/' ? [at, at, '\n'] : [end, end, '\n']);
    isBelowTag = tag !== undefined || (isBelowTag && line.trim() === '');
    at = end + 1;
  }
  return applyEdits(source, edits);
}

/** Removes indentation in MDX that Markdown would take for code. */
function unindent<Source extends EditableBody>(
  source: Source,
  { listParts }: ShortcodeContext,
): Source {
  const { body } = source;
  const indented = listParts(body).filter((part) => isIndented(part, body));
  const edits = indented.map(({ start, end }): Edit => {
    const text = body.slice(start, end);
    const from = body.lastIndexOf('\n', start - 1) + 1;
    // Code keeps its own indentation.
    const [indent = ''] = (FENCE.test(text) && /^[ \t]+/.exec(body.slice(from, end))) || [];
    if (indent === '') return [start, end, text.replace(/^[ \t]+/gm, '')];
    const outer = new RegExp(`^[ \\t]{1,${indent.length}}`, 'gm');
    return [from, end, body.slice(from, end).replace(outer, '')];
  });
  return applyEdits(source, edits);
}

const PARAGRAPH = new RegExp(String.raw`<p>(?=\s*<${SHORTCODE_PLACEHOLDER} )([^]*?)<\/p>`, 'g');
const TAG = new RegExp(String.raw`<(\/?)${SHORTCODE_PLACEHOLDER}\b[^>]*>`, 'g');

/** Unwraps paragraphs in the engine's HTML that hold nothing but placeholders. */
export function unwrapShortcodes(html: string): string {
  return html.replace(PARAGRAPH, (paragraph, content: string) => {
    let [depth, done] = [0, 0];
    for (const { 0: tag, 1: slash, index } of content.matchAll(TAG)) {
      if (depth === 0 && content.slice(done, index).trim() !== '') return paragraph;
      depth += slash === '' ? 1 : -1;
      done = index + tag.length;
    }
    return content.slice(done).trim() === '' ? content : paragraph;
  });
}
