/**
 * The attributes of one tag of a body: handlers and script URLs go, external links get their `rel`,
 * and URLs that may lead into the site are set apart as segments.
 */
import { QuoteType } from 'htmlparser2';
import { SCRIPTABLE_ATTRIBUTES, URL_ATTRIBUTES } from './html-elements.ts';
import type { HtmlRewriter } from './html-rewriter.ts';
import type { Attribute, Tag } from './html-tokens.ts';
import { isExternalUrl, isScriptUrl, splitSrcset, stripSiteUrl } from './link-urls.ts';
import { decodeEntities } from './text.ts';

/** A URL in a body that may lead to something of the site's own. */
export interface BodyLink {
  /** Its index in `segments`; what stands there is escaped for an attribute in double quotes. */
  readonly segment: number;
  /** Decoded; an absolute URL of this site has lost its origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** For an image's `src`: the index of an empty segment where attributes can be added, else null. */
  readonly attributesSegment: number | null;
  /** For an image: what the author wrote of `width height loading decoding srcset sizes`. */
  readonly stated: Readonly<Record<string, string>>;
  /** Where the URL stands in the HTML that was read. */
  readonly offset: number;
}

/** What the attributes of a tag say that the rest of the pass wants to know. */
export interface AttributeFindings {
  readonly links: BodyLink[];
  readonly ids: string[];
  readonly scriptUrls: { readonly start: number; readonly end: number }[];
  /** True for a link with an inline handler: the old outbound-click analytics. */
  readonly isOutbound: boolean;
}

/** How Markdown aligns a table's cells. */
const ALIGNED = /^text-align: (left|center|right)$/;

const STATED_OF_IMAGES = new Set(['width', 'height', 'loading', 'decoding', 'srcset', 'sizes']);

/** True for an image's `src` beside which the author has not seen to other sizes. */
export function takesVariants({ attributesSegment, stated }: BodyLink): boolean {
  const isChosen = stated.srcset !== undefined || stated.sizes !== undefined;
  return attributesSegment !== null && !isChosen;
}

/**
 * Copies the tag's attributes, rewritten. `siteUrl` is the site's own, which is not external; `parent`
 * is the name of the element that the tag stands in, empty for none.
 */
export function rewriteAttributes(
  tag: Tag,
  rewriter: HtmlRewriter,
  siteUrl: string,
  parent: string,
): AttributeFindings {
  const { name: element, attributes } = tag;
  const isLink = element === 'a';
  const isImage = element === 'img';
  // The sources of a <picture> are its image's srcset, and the author's.
  const stated: Record<string, string> = isImage && parent === 'picture' ? { srcset: '' } : {};
  const apart: (FoundUrl & { segment: number; isSource: boolean })[] = [];
  const ids: string[] = [];
  const scriptUrls: { start: number; end: number }[] = [];
  let hasHandler = false;
  let isExternal = false;
  let rel = '';
  for (const attribute of attributes) {
    const { name, valueStart, valueEnd } = attribute;
    const raw = rewriter.source.slice(valueStart, valueEnd);
    const isId = name === 'id' || (name === 'name' && isLink);
    if (isId && raw !== '') ids.push(decodeEntities(raw));
    if (isImage && STATED_OF_IMAGES.has(name)) stated[name] = raw;
    if (/^on[a-z]+$/.test(name)) {
      hasHandler = true;
      leaveOut(attribute, rewriter);
    } else if (name === 'style' && isLoneCellStyle(tag) && ALIGNED.test(raw)) {
      leaveOut(attribute, rewriter);
      rewriter.write(` class="align-${ALIGNED.exec(raw)?.[1]}"`);
    } else if (name === 'rel' && isLink) {
      rel ||= raw;
      leaveOut(attribute, rewriter);
    } else if (SCRIPTABLE_ATTRIBUTES.has(name) && isScriptUrl(decodeEntities(raw))) {
      scriptUrls.push({ start: valueStart, end: valueEnd });
      leaveOut(attribute, rewriter);
    } else if (URL_ATTRIBUTES.get(element)?.includes(name)) {
      const found = findUrls(attribute, raw, siteUrl);
      if (found.length === 0) isExternal ||= /^(https?:)?\/\//i.test(decodeEntities(raw).trim());
      const segments = setApart(attribute, found, rewriter);
      found.forEach((url, index) => {
        apart.push({ ...url, segment: segments[index] ?? 0, isSource: name === 'src' });
      });
    }
  }
  rewriter.copyTo(attributes.at(-1)?.end ?? tag.start + 1 + element.length);
  const isOutbound = isLink && hasHandler;
  if (isLink) rewriter.write(makeLinkAttributes(rel, isExternal, isOutbound));
  const added = isImage && apart.length > 0 ? rewriter.writeSegment('') : null;
  const links = apart.map(({ from, isSource, url, written, segment }): BodyLink => {
    const attributesSegment = isSource ? added : null;
    return { segment, url, written, element, attributesSegment, stated, offset: from };
  });
  return { links, ids, scriptUrls, isOutbound };
}

/** True for a cell that has nothing but a style, as Markdown's have: only then can a class take its place. */
function isLoneCellStyle({ name, attributes }: Tag): boolean {
  const others = attributes.filter((each) => each.name !== 'scope');
  return others.length === 1 && (name === 'td' || name === 'th');
}

interface FoundUrl {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly written: string;
}

/** The URLs of an attribute that may lead into the site, with their places in the source. */
function findUrls({ name, valueStart }: Attribute, raw: string, siteUrl: string): FoundUrl[] {
  const places: [number, number][] = name === 'srcset' ? splitSrcset(raw) : [[0, raw.length]];
  const found: FoundUrl[] = [];
  for (const [start, end] of places) {
    const written = decodeEntities(raw.slice(start, end)).trim();
    const url = stripSiteUrl(written, siteUrl) ?? written;
    if (isExternalUrl(url)) continue;
    found.push({ from: valueStart + start, to: valueStart + end, url, written });
  }
  return found;
}

/** Makes each URL a segment, between double quotes; gives the segments' indexes. */
function setApart(
  attribute: Attribute,
  urls: readonly FoundUrl[],
  rewriter: HtmlRewriter,
): number[] {
  if (urls.length === 0) return [];
  const isQuoted = attribute.quote === QuoteType.Double;
  if (!isQuoted) {
    rewriter.leaveOut(attribute.nameStart, attribute.valueStart);
    rewriter.write(`${attribute.name}="`);
  }
  const segments = urls.map(({ from, to }) => {
    rewriter.leaveOut(from, to);
    return rewriter.writeSegment(rewriter.source.slice(from, to).replace(/"/g, '&quot;'));
  });
  rewriter.copyTo(attribute.valueEnd);
  if (!isQuoted) {
    rewriter.write('"');
    rewriter.leaveOut(attribute.valueEnd, attribute.end);
  }
  return segments;
}

/** Leaves an attribute out, with the white space before it. */
function leaveOut({ nameStart, end }: Attribute, rewriter: HtmlRewriter): void {
  let start = nameStart;
  while (/\s/.test(rewriter.source[start - 1] ?? '')) start--;
  rewriter.leaveOut(start, end);
}

/** What a link gets at its end: `rel`, as written and with `noopener`, and the outbound mark. */
function makeLinkAttributes(written: string, isExternal: boolean, isOutbound: boolean): string {
  if (written === '' && !isOutbound) return isExternal ? ' rel="noopener"' : '';
  const rel = new Set(written.split(/\s+/).filter((word) => word !== ''));
  if (isExternal) rel.add('noopener');
  const value = [...rel].join(' ').replace(/"/g, '&quot;');
  return (rel.size > 0 ? ` rel="${value}"` : '') + (isOutbound ? ' data-outbound' : '');
}
