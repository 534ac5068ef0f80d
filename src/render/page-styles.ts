/**
 * The style sheets for what the site's own templates show on a page, such as tables, found by signs in its HTML. The
 * style sheets for bodies are known already. Pure.
 */
import { PAGE_STYLES, type PageStyle } from '../markdown/rule.ts';

const SIGNS: Readonly<Partial<Record<PageStyle, RegExp>>> = {
  media: /<figure(?! class="code")/,
  notes: / data-footnote-|class="footnotes"/,
  code: /<pre/,
  lines: /<figure class="code"|<pre[^>]* class="[^"]*\blines\b/,
  tables: /<table/,
  callouts: / class="callout /,
  gallery: /class="folder-gallery"/,
  math: /<math/,
};

/** Lists the style sheets that a page's HTML needs. */
export function listShownStyles(page: string): PageStyle[] {
  return PAGE_STYLES.filter((name) => SIGNS[name]?.test(page));
}
