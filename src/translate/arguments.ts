/**
 * The arguments of shortcodes and of elements of MDX, as authors write them: `a "b c" d=e f: "g" h={1}`. Pure.
 */

/** The arguments of a shortcode. */
export interface Arguments {
  /** Those without a name. */
  readonly args: readonly string[];
  /** The others by name, as written. */
  readonly props: ReadonlyMap<string, string>;
}

const QUOTED = String.raw`"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\x60[^\x60]*\x60`;
const ARGUMENT = new RegExp(
  String.raw`(?:(?<key>[\w-]+)(?:\s*=\s*|:\s*(?=["'])|:[ \t]+))?(?:(?<quoted>${QUOTED})|(?<word>[^\s"',\x60][^\s,]*))`,
  'g',
);

/** Reads the arguments of a shortcode: named ones as `a=b` or `a: b`, with spaces or commas between them. */
export function readArguments(written: string): Arguments {
  const args: string[] = [];
  const props = new Map<string, string>();
  for (const { groups = {} } of written.matchAll(ARGUMENT)) {
    const { key, quoted, word = '' } = groups;
    const value = quoted === undefined ? word : removeBackslashes(quoted.slice(1, -1));
    if (key === undefined) args.push(value);
    else props.set(key, value);
  }
  return { args, props };
}

const removeBackslashes = (value: string) => value.replace(/\\(["'\\])/g, '$1');

/** Braces, nested three deep. */
const INNER = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`;
export const BRACES = String.raw`\{[^{}]*(?:${INNER}[^{}]*)*\}`;
/** The attributes of an element of MDX. */
export const ATTRIBUTES = String.raw`(?:\s+(?:[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|${BRACES}))?|\{\.\.\.[^{}]*\}))*`;
const ATTRIBUTE = new RegExp(
  String.raw`(?<key>[\w:.-]+)(?:\s*=\s*(?:(?<quoted>"[^"]*"|'[^']*')|(?<braces>${BRACES})))?|(?<spread>\{\.\.\.)`,
  'g',
);

/** Reads the attributes of an element; null if a value is an expression that only a program could work out. */
export function readAttributes(
  written: string,
  imports: ReadonlyMap<string, string>,
): Arguments | null {
  const props = new Map<string, string>();
  for (const { groups = {} } of written.matchAll(ATTRIBUTE)) {
    const { key, quoted, braces, spread } = groups;
    if (key === undefined || spread !== undefined) return null;
    const value =
      braces === undefined ? (quoted?.slice(1, -1) ?? 'true') : readLiteral(braces, imports);
    if (value === null) return null;
    props.set(key, value);
  }
  return { args: [], props };
}

/** Reads the value of an attribute, `{1}`, `{"a"}`, `{true}` and `{Hill.src}`, whose picture was imported; null for any other expression. */
export function readLiteral(braces: string, imports: ReadonlyMap<string, string>): string | null {
  const value = braces.slice(1, -1).trim();
  if (/^(?:-?[\d.]+|true|false)$/.test(value)) return value;
  const [, , text] = /^(["'`])([^"'`\\$]*)\1$/.exec(value) ?? [];
  if (text !== undefined) return text;
  return imports.get(value.replace(/\.src$/, '')) ?? null;
}
