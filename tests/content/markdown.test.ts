import { beforeAll, describe, expect, test } from 'vitest';
import { fillBody, readBody } from '../../src/content/body.ts';
import type { EssaySource } from '../../src/content/front-matter.ts';
import { loadMarkdownEngine, type MarkdownEngine } from '../../src/content/markdown.ts';
import { costOf } from '../support/cost.ts';

let engine: MarkdownEngine;
beforeAll(async () => {
  engine = await loadMarkdownEngine();
});

/** The HTML of a body, without line ends. */
function toHtml(source: string): string {
  const { html } = readBody(engine.toHtml(source, 'markdown'), 'Title', 'https://me.example');
  return fillBody(html, []).replace(/\n/g, '');
}

const link = (url: string, text = url) => `<p><a href="${url}" rel="noopener">${text}</a></p>`;

test.each([
  ['One *two* **three**\n\nFour', '<p>One <em>two</em> <strong>three</strong></p><p>Four</p>'],
  ['One  \ntwo', '<p>One<br>two</p>'],
  ['```\na < b {#c}\n```', '<pre tabindex="0"><code>a &lt; b {#c}</code></pre>'],
  ['[a](/b "t") ![a](b.png)', '<p><a href="/b" title="t">a</a> <img src="b.png" alt="a"></p>'],
  [
    'a <b class="x">c</b>\n\n<div>\nd\n\n*e*',
    '<p>a <b class="x">c</b></p><div>d<p><em>e</em></p></div>',
  ],
  ['~~a~~', '<p><del>a</del></p>'],
  [
    '- [x] a',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled aria-label="a"> a</li></ul>',
  ],
  ['"It\'s" -- a --- b... `"a" -- b`', '<p>“It’s” – a — b… <code>"a" -- b</code></p>'],
  [
    '---\na: b\n---\nx',
    '<hr><h2 id="a-b">a: b</h2><a class="anchor" href="#a-b" aria-label="Link to “a: b”"></a><p>x</p>',
  ],
  ['# A {#mine .big}', '<h1 id="mine" class="big">A</h1>'],
  ['a {#b}\n\n# A {b}', '<p>a {#b}</p><h1 id="a-b">A {b}</h1>'],
  ['<script>"<b>"</script>', '<script>"<b>"</script>'],
  [
    '| a | |\n|---|--:|\n| c | d |',
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><td class="align-right"></td></tr></thead><tbody><tr><td>c</td><td class="align-right">d</td></tr></tbody></table></div>',
  ],
  // Addresses that are the text of a raw link already are no links again.
  ['https://a.example', link('https://a.example')],
  ['<a href="https://a.example">https://a.example</a>', link('https://a.example')],
  [
    '<a href="https://a.example">see www.b.example</a>',
    link('https://a.example', 'see www.b.example'),
  ],
  // Values without quotes, which the engine does not read.
  [
    '<a href=/b class=c/d>a</a> `<a href=/b>`',
    '<p><a href="/b" class="c/d">a</a> <code>&lt;a href=/b&gt;</code></p>',
  ],
  ['<p title="x=/y" data-a=\'b=/c\' id=/d>a</p>', '<p title="x=/y" data-a="b=/c" id="/d">a</p>'],
  [
    'a <noscript><p>b</noscript> `<noscript>`',
    '<p>a <noscript><p>b</noscript> <code>&lt;noscript&gt;</code></p>',
  ],
])('%j', (source, html) => expect(toHtml(source)).toBe(html));

test('footnotes lead there and back; the arrow is text, not a picture, and no word', () => {
  const body = readBody(engine.toHtml('a[^n] b[^n]\n\n[^n]: note\n', 'markdown'), '', '');
  for (const part of [
    'href="\u0001#fn-n\u0001" id="fnref-n"',
    '<li id="fn-n">',
    'href="\u0001#fnref-n\u0001"',
    'aria-label="Back to reference 1-2"',
    '>\u21a9\ufe0e<',
  ]) {
    expect(body.html).toContain(part);
  }
  expect([body.text, body.wordCount]).toEqual(['a b note', 3]);
});

describe('places', () => {
  const SOURCE = `See [a](/x) and [b](/x), not \`[c](/x)\`.
![i](i.png) <b title="/t">raw</b> <a href="/x">q</a> <!-- <a href="/x"> -->

[r]: /ref

[/t](/t) [z][r] <https://auto.example> https://bare.example

    [code](/x)

<a href="java&#10;script:x">a</a>
`;
  /** What stands at the place of a URL that is asked for so many times. */
  function locate(text: string, format: 'markdown' | 'html', written: string, times: number) {
    const source = { path: 'a.md', text, body: text, bodyOffset: 0 } as EssaySource;
    const findNext = engine.makeLocator(source, format);
    for (let time = 1; time < times; time++) findNext(written);
    const { line, column } = findNext(written);
    if (line === null || column === null) return null;
    return text.split('\n')[line - 1]?.slice(column - 1) ?? '';
  }

  test.each<[written: string, times: number, at: string | null]>([
    ['/x', 1, '/x) and'],
    ['/x', 2, '/x), not'],
    ['/x', 3, '/x">q'],
    ['/x', 9, '/x">q'],
    ['/t', 1, '/t) '],
    ['i.png', 1, 'i.png) <b'],
    ['/ref', 1, '/ref'],
    ['https://auto.example', 1, 'https://auto.example> '],
    ['https://bare.example', 1, 'https://bare.example'],
    ['java\nscript:x', 1, 'java&#10;'],
    ['/nowhere', 1, null],
  ])('%j, %i', (written, times, at) => {
    const found = locate(SOURCE, 'markdown', written, times);
    if (at === null) expect(found).toBeNull();
    else expect(found?.startsWith(at)).toBe(true);
  });

  test('in HTML are those of tags alone', () => {
    const html = '<p>/x</p><!-- <a href="/x"> --><a title=">" href=/x>/x</a>';
    expect(locate(html, 'html', '/x', 1)).toBe('/x>/x</a>');
  });
});

test('a heading of many braces costs no more than its length', async () => {
  const cost = (source: string) => costOf(() => toHtml(source), 2);
  const most = 50 * (await cost(`# ${'abc'.repeat(700)}`));
  expect(await cost(`# ${'{#a'.repeat(700)}`)).toBeLessThan(most);
});
