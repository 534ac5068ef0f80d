/**
 * A parsed essay and its problems ↔ one line of JSON: what the cache keeps, and what threads tell each
 * other.
 *
 * Values without their names, and links without what most of them have in common: the records of ten
 * thousand essays are read back in a few hundredths of a second.
 */
import type { Problem } from '../problems.ts';
import type { BodyLink } from './body.ts';
import type { ParsedEssay } from './essay.ts';

/** What one file gave. */
export interface EssayResult {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
}

const NOT_ASCII = /[\u0080-\uffff]/g;

/** As JSON writes it: a text of ASCII alone takes a tenth of the time to read. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes a result as one line of ASCII. */
export function encodeResult({ essay, problems }: EssayResult): string {
  const encoded: Encoded = [
    essay.path,
    essay.digest,
    essay.title,
    essay.author,
    essay.tags,
    essay.published,
    essay.publishedTimestamp,
    essay.statedSlug,
    essay.fileName,
    essay.excerpt,
    essay.image,
    essay.imageAlt,
    essay.readTime,
    essay.statedDate,
    essay.draft,
    essay.isUndated,
    essay.aliases,
    essay.updated,
    essay.format,
    essay.links.map(encodeLink),
    essay.ids,
    essay.hasOutboundLinks,
    essay.embedded,
    problems,
  ];
  return JSON.stringify(encoded).replace(NOT_ASCII, escapeUnit);
}

/** What `encodeResult` writes, each value at the place at which `decodeResult` reads it. */
type Encoded = readonly [
  path: string,
  digest: string,
  title: string,
  author: string | null,
  tags: readonly string[],
  published: string,
  publishedTimestamp: number,
  statedSlug: ParsedEssay['statedSlug'],
  fileName: string,
  excerpt: string,
  image: ParsedEssay['image'],
  imageAlt: string,
  readTime: number,
  statedDate: string | null,
  draft: boolean,
  isUndated: boolean,
  aliases: ParsedEssay['aliases'],
  updated: number | null,
  format: ParsedEssay['format'],
  links: readonly EncodedLink[],
  ids: readonly string[],
  hasOutboundLinks: boolean,
  embedded: readonly string[],
  problems: readonly Problem[],
];

/** Reads what `encodeResult` wrote; throws for anything that is not JSON. */
export function decodeResult(record: string): EssayResult {
  const encoded: Encoded = JSON.parse(record);
  const essay: ParsedEssay = {
    path: encoded[0],
    digest: encoded[1],
    title: encoded[2],
    author: encoded[3],
    tags: encoded[4],
    published: encoded[5],
    publishedTimestamp: encoded[6],
    statedSlug: encoded[7],
    fileName: encoded[8],
    excerpt: encoded[9],
    image: encoded[10],
    imageAlt: encoded[11],
    readTime: encoded[12],
    statedDate: encoded[13],
    draft: encoded[14],
    isUndated: encoded[15],
    aliases: encoded[16],
    updated: encoded[17],
    format: encoded[18],
    links: encoded[19].map(decodeLink),
    ids: encoded[20],
    hasOutboundLinks: encoded[21],
    embedded: encoded[22],
  };
  return { essay, problems: encoded[23] };
}

/** Hole and URL; then what only some links have. */
type EncodedLink = [
  hole: number,
  url: string,
  written?: string,
  element?: string,
  attributesHole?: number | null,
  stated?: BodyLink['stated'],
];

const NOTHING_STATED: BodyLink['stated'] = {};

function encodeLink(link: BodyLink): EncodedLink {
  const { hole, url, written, element, attributesHole, stated } = link;
  if (written === url && element === 'a') return [hole, url];
  return [hole, url, written, element, attributesHole, stated];
}

function decodeLink(link: EncodedLink): BodyLink {
  return {
    hole: link[0],
    url: link[1],
    written: link[2] ?? link[1],
    element: link[3] ?? 'a',
    attributesHole: link[4] ?? null,
    stated: link[5] ?? NOTHING_STATED,
  };
}
