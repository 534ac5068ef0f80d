/**
 * The arguments of shortcodes, as authors write them: `a "b c" d=e f: "g" h={1}`. Pure.
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

/**
 * Reads the arguments of a shortcode: named ones as `a=b` or `a: b`, with spaces or commas between them. Null for an odd
 * quotation mark, from which on everything would be read as something else.
 */
export function readArguments(written: string): Arguments | null {
  if (written.replace(new RegExp(QUOTED, 'g'), '').includes('"')) return null;
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
