/**
 * A dialect: the syntax of another program, and its translation into our language as edits. Also the body that a
 * dialect receives, and helpers to search it outside code. Pure.
 */
import type { YamlEntries } from '../essays/yaml.ts';
import type { TextEdit } from '../problems/problems.ts';
import type { BodyFormat, Span } from './code-spans.ts';

/** The syntax of another program, or of an extension of Markdown that several programs share. */
export interface Dialect {
  /** The formats in which the syntax has its meaning. */
  readonly formats: readonly BodyFormat[];
  /** Matches every body with this syntax, and fails quickly for others. Without the flags `g` and `y`. */
  readonly sign: RegExp;
  /** Translates a body. Edits that overlap an earlier one are dropped; the dialect is called until it has none. */
  readonly translate: (body: ForeignBody) => DialectResult;
}

/** The formats of Markdown. */
export const MARKDOWN: readonly BodyFormat[] = ['markdown', 'mdx'];
/** The formats that template engines read before Markdown does. */
export const TEMPLATES: readonly BodyFormat[] = ['markdown', 'html'];
/** All formats with syntax. */
export const ALL_FORMATS: readonly BodyFormat[] = ['markdown', 'mdx', 'html'];

/** A body before its translation by one dialect. */
export interface ForeignBody {
  readonly format: BodyFormat;
  /** Without the front matter. */
  readonly text: string;
  /** Code, formulas, comments and elements such as `<script>`, in order and without overlaps. */
  readonly literals: readonly Span[];
  /** The entries of the front matter. */
  readonly entries: YamlEntries;
  /** Returns a value of the front matter written on one line; undefined if there is none. */
  readonly readKey: (key: string) => string | undefined;
  readonly context: TranslationContext;
}

/** What a translation depends on besides the file. */
export interface TranslationContext {
  /** The names of the site's own components. */
  readonly components: readonly string[];
  /** True if single dollars enclose formulas. */
  readonly math: boolean;
  /** True if the program shows line ends within paragraphs. */
  readonly breaks?: boolean;
  /** True if the program doesn't show the code that it runs, unless a document says otherwise. */
  readonly hidesCode?: boolean;
  /** The address of the site without a trailing slash. */
  readonly siteUrl: string;
  /**
   * The program whose files these are; absent if nobody knows, as for `blog fix`. Escapes in code, such as
   * `{% raw %}`, are removed only if it is known that the program would have removed them.
   */
  readonly program?: string | undefined;
}

export interface DialectResult {
  readonly edits: readonly TextEdit[];
  /** What has no translation. */
  readonly left?: readonly Untranslated[];
}

/** Syntax of another program that stays as it is. */
export interface Untranslated {
  /** The offset of the syntax. */
  readonly at: number;
  /** The syntax without its arguments; the same for all alike. */
  readonly shown: string;
  /** What the author can write instead. */
  readonly hint: string;
}

/** Returns the literal at an offset, or the one that overlaps the text from there to `end`. */
export function findLiteral(
  literals: readonly Span[],
  start: number,
  end = start + 1,
): Span | undefined {
  let low = 0;
  let high = literals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((literals[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const span = literals[low];
  return span !== undefined && span.start < end ? span : undefined;
}

/** Replaces the matches of a global pattern that begin outside literals; null leaves a match as it is. */
export function editMatches(
  body: ForeignBody,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string | null,
): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of body.text.matchAll(pattern)) {
    if (findLiteral(body.literals, match.index, match.index + match[0].length)) continue;
    const is = write(match);
    if (is !== null && is !== match[0]) edits.push({ at: match.index, was: match[0], is });
  }
  return edits;
}
