/**
 * In which sizes a picture is published beside its original, and which of them are worth it. Pure.
 *
 * What is decided here depends on the picture alone, so that every machine makes the same files.
 */
import type { FileStamp } from './stamps.ts';

/** Where a picture is shown: in a body, or on a card of the home page. */
export type PictureUse = 'body' | 'thumbnail';

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A smaller copy of a picture, as WebP. */
export interface Variant extends PictureSize {
  /** The fingerprint of its bytes. */
  readonly hash: string;
  /** Where in its pack it stands, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** The variants of a picture for one use. */
export interface VariantSet {
  /** The name of the file of the cache that holds them; empty where nothing could be made. */
  readonly pack: string;
  /** Of the pack. */
  readonly stamp: FileStamp | null;
  /** Narrowest first; none where the original serves as well. */
  readonly variants: readonly Variant[];
  /** True where the original is the widest worth having: no variant of its width is smaller. */
  readonly wantsOriginal: boolean;
  /** Why the picture could not be read to its end, or null. */
  readonly fault: string | null;
}

/** Pictures made of pixels, in what browsers show; all others pass as they are. */
const RASTER = /\.(png|jpe?g|gif|webp|avif)$/i;
/** A file that arrives with a server's first packets (RFC 6928) is as fast as a smaller one. */
const MIN_BYTES = 10_000;
/** More than nearly any camera has; to read such a picture could take all the memory there is. */
const MAX_PIXELS = 150_000_000;

/** True for a picture that can have variants; `byteCount` is that of its file. */
export function mayHaveVariants(path: string, byteCount: number): boolean {
  return RASTER.test(path) && byteCount >= MIN_BYTES;
}

/** True for a picture with too many pixels to be read. */
export function isHuge({ width, height }: PictureSize): boolean {
  return width * height > MAX_PIXELS;
}

/** The column on a phone; the column of any window in twice and, for close looks, thrice the pixels. */
const BODY_WIDTHS = [480, 960, 1440];
/** Up to here a picture is also offered in its own width, unless another is nearly as wide. */
const MAX_OWN_WIDTH = 2000;
const NEARLY = 1.15;
/** The square of a card, in twice the pixels (`.card img` in templates/styles/home.css). */
const THUMBNAIL_SIDE = 256;

/** The sizes to make of a picture for a use, narrowest first; never larger than the original. */
export function planSizes(use: PictureUse, { width, height }: PictureSize): PictureSize[] {
  if (use === 'thumbnail') {
    const scale = Math.min(1, THUMBNAIL_SIDE / Math.min(width, height));
    return [{ width: Math.round(width * scale), height: Math.round(height * scale) }];
  }
  const widths = BODY_WIDTHS.filter((each) => each <= width);
  const isNew = widths.every((each) => width / each > NEARLY);
  if (isNew && width < MAX_OWN_WIDTH) widths.push(width);
  return widths.map((each) => {
    return { width: each, height: Math.max(1, Math.round((each * height) / width)) };
  });
}

/**
 * Of a picture's copies (narrowest first) those that are smaller, in bytes, than all that is wider, the
 * original included.
 */
export function selectWorthwhile<Copy extends { readonly bytes: Uint8Array }>(
  copies: readonly Copy[],
  originalLength: number,
): { kept: Copy[]; wantsOriginal: boolean } {
  const kept: Copy[] = [];
  let least = originalLength;
  for (const copy of [...copies].reverse()) {
    if (copy.bytes.length >= least) continue;
    kept.unshift(copy);
    least = copy.bytes.length;
  }
  return { kept, wantsOriginal: kept.length > 0 && kept.at(-1) !== copies.at(-1) };
}
