/**
 * The grammar of the HTML that the Markdown engine writes: tags, attributes, kinds of elements and URLs. Pure.
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

type Names = ReadonlySet<string>;

function listNames(names: string): Names {
  return new Set(names.split(' '));
}

const HEADINGS = 'h1 h2 h3 h4 h5 h6';
export const BLOCKS = listNames(
  'address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ' +
    'ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul',
);
export const VOIDS = listNames(
  'area base br col embed hr img input link meta param source track wbr',
);
/** Visible without text. */
export const MEDIA = listNames('img iframe video audio svg object embed canvas');
/** Elements whose content is not HTML. */
export const RAW = listNames('script style iframe xmp noembed noframes');
/** In these, no element's content is raw. */
export const DRAWINGS = listNames('svg math');
/** Elements whose text is not part of the essay. */
const TEXTLESS = listNames('script style template noscript iframe svg math title noembed noframes');
/** Elements in none of the other lists, including obsolete ones. */
const OTHERS = listNames(
  'abbr acronym applet b basefont bdi bdo bgsound big blink cite command content data datalist del dfn ' +
    'em fencedframe font frame frameset head i image ins isindex keygen listing map mark marquee ' +
    'menuitem meter multicol nextid nobr output picture plaintext portal progress q rb rp rt rtc ruby ' +
    's selectedcontent shadow slot small spacer span strike strong sub sup textarea time u',
);

/** What holds at a place in a body because of the elements around it; false if absent. */
export interface Surroundings {
  /** Text is not part of the essay. */
  readonly isTextless?: boolean;
  /** Text is not quoted in excerpts. */
  readonly isUnquoted?: boolean;
  readonly isCode?: boolean;
  /** No element may be focusable. */
  readonly isUndivided?: boolean;
  readonly isInHeading?: boolean;
  readonly isInTable?: boolean;
  /** In a table head with an empty header cell. */
  readonly isInGappyHead?: boolean;
  readonly isInLabel?: boolean;
  readonly isInSelect?: boolean;
  readonly isInDrawing?: boolean;
  /** Browsers with scripting end the element at the first text that looks like its end tag. */
  readonly isInNoscript?: boolean;
}

/** The elements whose content has each kind of surroundings. */
const SURROUNDING: Readonly<Record<keyof Surroundings, Names>> = {
  isTextless: TEXTLESS,
  isUnquoted: listNames(`${HEADINGS} pre table`),
  isCode: listNames('code kbd samp tt var'),
  isUndivided: listNames('a button hgroup label legend summary'),
  isInHeading: listNames(HEADINGS),
  isInTable: listNames('table'),
  // Set while a table head is read.
  isInGappyHead: new Set(),
  isInLabel: listNames('label'),
  isInSelect: listNames('select'),
  isInDrawing: DRAWINGS,
  isInNoscript: listNames('noscript'),
};

/** The surroundings outside all elements. */
export const OUTSIDE: Surroundings = {};

/** What each element adds to the surroundings of its content; most elements add nothing. */
const ADDED = new Map<string, Surroundings>();
for (const [key, names] of Object.entries(SURROUNDING)) {
  for (const name of names) ADDED.set(name, { ...ADDED.get(name), [key]: true });
}

/** The surroundings of an element's content. */
export function enterElement(name: string, around: Surroundings): Surroundings {
  const added = ADDED.get(name);
  return added === undefined ? around : { ...around, ...added };
}

const ALL_NAMES: Names = new Set(
  [BLOCKS, VOIDS, MEDIA, RAW, OTHERS, new Set(ADDED.keys())].flatMap((names) => [...names]),
);

/** The names of all elements. */
export const HTML_NAMES: readonly string[] = [...ALL_NAMES];

export function isElementName(name: string): boolean {
  return ALL_NAMES.has(name);
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
    const isTextless = !tag.isClosing && TEXTLESS.has(tag.name);
    const isLeftOut = isTextless || tag.attributes.includes(` ${FOOTNOTE_LINK}`);
    text += html.slice(at, tag.start);
    if (BLOCKS.has(tag.name)) text += ' ';
    at = isLeftOut ? readContent(tag, html).end : tag.end;
  }
  return foldSpace(decodeEntities(text + html.slice(at)));
}

/** An element's content, and the offset after its end tag. */
export interface Content {
  readonly content: string;
  readonly end: number;
}

/**
 * Reads an element's content up to its end tag, and the offset after that tag. An end tag in raw text, a comment or a
 * value doesn't count: `# Why I avoid <style>` makes the rest of the body raw text, in which `</h1>` is text.
 */
export function readElement(tag: Tag, html: string): Content {
  const simple = readContent(tag, html);
  if (!simple.content.includes('<')) return simple;
  let at = tag.end;
  for (let inner = findTag(html, at); inner !== null; inner = findTag(html, at)) {
    const { name, isClosing, start, end } = inner;
    if (isClosing && name === tag.name) return { content: html.slice(tag.end, start), end };
    at = end;
    if (isClosing) continue;
    if (RAW.has(name)) at = readContent(inner, html).end;
    // Its content is the rest of the text, end tags included.
    if (name === 'plaintext') at = Math.max(end, html.lastIndexOf('</plaintext>'));
  }
  return { content: html.slice(tag.end), end: html.length };
}

/** Reads an element's content up to the first end tag of its name, and the offset after that tag. */
export function readContent({ name, end }: Tag, html: string): Content {
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
