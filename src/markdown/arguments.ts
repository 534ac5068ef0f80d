/**
 * The arguments of shortcodes and of component tags, as authors write them: `a "b c" d=e f={1}`. Pure.
 *
 * One parser reads them all. The author's components follow JSX, the shortcodes of other generators their own
 * habits, so the parser is given one of two grammars; what a value means is left to the caller.
 */

/** One argument as written. */
export interface Argument {
  /** The whole argument. */
  readonly written: string;
  /** Undefined for an argument without a name. */
  readonly key: string | undefined;
  /** The value with its quotes; undefined for one without quotes. */
  readonly quoted: string | undefined;
  /** The value with its braces; empty for one without braces. */
  readonly braces: string;
  /** The value if it has neither quotes nor braces; else empty. */
  readonly word: string;
}

/** Braces, nested three deep. */
const INNER = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`;
export const BRACES = String.raw`\{[^{}]*(?:${INNER}[^{}]*)*\}`;

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\x60[^\x60]*\x60`;

/** A pattern of one argument, with the groups that `parseArguments` reads. */
function makeArgumentPattern(key: string, sign: string, braces: string, word: string): RegExp {
  const named = `(?:(?<key>${key})(?:${sign}))?`;
  return new RegExp(`${named}(?:(?<quoted>${QUOTED})|(?<braces>${braces})|(?<word>${word}))`, 'gs');
}

/** The author's components: `a="b"`, `a={1}`, `{"b"}`. */
export const COMPONENT_ARGUMENTS = makeArgumentPattern(
  String.raw`[A-Za-z_][\w:.-]*`,
  String.raw`\s*=\s*`,
  BRACES,
  String.raw`[^\s="'\x60{}]+`,
);

/** Shortcodes of other generators: also `a: b`, and commas between arguments. Braces belong to words. */
const SHORTCODE_ARGUMENTS = makeArgumentPattern(
  String.raw`[\w-]+`,
  String.raw`\s*=\s*|:\s*(?=["'])|:[ \t]+`,
  '(?!)',
  String.raw`[^\s"',\x60][^\s,]*`,
);

/** Parses arguments; skips what the grammar doesn't understand. */
export function parseArguments(written: string, grammar: RegExp): Argument[] {
  return Array.from(written.matchAll(grammar), ({ 0: whole, groups = {} }) => ({
    written: whole,
    key: groups.key,
    quoted: groups.quoted,
    braces: groups.braces ?? '',
    word: groups.word ?? '',
  }));
}

/** Removes the backslashes before quotes and backslashes. */
export function removeBackslashes(value: string): string {
  return value.replace(/\\(["'\\])/g, '$1');
}

/** The arguments of another generator's shortcode. */
export interface ShortcodeArguments {
  /** Those without a name. */
  readonly args: readonly string[];
  /** The others by name, in lower case. */
  readonly props: Readonly<Record<string, string>>;
}

/** Longer arguments are ignored. */
const MAX_LENGTH = 10_000;

/** Reads the arguments of another generator's shortcode. */
export function readShortcodeArguments(written: string): ShortcodeArguments {
  const args: string[] = [];
  const props: Record<string, string> = {};
  if (written.length > MAX_LENGTH) return { args, props };
  for (const { key, quoted, word } of parseArguments(written, SHORTCODE_ARGUMENTS)) {
    const value = removeBackslashes(quoted?.slice(1, -1) ?? word);
    if (key === undefined) args.push(value);
    else props[key.toLowerCase()] = value;
  }
  return { args, props };
}
