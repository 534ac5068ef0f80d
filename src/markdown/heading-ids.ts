/**
 * The ids of headings. Pure.
 */

/**
 * Makes an id from a heading's text as GitHub, Hugo and Astro do, so that links written for those still work:
 * lower case; letters and digits of any script, "_" and "-" are kept; spaces become hyphens. Returns null for
 * text without a letter or digit.
 */
export function makeHeadingId(text: string): string | null {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]|\u202f/gu, '')
    .replace(/\s/g, '-');
  return /[\p{L}\p{N}]/u.test(id) ? id : null;
}
