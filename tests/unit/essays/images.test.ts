/**
 * The sizes in which pictures are published beside their originals.
 */
import { expect, test } from 'vitest';
import {
  mayHaveVariants,
  needsPageCopy,
  type PictureUse,
  planSizes,
  selectWorthwhile,
} from '../../../src/essays/images.ts';

test('raster pictures have variants, unless they are small files or huge', () => {
  const may = (paths: string[], byteCount: number) =>
    paths.map((path) => mayHaveVariants(path, byteCount));
  const raster = ['a.jpg', 'a.JPEG', 'a.png', 'a.gif', 'a.webp', 'a.avif'];
  expect(may(raster, 10_000)).toEqual(raster.map(() => true));
  expect(may(['a.svg', 'a.ico', 'a.bmp', 'a.pdf'], 10_000)).not.toContain(true);
  expect(may(raster, 9_999)).not.toContain(true);
});

test.each<[use: PictureUse, of: string, sizes: string]>([
  ['body', '4000x3000', '480x360 960x720 1440x1080 2000x1500'],
  ['body', '3000x4000', '480x640 960x1280 1440x1920'],
  ['body', '2000x1000', '480x240 960x480 1440x720 2000x1000'],
  ['body', '1999x1000', '480x240 960x480 1440x720 1999x1000'],
  ['body', '1200x600', '480x240 960x480 1200x600'],
  ['body', '500x100', '480x96'],
  ['body', '300x200', '300x200'],
  ['body', '1440x1', '480x1 960x1 1440x1'],
  ['page', '3000x9000', '2400x7200'],
  ['page', '1200x9000', '1200x9000'],
  ['thumbnail', '3000x2000', '384x256'],
  ['thumbnail', '2000x3000', '256x384'],
  ['thumbnail', '900x100', '900x100'],
])('for a %s, a picture of %s has %s', (use, of, expected) => {
  const [width = 0, height = 0] = of.split('x').map(Number);
  const planned = planSizes(use, { width, height });
  expect(planned.map((each) => `${each.width}x${each.height}`).join(' ')).toBe(expected);
});

test.each<[needs: boolean, path: string, width: number, isTurned: boolean]>([
  [false, 'a.png', 2400, false],
  [true, 'a.png', 2401, false],
  [true, 'a.png', 90, true],
  [true, 'a.TIF', 90, false],
])('a page needs a copy (%s) of %s, %i wide, turned: %s', (needs, path, width, isTurned) => {
  expect(needsPageCopy(path, { width, height: 9000 }, isTurned)).toBe(needs);
});

test.each<[copies: number[], original: number, kept: number[], wantsOriginal: boolean]>([
  [[1, 2, 3], 3, [1, 2], true],
  [[1, 2, 3], 1, [], false],
  [[4, 2, 3], 9, [2, 3], false],
  [[9], 9, [], false],
])('of copies of %j bytes and an original of %i, %j are kept', (lengths, original, ...expected) => {
  const copies = lengths.map((length) => ({ bytes: new Uint8Array(length) }));
  const { copies: worthwhile, wantsOriginal } = selectWorthwhile(copies, original);
  expect([worthwhile.map(({ bytes }) => bytes.length), wantsOriginal]).toEqual(expected);
});
