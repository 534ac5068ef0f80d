/**
 * Bodies: reads the Markdown engine's HTML into a Body, and makes the HTML of a page or a feed from it. Pure.
 *
 * A single scan over the tags extracts everything the program needs from a body: links, ids, headings, the excerpt. URLs
 * that only the whole site can resolve, and parts that differ between pages and feeds, become slots (`delimiters.ts`).
 */

import { escape as escapeHtml } from 'he';
import { readWords } from '../text/sketches.ts';
import { decodeEntities, dropControls } from '../text/text.ts';
import { ENGLISH_TEXTS, type Texts } from '../text/texts.ts';
import { rewriteAttributes } from './body-attributes.ts';
import { IN_SELECT, nameHeadings, RULES } from './body-elements.ts';
import { EXCERPT_SOURCE, findExcerpt, MORE } from './body-excerpt.ts';
import type { PictureHolder, Placement } from './body-pictures.ts';
import {
  type BodyScan,
  type Element,
  type Fault,
  type OpenElement,
  startElement,
  startScan,
} from './body-scan.ts';
import { unmarkCode } from './code.ts';
import { COMPONENT_END, writeCall } from './component-html.ts';
import { SHORTCODE_PLACEHOLDER } from './component-tags.ts';
import { type Shortcode, unwrapShortcodes } from './components.ts';
import { listMain, type Toc, writeContents } from './contents.ts';
import { CODE_DELIMITER, PAGE_ONLY, SLOT } from './delimiters.ts';
import type { BodyFormat } from './edits.ts';
import * as html from './html.ts';
import { type Unlinked, type Unlinks, unlink } from './unlink.ts';

/** A URL in a body that may lead to a page or file of this site. */
export interface BodyLink {
  /** The number of its slot in the HTML. The URL to fill in must be escaped for double quotes. */
  readonly slot: number;
  /** Decoded, and without the site's origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** Why the link is not written, but only its label; null for a link. Its slot is then -1. */
  readonly unlinked: Unlinked | null;
  /** For an image's `src`, the slot for further attributes; otherwise null. */
  readonly attributesSlot: number | null;
  /** For a video's `src` without a poster, the slot for one; otherwise null. */
  readonly posterSlot: number | null;
  /** For an image's `src`, the author's `width height loading decoding srcset sizes`. */
  readonly stated: Readonly<Record<string, string>>;
  /** For an image's `src`, the place that its class names; otherwise null. */
  readonly placement: Placement | null;
  /** For an image's `src`, the paragraph or figure of pictures that it is in; otherwise null. */
  readonly holder: PictureHolder | null;
}

const NO_UNLINKS: Unlinks = new Map();

/** The style sheets that only some pages need. */
export const PAGE_STYLES = [
  'media',
  'notes',
  'code',
  'lines',
  'tables',
  'contents',
  'callouts',
  'gallery',
  'math',
  'languages',
  'scripts',
] as const;

export type PageStyle = (typeof PAGE_STYLES)[number];

export interface Body {
  /** HTML with slots, which `fillBody` and `fillFeedBody` fill. */
  readonly html: string;
  readonly links: readonly BodyLink[];
  /** The ids and anchor names that a fragment can refer to. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The headings of levels 2 and 3, in order, except those without text or an id. */
  readonly headings: readonly Heading[];
  /**
   * The headings for a table of contents outside the body; none if there should be no such list, and null if the author
   * doesn't say.
   */
  readonly contents: readonly Heading[] | null;
  /** The beginning of the text; headings, code, tables and notes are skipped if there is any other text. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** A sketch of its words, for `shareOfWords`. */
  readonly sketch: string;
  /** True for a body without words or media. */
  readonly isEmpty: boolean;
  /** True if a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  readonly styles: readonly PageStyle[];
  /**
   * Content-Security-Policy directives with one source each, for scripts and objects in the body. Digests of
   * speculation rules have the directive `speculation-rules`; the site's own files are left out.
   */
  readonly embedded: readonly string[];
  /** Problems of links, pictures and removed script URLs, and each unknown language once. */
  readonly faults: readonly Fault[];
}

export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: number;
}

/** The parts of a body that only its own page and the feeds need. */
export type PageBody = Pick<Body, 'html' | 'headings' | 'contents' | 'wordCount'>;

/** True for an image's `src` whose author stated neither `srcset` nor `sizes`. */
export function takesVariants({ attributesSlot, stated }: BodyLink): boolean {
  return attributesSlot !== null && stated.srcset === undefined && stated.sizes === undefined;
}

/** What a body is read with, besides the engine's HTML of it. */
export interface BodyContext {
  /** A first heading that repeats it is dropped. If it is null, the first heading is the title, and dropped too. */
  readonly title: string | null;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** True for the id of one of the page's own elements, which no heading gets. */
  readonly isReservedId?: (id: string) => boolean;
  /** The shortcodes that placeholders stand for, by number. */
  readonly shortcodes?: readonly Shortcode[];
  /** The names of the components for shortcodes, which also render blocks of code. */
  readonly components?: readonly string[];
  /** The labels of parts of the page for screen readers; by default the English ones. */
  readonly texts?: Texts;
  /** A BCP 47 tag, for the quotes in the excerpt; by default English. */
  readonly language?: string;
  /** What the author says about a table of contents; by default nothing. */
  readonly toc?: Toc | null;
  /** What the author wrote the body in, for what the excerpt leaves out; by default Markdown. */
  readonly format?: BodyFormat;
  /** By default none. */
  readonly unlinks?: Unlinks;
}

export function readBody(engineHtml: string, context: BodyContext): Body {
  const { title, siteUrl, shortcodes = [], texts = ENGLISH_TEXTS } = context;
  const { format = 'markdown', components = [], isReservedId = () => false } = context;
  const { unlinks = NO_UNLINKS } = context;
  // Browsers ignore control characters in URLs; here, some of them delimit slots.
  const plain = dropControls(shortcodes.length > 0 ? unwrapShortcodes(engineHtml) : engineHtml);
  const { html: source, links: unlinked } = unlink(plain, { siteUrl, unlinks });
  const input = { source, title, siteUrl, labels: texts, format, shortcodes, components, unlinks };
  const scan = startScan(input);
  scan.links.push(...unlinked);
  scanTags(scan);
  closeAll(scan);
  const named = nameHeadings(scan.pieces.join(''), scan, isReservedId);
  const { html: written, contents } = writeContents(named, scan.headings, context.toc ?? null);
  const { links, ids, heading, faults, hasOutboundLinks } = scan;
  const headings = listMain(scan.headings);
  const whole = scan.texts.join('');
  const excerpt = findExcerpt(scan, whole, context.language ?? 'en');
  const { count: wordCount, sketch } = readWords(whole);
  const isEmpty = wordCount === 0 && !scan.hasMedia;
  const embedded = [...scan.embedded];
  const facts = { links, ids, heading, headings, contents, excerpt, faults, embedded };
  // A substring keeps its whole source in memory. JSON makes real copies, twice as fast as structuredClone.
  const copies: typeof facts = JSON.parse(JSON.stringify(facts));
  const hasContents = written !== named || (contents ?? []).length > 0;
  const styles = listStyles(written, scan.hasMedia, hasContents);
  return { ...copies, wordCount, sketch, isEmpty, hasOutboundLinks, styles, html: written };
}

/**
 * Lists the style sheets that HTML needs for what is in it. Pictures of a body and its table of contents can't be seen
 * there: `hasMedia` and `hasContents` tell.
 */
export function listStyles(written: string, hasMedia = false, hasContents = false): PageStyle[] {
  // What a component renders isn't known yet.
  const hasComponents = written.includes(COMPONENT_END);
  // Most texts have neither, and these tests are faster than the expressions below.
  const hasFigure = written.includes('<figure');
  const hasCode = written.includes('<pre');
  const isNeeded: Readonly<Record<PageStyle, boolean>> = {
    media: hasMedia || (hasFigure && /<figure(?! class="code")/.test(written)),
    notes: written.includes(' data-footnote-') || written.includes('class="footnotes"'),
    code: hasComponents || hasCode,
    lines:
      (hasFigure && written.includes('<figure class="code"')) ||
      (hasCode && /<pre[^>]* class="[^"]*\blines\b/.test(written)),
    tables: hasComponents || written.includes('<table'),
    contents: hasContents,
    callouts: written.includes(' class="callout '),
    gallery: written.includes('class="folder-gallery"'),
    math: written.includes('<math'),
    // No body needs these two: pages load them because of their languages.
    languages: false,
    scripts: false,
  };
  return PAGE_STYLES.filter((name) => isNeeded[name]);
}

/** Scans the source from tag to tag, and writes it. */
function scanTags(scan: BodyScan): void {
  const { source } = scan;
  let at = 0;
  for (let tag = html.findTag(source, 0); tag !== null; tag = html.findTag(source, at)) {
    const around = scan.open.at(-1)?.inside ?? html.OUTSIDE;
    const gap = html.BLOCKS.has(tag.name) ? ' ' : '';
    escapeText(scan, at, tag.start);
    addText(scan, around.isTextless ? '' : source.slice(at, tag.start), around, gap);
    at = tag.end;
    if (tag.isClosing) closeElement(scan, tag);
    else if (tag.name !== '') at = openElement(scan, tag, around);
    else readComment(scan, tag);
  }
  scan.texts.push(source.slice(at));
  scan.opening += source.slice(at);
  escapeText(scan, at, source.length);
  copyTo(scan, source.length);
}

/** Adds text before a tag to that of the whole body, and to its opening unless excerpts leave it out. */
function addText(scan: BodyScan, text: string, around: html.Surroundings, gap: string): void {
  scan.texts.push(text + gap);
  if (scan.opening.length >= EXCERPT_SOURCE) return;
  const quoted = around.isUnquoted ? '' : text;
  scan.opening += (around.isCode ? CODE_DELIMITER + quoted + CODE_DELIMITER : quoted) + gap;
}

/** Leaves out a comment, and notes one that ends the excerpt. */
function readComment(scan: BodyScan, { start, end }: html.Tag): void {
  copyTo(scan, start);
  scan.done = end;
  if (MORE.test(scan.source.slice(start, end))) scan.excerptEnd ??= scan.opening.length;
}

/** Lists the scripts and objects in a page's HTML, in the form of `Body.embedded`. */
export function listEmbedded(page: string): readonly string[] {
  return readBody(page, { title: '', siteUrl: '' }).embedded;
}

/** The HTML that fills a slot in place of the author's; `inFeeds` if feeds get another. */
export type Fill = readonly [slot: number, html: string, inFeeds?: string];

const PAGE_ONLY_PARTS = new RegExp(`${PAGE_ONLY}[^${PAGE_ONLY}]*${PAGE_ONLY}`, 'g');

/** Makes the HTML of a body for its page. Code is still plain: `colourCode` highlights it. */
export function fillBody(body: string, fills: readonly Fill[]): string {
  return fillSlots(body, fills).join('').replaceAll(PAGE_ONLY, '');
}

/** Makes the HTML of a body for feeds: code is plain, and URLs are resolved against `pageUrl`. */
export function fillFeedBody(body: string, fills: readonly Fill[], pageUrl: string): string {
  const ofFeeds = fills.map(([slot, html, inFeeds]): Fill => [slot, inFeeds ?? html]);
  const pieces = fillSlots(body, ofFeeds);
  for (let i = 1; i < pieces.length; i += 2) {
    const isUrl = pieces[i] !== '' || pieces[i - 1]?.endsWith('="');
    if (isUrl) pieces[i] = makeAbsolute(pieces[i] ?? '', pageUrl);
  }
  return unmarkCode(pieces.join('').replace(PAGE_ONLY_PARTS, ''));
}

/** Splits the HTML at its slots and fills them. Every second piece is the content of a slot. */
function fillSlots(body: string, fills: readonly Fill[]): string[] {
  const pieces = body.split(SLOT);
  for (const [slot, filling] of fills) pieces[2 * slot + 1] = filling;
  return pieces;
}

/** Makes URLs absolute in a slot's content: one URL, or attributes preceded by a space. */
function makeAbsolute(filling: string, pageUrl: string): string {
  if (filling.startsWith(' ')) {
    return filling.replace(/ (srcset|poster)="([^"]*)"/, (_, name, value) => {
      return ` ${name}="${html.replaceInSrcset(value, (url) => makeAbsolute(url, pageUrl))}"`;
    });
  }
  const url = decodeEntities(filling);
  if (html.hasScheme(url) || !URL.canParse(url, pageUrl)) return filling;
  return escapeHtml(new URL(url, pageUrl).href);
}

/** Copies the source up to an offset. */
function copyTo(scan: BodyScan, offset: number): void {
  if (offset > scan.done) scan.pieces.push(scan.source.slice(scan.done, offset));
  scan.done = offset;
}

const escapeNoscriptEnd = (text: string) => text.replace(/<(?=\/noscript)/gi, '&lt;');

/**
 * Escapes what looks like a tag in text. The engine escapes it too, so this is markup that was misread: a browser would
 * find tags in it whose attributes nobody has checked.
 */
function escapeText(scan: BodyScan, from: number, to: number): void {
  const stray = scan.source.indexOf('<', from);
  if (stray === -1 || stray >= to) return;
  copyTo(scan, from);
  scan.pieces.push(scan.source.slice(from, to).replaceAll('<', '&lt;'));
  scan.done = to;
}

/** Closes the elements whose end tags were misread, so that they don't swallow the rest of the page. */
function closeAll({ open, pieces }: BodyScan): void {
  for (const { name, after, isClosed } of open.reverse()) {
    if (after !== null) pieces.push(isClosed ? after : `</${name}>${after}`);
  }
}

/** Reads an opening tag and returns the offset to continue from. */
function openElement(scan: BodyScan, tag: html.Tag, around: html.Surroundings): number {
  const isRaw = html.RAW.has(tag.name);
  const isVoid = html.VOIDS.has(tag.name);
  // Inside an SVG's HTML, the engine leaves nested links, which browsers would split, and forms, which they ignore.
  const mayBeNested = tag.name === 'a' || tag.name === 'form';
  const isNested =
    (mayBeNested && scan.open.some(({ name }) => name === tag.name)) ||
    (tag.name === 'noscript' && around.isInNoscript);
  if (isNested || (around.isInSelect && !IN_SELECT.test(tag.name))) {
    copyTo(scan, tag.start);
    scan.done = isRaw ? html.readContent(tag, scan.source).end : tag.end;
    if (!isRaw && !isVoid) {
      scan.open.push({ name: tag.name, inside: around, after: null, isClosed: false });
    }
    return scan.done;
  }
  if (html.MEDIA.has(tag.name)) scan.hasMedia = true;
  if (tag.name === SHORTCODE_PLACEHOLDER) return openShortcode(scan, tag, around);
  const rule = mayHaveRule(tag, scan) ? RULES.get(tag.name) : undefined;
  // Fast path: most tags are copied.
  if (rule === undefined && tag.attributes === '' && !isRaw) {
    const inside = html.enterElement(tag.name, around);
    if (!isVoid) scan.open.push({ name: tag.name, inside, after: '', isClosed: false });
    return tag.end;
  }
  const element = startElement(tag, around, scan.source);
  rule?.(element, scan);
  const { name, attributes, before, after, end } = element;
  const raw = around.isInDrawing ? element.content?.replaceAll('<', '&lt;') : element.content;
  const write = around.isInNoscript ? escapeNoscriptEnd : String;
  const content = typeof raw === 'string' ? write(raw) : raw;
  copyTo(scan, tag.start);
  scan.done = end;
  if (name === '') return end;
  rewriteAttributes(element, scan);
  const shown = write(html.writeAttributes(attributes));
  scan.pieces.push(`${before}<${name}${shown}${element.inTag}>`);
  if (typeof content === 'string') scan.pieces.push(`${content}</${name}>${after}`);
  else if (!isVoid) scan.open.push(leaveOpen(element));
  return end;
}

/**
 * True for an element that a rule may apply to. A paragraph must begin with a picture or link; emphasis must be a
 * caption.
 */
function mayHaveRule({ name, start, end }: html.Tag, { source, holder }: BodyScan): boolean {
  if (name === 'em') return holder?.emphasis === start;
  return name !== 'p' || /^\s*<(?:img|a)\s/.test(source.slice(end, end + 9));
}

/** Leaves an element open whose end tag is still to be read. */
function leaveOpen({ tag, name, inside, after, beforeEnd }: Element): OpenElement {
  const isClosed = name !== tag.name;
  const written = isClosed ? `${beforeEnd}</${name}>${after}` : after;
  return { name: tag.name, inside, after: written, isClosed };
}

/** Reads an end tag. Omits one without a start tag, as after text that looks like a tag. */
function closeElement(scan: BodyScan, { name, start, end }: html.Tag): void {
  const isOpen = scan.open.at(-1)?.name === name;
  const { after = null, isClosed = false } = (isOpen && scan.open.pop()) || {};
  if (after === '') return;
  copyTo(scan, after === null || isClosed ? start : end);
  scan.done = end;
  scan.pieces.push(after ?? '');
}

/** Reads the placeholder of a shortcode, and writes the call of its component. */
function openShortcode(scan: BodyScan, tag: html.Tag, around: html.Surroundings): number {
  copyTo(scan, tag.start);
  scan.done = tag.end;
  const shortcode = scan.shortcodes[Number(html.readAttributes(tag).get('data-n') ?? -1)];
  // Omits an element of that name that the author wrote.
  if (shortcode === undefined) return tag.end;
  scan.hasMedia = true;
  scan.pieces.push(writeCall(shortcode, tag, around, scan));
  scan.open.push({ name: tag.name, inside: around, after: COMPONENT_END, isClosed: true });
  return tag.end;
}
