/**
 * The metadata of picture files: what is removed, and that the picture itself stays unchanged.
 */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  describesAvif,
  findHeifFormat,
  hasLocation,
  removeMetadata,
} from '../../../src/essays/picture-metadata.ts';
import { describePhoto, drawPhoto, readGps } from '../../support/pictures.ts';

const photo = (orientation = 1) => describePhoto(drawPhoto(60, 40), orientation);
const frame = (background: string) => drawPhoto(60, 40).tint(background).png().toBuffer();
const frames = () => Promise.all(['red', 'blue'].map(frame));
const formats: Readonly<Record<string, (turn: number) => Promise<Buffer> | Buffer>> = {
  JPEG: (turn) => photo(turn).jpeg().toBuffer(),
  'progressive JPEG': (turn) => photo(turn).jpeg({ progressive: true }).toBuffer(),
  'JPEG in wide colours': (turn) => photo(turn).withIccProfile('p3').jpeg().toBuffer(),
  PNG: (turn) => photo(turn).png().toBuffer(),
  WebP: (turn) => photo(turn).webp().toBuffer(),
  'lossless WebP': (turn) => photo(turn).withIccProfile('p3').webp({ lossless: true }).toBuffer(),
  'animated WebP': async (turn) =>
    describePhoto(sharp(await frames(), { join: { animated: true } }), turn)
      .webp()
      .toBuffer(),
};

/** What the look of a picture depends on, besides its pixels. */
async function look(file: Buffer) {
  const { orientation = 1, ...facts } = await sharp(file).metadata();
  const names = ['width', 'height', 'space', 'hasAlpha', 'icc', 'pages'] as const;
  return { ...Object.fromEntries(names.map((name) => [name, facts[name]])), orientation };
}

const pixelsOf = (file: Buffer) => sharp(file, { animated: true }).raw().toBuffer();

describe.each(Object.entries(formats))('a %s with metadata', (_name, make) => {
  test.each([1, 6])('loses its metadata but no pixel, with orientation %i', async (turn) => {
    const file = await make(turn);
    const bare = removeMetadata(file);
    expect([hasLocation(file), hasLocation(bare)]).toEqual([true, false]);
    expect([readGps(file), readGps(bare)]).toEqual([true, false]);
    expect(bare.includes('Ann')).toBe(false);
    expect((await pixelsOf(bare)).equals(await pixelsOf(file))).toBe(true);
    const [before, after] = await Promise.all([file, bare].map(look));
    expect(after).toEqual(before);
  });

  test('is left alone the second time, and does not throw if truncated', async () => {
    const file = await make(6);
    const bare = removeMetadata(file);
    expect(removeMetadata(bare)).toBe(bare);
    for (let percent = 0; percent < 100; percent++) {
      removeMetadata(file.subarray(0, Math.floor((percent * file.length) / 100)));
    }
  });
});

describe('removes from a JPEG', () => {
  const plain = () => drawPhoto(60, 40).jpeg().toBuffer();
  const segment = (marker: number, text: string) => {
    const head = Buffer.from([0xff, marker, 0, text.length + 2]);
    return Buffer.concat([head, Buffer.from(text, 'latin1')]);
  };
  test.each<[what: string, part: Buffer]>([
    ['a comment', segment(0xfe, 'Ann')],
    ['captions (IPTC)', segment(0xed, 'Photoshop 3.0\0Ann')],
    ['XMP', segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Ann</x:xmpmeta>')],
    ['previews', segment(0xe2, 'MPF\0Ann')],
    ['an unknown segment', segment(0xe9, 'Ann')],
  ])('%s', async (_, part) => {
    const file = await plain();
    const described = Buffer.concat([file.subarray(0, 2), part, file.subarray(2)]);
    expect(removeMetadata(described)).toEqual(file);
  });

  test('nothing that print colours depend on', async () => {
    const photo = describePhoto(drawPhoto(9, 9)).toColourspace('cmyk').withIccProfile('cmyk');
    const file = await photo.jpeg().toBuffer();
    const [before, after] = await Promise.all([file, removeMetadata(file)].map(look));
    expect(after).toEqual({ ...before, space: 'cmyk' });
  });
});

test.each(['jpeg', 'png', 'webp'] as const)(
  'removes what follows a %s, such as a video',
  async (format) => {
    const file = await drawPhoto(60, 40).toFormat(format).toBuffer();
    expect(removeMetadata(Buffer.concat([file, Buffer.from('Ann'), file]))).toEqual(file);
  },
);

test.each<[name: string, file: Buffer]>([
  ['text', Buffer.from('Words.')],
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
  ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')],
])('a file with %s stays as it is', (_, file) => {
  expect(removeMetadata(file)).toBe(file);
  expect(hasLocation(file)).toBe(false);
});

test('metadata are only found in an AVIF', async () => {
  const file = await photo().avif({ effort: 0 }).toBuffer();
  const plain = await drawPhoto(60, 40).avif({ effort: 0 }).toBuffer();
  const facts = [file, plain].map((each) => [describesAvif(each), hasLocation(each)]);
  expect(facts).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(removeMetadata(file)).toBe(file);
});

test.each([
  ['avif', 'AVIF'],
  ['avis', 'HEIC'],
  ['heic', 'HEIC'],
  ['heix', 'HEIC'],
  ['hevc', 'HEIC'],
  ['mif1', 'HEIC'],
  ['mp42', null],
])('a file of the kind %s is a picture in the format %s', (kind, format) => {
  expect(findHeifFormat(Buffer.from(`\0\0\0\x18ftyp${kind}`))).toBe(format);
});

const gps = (tags: Readonly<Record<string, string>>) => (picture: Sharp) =>
  picture.withExif({ IFD3: tags });
test.each<[says: boolean, what: string, describe: (picture: Sharp) => Sharp]>([
  [true, 'coordinates in EXIF', gps({ GPSLatitude: '43/1 46/1 0/1' })],
  [true, 'one coordinate in EXIF', gps({ GPSLongitude: '11/1 15/1 0/1' })],
  [true, 'coordinates in XMP', (picture) => picture.withXmp('<x exif:GPSLatitude="43,46N"/>')],
  [false, 'a camera', (picture) => picture.withExif({ IFD0: { Make: 'Ann' } })],
])('the location is known (%s) from %s', async (says, _, describe) => {
  expect(hasLocation(await describe(drawPhoto(9, 9)).jpeg().toBuffer())).toBe(says);
});
