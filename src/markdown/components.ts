/**
 * Shortcodes for the author's React components in `templates/marks/`: finds them in a body before Markdown is parsed,
 * and replaces them with placeholder elements. Pure.
 *
 * `{{< name a="b" >}}`, `{% name a="b" %}` and `<Name a="b" />` are equivalent. Code, comments and the attributes
 * of HTML elements are left alone, and no expression is ever evaluated.
 */

import type { ProblemPart } from '../problems/problems.ts';
import { decodeEntities, dropControls } from '../text/text.ts';
import { BRACES, COMPONENT_ARGUMENTS, parseArguments, removeBackslashes } from './arguments.ts';
import {
  applyEdits,
  applyShortcodeEdits,
  type BodyFormat,
  type Edit,
  type EditableBody,
  type Part,
  passParts,
} from './edits.ts';
import { VOIDS } from './html.ts';

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
  /** In the author's file, counted from 1. */
  readonly line: number;
}

/** Something in a body that is not understood, with its offset in the body. */
export interface SyntaxProblem extends Pick<ProblemPart, 'code' | 'message' | 'hint' | 'subject'> {
  readonly at: number;
}

/** Everything needed to find shortcodes, besides the body itself. */
interface ShortcodeContext {
  readonly format: BodyFormat;
  /** True for MDX, in which `import` and `{…}` are not text and indented lines are not code. */
  readonly isMdx: boolean;
  /** The names of all components. */
  readonly components: readonly string[];
  /** The number of the body's first line in its file. */
  readonly firstLine: number;
  /** Lists the parts of Markdown that are not text, in order. */
  listParts(body: string): readonly Part[];
}

/** The element that replaces a shortcode; its `data-n` is the number of the shortcode. */
export const PLACEHOLDER = 'blog-shortcode';

type Tell = (message: string, at: number, hint: string) => void;

/** Replaces the shortcodes of a body with placeholders, and lists the shortcodes by number. */
export function readShortcodes<Source extends EditableBody>(
  source: Source,
  context: ShortcodeContext,
) {
  const { body } = source;
  const { format, isMdx, components, firstLine } = context;
  const mayHaveShortcodes = isMdx || (components.length > 0 && /<[A-Z]|\{[{%]/.test(body));
  if (format === 'text' || !mayHaveShortcodes) return { source, shortcodes: [], foreign: [] };
  const foreign: SyntaxProblem[] = [];
  const tell: Tell = (message, at, hint) =>
    void foreign.push({ code: 'markup-foreign', message, hint, at });
  const { tags, edits } = findTags(body, context, tell);
  const found = pairTags(tags, tell);
  let [line, counted] = [firstLine, 0];
  const shortcodes = found.map(({ open, close }): Shortcode => {
    const { props, args } = readArguments(open, tell);
    line += body.slice(counted, open.start).split('\n').length - 1;
    counted = open.start;
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
  const unindented = isMdx && edited !== source ? unindent(edited, context) : edited;
  return { source: unindented, shortcodes, foreign };
}

/** One of the tags of a shortcode. */
interface Tag {
  readonly start: number;
  readonly end: number;
  /** The component's name. */
  readonly name: string;
  /** As shown to the author. */
  readonly shown: string;
  readonly args: string;
  readonly isElement: boolean;
  readonly kind: 'open' | 'close' | 'void';
}

const QUOTED = String.raw`"(?:\\.|[^"\\])*"|(?<=[\s=])'(?:\\.|[^'\\])*'|\x60[^\x60]*\x60`;
const INSIDE = String.raw`((?:${QUOTED}|[^"'\x60{}]|(?<![\s=])')*?)`;
const ATTRIBUTE = String.raw`\s+(?:[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${BRACES}|[^\s"'=<>\x60{}/]+))?|${BRACES})`;
const SHORTCODE = new RegExp(
  String.raw`(\{\{[<%])\s*(\/?)\s*([\w./-]+)${INSIDE}(\/?)[>%]\}\}`,
  'ys',
);
const LIQUID = new RegExp(String.raw`(\{%)-?\s*(end(?=[\w-]))?([\w-]+)${INSIDE}()-?%\}`, 'ys');
const ELEMENT = new RegExp(String.raw`(<)(\/?)([A-Z][\w.]*)((?:${ATTRIBUTE})*)\s*(\/?)>`, 'ys');
const HTML_TAG =
  /<\/?[a-z][^\s<>/]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>/iy;
const IMPORT =
  /import\s+(?:type\s)?([\w$*\s{},]{1,500}?)\s+from\s*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?[ \t]*(?:\n|$)/y;
const EXPRESSION = new RegExp(BRACES, 'y');
const COMMENT = /^\{\s*\/\*[\s\S]*\*\/\s*\}$/;
const STARTS = /\\[\\<{]|<!--|-->|<(\/?)([a-z][\w-]*)|\{\{[<%]|\{%/gi;
const ADDRESS = /(?:\]\([ \t]*|^ {0,3}\[[^\]\n]*\]:[ \t]*)$/m;
const MDX_STARTS = new RegExp(`${STARTS.source}|\\{|^import\\b`, 'gim');
const CLOSINGS: Readonly<Record<string, string>> = { '{%': '%}', '{{%': '%}}', '{{<': '>}}' };
/** Elements and shortcodes whose content is left alone. */
const LITERAL =
  /^(?:--|pre|code|script|style|textarea|select|title|svg|math|xmp|iframe|noscript|raw|verbatim|comment|highlight|codeblock)$/i;

/**
 * A tag or shortcode on a line of its own. Markdown would take a tag and the lines below it for HTML, and, inside
 * an HTML block, the lines below a shortcode as well; its placeholder ends that block.
 */
const OWN_LINE =
  /^([ \t>*+\d.)-]*)(<\/?[A-Z](?:"[^"\n]*"|'[^'\n]*'|[^"'\n>])*>|\{\{[<%][^{}\n]*\}\}|\{%[^{}\n]*%\})(?=[ \t]*$)/gm;
const LITERAL_PARTS = /^(?:code|inlineCode|image|imageReference|definition|link)$/;

/**
 * Lists the parts of Markdown in which shortcodes are ignored: code, and text that becomes an attribute. `isOwn` tells
 * the shortcodes of the author's components.
 */
function listLiterals(
  body: string,
  { format, isMdx, listParts }: ShortcodeContext,
  isOwn: (name: string) => boolean,
): readonly Part[] {
  if (format !== 'markdown') return [];
  // A placeholder is a block between blank lines, unless its line may be code.
  const plain = body.replace(OWN_LINE, (whole, before: string, tag: string) => {
    const name = /[\w-]+/.exec(tag)?.[0] ?? '';
    if (tag.startsWith('{') && !isOwn(name) && !isOwn(name.replace(/^end/, ''))) return whole;
    if (/ {4}|\t/.test(before)) return before + 'x'.repeat(tag.length);
    // A list item or quotation goes on.
    if (/\S/.test(before)) return before + ' '.repeat(tag.length);
    return `${before}\n${'x'.repeat(tag.length - 2)}\n`;
  });
  const cut = (part: Part): Part => {
    const { type, start, end } = part;
    const text = plain.slice(start, end);
    // Of a link, only what follows its text; of indented code, all but the blank lines below it.
    if (type === 'link') return { ...part, start: start + text.lastIndexOf('](') };
    return isIndented(part, body) ? { ...part, end: start + text.trimEnd().length } : part;
  };
  const isLiteral = (part: Part) =>
    LITERAL_PARTS.test(part.type) && !(isMdx && isIndented(part, body));
  const literals = listParts(plain).filter(isLiteral).map(cut);
  return literals.sort((a, b) => a.start - b.start);
}

const isIndented = ({ type, start }: Part, body: string) =>
  type === 'code' && !/[`~]/.test(body.charAt(start));

/** A line with white space as wide as the indentation of code, and a shortcode. */
const INDENTED_SYNTAX = /^(?=[^\n]*(?: {4}|\t))[^\n]*(?:\{[{%:]|\[\[|\]\(|<|:::|==|\^\[)/m;

/** Lists the code by indentation in Markdown, unless there are no shortcodes in it. */
export function listIndented(body: string, { listParts }: Pick<ShortcodeContext, 'listParts'>) {
  if (!INDENTED_SYNTAX.test(body)) return [];
  return listParts(body).filter((part) => isIndented(part, body));
}

/** Finds the tags of shortcodes; reports imports that are not components, and expressions in MDX. */
function findTags(body: string, context: ShortcodeContext, tell: Tell) {
  const { format, isMdx, components } = context;
  const names = new Map([...components].reverse().map((name) => [foldName(name), name]));
  const isMarkdown = format === 'markdown';
  const literals = listLiterals(body, context, (name) => names.has(foldName(name)));
  const tags: Tag[] = [];
  const edits: Edit[] = [];
  const starts = new RegExp(isMdx ? MDX_STARTS : STARTS);
  const read = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    const match = pattern.exec(body);
    if (match !== null) starts.lastIndex = pattern.lastIndex;
    return match;
  };
  /** The element, shortcode or comment whose content is left alone. */
  let around: string | null = null;
  const passLiteral = (written: string, isEnd: boolean) => {
    const name = written.toLowerCase();
    if (around === null && !isEnd && LITERAL.test(name)) around = name;
    else if (around === name && isEnd) around = null;
  };
  const nextLiteral = passParts(literals);
  for (let start = starts.exec(body); start !== null; start = starts.exec(body)) {
    const { 0: sign, 1: slash, 2: element = '', index } = start;
    const literal = nextLiteral(index);
    const form = sign === '{%' ? LIQUID : sign.startsWith('{{') ? SHORTCODE : ELEMENT;
    if (literal !== undefined && index >= literal.start) starts.lastIndex = literal.end;
    else if (element.toLowerCase() === PLACEHOLDER) {
      // Of two attributes, the first counts: `x` names no shortcode, so the author's element is omitted.
      if (slash === '') edits.push([starts.lastIndex, starts.lastIndex, ' data-n="x"']);
    } else if (sign.endsWith('--') || sign === '-->') passLiteral('--', sign === '-->');
    else if (form !== ELEMENT || (isMarkdown && /^[A-Z].*[a-z]/.test(element))) {
      // Angle brackets may also enclose an address with spaces.
      if (form === ELEMENT && ADDRESS.test(body.slice(Math.max(0, index - 99), index))) continue;
      const [, opening = '', end = '', called = '', args = '', empty] = read(form, index) ?? [];
      // The name of a component may begin with `end`.
      const whole = names.get(foldName(end + called));
      const name = whole ?? names.get(foldName(called));
      const isEnd = end !== '' && (end === '/' || whole === undefined);
      const isElement = form === ELEMENT;
      if (name === undefined && !isElement) passLiteral(called, isEnd);
      if (around !== null || called === '') continue;
      const shown = isElement ? `<${called}>` : `${opening} ${called} ${CLOSINGS[opening]}`;
      const kind = isEnd ? 'close' : empty ? 'void' : 'open';
      const tag = { start: index, end: starts.lastIndex, shown, args, isElement, kind } as const;
      if (name !== undefined) tags.push({ name, ...tag });
    } else if (element !== '') {
      const [tag = ''] = read(HTML_TAG, index) ?? [];
      const isVoid = VOIDS.has(element.toLowerCase());
      // In MDX, `/>` ends any element; HTML would ignore the slash and nest everything that follows.
      if (!isMdx || isVoid || !tag.endsWith('/>')) passLiteral(element, slash !== '');
      else if (around === null)
        edits.push([starts.lastIndex - 2, starts.lastIndex, `></${element}>`]);
    } else if (around === null && sign.startsWith('import')) {
      const imported = read(IMPORT, index)?.[1]?.match(/[\w$]+(?=\s*(?:[,}]|$))/g) ?? [];
      const unknown = imported.find((name) => !names.has(foldName(name)));
      if (imported.length > 0) edits.push([index, starts.lastIndex, '']);
      if (unknown !== undefined && /^[a-z]/.test(unknown))
        tell(`\`${unknown}\` is a value, which is not imported`, index, WRITE_VALUE);
      else if (unknown !== undefined)
        tell(`No component is called \`${unknown}\``, index, writeHint(unknown));
    } else if (around === null && sign === '{') {
      const [expression = ''] = read(EXPRESSION, index) ?? [];
      // Docusaurus ends its excerpts with such a comment.
      const comment = /\*\s*truncate\s*\*/.test(expression) ? '<!--more-->' : '';
      if (COMMENT.test(expression)) edits.push([index, starts.lastIndex, comment]);
      else if (!/^(?:\{#[\w-]+\})?$/.test(expression))
        tell(describeCode(expression), index, NOT_RUN);
    }
  }
  return { tags, edits };
}

function describeCode(code: string): string {
  return `\`${code.replace(/\s+/g, ' ').slice(0, 60)}\` is an expression, which is not run`;
}

const WRITE_VALUE = 'Write it where it is used, such as the path of a picture: `src="./a.png"`.';
const NOT_RUN = 'Write the text itself, or a component in templates/marks/ that makes it.';

function foldName(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** Makes the hint for a shortcode that is not understood. */
export function writeHint(name: string, components: readonly string[] = []): string {
  if (components.some((each) => foldName(each) === foldName(name)))
    return 'Its component exists, but this shortcode is incomplete: check its quotes and its end.';
  const file = name.replace(/(?:^|[-_./]+)(\w?)/g, (_, first: string) => first.toUpperCase());
  return `To give it a meaning, write a React component in templates/marks/${file}.tsx.`;
}

/** A shortcode: one tag, or the two around its content. */
interface Found {
  readonly open: Tag;
  close: Tag | null;
}

/** Pairs each end tag with the nearest open tag of its component. A tag without an end tag is void. */
function pairTags(tags: readonly Tag[], tell: Tell): Found[] {
  const found: Found[] = [];
  const open = new Map<string, Found[]>();
  for (const tag of tags) {
    const { name, kind, shown, start } = tag;
    const same = open.get(name) ?? [];
    open.set(name, same);
    const begun = kind === 'close' ? same.pop() : undefined;
    if (begun !== undefined) begun.close = tag;
    else if (kind === 'close')
      tell(`\`${shown}\` ends here, but doesn’t begin anywhere`, start, 'Remove it.');
    else found.push({ open: tag, close: null });
    if (kind === 'open') same.push(...found.slice(-1));
  }
  for (const { open: tag, close } of found) {
    const isUnclosed = tag.isElement && tag.kind === 'open' && close === null;
    if (isUnclosed) tell(`\`${tag.shown}\` has no end`, tag.start, UNCLOSED);
  }
  return found;
}

const UNCLOSED = 'Write `<Name />` for a shortcode without content, or `</Name>` where it ends.';

/** React takes only an object for it, and refuses it beside content. */
const REACT_HTML = 'dangerouslySetInnerHTML';
const ENCLOSE = 'Write the HTML between the start and the end of the shortcode.';

/** Reads the arguments of a shortcode. Omits expressions, which only running code could evaluate. */
function readArguments({ args: text, isElement, start }: Tag, tell: Tell) {
  const args: string[] = [];
  const props: [string, Shortcode['props'][string]][] = [];
  for (const { written, key, quoted, braces, word } of parseArguments(text, COMPONENT_ARGUMENTS)) {
    const inner = braces.slice(1, -1).trim();
    const string = quoted ?? (/^(["'`])(?:(?!\1|\$\{|\\)[\s\S])*\1$/.test(inner) ? inner : null);
    const bare = readWord(word || inner);
    if (COMMENT.test(braces)) continue;
    if (braces !== '' && string === null && typeof bare === 'string')
      tell(describeCode(written), start, NOT_RUN);
    else if (key === REACT_HTML || (isElement && word === REACT_HTML))
      tell(`\`${REACT_HTML}\` isn’t an attribute of shortcodes, so it is left out`, start, ENCLOSE);
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
  const [start, end] = [`<${PLACEHOLDER} data-n="${number}">`, `</${PLACEHOLDER}>`];
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

/** Removes indentation in MDX that Markdown would take for code. */
function unindent<Source extends EditableBody>(
  source: Source,
  { listParts }: ShortcodeContext,
): Source {
  const { body } = source;
  const indented = listParts(body).filter((part) => isIndented(part, body));
  const edits = indented.map(({ start, end }): Edit => {
    return [start, end, body.slice(start, end).replace(/^[ \t]+/gm, '')];
  });
  return applyEdits(source, edits);
}

const PARAGRAPH = new RegExp(String.raw`<p>(?=\s*<${PLACEHOLDER} )([^]*?)<\/p>`, 'g');
const TAG = new RegExp(String.raw`<(\/?)${PLACEHOLDER}\b[^>]*>`, 'g');

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
