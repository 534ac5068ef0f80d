/**
 * The style sheets for what a page shows besides its bodies, whose style sheets are known from their trees. Pure.
 */
import type { PageStyle } from '../markdown/rule.ts';
import type { StartTag } from './html-tags.ts';

const BY_TAG: Readonly<Record<string, PageStyle>> = {
  figure: 'media',
  math: 'math',
  pre: 'code',
  table: 'tables',
};
const BY_CLASS: Readonly<Record<string, PageStyle>> = {
  callout: 'callouts',
  card: 'cards',
  code: 'lines',
  essays: 'cards',
  filter: 'cards',
  'folder-gallery': 'gallery',
  footnotes: 'notes',
  intro: 'cards',
  lines: 'lines',
  year: 'cards',
  years: 'cards',
};

/** Lists the style sheets for tags that the site's own templates have written. */
export function listTagStyles(tags: readonly StartTag[]): PageStyle[] {
  return tags.flatMap(({ name, attributes }) => {
    const classes = attributes.find((each) => each.name === 'class')?.value.split(' ') ?? [];
    return [BY_TAG[name] ?? [], ...classes.map((each) => BY_CLASS[each] ?? [])].flat();
  });
}

/** Letters with fonts of their own; a few others are in the fonts that all pages have. */
const LETTERS =
  /[\u0300-\u052f\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u1c80-\u1eff\u20a0-\u20ab\u20ad-\u20cf\u2116\u2c60-\u2c7f\u2de0-\u2dff\ua640-\ua7ff]/;

/** True for a page that needs the style sheet of other alphabets. Letters are letters in whatever markup. */
export function hasOtherLetters(page: string): boolean {
  return LETTERS.test(page);
}
