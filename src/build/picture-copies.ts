/**
 * Makes the copies of pictures that are published, and keeps them. An edge, and the only file that uses sharp, which is
 * loaded when the first scaled copy is made.
 *
 * Copies are plain files in `.blog/pictures/`, named by the digest of the picture and of `RECIPE`; a
 * manifest beside them lists those worth publishing. Missing and damaged ones are made again. Scaled ones
 * are WebP (AVIF takes twenty times as long), rotated by EXIF, in sRGB; none has metadata.
 */
import { basename, dirname, join } from 'node:path';
import { imageSize } from 'image-size';
import * as images from '../essays/images.ts';
import { describesAvif, findHeifFormat, removeMetadata } from '../essays/picture-metadata.ts';
import * as disk from '../files/file-state.ts';
import { digest, fingerprint } from '../files/fingerprint.ts';

/** The version of this code and of sharp: variants made by another one are made again. */
const RECIPE = '5-sharp-0.35.5';

/** Returns the place of a picture's copies for a use: their path in the folder of copies, without the ending. */
export function placeCopies(folder: string, bytes: Uint8Array, use: images.PictureUse): string {
  return join(folder, `${digest(bytes)}-${use}-${fingerprint(RECIPE)}`);
}

/** A picture with more pixels could exhaust memory. */
const MAX_PIXELS = 150_000_000;

/** The manifest of a picture's variants, which stand beside it. */
interface Manifest extends Pick<images.VariantSet, 'wantsOriginal'> {
  readonly variants: readonly Omit<images.Variant, 'state'>[];
}

/** Finds the copies at a place. Null if a copy is missing or damaged. */
export function findSet(place: string): images.VariantSet | null {
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
export async function loadSharp(): Promise<Sharp> {
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

/** For the copy of an AVIF in its own size. */
const FINE = { quality: 80, effort: 2 };

/** A copy that was just made. */
interface Copy extends images.PictureSize {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

/** A picture of which there is no copy, and the reason if it cannot be decoded. */
function noCopies(fault: string | null): images.VariantSet {
  return { variants: [], wantsOriginal: false, fault };
}

/**
 * Makes the copy of a picture without its metadata; none if it has none. It has every pixel of a JPEG, PNG or WebP, and
 * is encoded again from an AVIF, for which `openSharp` returns null if there is no sharp. The fault of the result says
 * why metadata can't be removed.
 */
export async function makeBareSet(
  bytes: Buffer,
  size: images.PictureSize | null,
  place: string,
  openSharp: () => Promise<Sharp | null>,
): Promise<images.VariantSet> {
  const format = findHeifFormat(bytes);
  if (format === 'HEIC') return noCopies('HEIC');
  let bare: Uint8Array = removeMetadata(bytes);
  if (format === 'AVIF' && describesAvif(bytes)) {
    const sharp = await openSharp();
    if (sharp === null) return noCopies('no sharp');
    const encoded = await encodeAvif(sharp, bytes).catch((error: Error) => error);
    if (encoded instanceof Error) return noCopies(firstLine(encoded));
    bare = encoded;
  }
  if (bare === bytes) return noCopies(null);
  const { width, height } = size ?? { width: 0, height: 0 };
  return keepSet(place, [{ width, height, bytes: bare, extension: images.SAME_FORMAT }]);
}

/** Encodes an AVIF again, with its colour profile and nothing else. */
function encodeAvif(sharp: Sharp, bytes: Uint8Array): Promise<Uint8Array> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  return picture.keepIccProfile().avif(FINE).toBuffer();
}

function firstLine({ message }: Error): string {
  return message.trim().split('\n')[0] ?? '';
}

/** Makes the copies of a picture (shown in `size`) that are worth publishing; none of an animation. */
export async function makeSet(
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
  if (copies instanceof Error) return noCopies(firstLine(copies));
  if (use === 'icon') return keepSet(place, copies);
  if (use === 'page') {
    // A drawing is only scaled if that makes it lighter.
    const isLighter = ({ extension, bytes: { length } }: Copy) =>
      extension !== '.png' || length < bytes.length;
    return keepSet(place, copies.filter(isLighter));
  }
  const worthwhile = images.selectWorthwhile(copies, bytes.length);
  return keepSet(place, worthwhile.copies, worthwhile.wantsOriginal);
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
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
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
  const picture = sharp(bytes, { density, limitInputPixels: MAX_PIXELS }).autoOrient();
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
