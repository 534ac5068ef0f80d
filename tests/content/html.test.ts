import { expect, test } from 'vitest';
import { isExternalUrl, replaceInSrcset, stripSiteUrl } from '../../src/content/html.ts';

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
  ['http://me.example/blog/x', 'https://me.example', '/blog/x'],
  ['//me.example/x', 'https://me.example', '/x'],
  ['HTTPS://ME.example/Blog/X', 'https://me.example', '/Blog/X'],
  ['https://me.example', 'https://me.example', '/'],
  ['https://me.example?tag=x', 'https://me.example', '/?tag=x'],
  ['https://me.example#x', 'https://me.example', '/#x'],
  ['https://me.example/site/blog/x?y#z', 'https://me.example/site', '/blog/x?y#z'],
  ['https://me.example/sites/x', 'https://me.example/site', null],
  ['https://me.example.org/x', 'https://me.example', null],
  ['https://me.example:8080/x', 'https://me.example', null],
])('%j in the site %s is %j', (url, siteUrl, expected) =>
  expect(stripSiteUrl(url, siteUrl)).toBe(expected),
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
