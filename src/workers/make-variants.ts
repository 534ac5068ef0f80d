/**
 * A picture's bytes → its variants, by sharp, which is loaded when the first is made: an edge.
 *
 * WebP: every browser of the last years shows it, and to make AVIF takes twenty times as long. Turned
 * as the EXIF data say, in sRGB, without metadata; the same bytes however much is done at once.
 */
import { imageSize } from 'image-size';
import {
  type PictureSize,
  type PictureUse,
  planSizes,
  selectWorthwhile,
} from '../content/picture-variants.ts';
import type { Copy } from '../output/variant-packs.ts';

/** What was made of a picture, nothing where the original serves as well; or why nothing could be. */
export type Making =
  | { readonly kept: readonly Copy[]; readonly wantsOriginal: boolean }
  | { readonly fault: string };

export type Sharp = typeof import('sharp').default;

/** Throws where there is no sharp for this machine. */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // A picture is read once, and pictures are made side by side.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** As image-size names them. */
const FORMATS = ['png', 'jpg', 'gif', 'webp', 'avif', 'heif'];
/** The effort takes half the time of the usual one, for a twentieth more bytes. */
const LOSSY = { quality: 78, effort: 2 };
/**
 * Bytes to a pixel of a PNG or GIF, up to which it may be a drawing or a screenshot, which can be
 * smaller without loss. For photographs, not to try saves half a second each.
 */
const MAX_LOSSLESS_BYTES = 0.5;

/** Makes the variants of a picture that is shown in `size`; none of an animation. */
export async function makeVariants(
  sharp: Sharp,
  bytes: Uint8Array,
  size: PictureSize,
  use: PictureUse,
): Promise<Making> {
  try {
    return selectWorthwhile(await makeCopies(sharp, bytes, size, use), bytes.length);
  } catch (error) {
    return { fault: (error as Error).message.trim().split('\n')[0] ?? '' };
  }
}

/** Throws for a picture that is damaged. */
async function makeCopies(
  sharp: Sharp,
  bytes: Uint8Array,
  size: PictureSize,
  use: PictureUse,
): Promise<Copy[]> {
  const { type = '' } = imageSize(bytes);
  // What a file is called need not be what it is.
  if (!FORMATS.includes(type) || isAnimatedPng(bytes)) return [];
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false });
  const { pages = 1, autoOrient } = await picture.metadata();
  // Not every format's turning is read alike, and none may come out squeezed.
  const isAlike = autoOrient.width === size.width && autoOrient.height === size.height;
  if (pages > 1 || !isAlike) return [];
  const density = bytes.length / (size.width * size.height);
  const mayBeLossless = (type === 'png' || type === 'gif') && density < MAX_LOSSLESS_BYTES;
  const copies: Copy[] = [];
  const upright = picture.autoOrient();
  for (const planned of planSizes(use, size)) {
    const resized = upright.clone().resize({ ...planned, fit: 'fill' });
    const lossy = await resized.clone().webp(LOSSY).toBuffer();
    const lossless = mayBeLossless
      ? await resized.clone().webp({ lossless: true }).toBuffer()
      : lossy;
    const smaller = lossless.length < lossy.length ? lossless : lossy;
    copies.push({ ...planned, bytes: smaller });
  }
  return copies;
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
