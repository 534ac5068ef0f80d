import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFileClock } from '../../src/content/stamps.ts';
import { RECIPE, VariantPacks } from '../../src/output/variant-packs.ts';
import { DAMAGES, passTick } from '../support/damages.ts';
import { makeSite, packageRoot } from '../support/site.ts';

const PACK = VariantPacks.nameOf(Buffer.from('a picture'), 'body');
const COPIES = ['one', 'and two'].map((text, index) => ({
  width: index + 1,
  height: 9,
  bytes: Buffer.from(text),
}));

function open() {
  const cacheDir = join(makeSite({}), '.blog');
  const packs = new VariantPacks(cacheDir);
  const set = packs.write(PACK, COPIES, true);
  return { cacheDir, packs, set, file: join(cacheDir, 'pictures', PACK) };
}

test('what is written is found, and read one by one', () => {
  const { packs, set } = open();
  expect(packs.find(PACK)).toEqual(set);
  expect(set).toMatchObject({ pack: PACK, wantsOriginal: true, fault: null });
  const texts = set.variants.map((variant) => Buffer.from(packs.read(PACK, variant)).toString());
  expect(texts).toEqual(['one', 'and two']);
  expect(set.variants.map(({ width, height }) => [width, height])).toEqual([
    [1, 9],
    [2, 9],
  ]);
  expect(packs.isWhole(set)).toBe(true);
});

test('that nothing was worth it is known as well', () => {
  const { packs } = open();
  const set = packs.write('none', [], false);
  expect(packs.find('none')).toEqual(set);
  expect(set.variants).toEqual([]);
});

test('a pack that is not there is not found', () => {
  expect(open().packs.find('another')).toBeNull();
});

test('packs differ by the picture and by its use', () => {
  const other = VariantPacks.nameOf(Buffer.from('another picture'), 'body');
  const small = VariantPacks.nameOf(Buffer.from('a picture'), 'thumbnail');
  expect(new Set([PACK, other, small]).size).toBe(3);
});

describe('a pack is not found that was', () => {
  test.each(DAMAGES)('%s', (_, damage) => {
    const { packs, set, file, cacheDir } = open();
    passTick(cacheDir);
    damage(file);
    expect(packs.isWhole(set)).toBe(false);
    expect(packs.find(PACK)).toBeNull();
  });
});

test('the unused are swept out, but not what was written since the build began', () => {
  const { packs, cacheDir } = open();
  packs.write('unused', COPIES, false);
  writeFileSync(join(cacheDir, 'pictures', 'half.123.new'), 'x');
  passTick(cacheDir);
  const clockMs = readFileClock(cacheDir);
  passTick(cacheDir);
  packs.write('new', COPIES, false);
  packs.sweep(new Set([PACK]), clockMs);
  expect(readdirSync(join(cacheDir, 'pictures')).sort()).toEqual([PACK, 'new'].sort());
});

test('where there was never a picture there is nothing to sweep', () => {
  const cacheDir = makeSite({});
  new VariantPacks(cacheDir).sweep(new Set(), 0);
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('the recipe names the version of sharp', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(RECIPE).toBe(`1-sharp-${dependencies.sharp}`);
});
