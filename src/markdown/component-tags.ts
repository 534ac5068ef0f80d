/**
 * The tags of shortcodes in a body: `{{< name >}}`, `{% name %}`, `<Name>` and their ends, outside code, comments and
 * the attributes of HTML elements. Also what MDX has besides: imports, expressions and self-closing elements. Pure.
 */
import type { ProblemPart } from '../problems/problems.ts';
import { BRACES } from './arguments.ts';
import { type BodyFormat, type Edit, type Part, passParts } from './edits.ts';
import { VOIDS } from './html.ts';

/** Something in a body that is not understood, with its offset in the body. */
export interface SyntaxProblem extends Pick<ProblemPart, 'code' | 'message' | 'hint' | 'subject'> {
  readonly at: number;
}

/** Everything needed to find shortcodes, besides the body itself. */
export interface ShortcodeContext {
  readonly format: BodyFormat;
  /** True for MDX, in which `import` and `{…}` are not text and indented lines are not code. */
  readonly isMdx: boolean;
  /** The names of all components. */
  readonly components: readonly string[];
  /** The whole file. */
  readonly text: string;
  /** Lists the parts of Markdown that are not text, in order. */
  listParts(body: string): readonly Part[];
}

/** The element that replaces a shortcode; its `data-n` is the number of the shortcode. */
export const SHORTCODE_PLACEHOLDER = 'blog-shortcode';

/** Reports a problem, with its offset in the body. */
export type Report = (message: string, at: number, hint: string) => void;

/** One of the tags of a shortcode. */
export interface ComponentTag {
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
  /import\s+(?:type\s)?([\w$*\s{},]{1,500}?)\s+from\s*["']([^"'\n]*)["'][ \t]*;?[ \t]*(?:\n|$)/y;
/** A picture beside the file that imports it. */
const PICTURE = /^\.{1,2}\/.*\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** An attribute whose value may be an imported picture. */
const PICTURE_VALUE = /(?<==\s*)\{\s*([\w$]+)(?:\.src)?\s*\}/g;
/** Elements that the dialects translate. */
const KNOWN =
  /^(?:TOCInline|Aside|Admonition|Callout|Tabs|TabItem|Figure|Image|You[Tt]ube|Vimeo|Tweet|Gist)$/;
/** A declaration, which ends at a blank line outside braces. */
const EXPORT = new RegExp(
  String.raw`export\s+(?:(?:const|let|var)\s+[\w$]+\s*[=:]|default\s|(?:async\s+)?function\b|class\s)` +
    `(?:[^{}\\n]|${BRACES}|\\n(?![ \\t]*\\n))*`,
  'y',
);
const EXPRESSION = new RegExp(BRACES, 'y');
const STARTS = /\\[\\<{]|<!--|-->|<(\/?)([a-z][\w-]*)|\{\{[<%]|\{%/gi;
const ADDRESS = /(?:\]\([ \t]*|^ {0,3}\[[^\]\n]*\]:[ \t]*)$/m;
const MDX_STARTS = new RegExp(`${STARTS.source}|\\{|^(?:import|export)\\b`, 'gim');
const CLOSINGS: Readonly<Record<string, string>> = { '{%': '%}', '{{%': '%}}', '{{<': '>}}' };
/** Elements and shortcodes whose content is left alone. */
const LITERAL =
  /^(?:--|pre|code|script|style|textarea|select|title|svg|math|xmp|iframe|noscript|raw|verbatim|highlight|codeblock)$/i;

/**
 * A tag or shortcode on a line of its own. Markdown would take a tag and the lines below it for HTML, and, inside
 * an HTML block, the lines below a shortcode as well; its placeholder ends that block.
 */
const OWN_LINE =
  /^([ \t>*+\d.)-]*)(<\/?[A-Z](?:"[^"\n]*"|'[^'\n]*'|[^"'\n>])*>|\{\{[<%][^{}\n]*\}\}|\{%[^{}\n]*%\})(?=[ \t]*$)/gm;
/** The start of a block of code, which in MDX may be indented as deep as code without a fence. */
export const FENCE = /^[ \t]*(`{3,}|~{3,})/;
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
  const isText = (part: Part) =>
    isMdx && isIndented(part, body) && !FENCE.test(body.slice(part.start, part.end));
  const isLiteral = (part: Part) => LITERAL_PARTS.test(part.type) && !isText(part);
  const literals = listParts(plain).filter(isLiteral).map(cut);
  return literals.sort((a, b) => a.start - b.start);
}

export const isIndented = ({ type, start }: Part, body: string) =>
  type === 'code' && !/[`~]/.test(body.charAt(start));

/** A line with white space as wide as the indentation of code, and a shortcode. */
const INDENTED_SYNTAX =
  /^(?=[^\n]*(?: {4}|\t))[^\n]*(?:\{[{%:]|\[[[!]|\]\(|<|::|!!!|\?\?\?|==|\^\[)/m;

/** Lists the code by indentation in Markdown, unless there are no shortcodes in it. */
export function listIndented(body: string, { listParts }: Pick<ShortcodeContext, 'listParts'>) {
  // The first search is much faster.
  if (!/ {4}|\t/.test(body) || !INDENTED_SYNTAX.test(body)) return [];
  return listParts(body).filter((part) => isIndented(part, body));
}

/** What is found in a body. */
interface FoundTags {
  readonly tags: readonly ComponentTag[];
  /** Repairs of what is not a shortcode, such as self-closing elements in MDX. */
  readonly edits: readonly Edit[];
}

/** Finds the tags of shortcodes; reports imports that are not components, and expressions in MDX. */
export function findTags(body: string, context: ShortcodeContext, report: Report): FoundTags {
  const { isMdx, components } = context;
  const names = new Map([...components].reverse().map((name) => [foldName(name), name]));
  const literals = listLiterals(body, context, (name) => names.has(foldName(name)));
  const starts = new RegExp(isMdx ? MDX_STARTS : STARTS);
  const scan: TagScan = {
    body,
    context,
    names,
    report,
    starts,
    tags: [],
    edits: [],
    pictures: new Map(),
    around: null,
  };
  const nextLiteral = passParts(literals);
  for (let start = starts.exec(body); start !== null; start = starts.exec(body)) {
    const literal = nextLiteral(start.index);
    if (literal !== undefined && start.index >= literal.start) starts.lastIndex = literal.end;
    else readTagStart(start, scan);
  }
  return scan;
}

/** The state of finding tags. */
interface TagScan {
  readonly body: string;
  readonly context: ShortcodeContext;
  /** The names of components, by their folded names. */
  readonly names: ReadonlyMap<string, string>;
  readonly report: Report;
  /** Finds the next start of anything; its `lastIndex` is where the scan continues. */
  readonly starts: RegExp;
  readonly tags: ComponentTag[];
  readonly edits: Edit[];
  /** The paths of imported pictures by their names. */
  readonly pictures: Map<string, string>;
  /** The element, shortcode or comment whose content is left alone. */
  around: string | null;
}

/** Reads what begins at a match of `starts`. */
function readTagStart(start: RegExpExecArray, scan: TagScan): void {
  const { 0: sign, 1: slash, 2: element = '', index } = start;
  const isComponent = scan.context.format === 'markdown' && /^[A-Z].*[a-z]/.test(element);
  const isIgnored = scan.around !== null;
  if (element.toLowerCase() === SHORTCODE_PLACEHOLDER) {
    // Of two attributes, the first counts: `x` names no shortcode, so the author's element is omitted.
    if (slash === '') replace(0, ' data-n="x"', scan);
  } else if (sign.endsWith('--') || sign === '-->') passLiteral('--', sign === '-->', scan);
  else if (sign === '{%') readTag(LIQUID, index, scan);
  else if (sign.startsWith('{{')) readTag(SHORTCODE, index, scan);
  else if (isComponent) readTag(ELEMENT, index, scan);
  else if (element !== '') readHtmlElement(element, slash !== '', index, scan);
  else if (sign.startsWith('import') && !isIgnored) readImport(index, scan);
  else if (sign.startsWith('export') && !isIgnored) readExport(index, scan);
  else if (sign === '{' && !isIgnored) readExpression(index, scan);
}

/** Matches a pattern at an offset, and continues after it. */
function readPattern(pattern: RegExp, at: number, { body, starts }: TagScan) {
  pattern.lastIndex = at;
  const match = pattern.exec(body);
  if (match !== null) starts.lastIndex = pattern.lastIndex;
  return match;
}

/** Replaces the last characters before the place where the scan continues. */
function replace(length: number, text: string, { starts, edits }: TagScan): void {
  edits.push([starts.lastIndex - length, starts.lastIndex, text]);
}

/** Notes where content that is left alone begins and ends. */
function passLiteral(written: string, isEnd: boolean, scan: TagScan): void {
  const name = written.toLowerCase();
  if (scan.around === null && !isEnd && LITERAL.test(name)) scan.around = name;
  else if (scan.around === name && isEnd) scan.around = null;
}

/** Reads a tag of a shortcode, or of an element that may be a component. */
function readTag(form: RegExp, start: number, scan: TagScan): void {
  const { body, names, starts } = scan;
  const isElement = form === ELEMENT;
  // Angle brackets may also enclose an address with spaces.
  if (isElement && ADDRESS.test(body.slice(Math.max(0, start - 99), start))) return;
  const match = readPattern(form, start, scan) ?? [];
  const [, opening = '', end = '', called = '', args = '', empty] = match;
  // The name of a component may begin with `end`.
  const whole = names.get(foldName(end + called));
  const name = whole ?? names.get(foldName(called));
  const isEnd = end !== '' && (end === '/' || whole === undefined);
  if (name === undefined && !isElement) passLiteral(called, isEnd, scan);
  if (scan.around !== null) return;
  if (name === undefined) {
    fillPictures(start, match[0] ?? '', scan);
    return;
  }
  const shown = isElement ? `<${called}>` : `${opening} ${called} ${CLOSINGS[opening]}`;
  const kind = isEnd ? 'close' : empty ? 'void' : 'open';
  const filled = args.replace(PICTURE_VALUE, (written, picture) => {
    return quotePicture(scan.pictures.get(picture)) ?? written;
  });
  scan.tags.push({ start, end: starts.lastIndex, name, shown, args: filled, isElement, kind });
}

const quotePicture = (path: string | undefined) => path && `"${path}"`;

/** Writes the paths of imported pictures into the attributes of a tag. */
function fillPictures(start: number, tag: string, { pictures, edits }: TagScan): void {
  for (const { 0: written, 1: name = '', index } of tag.matchAll(PICTURE_VALUE)) {
    const path = quotePicture(pictures.get(name));
    if (path !== undefined) edits.push([start + index, start + index + written.length, path]);
  }
}

function readHtmlElement(element: string, isEnd: boolean, start: number, scan: TagScan): void {
  const [tag = ''] = readPattern(HTML_TAG, start, scan) ?? [];
  if (scan.around === null) fillPictures(start, tag, scan);
  const isVoid = VOIDS.has(element.toLowerCase());
  // In MDX, `/>` ends any element; HTML would ignore the slash and nest everything that follows.
  const isSelfClosing = scan.context.isMdx && !isVoid && tag.endsWith('/>');
  if (!isSelfClosing) passLiteral(element, isEnd, scan);
  else if (scan.around === null) replace('/>'.length, `></${element}>`, scan);
}

function readImport(start: number, scan: TagScan): void {
  const { names, edits, starts, report } = scan;
  const [, list = '', path = ''] = readPattern(IMPORT, start, scan) ?? [];
  const imported = list.match(/[\w$]+(?=\s*(?:[,}]|$))/g) ?? [];
  const unknown = imported.find((name) => {
    return !names.has(foldName(name)) && !KNOWN.test(name);
  });
  if (imported.length > 0) edits.push([start, starts.lastIndex, '']);
  if (PICTURE.test(path) && imported.length === 1) scan.pictures.set(imported[0] ?? '', path);
  else if (unknown !== undefined) reportImport(unknown, start, report);
}

function reportImport(unknown: string, start: number, report: Report): void {
  if (/^[a-z]/.test(unknown)) {
    report(`\`${unknown}\` is a value, which is not imported`, start, WRITE_VALUE);
  } else report(`No component is called \`${unknown}\``, start, writeHint(unknown));
}

function readExport(start: number, scan: TagScan): void {
  const [declaration = ''] = readPattern(EXPORT, start, scan) ?? [];
  if (declaration === '') return;
  replace(declaration.length, '', scan);
  const [written = ''] = /^[^={(\n]*/.exec(declaration) ?? [];
  scan.report(`\`${written.trim()}\` is code, which is not run`, start, WRITE_VALUES);
}

function readExpression(start: number, scan: TagScan): void {
  const [expression = ''] = readPattern(EXPRESSION, start, scan) ?? [];
  if (/^(?:\{#[\w-]+\})?$/.test(expression)) return;
  scan.report(describeCode(expression), start, NOT_RUN);
}

export function describeCode(code: string): string {
  return `\`${code.replace(/\s+/g, ' ').slice(0, 60)}\` is an expression, which is not run`;
}

const WRITE_VALUE = 'Write it where it is used, such as the path of a picture: `src="./a.png"`.';
const WRITE_VALUES = 'Write its values where they are used, or into the front matter.';
export const NOT_RUN =
  'Write the text itself, or a component in templates/shortcodes/ that makes it.';

export function foldName(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** Makes the hint for a shortcode that is not understood. */
export function writeHint(name: string, components: readonly string[] = []): string {
  if (components.some((each) => foldName(each) === foldName(name)))
    return 'Its component exists, but this shortcode is incomplete: check its quotes and its end.';
  const file = name.replace(/(?:^|[-_./]+)(\w?)/g, (_, first: string) => first.toUpperCase());
  return `To render it, write a React component in templates/shortcodes/${file}.tsx.`;
}
