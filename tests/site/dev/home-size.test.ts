/**
 * The size of the home page: `blog dev` gives the notice `home-large`, once hosts would send more than 100 KB.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLargeHome } from '../../../src/dev/home-size.ts';
import { makeSite } from '../../support/site.ts';

/** Text that compresses to about half its length. */
const digits = (length: number) =>
  Array.from({ length: length / 64 }, (_, at) =>
    createHash('sha256').update(`${at}`).digest('hex'),
  ).join('');

test.each([
  ['a short page', 'x', []],
  ['a long page that compresses well', 'x'.repeat(1_000_000), []],
  ['a page of 90 KB, compressed', digits(160_000), []],
  ['a page of 120 KB, compressed', digits(210_000), ['home-large']],
])('%s', (_, page, codes) => {
  const root = makeSite({ 'out/index.html': page });
  expect(findLargeHome(join(root, 'out')).map(({ code }) => code)).toEqual(codes);
});

test('a site without a home page', () => expect(findLargeHome(makeSite({ x: '' }))).toEqual([]));
