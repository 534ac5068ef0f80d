/**
 * A body as its page has it → the same for where it is read without the page, as in a feed reader: every
 * URL is absolute, and what only a page can use is left out. Pure.
 */
import { QuoteType } from 'htmlparser2';
import { ANCHOR_CLASS } from '../content/body-additions.ts';
import { HtmlRewriter } from '../content/html-rewriter.ts';
import { type Attribute, readTokens, type Tag } from '../content/html-tokens.ts';
import { splitSrcset } from '../content/link-urls.ts';
import { decodeEntities } from '../content/text.ts';

/** Attributes that hold one URL. */
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'poster',
  'cite',
  'action',
  'formaction',
  'longdesc',
]);

/** Drawings, whose fragments are places in themselves. */
const DRAWN = new Set(['use', 'lineargradient', 'radialgradient', 'pattern', 'textpath']);

/** What feed readers show they style and run themselves. */
const LEFT_OUT = new Set(['script', 'style']);

/** The HTML with absolute URLs, without scripts and style sheets; `pageUrl` is where its page is. */
export function makePortable(html: string, pageUrl: string): string {
  const rewriter = new HtmlRewriter(html);
  let leftOut: string | null = null;
  let start = 0;
  readTokens(html, {
    open(tag, end, isSelfClosing) {
      if (leftOut !== null) return;
      if (LEFT_OUT.has(tag.name) || isAnchor(tag, html)) {
        rewriter.copyTo(tag.start);
        rewriter.leaveOut(tag.start, end);
        if (isSelfClosing) return;
        leftOut = tag.name;
        start = tag.start;
        return;
      }
      for (const attribute of tag.attributes) rewriteAttribute(attribute, tag, rewriter, pageUrl);
    },
    close(closeStart, nameEnd) {
      if (html.slice(closeStart + 2, nameEnd).toLowerCase() !== leftOut) return;
      leftOut = null;
      rewriter.leaveOut(start, html.indexOf('>', nameEnd) + 1);
    },
    text: () => {},
    comment: () => {},
    end: () => {},
    isForeign: () => false,
  });
  rewriter.copyTo(html.length);
  rewriter.finish();
  return rewriter.segments.join('');
}

/** True for a heading's link to itself: without the page's style sheet it is nothing. */
function isAnchor({ name, attributes }: Tag, html: string): boolean {
  if (name !== 'a') return false;
  return attributes.some(
    ({ name: each, valueStart, valueEnd }) =>
      each === 'class' && html.slice(valueStart, valueEnd) === ANCHOR_CLASS,
  );
}

function rewriteAttribute(
  attribute: Attribute,
  { name: element }: Tag,
  rewriter: HtmlRewriter,
  pageUrl: string,
): void {
  const { name, valueStart, valueEnd, quote } = attribute;
  const isUrl = URL_ATTRIBUTES.has(name) || (name === 'data' && element === 'object');
  const isSet = name === 'srcset';
  if ((!isUrl && !isSet) || (DRAWN.has(element) && name === 'href')) return;
  const raw = rewriter.source.slice(valueStart, valueEnd);
  const places: [number, number][] = isSet ? splitSrcset(raw) : [[0, raw.length]];
  for (const [from, to] of places) {
    const written = raw.slice(from, to);
    const absolute = toAbsolute(written, pageUrl);
    if (absolute === null) continue;
    rewriter.leaveOut(valueStart + from, valueStart + to);
    const value = escapeValue(absolute);
    // A value without quotes has no character that would end it, and gets none.
    rewriter.write(quote === QuoteType.Unquoted ? value.replace(/[\s>=`]/g, encodeURI) : value);
  }
}

/** The absolute form of a relative URL; null for one that is absolute, or none at all. */
function toAbsolute(written: string, pageUrl: string): string | null {
  const url = decodeEntities(written).trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null;
  return URL.canParse(url, pageUrl) ? new URL(url, pageUrl).href : null;
}

function escapeValue(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
