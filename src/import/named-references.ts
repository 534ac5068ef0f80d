/**
 * Named references: replaces the package decode-named-character-reference in dist/ (compile.mjs), whose table of entities
 * would add 36 KB to `blog import`. mdast-util-to-markdown needs only this function. Pure.
 */
import { decode } from 'he';

/** The characters of a reference by its name, without `&` and `;`; false for none. */
export function decodeNamedCharacterReference(name: string): string | false {
  const text = decode(`&${name};`);
  return text.length > 1 && text.endsWith(';') ? false : text;
}
