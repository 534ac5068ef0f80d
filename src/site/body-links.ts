/**
 * A body and the site's map → the body's final HTML, and its broken links.
 */
import type { Body } from '../content/body.ts';
import type { BodyLink } from '../content/body-attributes.ts';
import type { LinkedFile } from '../content/pictures.ts';
import type { LinkOrigin, LinkReading, SiteMap } from './site-map.ts';
import { type SiteUrls, toUrl } from './urls.ts';

/** A link that leads nowhere. */
export interface BrokenLink {
  readonly link: BodyLink;
  readonly reading: Exclude<LinkReading, { kind: 'found' }>;
}

/**
 * Fills a body's links in: current URLs with the base path, and the attributes that local pictures
 * are shown with. `files` are the sources of the site's own files that the body shows.
 */
export function fillLinks(
  body: Body,
  origin: LinkOrigin,
  map: SiteMap,
  urls: SiteUrls,
  files: ReadonlyMap<string, LinkedFile>,
): { content: string; broken: BrokenLink[]; files: string[] } {
  if (body.links.length === 0) {
    return { content: body.segments.join(''), broken: [], files: [] };
  }
  const segments = [...body.segments];
  const broken: BrokenLink[] = [];
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
    if (link.attributesSegment !== null && reading.file !== null) {
      const size = files.get(reading.file)?.size ?? null;
      segments[link.attributesSegment] = makeImageAttributes(link.stated, size);
    }
  }
  return { content: segments.join(''), broken, files: shown };
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
