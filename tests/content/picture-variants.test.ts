import { describe, expect, test } from 'vitest';
import {
  isHuge,
  mayHaveVariants,
  planSizes,
  selectWorthwhile,
} from '../../src/content/picture-variants.ts';

test.each([
  ['a.jpg', 10_000, true],
  ['a.JPEG', 10_000, true],
  ['a.png', 10_000, true],
  ['a.gif', 10_000, true],
  ['a.webp', 10_000, true],
  ['a.avif', 10_000, true],
  ['a.jpg', 9_999, false],
  ['a.svg', 10_000, false],
  ['a.ico', 10_000, false],
  ['a.bmp', 10_000, false],
  ['a.pdf', 10_000, false],
])('%s of %i bytes may have variants: %s', (path, byteCount, may) =>
  expect(mayHaveVariants(path, byteCount)).toBe(may),
);

test.each([
  [15_000, 10_000, false],
  [15_001, 10_000, true],
])('%i × %i pixels are too many: %s', (width, height, is) =>
  expect(isHuge({ width, height })).toBe(is),
);

describe('the sizes', () => {
  const cases: readonly [use: 'body' | 'thumbnail', size: string, sizes: string[]][] = [
    ['body', '4000x3000', ['480x360', '960x720', '1440x1080']],
    ['body', '2000x1000', ['480x240', '960x480', '1440x720']],
    ['body', '1999x1000', ['480x240', '960x480', '1440x720', '1999x1000']],
    ['body', '1600x800', ['480x240', '960x480', '1440x720']],
    ['body', '1200x600', ['480x240', '960x480', '1200x600']],
    ['body', '960x10', ['480x5', '960x10']],
    ['body', '500x100', ['480x96']],
    ['body', '300x200', ['300x200']],
    ['body', '1440x1', ['480x1', '960x1', '1440x1']],
    ['thumbnail', '3000x2000', ['384x256']],
    ['thumbnail', '2000x3000', ['256x384']],
    ['thumbnail', '1000x1000', ['256x256']],
    ['thumbnail', '900x100', ['900x100']],
  ];
  test.each(cases)('for a %s, of %s', (use, size, sizes) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const planned = planSizes(use, { width, height });
    expect(planned.map((each) => `${each.width}x${each.height}`)).toEqual(sizes);
  });
});

describe('worth it is what is smaller than all that is wider', () => {
  const cases: readonly [copies: number[], original: number, kept: number[], original_: boolean][] =
    [
      [[1, 2, 3], 9, [1, 2, 3], false],
      [[1, 2, 3], 3, [1, 2], true],
      [[1, 2, 3], 1, [], false],
      [[4, 2, 3], 9, [2, 3], false],
      [[3], 9, [3], false],
      [[9], 9, [], false],
      [[], 9, [], false],
    ];
  test.each(cases)('%j with an original of %i: %j', (lengths, original, kept, wantsOriginal) => {
    const copies = lengths.map((length) => ({ bytes: new Uint8Array(length) }));
    const selected = selectWorthwhile(copies, original);
    expect(selected.kept.map(({ bytes }) => bytes.length)).toEqual(kept);
    expect(selected.wantsOriginal).toBe(wantsOriginal);
  });
});
