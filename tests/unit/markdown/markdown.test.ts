/**
 * Markdown as a page shows it, and the places of what is written in it.
 */
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import type { BodyFormat } from '../../../src/markdown/body-source.ts';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import { makeLocator } from '../../../src/markdown/places.ts';
import type { Place } from '../../../src/problems/problems.ts';
import { pageOf, readSource } from '../../support/bodies.ts';

const engine = await loadMarkdownEngine();

/** The HTML of a body, without line ends. */
function toHtml(source: string): string {
  const marks = { mark: false, subscript: false, superscript: false };
  return pageOf(readSource(source, { title: 'Title', marks })).replace(/\n/g, '');
}

const link = (url: string, text = url) => `<p><a href="${url}" rel="noopener">${text}</a></p>`;

const bodies: Readonly<Record<string, string>> = {
  'One *two* **three**\n\nFour': '<p>One <em>two</em> <strong>three</strong></p><p>Four</p>',
  '```\na < b {#c}\n```': '<pre tabindex="0"><code>a &lt; b {#c}</code></pre>',
  'a <b class="x">c</b>\n\n<div>\nd\n\n*e*':
    '<p>a <b class="x">c</b></p><div>d<p><em>e</em></p></div>',
  '~~a~~': '<p><del>a</del></p>',
  '- [x] a':
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled aria-label="a"> a</li></ul>',
  '"It\'s" -- a --- b... `"a" -- b`': '<p>“It’s” – a — b… <code>"a" -- b</code></p>',
  '<code>"a" -- b...</code> "c" <kbd>\'</kbd>': '<p><code>"a" -- b...</code> “c” <kbd>\'</kbd></p>',
  '<code>a\n\n"b"': '<p><code>a</code></p><code><p>“b”</p></code>',
  '<style>\na~b{}\n</style>\n\n[a~b]\n\n[a~b]: /c':
    '<style>a~b{}</style><p><a href="/c">a~b</a></p>',
  '5~10 3~4 `5~6 7~8` [a~b](/c~d~e) ~~f~~':
    '<p>5~10 3~4 <code>5~6 7~8</code> <a href="/c~d~e">a~b</a> <del>f</del></p>',
  '---\na: b\n---\nx':
    '<hr><h2 id="a-b">a: b</h2><a class="anchor" href="#a-b" aria-label="Link to “a: b”"></a><p>x</p>',
  '# A {#mine .big}': '<h1 id="mine" class="big">A</h1>',
  'a {#b}\n\n# A {b}': '<p>a {#b}</p><h1 id="a-b">A {b}</h1>',
  '<script>"<b>"</script>': '<script>"<b>"</script>',
  '| a | |\n|---|--:|\n| c | d |':
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><td class="align-right"></td></tr></thead><tbody><tr><td>c</td><td class="align-right">d</td></tr></tbody></table></div>',
  // URLs inside a raw link do not become links again.
  'https://a.example': link('https://a.example'),
  '<a href="https://a.example">https://a.example</a>': link('https://a.example'),
  '<a href="https://a.example">a www.b.example</a>': link('https://a.example', 'a www.b.example'),
};
test.each(Object.entries(bodies))('%j', (source, html) => expect(toHtml(source)).toBe(html));

test('footnotes link there and back; the arrow is text, not an emoji, and not counted as a word', () => {
  const body = readSource('a[^n] b[^n]\n\n[^n]: note\n');
  const ids = ['id="fnref-n"', '<li id="fn-n">'];
  const links = ['href="#fn-n"', 'href="#fnref-n"'];
  const arrow = ['aria-label="Back to reference 1-2"', '>\u21a9\ufe0e<'];
  for (const part of [...ids, ...links, ...arrow]) expect(pageOf(body)).toContain(part);
  expect([body.excerpt, body.wordCount]).toEqual(['a b', 3]);
});

test.each(['größe', '空', 'a%20b'])('the id of the footnote %s is as its name', (name) => {
  const page = pageOf(readSource(`a[^${name}]\n\n[^${name}]: note\n`));
  const id = `fn-${name.replace('ß', 'ss')}`;
  expect(page).toContain(`href="#${encodeURI(id).replace('%25', '%')}"`);
  expect(page).toContain(`<li id="${id}">`);
});

describe('places', () => {
  const SOURCE = `See [a](/x) and [b](/x), not \`[c](/x)\`.
![i](i.png) <b title="/t">raw</b> <a href="/x">q</a> <!-- <a href="/x"> -->

[r]: /ref

[/t](/t) [z][r] <https://auto.example> https://bare.example [ü](/ü) [&](/a?b&amp;c)

    [code](/x)

<a href="java&#10;script:x">a</a> <img srcset="s.png 1x, big/s.png 2x"> <a href='/bare'>b</a>

`;

  type Case = readonly [written: string, times: number, at: string | null];

  /** Expects the text at the place found after so many calls; null for no place. */
  function check(text: string, format: BodyFormat, [written, times, at]: Case) {
    const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(text) });
    const locate = makeLocator(source, format === 'markdown', engine);
    const places = Array.from({ length: times }, () => locate(written));
    const { line, column } = places.at(-1) as Place;
    const found = line && column && text.split('\n')[line - 1]?.slice(column - 1);
    expect(at && found ? found.slice(0, at.length) : found).toBe(at);
  }

  test.each<Case>([
    ['/x', 1, '/x) and'],
    ['/x', 2, '/x), not'],
    ['/x', 9, '/x">q'],
    ['/ref', 1, '/ref'],
    ['https://bare.example', 1, 'https://bare.example'],
    ['/%C3%BC', 1, '/ü)'],
    ['/a?b&c', 1, '[&](/a?b'],
    ['javascript:x', 1, 'java&#10;'],
    ['s.png', 1, 's.png 1x'],
    ['/bare', 1, "/bare'>b"],
    ['/nowhere', 2, null],
  ])('of %s, looked up %i times', (...each) => check(SOURCE, 'markdown', each));

  const HTML = '<p>/x</p><!-- <a href="/x"> --><a title=">" href=/x>/x</a>';
  const TEXT = 'https://a.example https://a.example b';
  test.each<[name: string, text: string, BodyFormat, Case]>([
    ['HTML are those of attributes', HTML, 'html', ['/x', 1, '/x>/x</a>']],
    ['plain text are there', TEXT, 'text', ['https://a.example', 2, 'https://a.example b']],
  ])('in %s', (_, text, format, each) => check(text, format, each));
});
