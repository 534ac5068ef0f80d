/**
 * Bodies: reads the Markdown engine's HTML into a Body, and makes the HTML of a page or a feed from it. Pure.
 *
 * A single scan over the tags extracts everything the program needs from a body. URLs that only the whole site
 * can resolve, and parts that differ between pages and feeds, become holes, delimited by control characters that
 * occur in no text. The HTML of a body is therefore one string.
 */

import { escape as escapeHtml } from 'he';
import {
  closeUp,
  cutExcerpt,
  decodeEntities,
  dropControls,
  findQuotes,
  foldSpace,
  readWords,
  typesetPieces,
} from '../text/text.ts';
import { ENGLISH_TEXTS, type Texts } from '../text/texts.ts';
import * as elements from './body-elements.ts';
import { unmarkCode } from './code.ts';
import { type Mark, PLACEHOLDER, unwrapMarks } from './components.ts';
import { CODE, COMPONENT, PAGE_ONLY, SLOT } from './delimiters.ts';
import type { BodyFormat } from './edits.ts';
import * as html from './html.ts';
import { judgeElement } from './lint.ts';

/** A URL in a body that may lead to a page or file of this site. */
export interface BodyLink {
  /** The number of its hole in the HTML. The URL to fill in must be escaped for double quotes. */
  readonly hole: number;
  /** Decoded, and without the site's origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** For an image's `src`, the hole for further attributes; otherwise null. */
  readonly attributesHole: number | null;
  /** For an image's `src`, the author's `width height loading decoding srcset sizes`. */
  readonly stated: Readonly<Record<string, string>>;
}

export interface Body {
  /** HTML with holes, which `fillBody` and `fillFeedBody` fill. */
  readonly html: string;
  readonly links: readonly BodyLink[];
  /** The ids and anchor names that a fragment can refer to. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The headings of levels 2 and 3, in order, except those without text or an id. */
  readonly headings: readonly Heading[];
  /** The beginning of the text; headings, code, tables and notes are skipped if there is any other text. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** A sketch of its words, for `shareOfWords`. */
  readonly sketch: string;
  /** True for a body without words or media. */
  readonly isEmpty: boolean;
  /** True if a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  /**
   * Content-Security-Policy directives with one source each, for scripts and objects in the body. Digests of
   * speculation rules have the directive `speculation-rules`; the site's own files are left out.
   */
  readonly embedded: readonly string[];
  /** Problems of links, pictures and removed script URLs, and each unknown language once. */
  readonly faults: readonly elements.Fault[];
}

export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: number;
}

/** The parts of a body that only its own page and the feeds need. */
export type PageBody = Pick<Body, 'html' | 'headings' | 'wordCount'>;

/** True for an image's `src` whose author stated neither `srcset` nor `sizes`. */
export function takesVariants({ attributesHole, stated }: BodyLink): boolean {
  return attributesHole !== null && stated.srcset === undefined && stated.sizes === undefined;
}

/** The number of characters an excerpt is cut from: enough even with entities. */
const EXCERPT_SOURCE = 1000;
/** The comment that ends the excerpt in Jekyll, Hugo, Hexo, Zola, WordPress and Docusaurus. */
const MORE = /^<!--\s*(?:more|truncate)\b/i;
const CALLS = String.raw`\{%.*?%\}|\{\{.*?\}\}`;
/** A line that ends with the name of a file. The engine has typeset its quotes. */
const IMPORT = String.raw`import\s(?:[^\n]*\sfrom\s*)?[\p{Pi}\p{Pf}\p{Ps}][^\n]*[\p{Pi}\p{Pf}\p{Pe}];?[ \t]*(?=\n)`;
/** Untranslated marks at the start of a text, by format. Code is not matched: it starts with `CODE`. */
const FOREIGN_HEADS: Readonly<Record<BodyFormat, RegExp>> = {
  text: /^/,
  html: new RegExp(`^(?:\\s*(?:${CALLS}))+`, 's'),
  markdown: new RegExp(
    String.raw`^(?:\s*(?:${CALLS}|\{:[^}]*\}|:::[^\n]*|\[![^\]]*\]|${IMPORT}))+`,
    'su',
  ),
};

/**
 * Reads a body. Drops a first heading that repeats the title; if the title is null, the first heading is the
 * title and is dropped too. `siteUrl` has no trailing slash. No heading gets one of the `reserved` ids; `language`
 * and `format` are for the excerpt; `marks` belong to the placeholders; `texts` label parts of the page for screen
 * readers.
 */
export function readBody(
  engineHtml: string,
  title: string | null,
  siteUrl: string,
  reserved: readonly string[] = [],
  language = 'en',
  marks: readonly Mark[] = [],
  texts: Texts = ENGLISH_TEXTS,
  format: BodyFormat = 'markdown',
): Body {
  // Browsers ignore control characters in URLs; here, some of them delimit holes.
  const source = dropControls(marks.length > 0 ? unwrapMarks(engineHtml) : engineHtml);
  const scan: Scan = {
    ...elements.startReading(source, title, siteUrl, texts),
    links: [],
    marks,
  };
  let at = 0;
  /** The beginning of the quotable text. */
  let opening = '';
  let excerptEnd: number | null = null;
  for (let tag = html.findTag(source, 0); tag !== null; tag = html.findTag(source, at)) {
    const around = scan.open.at(-1)?.traits ?? 0;
    const text = around & html.TEXTLESS ? '' : source.slice(at, tag.start);
    escapeText(scan, at, tag.start);
    const gap = html.traitsOf(tag.name) & html.BLOCK ? ' ' : '';
    scan.texts.push(text + gap);
    if (opening.length < EXCERPT_SOURCE) {
      const quoted = around & html.UNQUOTED ? '' : text;
      opening += (around & html.CODE ? CODE + quoted + CODE : quoted) + gap;
    }
    at = tag.end;
    if (tag.isClosing) closeElement(scan, tag);
    else if (tag.name !== '') at = openElement(scan, tag, around);
    else if (around & html.NOSCRIPT && NOSCRIPT_END.test(source.slice(tag.start, at))) {
      copyTo(scan, tag.start);
      scan.done = at;
    } else if (MORE.test(source.slice(tag.start, at))) excerptEnd ??= opening.length;
  }
  scan.texts.push(source.slice(at));
  opening += source.slice(at);
  escapeText(scan, at, source.length);
  copyTo(scan, source.length);
  closeAll(scan);
  const written = elements.nameHeadings(scan.pieces.join(''), scan, reserved);
  const { links, ids, heading, headings, faults, hasOutboundLinks } = scan;
  const whole = scan.texts.join('');
  const cut = (text: string) => makeExcerpt(text, language, format);
  const excerpt = cut(opening.slice(0, excerptEnd ?? undefined)) || cut(opening) || cut(whole);
  const { count: wordCount, sketch } = readWords(whole);
  const isEmpty = wordCount === 0 && !scan.hasMedia;
  const embedded = [...scan.embedded];
  const facts = { links, ids, heading, headings, excerpt, faults, embedded };
  // A substring keeps its whole source in memory. JSON makes real copies, twice as fast as structuredClone.
  const copies: typeof facts = JSON.parse(JSON.stringify(facts));
  return { ...copies, wordCount, sketch, isEmpty, hasOutboundLinks, html: written };
}

/** Code in the text of an excerpt. */
const CODE_TEXTS = new RegExp(`${CODE}([^${CODE}]*)${CODE}`);

function makeExcerpt(text: string, language: string, format: BodyFormat): string {
  const source = text.slice(0, EXCERPT_SOURCE).replace(FOREIGN_HEADS[format], '');
  const pieces = source.split(CODE_TEXTS).map(decodeEntities);
  const set = typesetPieces(pieces, findQuotes(language)).join('');
  return cutExcerpt(foldSpace(closeUp(dropControls(set))));
}

/** Lists the scripts and objects in a page's HTML, in the form of `Body.embedded`. */
export function listEmbedded(page: string): readonly string[] {
  return readBody(page, '', '').embedded;
}

/** The HTML that fills a hole in place of the author's; `inFeeds` if feeds get another. */
export type Fill = readonly [hole: number, html: string, inFeeds?: string];

const PAGE_ONLY_PARTS = new RegExp(`${PAGE_ONLY}[^${PAGE_ONLY}]*${PAGE_ONLY}`, 'g');

/** Makes the HTML of a body for its page. Code is still plain: `colourCode` highlights it. */
export function fillBody(body: string, fills: readonly Fill[]): string {
  return fillHoles(body, fills).join('').replaceAll(PAGE_ONLY, '');
}

/** Makes the HTML of a body for feeds: code is plain, and URLs are resolved against `pageUrl`. */
export function fillFeedBody(body: string, fills: readonly Fill[], pageUrl: string): string {
  const ofFeeds = fills.map(([hole, html, inFeeds]): Fill => [hole, inFeeds ?? html]);
  const pieces = fillHoles(body, ofFeeds);
  for (let i = 1; i < pieces.length; i += 2) {
    const isUrl = pieces[i] !== '' || pieces[i - 1]?.endsWith('="');
    if (isUrl) pieces[i] = makeAbsolute(pieces[i] ?? '', pageUrl);
  }
  return unmarkCode(pieces.join('').replace(PAGE_ONLY_PARTS, ''));
}

/** Splits the HTML at its holes and fills them. Every second piece is the content of a hole. */
function fillHoles(body: string, fills: readonly Fill[]): string[] {
  const pieces = body.split(SLOT);
  for (const [hole, filling] of fills) pieces[2 * hole + 1] = filling;
  return pieces;
}

/** Makes URLs absolute in a hole's content: one URL, or attributes preceded by a space. */
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

interface Scan extends elements.Reading {
  readonly links: BodyLink[];
  readonly marks: readonly Mark[];
}

/** Copies the source up to an offset. */
function copyTo(scan: Scan, offset: number): void {
  if (offset > scan.done) scan.pieces.push(scan.source.slice(scan.done, offset));
  scan.done = offset;
}

const NOSCRIPT_END = /<(?=\/noscript)/i;
const escapeNoscriptEnd = (text: string) => text.replace(new RegExp(NOSCRIPT_END, 'gi'), '&lt;');

/**
 * Escapes what looks like a tag in text. The engine escapes it too, so this is markup that was misread: a browser would
 * find tags in it whose attributes nobody has checked.
 */
function escapeText(scan: Scan, from: number, to: number): void {
  const stray = scan.source.indexOf('<', from);
  if (stray === -1 || stray >= to) return;
  copyTo(scan, from);
  scan.pieces.push(scan.source.slice(from, to).replaceAll('<', '&lt;'));
  scan.done = to;
}

/** Closes the elements whose end tags were misread, so that they don't swallow the rest of the page. */
function closeAll({ open, pieces }: Scan): void {
  for (const { name, after } of open.reverse()) {
    if (after !== null) pieces.push(name === PLACEHOLDER ? after : `</${name}>${after}`);
  }
}

/** Reads an opening tag and returns the offset to continue from. */
function openElement(scan: Scan, tag: html.Tag, around: number): number {
  const own = html.traitsOf(tag.name);
  // Inside an SVG's HTML, the engine leaves nested links, which browsers would split, and forms, which they ignore.
  const mayBeNested = tag.name === 'a' || tag.name === 'form';
  const isNested =
    (mayBeNested && scan.open.some(({ name }) => name === tag.name)) ||
    (own & around & html.NOSCRIPT) > 0;
  if (isNested || (around & html.SELECT && !elements.IN_SELECT.test(tag.name))) {
    copyTo(scan, tag.start);
    scan.done = own & html.RAW ? html.readContent(tag, scan.source).end : tag.end;
    const isOpen = !(own & (html.RAW | html.VOID));
    if (isOpen) scan.open.push({ name: tag.name, traits: around, after: null });
    return scan.done;
  }
  if (own & html.MEDIA) scan.hasMedia = true;
  if (tag.name === PLACEHOLDER) return openMark(scan, tag, around);
  const rule = elements.RULES.get(tag.name);
  // Fast path: most tags are copied.
  if (rule === undefined && tag.attributes === '' && !(own & html.RAW)) {
    const traits = (own | around) & html.INHERITED;
    if (!(own & html.VOID)) scan.open.push({ name: tag.name, traits, after: '' });
    return tag.end;
  }
  const element = elements.startElement(tag, around, scan.source);
  rule?.(element, scan);
  const { name, attributes, before, after, end } = element;
  const raw = around & html.FOREIGN ? element.content?.replaceAll('<', '&lt;') : element.content;
  const write = around & html.NOSCRIPT ? escapeNoscriptEnd : String;
  const content = typeof raw === 'string' ? write(raw) : raw;
  copyTo(scan, tag.start);
  scan.done = end;
  if (name === '') return end;
  rewriteAttributes(scan, element);
  const shown = write(html.writeAttributes(attributes));
  scan.pieces.push(`${before}<${name}${shown}${element.inTag}>`);
  const traits = element.traits & html.INHERITED;
  if (typeof content === 'string') scan.pieces.push(`${content}</${name}>${after}`);
  else if (!(own & html.VOID)) scan.open.push({ name, traits, after });
  return end;
}

/** Reads an end tag. Omits one without a start tag, as after text that looks like a tag. */
function closeElement(scan: Scan, { name, start, end }: html.Tag): void {
  const isOpen = scan.open.at(-1)?.name === name;
  const after = isOpen ? (scan.open.pop()?.after ?? null) : null;
  if (after === '') return;
  copyTo(scan, after === null || name === PLACEHOLDER ? start : end);
  scan.done = end;
  scan.pieces.push(after ?? '');
}

/** Cannot be the name of an attribute. */
const CALL = '{}';

/** Writes a mark for `renderMarks`, with holes for its URLs. */
function openMark(scan: Scan, tag: html.Tag, around: number): number {
  copyTo(scan, tag.start);
  scan.done = tag.end;
  const mark = scan.marks[Number(html.readAttributes(tag).get('data-n') ?? -1)];
  // Omits an element of that name that the author wrote.
  if (mark === undefined) return tag.end;
  scan.hasMedia = true;
  const values = [...Object.entries(mark.props), ...mark.args.entries()];
  const attributes = new Map(values.map(([key, value]) => [`${key}`, escapeHtml(`${value}`)]));
  const element = { ...elements.startElement(tag, around, scan.source), attributes };
  rewriteAttributes(scan, element);
  const others = Object.entries(mark.props).filter(([, value]) => typeof value !== 'string');
  const call = escapeHtml(JSON.stringify({ ...mark, props: Object.fromEntries(others) }));
  const written = html.writeAttributes(new Map([[CALL, call], ...attributes])) + element.inTag;
  scan.pieces.push(COMPONENT + written + COMPONENT);
  const traits = around & html.INHERITED;
  scan.open.push({ name: tag.name, traits, after: COMPONENT + COMPONENT });
  return tag.end;
}

const PICTURE = /^[^\s<>]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/i;

/** The element that a mark's value would be a URL of; empty for a value that is not a URL. */
function findOwner(key: string, value: string): 'img' | 'video' | '' {
  const isUrl = /^(?:src|href|poster)$/.test(key);
  // Elsewhere, white space is a sign of text.
  const name = isUrl ? value.replaceAll(' ', '_') : value;
  if (PICTURE.test(name) && !/^(?:alt|caption|title)$/.test(key)) return 'img';
  return isUrl ? 'video' : '';
}

/** Renders a component; `content` is HTML. */
type RenderComponent = (mark: Mark, content: string) => string;

/** Replaces the marks in the HTML of a page or feed by their rendered components, innermost first. */
export function renderMarks(body: string, render: RenderComponent): string {
  const open = [{ attributes: '', html: '' }];
  for (const [index, piece] of body.split(COMPONENT).entries()) {
    const last = open.at(-1);
    if (index % 2 === 1 && piece !== '') open.push({ attributes: piece, html: '' });
    else if (index % 2 === 0 && last !== undefined) last.html += piece;
    else {
      const { attributes = '', html: content = '' } = open.pop() ?? {};
      const around = open.at(-1);
      if (around !== undefined) around.html += render(readCall(attributes), content);
    }
  }
  return open[0]?.html ?? '';
}

const TAG_END = String.raw`\b(?:"[^"]*"|'[^']*'|[^"'>])*>`;
/** A script or style sheet; or a comment, raw text or tag, in which text may look like one. */
const PARTS = new RegExp(
  String.raw`<(script|style)${TAG_END}.*?</\1\s*>|<!--.*?-->|` +
    String.raw`<(xmp|iframe|noembed|noframes|textarea|title)${TAG_END}.*?</\2\s*>|<\w+${TAG_END}`,
  'gis',
);

/** Removes scripts and style sheets from the HTML of a component, for feeds. */
export function dropScripts(made: string): string {
  return made.replace(PARTS, (part, dropped) => (dropped === undefined ? part : ''));
}

/** Reads a mark back, with its URLs and with its picture's attributes under React's names. */
function readCall(attributes: string): Mark {
  const values = html.readAttributes({ attributes });
  const mark: Mark = JSON.parse(decodeEntities(values.get(CALL) ?? ''));
  const texts = [...values].map(([key, value]) => [key, decodeEntities(value ?? '')] as const);
  const args = texts.filter(([key]) => /^\d/.test(key)).map(([, value]) => value);
  const named = texts.filter(([key]) => key !== CALL && !/^\d/.test(key));
  const props = named.map(([key, value]) => {
    if (key === 'style') return [key, readStyle(value) ?? value];
    return [key === 'srcset' ? 'srcSet' : key, value];
  });
  return { ...mark, args, props: { ...Object.fromEntries(props), ...mark.props } };
}

const DECLARATION = /([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g;

/** Reads CSS declarations as the object that React requires for `style`; null for other words, such as `wide`. */
function readStyle(css: string): Readonly<Record<string, string>> | null {
  const declarations = [...css.matchAll(DECLARATION)].map(([, property = '', value = '']) => {
    const name = property.startsWith('--') ? property : nameInScript(property.toLowerCase());
    return [name, value.trim()];
  });
  return declarations.length === 0 ? null : Object.fromEntries(declarations);
}

/** The name of a CSS property in scripts: `backgroundColor`, `WebkitHyphens`. */
function nameInScript(property: string): string {
  const name = property.replace(/^-ms-/, 'ms-');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const SCRIPT_URL = {
  code: 'script-url',
  message: 'This URL would run a script, so it was removed',
  hint: 'Link to a page instead.',
} as const;
const STATED_OF_IMAGES = ['width', 'height', 'loading', 'decoding', 'srcset', 'sizes'];

/** Removes event handlers and script URLs, turns other URLs into holes, and records ids. */
function rewriteAttributes(scan: Scan, element: elements.Element): void {
  const { attributes } = element;
  const isMark = element.name === PLACEHOLDER;
  const stated: Record<string, string> = {};
  let image: BodyLink | undefined;
  scan.faults.push(...judgeElement(element, scan.source, scan.siteUrl));
  for (const [key, value] of attributes) {
    const raw = value ?? '';
    const name = isMark ? findOwner(key, decodeEntities(raw)) : element.name;
    const own = name === '' ? undefined : [name];
    const owners = isMark ? own : html.URL_ATTRIBUTES.get(key);
    if (STATED_OF_IMAGES.includes(key)) stated[key] = raw;
    if (/^on[a-z]+$/.test(key) && !isMark) {
      attributes.delete(key);
      if (name !== 'a') continue;
      attributes.set('data-outbound', null);
      scan.hasOutboundLinks = true;
    } else if (key === 'data-outbound' && name === 'a') {
      attributes.set(key, null);
      scan.hasOutboundLinks = true;
    } else if (key.startsWith(html.FOOTNOTE_LINK)) {
      element.traits |= html.TEXTLESS;
      if (key === `${html.FOOTNOTE_LINK}ref`) elements.numberNote(element, scan);
    } else if (key === 'data-embed') {
      element.traits |= html.TEXTLESS;
      scan.hasMedia = true;
    } else if (key === 'data-footnotes') {
      element.traits |= html.UNQUOTED;
      elements.placeNotes(element, scan);
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
  // The author's sources in a <picture> act as the srcset of its image.
  if (scan.open.at(-1)?.name === 'picture') stated.srcset = '';
  Object.assign(image, { attributesHole: scan.holes++, stated });
  element.inTag += SLOT + SLOT;
}

/** Turns a relative URL or a link into this site into a hole. `element` is null for an unchecked URL. */
function makeHole(scan: Scan, raw: string, element: string | null): string {
  const written = decodeEntities(raw).trim();
  const url = html.stripSiteUrl(written, scan.siteUrl) ?? written;
  const isLink = element !== null && !html.isExternalUrl(url);
  if (!isLink && html.hasScheme(written)) return raw;
  const hole = scan.holes++;
  if (isLink) scan.links.push({ hole, url, written, element, attributesHole: null, stated: {} });
  return SLOT + raw.trim() + SLOT;
}
