/**
 * Pictures for tests, the same in every run: as detailed as a photograph, or as plain as a drawing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { onTestFinished, vi } from 'vitest';
import type { BuiltSite } from './site.ts';

/** The format, size and metadata of a published picture, by its path or address. */
export const look = ({ root }: BuiltSite, path = '') =>
  sharp(readFileSync(join(root, 'out', path))).metadata();

/** Makes a package fail to load until the test is done. */
export function withoutPackage(name: string): void {
  vi.doMock(name, () => {
    throw new Error('not for this machine');
  });
  onTestFinished(() => void vi.doUnmock(name));
}

/** A picture that compresses as badly as a photograph; with 4 channels, half of it is transparent. */
export function drawPhoto(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  let seed = 1;
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const isAlpha = channels === 4 && at % 4 === 3;
    const x = Math.floor(at / channels) % width;
    pixels[at] = isAlpha ? (2 * x < width ? 0 : 255) : ((120 * x) / width + (seed >> 24)) & 0xff;
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

/** A JPEG of at least 10 KB. */
export function photo(width: number, height: number): Promise<Buffer> {
  return drawPhoto(width, height).jpeg({ quality: 85 }).toBuffer();
}

/** Adds metadata of place, camera and photographer; `orientation` is that of EXIF. */
export function describePhoto(picture: Sharp, orientation = 1): Sharp {
  return picture
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: 'Camera of Ann', Artist: 'Ann' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '43/1 46/1 1234/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '11/1 15/1 0/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="43,46N">Ann</a></x:xmpmeta>',
    );
}

/** True if a file has the EXIF entry for coordinates, or coordinates in XMP. */
export function readGps(file: Buffer): boolean {
  const entries = ['8825000400000001', '2588040001000000'].map((hex) => Buffer.from(hex, 'hex'));
  return [...entries, 'GPSLatitude'].some((mark) => file.includes(mark));
}

/** The signature and header of a PNG, padded with zeros. */
export function pngHeader(width: number, height: number, byteCount = 33): Buffer {
  const bytes = Buffer.alloc(byteCount);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt8(8, 24);
  return bytes;
}
