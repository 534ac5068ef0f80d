import { escape as escapeHtml } from 'he';
import { expect, test } from 'vitest';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { costOf } from '../support/cost.ts';

const engine = await loadMarkdownEngine();
const plainTextToHtml = (source: string) => engine.toHtml(source, 'text');
const check = (source: string, html: string) => expect(plainTextToHtml(source)).toBe(html);

test.each([
  ['white space gives nothing', ' \n\n \t\n', ''],
  ['a line break stays a line break', 'One\ntwo\nthree', '<p>One<br>\ntwo<br>\nthree</p>\n'],
  ['a line of white space is blank', 'One\n \t\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['blank lines at the ends do not count', '\n\nOne\n\n', '<p>One</p>\n'],
  ['space at a line’s end goes', 'One  \ntwo', '<p>One<br>\ntwo</p>\n'],
  [
    'a poem keeps its indents',
    '  One\n\ttwo',
    '<p>\u00a0\u00a0One<br>\n\u00a0\u00a0\u00a0\u00a0two</p>\n',
  ],
  ['Markdown is text', '# *One*\n----\n- x', '<p># *One*<br>\n----<br>\n- x</p>\n'],
  ['quotes, dashes and dots are set', '"It\'s"\n-- so...', '<p>“It’s”<br>\n– so…</p>\n'],
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

test('the cost of a long run of spaces is linear', async () => {
  const cost = (source: string) => costOf(() => plainTextToHtml(source), 2);
  const words = 'some words '.repeat(2000);
  const spaces = `a${' '.repeat(words.length)}b`;
  const most = 50 * (await cost(words));
  expect(await cost(spaces)).toBeLessThan(most);
});

test('a URL with thousands of unmatched brackets is still a link', () => {
  const source = `http://a.example${')'.repeat(20_000)}`;
  expect(plainTextToHtml(source)).toContain('<a href="http://a.example">http://a.example</a>');
});
