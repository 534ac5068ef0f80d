/**
 * The style sheets for what the site's own templates show on a page, such as tables, found by signs in its HTML. The
 * style sheets for bodies are known already. Pure.
 */
import type { PageStyle } from '../markdown/rule.ts';

const SIGNS: Readonly<Partial<Record<PageStyle, RegExp>>> = {
  // Letters with fonts of their own; a few others are in the fonts that all pages have.
  alphabets:
    /[\u0300-\u052f\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u1c80-\u1eff\u20a0-\u20ab\u20ad-\u20cf\u2116\u2c60-\u2c7f\u2de0-\u2dff\ua640-\ua7ff]/,
  cards: / class="(?:essays|filter|intro|years?|card)[ "]/,
  media: /<figure(?! class="code")/,
  notes: / data-footnote-|class="footnotes"/,
  code: /<pre/,
  lines: /<figure class="code"|<pre[^>]* class="[^"]*\blines\b/,
  tables: /<table/,
  callouts: / class="callout /,
  gallery: /class="folder-gallery"/,
  math: /<math/,
};

/** Of these style sheets, lists those that a page's HTML needs. */
export function listShownStyles(page: string, styles: readonly PageStyle[]): PageStyle[] {
  return styles.filter((name) => SIGNS[name]?.test(page));
}
