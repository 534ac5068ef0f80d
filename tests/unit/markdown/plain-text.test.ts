import { escape as escapeHtml } from 'he';
import { expect, test } from 'vitest';
import { plainTextToHtml } from '../../../src/markdown/plain-text.ts';

const nbsp = (count: number) => '\u00a0'.repeat(count);
const check = (source: string, html: string) => expect(plainTextToHtml(source, 'en')).toBe(html);

test.each([
  ['white space gives nothing', ' \n\n \t\n', ''],
  ['a line break stays a line break', 'One\ntwo\nthree', '<p>One<br>\ntwo<br>\nthree</p>\n'],
  ['a line of white space is blank', 'One\n \t\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['blank lines at the ends do not count', '\n\nOne\n\n', '<p>One</p>\n'],
  ['a poem keeps its indents', '  One\n\ttwo', `<p>${nbsp(2)}One<br>\n${nbsp(4)}two</p>\n`],
  [
    'so does each of its stanzas',
    'I.\n\n  One\n two\n \n\n\n   Three',
    `<p>I.</p>\n<p>${nbsp(2)}One<br>\n${nbsp(1)}two</p>\n<p>${nbsp(3)}Three</p>\n`,
  ],
  ['Markdown is text', '# *One*\n----\n- x', '<p># *One*<br>\n----<br>\n- x</p>\n'],
  ['markup is text', '<b>&</b>', '<p>&lt;b&gt;&amp;&lt;/b&gt;</p>\n'],
])('%s', (_name, source, expected) => check(source, expected));

test.each([
  '{http://a.example} {http://b.example}',
  '{http://a.example/?a=1&b=2}',
  'See {http://a.example/x}.',
  '{http://a.example/x}?!',
  '{http://a.example/x_(y)}',
  '<{http://a.example}>',
])('links the part in braces: %s', (marked) => {
  const html = escapeHtml(marked).replace(/\{(.*?)\}/g, '<a href="$1">$1</a>');
  check(marked.replace(/[{}]/g, ''), `<p>${html}</p>\n`);
});

test.each(['ftp://a.example', 'www.a.example', 'xhttp://a.example', 'http://', 'ann@a.example'])(
  'does not link %s',
  (source) => check(source, `<p>${source}</p>\n`),
);
