/**
 * The files that essays refer to → their bytes, fingerprints and sizes: an edge, beside `read.ts`.
 *
 * A file beside an essay is read whole, because it is published under its fingerprint. A picture in
 * public/ keeps its name, and only its size is wanted.
 */
import { extname } from 'node:path/posix';
import { imageSize } from 'image-size';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { fingerprint } from './fingerprint.ts';
import { read } from './read.ts';

/** A file of the site's own that an essay shows or links to. */
export interface LinkedFile {
  /** Relative to the site's root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Ten hexadecimal digits of the SHA-256 of the bytes. */
  readonly hash: string;
  /** Pixels; null for what is not a picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const PICTURE = new Set([
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.avif',
  '.svg',
  '.bmp',
  '.ico',
]);

/** Reads the files at `paths` (relative to `root`); a picture that cannot be read is a problem. */
export function readLinkedFiles(
  root: string,
  paths: Iterable<string>,
): { value: Map<string, LinkedFile>; problems: Problem[] } {
  const value = new Map<string, LinkedFile>();
  const problems: Problem[] = [];
  for (const path of paths) {
    const { bytes } = read(root, path);
    let size: LinkedFile['size'] = null;
    if (PICTURE.has(extname(path).toLowerCase())) {
      size = measure(bytes);
      if (size === null) problems.push(imageUnreadable(path));
    }
    value.set(path, { path, bytes, hash: fingerprint(bytes), size });
  }
  return { value, problems };
}

/** The size in which a picture is shown, turned as its EXIF data say; null if it cannot be read. */
function measure(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { width, height, orientation } = imageSize(bytes);
    if (!width || !height) return null;
    const isTurned = orientation !== undefined && orientation >= 5;
    return isTurned ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

function imageUnreadable(path: string): Problem {
  const message = 'This picture cannot be read, so its size is not known';
  const hint = 'Open it in an image program and save it again.';
  return makeProblem('image-unreadable', wholeFile(path), message, hint);
}
