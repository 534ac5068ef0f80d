/**
 * The files that essays refer to → their fingerprints and sizes: an edge, beside `read.ts`.
 *
 * A file beside an essay is published under its fingerprint. A picture in public/ keeps its name, and
 * only its size is wanted. No file is held: a folder of photographs must not fill the memory.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { extname } from 'node:path/posix';
import { imageSize } from 'image-size';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { FINGERPRINT_LENGTH } from './fingerprint.ts';
import { PUBLIC_FOLDER } from './paths.ts';
import type { PictureSize, PictureUse, VariantSet } from './picture-variants.ts';
import { fileUnreadable } from './read.ts';

/** A file of the site's own that an essay shows or links to. */
export interface LinkedFile {
  /** Relative to the site's root. */
  readonly path: string;
  /** Ten hexadecimal digits of the SHA-256 of the bytes; empty for a file of public/. */
  readonly hash: string;
  /** Pixels; null for what is not a picture. */
  readonly size: PictureSize | null;
  /** Of a picture that is shown, what was made for where it is shown. */
  readonly variants: Readonly<Partial<Record<PictureUse, VariantSet>>>;
}

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;
/** What is read at a time; the size of a picture nearly always stands in its first piece. */
const PIECE = 1 << 18;

/**
 * Reads the files at `paths` (relative to `root`); a picture that cannot be read is a problem. `recall`
 * gives what is known of a file that has not changed, or null.
 */
export function readLinkedFiles(
  root: string,
  paths: Iterable<string>,
  recall: (path: string) => LinkedFile | null = () => null,
): { value: Map<string, LinkedFile>; problems: Problem[] } {
  const value = new Map<string, LinkedFile>();
  const problems: Problem[] = [];
  for (const path of paths) {
    const isPicture = PICTURE.test(extname(path));
    const known = recall(path);
    if (known !== null) {
      value.set(path, known);
      if (isPicture && known.size === null) problems.push(imageUnreadable(path));
      continue;
    }
    try {
      const { head, hash } = scan(join(root, path), !path.startsWith(`${PUBLIC_FOLDER}/`));
      const size = isPicture ? (measure(head) ?? measure(readFileSync(join(root, path)))) : null;
      if (isPicture && size === null) problems.push(imageUnreadable(path));
      value.set(path, { path, hash, size, variants: {} });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      problems.push(fileUnreadable(path, code));
    }
  }
  return { value, problems };
}

/** The first piece of a file, and its fingerprint if that is wanted. */
function scan(file: string, wantsHash: boolean): { head: Uint8Array; hash: string } {
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    let length = readSync(descriptor, piece);
    const head = Buffer.from(piece.subarray(0, length));
    if (!wantsHash) return { head, hash: '' };
    const hash = createHash('sha256');
    for (; length > 0; length = readSync(descriptor, piece)) hash.update(piece.subarray(0, length));
    return { head, hash: hash.digest('hex').slice(0, FINGERPRINT_LENGTH) };
  } finally {
    closeSync(descriptor);
  }
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
