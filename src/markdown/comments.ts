/**
 * Comments: what authors write for themselves. This table says how programs write comments. Comments are removed from a
 * body before it is read, so they are in no output. HTML comments stay until the engine has read them, because one may
 * separate two lists, and because `<!--more-->` has a meaning (`rules/words.ts`). Pure.
 */

/** A way to write comments. Its patterns have no capturing groups. */
interface CommentSyntax {
  /** How a problem shows where it begins and ends; null for what isn't a comment, but shown as it is written. */
  readonly shown: readonly [begin: string, end: string] | null;
  readonly open: string;
  readonly close: string;
  /** What begins another level inside it, for those that nest. */
  readonly nested?: string;
  /** True for an element in which nothing is a comment of HTML, even if it is never closed. */
  readonly isRaw?: boolean;
}

const LIQUID = String.raw`\{%-?\s*comment\b(?:[^%]|%(?!\})){0,500}%\}`;
const HUGO = String.raw`\{\{[<%]\s*comment\b[^{}]{0,500}[>%]\}\}`;
/** Tests the lookbehind only at a colon: at every space, a long run of spaces would take quadratic time. */
const FENCE = String.raw`:(?<=^[ \t>]*:):{2,}`;
/** A fenced div for other formats than HTML only isn't hidden here: quarto.org/docs/authoring/conditional.html. */
const SHOWN_HERE = String.raw`[^{}\n]*\b(?:when-format=(?!["']?html)|unless-format=["']?html)`;

const HTML_COMMENT: CommentSyntax = {
  shown: ['<!--', '-->'],
  // `<!-->` and `<!--->` are whole comments.
  open: '<!--(?!-?>)',
  close: '--!?>',
};

const SYNTAXES: readonly CommentSyntax[] = [
  HTML_COMMENT,
  // Obsidian. A number may have a double percent sign after it.
  { shown: ['%%', '%%'], open: String.raw`(?<![\d%])%%+`, close: '%%+' },
  // Hugo and Go's templates.
  { shown: ['{{/*', '*/}}'], open: String.raw`\{\{-?\s*/\*`, close: String.raw`\*/\s*-?\}\}` },
  // MDX.
  { shown: ['{/*', '*/}'], open: String.raw`\{\s*/\*`, close: String.raw`\*/\s*\}` },
  // Nunjucks, Twig, Tera and Django. `{#name}` is an id.
  { shown: ['{#', '#}'], open: String.raw`\{#(?=-?\s|[^{}]{0,500}#\})`, close: String.raw`#\}` },
  {
    shown: ['{% comment %}', '{% endcomment %}'],
    open: LIQUID,
    close: String.raw`\{%-?\s*endcomment\s*-?%\}`,
    nested: LIQUID,
  },
  // kramdown.
  {
    shown: ['{::comment}', '{:/comment}'],
    open: String.raw`\{::comment\}`,
    close: String.raw`\{:/(?:comment)?\}`,
  },
  {
    shown: ['{{< comment >}}', '{{< /comment >}}'],
    open: HUGO,
    close: String.raw`\{\{[<%]\s*/\s*comment\s*[>%]\}\}`,
    nested: HUGO,
  },
  // Quarto.
  {
    shown: ['::: {.content-hidden}', ':::'],
    open: String.raw`${FENCE}[ \t]*(?:\{(?!${SHOWN_HERE})[^{}\n]*\.content-hidden(?![\w-])[^{}\n]*\}|content-hidden)[ \t]*:*[ \t]*$`,
    close: String.raw`${FENCE}[ \t]*$`,
    nested: String.raw`${FENCE}[ \t]*[^\s:]`,
  },
];

/** Elements and tags whose content is shown as written. */
const LITERALS: readonly CommentSyntax[] = [
  ...['pre', 'code', 'script', 'style', 'textarea', 'xmp'].map((name) => {
    const isRaw = !/^(?:pre|code)$/.test(name);
    return { shown: null, open: String.raw`<${name}(?=[\s>])`, close: `</${name}`, isRaw };
  }),
  ...['raw', 'verbatim', 'highlight', 'codeblock'].map((name) => {
    const [open, close] = [name, `end${name}`].map((each) => String.raw`\{%-?\s*${each}\b`);
    return { shown: null, open: `${open}`, close: `${close}` };
  }),
];

const ALL = [...SYNTAXES, ...LITERALS];
/** A sign after a backslash is text, unless that backslash is text itself. */
const UNESCAPED = String.raw`(?<!(?<!\\)(?:\\\\)*\\)`;
const STARTS = `${UNESCAPED}(?:${ALL.map(({ open }) => `(${open})`).join('|')})`;
/** Signs of comments that the engine doesn't know. */
const SIGN =
  /%%|\{-?\s*\/\*|\{#|\{%-?\s*comment\b|\{::comment|\{\{[<%]\s*comment\b|:::[ \t]*(?:\{[^}\n]*)?\.?content-hidden/;

/** Most bodies have no comment, or only HTML's, and pay only for this search. */
export function mayHaveComments(source: string): boolean {
  return SIGN.test(source) || source.lastIndexOf('<!--') > source.lastIndexOf('-->');
}

/** A comment that isn't HTML's, with its place in the source. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  /** What the comment says. */
  readonly text: string;
}

/** A comment without an end, with its offset. */
interface OpenComment {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** Finds the comments in a source; `isCode` says whether an offset is in code. */
export function findComments(
  source: string,
  isCode: (offset: number) => boolean,
): { readonly comments: readonly Comment[]; readonly unclosed: readonly OpenComment[] } {
  const comments: Comment[] = [];
  const unclosed = new Map<CommentSyntax, number>();
  const starts = new RegExp(STARTS, 'gim');
  for (let start = starts.exec(source); start !== null; start = starts.exec(source)) {
    const syntax = ALL[start.slice(1).findIndex((each) => each !== undefined)];
    if (syntax === undefined || unclosed.has(syntax) || isCode(start.index)) continue;
    const inside = starts.lastIndex;
    const closing = findEnd(source, inside, syntax, isCode);
    if (closing === null) {
      unclosed.set(syntax, start.index);
      continue;
    }
    starts.lastIndex = closing.end;
    if (syntax === HTML_COMMENT || syntax.shown === null) continue;
    const text = source.slice(inside, closing.start);
    comments.push({ start: start.index, end: closing.end, text });
  }
  const rawAt = [...unclosed].find(([{ isRaw }]) => isRaw)?.[1] ?? source.length;
  const open = [...unclosed].filter(([syntax, at]) => syntax !== HTML_COMMENT || at < rawAt);
  return { comments, unclosed: open.flatMap(([syntax, at]) => describeOpen(syntax, at)) };
}

/** Finds the end of a comment that begins before an offset; null if it has none. */
function findEnd(
  source: string,
  from: number,
  { close, nested }: CommentSyntax,
  isCode: (offset: number) => boolean,
): { readonly start: number; readonly end: number } | null {
  const ends = new RegExp(nested === undefined ? `(${close})` : `(${close})|${nested}`, 'gim');
  ends.lastIndex = from;
  let depth = 1;
  for (let end = ends.exec(source); end !== null; end = ends.exec(source)) {
    if (isCode(end.index)) continue;
    depth += end[1] === undefined ? 1 : -1;
    if (depth === 0) return { start: end.index, end: ends.lastIndex };
  }
  return null;
}

/** Describes a comment without an end. */
function describeOpen({ shown }: CommentSyntax, at: number): OpenComment[] {
  if (shown === null) return [];
  const [begin, end] = shown;
  const message = `The comment that begins here with \`${begin}\` is never closed`;
  const hint = `Write \`${end}\` where it ends. To show \`${begin}\` itself, put it in code.`;
  return [{ at, message, hint }];
}
