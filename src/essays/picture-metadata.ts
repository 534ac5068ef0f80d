/**
 * Removes metadata from JPEG, PNG and WebP files: where, when, with what and by whom a photograph was taken. Pure.
 *
 * Metadata are omitted and the rest of the file is copied: nothing is decoded. Any part not known to affect the look of
 * the picture counts as metadata. No package does this: exifr and image-size only read metadata, piexifjs and
 * exif-be-gone know fewer formats, and sharp encodes the picture again. In AVIF and HEIC, metadata are only found.
 */
import { crc32 } from 'node:zlib';

/** The names of files that may have metadata, also without an extension or as `photo.jpg_large`. */
const DESCRIBED = /(?:\.(?:a?png|p?jp|jf?if|webp|avif|hei[cfs])[^./]*|\/[^./]*)$/i;

export function mayHaveMetadata(path: string): boolean {
  return DESCRIBED.test(path);
}

/** A part of a file: the offsets of its first byte and of the byte after its last. */
type Part = readonly [start: number, end: number];

/** A picture file format. */
interface PictureFormat {
  /** Matches the start of a file. */
  readonly signature: RegExp;
  /** Finds the parts that hold metadata, in file order. */
  findMetadata(file: Buffer): Part[];
  /** The head of a part with EXIF data, in hexadecimal digits. */
  readonly exifHead: string;
}

const PNG = { signature: /^\x89PNG\r\n/, findMetadata: findInPng, exifHead: '0000001a65584966' };
const WEBP = {
  signature: /^RIFF....WEBP/s,
  findMetadata: findInWebp,
  exifHead: '455849461a000000',
};
const FORMATS: readonly PictureFormat[] = [
  { signature: /^\xff\xd8\xff/, findMetadata: findInJpeg, exifHead: 'ffe10022457869660000' },
  PNG,
  WEBP,
];

/** The formats whose metadata can't be cut out: AVIF, and HEIC with its relatives. */
const AVIF = /^....ftypavif/s;
const HEIF = /^....ftyp(?:avi[fs]|he[iv][cfmsx]|mif1|msf1)/s;

/** Recognizes an AVIF or a HEIC by its content; null for any other file. */
export function findHeifFormat(file: Buffer): 'AVIF' | 'HEIC' | null {
  const start = file.toString('latin1', 0, 12);
  return AVIF.test(start) ? 'AVIF' : HEIF.test(start) ? 'HEIC' : null;
}

/** True for an AVIF that announces EXIF or XMP. */
export function describesAvif(file: Buffer): boolean {
  return file.includes('Exif') || file.includes('application/rdf+xml');
}

/** Finds the metadata of a JPEG, PNG or WebP by its content; none in other files. */
function findMetadata(file: Buffer) {
  const start = file.toString('latin1', 0, 12);
  const format = FORMATS.find(({ signature }) => signature.test(start));
  const parts = format?.findMetadata(file).filter(([start, end]) => start < end) ?? [];
  return { parts, format };
}

/**
 * Removes EXIF, XMP, IPTC, comments, previews and anything after the end of the picture. Pixels, colour profile and
 * orientation stay exactly as they are. Returns the same buffer if there is nothing to remove.
 */
export function removeMetadata(file: Buffer): Buffer {
  const { parts, format } = findMetadata(file);
  if (format === undefined || parts.length === 0) return file;
  const pieces: Buffer[] = [];
  let at = 0;
  let isTurned = false;
  for (const [start, end] of parts) {
    const orientation = readOrientation(file.subarray(start, end));
    pieces.push(file.subarray(at, start));
    if (orientation > 1 && !isTurned) {
      pieces.push(makeExif(format.exifHead, orientation));
      isTurned = true;
    }
    at = end;
  }
  const bare = Buffer.concat([...pieces, file.subarray(at)]);
  if (format === WEBP) completeWebp(bare, isTurned);
  return bare.equals(file) ? file : bare;
}

/** True if the metadata say where a picture was taken, or seem to. */
export function hasLocation(file: Buffer): boolean {
  const { parts } = findMetadata(file);
  const described = findHeifFormat(file) === null ? parts : [[0, file.length] as const];
  return described.some(([start, end]) => {
    const part = file.toString('latin1', start, end);
    return PLACES.test(findExif(part)) || part.includes('GPSLatitude');
  });
}

/** The entry of EXIF (CIPA DC-008) for the orientation, big- or little-endian. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a file
const ORIENTATION = /\x01\x12\0\x03\0{3}\x01\0([\x01-\x08])|\x12\x01\x03\0\x01\0{3}([\x01-\x08])/;
/** The entry that points to the GPS data. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a file
const PLACES = /\x88\x25\0\x04|\x25\x88\x04\0/;

/** The EXIF data in a part of a file: at most 64 KiB, as in a JPEG, so the pixels aren't searched; empty for none. */
function findExif(part: string): string {
  const start = part.search(/MM\0\*|II\*\0/);
  return start === -1 ? '' : part.slice(start, start + 65_536);
}

/** Reads the orientation in a part of a file; 1, upright, if it has none. */
function readOrientation(part: Buffer): number {
  const [, big, little] = ORIENTATION.exec(findExif(part.toString('latin1'))) ?? [];
  return (big ?? little ?? '\x01').charCodeAt(0);
}

/** EXIF data with nothing but the orientation, in hexadecimal digits, and its offset in bytes. */
const EXIF = '4d4d002a00000008000101120003000000010000000000000000';
const TURN_AT = 18;

/** Makes the part that holds the orientation; in a PNG, its checksum follows. */
function makeExif(head: string, orientation: number): Buffer {
  const part = Buffer.from(head + EXIF, 'hex');
  part.writeUInt16BE(orientation, head.length / 2 + TURN_AT);
  if (head !== PNG.exifHead) return part;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(part.subarray(4)));
  return Buffer.concat([part, sum]);
}

/** The segments that affect the look of a JPEG: JFIF, the colour profile and the colour transform. */
const KEPT_IN_JPEG = /^(?:\xe0..JFIF\0|\xe2..ICC_PROFILE\0|\xee..Adobe)/s;

function findInJpeg(file: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 2; at !== -1 && at + 4 <= file.length; ) {
    const marker = file.readUInt8(at + 1);
    if (file.readUInt8(at) !== 0xff) at = file.indexOf(0xff, at);
    else if (marker === 0xff) at++;
    // An escaped byte or a restart marker doesn't end the picture data.
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return [...parts, [at + 2, file.length]];
    else {
      const end = at + 2 + file.readUInt16BE(at + 2);
      const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
      const isKept = !isApplication || KEPT_IN_JPEG.test(file.toString('latin1', at + 1, at + 16));
      if (!isKept) parts.push([at, Math.min(end, file.length)]);
      at = end;
    }
  }
  return parts;
}

/** The chunks that affect the look of a PNG: critical ones, colours, transparency and animation. */
const KEPT_IN_PNG =
  /^(?:[A-Z]...|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|m[Dd]C[Vv]|cLL[Ii]|sBIT|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;

function findInPng(file: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return [...parts, [end, file.length]];
    if (!KEPT_IN_PNG.test(type)) parts.push([at, Math.min(end, file.length)]);
    at = end;
  }
  return parts;
}

const KEPT_IN_WEBP = /^(?:VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;

function findInWebp(file: Buffer): Part[] {
  const parts: Part[] = [];
  const length = Math.min(file.length, 8 + file.readUInt32LE(4));
  for (let at = 12; at + 8 <= length; ) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const isKept = KEPT_IN_WEBP.test(file.toString('latin1', at, at + 4));
    if (!isKept) parts.push([at, Math.min(end, length)]);
    at = end;
  }
  return [...parts, [length, file.length]];
}

/** The flags for EXIF and XMP in the header of an extended WebP. */
const EXIF_BIT = 0x08;
const XMP_BIT = 0x04;

/** Corrects the header of a WebP after parts were removed. */
function completeWebp(file: Buffer, hasExif: boolean): void {
  file.writeUInt32LE(file.length - 8, 4);
  if (file.toString('latin1', 12, 16) !== 'VP8X' || file.length <= 20) return;
  const flags = file.readUInt8(20) & ~(EXIF_BIT | XMP_BIT);
  file.writeUInt8(hasExif ? flags | EXIF_BIT : flags, 20);
}
