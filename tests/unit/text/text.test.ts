import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutSlug } from '../../../src/site/slug-letters.ts';
import { assetOutput } from '../../../src/site/urls.ts';
import {
  cutExcerpt,
  cutText,
  decodeSource,
  joinWords,
  suggestWord,
} from '../../../src/text/text.ts';
import { closeUp, countWords } from '../../../src/text/unspaced.ts';
import { inShort } from '../../support/problems.ts';

test.each([
  ['a byte-order mark, which is dropped', Buffer.from('\uFEFFtext'), 'text'],
  ['CRLF and CR as line ends', Buffer.from('a\r\nb\r\n\r\nc\rd'), 'a\nb\n\nc\nd'],
  ['a file that is part of a larger buffer', Buffer.from('xxhelloxx').subarray(2, 7), 'hello'],
])('reads %s', (_, bytes, text) =>
  expect(decodeSource({ path: 'a.md', bytes })).toEqual({ text, problems: [] }),
);

const SAVE = 'Save the file as UTF-8 (it may be Latin-1 or Windows-1252).';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** UTF-8, followed by Latin-1. */
const mix = (good: string, bad: string) => Buffer.concat([Buffer.from(good), latin1(bad)]);

test.each([
  ['Latin-1 after CRLF', latin1('one\r\ntwo\r\nf\u00fcr\r\nend'), 3, 2, '0xFC', 'f\uFFFDr'],
  ['Latin-1 after good UTF-8', mix('日本 😀 ', 'é!'), 1, 7, '0xE9', '日本 😀 \uFFFD!'],
  ['a character cut off at the end', Buffer.from('a€').subarray(0, 3), 1, 2, '0xE2', 'a\uFFFD'],
  ['an overlong form', Buffer.from([0x61, 0xc0, 0x80]), 1, 2, '0xC0', 'a\uFFFD\uFFFD'],
  ['a byte behind the author’s own U+FFFD', mix('a\n\uFFFD', 'é'), 2, 2, '0xE9', '\uFFFD\uFFFD'],
] as [string, Buffer, number, number, string, string][])(
  'locates the first byte that is not UTF-8: %s',
  (_, bytes, line, column, byte, excerpt) => {
    const { problems } = decodeSource({ path: 'a.md', bytes });
    const message = `This file is not UTF-8: the byte ${byte} is not valid here`;
    expect(inShort(problems)).toEqual([`encoding-invalid ${line}:${column} ${message} → ${SAVE}`]);
    expect(problems[0]).toMatchObject({ file: 'a.md', excerpt });
  },
);

test('a file that is not UTF-8 is read as Latin-1, so that the rest of it can be checked', () => {
  expect(decodeSource({ path: 'a.md', bytes: latin1('f\u00fcr\r\n') }).text).toBe('für\n');
});

test.each([
  ['little-endian', Buffer.from('\uFEFFHello\n', 'utf16le')],
  ['big-endian', Buffer.from('\uFEFFHello\n', 'utf16le').swap16()],
])('UTF-16, %s, is reported as such', (_name, bytes) => {
  expect(inShort(decodeSource({ path: 'a.md', bytes }).problems)).toEqual([
    'encoding-invalid null:null This file is UTF-16, not UTF-8 → Save it as UTF-8.',
  ]);
});

test.each([
  [['Ann'], 'Ann'],
  [['Ann', 'Ben'], 'Ann and Ben'],
  [['Ann', 'Ben', 'Cid'], 'Ann, Ben and Cid'],
])('joins %j to %j', (words, expected) => expect(joinWords(words, 'and')).toBe(expected));

test.each([
  ['TAGS', 'tags'],
  ['pubilshde', 'published'],
  ['dat', 'date'],
  ['pubilshdx', null],
  ['tgas2', null],
  ['', null],
  ['Cafe\u0301', 'caf\u00e9'],
])('for %j, suggests %j', (word, meant) => {
  expect(suggestWord(word, ['title', 'tags', 'published', 'date', 'caf\u00e9'])).toBe(meant);
});

test('in a word of six letters or more, two letters may be wrong, missing, added or swapped', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const word = fc.array(letter, { minLength: 8, maxLength: 12 }).map((letters) => letters.join(''));
  const slip = (last: number) => fc.tuple(fc.nat(last), letter, fc.nat(3));
  // Kept apart, because a letter between two swapped ones would be a third slip.
  const later = slip(1).map(([at, ...rest]) => [at + 5, ...rest] as const);
  const slips = fc.tuple(slip(1), later);
  fc.assert(
    fc.property(word, slips, (meant, both) => {
      const typed = [...both].reverse().reduce((text, [at, other, kind]) => {
        const [here, next] = [text.charAt(at), text.charAt(at + 1)];
        const variants = [other + next, next, here + other + next, next + here];
        return text.slice(0, at) + variants[kind] + text.slice(at + 2);
      }, meant);
      expect(suggestWord(typed, ['something-else-entirely', meant])).toBe(meant);
    }),
    { numRuns: 300 },
  );
});

const word = (length: number) => 'a'.repeat(length);
test.each([
  [`${word(90)} ${word(89)}`, `${word(90)} ${word(89)}`],
  [`${word(100)} ${word(79)} ${word(50)}`, `${word(100)} ${word(79)}…`],
  [`${word(100)} ${word(80)} ${word(50)}`, `${word(100)}…`],
  [`${word(100)}, ${word(80)}`, `${word(100)}…`],
  [`${word(100)} — ${word(80)}`, `${word(100)}…`],
  [`${word(100)}. ${word(80)}`, `${word(100)}.…`],
  [word(300), `${word(180)}…`],
  [`${word(179)}😀${word(9)}`, `${word(179)}…`],
])('the excerpt of %j ends with a whole word, within 180 characters', (text, expected) =>
  expect(cutExcerpt(text)).toBe(expected),
);

/** Characters of several code points, by what they are. */
const CHARACTERS: Readonly<Record<string, string>> = {
  'a family of emoji': '👨‍👩‍👧‍👦',
  'an emoji with a skin tone': '👍🏽',
  'a flag': '🇯🇵',
  'a flag of a part of a country': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'a keycap': '1️⃣',
  'a letter with combining marks': 'ẹ́̂',
  'a syllable of Devanagari': 'क्षि',
  'a syllable of Thai': 'น้ำ',
  'an old syllable of Hangul in parts': '\u1113\u1161\u11ab',
  'a rare Chinese character': '𠮷',
  'a line end of Windows': '\r\n',
};
describe('a text is never cut within', () => {
  test.each(Object.entries(CHARACTERS))('%s', (_, character) => {
    const text = `ab${character}${character}c`;
    const ends = [2, 2 + character.length, 2 + 2 * character.length];
    for (let length = 2; length <= text.length; length++) {
      const end =
        text.length <= length ? text.length : Math.max(...ends.filter((each) => each <= length));
      expect(cutText(text, length), `${length}`).toBe(text.slice(0, end));
    }
    const long = word(179) + character;
    expect(cutExcerpt(`${long}${character}`)).toBe(`${word(179)}…`);
    expect(cutSlug(`${word(99)}${character}`)).toBe(word(99));
    expect(assetOutput({ path: `${word(59)}${character}.png`, hash: 'x' })).toContain(
      `${word(59)}.x`,
    );
  });
});

describe('words are counted', () => {
  test.each([
    ['in English', 'One two  three.', 3],
    ['in Chinese, two characters as one', '今天天气很好', 3],
    ['in Japanese, with punctuation', 'これは、ペンです。', 5],
    ['in Thai, without marks', 'น้ำน้ำ', 2],
    ['in a mixed text', 'これは React の本', 4],
    ['in a mixed text without spaces', 'これはReactの本', 4],
    ['in Korean, by spaces', '걷는 것', 2],
    ['of a single character', '水', 1],
    ['of 4,560 characters', '水'.repeat(4560), 2280],
  ])('%s', (_, text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

test.each([
  [
    'after full-width punctuation',
    'これです。 次です。\nそれ、 「あ」 い',
    'これです。次です。それ、「あ」い',
  ],
  ['where a line ends', '改行\nしても', '改行しても'],
  ['where a line of Thai ends', 'ภาษา\nไทย', 'ภาษาไทย'],
  ['but not where a line of Korean ends', '걷는\n것', '걷는\n것'],
  ['but not between words', '日本 語 and\nEnglish 文', '日本 語 and\nEnglish 文'],
  ['nor in other languages', 'One. Two.\nThree', 'One. Two.\nThree'],
])('Chinese and Japanese text has no space %s', (_, text, closed) => {
  expect(closeUp(text)).toBe(closed);
});
