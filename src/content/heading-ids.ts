/**
 * Ids of headings, in the form that GitHub, Hugo and Astro make, so that links written for those
 * keep pointing at their heading.
 */

/**
 * Lower case, letters, digits, "_" and "-" of any script, spaces as hyphens; a second heading of the
 * same words gets "-1". Null for a heading without a letter or digit.
 */
export function makeHeadingId(text: string, taken: ReadonlySet<string>): string | null {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  if (!/[\p{L}\p{N}]/u.test(base)) return null;
  let id = base;
  for (let n = 1; taken.has(id); n++) id = `${base}-${n}`;
  return id;
}
