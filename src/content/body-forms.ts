/**
 * A body's HTML with holes → the HTML of its page, or of a feed that is read without the page. Pure.
 *
 * Holes are marked by control characters, which no text has: a body stays one string, of one byte a
 * character where its text is Latin.
 */
import { highlightCode } from './code.ts';
import { replaceInSrcset } from './link-urls.ts';
import { escapeAttribute } from './regular-html.ts';
import { decodeEntities } from './text.ts';

/** Around what a fill can replace: a relative URL, or nothing where attributes can be added. */
export const HOLE = '\u0001';
/** Around what only a page can use: scripts, style sheets, headings' links to themselves. */
export const PAGE_ONLY = '\u0002';
/** Before a known language, before the code in it, and behind that. */
export const CODE = '\u0003';

const PAGE_ONLY_PARTS = new RegExp(`${PAGE_ONLY}[^${PAGE_ONLY}]*${PAGE_ONLY}`, 'g');
const CODE_PARTS = new RegExp(`${CODE}([^${CODE}]*)${CODE}([^${CODE}]*)${CODE}`, 'g');

/** What stands in a hole, in place of what the author wrote. */
export type Fill = readonly [hole: number, html: string];

/** The HTML of a body's page, but for the colours of its code. */
export function fillBody(html: string, fills: readonly Fill[]): string {
  return fillHoles(html, fills).join('').replaceAll(PAGE_ONLY, '');
}

/** Colours the blocks of code in what `fillBody` gives. */
export function colourCode(html: string): string {
  if (!html.includes(CODE)) return html;
  return html.replace(
    CODE_PARTS,
    (_, language, code) => highlightCode(decodeEntities(code), language) ?? code,
  );
}

/** The HTML of a body for feeds: its URLs are absolute as seen from `pageUrl`, its code is plain. */
export function fillFeedBody(html: string, fills: readonly Fill[], pageUrl: string): string {
  const pieces = fillHoles(html, fills);
  for (let i = 1; i < pieces.length; i += 2) {
    const isUrl = pieces[i] !== '' || pieces[i - 1]?.endsWith('="');
    if (isUrl) pieces[i] = makeAbsolute(pieces[i] ?? '', pageUrl);
  }
  return pieces.join('').replace(PAGE_ONLY_PARTS, '').replace(CODE_PARTS, '$2');
}

/** The HTML in pieces, every second of which stands in a hole. */
function fillHoles(html: string, fills: readonly Fill[]): string[] {
  const pieces = html.split(HOLE);
  for (const [hole, filling] of fills) pieces[2 * hole + 1] = filling;
  return pieces;
}

/** What stands in a hole, which is a URL or begins with a space and is attributes. */
function makeAbsolute(html: string, pageUrl: string): string {
  if (html.startsWith(' ')) {
    return html.replace(/ srcset="([^"]*)"/, (_, value) => {
      const write = (url: string) => makeAbsolute(url, pageUrl);
      return ` srcset="${replaceInSrcset(value, write)}"`;
    });
  }
  const url = decodeEntities(html);
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, pageUrl)) return html;
  return escapeAttribute(new URL(url, pageUrl).href);
}
