/**
 * A body's links and the site's map → what the body's final HTML has in their places, and which of
 * them are broken.
 *
 * The body itself is not looked at: whether a page is to be made again can be told without it.
 */
import type { BodyLink } from '../content/body.ts';
import type { Fill } from '../content/body-forms.ts';
import type { LinkedFile } from '../content/pictures.ts';
import { escapeAttribute } from '../content/regular-html.ts';
import { makeImageAttributes } from './image-attributes.ts';
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

/** A body's links as they are published. */
export interface ResolvedLinks {
  readonly fills: readonly Fill[];
  readonly broken: readonly BrokenLink[];
  readonly open: readonly OpenLink[];
  /** The sources of the site's own files that the body shows or links to. */
  readonly files: readonly string[];
  /** Those of which it also shows variants. */
  readonly scaled: readonly string[];
}

const NO_LINKS: ResolvedLinks = { fills: [], broken: [], open: [], files: [], scaled: [] };

/**
 * Resolves a body's links: current URLs with the base path, and the attributes that local pictures are
 * shown with.
 */
export function resolveLinks(
  links: readonly BodyLink[],
  origin: LinkOrigin,
  map: SiteMap,
  urls: SiteUrls,
  files: ReadonlyMap<string, LinkedFile>,
): ResolvedLinks {
  if (links.length === 0) return NO_LINKS;
  const fills: Fill[] = [];
  const broken: BrokenLink[] = [];
  const open: OpenLink[] = [];
  const shown: string[] = [];
  const scaled: string[] = [];
  for (const link of links) {
    const reading = map.read(link.url, origin);
    if (reading.kind !== 'found') {
      broken.push({ link, reading });
      if (link.url.startsWith('/')) {
        fills.push([link.hole, escapeAttribute(toUrl(urls, link.url))]);
      }
      continue;
    }
    const isSitePath = reading.address.startsWith('/');
    const url = isSitePath ? toUrl(urls, reading.address) : reading.address;
    const written = escapeAttribute(url);
    fills.push([link.hole, written]);
    if (reading.file !== null) shown.push(reading.file);
    if (reading.openAnchor !== null) open.push({ link, openAnchor: reading.openAnchor });
    if (link.attributesHole !== null && reading.file !== null) {
      const file = files.get(reading.file) ?? null;
      const { html, namesVariants } = makeImageAttributes(link, file, written, urls);
      fills.push([link.attributesHole, html]);
      if (namesVariants) scaled.push(reading.file);
    }
  }
  return { fills, broken, open, files: shown, scaled };
}
