/**
 * A body's HTML, as the Markdown engine writes it → Body: its links, ids, text, and its HTML with holes.
 *
 * The engine's HTML is the serialization of a tree: lower case, quoted, balanced. So one scan over its
 * tags is the whole pass, and nothing of the body is ever looked for again. What is not known before the
 * site is (where links lead) or differs between a page and a feed is left as a hole; `body-forms.ts`
 * fills the holes.
 */
import { type Element, type Findings, nameHeadings, RULES } from './body-elements.ts';
import { HOLE } from './body-forms.ts';
import * as urls from './link-urls.ts';
import * as regular from './regular-html.ts';
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
  /** With holes: neither a page's HTML nor a feed's (see `body-forms.ts`). */
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
  /** Of each `<code>` in a language: what follows `language-` in its class. */
  readonly codeLanguages: readonly string[];
  /**
   * Scripts and plug-ins' objects, each once, as a Content-Security-Policy has to name them; the digests
   * of speculation rules stand under a name of their own. What is the site's own needs no word.
   */
  readonly embedded: readonly string[];
  /** The URLs that would have run script and were left out, decoded. */
  readonly scriptUrls: readonly string[];
}

/** True for an image's `src` beside which the author has not seen to other sizes. */
export function takesVariants({ attributesHole, stated }: BodyLink): boolean {
  return attributesHole !== null && stated.srcset === undefined && stated.sizes === undefined;
}

/**
 * Reads a body. A first heading whose text is the title is dropped; with a null title the first
 * heading is the title, and is dropped too. `siteUrl` has no slash at its end.
 */
export function readBody(source: string, title: string | null, siteUrl: string): Body {
  const html = source.replace(CONTROLS, '');
  const scan = startScan(html, title, siteUrl);
  let at = 0;
  for (let tag = regular.findTag(html, 0); tag !== null; tag = regular.findTag(html, at)) {
    if (!(traitsAround(scan) & regular.TEXTLESS)) scan.texts.push(html.slice(at, tag.start));
    if (tag.isClosing) closeElement(scan, tag);
    at = tag.isClosing || tag.name === '' ? tag.end : openElement(scan, tag);
  }
  scan.texts.push(html.slice(at));
  copyTo(scan, html.length);
  nameHeadings(scan);
  const { links, ids, firstHeading: heading, hasOutboundLinks, codeLanguages, scriptUrls } = scan;
  const whole = scan.texts.join('');
  const text = foldSpace(decodeEntities(whole.slice(0, KEPT_TEXT)));
  const wordCount = regular.countWords(whole);
  const isEmpty = wordCount === 0 && !scan.hasMedia;
  const embedded = [...scan.embedded];
  const found = { links, ids, heading, text, codeLanguages, embedded, scriptUrls };
  // A string cut out of another keeps that one in memory; through JSON they are copies.
  const copies: typeof found = JSON.parse(JSON.stringify(found));
  return { ...copies, html: scan.pieces.join(''), wordCount, isEmpty, hasOutboundLinks };
}

/** What HTML brings along, as `Body.embedded` names it; for pages that templates made. */
export function listEmbedded(html: string): readonly string[] {
  return readBody(html, '', '').embedded;
}

/** Characters that no text has, and that browsers skip in URLs; the marks of holes are among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f]/g;

/** Characters of the text that are kept: with entities in it, still enough for an excerpt. */
const KEPT_TEXT = 1000;

/** The state of one reading. */
interface Scan extends Findings {
  readonly siteUrl: string;
  /** The source up to here is in the pieces, or left out. */
  done: number;
  /** Outermost first. */
  readonly open: OpenElement[];
  holes: number;
  readonly links: BodyLink[];
  hasMedia: boolean;
  hasOutboundLinks: boolean;
  readonly scriptUrls: string[];
}

/** An element whose end has not been reached. */
type OpenElement = Pick<Element, 'name' | 'traits' | 'after' | 'heading'>;

function startScan(html: string, title: string | null, siteUrl: string): Scan {
  return {
    html,
    title,
    siteUrl,
    pieces: [],
    done: 0,
    open: [],
    holes: 0,
    links: [],
    ids: [],
    headings: [],
    firstHeading: null,
    texts: [],
    hasMedia: false,
    hasOutboundLinks: false,
    codeLanguages: [],
    preStart: -1,
    embedded: new Set(),
    scriptUrls: [],
    frames: new Map(),
  };
}

function copyTo(scan: Scan, offset: number): void {
  if (offset > scan.done) scan.pieces.push(scan.html.slice(scan.done, offset));
  scan.done = offset;
}

/** The traits that hold for what stands here. */
function traitsAround({ open }: Scan): number {
  return (open.at(-1)?.traits ?? 0) & regular.INHERITED;
}

/** Reads an opening tag; gives the offset at which to go on. */
function openElement(scan: Scan, tag: regular.Tag): number {
  const { name, end } = tag;
  const around = traitsAround(scan);
  const traits = regular.traitsOf(name) | around;
  if (traits & regular.BLOCK) scan.texts.push(' ');
  if (traits & regular.MEDIA) scan.hasMedia = true;
  const rule = RULES.get(name);
  if (rule === undefined && tag.attributes === '') {
    if (!(traits & regular.VOID)) scan.open.push({ name, traits, after: '', heading: null });
    return end;
  }
  const element: Element = {
    tag,
    around,
    traits,
    name,
    attributes: regular.readAttributes(tag),
    before: '',
    after: '',
    heading: null,
    content: null,
    end,
  };
  const holes = rewriteAttributes(scan, element);
  rule?.(scan, element);
  copyTo(scan, tag.start);
  scan.done = element.end;
  if (element.name !== '') writeElement(scan, element, holes);
  return element.end;
}

function writeElement({ pieces, open }: Scan, element: Element, holes: string): void {
  const { name, attributes, before, after, heading, content, traits } = element;
  pieces.push(`${before}<${name}${regular.writeAttributes(attributes)}${holes}`);
  if (heading?.statedId === null) heading.idPiece = pieces.push('') - 1;
  pieces.push(content === null ? '>' : `>${content}</${name}>${after}`);
  if (content === null && !(traits & regular.VOID)) open.push({ name, traits, after, heading });
}

function closeElement(scan: Scan, { name, end }: regular.Tag): void {
  if (regular.traitsOf(name) & regular.BLOCK) scan.texts.push(' ');
  if (scan.open.at(-1)?.name !== name) return;
  const { after, heading } = scan.open.pop() as OpenElement;
  if (after === '' && heading === null) return;
  copyTo(scan, end);
  scan.pieces.push(after);
  if (heading !== null) heading.anchorPiece = scan.pieces.length - 1;
}

const STATED_OF_IMAGES = ['width', 'height', 'loading', 'decoding', 'srcset', 'sizes'];

/**
 * Removes handlers and script URLs, sets URLs apart and takes note of ids. Gives the hole for attributes
 * that stands behind those of a picture.
 */
function rewriteAttributes(scan: Scan, element: Element): string {
  const { name, attributes } = element;
  const isLink = name === 'a';
  const stated: Record<string, string> = {};
  let isOutbound = false;
  let isExternal = false;
  let source: BodyLink | null = null;
  for (const [key, value] of attributes) {
    const raw = value ?? '';
    const elements = urls.URL_ATTRIBUTES.get(key);
    if (STATED_OF_IMAGES.includes(key)) stated[key] = raw;
    if (/^on[a-z]+$/.test(key)) {
      attributes.delete(key);
      isOutbound ||= isLink;
    } else if (key.startsWith('data-footnote-')) {
      element.traits |= regular.TEXTLESS; // Its number, or the arrow back.
    } else if (key === 'id' || (isLink && key === 'name')) {
      if (raw !== '') scan.ids.push(decodeEntities(raw));
    } else if (elements !== undefined && urls.isScriptUrl(decodeEntities(raw))) {
      attributes.delete(key);
      scan.scriptUrls.push(decodeEntities(raw));
    } else if (elements === 'any' || elements?.includes(name)) {
      const count = scan.links.length;
      const setApart = (url: string) => setUrlApart(scan, url, elements === 'any' ? null : name);
      attributes.set(key, key === 'srcset' ? urls.replaceInSrcset(raw, setApart) : setApart(raw));
      if (name === 'img' && key === 'src') source = scan.links[count] ?? null;
      isExternal ||= isLink && /^\s*(https?:)?\/\//i.test(raw) && scan.links.length === count;
    }
  }
  if (isExternal) {
    const rel = new Set((attributes.get('rel') ?? '').split(/\s+/).filter((word) => word !== ''));
    attributes.set('rel', [...rel.add('noopener')].join(' '));
  }
  if (isOutbound) {
    scan.hasOutboundLinks = true;
    attributes.set('data-outbound', null);
  }
  if (source === null) return '';
  // The sources of a <picture> are its image's srcset, and the author's.
  if (element.around & regular.IN_PICTURE) stated.srcset = '';
  scan.links[scan.links.indexOf(source)] = { ...source, attributesHole: scan.holes++, stated };
  return HOLE + HOLE;
}

/** Makes a hole of a URL unless it is absolute; `element` is null for a URL that need not lead anywhere. */
function setUrlApart(scan: Scan, raw: string, element: string | null): string {
  const written = decodeEntities(raw).trim();
  const url = urls.stripSiteUrl(written, scan.siteUrl) ?? written;
  const isLink = element !== null && !urls.isExternalUrl(url);
  if (!isLink && urls.hasScheme(written)) return raw;
  const hole = scan.holes++;
  if (isLink) scan.links.push({ hole, url, written, element, attributesHole: null, stated: {} });
  return HOLE + raw.trim() + HOLE;
}
