/**
 * Code on the pages, as it is built: coloured by classes alone, with enough contrast.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test, vi } from 'vitest';
import { HIGHLIGHTER_VERSION, LANGUAGES } from '../../../src/markdown/code.ts';
import { essay, essaysOf, packageRoot } from '../../support/site.ts';

const { cache } = createRequire(import.meta.url);
const files = ['common', 'rest'].map((name) => join(packageRoot, `dist/highlight/${name}.cjs`));

// Other test files in this process may have loaded highlight.js.
for (const file of files) delete cache[file];
vi.resetModules();
const { buildSite } = await import('../../support/site.ts');

const listLoaded = () => files.map((file) => file in cache);

const fence = (name: string, code: string) => `\`\`\`${name}\n${code}\n\`\`\`\n`;
const A = 'content/essays/a.md';
const DATED = 'title: A\npublished: 2020-01-01\n';

/** Each coloured piece of a page, as "class text". */
const pieces = ($: CheerioAPI) =>
  $('main pre [class^="hljs-"]')
    .toArray()
    .map((span) => `${$(span).attr('class')} ${$(span).text()}`);

// Must be the first test: the others load it.
test('nothing of highlight.js is loaded for a site whose code has no known language', async () => {
  const body = fence('', 'let x') + fence('text', 'let x') + fence('qqq', 'let x');
  const site = await buildSite({ [A]: essay(DATED, body) });
  expect(site.page('blog/a.html')('pre code').length).toBe(3);
  expect(listLoaded()).toEqual([false, false]);
});

test('of two scripts, the one of rare languages waits for one; together they have all', async () => {
  await buildSite({ [A]: essay(DATED, fence('ini', 'a = 1') + fence('html', '<b>')) });
  expect(listLoaded()).toEqual([true, false]);
  const parts = files.map((file) => createRequire(import.meta.url)(file));
  const names = new Set(['core', 'plaintext', ...LANGUAGES.values()]);
  expect(Object.keys(Object.assign({}, ...parts)).sort()).toEqual([...names].sort());
});

describe('code is coloured', () => {
  const blocks: readonly [name: string, code: string, colours: string[]][] = [
    ['js {1}', 'return "a < b";', ['hljs-keyword return', 'hljs-string "a < b"']],
    ['python', 'x = None # no', ['hljs-literal None', 'hljs-comment # no']],
    ['css', 'a { top: 1px }', ['hljs-selector-tag a', 'hljs-attribute top', 'hljs-number 1px']],
    ['diff', '-a\n+b', ['hljs-deletion -a', 'hljs-addition +b']],
    ['json linenos', '[1]', ['hljs-punctuation [', 'hljs-number 1', 'hljs-punctuation ]']],
    ['text', 'return "a"', []],
  ];
  test('in Markdown, by the language of its fence', async () => {
    const body = blocks.map(([name, code]) => fence(name, code)).join('\n');
    const { page, codes } = await buildSite({ [A]: essay(DATED, body) });
    expect(codes).toEqual([]);
    const $ = page('blog/a.html');
    const texts = Array.from($('main pre'), (pre) => $(pre).text());
    expect(texts).toEqual(blocks.map(([, code]) => `${code}\n`));
    expect(pieces($)).toEqual(blocks.flatMap(([, , colours]) => colours));
    expect($('[style]').length).toBe(0);
  });

  test('in HTML essays, in drafts and on the about page; plain text stays plain', async () => {
    const html = '<pre><code class="language-js">if (a &amp;&amp; b) c();</code></pre>\n';
    const files = {
      'content/about.md': html,
      'content/essays/h.html': essay('title: H\npublished: 2020-01-01', html),
      'content/essays/d.md': essay('title: D\ndraft: true', html),
      'content/essays/t.txt': essay('title: T\npublished: 2020-01-01', html),
    };
    const { page } = await buildSite(files, { showDrafts: true });
    for (const path of ['about.html', 'blog/h.html', 'blog/d.html']) {
      expect(pieces(page(path))[0]).toBe('hljs-keyword if');
      expect(page(path)('pre').text()).toBe('if (a && b) c();');
    }
    expect(page('blog/t.html')('main').text()).toContain(html.trim());
  });

  test('the same whatever was coloured before', async () => {
    // The language of an HTTP message's body is guessed among those that are loaded.
    const message = 'HTTP/1.1 200 OK\n\ndef f(x):\n    return None if x else print("y")';
    const odd = '# x <b> "y": 1 `z`';
    const codes = { js: odd, html: odd, yaml: odd, md: odd, http: message, python: odd };
    const files = Object.entries(codes).map(([name, code], index) =>
      essay(`title: T${index}\npublished: 2020-01-01`, fence(name, code)),
    );
    const site = await buildSite(essaysOf(files));
    const other = await buildSite(essaysOf(files.toReversed()));
    const blocksOf = ({ page }: typeof site) =>
      files.map((_, index) => page(`blog/t${index}.html`)('pre').html());
    expect(blocksOf(other)).toEqual(blocksOf(site));
  });
});

test('another version of highlight.js is another program, which makes its pages anew', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(HIGHLIGHTER_VERSION).toBe(devDependencies['highlight.js']);
});

test('the list of languages is that of highlight.js; `vitest -u` writes it', async () => {
  const { listLanguages, getLanguage } = createRequire(import.meta.url)('highlight.js');
  const names: string[] = listLanguages().filter((name: string) => name !== 'plaintext');
  const list = names.flatMap((name) =>
    [name, ...(getLanguage(name).aliases ?? [])].map((each) => [each.toLowerCase(), name]),
  );
  const json = `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
  await expect(json).toMatchFileSnapshot('../../../src/markdown/language-names.json');
});
