/**
 * Code in bodies: language names, which blocks are highlighted, and that highlighting leaves the text unchanged.
 */
import { createRequire } from 'node:module';
import { load } from 'cheerio';
import fc from 'fast-check';
import type { HLJSApi } from 'highlight.js';
import { describe, expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { findLanguage, LANGUAGES, writeCode } from '../../../src/markdown/code.ts';
import { pageOf, readSource } from '../../support/bodies.ts';
import { makeParser } from '../../support/parser.ts';
import { essay } from '../../support/site.ts';

const parser = await makeParser();

test('the table has exactly the names of highlight.js', () => {
  const highlighter: HLJSApi = createRequire(import.meta.url)('highlight.js');
  const languages = highlighter.listLanguages().filter((name) => name !== 'plaintext');
  expect([...new Set(LANGUAGES.values())].sort()).toEqual(languages.sort());

  const titleOf = (name: string) => highlighter.getLanguage(name)?.name;
  const own = ['astro', 'dotenv', 'env', 'mdx', 'svelte', 'vue'];
  for (const [name, language] of LANGUAGES) {
    if (!own.includes(name)) expect([name, titleOf(name)]).toEqual([name, titleOf(language)]);
  }
  const aliases = languages.flatMap((name) => highlighter.getLanguage(name)?.aliases ?? []);
  expect(aliases.filter((alias) => !LANGUAGES.has(alias.toLowerCase()))).toEqual([]);
});

describe('the info string of a fence', () => {
  const known =
    'js javascript|JavaScript javascript|js{1,3} javascript|js:src/app.js javascript|rust,ignore rust|' +
    'bash{data-plain=true} bash|{r, r|{.python python|c++ cpp|C# csharp|vue xml|node-repl node-repl';
  test.each(known.split('|').map((each) => each.split(' ')))('%s means %s', (words, language) => {
    expect(findLanguage(words as string)?.language).toBe(language);
  });

  const none =
    '|text|TXT|plain|none|nohighlight|no-highlight|{.wrap}|{23}|{#id|title=app|{data-x=1}';
  test.each(none.split('|'))('“%s” means plain text', (words) => {
    expect(findLanguage(words)).toBeNull();
  });

  test.each(['javscript', 'constructor', '__proto__', '§'])('%s is not a language', (words) => {
    expect(findLanguage(words)).toEqual({ name: words, language: null });
  });
});

describe('the problems of unknown languages', () => {
  /** The problems, one line each: place and hint. */
  function report(body: string, name: string): string[] {
    const bytes = Buffer.from(essay('title: A\npublished: 2020-12-03', body));
    const { problems } = parseEssay({ path: name, bytes }, parser);
    return problems.map(({ line, column, hint }) => `${line}:${column} ${hint}`);
  }

  const NO_HINT =
    'Write `text`. To draw a diagram, write a component: https://github.com/essay-blog/essay-blog/blob/main/docs/recipes.md#diagrams.';
  const PYTON = '<pre>\n<code id=a class="language-pyton x">x</code></pre>\n';
  test.each<[body: string, file: string, ...reports: string[]]>([
    ['- x\n\n  ~~~ rubby {1}\n  x\n  ~~~\n', 'a.md', '7:7 Did you mean `ruby`?'],
    ['```qqq\nx\n```\n```QQQ {1}\nx\n```\n', 'a.md', `5:4 ${NO_HINT}`],
    ['x\n\n<pre><code class="language-qqq">x</code></pre>\n', 'a.md', `7:28 ${NO_HINT}`],
    ['```mermaid\nx\n```\n\n~~~ plantuml\n~~~\n', 'a.md', `5:4 ${NO_HINT}`, `9:5 ${NO_HINT}`],
    [PYTON, 'a.html', '6:28 Did you mean `python`?'],
    [PYTON, 'a.txt'],
    ['```\nx\n```\n\n```js\n```\n\n```text\n```\n', 'a.md'],
  ])('%j in %s', (body, file, ...reports) => expect(report(body, file)).toEqual(reports));
});

/** The HTML of a body in HTML: in a feed, where code is plain, and on its page. */
function colour(source: string): [string, string] {
  const body = readSource(source, { format: 'html' });
  return [pageOf(body, [], 'feed'), pageOf(body)];
}

describe('blocks', () => {
  const pre = (text: string, name = 'js') =>
    `<pre><code class="language-${name}">${text}</code></pre>`;

  test.each([
    pre('if (a &lt; b &amp;&amp; c) d()'),
    '<pre id=x><code id=y class="language-js z">if</code></pre>',
    pre('int', 'c&#43;&#43;'),
    `${pre('x')}<p>${pre('if')}`,
  ])('are coloured: %s', (source) => {
    const [plain, coloured] = colour(source);
    expect(coloured).toContain('<span class="hljs-');
    expect(load(coloured)('body').text()).toBe(load(plain)('body').text());
  });

  test.each([
    '<pre><code>if</code></pre>',
    pre(''),
    pre('if', 'qqq'),
    pre('if', 'text'),
    pre('if <b>y</b>'),
    '<p><code class="language-js">if</code></p>',
    `<!-- ${pre('if')} --><textarea>${pre('if')}</textarea>`,
    pre('if word\n'.repeat(12_501)),
    pre(`if ${'x'.repeat(5_001)}`),
  ])('stay plain: %.50s', (source) => {
    const [plain, coloured] = colour(source);
    expect(coloured).toBe(plain);
  });

  test.each([
    ['xml', '<style>a { color: red }</style>', 'hljs-attribute'],
    ['http', 'HTTP/1.1 200 OK\n\n{"a": 1}', 'language-json'],
  ])('of %s hold other languages in their own colours', (language, text, found) => {
    expect(writeCode({ kind: 'code', language, text, marks: null }, false)).toContain(found);
  });
});

describe('fences', () => {
  const show = (source: string, form: 'page' | 'feed' = 'page') =>
    pageOf(readSource(source), [], form);

  test('a title makes a block a figure', () => {
    expect(show('```text title="a <b>"\nx\n```')).toBe(
      '<figure class="code"><figcaption>a &lt;b&gt;</figcaption>' +
        '<pre tabindex="0"><code class="language-text">x\n</code></pre></figure>',
    );
  });

  test('marked lines and numbers are elements of the page', () => {
    const source = '```text {1} ins={2} del={3} linenos=7\na\nb\nc\nd\n```';
    expect(show(source)).toBe(
      '<pre tabindex="0" class="lines numbered"><code class="language-text" style="counter-reset:line 6">' +
        '<mark class="line">a</mark>\n<ins class="line">b</ins>\n<del class="line">c</del>\n' +
        '<span class="line">d</span>\n</code></pre>',
    );
    expect(show(source, 'feed')).toContain('<mark>a</mark>\n<ins>b</ins>\n<del>c</del>\nd\n');
    expect(readSource(source).styles).toEqual(['code', 'lines']);
  });

  test('a language with a component is rendered by it', () => {
    const source = '```mermaid title="T"\ngraph\n```';
    const body = readSource(source, { components: ['Mermaid'] });
    expect(pageOf(body)).toBe(
      '<Mermaid {"code":"graph"}><figure class="code"><figcaption>T</figcaption>' +
        '<pre tabindex="0"><code class="language-mermaid">graph\n</code></pre></figure></Mermaid>',
    );
    expect([body.faults, body.hasComponents]).toEqual([[], true]);
  });
});

const textsOf = (html: string) => load(html).extract({ pre: ['pre'] }).pre;

test('highlighting does not change the text of a block, however odd', () => {
  const pieces =
    '<|>|&|&amp;|"|\'|`|$|{|}|</script>|<style>|<!--|-->|/*|//|#|\\|\n| |html`|if|1e|$1|$&|😀|{{|%>|<?php';
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces.split('|'))).map((each) => each.join('')),
  );
  const names = 'js html md php bash yaml handlebars http erb css python diff'.split(' ');
  fc.assert(
    fc.property(text, fc.constantFrom(...names), (odd, name) => {
      const code = odd.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      const [plain, coloured] = colour(`<pre><code class="language-${name}">${code}</code></pre>`);
      expect(textsOf(coloured)).toEqual(textsOf(plain));
    }),
    { numRuns: 200 },
  );
});
