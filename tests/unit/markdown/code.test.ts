/**
 * Code in bodies: language names, which blocks are highlighted, and that highlighting leaves the text unchanged.
 */
import { createRequire } from 'node:module';
import { load } from 'cheerio';
import fc from 'fast-check';
import type { HLJSApi } from 'highlight.js';
import { describe, expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { fillBody, readBody } from '../../../src/markdown/body.ts';
import {
  colourCode,
  findLanguage,
  LANGUAGES,
  markCode,
  unmarkCode,
} from '../../../src/markdown/code.ts';
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

  const NO_HINT = 'Write `text` for code without colours.';
  const DRAW =
    'Draw it with a component (docs/recipes.md, "Diagrams and music"), or export it as SVG: `![What it shows](diagram.svg)`.';
  const PYTON = '<p>\n<code id=a class="language-pyton x">x</code>\n';
  test.each<[body: string, file: string, ...reports: string[]]>([
    ['- x\n\n  ~~~ rubby {1}\n  x\n  ~~~\n', 'a.md', '7:7 Did you mean `ruby`?'],
    ['```qqq\nx\n```\n```QQQ {1}\nx\n```\n', 'a.md', `5:4 ${NO_HINT}`],
    ['x\n\n<pre><code class="language-qqq">x</code></pre>\n', 'a.md', `7:19 ${NO_HINT}`],
    ['```mermaid\nx\n```\n\n~~~ plantuml\n~~~\n', 'a.md', `5:4 ${DRAW}`, `9:5 ${DRAW}`],
    [PYTON, 'a.html', '6:19 Did you mean `python`?'],
    [PYTON, 'a.txt'],
    ['```\nx\n```\n\n```js\n```\n\n```text\n```\n', 'a.md'],
  ])('%j in %s', (body, file, ...reports) => expect(report(body, file)).toEqual(reports));
});

/** The page's HTML of a body, plain and coloured. */
function colour(source: string): [string, string] {
  const plain = fillBody(
    readBody(parser.markdown.toHtml(source, 'html'), { title: '', siteUrl: '' }).html,
    [],
  );
  return [unmarkCode(plain), colourCode(plain)];
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
    `<!-- ${pre('if')} --><script>'${pre('if')}'</script><textarea>${pre('if')}</textarea>`,
    pre('if word\n'.repeat(12_501)),
    pre(`if ${'x'.repeat(5_001)}`),
  ])('stay plain: %.50s', (source) => {
    const [plain, coloured] = colour(source);
    expect(coloured).toBe(plain);
  });

  test('hold other languages in their own colours', () => {
    const style = markCode('&lt;style>a { color: red }&lt;/style>', 'xml');
    expect(colourCode(style)).toContain('hljs-attribute');
    const message = markCode('HTTP/1.1 200 OK\n\n{"a": 1}', 'http');
    expect(colourCode(message)).toContain('language-json');
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
