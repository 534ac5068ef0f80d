/** Front matter that only other programs would find gets the lines of three hyphens. */
import { expect, test } from 'vitest';
import { toPlainHead } from '../../../src/import/front-edits.ts';

test.each([
  ['---\ntitle: A\n---Words\n', '---\ntitle: A\n---\nWords\n'],
  ['---\r\ntitle: A\r\n---Words\r\n', '---\r\ntitle: A\r\n---\nWords\r\n'],
  ['title: A\ntags:\n  - b\n---\nWords\n', '---\ntitle: A\ntags:\n  - b\n---\nWords\n'],
  [
    'Title: A\nUpdate: 2020\n  or so\n\nWords\n',
    '---\ntitle: A\nupdated: 2020 or so\n---\n\nWords\n',
  ],
])('%j becomes %j', (before, after) => {
  expect(toPlainHead(Buffer.from(before)).toString()).toBe(after);
});

test.each([
  '---\ntitle: A\n---\n---Words\n',
  '---\ntitle: A\n----Words\n---\n',
  '+++\ntitle = "A"\n+++\n---Words\n',
  'Words\n',
])('%j stays', (text) => expect(toPlainHead(Buffer.from(text)).toString()).toBe(text));
