import { describe, expect, test } from 'vitest';
import { BodyText, cutExcerpt } from '../../src/content/body-text.ts';

function check(text: string, expected: string): void {
  expect(cutExcerpt(text)).toBe(expected);
}

const word = (length: number) => 'a'.repeat(length);

test.each([
  ['nothing', '', ''],
  ['a short text', 'Some words.', 'Some words.'],
  ['180 characters exactly', `${word(90)} ${word(89)}`, `${word(90)} ${word(89)}`],
])('does not cut %s', (_name, text, expected) => check(text, expected));

test.each([
  [
    'at the end of the last word that fits',
    `${word(100)} ${word(79)} ${word(50)}`,
    `${word(100)} ${word(79)}…`,
  ],
  ['before a word that does not fit', `${word(100)} ${word(80)} ${word(50)}`, `${word(100)}…`],
  ['a text that ends one character late', `${word(100)} ${word(80)}`, `${word(100)}…`],
  ['without the comma before the cut', `${word(100)}, ${word(80)}`, `${word(100)}…`],
  ['without the dash before the cut', `${word(100)} — ${word(80)}`, `${word(100)}…`],
  ['with the full stop before the cut', `${word(100)}. ${word(80)}`, `${word(100)}.…`],
  ['a single long word within itself', word(300), `${word(180)}…`],
])('cuts %s', (_name, text, expected) => check(text, expected));

test('never cuts a character in two', () => check(`${word(179)}😀${word(9)}`, `${word(179)}…`));

test('an excerpt has at most 180 characters before its ellipsis', () => {
  for (let length = 1; length < 60; length++) {
    const cut = cutExcerpt(`${word(length)} `.repeat(200).trim());
    expect(cut.length).toBeLessThanOrEqual(181);
    expect(cut).toMatch(/a…$/);
  }
});

describe('the text of a body', () => {
  function read(...pieces: (string | null)[]): { text: string; words: number } {
    const text = new BodyText();
    for (const piece of pieces) piece === null ? text.part() : text.add(piece);
    return { text: text.beginning(), words: text.countWords() };
  }

  test.each([
    ['pieces of one word are one word', ['fo', 'o'], 'foo', 1],
    ['the edge of a block parts words', ['foo', null, 'bar'], 'foo bar', 2],
    ['white space is folded', [' foo \n\t', 'bar\u00a0baz '], 'foo bar baz', 3],
    ['entities are decoded, once', ['a &amp; b &amp;lt;'], 'a & b &lt;', 4],
    ['no text has no words', [' \n ', null], '', 0],
  ] as [string, (string | null)[], string, number][])('%s', (_name, pieces, text, words) => {
    expect(read(...pieces)).toEqual({ text, words });
  });

  test('forgets what came after a mark', () => {
    const text = new BodyText();
    text.add('one ');
    const mark = text.mark();
    text.add('two three');
    text.returnTo(mark);
    text.add('four');
    expect([text.beginning(), text.countWords()]).toEqual(['one four', 2]);
  });

  test('counts all words, and keeps more of the text than an excerpt needs', () => {
    const text = new BodyText();
    for (let i = 0; i < 5000; i++) text.add('word ');
    expect(text.countWords()).toBe(5000);
    expect(text.beginning().length).toBeGreaterThan(180);
  });
});
