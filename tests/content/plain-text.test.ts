import { expect, test } from 'vitest';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { costOf } from '../support/cost.ts';

const engine = await loadMarkdownEngine();
const plainTextToHtml = (source: string) => engine.toHtml(source, 'text');

function check(source: string, expected: string): void {
  expect(plainTextToHtml(source)).toBe(expected);
}

test.each([
  ['nothing gives nothing', '', ''],
  ['white space gives nothing', ' \n\n \t\n', ''],
  ['one line is a paragraph', 'One', '<p>One</p>\n'],
  ['a line break stays a line break', 'One\ntwo\nthree', '<p>One<br>\ntwo<br>\nthree</p>\n'],
  ['a blank line parts paragraphs', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['several blank lines part them once', 'One\n\n\n\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['a line of white space is blank', 'One\n \t\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['blank lines at the ends do not count', '\n\nOne\n\n', '<p>One</p>\n'],
  ['space at a line’s end goes', 'One  \ntwo', '<p>One<br>\ntwo</p>\n'],
  [
    'a poem keeps its indents',
    'One\n  two\n\tthree',
    '<p>One<br>\n\u00a0\u00a0two<br>\n\u00a0\u00a0\u00a0\u00a0three</p>\n',
  ],
  ['a first line keeps its indent', '  One', '<p>\u00a0\u00a0One</p>\n'],
  ['Markdown is text', '# *One*\n---\n- x', '<p># *One*<br>\n---<br>\n- x</p>\n'],
])('%s', (_name, source, expected) => check(source, expected));

test.each([
  ['markup', '<b>&</b>', '<p>&lt;b&gt;&amp;&lt;/b&gt;</p>\n'],
  ['an entity', '&amp;', '<p>&amp;amp;</p>\n'],
  ['a script', '<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>\n'],
])('escapes %s', (_name, source, expected) => check(source, expected));

function link(url: string): string {
  return `<a href="${url}">${url}</a>`;
}

test.each([
  ['alone', 'https://a.example', link('https://a.example')],
  ['inside a line', 'see http://a.example/x now', `see ${link('http://a.example/x')} now`],
  [
    'twice',
    'http://a.example http://b.example',
    `${link('http://a.example')} ${link('http://b.example')}`,
  ],
  ['after an indent', '  http://a.example', `\u00a0\u00a0${link('http://a.example')}`],
  ['with a query', 'http://a.example/?a=1&b=2', link('http://a.example/?a=1&amp;b=2')],
  ['at a sentence’s end', 'See http://a.example/x.', `See ${link('http://a.example/x')}.`],
  ['before several marks', 'http://a.example/x?!', `${link('http://a.example/x')}?!`],
  ['in brackets', '(http://a.example)', `(${link('http://a.example')})`],
  ['in brackets, at a sentence’s end', '(http://a.example).', `(${link('http://a.example')}).`],
  ['with brackets of its own', 'http://a.example/x_(y)', link('http://a.example/x_(y)')],
  ['in angle brackets', '<http://a.example>', `&lt;${link('http://a.example')}&gt;`],
  ['in quotation marks', '"http://a.example"', `&quot;${link('http://a.example')}&quot;`],
])('links a URL %s', (_name, source, expected) => check(source, `<p>${expected}</p>\n`));

test.each(['ftp://a.example', 'www.a.example', 'xhttp://a.example', 'http://', 'ann@a.example'])(
  'does not link %s',
  (source) => check(source, `<p>${source}</p>\n`),
);

test('a long run of spaces costs no more than its length', async () => {
  const cost = (source: string) => costOf(() => plainTextToHtml(source), 2);
  const words = 'some words '.repeat(2000);
  const spaces = `a${' '.repeat(words.length)}b`;
  const most = 50 * (await cost(words));
  expect(await cost(spaces)).toBeLessThan(most);
});

test('a URL with brackets without end is a link all the same', () => {
  const source = `http://a.example${')'.repeat(20_000)}`;
  expect(plainTextToHtml(source)).toContain(link('http://a.example'));
});
