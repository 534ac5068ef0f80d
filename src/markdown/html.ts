/**
 * The grammar of the HTML that the Markdown engine writes: tags, attributes, element traits and URLs. Pure.
 *
 * The engine serializes a tree: names are lower-case, values are in double quotes, every element is closed. One
 * pattern therefore finds all tags, and nothing needs repair. React's pages are equally regular.
 */
import { decodeEntities, foldSpace } from '../text/text.ts';

export interface Tag {
  /** Empty for a comment. */
  readonly name: string;
  readonly isClosing: boolean;
  /** The source text of the attributes. */
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/** Attributes by name. Values are escaped; null for an attribute without a value. */
export type Attributes = Map<string, string | null>;

/** Traits of elements, as bits. */
export const BLOCK = 1;
export const VOID = 2;
/** Visible without text. */
export const MEDIA = 4;
/** Its text is not part of the essay. */
export const TEXTLESS = 8;
/** Must not contain a focusable element. */
export const UNDIVIDED = 16;
/** Its content is not HTML. */
export const RAW = 32;
export const HEADING = 64;
export const TABLE = 128;
export const LABEL = 256;
/** A table head with an empty header cell. */
export const GAPPY_HEAD = 512;
/** SVG or MathML, where no element's content is raw. */
export const FOREIGN = 1024;
export const SELECT = 2048;
/** Its text is not quoted in excerpts. */
export const UNQUOTED = 4096;
export const CODE = 8192;
/** Browsers with scripting end it at the first text that looks like its end tag. */
export const NOSCRIPT = 16384;
/** The traits that an element's content inherits. */
export const INHERITED =
  TEXTLESS |
  UNDIVIDED |
  HEADING |
  TABLE |
  LABEL |
  GAPPY_HEAD |
  FOREIGN |
  SELECT |
  UNQUOTED |
  CODE |
  NOSCRIPT;

const NAMES: readonly (readonly [trait: number, names: string])[] = [
  [
    BLOCK,
    'address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt ' +
      'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ' +
      'ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul',
  ],
  [VOID, 'area base br col embed hr img input link meta param source track wbr'],
  [MEDIA, 'img iframe video audio svg object embed canvas'],
  [TEXTLESS, 'script style template noscript iframe svg math title noembed noframes'],
  [UNDIVIDED, 'a button hgroup label legend summary'],
  [RAW, 'script style iframe xmp noembed noframes'],
  [HEADING, 'h1 h2 h3 h4 h5 h6'],
  [TABLE, 'table'],
  [LABEL, 'label'],
  [FOREIGN, 'svg math'],
  [SELECT, 'select'],
  [NOSCRIPT, 'noscript'],
  [UNQUOTED, 'h1 h2 h3 h4 h5 h6 pre table'],
  [CODE, 'code kbd samp tt var'],
  [
    // The others, including obsolete ones.
    0,
    'abbr acronym applet b basefont bdi bdo bgsound big blink cite command content data datalist del dfn ' +
      'em fencedframe font frame frameset head i image ins isindex keygen listing map mark marquee ' +
      'menuitem meter multicol nextid nobr output picture plaintext portal progress q rb rp rt rtc ruby ' +
      's selectedcontent shadow slot small spacer span strike strong sub sup textarea time u',
  ],
];
const traitsOfName = new Map<string, number>();
for (const [trait, names] of NAMES) {
  for (const name of names.split(' ')) traitsOfName.set(name, traitsOf(name) | trait);
}

/** The names of all elements. */
export const HTML_NAMES: readonly string[] = [...traitsOfName.keys()];

export function traitsOf(name: string): number {
  return traitsOfName.get(name) ?? 0;
}

export function isElementName(name: string): boolean {
  return traitsOfName.has(name);
}

const NAME = String.raw`[^\t\n\f\r />][^\t\n\f\r />=]*`;
const TAG = new RegExp(
  String.raw`<!--[\s\S]*?-->|<(\/?)([a-z][^\t\n\f\r />]*)((?: ${NAME}(?:="[^"]*")?)*) ?\/?>`,
  'gi',
);
const ATTRIBUTE = new RegExp(` (${NAME})(?:="([^"]*)")?`, 'g');

/** Finds the first tag or comment at or after an offset. */
export function findTag(html: string, from: number): Tag | null {
  TAG.lastIndex = from;
  const match = TAG.exec(html);
  if (match === null) return null;
  const [whole, slash, name = '', attributes = ''] = match;
  const start = match.index;
  return { name, isClosing: slash === '/', attributes, start, end: start + whole.length };
}

export function readAttributes({ attributes: text }: Pick<Tag, 'attributes'>): Attributes {
  const attributes: Attributes = new Map();
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    attributes.set(match[1] ?? '', match[2] ?? null);
  }
  return attributes;
}

export function writeAttributes(attributes: Attributes): string {
  let html = '';
  for (const [name, value] of attributes)
    html += value === null ? ` ${name}` : ` ${name}="${value}"`;
  return html;
}

/** Begins the attributes of footnote links: their numbers, and the arrows back. */
export const FOOTNOTE_LINK = 'data-footnote-';

/** Reads the text of a short piece of HTML, without footnote numbers and with white space folded. */
export function readText(html: string): string {
  let text = '';
  let at = 0;
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, at)) {
    const traits = tag.isClosing ? traitsOf(tag.name) & BLOCK : traitsOf(tag.name);
    const isLeftOut = traits & TEXTLESS || tag.attributes.includes(` ${FOOTNOTE_LINK}`);
    text += html.slice(at, tag.start);
    if (traits & BLOCK) text += ' ';
    at = isLeftOut ? readContent(tag, html).end : tag.end;
  }
  return foldSpace(decodeEntities(text + html.slice(at)));
}

/**
 * Reads an element's content up to its end tag, and the offset after that tag. An end tag in raw text, a comment or a
 * value doesn't count: `# Why I avoid <style>` makes the rest of the body raw text, in which `</h1>` is text.
 */
export function readElement(tag: Tag, html: string): ReturnType<typeof readContent> {
  const simple = readContent(tag, html);
  if (!simple.content.includes('<')) return simple;
  let at = tag.end;
  for (let inner = findTag(html, at); inner !== null; inner = findTag(html, at)) {
    const { name, isClosing, start, end } = inner;
    if (isClosing && name === tag.name) return { content: html.slice(tag.end, start), end };
    at = end;
    if (isClosing) continue;
    if (traitsOf(name) & RAW) at = readContent(inner, html).end;
    // Its content is the rest of the text, end tags included.
    if (name === 'plaintext') at = Math.max(end, html.lastIndexOf('</plaintext>'));
  }
  return { content: html.slice(tag.end), end: html.length };
}

/** Reads an element's content up to the first end tag of its name, and the offset after that tag. */
export function readContent({ name, end }: Tag, html: string) {
  const endTag = `</${name}>`;
  const found = html.indexOf(endTag, end);
  // Templates may contain irregular HTML.
  const contentEnd = found === -1 ? html.length : found;
  return { content: html.slice(end, contentEnd), end: contentEnd + endTag.length };
}

/**
 * The attributes that hold URLs, each with the elements on which URLs into the site are checked; `any` for an
 * attribute whose URLs are not checked.
 */
export const URL_ATTRIBUTES: ReadonlyMap<string, readonly string[] | 'any'> = new Map(
  Object.entries({
    href: ['a', 'area', 'link'],
    'xlink:href': [],
    src: ['audio', 'embed', 'iframe', 'img', 'script', 'source', 'track', 'video'],
    srcset: ['img', 'source'],
    poster: ['video'],
    data: ['object'],
    action: 'any',
    cite: 'any',
    formaction: 'any',
    longdesc: 'any',
  }),
);

/** Returns the replacement for a URL, given its offset in the attribute's value. */
type ReplaceUrl = (url: string, at: number) => string;

export function replaceInSrcset(value: string, replace: ReplaceUrl): string {
  return value.replace(
    /([\s,]*)(\S*[^\s,])((?:\s+[^,]*)?(?:,|$))/g,
    (_, before, url, after, at) => before + replace(url, at + before.length) + after,
  );
}

/** True for a URL that would run a script. Browsers ignore control characters and spaces inside it. */
export function isScriptUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore exactly these
  return /^(javascript|vbscript):/i.test(url.replace(/[\u0000-\u0020]/g, ''));
}

export function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}

/**
 * True for a URL with a scheme or a host. `https:/x` has neither: on a page served over https, browsers treat it
 * as the path `/x` (URL Standard, section 4.4).
 */
export function isExternalUrl(url: string): boolean {
  return /^(?:(?!https?:(?![/\\]{2}))[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(url);
}

/**
 * Returns the path, query and fragment of an absolute URL within this site, relative to its home page
 * ("/blog/x?y#z"); null for any other URL. `siteUrl` has no trailing slash.
 */
export function stripSiteUrl(url: string, siteUrl: string): string | null {
  const [scheme] = /^(?:https?:)?(?=\/\/)/i.exec(url) ?? [];
  if (scheme === undefined) return null;
  const bare = siteUrl.slice(siteUrl.indexOf('//')).toLowerCase();
  const address = url.slice(scheme.length);
  if (address.slice(0, bare.length).toLowerCase() !== bare) return null;
  const rest = address.slice(bare.length);
  if (rest.startsWith('/')) return rest;
  return /^(?:$|[?#])/.test(rest) ? `/${rest}` : null;
}
