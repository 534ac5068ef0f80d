import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { findLanguage, listLanguages } from '../../src/content/code-languages.ts';
import { type EssayParser, parseEssay } from '../../src/content/essay.ts';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { formatProblem, makePaint } from '../../src/report.ts';
import { essay } from '../support/site.ts';

test('the table names what highlight.js has, and nothing else', () => {
  const highlighter: HLJSApi = createRequire(import.meta.url)('highlight.js');
  const languages = highlighter.listLanguages().filter((name) => name !== 'plaintext');
  expect([...new Set(listLanguages().values())].sort()).toEqual(languages.sort());

  const titleOf = (name: string) => highlighter.getLanguage(name)?.name;
  const own = ['astro', 'dotenv', 'env', 'mdx', 'svelte', 'vue'];
  for (const [name, language] of listLanguages()) {
    if (!own.includes(name)) expect([name, titleOf(name)]).toEqual([name, titleOf(language)]);
  }
  const aliases = languages.flatMap((name) => highlighter.getLanguage(name)?.aliases ?? []);
  const isMissing = (alias: string) => !listLanguages().has(alias.toLowerCase());
  expect(aliases.filter(isMissing)).toEqual([]);
});

describe('the words of a fence', () => {
  const known: readonly [words: string, language: string][] = [
    ['js', 'javascript'],
    ['JavaScript', 'javascript'],
    ['js{1,3}', 'javascript'],
    ['js:src/app.js', 'javascript'],
    ['rust,ignore', 'rust'],
    ['bash{data-plain=true}', 'bash'],
    ['{r,', 'r'],
    ['{.python', 'python'],
    ['c++', 'cpp'],
    ['C#', 'csharp'],
    ['sh line-numbers', 'bash'],
    ['vue', 'xml'],
    ['node-repl', 'node-repl'],
  ];
  test.each(known)('%s asks for %s', (words, language) => {
    expect(findLanguage(words)?.language).toBe(language);
  });

  const none = ['', 'text', 'TXT', 'plain', 'plaintext', 'none', 'nohighlight', 'no-highlight'];
  const attributes = ['{.wrap}', '{23}', '{#id', 'title=app', '{data-x=1}'];
  test.each([...none, ...attributes])('“%s” asks for no colours', (words) => {
    expect(findLanguage(words)).toBeNull();
  });

  test.each(['javscript', 'constructor', '__proto__', '§'])('%s is no language', (words) => {
    expect(findLanguage(words)).toEqual({ name: words, language: null });
  });
});

describe('a language that is not known', () => {
  let parser: EssayParser;
  beforeAll(async () => {
    const config = { timezone: 'UTC', wordsPerMinute: 200, url: 'https://me.example' };
    parser = { config, markdown: await loadMarkdownEngine() };
  });

  /** What the author is told, a line for each problem: its place, and the hint. */
  function report(body: string, name: string): string[] {
    const bytes = Buffer.from(essay('title: A\npublished: 2020-12-03', body));
    const { problems } = parseEssay({ path: name, bytes }, parser);
    for (const each of problems) expect(formatProblem(each, makePaint(false))).toContain('notice');
    return problems.map(({ line, column, hint }) => `${line}:${column} ${hint}`);
  }

  const NO_HINT = 'Write `text` where none are wanted.';
  const cases: readonly [name: string, file: string, body: string, told: string[]][] = [
    ['is told at its fence', 'a.md', 'x\n\n```pyton\nx\n```\n', ['7:4 Did you mean `python`?']],
    [
      'is told in a list',
      'a.md',
      '- x\n\n  ~~~ rubby {1}\n  x\n  ~~~\n',
      ['7:7 Did you mean `ruby`?'],
    ],
    ['is told in a quotation', 'a.md', '> ```qqq\n> x\n> ```\n', [`5:6 ${NO_HINT}`]],
    ['is told once', 'a.md', '```qqq\nx\n```\n```QQQ {2}\n```\n', [`5:4 ${NO_HINT}`]],
    [
      'is told for each name',
      'a.md',
      '```qq\nx\n```\n```rr\n```\n',
      [`5:4 ${NO_HINT}`, `8:4 ${NO_HINT}`],
    ],
    ['is not taken for a word of the text', 'a.md', 'qqq\n\n```qqq\n```\n', [`7:4 ${NO_HINT}`]],
    ['gets no far-fetched hint', 'a.md', '```zz\nx\n```\n', [`5:4 ${NO_HINT}`]],
    [
      'is told in raw HTML in Markdown',
      'a.md',
      'x\n\n<pre><code class="language-qqq">x</code></pre>\n',
      [`7:19 ${NO_HINT}`],
    ],
    [
      'is told in an HTML essay, at its class',
      'a.html',
      '<p>x</p>\n<a href="/b">b</a>\n<pre><code class="language-javscript x">x</code></pre>\n',
      ['7:19 Did you mean `javascript`?'],
    ],
    ['is nothing in plain text', 'a.txt', '<pre><code class="language-qqq">x</code></pre>\n', []],
    ['is nothing where there is none', 'a.md', '```\nx\n```\n\n```js\n```\n\n```text\n```\n', []],
  ];
  test.each(cases)('%s', (_name, file, body, told) => expect(report(body, file)).toEqual(told));
});
