/**
 * A parsed essay and its problems ↔ one line of JSON: what the cache keeps, and what threads tell each
 * other.
 *
 * Values without their names, and links without what most of them have in common: the records of ten
 * thousand essays are read back in a few hundredths of a second.
 */
import type { Problem } from '../problems.ts';
import type { BodyLink } from './body-attributes.ts';
import type { ParsedEssay } from './essay.ts';

/** What one file gave. */
export interface EssayResult {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
}

/** Writes a result as one line. */
export function encodeResult({ essay, problems }: EssayResult): string {
  const { path, digest, title, author, tags, published, publishedTimestamp, statedSlug } = essay;
  const { fileName, excerpt, image, imageAlt, readTime, statedDate, draft, isUndated } = essay;
  const { aliases, updated, format, links, ids, hasOutboundLinks } = essay;
  const head = [path, digest, title, author, tags, published, publishedTimestamp, statedSlug];
  const card = [fileName, excerpt, image, imageAlt, readTime, statedDate, draft, isUndated];
  const rest = [aliases, updated, format, links.map(encodeLink), ids, hasOutboundLinks];
  return JSON.stringify([...head, ...card, ...rest, problems]);
}

type Encoded = [
  ...head: [
    string,
    string,
    string,
    string | null,
    string[],
    string,
    number,
    ParsedEssay['statedSlug'],
  ],
  ...card: [string, string, ParsedEssay['image'], string, number, string | null, boolean, boolean],
  ...rest: [ParsedEssay['aliases'], number | null, ParsedEssay['format'], EncodedLink[], string[]],
  hasOutboundLinks: boolean,
  problems: Problem[],
];

/** Reads what `encodeResult` wrote; throws for anything that is not JSON. */
export function decodeResult(record: string): EssayResult {
  const encoded: Encoded = JSON.parse(record);
  const [path, digest, title, author, tags, published, publishedTimestamp, statedSlug, ...card] =
    encoded;
  const [fileName, excerpt, image, imageAlt, readTime, statedDate, draft, isUndated, ...rest] =
    card;
  const [aliases, updated, format, links, ids, hasOutboundLinks, problems] = rest;
  const essay: ParsedEssay = {
    path,
    digest,
    title,
    author,
    tags,
    published,
    publishedTimestamp,
    statedSlug,
    fileName,
    excerpt,
    image,
    imageAlt,
    readTime,
    statedDate,
    draft,
    isUndated,
    aliases,
    updated,
    format,
    links: links.map(decodeLink),
    ids,
    hasOutboundLinks,
  };
  return { essay, problems };
}

/** Segment, URL and offset; then what only some links have. */
type EncodedLink = [
  segment: number,
  url: string,
  offset: number,
  written?: string,
  element?: string,
  attributesSegment?: number | null,
  stated?: BodyLink['stated'],
];

const NOTHING_STATED: BodyLink['stated'] = {};

function encodeLink(link: BodyLink): EncodedLink {
  const { segment, url, offset, written, element, attributesSegment, stated } = link;
  if (written === url && element === 'a') return [segment, url, offset];
  return [segment, url, offset, written, element, attributesSegment, stated];
}

function decodeLink(link: EncodedLink): BodyLink {
  const [segment, url, offset, written = url, element = 'a', attributes, stated] = link;
  return {
    segment,
    url,
    written,
    element,
    attributesSegment: attributes ?? null,
    stated: stated ?? NOTHING_STATED,
    offset,
  };
}
