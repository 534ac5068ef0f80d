/**
 * A body and the site's map → the body's final HTML, and its broken links.
 */
import type { Body } from '../content/body.ts';
import type { BodyLink } from '../content/body-attributes.ts';
import type { LinkedFile } from '../content/pictures.ts';
import type { LinkOrigin, LinkReading, OpenAnchor, SiteMap } from './site-map.ts';
import { type SiteUrls, toUrl } from './urls.ts';

/** A link that leads nowhere. */
export interface BrokenLink {
  readonly link: BodyLink;
  readonly reading: Exclude<LinkReading, { kind: 'found' }>;
}

/** A link whose anchor can be looked for only in the rendered page. */
export interface OpenLink {
  readonly link: BodyLink;
  readonly openAnchor: OpenAnchor;
}

/** A body as it is published. */
export interface FilledBody {
  /** Final HTML. */
  readonly content: string;
  readonly broken: readonly BrokenLink[];
  readonly open: readonly OpenLink[];
  /** The sources of the site's own files that the body shows or links to. */
  readonly files: readonly string[];
}

/**
 * Fills a body's links in: current URLs with the base path, and the attributes that local pictures
 * are shown with.
 */
export function fillLinks(
  body: Body,
  origin: LinkOrigin,
  map: SiteMap,
  urls: SiteUrls,
  files: ReadonlyMap<string, LinkedFile>,
): FilledBody {
  if (body.links.length === 0) {
    return { content: body.segments.join(''), broken: [], open: [], files: [] };
  }
  const segments = [...body.segments];
  const broken: BrokenLink[] = [];
  const open: OpenLink[] = [];
  const shown: string[] = [];
  for (const link of body.links) {
    const reading = map.read(link.url, origin);
    if (reading.kind !== 'found') {
      broken.push({ link, reading });
      if (link.url.startsWith('/')) segments[link.segment] = escapeAttribute(toUrl(urls, link.url));
      continue;
    }
    const isSitePath = reading.address.startsWith('/');
    const url = isSitePath ? toUrl(urls, reading.address) : reading.address;
    segments[link.segment] = escapeAttribute(url);
    if (reading.file !== null) shown.push(reading.file);
    if (reading.openAnchor !== null) open.push({ link, openAnchor: reading.openAnchor });
    if (link.attributesSegment !== null && reading.file !== null) {
      const size = files.get(reading.file)?.size ?? null;
      segments[link.attributesSegment] = makeImageAttributes(link.stated, size);
    }
  }
  return { content: segments.join(''), broken, open, files: shown };
}

/** What the author stated stays; of a stated width the height follows, and the other way round. */
function makeImageAttributes(stated: BodyLink['stated'], size: LinkedFile['size']): string {
  const attributes: string[] = [];
  if (size !== null) {
    const width = Number.parseInt(stated.width ?? '', 10);
    const height = Number.parseInt(stated.height ?? '', 10);
    const isPixels = (text: string | undefined) =>
      text === undefined || /^\s*\d+\s*(px)?\s*$/.test(text);
    if (stated.width === undefined && stated.height === undefined) {
      attributes.push(`width="${size.width}" height="${size.height}"`);
    } else if (stated.height === undefined && isPixels(stated.width) && width > 0) {
      attributes.push(`height="${Math.round((width * size.height) / size.width)}"`);
    } else if (stated.width === undefined && isPixels(stated.height) && height > 0) {
      attributes.push(`width="${Math.round((height * size.width) / size.height)}"`);
    }
  }
  if (stated.loading === undefined) attributes.push('loading="lazy"');
  if (stated.decoding === undefined) attributes.push('decoding="async"');
  return attributes.map((attribute) => ` ${attribute}`).join('');
}

function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
