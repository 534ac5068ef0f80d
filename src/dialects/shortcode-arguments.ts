/**
 * The arguments of the shortcodes of other generators, as `shortcode-table.ts` uses them. Pure.
 */
import { parseArguments, removeBackslashes, SHORTCODE_ARGUMENTS } from '../markdown/arguments.ts';

/** The arguments of a shortcode. */
export interface Arguments {
  /** Those without a name. */
  readonly args: readonly string[];
  /** The others by name, in lower case. */
  readonly props: Readonly<Record<string, string>>;
}

/** Longer arguments are ignored. */
const MAX_LENGTH = 10_000;

/** Reads the arguments of a shortcode. */
export function readArguments(written: string): Arguments {
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
