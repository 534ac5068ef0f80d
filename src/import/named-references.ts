/**
 * Named references: what mdast-util-to-markdown needs of the package decode-named-character-reference, whose own table of
 * entities would be 36 KB of `blog import`. Takes its place in dist/ (compile.mjs). Pure.
 */
import { decode } from 'he';

/** The characters of a reference by its name, without the signs around it; false for none. */
export function decodeNamedCharacterReference(name: string): string | false {
  const text = decode(`&${name};`);
  return text.length > 1 && text.endsWith(';') ? false : text;
}
