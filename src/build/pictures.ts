/**
 * The stage that reads pictures: measures them, and finds or makes the copies that are published (`picture-copies.ts`).
 * An edge.
 */
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { filmHasLocation } from '../essays/film-metadata.ts';
import * as images from '../essays/images.ts';
import { CONFIG_PATH, isPublic } from '../essays/paths.ts';
import { hasLocation, mayHaveMetadata } from '../essays/picture-metadata.ts';
import * as disk from '../files/file-state.ts';
import { fingerprint } from '../files/fingerprint.ts';
import {
  fileUnreadable,
  makeProblem,
  type Problem,
  partMissing,
  wholeFile,
} from '../problems/problems.ts';
import { once } from '../render/once.ts';
import { findSet, loadSharp, makeBareSet, makeSet, placeCopies } from './picture-copies.ts';

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
    if (file.hasLocation && images.isFilm(path)) problems.push(mediaMetadata(path));
    else if (file.hasLocation && uses.has('page')) problems.push(pictureLocation(path));
    const isRaster = size !== null && images.mayHaveVariants(path, byteCount);
    const wanted = selectUses(file, uses, isRaster);
    for (const use of wanted) {
      const set = known?.variants[use];
      const isWhole = set?.variants.every(({ file, state }) =>
        disk.hasFileState(join(folder, file), state),
      );
      // Sharp may have been installed since, and can remove metadata that couldn't be removed before.
      const isRefused = use === 'link' && set?.fault;
      if (!set || !isWhole || isRefused) jobs.push([picture, use]);
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
    const { link: _, ...scaled } = variants;
    const fault = Object.values(scaled).find((set) => set.fault)?.fault;
    if (fault) problems.push(imageUnreadable(path, fault));
  }
  return { value, problems, jobs: [], isScaled: true, waiting };
}

/** Reports the pictures beside essays that are published unchanged although their metadata couldn't be removed. */
export function findUnstripped(
  pictures: SitePictures['value'],
  copies: readonly { readonly source: string }[],
): Problem[] {
  return copies.flatMap(({ source }) => {
    const isRefused = !isPublic(source) && pictures.get(source)?.variants.link?.fault;
    return isRefused ? [pictureMetadata(source)] : [];
  });
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
      if (size !== null && images.canBeIcon(path, size)) wanted.add(use);
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
      hasLocation: images.isFilm(path)
        ? filmHasLocation(file)
        : bytes !== null && isPhoto && isPublic(path) && hasLocation(bytes),
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
    const placeOf = (use: images.PictureUse) => placeCopies(folder, bytes, use);
    let set = findSet(placeOf(use));
    if (set === null && use !== 'link' && size !== null) {
      const loaded = await openSharp();
      if (loaded !== null && listener.isHurried?.()) left.push(job);
      else if (loaded !== null) set = await makeSet(loaded, bytes, size, use, placeOf(use));
    }
    if (set !== null) variants[use] = set;
    const isBare = use === 'link' || (use === 'page' && !set?.variants.length);
    if (!isBare || variants.link !== undefined) return;
    const place = placeOf('link');
    variants.link = findSet(place) ?? (await makeBareSet(bytes, size, place, openSharp));
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

/** `cause` is the decoder's message; null where not even the size of the picture can be read. */
function imageUnreadable(path: string, cause: string | null): Problem {
  const message = 'This picture cannot be read, so it is published as it is';
  const hint = 'Open it in an image program and save it again, smaller if it is very large.';
  return makeProblem('image-unreadable', wholeFile(path), message, hint, { cause });
}

function pictureLocation(path: string): Problem {
  const message = 'This photograph says where it was taken, and is published as it is';
  const hint = 'Put it beside the essay, and its copies will not; or remove its location.';
  return makeProblem('picture-location', wholeFile(path), message, hint);
}

function pictureMetadata(path: string): Problem {
  const message = "This picture isn't published, because its metadata can't be removed";
  const hint = 'Save it as JPEG, PNG or WebP, and change the essay to match.';
  return makeProblem('picture-metadata', wholeFile(path), message, hint);
}

function mediaMetadata(path: string): Problem {
  const message =
    "This video's metadata says where it was filmed, and the video is published as it is";
  const hint = 'Remove its location: `ffmpeg -i film.mp4 -c copy -map_metadata -1 clean.mp4`.';
  return makeProblem('media-metadata', wholeFile(path), message, hint);
}
