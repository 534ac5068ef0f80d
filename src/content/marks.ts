/**
 * Marks in a body, found before the engine parses it: those of the author's components become placeholders, a
 * closed set of other generators' marks is translated, and those that are not understood are listed. Pure.
 *
 * One scan over a table of tokens finds code and comments, which are left alone, and marks. Every replacement is
 * recorded, so that a problem found afterwards has its place in the author's file. No expression is ever run.
 */
import { makeHeadingId } from './body-elements.ts';
import * as components from './components.ts';
import type { SiteConfig } from './config.ts';
import type { BodyFormat, EssaySource } from './front-matter.ts';
import { traitsOf, VOID } from './html.ts';
import { splitFileName } from './paths.ts';
import { fillText, type Texts } from './texts.ts';
import * as translations from './translations.ts';

/** Something in a body that is not understood, once for each. */
export interface ForeignMark {
  /** What the author is told, as a sentence. */
  readonly message: string;
  readonly hint: string;
  /** The offset of the first in the body. */
  readonly at: number;
  count: number;
}

/** The state of reading a body. */
interface Scan extends translations.Translated {
  readonly isMdx: boolean;
  readonly texts: Texts;
  /** The author's components by their folded names. */
  readonly known: ReadonlyMap<string, string>;
  /** The names of link definitions, which `[[name]]` may refer to. */
  readonly definitions: ReadonlySet<string>;
  /** The end tags, end marks and fences that the rest of the body lacks. */
  readonly unclosed: Set<string>;
  /** The end of the last HTML tag, in whose attributes no component stands. */
  tagEnd: number;
  /** The tags of components. */
  readonly tags: components.Tag[];
  readonly foreign: Map<string, ForeignMark>;
}

/** What a row of the table has found. */
interface Token {
  readonly written: string;
  readonly start: number;
  readonly end: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** The offset to continue from and, for a translation, the text that replaces everything up to there. */
interface Step {
  readonly end: number;
  readonly text?: string;
}

/** Reads a token; returns the text that replaces it, null to leave it alone, or a step. */
type Read = (token: Token, scan: Scan) => string | Step | null;

/** The patterns and readers of tokens, by names that are those of the groups around the patterns. */
type Rows = Readonly<Record<string, readonly [pattern: RegExp | string, read: Read]>>;

/** What stands in a mark: no other mark, and no blank line. */
const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;
const FILE_NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
const PICTURE =
  String.raw`!\[(?<alt>[^[\]\n]*)\]\((?<file>${FILE_NAME}(?: +${FILE_NAME})+)` +
  String.raw`(?<title>(?: +"[^"\n]*")?) *\)`;
/** The address of a film on a line of its own; a blank line or nothing follows. */
const FILM =
  String.raw`(?<url>https?:\/\/(?:(?:www|m|player)\.)?(?:youtu\.be\/|youtube\.com\/(?:watch\?|shorts\/|live\/|` +
  String.raw`embed\/)|vimeo\.com\/(?:video\/)?\d)[^\s<>"]+)[ \t]*(?=\n[ \t]*\n|\s*(?![^]))`;

/*
 * The tokens, of which the first that matches counts. Marks that are called by name are those of
 * `translations.ts` and of components; the others are described at
 *
 * - kramdown.gettalong.org/syntax.html: attribute lists `{: .class}`, `{:toc}`, definition lists
 * - help.obsidian.md: internal links `[[page]]` and callouts; docs.github.com, "Basic writing": alerts
 */
const LINES: Rows = {
  film: [FILM, readFilm],
  fence: [/[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<run>`{3,}(?=[^`\n]*$)|~{3,})/, readFence],
  alert: [
    /(?<quote>[ \t]*(?:>[ \t]?)+)\[!(?<kind>[a-z][\w-]*)\](?![([])[+-]?(?<heading>[^\n]*)/,
    readAlert,
  ],
  contents: [/[ \t]*(?:[*+-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^{}\n]*\}/, () => ''],
  module: [
    /import\s+(?:(?<names>[^\n'"{}]*(?:\{[^{}'"]*\}\s*)?)from\s*)?['"][^'"\n]+['"][ \t]*;?[ \t]*$/,
    readImport,
  ],
  // A line without a name ends a container.
  container: [/[ \t>]*:::+[^\w\n]*\w[^\n]*/, ({ start }, scan) => refuse(':::', start, scan)],
};
const ANYWHERE: Rows = {
  element: [/<(?<slash>\/?)(?<name>!--|[a-z][\w.-]*)/, readElement],
  escaped: [
    String.raw`\{\{[<%]?\/\*(?:${INSIDE})*\*\/[>%]?\}\}`,
    ({ written }) => translations.removeEscapes(written).replace('<', '&lt;'),
  ],
  liquid: [
    String.raw`\{%-?\s*(?<tag>[\w:-]+)(?![\w:-])(?<given>(?:\{\{[^{}\n]*\}\}|${INSIDE})*)%\}`,
    readCall,
  ],
  shortcode: [
    String.raw`\{\{[<%]\s*(?<close>\/?)\s*(?<code>[\w./-]+)(?<hugo>(?:${INSIDE})*)%?\}\}`,
    readCall,
  ],
};
const MDX: Rows = { expression: [translations.BRACES, readExpression] };
const VALUES: Rows = {
  call: [String.raw`\{\{\s*(?<macro>\w+)\((?<zola>(?:${INSIDE})*)\)\s*\}\}`, readCall],
  value: [String.raw`\{\{(?<expr>(?:-?\s*(?:"[^"\n]*"|'[^'\n]*'))?(?:${INSIDE})*)\}\}`, readValue],
  unclosed: [
    /\{(?:%-?|\{[<%])\s+[a-z][\w-]*/,
    ({ written, start }, scan) => refuse(written, start, scan),
  ],
};
const MARKDOWN: Rows = {
  escape: [/\\[^\n]/, () => null],
  ticks: [/`+/, readTicks],
  list: [/(?<lists>\{:[^{}\n]*\}(?:[ \t]*\{:[^{}\n]*\})*)(?:(?<last>[ \t]*$)|)/, readAttributeList],
  wikilink: [
    String.raw`(?<embed>!?)\[\[(?<page>[^\s[\]|#^][^[\]|#\n]*)?(?<part>#[^[\]|\n]*)?` +
      String.raw`(?:\|(?<label>[^[\]\n]*))?\]\](?![([:])`,
    readWikilink,
  ],
  picture: [PICTURE, readPicture],
  internal: [
    /(?<=[("'<]|\]: )@(?<path>\/[^\s()"'<>]+\.md)/,
    ({ groups }) => translations.toAddress(groups.path),
  ],
  note: [
    /\[!(?<word>[a-z]\w*)\](?![([])/,
    ({ start, groups }, scan) => refuse(`[!${groups.word?.toUpperCase()}]`, start, scan),
  ],
};
const READERS = Object.entries({ ...LINES, ...ANYWHERE, ...MDX, ...VALUES, ...MARKDOWN });

function join(rows: Rows): string {
  const each = Object.entries(rows).map(([name, [pattern]]) => {
    return `(?<${name}>${typeof pattern === 'string' ? pattern : pattern.source})`;
  });
  return `(?:${each.join('|')})`;
}

// The first character rules most places out.
const PATTERNS = {
  html: `(?=[<{])${join({ ...ANYWHERE, ...VALUES })}`,
  markdown: `^${join(LINES)}|(?=[\\\\\x60<{[!@])${join({ ...ANYWHERE, ...VALUES, ...MARKDOWN })}`,
  mdx: `^${join(LINES)}|(?=[\\\\\x60<{[!@])${join({ ...ANYWHERE, ...MDX, ...VALUES, ...MARKDOWN })}`,
};

/** Every mark but an element, and a picture whose name has spaces, has one of these in or before it. */
const SIGNS = ['{{', '{%', '{:', '[[', '[!', ':::', '@/', '\nimport ', '\nhttp', '>\n<pre'];
const SPACED_PICTURE = new RegExp(PICTURE);
const ELEMENT = /<([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi;
const ELEMENT_HERE = new RegExp(ELEMENT, 'iy');

function mayHaveMarks(body: string, hasComponents: boolean): boolean {
  if (/^(?:import |http)/.test(body) || SIGNS.some((sign) => body.includes(sign))) return true;
  if (SPACED_PICTURE.test(body) || (hasComponents && /<[A-Z]/.test(body))) return true;
  for (const [tag, name = ''] of body.matchAll(ELEMENT)) if (!isKnown(name, tag)) return true;
  return false;
}

/** A line that may be code, with a mark. */
const INDENTED_MARK = /^(?: {4}|[ \t]*\t)[^\n]*(?:\{[{%:]|\[\[|<)/m;

type Ranges = readonly (readonly [start: number, end: number])[];

/** Replaces the marks of a body; `listCode` lists the start and the end of each piece of code in Markdown. */
export function readMarks(
  source: EssaySource,
  format: BodyFormat,
  config: Pick<SiteConfig, 'url' | 'texts'> & { readonly components: readonly string[] },
  listCode: (body: string) => Ranges,
): {
  source: EssaySource;
  marks: readonly components.Mark[];
  foreign: readonly ForeignMark[];
} {
  const { body, path, text, bodyOffset } = source;
  const { url: siteUrl, texts, components: names } = config;
  const isMarkdown = format === 'markdown';
  const isMdx = isMarkdown && splitFileName(path).extension === 'mdx';
  if (format === 'text' || !(isMdx || mayHaveMarks(body, names.length > 0))) {
    return { source, marks: [], foreign: [] };
  }
  // Fenced code is found by the scan, after what that replaces; in MDX, indented lines are not code.
  const listIndented = (each: string) =>
    listCode(each).filter(([start]) => !/[`~]/.test(each.charAt(start)));
  const hasIndented = isMarkdown && !isMdx && INDENTED_MARK.test(body);
  const indented = hasIndented ? listIndented(body).reverse() : [];
  const scan: Scan = {
    ...{ source, isMarkdown, isMdx, siteUrl, texts },
    known: new Map([...names].reverse().map((name) => [foldName(name), name])),
    definitions: new Set(body.match(/(?<=^ {0,3}\[)[^\]\n]+(?=\]:)/gm)),
    ...{ unclosed: new Set(), tagEnd: 0, tags: [], foreign: new Map() },
  };
  const edits: components.Edit[] = [];
  const pattern = new RegExp(PATTERNS[isMdx ? 'mdx' : format], 'gim');
  for (let match = pattern.exec(body); match !== null; match = pattern.exec(body)) {
    const { index: start } = match;
    while ((indented.at(-1)?.[1] ?? body.length) <= start) indented.pop();
    const [codeStart = body.length, codeEnd = 0] = indented.at(-1) ?? [];
    const isCode = start + match[0].search(/\S/) >= codeStart;
    const step = isCode ? skipCode(start, codeEnd, body) : readToken(match, scan);
    pattern.lastIndex = Math.max(step.end, start + 1);
    if (step.text !== undefined && step.text !== body.slice(start, step.end)) {
      edits.push([start, step.end, step.text]);
    }
  }
  for (const { expressions, start } of scan.tags) {
    for (const each of expressions) refuseCode(each, start, scan);
  }
  const firstLine = text.slice(0, bodyOffset).split('\n').length;
  const tell = (...told: Parameters<Tell>) => tellIn(scan, ...told);
  const placed = components.placeMarks(body, scan.tags, isMarkdown, firstLine, tell);
  const edited = applyEdits(source, [...edits, ...placed.edits]);
  const unindent = ([start, end]: Ranges[number]) =>
    [start, end, edited.body.slice(start, end).replace(/^[ \t]+/gm, '')] as const;
  const levelled = isMdx ? applyEdits(edited, listIndented(edited.body).map(unindent)) : edited;
  return { source: levelled, marks: placed.marks, foreign: [...scan.foreign.values()] };
}

/** Applies edits, which do not overlap; offsets in what they write stand for its beginning. */
function applyEdits(source: EssaySource, unsorted: readonly components.Edit[]): EssaySource {
  const { body } = source;
  const edits = [...unsorted].sort(([a], [b]) => a - b);
  const pieces = edits.map(
    ([start, , text], i) => body.slice(edits[i - 1]?.[1] ?? 0, start) + text,
  );
  const offsetInText = (offset: number): number => {
    let added = 0;
    for (const [start, end, text] of edits) {
      if (offset < start + added) break;
      if (offset < start + added + text.length) return source.offsetInText(start);
      added += text.length - (end - start);
    }
    return source.offsetInText(offset - added);
  };
  return { ...source, body: pieces.join('') + body.slice(edits.at(-1)?.[1] ?? 0), offsetInText };
}

function readToken({ 0: written, index: start, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const end = start + written.length;
  const row = READERS.find(([name]) => groups[name] !== undefined);
  const read = row?.[1][1]({ written, start, end, groups }, scan) ?? null;
  if (read === null) return { end };
  return typeof read === 'string' ? { end, text: read } : read;
}

type Tell = (message: string, at: number, hint: string) => void;

/** Counts something that is not understood. */
function tellIn({ foreign }: Scan, message: string, at: number, hint: string): void {
  const known = foreign.get(message);
  if (known === undefined) foreign.set(message, { message, hint, at, count: 1 });
  else known.count++;
}

const IN_CODE = 'Write Markdown or HTML instead; to show it as it is, put it into code.';
const NOT_RUN = 'Write the text itself, or a component in templates/marks/ that makes it.';

/** Leaves a mark alone that is not understood. */
function refuse(shown: string, at: number, scan: Scan, hint = IN_CODE): null {
  tellIn(scan, `Nothing here understands \`${shown}\``, at, hint);
  return null;
}

function refuseCode(code: string, at: number, scan: Scan): void {
  const shown = code.replace(/\s+/g, ' ').slice(0, 60);
  tellIn(scan, `\`${shown}\` is an expression, which is not run`, at, NOT_RUN);
}

/** The hint for a name that no component has. */
function writeHint(name: string): string {
  const file = name.replace(/(?:^|[-_./]+)(\w?)/g, (_, first: string) => first.toUpperCase());
  return `To give it a meaning, write a React component in templates/marks/${file}.tsx.`;
}

function foldName(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

function skipCode(start: number, end: number, body: string): Step {
  return { end, text: translations.removeEscapes(body.slice(start, end)) };
}

/** Finds what closes something that is open at an offset; null for nothing. */
function findClosing(pattern: string, from: number, { source: { body }, unclosed }: Scan) {
  if (unclosed.has(pattern)) return null;
  const closing = new RegExp(pattern, 'gim');
  closing.lastIndex = from;
  const match = closing.exec(body);
  if (match !== null) return { start: match.index, end: closing.lastIndex };
  unclosed.add(pattern);
  return null;
}

function readFilm({ start, groups: { url = '' } }: Token, { source: { body } }: Scan) {
  const isBelowBlank = /(?:^|\n[ \t]*\n)$/.test(body.slice(Math.max(0, start - 99), start));
  return isBelowBlank ? translations.writePoster(url) : null;
}

function readFence({ start, end, groups: { run = '' } }: Token, scan: Scan): Step {
  const { body } = scan.source;
  const closing = findClosing(`\n[ \\t>]*${run.charAt(0)}{${run.length},}[ \\t]*$`, end, scan);
  return skipCode(start, closing?.end ?? body.length, body);
}

function readAlert({ groups }: Token, { texts }: Scan): string {
  const { quote = '', kind = '', heading = '' } = groups;
  const name = kind.toLowerCase();
  // The alerts of GitHub; others, of Obsidian, are called by what the author writes.
  const isNamed = /^(?:note|tip|important|warning|caution)$/.test(name);
  const word = kind.charAt(0).toUpperCase() + name.slice(1);
  const shown = isNamed ? fillText(texts[name as 'note']) : word;
  return `${quote}**${heading.trim() || shown}**\n${quote}`;
}

/** Drops an import of MDX. */
function readImport({ start, groups: { names = '' } }: Token, scan: Scan) {
  if (!scan.isMdx) return refuse('import … from', start, scan);
  const imported = names.trim().match(/[\w$]+(?=\s*(?:[,}]|$))/g) ?? [];
  const unknown = imported.find((name) => !scan.known.has(foldName(name)));
  if (unknown !== undefined)
    tellIn(scan, `No component is called \`${unknown}\``, start, writeHint(unknown));
  return '';
}

function readPicture({ groups: { alt, file = '', title } }: Token) {
  const isFile = /\.\w+(?:[?#]\S*)?$/.test(file);
  return isFile ? `![${alt}](${translations.encodeUrl(file)}${title})` : null;
}

function readExpression({ written, start }: Token, scan: Scan) {
  if (start < scan.tagEnd || /^\{#[\w-]+\}$/.test(written)) return null;
  if (translations.COMMENT.test(written)) return '';
  refuseCode(written, start, scan);
  return null;
}

/** Elements whose content is code, and comments. */
const RAW = /^(?:!--|(?:pre|code|script|style|textarea|svg|math|xmp)(?=[\s>]))/i;
const ATTRIBUTE = String.raw`\s+(?:[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${translations.BRACES}|[^\s"'=<>\x60{}/]+))?|${translations.BRACES})`;
const COMPONENT_TAG = new RegExp(String.raw`<\/?[A-Z][\w.]*((?:${ATTRIBUTE})*)\s*(\/?)>`, 'ys');
const HTML_TAG =
  /<\/?[a-z][^\s<>/]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>/iy;

/** Reads the tag of a component or of another element; in HTML, the former have no case, and are none. */
function readElement({ start, end, groups }: Token, scan: Scan): Step | null {
  const { body } = scan.source;
  const { slash = '', name: element = '' } = groups;
  const isCapital = scan.isMarkdown && /^[A-Z].*[a-z]/.test(element);
  const isTagged = scan.isMdx || scan.known.size > 0;
  const tagForm = isCapital ? COMPONENT_TAG : HTML_TAG;
  const tag = isTagged ? components.matchAt(tagForm, body, start) : null;
  const name = isCapital ? scan.known.get(foldName(element)) : undefined;
  const isInTag = start < scan.tagEnd;
  if (tag !== null) scan.tagEnd = Math.max(scan.tagEnd, start + tag[0].length);
  if (tag !== null && name !== undefined && !isInTag) {
    const kind = slash ? 'close' : tag[2] ? 'void' : 'open';
    const values = translations.readArguments(tag[1] ?? '', true);
    const place = { start, end: scan.tagEnd, shown: `<${element}>` };
    scan.tags.push({ name, kind, isElement: true, ...place, ...values });
    return { end: scan.tagEnd };
  }
  if (slash !== '') return null;
  if (RAW.test(element + body.charAt(end)))
    return readRawElement(element.toLowerCase(), start, scan);
  const written = components.matchAt(ELEMENT_HERE, body, start);
  if (written !== null && !isKnown(element, written[0]))
    refuse(`<${element}>`, start, scan, writeHint(element));
  return null;
}

/** Skips an element whose content is code, or a comment. */
function readRawElement(name: string, start: number, scan: Scan): Step {
  const { body } = scan.source;
  const after = start + name.length + 1;
  const closing = findClosing(name === '!--' ? '-->' : `</${name}\\b`, after, scan);
  const step = skipCode(start, closing?.end ?? after, body);
  // HTML ends at a blank line (CommonMark, section 4.6), but not a <pre> that begins it.
  const isBelow = scan.isMarkdown && name === 'pre' && body.slice(start - 2, start) === '>\n';
  const isTorn = isBelow && /\n[ \t]*\n/.test(step.text ?? '');
  return isTorn ? { ...step, text: `\n${step.text}` } : step;
}

/** Skips code between backticks, or backticks that nothing closes in their paragraph. */
function readTicks({ written, start, end }: Token, { source: { body } }: Scan): Step | null {
  const closing = new RegExp(`(?<!\x60)\x60{${written.length}}(?!\x60)|\n[ \\t>]*\n`, 'g');
  closing.lastIndex = end;
  const isClosed = closing.exec(body)?.[0].startsWith('`');
  return isClosed ? skipCode(start, closing.lastIndex, body) : null;
}

/** Makes a comment of an attribute list, for `applyAttributes`. */
function readAttributeList({ start, groups }: Token, scan: Scan): string | null {
  const { lists = '', last } = groups;
  const { body } = scan.source;
  const [extension] = /^\{::\w*/.exec(lists) ?? [];
  if (extension !== undefined) refuse(`${extension} /}`, start, scan);
  if (!/^\{:\s*(?:[.#][\w-]|[\w-]+=|toc\b)/.test(lists)) return null;
  const isBlock = last !== undefined && /^[\s>]*$/.test(components.findIndent(body, start) ?? 'x');
  const before = body.slice(Math.max(0, start - 99), start);
  // One that begins a paragraph belongs to what follows, and one that begins an item to the item.
  const isAhead = isBlock ? /(?:^|\n[ \t>]*\n)[ \t>]*$/ : /(?:[*+-]|\d[.)])[ \t]+$/;
  if (isAhead.test(before)) return '';
  if (!isBlock && !/[)\]*_\x60>]$/.test(before)) return refuse('{: … }', start, scan);
  const className = lists.match(/(?<=\.)[a-z_][\w-]*/gi)?.join(' ');
  const [, id] = /[ :]#([\w-]+)/.exec(lists) ?? [];
  return `<!--{:${translations.writeAttributes({ class: className, id })}}-->`;
}

/** Applies each attribute list to the picture, heading, paragraph, link, table or code that it follows. */
export function applyAttributes(html: string): string {
  if (!html.includes('<!--{:')) return html;
  // A comment of the author's own may look like a list, so nothing but these attributes counts.
  const pieces = html.split(/<!--\{:((?: class="[\w -]*")?(?: id="[\w-]*")?)\}-->/);
  const written = pieces.map((each, i) => {
    const before = pieces[i - (i % 2)] ?? '';
    // A list in a comment of the author's own ends that.
    const isInComment = before.lastIndexOf('<!--') > before.lastIndexOf('-->');
    if (i % 2 === 1) return isInComment ? '-->' : '';
    return isInComment ? each : addAttributes(each, pieces[i + 1]);
  });
  return written.join('');
}

const TARGET = /^<(?:\/(p|h[1-6]|a|em|strong|table|pre)>|(img)\b)/;

/** Adds attributes to the element that ends the HTML; those that it has already stay. */
function addAttributes(html: string, attributes = ''): string {
  const text = html.trimEnd();
  const [, closed, name = closed] = TARGET.exec(text.slice(text.lastIndexOf('<'))) ?? [];
  if (name === undefined) return html;
  // `<p` also begins `<plaintext`.
  const tags = [...text.matchAll(new RegExp(`<${name}(?=[\\s/>])`, 'g'))];
  const start = tags.at(-1)?.index;
  if (start === undefined) return html;
  // The language of a block stands at the code in it.
  const isCode = attributes.includes('"language-') && text.startsWith('<pre><code', start);
  const at = start + (isCode ? '<pre><code' : `<${name}`).length;
  return html.slice(0, at) + attributes + html.slice(at);
}

/** Translates `[[page#part|label]]` to a link and `![[picture]]` to a picture. */
function readWikilink({ start, groups }: Token, scan: Scan): string | Step | null {
  const { embed, part = '', label } = groups;
  // In a table, a backslash stands before the line.
  const page = (groups.page ?? '').replace(/\\$/, '').trim();
  const isPage = /^(?=.*\p{L})[^"'\x60=;]+$/u.test(page + part) && !scan.definitions.has(page);
  if (!isPage) return { end: start + 2 };
  if (embed === '!') {
    const isPicture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(page);
    const picture = `![${page}](${translations.encodeUrl(page)})`;
    return isPicture ? picture : refuse('![[ … ]]', start, scan);
  }
  const id = part.startsWith('#^') ? null : makeHeadingId(part.trim());
  const fragment = id === null ? '' : `#${translations.encodeUrl(id)}`;
  const address = (translations.toAddress(page, true) ?? '') + fragment;
  return `[${label?.trim() || page || part.slice(1)}](${address})`;
}

function readValue({ start, end, groups: { expr = '' } }: Token, scan: Scan): string | null {
  const text = translations.readValue(expr, scan, scan.source.body.slice(end, end + 2));
  const name = /[\w.$@#/-]+/.exec(expr)?.[0] ?? '…';
  return text ?? refuse(`{{ ${name} }}`, start, scan);
}

/** The spellings of marks that are called by name, by their beginnings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ '{%': '{% * %}', '{{<': '{{< * >}}', '{{%': '{{% * %}}', '{{': '{{ *() }}' },
};

/** Reads a mark that is called by name: that of a component, or of another generator. */
function readCall({ written, start, end, groups }: Token, scan: Scan): Step | null {
  const { body } = scan.source;
  const { tag, code, macro, close, given, hugo = '', zola = '' } = groups;
  const called = tag ?? code ?? macro ?? '';
  const filled = (given ?? (hugo || zola)).replace(/\/?[->]?$/, '');
  const all = translations.fillValues(filled, scan).trim();
  const values = translations.readArguments(all);
  const args = [...values.args];
  const isInclude = /^include(?:_cached|_relative)?$/.test(called);
  const included = isInclude ? args.shift()?.replace(/^.*\/|\.\w+$/g, '') : undefined;
  const name = included ?? called;
  const spelling = SPELLINGS[/^\{[{%][<%]?/.exec(written)?.[0] ?? ''] ?? '';
  const show = (each: string) => spelling.replace('*', () => each);
  // The name of a component may begin like an end.
  const whole = scan.known.get(foldName(name));
  const begun = tag?.startsWith('end') ? tag.slice('end'.length) : name;
  const component = whole ?? scan.known.get(foldName(begun));
  if (component !== undefined && start >= scan.tagEnd) {
    const isClose = close === '/' || whole === undefined;
    const kind = isClose ? 'close' : /\/>?$/.test(hugo) ? 'void' : 'open';
    const shown = show(isClose ? begun : called);
    scan.tags.push({ ...values, args, name: component, kind, isElement: false, start, end, shown });
    return null;
  }
  // An end mark is told with the mark that it ends.
  const isEnd = close === '/' || called.startsWith('end');
  if (isEnd && scan.foreign.size > 0) return null;
  const texts = Object.entries(values.props).map(([key, value]) => [key.toLowerCase(), `${value}`]);
  const props: Readonly<Record<string, string>> = Object.fromEntries(texts);
  const stated = (included === 'video' && props.provider) || name;
  const translated = stated.toLowerCase().replaceAll('-', '_');
  const translate = isEnd ? undefined : translations.TRANSLATIONS.get(translated);
  const endMark = tag
    ? `\\{%-?\\s*end${tag}\\s*-?%\\}`
    : `\\{\\{[<%]\\s*/\\s*${code}\\s*[>%]\\}\\}`;
  const isPaired = translate !== undefined && translations.PAIRED.test(translated);
  const closing = isPaired ? findClosing(endMark, end, scan) : { start: end, end };
  if (translate !== undefined && closing !== null) {
    const content = body.slice(end, closing.start);
    const gaps = components.findGaps(body, start, closing.end, scan.isMarkdown);
    const call = { name: translated, args, props, written: all, content, gaps, body: scan };
    const text = translate(call);
    if (text !== null) return { end: closing.end, text };
  }
  const hint = translate === undefined ? writeHint(name) : IN_CODE;
  return refuse(show(isInclude ? `${called} ${included}` : called), start, scan, hint);
}

/** The elements of HTML without traits, obsolete ones included. */
const OTHER_ELEMENTS = new Set(
  `
  abbr acronym applet b basefont bdi bdo bgsound big blink cite code command content data datalist del
  dfn em fencedframe font frame frameset head i image ins isindex kbd keygen listing map mark marquee
  menuitem meter multicol nextid nobr output picture plaintext portal progress q rb rp rt rtc ruby s
  samp selectedcontent shadow slot small spacer span strike strong sub sup textarea time tt u var
  `.split(/\s+/),
);

/** False for an element that HTML lacks, and for a component of the name of an element, `<Figure … />`. */
function isKnown(element: string, tag: string): boolean {
  const name = element.toLowerCase();
  const traits = traitsOf(name);
  if (traits === 0 && !OTHER_ELEMENTS.has(name)) return false;
  return !(/^[A-Z][a-z]/.test(element) && !(traits & VOID) && tag.endsWith('/>'));
}
