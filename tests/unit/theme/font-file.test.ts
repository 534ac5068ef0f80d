/** Fonts in every format: what a style sheet has to say about them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFont } from '../../../src/theme/font-file.ts';
import { packageRoot } from '../../support/site.ts';

const read = (path: string) => readFileSync(join(packageRoot, path));
const serif = 'templates/fonts/source-serif-4/latin-normal.preload.woff2';
const squares = read('tests/support/squares.ttf');

/** The header and the list of tables of a WOFF. */
function woff(...tags: string[]): Buffer {
  const header = Buffer.alloc(44);
  header.write('wOFF');
  header.writeUInt16BE(tags.length, 12);
  return Buffer.concat([
    header,
    ...tags.map((tag) => Buffer.concat([Buffer.from(tag), Buffer.alloc(16)])),
  ]);
}

test.each([
  ['a variable WOFF 2.0', read(serif), { format: 'woff2', isVariable: true }],
  ['a TrueType font', squares, { format: 'ttf', isVariable: false }],
  ['a WOFF', woff('cmap', 'glyf'), { format: 'woff', isVariable: false }],
  ['a variable WOFF', woff('cmap', 'fvar'), { format: 'woff', isVariable: true }],
])('%s is read', (_, bytes, facts) => {
  expect(readFont(bytes)).toEqual(facts);
});

test.each<[what: string, bytes: Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('true love')],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a collection of fonts', Buffer.concat([Buffer.from('ttcf'), squares])],
  ['the beginning of a font', read(serif).subarray(0, 50)],
  ['a header without tables', squares.subarray(0, 64)],
  ['a font without characters', woff('glyf')],
])('%s is no font', (_, bytes) => {
  expect(readFont(bytes)).toBeNull();
});
