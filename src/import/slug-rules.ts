/**
 * Slugs that other programs make of titles and names, if they can be known for sure: a title with letters that a program
 * would transliterate by its own table has none. Pure.
 */
import { slugify } from '../site/slugs.ts';

/** Slugs by the name of their placeholder. */
export function listTitleSlugs(title: string): Readonly<Record<string, string>> {
  const plain = title.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const isLatin = !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(plain);
  return {
    ...(isLatin && { plaintitle: makePlainSlug(plain), sluggedtitle: makeSlug(plain) }),
    // Eleventy's older filter keeps some signs.
    ...(/^[\w\s-]*$/.test(title) && { sluggedwords: slugify(title) }),
  };
}

/** Pelican's rule: signs are dropped, and only spaces become hyphens. */
function makePlainSlug(plain: string): string {
  const words = plain.replace(/[^\w\s-]/g, '').trim();
  return words.toLowerCase().replace(/[-\s]+/g, '-');
}

/** The rule of Eleventy's `slugify`: `It’s Ann’s & mine` → `its-anns-and-mine`. */
function makeSlug(plain: string): string {
  return plain
    .replaceAll('&', ' and ')
    .toLowerCase()
    .replace(/([a-z\d]+)['’]([ts])(?=\s|$)/g, '$1$2')
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
}
