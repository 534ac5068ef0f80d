/**
 * A shortcode: what is known about it, what it can become in our language, and what all rows of the table need. Pure.
 */
import { foldSpace } from '../text/text.ts';
import type { Arguments } from './arguments.ts';
import type { Container } from './writing.ts';

/** A shortcode and what belongs to it. */
export interface Call extends Arguments {
  /** In lower case, with `_` for `-`. */
  readonly name: string;
  /** All arguments as written. */
  readonly written: string;
  /** The text up to its end; null for a shortcode without an end. */
  readonly content: string | null;
  readonly isHtml: boolean;
}

/** What a shortcode becomes. */
export type Output =
  /** Text that may stand in a line. */
  | { readonly kind: 'inline'; readonly text: string }
  /** A block, on lines of its own; `takesContent` if it has the content in it. */
  | { readonly kind: 'block'; readonly text: string; readonly takesContent?: boolean }
  /** A picture, which is a block if it has a line of its own. */
  | { readonly kind: 'picture'; readonly text: string }
  /** An address, which in running text becomes a link. */
  | { readonly kind: 'address'; readonly url: string }
  /** Lines around the content, which stays: code or a formula. */
  | { readonly kind: 'fence'; readonly open: string; readonly close: string }
  /** A component or callout around the content, which stays. */
  | { readonly kind: 'container'; readonly container: Container }
  /** The content, and Markdown below it; `isShown` if what looks like a shortcode in it is text. */
  | { readonly kind: 'unwrap'; readonly below?: string; readonly isShown?: boolean }
  /** Arguments that have no translation. */
  | { readonly kind: 'invalid'; readonly hint: string };

/** A row of the table. */
export interface Row {
  readonly write: (call: Call) => Output;
  /** True if it always has content, in which no syntax is read. */
  readonly isLiteral?: boolean;
}

/** Returns the first of several arguments that is stated. */
export function pick({ props }: Arguments, names: string): string | undefined {
  const wanted = names.split(' ');
  const found = wanted.flatMap((name) => [...props].filter(([key]) => key.toLowerCase() === name));
  return found[0]?.[1];
}

/** Returns all arguments except these. */
export function omit({ props }: Arguments, names: string): Map<string, string> {
  const known = names.split(' ');
  return new Map([...props].filter(([key]) => !known.includes(key.toLowerCase())));
}

export const invalid = (hint: string): Output => ({ kind: 'invalid', hint });
export const inline = (text: string): Output => ({ kind: 'inline', text });

/** Joins words with spaces, leaving out what is missing. */
export function joinWords(words: readonly (string | undefined | false)[]): string {
  return foldSpace(words.filter(Boolean).join(' '));
}

/** The name of a row for a name as written. */
export const foldName = (name: string) => name.toLowerCase().replaceAll('-', '_');

/** Arguments that say how a browser loads something, which the build decides. */
export const LOADING = 'loading decoding lazy fetchpriority target rel';

/** True for a value that a reader may read: several words, or one that begins with a capital. */
export const isWords = (value: string) => /\S\s+\S|^\p{Lu}/u.test(value.trim());

/** Names the arguments whose words the translation lacks. */
export function findLostArguments(call: Call, written: string): string[] {
  const bare = (text: string) => text.replace(/<[^>]*>|%20|[^\p{L}\p{N}]/gu, '');
  const kept = bare(written);
  const isLost = (value: string) => isWords(value) && !kept.includes(bare(value));
  const named = [...omit(call, LOADING)].filter(([, value]) => isLost(value));
  return [...call.args.filter(isLost), ...named.map(([name]) => `${name}=`)];
}
