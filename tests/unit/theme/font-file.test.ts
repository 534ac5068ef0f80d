/** Fonts in every format: what a style sheet has to say about them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type FontFacts, readFont } from '../../../src/theme/font-file.ts';
import { packageRoot } from '../../support/site.ts';

const read = (path: string) => readFileSync(join(packageRoot, path));
const serif = 'templates/fonts/source-serif-4/latin-normal.preload.woff2';
const squares = read('tests/support/squares.ttf');

test.each<[path: string, facts: Partial<FontFacts>]>([
  // As the OS/2, hhea and fvar tables of Source Serif 4 have it, in units of 1,000 per em.
  [serif, { format: 'woff2', weights: [300, 600], isSans: false, ascent: 1.036, descent: 0.335 }],
  ['templates/fonts/source-serif-4/latin-italic.woff2', { weights: [300, 600], lineGap: 0 }],
  ['templates/themes/gallery/fonts/latin.preload.woff2', { weights: [500, 800], isSans: true }],
  // Its file has no Latin letters.
  ['templates/fonts/source-serif-4/greek-normal.woff2', { weights: [300, 700], width: null }],
  ['tests/support/squares.ttf', { format: 'ttf', weights: null, isSans: null, ascent: 1 }],
])('%s', (path, facts) => {
  expect(readFont(read(path))).toMatchObject(facts);
});

test('text in Source Serif is as much wider than in Times as the program’s own style sheet says', () => {
  const css = String(read('templates/styles/fonts.css'));
  const [, adjusted] = /Times New Roman"\)[^}]*?size-adjust: ([\d.]+)%/.exec(css) ?? [];
  // 0.399 em is the mean width of a character in Times New Roman.
  const width = readFont(read(serif))?.width ?? 0;
  expect(width / 0.399 / (Number(adjusted) / 100)).toBeCloseTo(1, 1);
});

test('a font covers the characters that it has a glyph for', () => {
  const covers = readFont(read(serif))?.covers;
  expect(['e', 'é', '—', 'ж', '日', '😀'].filter((each) => covers?.(each))).toEqual([
    'e',
    'é',
    '—',
  ]);
});

/** Makes a WOFF of a TrueType font, as W3C, "WOFF File Format 1.0", has it. */
function toWoff(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const header = Buffer.alloc(44 + 20 * count);
  header.write('wOFF');
  header.writeUInt16BE(count, 12);
  const tables: Buffer[] = [];
  let start = header.length;
  for (let table = 0; table < count; table++) {
    const from = 12 + 16 * table;
    const at = 44 + 20 * table;
    const offset = font.readUInt32BE(from + 8);
    const length = font.readUInt32BE(from + 12);
    const contents = font.subarray(offset, offset + length);
    const deflated = deflateSync(contents);
    const stored = deflated.length < length ? deflated : contents;
    font.copy(header, at, from, from + 4);
    header.writeUInt32BE(start, at + 4);
    header.writeUInt32BE(stored.length, at + 8);
    header.writeUInt32BE(length, at + 12);
    tables.push(stored);
    start += stored.length;
  }
  return Buffer.concat([header, ...tables]);
}

test('a WOFF says the same as the TrueType font that it was made from', () => {
  const { covers, ...facts } = readFont(squares) ?? {};
  expect(readFont(toWoff(squares))).toMatchObject({ ...facts, format: 'woff' });
});

const serifBytes = read(serif);
test.each<[what: string, bytes: Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('true love')],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a collection of fonts', Buffer.concat([Buffer.from('ttcf'), squares])],
  ['the first half of a font', serifBytes.subarray(0, serifBytes.length / 2)],
  ['a header without tables', squares.subarray(0, 64)],
])('%s is no font', (_, bytes) => {
  expect(readFont(bytes)).toBeNull();
});
