/**
 * Headings of bodies: their ids, and which of them only repeats the title.
 */
import { foldSpace } from './text.ts';

/**
 * The id of a heading, in the form that GitHub, Hugo and Astro make, so that links written for those
 * keep pointing at it: lower case, letters, digits, "_" and "-" of any script, spaces as hyphens; a
 * second heading of the same words gets "-1". Null for a heading without a letter or digit.
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

/**
 * True when a heading repeats the title: case and the shape of quotes and dashes do not matter, nor
 * does a tag in the title (`In the middle with <center>`), which a heading takes for one.
 */
export function isTitle(heading: string, title: string): boolean {
  const wanted = fold(heading);
  return (
    wanted !== '' && (wanted === fold(title) || wanted === fold(title.replace(/<[^>]*>/g, '')))
  );
}

function fold(text: string): string {
  return foldSpace(text)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/[\u2013\u2014]|-{2,3}/g, '-');
}
