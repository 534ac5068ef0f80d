import { beforeAll, expect, test } from 'vitest';
import { loadMarkdownEngine, type MarkdownEngine } from '../../src/content/markdown.ts';
import { costOf } from '../support/cost.ts';

let engine: MarkdownEngine;
beforeAll(async () => {
  engine = await loadMarkdownEngine();
});

function check(source: string, html: string): void {
  expect(engine.toHtml(source).replace(/\n/g, '')).toBe(html);
}

test.each([
  [
    'paragraphs and emphasis',
    'One *two* **three**\n\nFour',
    '<p>One <em>two</em> <strong>three</strong></p><p>Four</p>',
  ],
  ['a hard line break', 'One  \ntwo', '<p>One<br>two</p>'],
  ['a code block', '```js\na < b\n```', '<pre><code class="language-js">a &lt; b</code></pre>'],
  ['a quotation', '> One', '<blockquote><p>One</p></blockquote>'],
  ['a link with a title', '[a](/b "t")', '<p><a href="/b" title="t">a</a></p>'],
  ['a picture', '![a](b.png)', '<p><img src="b.png" alt="a"></p>'],
  [
    'raw HTML',
    'a <b class="x">c</b>\n\n<div>\nd\n</div>',
    '<p>a <b class="x">c</b></p><div>d</div>',
  ],
  ['a script, since the author is trusted', '<script>x</script>', '<script>x</script>'],
])('reads CommonMark: %s', (_name, source, html) => check(source, html));

test.each([
  [
    'tables',
    '| a | b |\n|---|--:|\n| c | d |',
    '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>c</td><td align="right">d</td></tr></tbody></table>',
  ],
  ['strikethrough', '~~a~~', '<p><del>a</del></p>'],
  [
    'task lists',
    '- [x] a\n- [ ] b',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> a</li><li class="task-list-item"><input type="checkbox" disabled> b</li></ul>',
  ],
  ['bare URLs', 'https://a.example', '<p><a href="https://a.example">https://a.example</a></p>'],
  ['smart punctuation', '"It\'s" -- a --- b...', '<p>“It’s” – a — b…</p>'],
  ['no smart punctuation in code', '`"a" -- b`', '<p><code>&quot;a&quot; -- b</code></p>'],
])('and beyond it %s', (_name, source, html) => {
  expect(
    engine
      .toHtml(source)
      .replace(/\n/g, '')
      .replaceAll('"a" --', '&quot;a&quot; --')
      .replace(/style="text-align:\s*right;?"/g, 'align="right"'),
  ).toBe(html);
});

test.each([
  [
    'in a corner, and the others say what they are heads of',
    '| | a |\n|---|--:|\n| c | d |',
    '<tr><td></td><th scope="col" style="text-align: right">a</th></tr>',
  ],
  [
    'that is aligned',
    '| a | |\n|---|--:|\n| c | d |',
    '</th><td style="text-align: right"></td></tr>',
  ],
  ['never, in code', '`<th></th>`', '&lt;th&gt;&lt;/th&gt;'],
])('a heading of a table without a word is a plain cell %s', (_name, source, html) => {
  expect(engine.toHtml(source).replace(/\n/g, '')).toContain(html);
});

test('the arrow back from a footnote is text, not a picture', () => {
  const html = engine.toHtml('a[^n] b[^n]\n\n[^n]: note\n');
  expect(html.match(/>\u21a9\ufe0e</g)?.length).toBe(2);
  expect(html).toContain('aria-label="Back to reference 1"');
  expect(html).toContain('aria-label="Back to reference 1-2"');
});

test('reads footnotes, with ids that lead there and back', () => {
  const html = engine.toHtml('a[^n]\n\n[^n]: note\n');
  expect(html).toContain('href="#fn-n" id="fnref-n"');
  expect(html).toContain('<li id="fn-n">');
  expect(html).toContain('href="#fnref-n"');
});

test.each([
  ['an id', '## A b {#mine}', '<h2 id="mine">A b</h2>'],
  ['an id and a class', '## A {#mine .big}', '<h2 id="mine" class="big">A</h2>'],
])('a heading takes %s in braces', (_name, source, html) => check(source, html));

test.each([
  ['in a paragraph', 'a {#b}', '<p>a {#b}</p>'],
  ['without an id in a heading', '## A {b}', '<h2>A {b}</h2>'],
  ['in code', '```\n# A {#b}\n```', '<pre><code># A {#b}</code></pre>'],
])('braces %s are text', (_name, source, html) => check(source, html));

test('a document that begins with hyphens has no front matter of the engine’s own', () =>
  check('---\na: b\n---\nx', '<hr><h2>a: b</h2><p>x</p>'));

const SOURCE = `See [a](/x) and [b](/x), not \`[c](/x)\`.
![i](i.png) <b>raw</b> <a href="/x">q</a>

[r]: /ref

[/t](/t) [z][r] <https://auto.example> https://bare.example

    [code](/x)
`;

test.each([
  ['a link, at its URL', ['/x'], 0, '/x) and'],
  ['the second of two equal links', ['/x'], 1, '/x), not'],
  ['a link in raw HTML, code left aside', ['/x'], 2, '/x">q'],
  ['the last where there are not as many', ['/x'], 9, '/x">q'],
  ['a link whose text is its URL, at the URL', ['/t'], 0, '/t) '],
  ['a picture', ['i.png'], 0, 'i.png) <b>'],
  ['a raw tag', ['<b>'], 0, '<b>raw'],
  ['a link reference, at its definition', ['/ref'], 0, '/ref\n'],
  ['a URL in angle brackets', ['https://auto.example'], 0, 'https://auto.example> '],
  ['a bare URL', ['https://bare.example'], 0, 'https://bare.example\n'],
  ['any of several spellings', ['%2Fx', '/x'], 0, '/x) and'],
] as [string, string[], number, string][])('finds the place of %s', (_name, needles, nth, at) => {
  const offset = engine.locate(SOURCE, needles, nth);
  expect(offset).not.toBeNull();
  expect(SOURCE.slice(offset as number, (offset as number) + at.length)).toBe(at);
});

test('what does not stand in the source has no place', () => {
  expect(engine.locate(SOURCE, ['/nowhere'], 0)).toBeNull();
});

test('a heading of many braces costs no more than its length', async () => {
  const cost = (source: string) => costOf(() => engine.toHtml(source), 2);
  const braces = `# ${'{#a'.repeat(700)}`;
  const words = `# ${'abc'.repeat(700)}`;
  const most = 50 * (await cost(words));
  expect(await cost(braces)).toBeLessThan(most);
});
