/**
 * Measures pictures and makes the copies that are published. An edge, and the only file that uses sharp,
 * which is loaded when the first scaled copy is made.
 *
 * Copies are plain files in `.blog/pictures/`, named by the digest of the picture and of `RECIPE`; a
 * manifest beside them lists those worth publishing. Missing and damaged ones are made again. Scaled ones
 * are WebP (AVIF takes twenty times as long), rotated by EXIF, in sRGB; none has metadata.
 */
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { imageSize } from 'image-size';
import * as images from '../essays/images.ts';
import { CONFIG_PATH, isPublic } from '../essays/paths.ts';
import { hasLocation, mayHaveMetadata, removeMetadata } from '../essays/picture-metadata.ts';
import * as disk from '../files/file-state.ts';
import { digest, fingerprint } from '../files/fingerprint.ts';
import {
  fileUnreadable,
  makeProblem,
  type Problem,
  partMissing,
  wholeFile,
} from '../problems/problems.ts';
import { once } from '../render/once.ts';

/** The version of this code and of sharp: variants made by another one are made again. */
const RECIPE = '4-sharp-0.35.5';

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$/i;

/** A file whose sets of variants are added as they are made. */
interface Picture extends images.LinkedFile {
  readonly variants: { -readonly [Use in images.PictureUse]?: images.VariantSet };
}

/** A set of variants to make. */
type Job = readonly [picture: Picture, use: images.PictureUse];

/** The number of pictures whose scaled copies are left for the next build, and the number of those copies. */
export type WaitingPictures = Readonly<Record<'pictures' | 'sizes', number>>;

/** Callbacks of the stage that reads pictures. */
export interface PictureListener {
  onProgress(stage: 'pictures', done: number, total: number): void;
  /** True once pictures that are not scaled yet are to be left for the next build. */
  isHurried?(): boolean;
}

/** The linked files of a site, before or after the copies of pictures are made. */
export interface SitePictures {
  readonly value: ReadonlyMap<string, images.LinkedFile>;
  readonly problems: readonly Problem[];
  /** The copies that are still to be made. */
  readonly jobs: readonly Job[];
  /** True once the copies are made, or left for the next build. */
  readonly isScaled: boolean;
  readonly waiting: WaitingPictures | null;
}

/**
 * Measures the linked files of the site at `root`, and lists the copies of pictures that are not there yet. `cached` is
 * what the last build found; a picture that cannot be read is a problem.
 */
export function measurePictures(
  linked: images.LinkedFiles,
  cached: Readonly<Record<string, images.LinkedFile>>,
  inputs: disk.InputStates,
  { root, cacheDir }: { readonly root: string; readonly cacheDir: string },
): SitePictures {
  const folder = join(cacheDir, 'pictures');
  const value = new Map<string, Picture>();
  const problems: Problem[] = [];
  const jobs: Job[] = [];
  for (const [path, uses] of linked) {
    const known = inputs.isUnchanged(path) ? cached[path] : undefined;
    inputs.of(path);
    const file = known ?? readLinkedFile(root, path, problems);
    if (file === null) continue;
    const { size, byteCount } = file;
    const picture: Picture = { ...file, variants: {} };
    value.set(path, picture);
    if (PICTURE.test(path) && size === null) problems.push(imageUnreadable(path, null));
    if (file.hasLocation && uses.has('page')) problems.push(pictureLocation(path));
    const isRaster = size !== null && images.mayHaveVariants(path, byteCount);
    const isShown = uses.has('body') || uses.has('thumbnail');
    if (isRaster && isShown && images.isHuge(size)) problems.push(imageHuge(path));
    const wanted = selectUses(file, uses, isRaster && !images.isHuge(size));
    for (const use of wanted) {
      const set = known?.variants[use];
      const isWhole = set?.variants.every(({ file, state }) =>
        disk.hasFileState(join(folder, file), state),
      );
      if (!set || !isWhole) jobs.push([picture, use]);
      else {
        picture.variants[use] = set;
        if (use === 'page' && set.variants.length === 0) wanted.add('link');
      }
    }
  }
  return { value, problems, jobs, isScaled: false, waiting: null };
}

/**
 * Makes the copies of pictures. Once the listener `isHurried`, no more pictures are decoded: those that are left are
 * `waiting`, and published as they are.
 */
export async function scalePictures(
  { value, jobs, problems: found }: SitePictures,
  { root, cacheDir }: { readonly root: string; readonly cacheDir: string },
  listener: PictureListener,
): Promise<SitePictures> {
  const problems = [...found];
  const waiting = await runJobs(jobs, join(cacheDir, 'pictures'), root, listener, problems);
  for (const [path, { variants }] of value) {
    const fault = Object.values(variants).find((set) => set.fault)?.fault;
    if (fault) problems.push(imageUnreadable(path, fault));
  }
  return { value, problems, jobs: [], isScaled: true, waiting };
}

/** Selects the copies to make: a picture that pages can show in its own size only loses its metadata. */
function selectUses(
  { path, size, isTurned }: images.LinkedFile,
  uses: ReadonlySet<images.PictureUse>,
  isScalable: boolean,
): Set<images.PictureUse> {
  const needsCopy = isScalable && size !== null && images.needsPageCopy(path, size, isTurned);
  const wanted = new Set<images.PictureUse>();
  for (const use of uses) {
    if (use === 'icon') {
      if (size !== null && !images.isHuge(size) && images.canBeIcon(path, size)) wanted.add(use);
      continue;
    }
    const isBare = use === 'link' || (use === 'page' && !needsCopy);
    if (isBare && mayHaveMetadata(path)) wanted.add('link');
    else if (!isBare && isScalable) wanted.add(use);
  }
  return wanted;
}

/** Measures a file, and finds its fingerprint unless it is one of public/, which keeps its name. */
function readLinkedFile(root: string, path: string, problems: Problem[]): images.LinkedFile | null {
  const file = join(root, path);
  const isPhoto = mayHaveMetadata(path);
  try {
    // Other files need not fit into memory.
    const bytes = isPhoto || PICTURE.test(path) ? readFileSync(file) : null;
    return {
      path,
      hash: isPublic(path) ? '' : fingerprint(bytes ?? disk.hashFile(file)),
      byteCount: bytes?.length ?? statSync(file).size,
      ...(bytes && PICTURE.test(path) ? measure(bytes) : UNMEASURED),
      hasLocation: bytes !== null && isPhoto && isPublic(path) && hasLocation(bytes),
      variants: {},
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    problems.push(fileUnreadable(path, code));
    return null;
  }
}

const UNMEASURED = { size: null, isTurned: false };

/** The size in which a picture is shown, turned as its EXIF data say; null if it cannot be read. */
function measure(bytes: Uint8Array): Pick<images.LinkedFile, 'size' | 'isTurned'> {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!width || !height) return UNMEASURED;
    const size = orientation < 5 ? { width, height } : { width: height, height: width };
    return { size, isTurned: orientation > 1 };
  } catch {
    return UNMEASURED;
  }
}

/** Finds or makes the variants of each job, several jobs at a time. Returns what is left for the next build. */
async function runJobs(
  jobs: readonly Job[],
  folder: string,
  root: string,
  listener: PictureListener,
  problems: Problem[],
): Promise<WaitingPictures | null> {
  const left: Job[] = [];
  const openSharp = once(() =>
    loadSharp().catch((error: Error) => {
      if (disk.isRefusal(error)) throw error;
      const text =
        'The package sharp cannot be loaded, so pictures are published in their own size only';
      problems.push(partMissing('images-unscaled', CONFIG_PATH, text, error));
      return null;
    }),
  );
  let done = 0;
  const run = async (job: Job) => {
    const [{ path, size, variants }, use] = job;
    const bytes = readFileSync(join(root, path));
    const placeOf = (use: images.PictureUse) =>
      join(folder, `${digest(bytes)}-${use}-${fingerprint(RECIPE)}`);
    let set = findSet(placeOf(use));
    if (set === null && use !== 'link' && size !== null) {
      const loaded = await openSharp();
      if (loaded !== null && listener.isHurried?.()) left.push(job);
      else if (loaded !== null) set = await makeSet(loaded, bytes, size, use, placeOf(use));
    }
    if (set !== null) variants[use] = set;
    const isBare = use === 'link' || (use === 'page' && !set?.variants.length);
    if (isBare)
      variants.link ??= findSet(placeOf('link')) ?? makeBareSet(bytes, size, placeOf('link'));
  };
  const total = jobs.filter(([, use]) => use !== 'link').length;
  const queue = jobs.values();
  const work = async () => {
    for (const job of queue) {
      const [{ path }, use] = job;
      try {
        await run(job);
      } catch (error) {
        if (!disk.isAbsent(error)) throw error;
        problems.push(fileUnreadable(path, 'ENOENT'));
      }
      if (use !== 'link') listener.onProgress('pictures', ++done, total);
    }
  };
  const workers = Math.min(availableParallelism(), jobs.length);
  // The other workers continue after one fails, and the caller must wait for them.
  const ended = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  const sizes = left.flatMap(([{ size }, use]) => (size ? images.planSizes(use, size) : []));
  const pictures = new Set(left.map(([picture]) => picture));
  return left.length === 0 ? null : { pictures: pictures.size, sizes: sizes.length };
}

/** The manifest of a picture's variants, which stand beside it. */
interface Manifest extends Pick<images.VariantSet, 'wantsOriginal'> {
  readonly variants: readonly Omit<images.Variant, 'state'>[];
}

/**
 * Finds the variants at a place, which is their path in the folder of pictures without its ending. Null where one of
 * them is missing or damaged.
 */
function findSet(place: string): images.VariantSet | null {
  try {
    const manifest: Manifest = JSON.parse(String(disk.readOwnFile(`${place}.json`)));
    const isWhole = manifest.variants.every(({ file, hash }) => {
      const bytes = disk.readOwnFile(join(dirname(place), file));
      return bytes !== null && fingerprint(bytes) === hash;
    });
    return isWhole ? describeSet(place, manifest) : null;
  } catch (error) {
    if (disk.isRefusal(error)) throw error;
    return null; // There is no manifest, or it is damaged.
  }
}

/** Keeps copies and their manifest at a place for later builds. */
function keepSet(place: string, copies: readonly Copy[], wantsOriginal = false): images.VariantSet {
  const variants = copies.map(({ width, height, bytes, extension }) => {
    const file = `${place}.${width}${extension}`;
    disk.replaceFile(file, bytes);
    return { width, height, hash: fingerprint(bytes), file: basename(file) };
  });
  const manifest: Manifest = { wantsOriginal, variants };
  disk.replaceFile(`${place}.json`, JSON.stringify(manifest));
  return describeSet(place, manifest);
}

function describeSet(place: string, { variants, wantsOriginal }: Manifest): images.VariantSet {
  const located = variants.map((variant) => {
    // Only builds write here, so the times are enough even for a file that was just written.
    const file = join(dirname(place), variant.file);
    return { ...variant, state: disk.readFileState(file, Number.POSITIVE_INFINITY) };
  });
  return { variants: located, wantsOriginal, fault: null };
}

type Sharp = typeof import('sharp').default;

/** Throws where there is no sharp for this machine. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Nothing is decoded twice by one job, and jobs already run in parallel.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** As image-size names them. */
const FORMATS = ['png', 'jpg', 'gif', 'webp', 'avif', 'heif', 'tiff'];
/** This effort takes half the time of the default, for a twentieth more bytes. */
const LOSSY = { quality: 78, effort: 2 };
/**
 * A PNG or GIF with fewer bytes per pixel may be a drawing or a screenshot, which can be smaller without
 * loss. Skipping that for a photograph saves half a second.
 */
const MAX_LOSSLESS_BYTES = 0.5;

/** For previews of links and for old programs, which do not all read WebP. */
const WIDELY_READ = { quality: 80 };

/** A copy that was just made. */
interface Copy extends images.PictureSize {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

/** A picture of which there is no copy, and the reason if it cannot be decoded. */
const noCopies = (fault: string | null) => ({ variants: [], wantsOriginal: false, fault });

/** Makes the copy of a picture without its metadata; none if it has none. */
function makeBareSet(bytes: Buffer, size: images.PictureSize | null, place: string) {
  const bare = removeMetadata(bytes);
  if (bare === bytes) return noCopies(null);
  const { width, height } = size ?? { width: 0, height: 0 };
  return keepSet(place, [{ width, height, bytes: bare, extension: images.SAME_FORMAT }]);
}

/** Makes the copies of a picture (shown in `size`) that are worth publishing; none of an animation. */
async function makeSet(
  sharp: Sharp,
  bytes: Uint8Array,
  size: images.PictureSize,
  use: images.PictureUse,
  place: string,
): Promise<images.VariantSet> {
  const making =
    use === 'icon'
      ? makeIcon(sharp, bytes, size).then((icon) => [icon])
      : makeCopies(sharp, bytes, size, use);
  const copies = await making.catch((error: Error) => error);
  if (copies instanceof Error) return noCopies(copies.message.trim().split('\n')[0] ?? '');
  if (use === 'icon') return keepSet(place, copies);
  if (use === 'page') {
    // A drawing is only scaled if that makes it lighter.
    const isLighter = ({ extension, bytes: { length } }: Copy) =>
      extension !== '.png' || length < bytes.length;
    return keepSet(place, copies.filter(isLighter));
  }
  const { kept, wantsOriginal } = images.selectWorthwhile(copies, bytes.length);
  return keepSet(place, kept, wantsOriginal);
}

/** Throws for a picture that is damaged. */
async function makeCopies(
  sharp: Sharp,
  bytes: Uint8Array,
  size: images.PictureSize,
  use: images.PictureUse,
): Promise<Copy[]> {
  const { type = '' } = imageSize(bytes);
  // The extension of a file may not match its format.
  if (!FORMATS.includes(type) || isAnimatedPng(bytes)) return [];
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false });
  const { pages = 1, autoOrient, hasAlpha } = await picture.metadata();
  // Libraries disagree about the rotation in some formats, and no copy may come out distorted.
  const isAlike = autoOrient.width === size.width && autoOrient.height === size.height;
  if (pages > 1 || !isAlike) return [];
  const density = bytes.length / (size.width * size.height);
  const mayBeLossless = (type === 'png' || type === 'gif') && density < MAX_LOSSLESS_BYTES;
  const copies: Copy[] = [];
  const sizes = images.planSizes(use, size);
  const widest = picture.autoOrient().resize({ ...sizes.at(-1), fit: 'fill' });
  // The narrower copies are made from the widest, so that a photograph is decoded only once.
  const source = sizes.length > 1 ? await decode(sharp, widest) : widest;
  for (const planned of sizes) {
    const resized = source.clone().resize({ ...planned, fit: 'fill' });
    if (use === 'page') {
      const format = mayBeLossless ? 'png' : hasAlpha ? 'webp' : 'jpeg';
      const bytes = await resized.toFormat(format, format === 'png' ? {} : WIDELY_READ).toBuffer();
      copies.push({ ...planned, bytes, extension: format === 'jpeg' ? '.jpg' : `.${format}` });
      continue;
    }
    const lossy = await resized.clone().webp(LOSSY).toBuffer();
    const lossless = mayBeLossless
      ? await resized.clone().webp({ lossless: true }).toBuffer()
      : lossy;
    const bytes = lossless.length < lossy.length ? lossless : lossy;
    copies.push({ ...planned, bytes, extension: '.webp' });
  }
  return copies;
}

/** The density at which an SVG has the size that it states, in pixels per inch. */
const PLAIN_DENSITY = 72;
/** The highest density that sharp accepts. */
const MAX_DENSITY = 100_000;

/** Makes an icon for home screens, which has no transparent parts. */
async function makeIcon(sharp: Sharp, bytes: Uint8Array, size: images.PictureSize): Promise<Copy> {
  const { width, height } = images.ICON_SIZE;
  const scale = Math.min(width / size.width, height / size.height);
  const density = Math.min(Math.max(PLAIN_DENSITY * scale, 1), MAX_DENSITY);
  const picture = sharp(bytes, { density, limitInputPixels: false }).autoOrient();
  const fitted = picture.resize({ width, height, fit: 'contain', background: '#fff' });
  const icon = await fitted.flatten({ background: '#fff' }).png().toBuffer();
  return { width, height, bytes: icon, extension: '.png' };
}

/** Decodes a picture to pixels, and makes a picture of them. */
async function decode(sharp: Sharp, picture: ReturnType<Sharp>): Promise<ReturnType<Sharp>> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** True for a PNG that announces several frames, which it has to do before the first (APNG 1.0). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 1, 4) !== 'PNG') return false;
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const chunk = file.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/** `cause` is the decoder's message; null where not even the size of the picture can be read. */
function imageUnreadable(path: string, cause: string | null): Problem {
  const message =
    cause === null
      ? 'This picture cannot be read, so its size is not known'
      : 'This picture is damaged, so no smaller ones can be made of it';
  const hint = 'Open it in an image program and save it again.';
  return makeProblem('image-unreadable', wholeFile(path), message, hint, { cause });
}

function pictureLocation(path: string): Problem {
  const message = 'This photograph says where it was taken, and is published as it is';
  const hint = 'Put it beside the essay, and its copies will not; or remove its location.';
  return makeProblem('picture-location', wholeFile(path), message, hint);
}

function imageHuge(path: string): Problem {
  const message = 'This picture has so many pixels that no smaller ones are made of it';
  const hint = 'Readers load it as it is: save it in a size that a page can show.';
  return makeProblem('image-huge', wholeFile(path), message, hint);
}
