/**
 * Code blocks in a finished body: which are coloured, and that their text stays as it is.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../src/content/body.ts';
import { highlightCode } from '../../src/content/highlighter.ts';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { type Highlight, highlightBlocks } from '../../src/render/code-blocks.ts';
import { packageRoot } from '../support/site.ts';

/** Shows what it was asked for. */
const show: Highlight = (code, language) => `<i>${language} ${JSON.stringify(code)}</i>`;

describe('is coloured', () => {
  const cases: readonly [name: string, html: string, shown: string][] = [
    ['a block', '<pre><code class="language-js">x</code></pre>', 'javascript "x"'],
    [
      'decoded',
      '<pre><code class="language-js">a &lt; b &amp;amp;</code></pre>',
      'javascript "a < b &amp;"',
    ],
    [
      'with other attributes',
      `<pre id="x"><code class="language-js y" data-a='b'>x</code></pre>`,
      'javascript "x"',
    ],
    [
      'with an entity in its name',
      '<pre><code class="language-c&#43;&#43;">x</code></pre>',
      'cpp "x"',
    ],
  ];
  test.each(cases)('%s', (_name, html, shown) => {
    expect(highlightBlocks(html, show)).toBe(
      html.replace(/(<code[^>]*>).*?(?=<\/)/, `$1<i>${shown}</i>`),
    );
  });

  test('each of several', () => {
    const block = '<pre><code class="language-js">x</code></pre>';
    expect(highlightBlocks(`a${block}b${block}c`, show).split('<i>')).toHaveLength(3);
  });
});

describe('is left as it is', () => {
  const pre = (text: string, name = 'js') =>
    `<pre><code class="language-${name}">${text}</code></pre>`;
  const cases: readonly [name: string, html: string][] = [
    ['a body without code', '<p>language-js</p>'],
    ['a block without a language', '<pre><code>x</code></pre>'],
    ['an empty block', pre('')],
    ['a block in a language that is not known', pre('x', 'qqq')],
    ['a block that asks for no colours', pre('x', 'text')],
    ['a block with tags in it', pre('x <b>y</b>')],
    ['code within a line', '<p><code class="language-js">x</code></p>'],
    ['a block in a comment', `<!-- ${pre('x')} -->`],
    ['a text of a script', `<script>const x = '${pre('x')}';</script>`],
    ['a text area', `<textarea>${pre('x')}</textarea>`],
    [
      'a block whose attributes are odd',
      `<pre><code class="language-js" title="a>b">x</code></pre>`,
    ],
    ['a block of more than 100,000 characters', pre('word word\n'.repeat(10_001))],
    ['a block with a line of more than 5,000', pre('x'.repeat(5_001))],
  ];
  test.each(cases)('%s', (_name, html) => expect(highlightBlocks(html, show)).toBe(html));

  test('what the highlighter gives up', () => {
    expect(highlightBlocks(pre('x'), () => null)).toBe(pre('x'));
  });
});

describe('the text of a block is the same before and after', () => {
  const textsOf = (html: string) => {
    const $ = load(html);
    return $('pre')
      .map((_, pre) => $(pre).text())
      .get();
  };
  const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

  test('for odd texts', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '&',
      '&amp;',
      '"',
      "'",
      '`',
      '${',
      '}',
      '</script>',
      '<style>',
      '<!--',
      '-->',
      '/*',
      '//',
      '#',
      '\\',
      '\n',
      ' ',
      'html`',
      'if',
      '1e',
      '$1',
      '$&',
      '\u0000',
      '😀',
      '{{',
      '%>',
      '<?php',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    const language = fc.constantFrom(
      'js',
      'html',
      'md',
      'php',
      'bash',
      'yaml',
      'handlebars',
      'http',
      'erb',
      'css',
      'python',
      'diff',
    );
    fc.assert(
      fc.property(text, language, (odd, name) => {
        const html = `<pre><code class="language-${name}">${escapeText(odd)}</code></pre>`;
        expect(textsOf(highlightBlocks(html, highlightCode))).toEqual(textsOf(html));
      }),
      { numRuns: 200 },
    );
  });

  const POSTS = join(packageRoot, '../shared/corpus/remysharp/posts');
  test.skipIf(!existsSync(POSTS))('for every block of real posts', async () => {
    const markdown = await loadMarkdownEngine();
    let coloured = 0;
    for (const name of readdirSync(POSTS)) {
      const source = readFileSync(join(POSTS, name), 'utf8');
      if (!/^\s*(```|~~~)|<code class/m.test(source)) continue;
      const html = readBody(markdown.toHtml(source), '', 'https://x.example').segments.join('');
      const result = highlightBlocks(html, highlightCode);
      if (result === html) continue;
      coloured++;
      expect([name, textsOf(result)]).toEqual([name, textsOf(html)]);
    }
    expect(coloured).toBeGreaterThan(100);
  });
});

describe('what comes of a block', () => {
  test('holds other languages in their own colours', () => {
    expect(highlightCode('<style>a { color: red }</style>', 'xml')).toContain('hljs-attribute');
    expect(highlightCode('HTTP/1.1 200 OK\n\n{"a": 1}', 'http')).toContain('language-json');
  });
});
