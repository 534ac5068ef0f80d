/**
 * Marks of other generators in a body: translates a fixed set of them to Markdown and HTML before the engine parses
 * the body, and lists those that are not understood. Pure.
 *
 * One scan finds code, which is left alone, and marks, which are replaced. Every replacement is recorded, so that
 * problems in the translated body can be located in the author's file.
 */
import { escape as escapeHtml } from 'he';
import { writeAttributeComment, writeAttributes } from '../markdown/attributes.ts';
import { makeHeadingId } from '../markdown/body-elements.ts';
import { LANGUAGES } from '../markdown/code.ts';
import {
  type ForeignMark,
  findLineStart,
  listIndented,
  writeHint,
} from '../markdown/components.ts';
import {
  applyMarkEdits,
  type BodyFormat,
  type BodySource,
  type Edit,
  type Part,
  passParts,
} from '../markdown/edits.ts';
import { hasScheme, isElementName, traitsOf, VOID } from '../markdown/html.ts';
import { foldSpace, splitNames } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from '../text/texts.ts';

/** A mark with a name, and what its translation needs. */
interface Call {
  readonly name: string;
  /** The unnamed arguments; the named ones are in `props`, with names in lower case. */
  readonly args: readonly string[];
  readonly props: Readonly<Record<string, string>>;
  /** All arguments as written. */
  readonly written: string;
  /** The text between the mark and its end mark. */
  readonly content: string;
  /** The white space and `>` before the mark if it is on a line of its own; else null. */
  readonly indent: string | null;
  readonly scan: Scan;
}

/** Translates a mark; returns null for invalid arguments. */
type Translate = (call: Call) => string | null;

const GIST = /^(?:https?:\/\/gist\.github\.com\/)?((?:[\w-]+\/)?[0-9a-f]{5,})(?:[./#].*)?$/i;
const TWEET = /^(?:(?:https?:\/\/)?[\w.]+\/(\w+)\/status(?:es)?\/)?(\d+)(?:[/?#].*)?$/;
const YOUTUBE = /^(?:.*(?:[?&]v=|\.be\/|\/(?:embed|shorts|live)\/))?([\w-]{11})(?:[?&#].*)?$/;

/**
 * The marks with a name: `{% name a b %}` and `{% include name.html a="b" %}` (Jekyll, Octopress,
 * Hexo, Eleventy), `{{< name a="b" >}}` and `{{% name %}}` (Hugo), `{{ name(a="b") }}` (Zola). Described at
 *
 * - Jekyll: jekyllrb.com/docs/liquid/tags, /docs/includes and, for URLs, /docs/liquid/filters
 * - Octopress: octopress.org/docs/plugins, for img, codeblock and gist
 * - Hexo: hexo.io/docs/tag-plugins
 * - Hugo: gohugo.io/shortcodes; for the escape with a comment, gohugo.io/content-management/shortcodes
 * - Zola: getzola.org/documentation/content/shortcodes and, for `@/`, /documentation/content/linking
 * - Eleventy: 11ty.dev/docs/filters/url, /docs/plugins/syntaxhighlight
 *
 * and, for the other marks in `TOKENS`, at
 *
 * - kramdown.gettalong.org/syntax.html: attribute lists `{: .class}`, `{:toc}`, definition lists
 * - help.obsidian.md: internal links `[[page]]` and callouts; docs.github.com, "Basic writing": alerts
 */
const MARKS = splitNames<Translate>({
  'post_url post_path ref relref': ({ args, props }) => toAddress(props.path ?? args[0]),
  post_link: ({ args: [name = '', ...words] }) => {
    const label = words.filter((word) => !/^(?:true|false)$/.test(word)).join(' ');
    const href = toAddress(name);
    return href && `<a href="${href}">${escapeHtml(label || name)}</a>`;
  },
  link: ({ written }) => toAddress(written, true),
  param: ({ args, scan }) => readValue(`page.${args[0]}`, scan),
  'raw verbatim': ({ content }) => content,
  comment: () => '',
  'highlight codeblock code': writeCode,
  'figure image': writeFigure,
  'img asset_img': writeImage,
  'youtube youtubeplayer': (call) => writeFilm('www.youtube-nocookie.com/embed/', YOUTUBE, call),
  'vimeo vimeoplayer': (call) => writeFilm('player.vimeo.com/video/', /(\d+)\D*$/, call),
  gist: (call) => writeLink('gist', 'gist.github.com/', GIST, call),
  'tweet twitter x': (call) => writeLink('tweet', 'x.com/', TWEET, call),
});
/** What a mark's value must be, and how to write it. */
const IDS = splitNames<readonly [what: string, hint: string]>({
  'youtube youtubeplayer': [
    'the id of a video on YouTube',
    'An id has 11 letters, digits, `-` or `_`; in the address of a video, it follows `v=`.',
  ],
  'vimeo vimeoplayer': [
    'the id of a video on Vimeo',
    'An id is a number, which ends the address of the video.',
  ],
  gist: ['the id of a gist', 'Write the end of its address: `ann/0123456789abcdef`.'],
  'tweet twitter x': ['the id of a post on X', 'An id is a number, which ends the address.'],
});
/** The marks with an end mark: `{% endraw %}`, `{{< /highlight >}}`. */
const PAIRED = /^(?:raw|verbatim|comment|highlight|codeblock|code)$/;

/** Matches what a mark may contain: anything but other marks and blank lines. */
const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;
const CALLS = [
  String.raw`(?<escaped>\{\{[<%]?\/\*(?:${INSIDE})*\*\/[>%]?\}\})`,
  String.raw`\{%-?\s*(?<tag>[\w:-]+)(?![\w:-])(?<liquid>(?:\{\{[^{}\n]*\}\}|${INSIDE})*)%\}`,
  String.raw`\{\{(?<sign>[<%])\s*(?<close>\/?)\s*(?<code>[\w./-]+)(?<hugo>(?:${INSIDE})*)%?\}\}`,
  String.raw`\{\{\s*(?<macro>\w+)\((?<zola>(?:${INSIDE})*)\)\s*\}\}`,
  String.raw`\{\{(?<value>(?:-?\s*(?:"[^"\n]*"|'[^'\n]*'))?(?:${INSIDE})*)\}\}`,
  String.raw`\{(?:%-?|\{[<%])\s+(?<unclosed>[a-z][\w-]*)`,
];
/** An opening tag, but not an address in angle brackets. */
const ELEMENT = String.raw`(?<!\]\([ \t]*|^ {0,3}\[[^\]\n]*\]:[ \t]*)<(?<element>[a-z][a-z0-9]*)(?=[\s/>])(?=[^<>]*>)`;
/** The head of a whole HTML document. */
const HEAD = String.raw`<(?<head>head)(?=[\s>])`;
const HTML_TOKENS = [
  String.raw`<(?<raw>!--|(?:pre|code|script|style|textarea|svg|math|xmp)(?=[\s>]))`,
  ELEMENT,
  ...CALLS,
];
const FILE_NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
/** A link or picture with a space in the name of its file. */
const SPACED =
  String.raw`(?<shown>!?\[[^[\]\n]*\])\((?<file>${FILE_NAME}(?: +(?!')${FILE_NAME})+)` +
  String.raw`(?<title>(?: +"[^"\n]*")?) *\)`;
/** What stays as it is: a shortcode of WordPress, whose bracket some exporters escape, and a comment of Obsidian. */
const OTHER =
  String.raw`\\?(?<other>\[(?:caption|gallery|embed|audio|video|playlist|sourcecode|code)(?=\s+[\w-]+=)|` +
  String.raw`(?<!\S)%%[^%]+%%(?!\S))`;
/** An inline footnote and a highlight, of Pandoc and Obsidian. The bounds keep the cost linear. */
const INLINE = String.raw`(?<inline>\^\[(?=[^\]\n]{2,500}\])|(?<![\w=])==(?=[^\s=][^=\n]{0,300}[^\s=]==(?![\w=])))`;
/** The root of a link to a file, in Pelican. */
const ROOT = String.raw`(?<=\]\(<?|\]: <?|=["'])(?<root>\{(?:filename|static|attach)\})`;
/** The start tag of an element whose content is Markdown, in kramdown and Python-Markdown. */
const HOLDER =
  String.raw`(?<holder><[a-z](?:[^<>"'\n]|"[^"\n]*"|'[^'\n]*'){0,200}?)\smarkdown(?:=["']?(?!0)\w+["']?)?` +
  String.raw`(?<rest>(?=[\s>])[^<>\n]{0,200}>)[ \t]*$`;
/** An attribute list of Pandoc or markdown-it, after a picture, link or span. */
const ATTRIBUTES = String.raw`\{(?<=[)\]]\{)(?<attributes>(?:[.#][a-z]|[a-z][\w-]*=)[^{}\n]*)\}`;
const MARKDOWN_TOKENS = [
  OTHER,
  ATTRIBUTES,
  ROOT,
  HOLDER,
  String.raw`\\[^\n]`,
  INLINE,
  String.raw`(?<ticks>\x60+)`,
  ...HTML_TOKENS,
  String.raw`(?<list>\{:[^{}\n]*\}(?:[ \t]*\{:[^{}\n]*\})*)(?:(?<last>[ \t]*$)|)`,
  String.raw`(?<embed>!?)\[\[(?<page>[^\s[\]|#^][^[\]|#\n]*)?(?<part>#[^[\]|\n]*)?` +
    String.raw`(?:\|(?<label>[^[\]\n]*))?\]\](?![([:])`,
  SPACED,
  String.raw`(?<=[("'<]|\]: )@(?<internal>\/[^\s()"'<>]+\.md)`,
  String.raw`\[!(?<note>[a-z]\w*)\](?![([])`,
];
/** A video's address in a paragraph of its own. */
const FILM =
  String.raw`(?<film>https?:(?<=(?:\n[ \t]*\n|(?<![^])\s*)https?:)\/\/(?:(?:www|m|player)\.)?(?:youtu\.be\/|` +
  String.raw`youtube\.com\/(?:watch\?|shorts\/|live\/|embed\/)|vimeo\.com\/(?:video\/)?\d)[^\s<>"]+)[ \t]*(?=\n[ \t]*\n|\s*(?![^]))`;
/** The place of a table of contents, in Python-Markdown and VuePress. */
const CONTENTS = String.raw` {0,3}\[\[?toc\]\]?[ \t]*$`;
/** The tokens at the start of a line. */
const LINE_TOKENS = [
  FILM,
  String.raw`[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<fence>\x60{3,}(?=[^\x60\n]*$)|~{3,})`,
  String.raw`(?<quote>[ \t]*(?:>[ \t]?)+)\[!(?<alert>[a-z][\w-]*)\](?![([])[+-]?(?<heading>[^\n]*)`,
  String.raw`(?<contents>[ \t]*(?:[*+-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^{}\n]*\}|${CONTENTS})`,
  String.raw`(?<module>import)\s+(?:[^\n'"{}]*(?:\{[^{}'"]*\}\s*)?from\s*)?['"][^'"\n]+['"];?[ \t]*$`,
  String.raw`[ \t>]*:::+[ \t]*(?<container>[^\n]*)`,
  String.raw`(?<admonition>!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n(?: {4}|\t))`,
];
// Testing the first character rules out most positions.
const TOKENS = {
  html: `(?=[<{[%\\\\])(?:${[OTHER, HEAD, ...HTML_TOKENS].join('|')})`,
  markdown: `^(?:${LINE_TOKENS.join('|')})|(?=[\\\\\x60<{[!@%^=])(?:${MARKDOWN_TOKENS.join('|')})`,
};

/** Every mark contains or follows one of these, except elements and those that `RARE`, `ROOTS` or `LISTS` matches. */
const LINE_SIGNS = ['!!! ', '??? ', '\nimport ', '\nhttp', '>\n<pre'];
const SIGNS = ['{{', '{%', '{:', '[[', '[!', ':::', '@/', ...LINE_SIGNS];
const RARE = new RegExp([SPACED, OTHER, INLINE, HOLDER, HEAD].join('|'), 'im');
const ROOTS = new RegExp(`${ROOT}|^${CONTENTS}`, 'im');
/** Searched for before `ROOTS`, which takes several times as long. */
const ROOT_WORDS = /\{(?:filename|static|attach)\}|\[toc\]/i;
const ELEMENTS = new RegExp(ELEMENT, 'gim');
const LISTS = new RegExp(ATTRIBUTES, 'i');

function mayHaveMarks(body: string): boolean {
  if (/^(?:import |http)/.test(body) || SIGNS.some((sign) => body.includes(sign))) return true;
  if (RARE.test(body) || (ROOT_WORDS.test(body) && ROOTS.test(body))) return true;
  if ((body.includes(']{') || body.includes('){')) && LISTS.test(body)) return true;
  if (!body.includes('<')) return false;
  for (const match of body.matchAll(ELEMENTS)) if (!isKnown(match, body)) return true;
  return false;
}

/** The state of reading a body. */
interface Scan {
  readonly source: BodySource;
  readonly isMarkdown: boolean;
  readonly siteUrl: string;
  readonly texts: Texts;
  /** The names of the author's components. */
  readonly components: readonly string[];
  /** The names of link definitions, which `[[name]]` may refer to. */
  readonly definitions: ReadonlySet<string>;
  /** The patterns of end tags, end marks and backticks that no longer match in the rest of the body. */
  readonly unclosed: Set<string>;
  /** The end of the paragraph with the last backtick. */
  paragraphEnd: number;
  readonly foreign: ForeignMark[];
  /** The starts of marks that must not become blocks. */
  readonly torn: ReadonlySet<number>;
  /** True after the start of a container. */
  isContained: boolean;
}

/** The offset to continue from and, for a translation, the replacement for the text up to there. */
interface Step {
  readonly end: number;
  readonly text?: string;
}

/**
 * Translates the marks of a body. `siteUrl` has no trailing slash; `listParts` lists the parts of Markdown that are
 * not text; `texts` label alerts; `components` are the names of the author's components.
 */
export function translateMarks<Source extends BodySource>(
  source: Source,
  format: BodyFormat,
  siteUrl: string,
  listParts: (body: string) => readonly Part[],
  texts: Texts = ENGLISH_TEXTS,
  components: readonly string[] = [],
): { source: Source; foreign: readonly ForeignMark[] } {
  const { body } = source;
  if (format === 'text' || !mayHaveMarks(body)) return { source, foreign: [] };
  const isMarkdown = format === 'markdown';
  const list = (text: string) => (isMarkdown ? listIndented(text, { listParts }) : []);
  const indented = list(body);
  const definitions = new Set(body.match(/(?<=^ {0,3}\[)[^\]\n]+(?=\]:)/gm));
  let foreign: ForeignMark[] = [];
  const translate = (torn: ReadonlySet<number>) => {
    foreign = [];
    const known = { source, isMarkdown, siteUrl, texts, components, definitions, foreign, torn };
    const scan: Scan = { ...known, unclosed: new Set(), paragraphEnd: 0, isContained: false };
    const edits: Edit[] = [];
    const token = new RegExp(TOKENS[format], 'gim');
    const nextCode = passParts(indented);
    for (let match = token.exec(body); match !== null; match = token.exec(body)) {
      const { index } = match;
      const code = nextCode(index);
      // Only indented code: the tokens match other code.
      const isCode = code !== undefined && index + match[0].search(/\S/) >= code.start;
      const step = isCode ? skipCode(index, code.end, body) : readToken(match, scan);
      const { end } = step;
      const text = isCode && index <= code.start ? step.text?.replace(LANGUAGE, '') : step.text;
      token.lastIndex = Math.max(end, index + 1);
      if (text !== undefined && text !== body.slice(index, end)) edits.push([index, end, text]);
    }
    return edits;
  };
  const translated = applyMarkEdits(source, translate, list);
  return { source: translated, foreign };
}

function readToken(match: RegExpExecArray, scan: Scan): Step {
  const { 0: whole, index, groups = {} } = match;
  const { body } = scan.source;
  const end = index + whole.length;
  const { fence, element, quote, page, part, file, internal, container, note } = groups;
  if (groups.raw !== undefined) return readRawElement(match, scan);
  if (groups.head !== undefined) return readHead(index, scan);
  if (fence !== undefined) {
    const run = `${fence.charAt(0)}{${fence.length},}`;
    const closing = new RegExp(`\n[ \\t>]*${run}[ \\t]*$`, 'gm');
    closing.lastIndex = end;
    return skipCode(index, closing.test(body) ? closing.lastIndex : body.length, body);
  }
  if (groups.ticks !== undefined) return readTicks(match, scan);
  if (element !== undefined && !isKnown(match, body))
    tell(`<${element}>`, index, scan, writeHint(element, scan.components));
  if (quote !== undefined) {
    const { alert = '', heading = '' } = groups;
    const name = alert.toLowerCase();
    // GitHub's alerts have labels; Obsidian's other callouts are labelled with the author's own word.
    const isNamed = /^(?:note|tip|important|warning|caution)$/.test(name);
    const word = alert.charAt(0).toUpperCase() + name.slice(1);
    const shown = isNamed ? fillText(scan.texts[name as 'note']) : word;
    return { end, text: `${quote}**${heading.trim() || shown}**\n${quote}` };
  }
  if (groups.film !== undefined) return { end, text: writePoster(groups.film) };
  if (groups.contents !== undefined || groups.root !== undefined) return { end, text: '' };
  // A blank line ends the HTML (CommonMark, section 4.6).
  if (groups.holder !== undefined) return { end, text: `${groups.holder}${groups.rest}\n` };
  if (groups.other !== undefined) tell(/%%|\[\w+/.exec(whole)?.[0] ?? whole, index, scan);
  const { inline } = groups;
  if (inline !== undefined) tell(inline, index, scan, INLINE_HINTS[inline]);
  if (groups.list !== undefined) return readAttributeList(match, scan);
  if (groups.attributes !== undefined && !isOfHeading(whole, index, body))
    tell('{ … }', index, scan);
  if (page !== undefined || part !== undefined) return readWikilink(match, scan);
  if (file !== undefined && /\.[a-z]\w*(?:[?#]\S*)?$/i.test(file)) {
    return { end, text: `${groups.shown}(${encode(file)}${groups.title})` };
  }
  if (internal !== undefined) return { end, text: toAddress(internal) ?? internal };
  if (groups.module !== undefined) tell('import … from', index, scan);
  // A line without a name ends a container.
  if (container !== undefined && (/\w/.test(container) || !scan.isContained)) {
    tell(':::', index, scan);
    scan.isContained = true;
  }
  if (groups.admonition !== undefined) tell(groups.admonition, index, scan);
  if (note !== undefined) tell(`[!${note.toUpperCase()}]`, index, scan);
  if (groups.unclosed !== undefined) tell(whole, index, scan);
  else if (/^\{[{%]/.test(whole)) return readMark(match, scan);
  return { end };
}

/** Returns the white space and `>` before an offset if nothing else precedes it on its line; else null. */
function findIndent(index: number, { source: { body } }: Scan, mayBeDeep = true): string | null {
  const before = findLineStart(body, index, mayBeDeep);
  return before === null || /[^ \t>]/.test(before) ? null : before;
}

const INLINE_HINTS: Readonly<Record<string, string>> = {
  '==': 'Write `<mark>` and `</mark>` instead.',
  '^[': 'Write `[^1]` instead, and `[^1]: ` and the note in a paragraph below.',
};
const IN_CODE = 'Write Markdown or HTML instead; to show it as it is, put it into code.';

function tell(shown: string, at: number, { foreign }: Scan, hint = IN_CODE): void {
  const message = `Nothing here understands \`${shown}\``;
  foreign.push({ code: 'markup-foreign', message, hint, at, subject: shown });
}

const RAW_TAG = /^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm;
/** The first line of indented code, in Python-Markdown. */
const LANGUAGE = /^(?: {4}|\t)[ \t]*:::[\w+-]+[ \t]*\n/;
const ESCAPE = /(\{\{[<%]?|\{%)\/\*((?:[^*{]|\*(?!\/)|\{(?!\{))*)\*\/([>%]?\}\}|%\})/g;

/** Skips code. Removes `{% raw %}` and the escapes of Hugo and Zola, which apply inside code as well. */
function skipCode(start: number, end: number, body: string): Step {
  return { end, text: removeEscapes(body.slice(start, end)) };
}

function removeEscapes(code: string): string {
  const isPair = /\{%-?\s*raw\b/.test(code) && /\{%-?\s*endraw\b/.test(code);
  const bare = isPair ? code.replace(RAW_TAG, '') : code;
  return bare.includes('/*') ? bare.replace(ESCAPE, '$1$2$3') : bare;
}

/** Finds the next match of a closing pattern; null if there is none. */
function findClosing(pattern: string, from: number, { source: { body }, unclosed }: Scan) {
  if (unclosed.has(pattern)) return null;
  const closing = new RegExp(pattern, 'gi');
  closing.lastIndex = from;
  const match = closing.exec(body);
  if (match !== null) return { start: match.index, end: closing.lastIndex };
  unclosed.add(pattern);
  return null;
}

/** Skips a comment, or an element whose content is code. */
function readRawElement({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { body } = scan.source;
  const name = (groups.raw ?? '').toLowerCase();
  const after = index + whole.length;
  const closing = findClosing(name === '!--' ? '-->' : `</${name}\\b`, after, scan);
  const step = skipCode(index, closing?.end ?? after, body);
  // A blank line ends HTML (CommonMark, section 4.6), except in a <pre> that begins the block.
  const isBelow = scan.isMarkdown && name === 'pre' && body.slice(index - 2, index) === '>\n';
  const isTorn = isBelow && /\n[ \t]*\n/.test(step.text ?? '');
  return isTorn ? { ...step, text: `\n${step.text}` } : step;
}

/** Leaves out the head, which describes a page of another site. Its title is the essay's if nothing else is. */
function readHead(index: number, scan: Scan): Step {
  const { body, readKey } = scan.source;
  const closing = findClosing('</head\\b|<body\\b', index, scan);
  if (closing === null) return { end: index };
  const head = body.slice(index, closing.start);
  if (/<(?:style|script|link)\b/i.test(head)) {
    const message = 'The head of an HTML page is left out, and its styles and scripts with it';
    const hint = 'If the essay needs them, write them below the head.';
    scan.foreign.push({ code: 'markup-foreign', message, hint, at: index });
  }
  const title = /<title\b[^>]{0,200}>([^<]+)/i.exec(head)?.[1]?.trim() ?? '';
  // Only the first head has a place near the beginning, so the body is searched a few times at most.
  const mayBeTitle = index < 1000 && title !== '' && readKey('title') === undefined;
  const isNeeded = mayBeTitle && !/<h[1-6]\b/i.test(body);
  return { end: closing.start, text: isNeeded ? `<h1>${title}</h1>` : '' };
}

/** Skips code between backticks, or only the backticks if their paragraph does not close them. */
function readTicks({ 0: ticks, index }: RegExpExecArray, scan: Scan): Step {
  const { body } = scan.source;
  const after = index + ticks.length;
  if (scan.paragraphEnd < after) {
    const blank = /\n[ \t>]*\n/g;
    blank.lastIndex = after;
    scan.paragraphEnd = blank.exec(body)?.index ?? body.length;
  }
  const closing = findClosing(`(?<!\x60)\x60{${ticks.length}}(?!\x60)`, after, scan);
  const isClosed = closing !== null && closing.end <= scan.paragraphEnd;
  return isClosed ? skipCode(index, closing.end, body) : { end: after };
}

/** Turns an attribute list into a comment for `applyAttributes`. */
function readAttributeList({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { list = '', last } = groups;
  const end = index + whole.length;
  const [extension] = /^\{::\w*/.exec(list) ?? [];
  if (extension !== undefined) tell(`${extension} /}`, index, scan);
  if (!/^\{:\s*(?:[.#][\w-]|[\w-]+=|toc\b)/.test(list)) return { end };
  const isBlock = last !== undefined && findIndent(index, scan) !== null;
  const before = scan.source.body.slice(Math.max(0, index - 99), index);
  // A list that begins a paragraph or an item belongs to what follows, and is dropped.
  const isAhead = isBlock ? /(?:^|\n[ \t>]*\n)[ \t>]*$/ : /(?:[*+-]|\d[.)])[ \t]+$/;
  if (isAhead.test(before)) return { end, text: '' };
  if (isBlock || /[)\]*_\x60>]$/.test(before)) return { end, text: writeList(list) };
  if (!isOfHeading(list, index, scan.source.body)) tell('{: … }', index, scan);
  return { end };
}

/** True for an attribute list with an id at the end of a heading, which the engine reads. */
function isOfHeading(list: string, index: number, body: string): boolean {
  // The bound keeps long lines with many lists fast.
  const before = body.slice(Math.max(0, index - 200), index);
  return list.includes('#') && /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(before);
}

function writeList(list: string): string {
  const className = list
    .replace(/"[^"]*"|'[^']*'/g, '')
    .match(/(?<=\.)[a-z_][\w-]*/gi)
    ?.join(' ');
  const [, id] = /[ :]#([\w-]+)/.exec(list) ?? [];
  const [width, height] = ['width', 'height'].map(
    (name) => new RegExp(`[\\s:]${name}=["']?(\\d+%?)`).exec(list)?.[1],
  );
  return writeAttributeComment({ class: className, id, width, height });
}

/** Translates `[[page#part|label]]` to a link and `![[picture]]` to a picture. */
function readWikilink({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { embed, part = '', label } = groups;
  const end = index + whole.length;
  // In a table, the vertical bar is escaped with a backslash.
  const page = (groups.page ?? '').replace(/\\$/, '').trim();
  const isPage = /^(?=.*\p{L})[^"'\x60=;]+$/u.test(page + part) && !scan.definitions.has(page);
  if (!isPage) return { end: index + 2 };
  if (embed === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(page)) {
    const [size = '', width, height] = /^\s*(\d+)(?:x(\d+))?\s*$/.exec(label ?? '') ?? [];
    const picture = `![${label?.replace(size, '') ?? ''}](${encode(page)})`;
    return { end, text: picture + (size && writeAttributeComment({ width, height })) };
  }
  if (embed === '!') {
    tell('![[ … ]]', index, scan);
    return { end };
  }
  const id = part.startsWith('#^') ? null : makeHeadingId(part.trim());
  const address = (toAddress(page, true) ?? '') + (id === null ? '' : `#${encode(id)}`);
  return { end, text: `[${label?.trim() || page || part.slice(1)}](${address})` };
}

/** Longer arguments are ignored. */
const MAX_ARGUMENTS = 10_000;
const ARGUMENT =
  /(?:([\w-]+)(?:\s*=\s*|:\s*(?=["'])|:[ \t]+))?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"',`][^\s,]*))/gs;

function readArguments(written: string) {
  const args: string[] = [];
  const props: Record<string, string> = {};
  if (written.length > MAX_ARGUMENTS) return { args, props };
  for (const [, key, double, single, tick, bare] of written.matchAll(ARGUMENT)) {
    const value = (double ?? single ?? tick ?? bare ?? '').replace(/\\(["'\\])/g, '$1');
    if (key === undefined) args.push(value);
    else props[key.toLowerCase()] = value;
  }
  return { args, props };
}

/** Reads a value, or a mark with a name. */
function readMark({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { body } = scan.source;
  const { escaped, tag, sign, code, macro, value = '' } = groups;
  const end = index + whole.length;
  if (escaped !== undefined) {
    return { end, text: removeEscapes(escaped).replace('<', '&lt;') };
  }
  const called = tag ?? code ?? macro;
  if (called === undefined) {
    const text = readValue(value, scan, body.slice(end, end + 2));
    if (text !== null) return { end, text };
    tell(`{{ ${/[\w.$@#/-]+/.exec(value)?.[0] ?? '…'} }}`, index, scan);
    return { end };
  }
  // An end mark was reported with its start.
  const isEnd = groups.close === '/' || called.startsWith('end');
  if (isEnd && scan.foreign.length > 0) return { end };
  const given = groups.liquid ?? groups.hugo?.replace(/\/?>?$/, '') ?? groups.zola ?? '';
  const written = fillValues(given.replace(/-$/, ''), scan).trim();
  const { args, props } = readArguments(written);
  const isInclude = /^include(?:_cached|_relative)?$/.test(called);
  const included = isInclude ? args.shift()?.replace(/^.*\/|\.\w+$/g, '') : undefined;
  const stated = (included === 'video' && props.provider) || (included ?? called);
  const name = stated.toLowerCase().replaceAll('-', '_');
  const translate = isEnd ? undefined : MARKS.get(name);
  const endMark = tag
    ? `\\{%-?\\s*end${tag}\\s*-?%\\}`
    : `\\{\\{[<%]\\s*/\\s*${code}\\s*[>%]\\}\\}`;
  const isPaired = translate !== undefined && PAIRED.test(name);
  const closing = isPaired ? findClosing(endMark, end, scan) : { start: end, end };
  if (translate !== undefined && closing !== null) {
    const isAlone = /^[ \t]*(?:\n|$)/.test(body.slice(closing.end, closing.end + 99));
    const content = body.slice(end, closing.start);
    const indent = isAlone ? findIndent(index, scan, !scan.torn.has(index)) : null;
    const text = translate({ name, args, props, written, content, indent, scan });
    const isShown = text !== null && REFERENCE.test(name) && isBare(index, scan);
    if (isShown) return { end: closing.end, text: `<a href="${text}">${text}</a>` };
    if (text !== null) return { end: closing.end, text };
  }
  const shown = isInclude ? `${called} ${included}` : called;
  // As written: it may lack its sign.
  const [closer] = /[>%]?\}+$/.exec(whole) ?? [];
  const mark = macro ? `{{ ${macro}() }}` : `${tag ? '{%' : `{{${sign}`} ${shown} ${closer}`;
  const wanted = isEnd ? undefined : IDS.get(name);
  if (wanted !== undefined) {
    tellId(mark, props.id ?? props.url ?? args[0], wanted, index, scan);
    return { end };
  }
  const hint = writeHint(included ?? called, scan.components);
  tell(mark, index, scan, translate === undefined ? hint : IN_CODE);
  if (translate !== undefined || macro !== undefined || LOGIC.test(name)) return { end };
  return keepContent({ name, args, props, written, indent: null, scan }, index, end, endMark);
}

/** Marks of Liquid that enclose parts of a template. */
const LOGIC = /^(?:if|unless|for|case|capture|tablerow|block|macro|filter)$/;
const NEXT_MARK = /\{\{[<%]|\{%/g;

/**
 * Keeps what is between an unknown mark and its end mark: code becomes a block, and tags that HTML doesn't have are
 * shown as text. If there are other marks in between, they are read by themselves.
 */
function keepContent(
  call: Omit<Call, 'content'>,
  index: number,
  start: number,
  endMark: string,
): Step {
  const { body } = call.scan.source;
  NEXT_MARK.lastIndex = start;
  const next = NEXT_MARK.exec(body)?.index;
  const closing = next === undefined ? null : new RegExp(endMark, 'iy');
  if (closing === null || next === undefined) return { end: start };
  closing.lastIndex = next;
  if (!closing.test(body)) return { end: start };
  const content = body.slice(start, next);
  const end = closing.lastIndex;
  if (isCode(content, call.props.lang ?? call.args[0])) {
    const isAlone = /^[ \t]*(?:\n|$)/.test(body.slice(end, end + 99));
    const indent = isAlone ? findIndent(index, call.scan, !call.scan.torn.has(index)) : null;
    const [language = ''] = call.args;
    const name = LANGUAGES.has(language.toLowerCase()) ? 'highlight' : '';
    return { end, text: writeCode({ ...call, name, content, indent }) };
  }
  if (!hasUnknownTags(content)) return { end: start };
  const shown = content.replace(CODE_OR_TAG, (found, tag) => {
    return tag === undefined || isElementName(tag.toLowerCase()) ? found : `&lt;${found.slice(1)}`;
  });
  return { end, text: body.slice(index, start) + shown + body.slice(next, end) };
}

/** Code in backticks, or the start of a tag. */
const CODE_OR_TAG = /(?:`+)[^`]*`+|<\/?([a-z][\w-]*)(?=[\s/>,])/gi;
/** A line of many programming languages. */
const CODE_LINE = /[;{}]$|^[ \t]*(?:\/\/|#!|\$ |[})\]])/;

/** An indented line that isn't an item of a list. */
const INDENTED = /^(?:\t| {2})[ \t]*(?![-*+>]|\d+[.)])\S/;

const hasUnknownTags = (content: string) =>
  [...content.matchAll(CODE_OR_TAG)].some(([, tag]) => tag && !isElementName(tag.toLowerCase()));

/** True for content that looks like code; `first` is the first argument of its mark. */
function isCode(content: string, first = ''): boolean {
  if (/^[ \t]*(?:`{3}|~{3})/m.test(content)) return false;
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && LANGUAGES.has(first.toLowerCase())) return true;
  const ofCode = lines.filter((line) => CODE_LINE.test(line.trimEnd()));
  if (lines.length > 1 && ofCode.length * 2 >= lines.length) return true;
  const mayBeCode = ofCode.length > 0 || lines.some((line) => INDENTED.test(line));
  return lines.length > 1 && mayBeCode && hasUnknownTags(content);
}

/** Reports a mark whose value is not the id that it needs. */
function tellId(
  mark: string,
  given: string | undefined,
  [what, hint]: readonly [string, string],
  at: number,
  scan: Scan,
): void {
  const wrong = `In \`${mark}\`, \`${given}\` isn’t ${what}`;
  if (given === undefined) tell(mark, at, scan, hint);
  else scan.foreign.push({ code: 'markup-foreign', message: wrong, hint, at });
}

const REFERENCE = /^(?:post_url|post_path|link|ref|relref)$/;
/** What precedes an address that is not running text: the start of a link, definition, value or tag. */
const NOT_BARE = /\[[^\]\n]*$|\]\(\s*$|\]:\s*$|=\s*$|<[a-z/][^<>]*$|[^\s(>*_|]$/i;

/** True for a mark in running text, where other generators print an address. */
function isBare(index: number, { source: { body } }: Scan): boolean {
  const before = body.slice(Math.max(0, index - 200), index);
  return !NOT_BARE.test(before.replace(/(?:\{\{[^{}\n]*\}\})+$/, ''));
}

/** Replaces values inside arguments. */
function fillValues(given: string, scan: Scan): string {
  return given.replace(/\{\{([^{}\n]*)\}\}|(?<==\s*)(page\.\w+)/g, (all, one, other, at) => {
    return readValue(one ?? other, scan, given.slice(at + all.length, at + all.length + 2)) ?? all;
  });
}

/**
 * Returns the value of `page.key`, `site.url`, `site.baseurl`, or a quoted text with URL filters; null for anything
 * else. `next` is what follows the expression.
 */
function readValue(expression: string, { source, siteUrl }: Scan, next = ''): string | null {
  const value = expression.replace(/^-|-$/g, '').trim();
  const [, key] = /^(?:page\.)?([\w-]+)$/.exec(value) ?? [];
  const stated = key === undefined ? undefined : source.readKey(key);
  if (stated !== undefined) return stated?.replaceAll('<', '&lt;') ?? null;
  const site = /^site\.(base)?url$/i.exec(value);
  if (site !== null) {
    // The mark that follows yields the whole address.
    if (/^\{[{%]/.test(next)) return '';
    return site[1] === undefined ? siteUrl : next.startsWith('/') ? '' : '/';
  }
  const [, double, single, filters = ''] = /^(?:"([^"]*)"|'([^']*)')(.*)$/s.exec(value) ?? [];
  const text = double ?? single ?? null;
  if (text === null || filters === '') return text;
  if (!URL_FILTERS.test(filters)) return null;
  return filters.includes('_url') && !/^[/#]/.test(text) && !hasScheme(text) ? `/${text}` : text;
}

const URL_FILTERS = /^(?:\s*\|\s*(?:(?:relative_|absolute_)?url|prepend:\s*site\.(?:base)?url))+$/i;

/**
 * Turns the name of a file or page into an address for a Markdown link; `links.ts` finds the essay by it. Null if
 * there is no name.
 */
function toAddress(written = '', mayBeFile = false): string | null {
  const [, path = '', rest = ''] = /^["']?([^?#"']*)(.*?)["']?$/s.exec(written) ?? [];
  if (path === '') return rest === '' ? null : encode(rest);
  const bare = path.replace(/(?:\/_?index)?(?:\.(?:md|markdown|mdx|html?|txt))?\/?$/i, '');
  const isFile = mayBeFile && /\.[a-z][a-z0-9]{1,4}$/i.test(bare);
  return encode(isFile ? `/${path.replace(/^\//, '')}${rest}` : `${bare}.md${rest}`);
}

/** Percent-encodes characters that would end a URL in Markdown or HTML. */
function encode(url: string): string {
  return url.replace(/[ \t\n()<>"'`\\{}|^[\]]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** Puts line ends around a block on a line of its own, so that the adjacent text is read as Markdown. */
function writeBlock(html: string, { indent, scan: { isMarkdown } }: Call): string {
  return isMarkdown && indent !== null ? `\n${indent}${html}\n${indent}` : html;
}

/** Writes a figure with `data-embed`, whose content `body.ts` does not count as the essay's text. */
function writeEmbed(kind: string, html: string, call: Call): string {
  const attributes = writeAttributes({ 'data-embed': kind, class: call.props.class });
  return writeBlock(`<figure${attributes}>${html}</figure>`, call);
}

function writeCode(call: Call): string {
  const { name, written, args, props, indent } = call;
  const [, lang = props.lang] = /\blang:\s*([^\s"']+)/.exec(written) ?? [];
  const stated = lang ?? (name === 'highlight' ? args[0] : '');
  const [language = ''] = /^[\w+#.-]+/.exec(stated ?? '') ?? [];
  const code = removeEscapes(call.content)
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  if (!call.scan.isMarkdown) {
    const className = writeAttributes({ class: language && `language-${language}` });
    return `<pre><code${className}>${escapeHtml(code)}</code></pre>`;
  }
  const runs = code.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  const block = `${fence}${language}\n${code}\n${indent ?? ''}${fence}`;
  return indent === null ? `\n${block}\n` : writeBlock(block, call);
}

function writeFigure(call: Call): string | null {
  const { args, props, indent } = call;
  const src = props.src ?? props.image_path ?? props.file ?? props.path ?? props.url ?? args[0];
  if (src === undefined) return null;
  const { title, link, attr, attrlink, width, height } = props;
  const image = `<img${writeAttributes({ src, alt: props.alt ?? args[1], width, height })}>`;
  const picture = link ? `<a${writeAttributes({ href: link })}>${image}</a>` : image;
  const credit = attr && attrlink ? `<a${writeAttributes({ href: attrlink })}>${attr}</a>` : attr;
  const words = [title && `<strong>${title}</strong>`, props.caption ?? args[2], credit];
  const caption = foldSpace(words.filter(Boolean).join(' '));
  // The blank lines make the caption Markdown.
  const gap = call.scan.isMarkdown && indent !== null ? `\n${indent}\n${indent}` : '';
  const html = caption && `<figcaption>${gap}${caption}${gap}</figcaption>`;
  return writeEmbed('figure', picture + html, call);
}

/** `{% img [class names] path [width [height]] [title [alt]] %}`; title and alt may be one argument. */
function writeImage(call: Call): string | null {
  const { args, props, indent } = call;
  const at = args.findIndex((each) => /[/.]/.test(each));
  const src = props.src ?? args[at];
  if (src === undefined) return null;
  const [, ...rest] = args.slice(at);
  const sizes = rest.filter((each, i) => i < 2 && /^\d+(?:px|%)?$/.test(each));
  const [first, ...others] = rest.slice(sizes.length);
  const isQuoted = first?.startsWith('"') || others.length < 2;
  const words = isQuoted ? [first, ...others] : [[first, ...others].join(' ')];
  const [title = props.title, alt = props.alt ?? title] = first?.startsWith('"')
    ? readArguments(first).args
    : words;
  const [width = props.width, height = props.height] = sizes.map((size) => size.replace('px', ''));
  const className = props.class ?? args.slice(0, Math.max(0, at)).join(' ');
  const image = `<img${writeAttributes({ src, alt, title, width, height, class: className })}>`;
  return indent === null ? image : writeBlock(`<p>${image}</p>`, call);
}

/** Writes a frame that loads when scrolled into view. */
function writeFilm(address: string, pattern: RegExp, call: Call): string | null {
  const [, id] = pattern.exec(call.props.id ?? call.args[0] ?? '') ?? [];
  if (id === undefined) return null;
  const attributes = writeAttributes({ src: `https://${address}${id}`, title: call.props.title });
  const frame = `<iframe${attributes} width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
  return writeEmbed(call.name.replace('player', ''), frame, call);
}

/** Writes a link instead of a player, which would make requests before anybody plays the video. */
function writePoster(href: string): string {
  const name = href.includes('vimeo.') ? 'Vimeo' : 'YouTube';
  const link = `<a${writeAttributes({ href, style: POSTER })}>\u25b6\ufe0e ${name}</a>`;
  return `<figure data-embed="${name.toLowerCase()}">${link}</figure>`;
}

const POSTER =
  'display:grid;place-content:center;aspect-ratio:16/9;background:var(--rule);color:var(--ink)';

/** Writes a link instead of a script, which would make requests and run in the page. */
function writeLink(kind: string, host: string, pattern: RegExp, call: Call): string | null {
  const { args, props } = call;
  const stated = props.url ?? props.id ?? args.slice(0, 2).join('/');
  const [found, path = props.user ?? 'i', id] = pattern.exec(stated) ?? [];
  if (found === undefined) return null;
  const url = host + path + (id === undefined ? '' : `/status/${id}`);
  const attributes = writeAttributes({ href: `https://${url}` });
  return writeEmbed(kind, `<a${attributes}>${escapeHtml(url)}</a>`, call);
}

/** False if HTML has no such element, and for a component named like one, `<Figure … />`. */
function isKnown({ index = 0, groups }: RegExpMatchArray, body: string): boolean {
  const { element = '' } = groups ?? {};
  const name = element.toLowerCase();
  if (!isElementName(name)) return false;
  const isComponent = /^[A-Z][a-z]/.test(element) && !(traitsOf(name) & VOID);
  return !(isComponent && body[body.indexOf('>', index) - 1] === '/');
}
