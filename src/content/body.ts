/**
 * A body's HTML, as the Markdown engine writes it → Body; and a Body's HTML → that of its page, or of a
 * feed. Pure.
 *
 * One scan over the tags finds everything that is wanted of a body. What only the site as a whole knows, as
 * where links lead, and what differs between page and feed is left as a hole. Holes are marked by control
 * characters, which no text has: so a body stays one string.
 */
import { escape as escapeHtml } from 'he';
import * as elements from './body-elements.ts';
import { unmarkCode } from './code.ts';
import * as html from './html.ts';
import { decodeEntities, foldSpace } from './text.ts';

/** A URL in a body that may lead to something of the site's own. */
export interface BodyLink {
  /** Its number among the holes of the HTML; what fills it is escaped for double quotes. */
  readonly hole: number;
  /** Decoded; an absolute URL of this site has lost its origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** For an image's `src`: the hole where attributes can be added, else null. */
  readonly attributesHole: number | null;
  /** For an image: what the author wrote of `width height loading decoding srcset sizes`. */
  readonly stated: Readonly<Record<string, string>>;
}

export interface Body {
  /** With holes: neither a page's HTML (`fillBody`) nor a feed's (`fillFeedBody`). */
  readonly html: string;
  readonly links: readonly BodyLink[];
  /** What `#…` can point at. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The beginning of the text, for the excerpt. */
  readonly text: string;
  readonly wordCount: number;
  /** True where there is nothing to read or to look at. */
  readonly isEmpty: boolean;
  /** True when a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  /**
   * Scripts and plug-ins' objects, each once, as a Content-Security-Policy has to name them; the digests
   * of speculation rules stand under a name of their own. What is the site's own needs no word.
   */
  readonly embedded: readonly string[];
  /** URLs that would have run script and were left out; languages that are not known, each once. */
  readonly faults: readonly elements.Fault[];
}

/** True for an image's `src` to which the author has not stated other sizes. */
export function takesVariants({ attributesHole, stated }: BodyLink): boolean {
  return attributesHole !== null && stated.srcset === undefined && stated.sizes === undefined;
}

/** Characters that no text has, and that browsers skip in URLs; the marks of holes are among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f]/g;

/** Characters of the text that are kept: with entities in it, still enough for an excerpt. */
const KEPT_TEXT = 1000;

/**
 * Reads a body. A first heading whose text is the title is dropped; with a null title the first
 * heading is the title, and is dropped too. `siteUrl` has no slash at its end.
 */
export function readBody(engineHtml: string, title: string | null, siteUrl: string): Body {
  const source = engineHtml.replace(CONTROLS, '');
  const scan: Scan = { ...elements.startReading(source, title, siteUrl), links: [] };
  let at = 0;
  for (let tag = html.findTag(source, 0); tag !== null; tag = html.findTag(source, at)) {
    const around = scan.open.at(-1)?.traits ?? 0;
    if (!(around & html.TEXTLESS)) scan.texts.push(source.slice(at, tag.start));
    if (html.traitsOf(tag.name) & html.BLOCK) scan.texts.push(' ');
    at = tag.end;
    if (tag.isClosing) closeElement(scan, tag);
    else if (tag.name !== '') at = openElement(scan, tag, around);
  }
  scan.texts.push(source.slice(at));
  copyTo(scan, source.length);
  const written = elements.nameHeadings(scan.pieces.join(''), scan);
  const { links, ids, heading, faults, hasOutboundLinks } = scan;
  const whole = scan.texts.join('');
  const text = foldSpace(decodeEntities(whole.slice(0, KEPT_TEXT)));
  const wordCount = countWords(whole);
  const isEmpty = wordCount === 0 && !scan.hasMedia;
  const found = { links, ids, heading, text, faults, embedded: [...scan.embedded] };
  // A string cut out of another keeps that one in memory; through JSON they are copies.
  const copies: typeof found = JSON.parse(JSON.stringify(found));
  return { ...copies, html: written, wordCount, isEmpty, hasOutboundLinks };
}

/** The scripts and objects in the HTML of a page, as `Body.embedded` names them. */
export function listEmbedded(page: string): readonly string[] {
  return readBody(page, '', '').embedded;
}

/** What stands in a hole, in place of what the author wrote. */
export type Fill = readonly [hole: number, html: string];

/** Around what a fill can replace: a relative URL, or nothing where attributes can be added. */
const HOLE = '\u0001';
const PAGE_ONLY_PARTS = new RegExp(
  `${elements.PAGE_ONLY}[^${elements.PAGE_ONLY}]*${elements.PAGE_ONLY}`,
  'g',
);

/** The HTML of a body's page, but for the colours of its code (`colourCode`). */
export function fillBody(body: string, fills: readonly Fill[]): string {
  return fillHoles(body, fills).join('').replaceAll(elements.PAGE_ONLY, '');
}

/** The HTML of a body for feeds: its URLs are absolute as seen from `pageUrl`, its code is plain. */
export function fillFeedBody(body: string, fills: readonly Fill[], pageUrl: string): string {
  const pieces = fillHoles(body, fills);
  for (let i = 1; i < pieces.length; i += 2) {
    const isUrl = pieces[i] !== '' || pieces[i - 1]?.endsWith('="');
    if (isUrl) pieces[i] = makeAbsolute(pieces[i] ?? '', pageUrl);
  }
  return unmarkCode(pieces.join('').replace(PAGE_ONLY_PARTS, ''));
}

/** The HTML in pieces, every second of which stands in a hole. */
function fillHoles(body: string, fills: readonly Fill[]): string[] {
  const pieces = body.split(HOLE);
  for (const [hole, filling] of fills) pieces[2 * hole + 1] = filling;
  return pieces;
}

/** Makes the URLs absolute in what stands in a hole: one URL, or attributes behind a space. */
function makeAbsolute(filling: string, pageUrl: string): string {
  if (filling.startsWith(' ')) {
    return filling.replace(/ srcset="([^"]*)"/, (_, value) => {
      return ` srcset="${html.replaceInSrcset(value, (url) => makeAbsolute(url, pageUrl))}"`;
    });
  }
  const url = decodeEntities(filling);
  if (html.hasScheme(url) || !URL.canParse(url, pageUrl)) return filling;
  return escapeHtml(new URL(url, pageUrl).href);
}

type Scan = elements.Reading & { readonly links: BodyLink[] };

/** Writes the source up to an offset as it is. */
function copyTo(scan: Scan, offset: number): void {
  if (offset > scan.done) scan.pieces.push(scan.source.slice(scan.done, offset));
  scan.done = offset;
}

/** Reads an opening tag; gives the offset at which to go on. */
function openElement(scan: Scan, tag: html.Tag, around: number): number {
  const own = html.traitsOf(tag.name);
  if (own & html.MEDIA) scan.hasMedia = true;
  const rule = elements.RULES.get(tag.name);
  // Most tags are written as they are.
  if (rule === undefined && tag.attributes === '' && !(own & html.RAW)) {
    const traits = (own | around) & html.INHERITED;
    if (!(own & html.VOID)) scan.open.push({ name: tag.name, traits, after: '' });
    return tag.end;
  }
  const element = elements.startElement(tag, around, scan.source);
  rule?.(element, scan);
  const { name, attributes, before, after, content, end } = element;
  copyTo(scan, tag.start);
  scan.done = end;
  if (name === '') return end;
  rewriteAttributes(scan, element);
  scan.pieces.push(`${before}<${name}${html.writeAttributes(attributes)}${element.inTag}>`);
  const traits = element.traits & html.INHERITED;
  if (content !== null) scan.pieces.push(`${content}</${name}>${after}`);
  else if (!(own & html.VOID)) scan.open.push({ name, traits, after });
  return end;
}

function closeElement(scan: Scan, { name, end }: html.Tag): void {
  const after = scan.open.at(-1)?.name === name ? scan.open.pop()?.after : '';
  if (!after) return;
  copyTo(scan, end);
  scan.pieces.push(after);
}

const SCRIPT_URL = {
  code: 'script-url',
  message: 'This address would run script, and was left out',
  hint: 'Write the address of a page instead.',
} as const;
const STATED_OF_IMAGES = ['width', 'height', 'loading', 'decoding', 'srcset', 'sizes'];

/** Removes handlers and script URLs, leaves holes for other URLs, and records ids. */
function rewriteAttributes(scan: Scan, element: elements.Element): void {
  const { name, attributes } = element;
  const stated: Record<string, string> = {};
  let image: BodyLink | undefined;
  for (const [key, value] of attributes) {
    const raw = value ?? '';
    const owners = html.URL_ATTRIBUTES.get(key);
    if (STATED_OF_IMAGES.includes(key)) stated[key] = raw;
    if (/^on[a-z]+$/.test(key)) {
      attributes.delete(key);
      if (name !== 'a') continue;
      attributes.set('data-outbound', null);
      scan.hasOutboundLinks = true;
    } else if (key.startsWith('data-footnote-')) {
      element.traits |= html.TEXTLESS; // Its number, or the arrow back.
    } else if (key === 'id' || (name === 'a' && key === 'name')) {
      if (raw !== '') scan.ids.push(decodeEntities(raw));
    } else if (owners !== undefined && html.isScriptUrl(decodeEntities(raw))) {
      attributes.delete(key);
      scan.faults.push({ ...SCRIPT_URL, written: decodeEntities(raw) });
    } else if (owners === 'any' || owners?.includes(name)) {
      const count = scan.links.length;
      const replace = (url: string) => makeHole(scan, url, owners === 'any' ? null : name);
      attributes.set(key, key === 'srcset' ? html.replaceInSrcset(raw, replace) : replace(raw));
      const isOwn = scan.links.length > count;
      if (name === 'img' && key === 'src' && isOwn) image = scan.links[count];
      if (name === 'a' && !isOwn && /^\s*(https?:)?\/\//i.test(raw)) {
        const words = (attributes.get('rel') ?? '').split(/\s+/).filter((word) => word !== '');
        attributes.set('rel', [...new Set([...words, 'noopener'])].join(' '));
      }
    }
  }
  if (image === undefined) return;
  // The sources of a <picture> are its image's srcset, and the author's.
  if (scan.open.at(-1)?.name === 'picture') stated.srcset = '';
  Object.assign(image, { attributesHole: scan.holes++, stated });
  element.inTag += HOLE + HOLE;
}

/** Makes a hole of a URL unless it is absolute; `element` is null for one that need not lead anywhere. */
function makeHole(scan: Scan, raw: string, element: string | null): string {
  const written = decodeEntities(raw).trim();
  const url = html.stripSiteUrl(written, scan.siteUrl) ?? written;
  const isLink = element !== null && !html.isExternalUrl(url);
  if (!isLink && html.hasScheme(written)) return raw;
  const hole = scan.holes++;
  if (isLink) scan.links.push({ hole, url, written, element, attributesHole: null, stated: {} });
  return HOLE + raw.trim() + HOLE;
}

/** Words of text whose entities are not decoded; the no-break space parts words, too. */
function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 160) isInWord = false;
    else if (!isInWord) {
      words++;
      isInWord = true;
    }
  }
  return words;
}
