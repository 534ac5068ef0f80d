import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Coverage,
  covers,
  joinCoverages,
  readCoverage,
} from '../../src/render/font-coverage.ts';
import { makeTrueType, makeWoff } from '../support/fonts.ts';
import { packageRoot } from '../support/site.ts';

const shipped = (name: string) =>
  readFileSync(join(packageRoot, 'templates/fonts/source-serif-4', `${name}.woff2`));

describe('the characters of a font', () => {
  const fonts: readonly [name: string, bytes: Uint8Array, has: string, hasNot: string][] = [
    ['TrueType, format 4', makeTrueType('X', 'Aäb日', 4), 'Aäb日', 'Ba本\u0000\uffff'],
    ['TrueType, format 12', makeTrueType('X', 'Ab😀', 12), 'Ab😀', 'B日😁'],
    ['WOFF', makeWoff('X', 'ABC日'), 'ABC日', 'D本'],
    ['WOFF 2, Latin', shipped('latin-400-normal'), 'Azé—“…€½ ', 'Жα日😀→'],
    ['WOFF 2, Greek', shipped('greek-400-italic'), 'αΩώ', 'ZЖ'],
    ['WOFF 2, Cyrillic', shipped('cyrillic-400-normal'), 'Жёя№', 'Zα日'],
  ];
  test.each(fonts)('%s', (_, bytes, has, hasNot) => {
    const coverage = readCoverage(bytes);
    const filter = (text: string) =>
      [...text].filter((each) => covers(coverage, each.codePointAt(0) as number)).join('');
    expect(filter(has)).toBe(has);
    expect(filter(hasNot)).toBe('');
  });

  test('are read from bytes that lie within others', () => {
    const font = makeTrueType('X', 'A');
    const within = new Uint8Array([1, 2, 3, ...font]).subarray(3);
    expect(readCoverage(within)).toEqual([65, 65]);
  });

  const others: readonly [name: string, bytes: Uint8Array][] = [
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('a font')],
    ['a head alone', makeTrueType('X', 'A').subarray(0, 12)],
    ['a WOFF that is cut', makeWoff('X', 'ABC').subarray(0, 60)],
    ['a WOFF 2 that is cut', shipped('latin-400-normal').subarray(0, 1000)],
    ['a font without characters', makeTrueType('X', '')],
  ];
  test.each(others)('cannot be read from %s', (_, bytes) => {
    expect(() => readCoverage(bytes)).toThrow();
  });
});

describe('several fonts together', () => {
  const cases: readonly [coverages: readonly Coverage[], joined: Coverage][] = [
    [[], []],
    [[[1, 2]], [1, 2]],
    [
      [
        [5, 6],
        [1, 2],
      ],
      [1, 2, 5, 6],
    ],
    [
      [
        [1, 4],
        [5, 6, 9, 9],
      ],
      [1, 6, 9, 9],
    ],
    [
      [
        [1, 9],
        [2, 3],
      ],
      [1, 9],
    ],
  ];
  test.each(cases)('%j have %j', (coverages, joined) => {
    expect(joinCoverages(coverages)).toEqual(joined);
  });
});
