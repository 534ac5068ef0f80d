/**
 * Links of bodies: finds where each one leads, what fills its slots in the HTML, and which files the site publishes
 * because of it. Pure: every result is returned, and nothing is recorded on the way.
 *
 * Only the links of a body are needed, not its HTML, so an incremental build can tell whether a page changes without
 * reading the body.
 */
import { listPosters, type PictureSize, type PictureUse, type Variant } from '../essays/images.ts';
import { isPublic } from '../essays/paths.ts';
import {
  type BodyLink,
  takesVariants,
  type Unlinked,
  type Unlinks,
} from '../markdown/body-link.ts';
import type { Fill } from '../markdown/fill-parts.ts';
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Place, type Problem } from '../problems/problems.ts';
import { askMeant, decodePercent } from '../text/text.ts';
import type { SiteOutput } from './collisions.ts';
import type { LinkIndex } from './link-index.ts';
import {
  describeHolder,
  findRows,
  fitSize,
  measurePicture,
  type PictureAttributes,
  type RowShares,
} from './picture-sizes.ts';
import { type LinkOrigin, type Resolution, resolvePath } from './resolution.ts';
import * as urls from './urls.ts';

/** A link of a body, the file it is written in, and where it leads. */
export interface PlacedLink {
  readonly link: BodyLink;
  readonly source: string;
  readonly resolution: Resolution;
}

/** A copy of a picture, as an output. */
export interface PictureOutput extends SiteOutput {
  readonly variant: Variant;
}

/** What the site publishes because a page shows or links to one of its files. */
export interface FileUse {
  /** The file, if it is published unchanged; null if copies take its place. */
  readonly file: string | null;
  readonly variants: readonly PictureOutput[];
}

/** The results of a body's links, or of a text of the settings. */
export interface ResolvedLinks {
  /** The URLs and attributes to fill into the body. */
  readonly fills: readonly Fill[];
  readonly uses: readonly FileUse[];
  readonly brokenLinks: readonly PlacedLink[];
  /** Links whose anchors are looked up in the rendered pages. */
  readonly openLinks: readonly PlacedLink[];
  readonly unlinking: Unlinking | null;
}

/** The links of a file that must become their labels. */
export interface Unlinking {
  readonly source: string;
  readonly unlinks: Unlinks;
  /** True if the file was parsed with other unlinks, and must be parsed again. */
  readonly isStale: boolean;
}

/** Everything that the links and thumbnails of a site make it publish, and the links to report. */
export interface GatheredLinks {
  /** The site's own files to publish unchanged. */
  readonly usedFiles: ReadonlySet<string>;
  /** The copies of pictures, each once. */
  readonly variants: readonly PictureOutput[];
  readonly brokenLinks: readonly PlacedLink[];
  /** Links whose anchors are looked up in the rendered pages. */
  readonly openLinks: readonly PlacedLink[];
  /** The files to be parsed again, with the links that must become their labels. */
  readonly staleLinks: ReadonlyMap<string, Unlinks>;
}

/** Gathers what all parts of the site publish, and their broken and open links. */
export function gatherLinks(parts: readonly Omit<ResolvedLinks, 'fills'>[]): GatheredLinks {
  const usedFiles = new Set<string>();
  const variants = new Map<string, PictureOutput>();
  for (const use of parts.flatMap(({ uses }) => uses)) {
    if (use.file !== null) usedFiles.add(use.file);
    for (const variant of use.variants) variants.set(variant.outputPath, variant);
  }
  return {
    usedFiles,
    variants: [...variants.values()],
    brokenLinks: parts.flatMap(({ brokenLinks }) => brokenLinks),
    openLinks: parts.flatMap(({ openLinks }) => openLinks),
    staleLinks: gatherStale(parts.flatMap(({ unlinking }) => unlinking ?? [])),
  };
}

function gatherStale(all: readonly Unlinking[]): ReadonlyMap<string, Unlinks> {
  const stale = new Set(all.filter(({ isStale }) => isStale).map(({ source }) => source));
  // The settings have several texts, all with the same source.
  const bySource = groupBy(all, ({ source }) => source);
  const join = (source: string) =>
    new Map(bySource.get(source)?.flatMap(({ unlinks }) => [...unlinks]));
  return new Map(Array.from(stale, (source) => [source, join(source)]));
}

/** The file of a text. Its name means nothing to readers, and may reveal too much. */
const TEXT_FILE = /\.(?:mdx?|markdown)$/i;

/** Decides why a link must become its label; null if it stays a link. */
function findUnlinked({ url }: BodyLink, { kind, unpublished }: Resolution): Unlinked | null {
  if (kind !== 'missing-target') return null;
  if (unpublished) return 'hidden';
  return TEXT_FILE.test(url.replace(/[?#].*$/s, '')) ? 'missing' : null;
}

/** Resolves the links of a body: current URLs with the base path, and the attributes of local pictures. */
export function resolveLinks(
  links: readonly BodyLink[],
  origin: LinkOrigin,
  index: LinkIndex,
): ResolvedLinks {
  const { source } = origin;
  const fills: Fill[] = [];
  const uses: FileUse[] = [];
  const brokenLinks: PlacedLink[] = [];
  const openLinks: PlacedLink[] = [];
  const resolved = links.map((link) => ({
    link,
    resolution: resolvePath(link.url, origin, index),
  }));
  const rows = findRows(
    resolved
      .filter(({ link }) => link.holder !== null)
      .map(({ link, resolution: { file } }) => ({ link, size: shownSize(file, index) })),
    index.pictureWidths,
  );
  const unlinks = new Map<string, Unlinked>();
  let isStale = false;
  for (const { link, resolution } of resolved) {
    const { kind, address, file } = resolution;
    const unlinked = findUnlinked(link, resolution);
    if (unlinked !== null) unlinks.set(link.url, unlinked);
    if (unlinked !== link.unlinked) isStale = true;
    if (kind === 'open') openLinks.push({ link, source, resolution });
    else if (kind !== 'found') brokenLinks.push({ link, source, resolution });
    if (link.unlinked !== null) continue;
    if (file !== null) {
      const shown = resolveFileLink(link, resolution, file, rows, index);
      fills.push(...shown.fills);
      uses.push(...shown.uses);
      continue;
    }
    const url = address.startsWith('/') ? urls.toUrl(index.urls, address) : address;
    fills.push([link.slot, url]);
  }
  const unlinking = isStale || unlinks.size > 0 ? { source, unlinks, isStale } : null;
  return { fills, uses, brokenLinks, openLinks, unlinking };
}

/** The greatest width of a picture in feeds, in pixels. */
const FEED_WIDTH = 1440;

/**
 * Finds the address of one of the site's files and, for a picture in a body, its size, its smaller copies, and lazy
 * loading. Feeds get the widest of these copies that fits them instead of the picture itself.
 */
function resolveFileLink(
  link: BodyLink,
  { address, path }: Resolution,
  file: string,
  rows: RowShares,
  index: LinkIndex,
): Pick<ResolvedLinks, 'fills' | 'uses'> {
  const isShown = link.attributesSlot !== null;
  const picture = choosePicture(file, isShown ? 'page' : 'link', path, index);
  const toUrl = (sitePath: string) => urls.toUrl(index.urls, sitePath);
  const url = toUrl(picture.address + address.slice(path.length));
  const poster = link.posterSlot === null ? null : findPoster(file, index);
  if (link.posterSlot !== null && poster !== null) {
    const fills: Fill[] = [
      [link.slot, url],
      [link.posterSlot, { poster: toUrl(poster.address) }],
    ];
    return { fills, uses: [picture.use, poster.use] };
  }
  if (link.attributesSlot === null) return { fills: [[link.slot, url]], uses: [picture.use] };
  const widths = index.pictureWidths;
  const { column } = fitSize(link.stated, picture.size, widths);
  const hasVariants = column > 0 && takesVariants(link);
  const { variants, isOffered, srcset } = hasVariants
    ? listSources(file, url, picture.size, index)
    : NO_SOURCES;
  const fitting = variants.filter(({ variant }) => variant.width <= FEED_WIDTH);
  const widest = isOffered ? undefined : (fitting.at(-1) ?? variants.at(-1));
  const shown = { link, size: picture.size };
  const inFeeds = {
    link: { ...link, placement: null, holder: null },
    size: widest?.variant ?? picture.size,
  };
  const fills: Fill[] = [
    [link.slot, url, widest ? toUrl(addressOf(widest)) : url],
    [
      link.attributesSlot,
      listImageAttributes(link, measurePicture(shown, rows, widths), srcset),
      listImageAttributes(link, measurePicture(inFeeds, new Map(), widths), srcset),
    ],
  ];
  const added = describeHolder(shown, rows);
  if (link.holder !== null && added !== null) fills.push([link.holder.slot, added]);
  return { fills, uses: [picture.use, { file: null, variants }] };
}

/** The resized copies of a picture that is shown at text width or wider. */
interface PictureSources {
  /** Narrowest first. */
  readonly variants: readonly PictureOutput[];
  /** True if the picture itself is offered too. */
  readonly isOffered: boolean;
  /** Empty if there are no copies. */
  readonly srcset: string;
}

const NO_SOURCES: PictureSources = { variants: [], isOffered: false, srcset: '' };

/** Lists the copies of a picture; `url` and `size` are those of the picture itself, as the page shows it. */
export function listSources(
  file: string,
  url: string,
  size: PictureSize | null,
  index: LinkIndex,
): PictureSources {
  const variants = listVariants(file, 'body', index);
  const isOffered = index.files.get(file)?.variants.body?.wantsOriginal === true;
  const sources = variants.map((each) => toSource(each, index));
  // The query of an author's URL may contain characters that would end a URL in a `srcset`.
  const original = `${url.replace(/[\s,]/g, encodeURIComponent)} ${size?.width}w`;
  const srcset = [...sources, ...(isOffered ? [original] : [])].join(', ');
  return { variants, isOffered, srcset };
}

/** A copy as an entry of a `srcset`. */
export function toSource(output: PictureOutput, { urls: at }: LinkIndex): string {
  return `${urls.toUrl(at, addressOf(output))} ${output.variant.width}w`;
}

/** Finds the poster of a film: a picture with the same name beside it. */
function findPoster(film: string, index: LinkIndex): ChosenPicture | null {
  const poster = listPosters(film).find((path) => index.files.has(path));
  const target = poster && index.sources.get(poster.normalize());
  return target ? choosePicture(poster, 'page', target.address, index) : null;
}

/** The attributes to add to a local picture in a body. Attributes that the author stated are left alone. */
function listImageAttributes(
  { stated }: BodyLink,
  { width, height, sizes }: PictureAttributes,
  srcset: string,
): Readonly<Record<string, string | number>> {
  const attributes = [
    ['width', width],
    ['height', height],
    ['srcset', srcset],
    ['sizes', srcset === '' ? '' : sizes],
    ['loading', 'lazy'],
    ['decoding', 'async'],
  ] as const;
  return Object.fromEntries(
    attributes.filter(([name, value]) => value !== '' && stated[name] === undefined),
  );
}

/** What is published for a file that a page shows or links to. */
export interface ChosenPicture {
  /** Site path. */
  readonly address: string;
  /** Null if the file is not a picture. */
  readonly size: PictureSize | null;
  readonly use: FileUse;
}

/** The size of the copy of a picture that a page shows; null for anything else. */
function shownSize(file: string | null, index: LinkIndex): PictureSize | null {
  if (file === null) return null;
  const [copy] = listVariants(file, 'page', index);
  return copy?.variant ?? index.files.get(file)?.size ?? null;
}

/** Chooses a copy of a file, or else the file itself, at `sitePath`. */
export function choosePicture(
  path: string,
  use: 'page' | 'link',
  sitePath: string,
  index: LinkIndex,
): ChosenPicture {
  const shown = use === 'page' ? listVariants(path, 'page', index) : [];
  const [copy] = shown;
  if (copy !== undefined) {
    return { address: addressOf(copy), size: copy.variant, use: { file: null, variants: shown } };
  }
  // Links to a file of public/ lead to its own address.
  const isCopied = use === 'page' || !isPublic(path);
  const bare = isCopied ? listVariants(path, 'link', index) : [];
  const size = index.files.get(path)?.size ?? null;
  const [only] = bare;
  if (only === undefined) return { address: sitePath, size, use: { file: path, variants: [] } };
  return { address: addressOf(only), size, use: { file: null, variants: bare } };
}

/** Lists the copies of a picture for one use, narrowest first. */
export function listVariants(path: string, use: PictureUse, index: LinkIndex): PictureOutput[] {
  const { variants = [] } = index.files.get(path)?.variants[use] ?? {};
  return variants.map((variant) => {
    const outputPath = urls.variantOutput(path, variant);
    return { outputPath, source: path, place: null, isStated: false, variant };
  });
}

/** The site path of a copy. */
export function addressOf({ outputPath }: PictureOutput): string {
  return urls.encodePath(`/${outputPath}`);
}

/** The problem of a missing picture, in a body or as a thumbnail. */
export function imageMissing(written: string, place: Place, { suggestion }: Resolution): Problem {
  const shown = showWritten(written);
  const message = `The image \`${showAddress(written)}\` is not in the site`;
  const hint =
    'Put it beside the file that names it, or into content/public and write its path from there.';
  const edits = replaceFrom(place, shown, suggestion);
  const details = { edits, subject: subjectOf(shown) };
  return makeProblem('image-missing', place, message, askMeant(suggestion) ?? hint, details);
}

/** A link for messages, with the spaces, punctuation and letters that the engine and the rules encode. */
export function showAddress(written: string): string {
  return showWritten(written).replace(/(?:%2[0789]|%[89A-F][\dA-F])+/gi, decodePercent);
}

/** A link as its author wrote it, as far as that can be told: the engine encodes backslashes. */
export function showWritten(written: string): string {
  return written.replaceAll('%5C', '\\');
}
