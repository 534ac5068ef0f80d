/**
 * The syntax of URLs: which lead out of the site, and those of a `srcset`.
 */
import { expect, test } from 'vitest';
import { isExternalUrl, replaceInSrcset } from '../../../src/markdown/url-syntax.ts';

const EXTERNAL =
  'https://a.example HTTP://a.example https:\\\\a.example //a.example/x mailto:a@b tel:+1 data:,a web+app:x';
test.each(EXTERNAL.split(' '))('%j leads out of the site', (url) =>
  expect(isExternalUrl(url)).toBe(true),
);

const OWN = '/x|x|#x||a/b:c|1a:b|https:/x|http:x';
test.each(OWN.split('|'))('%j may lead into the site', (url) =>
  expect(isExternalUrl(url)).toBe(false),
);

test.each([
  ['', ''],
  ['a.png, b.png 2x', '[a.png], [b.png] 2x'],
  ['a.png,', '[a.png],'],
  [' a.png\n 100w ,\n b.png 200w ', ' [a.png]\n 100w ,\n [b.png] 200w '],
  ['a,b.png 1x', '[a,b.png] 1x'],
  ['data:image/png;base64,AAA 1x, b.png 2x', '[data:image/png;base64,AAA] 1x, [b.png] 2x'],
])('the URLs of the srcset %j', (value, expected) =>
  expect(replaceInSrcset(value, (url) => `[${url}]`)).toBe(expected),
);
