/**
 * Edits and subjects of problems: how those who find a problem make them.
 */
import { describe, expect, test } from 'vitest';
import { moveEdits, replaceFrom, subjectOf } from '../../src/problems/edits.ts';
import { makeProblem, placeAt, wholeFile } from '../../src/problems/problems.ts';

describe('a replacement at a place', () => {
  const text = 'first bb\nthen aa, bb and bb\nlast bb\n';
  const place = placeAt('a.md', text, text.indexOf('aa'));

  test.each([
    ['is made where the text first occurs after the place', 'bb', 'cc', text.indexOf('bb and')],
    ['is made at the place itself', 'aa', 'cc', text.indexOf('aa')],
    ['is not made in another line', 'last', 'cc', null],
    ['is not made if the line has only other text', 'first', 'cc', null],
    ['is not made without a suggestion', 'bb', null, null],
    ['is not made if nothing would change', 'bb', 'bb', null],
  ])('%s', (_, was, is, at) => {
    const edits = at === null ? [] : [{ at, was, is }];
    expect(replaceFrom(place, was, is)).toEqual(edits);
  });

  test('is made in a line that is longer than its excerpt, and for text that is longer', () => {
    const url = `/images/${'x'.repeat(500)}.png`;
    const line = `${'words '.repeat(100)}![](${url}) and ![](b.png)`;
    const at = line.indexOf(url);
    expect(replaceFrom(placeAt('a.md', line, at), url, '/a.png')).toEqual([
      { at, was: url, is: '/a.png' },
    ]);
  });

  test('is not made in a file as a whole', () => {
    expect(replaceFrom(wholeFile('a.md'), 'a', 'b')).toEqual([]);
  });
});

test('edits of a body are moved to its file, unless they would replace other text there', () => {
  const text = '---\ntitle: A\n---\nsome words\n';
  const start = text.indexOf('some');
  const inText = (offset: number) => start + offset;
  expect(moveEdits([{ at: 5, was: 'words', is: 'text' }], text, inText)).toEqual([
    { at: start + 5, was: 'words', is: 'text' },
  ]);
  const edits = [
    { at: 0, was: 'some', is: 'a' },
    { at: 5, was: 'other', is: 'b' },
  ];
  expect(moveEdits(edits, text, inText)).toEqual([]);
});

test.each([
  ['/images/2020/a.png', '/images/…'],
  ['https://x.example/a/b', 'https://x.example/a/…'],
  ['https://x.example/a', 'https://x.example/…'],
  ['../../a/b', '../../a/…'],
  ['up', 'up'],
])('the subject of %s is %s', (path, subject) => {
  expect(subjectOf(path)).toBe(subject);
});

test('a problem has neither subject nor edits if they are empty, and no edit with a password', () => {
  const place = placeAt('a.md', 'x', 0);
  const bare = makeProblem('link-broken', place, 'x', null, { subject: '', edits: [] });
  expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['subject']));
  expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['edits']));
  const url = 'htps://ann:secret@b.example/x';
  const edits = [{ at: 0, was: url, is: url.replace('htps', 'https') }];
  const told = makeProblem('link-scheme-missing', place, url, null, { subject: url, edits });
  expect(JSON.stringify(told)).not.toContain('secret');
});
