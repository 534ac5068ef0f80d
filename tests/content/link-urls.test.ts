import { expect, test } from 'vitest';
import {
  isExternalUrl,
  isScriptUrl,
  splitSrcset,
  stripSiteUrl,
} from '../../src/content/link-urls.ts';

function check<Input, Output>(read: (input: Input) => Output, input: Input, expected: Output) {
  expect(read(input)).toEqual(expected);
}

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0000java\u0000script:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript\t:alert(1)',
  'javascript:',
  'vbscript:x',
])('%j would run script', (url) => check(isScriptUrl, url, true));

test.each([
  '/javascript:x',
  'javascript',
  'https://example.com/?q=javascript:x',
  '#javascript:x',
  '',
])('%j would not run script', (url) => check(isScriptUrl, url, false));

test.each([
  'https://example.com',
  'HTTP://example.com',
  'https:\\\\example.com',
  '//example.com/x',
  'mailto:ann@example.com',
  'tel:+1',
  'data:image/png;base64,AA',
  'web+app:x',
])('%j leads out of the site', (url) => check(isExternalUrl, url, true));

test.each([
  '/x',
  'x',
  './x',
  '../x',
  '#x',
  '?x',
  '',
  '/a:b',
  './a:b',
  'a/b:c',
  '1a:b',
  'https:/x',
  'http:x',
])('%j may lead into the site', (url) => check(isExternalUrl, url, false));

test.each([
  ['https://me.example/blog/x', 'https://me.example', '/blog/x'],
  ['http://me.example/blog/x', 'https://me.example', '/blog/x'],
  ['//me.example/x', 'https://me.example', '/x'],
  ['HTTPS://ME.example/Blog/X', 'https://me.example', '/Blog/X'],
  ['https://me.example', 'https://me.example', '/'],
  ['https://me.example/', 'https://me.example', '/'],
  ['https://me.example?tag=x', 'https://me.example', '/?tag=x'],
  ['https://me.example#x', 'https://me.example', '/#x'],
  ['https://me.example/site/blog/x?y#z', 'https://me.example/site', '/blog/x?y#z'],
  ['https://me.example/site', 'https://me.example/site', '/'],
  ['https://me.example/sites/x', 'https://me.example/site', null],
  ['https://me.example/', 'https://me.example/site', null],
  ['https://me.example.org/x', 'https://me.example', null],
  ['https://other.example/x', 'https://me.example', null],
  ['https://me.example:8080/x', 'https://me.example', null],
  ['/x', 'https://me.example', null],
])('%j in the site %s is %j', (url, siteUrl, expected) =>
  check((each) => stripSiteUrl(each, siteUrl), url, expected),
);

test.each([
  ['', []],
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png 1x,b.png 2x', ['a.png', 'b.png']],
  ['a.png, b.png 2x', ['a.png', 'b.png']],
  ['a.png,', ['a.png']],
  [' a.png\n 100w ,\n b.png 200w ', ['a.png', 'b.png']],
  ['a,b.png 1x', ['a,b.png']],
  ['data:image/png;base64,AAA 1x, b.png 2x', ['data:image/png;base64,AAA', 'b.png']],
] as [string, string[]][])('the URLs of the srcset %j', (value, expected) =>
  check((each) => splitSrcset(each).map(([from, to]) => each.slice(from, to)), value, expected),
);
