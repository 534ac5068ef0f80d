/**
 * Local files that content shows or links to, and the sizes of picture variants. Pure.
 *
 * Sizes depend only on the picture, so every machine makes the same files.
 */
import { posix } from 'node:path';
import type { FileState } from '../files/file-state.ts';
import { type BodyLink, takesVariants } from '../markdown/body-link.ts';
import { stripSiteUrl } from '../markdown/url-syntax.ts';
import { wholeFile } from '../problems/problems.ts';
import { decodePercent } from '../text/text.ts';
import type { SiteConfig } from './config.ts';
import type { ParsedEssay } from './essay.ts';
import { CONFIG_PATH, isPublic, listBeside, PUBLIC_FOLDER } from './paths.ts';

/**
 * The uses of a file, each with its own copies: `page` replaces the picture wherever it is shown, `body` has
 * narrower copies for narrow windows and for large cards, `thumbnail` is for a small card on the home page, `icon` is
 * for the home screen of a phone, and `link` is the file without its metadata.
 */
export type PictureUse = 'page' | 'body' | 'thumbnail' | 'icon' | 'link';

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A file of the site that an essay shows or links to. */
export interface LinkedFile {
  /** Relative to the site's root. */
  readonly path: string;
  /** The fingerprint of its bytes; empty for a file in public/. */
  readonly hash: string;
  readonly byteCount: number;
  /** Pixels; null if it isn't a picture. */
  readonly size: PictureSize | null;
  /** True for a photograph with an orientation tag that turns or mirrors it. */
  readonly isTurned: boolean;
  /** True for a film, or a photograph in public/, whose metadata says where it was taken. */
  readonly hasLocation: boolean;
  /** The copies of a picture by use. */
  readonly variants: Readonly<Partial<Record<PictureUse, VariantSet>>>;
}

/** A copy of a picture. */
export interface Variant extends PictureSize {
  /** The fingerprint of its bytes. */
  readonly hash: string;
  /** The name of its file in the cache. The extension is that of its format, or `SAME_FORMAT`. */
  readonly file: string;
  readonly state: FileState;
}

/** The variants of a picture for one use. */
export interface VariantSet {
  /** Narrowest first; empty if the original serves as well. */
  readonly variants: readonly Variant[];
  /** True to offer the page's own copy as well, because the widest variant had no fewer bytes. */
  readonly wantsOriginal: boolean;
  /** The reason why the picture could not be decoded, or null. */
  readonly fault: string | null;
}

/** The extension of a cached copy in the format of its original, without its metadata. */
export const SAME_FORMAT = '.same';

/** Raster pictures in supported formats; others get no scaled copies. */
const RASTER = /\.(png|jpe?g|gif|webp|avif|tiff?)$/i;
/** The formats among these that most browsers don't show. */
const UNSHOWN = /\.tiff?$/i;
/** Smaller files gain nothing from variants: they arrive with a server's first packets (RFC 6928). */
const MIN_BYTES = 10_000;

/** True for a picture that can have variants; `byteCount` is the size of its file. */
export function mayHaveVariants(path: string, byteCount: number): boolean {
  return RASTER.test(path) && (byteCount >= MIN_BYTES || UNSHOWN.test(path));
}

/** The widths of the column on a phone and in a wide window, and of either on a high-density screen. */
const BODY_WIDTHS = [480, 960, 1440];
/**
 * A narrower picture also gets a variant of its own width, unless another variant is nearly as wide. A wider one in
 * landscape, which may be wider than the column, gets one of this width.
 */
const MAX_OWN_WIDTH = 2000;
const NEARLY = 1.15;
/**
 * The greatest width of a picture on a page. Height is unlimited: scaled to fit, a tall screenshot would be too
 * narrow to read.
 */
const MAX_WIDTH = 2400;
/** Twice the side of a card's square picture (`.card img` in templates/skin.css). */
const THUMBNAIL_SIDE = 256;

/** An icon on a home screen. */
export const ICON_SIZE: PictureSize = { width: 180, height: 180 };

/** True for a picture that is large enough for an icon on a home screen. */
export function canBeIcon(path: string, { width, height }: PictureSize): boolean {
  return /\.svg$/i.test(path) || (RASTER.test(path) && Math.min(width, height) >= ICON_SIZE.width);
}

/** Plans the sizes of a picture's copies for a use, narrowest first and never larger than the original. */
export function planSizes(use: PictureUse, { width, height }: PictureSize): PictureSize[] {
  if (use === 'thumbnail') {
    const scale = Math.min(1, THUMBNAIL_SIDE / Math.min(width, height));
    return [{ width: Math.round(width * scale), height: Math.round(height * scale) }];
  }
  if (use === 'icon') return [ICON_SIZE];
  const scale = (each: number) => {
    return { width: each, height: Math.max(1, Math.round((each * height) / width)) };
  };
  if (use === 'page') return [scale(Math.min(width, MAX_WIDTH))];
  const widths = BODY_WIDTHS.filter((each) => each <= width);
  const widest = width > height ? Math.min(width, MAX_OWN_WIDTH) : width;
  const isNew = widths.every((each) => widest / each > NEARLY);
  if (isNew && widest <= MAX_OWN_WIDTH) widths.push(widest);
  return widths.map(scale);
}

/** True for a picture that is too wide for a page, not upright, or in a format that most browsers don't show. */
export function needsPageCopy(path: string, size: PictureSize, isTurned: boolean): boolean {
  return isTurned || size.width > MAX_WIDTH || UNSHOWN.test(path);
}

/**
 * Selects the copies of a picture (narrowest first) that have fewer bytes than the original and than every
 * wider copy.
 */
export function selectWorthwhile<Copy extends { readonly bytes: Uint8Array }>(
  all: readonly Copy[],
  originalLength: number,
): { copies: Copy[]; wantsOriginal: boolean } {
  const copies: Copy[] = [];
  let least = originalLength;
  for (const copy of [...all].reverse()) {
    if (copy.bytes.length >= least) continue;
    copies.unshift(copy);
    least = copy.bytes.length;
  }
  return { copies, wantsOriginal: copies.length > 0 && copies.at(-1) !== all.at(-1) };
}

/** The uses of each file, by path. */
export type LinkedFiles = ReadonlyMap<string, ReadonlySet<PictureUse>>;

/**
 * Finds the files that bodies and thumbnails may refer to, sorted by path. Names are compared in NFC. Links get no
 * copies of files in public/; with `originals`, neither links nor pages get any copies. `essaysPath` is the folder of the
 * essays' addresses.
 */
export function findLinkedFiles(
  essays: readonly ParsedEssay[],
  files: readonly string[],
  { url: siteUrl, originals, cover }: Pick<SiteConfig, 'url' | 'originals' | 'cover'>,
  essaysPath: string,
): LinkedFiles {
  if (files.length === 0) return new Map();
  const known = new Map(files.map((path) => [path.normalize(), path]));
  const linked = new Map<string, Set<PictureUse>>();
  const add = (url: string, essay: LinkSource, asked: readonly PictureUse[]) => {
    for (const name of findOwnFiles(url, essay, essaysPath)) {
      const path = known.get(name.normalize());
      if (path === undefined) continue;
      const uses = linked.get(path) ?? new Set();
      linked.set(path, uses);
      for (const use of asked) {
        const isUnchanged = use === 'link' && isPublic(path);
        if (!isUnchanged && !(originals && (use === 'link' || use === 'page'))) uses.add(use);
      }
    }
  };
  const addLink = (link: BodyLink, essay: ParsedEssay) => {
    const isShown = link.attributesSlot !== null;
    if (link.posterSlot !== null) {
      for (const name of listPosters(link.url)) add(name, essay, ['page']);
    }
    add(link.url, essay, !isShown ? ['link'] : takesVariants(link) ? ['page', 'body'] : ['page']);
  };
  for (const essay of essays) {
    const { links, image, audio } = essay;
    for (const link of links) {
      if (link.element === 'img' || !link.url.startsWith('/')) addLink(link, essay);
    }
    if (audio !== null) add(stripSiteUrl(audio.value, siteUrl) ?? audio.value, essay, []);
    if (image === null) continue;
    add(stripSiteUrl(image.value, siteUrl) ?? image.value, essay, ['page', 'thumbnail', 'body']);
  }
  if (cover?.image) {
    const home = { path: CONFIG_PATH, stem: CONFIG_PATH, page: '/' };
    add(stripSiteUrl(cover.image.value, siteUrl) ?? cover.image.value, home, ['page', 'body']);
  }
  return new Map([...linked].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The file that relative URLs are resolved against. */
type LinkSource = Pick<ParsedEssay, 'path' | 'stem' | 'page'>;

/** A picture beside content/about.md that is shown there without being named. */
const PORTRAIT = /^content\/(?:portrait|me)\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Gives about pages without a picture the portrait among these files. */
export function addPortrait(
  essays: readonly ParsedEssay[],
  files: readonly string[],
): readonly ParsedEssay[] {
  const portrait = files.find((path) => PORTRAIT.test(path));
  if (portrait === undefined) return essays;
  return essays.map((essay) => {
    if (essay.kind !== 'about' || essay.image !== null) return essay;
    const value = posix.relative(posix.dirname(essay.path), portrait);
    return { ...essay, image: { value, place: wholeFile(essay.path) } };
  });
}

/** Lists the names that the poster of a film can have: `wave.jpg` for `wave.mp4`. */
export function listPosters(film: string): string[] {
  const name = film.replace(/\.[^./]*(?:[?#].*)?$/s, '');
  return POSTER_FORMATS.map((format) => `${name}.${format}`);
}

const POSTER_FORMATS = ['jpg', 'jpeg', 'png', 'webp', 'avif'];

/** The pictures that site.yaml names, relative to the site's root. */
export interface Branding {
  /** The logo, and its variant for dark pages. */
  readonly logo: string | null;
  readonly darkLogo: string | null;
  readonly favicon: string | null;
}

/** Adds the pictures that site.yaml names to the files that essays refer to. */
export function addBranding(
  linked: LinkedFiles,
  { logo, darkLogo, favicon }: Branding,
  { originals }: Pick<SiteConfig, 'originals'>,
): LinkedFiles {
  const all = new Map(linked);
  for (const path of [logo, darkLogo, favicon]) {
    if (path === null) continue;
    const uses = new Set(all.get(path));
    if (!originals && !isPublic(path)) uses.add('link');
    if (path === favicon) uses.add('icon');
    all.set(path, uses);
  }
  return all;
}

/** The video formats that phones and cameras write. */
const FILM = /\.(?:mp4|m4v|mov|3gp)$/i;

export function isFilm(path: string): boolean {
  return FILM.test(path);
}

/** Adds the videos in public/, which are published whether a page shows them or not. */
export function addFilms(linked: LinkedFiles, publicFiles: readonly string[]): LinkedFiles {
  const films = publicFiles.filter((path) => isFilm(path) && !linked.has(path));
  return new Map([...linked, ...films.map((path) => [path, new Set<PictureUse>()] as const)]);
}

/**
 * Lists the files that a URL may mean: in public/, beside the source file, or in public/ relative to the page's
 * address.
 */
function findOwnFiles(
  url: string,
  { path: source, stem, page }: LinkSource,
  essaysPath: string,
): string[] {
  const path = decodePercent(url.replace(/[?#].*$/s, ''));
  const folder = page === null ? essaysPath : posix.dirname(page);
  const fromPage = posix.join(PUBLIC_FOLDER, posix.resolve(folder, path));
  return path.startsWith('/') ? [fromPage] : [...listBeside(path, source, stem), fromPage];
}
