/** Info strings of fences, as each program writes them, and the comments that mark lines of code. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillBody, fillFeedBody, readBody } from '../../../src/markdown/body.ts';
import { colourCode } from '../../../src/markdown/code.ts';
import { readCodeInfo } from '../../../src/markdown/code-info.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();

/** What an info string says, in short: language, title, first number, marks, words, unknown words. */
function describeInfo(written: string): readonly string[] {
  const info = readCodeInfo(written);
  const ranges = info.ranges.map(({ from, to, mark }) => `${mark}${from}-${to}`);
  return [
    info.language ?? (info.name === '' ? 'text' : `?${info.name}`),
    info.title && `title=${info.title}`,
    info.firstNumber !== null && `from=${info.firstNumber}`,
    ...ranges,
    ...info.words.map((word) => `word=${word}`),
    info.isDiff && 'diff',
    ...info.unknown.map((word) => `unknown=${word}`),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => String(part).replaceAll(' ', '_'))
    .sort();
}

describe('the info string of a fence', () => {
  test.each<[program: string, written: string, read: string]>([
    ['plain', 'js', 'javascript'],
    ['none', '', 'text'],
    ['many', 'js {2,4-5}', 'javascript m2-2 m4-5'],
    ['Gatsby', 'js{1-3}', 'javascript m1-3'],
    ['Gatsby', 'js{1,3-4}{numberLines: true}', 'javascript m1-1 m3-4 from=1'],
    ['Gatsby', 'js {numberLines: 5}', 'javascript from=5'],
    ['Gatsby', 'js:title=src/app.js', 'javascript title=src/app.js'],
    ['Gatsby', 'js:src/app.js {2}', 'javascript title=src/app.js m2-2'],
    [
      'Docusaurus',
      'jsx title="/src/a b.js" showLineNumbers',
      'javascript title=/src/a_b.js from=1',
    ],
    ['Docusaurus', 'jsx {1,4-6,11} showLineNumbers=5', 'javascript m1-1 m4-6 m11-11 from=5'],
    ['Docusaurus', 'jsx live noInline', 'javascript'],
    ['Docusaurus', "js title='it is'", 'javascript title=it_is'],
    ['VitePress', 'ts:line-numbers {1}', 'typescript from=1 m1-1'],
    ['VitePress', 'ts:line-numbers=2', 'typescript from=2'],
    ['VitePress', 'ts:no-line-numbers', 'typescript'],
    ['VitePress', 'js [config.js]', 'javascript title=config.js'],
    ['Hugo', 'go {hl_lines=[2,"4-5"] linenos=table linenostart=5}', 'go m2-2 m4-5 from=5'],
    ['Hugo', 'go {linenos=inline hl_lines=[3,"6-8"] style=emacs}', 'go from=1 m3-3 m6-8'],
    ['Hugo', 'go {lineNos=true}', 'go from=1'],
    ['Hugo', 'go {lineNos=false lineNoStart=42}', 'go from=42'],
    ['Hugo', 'go {lineNoStart=42, lineNos=false}', 'go'],
    ['Hugo', 'go linenos=table,hl_lines=2 4-5', 'go from=1 m2-2 m4-5'],
    ['Hugo', 'go {title="main.go" anchorLineNos=true}', 'go title=main.go'],
    ['Hugo', 'js {file="hello.js" hl_lines="2-3"}', 'javascript title=hello.js m2-3'],
    ['Zola', 'rust,linenos', 'rust from=1'],
    [
      'Zola',
      'js,linenos,hl_lines=3-4,hide_lines=2,name=app.js',
      'javascript from=1 m3-4 h2-2 title=app.js',
    ],
    ['Zola', 'rust,hl_lines=1 3-5 9, linenostart=20', 'rust m1-1 m3-5 m9-9 from=20'],
    ['mdBook', 'rust,ignore,should_panic,no_run,edition2021,E0277', 'rust'],
    ['Pandoc', '{.js .numberLines startFrom="5"}', 'javascript from=5'],
    ['Pandoc', '{.haskell #mycode .number-lines}', 'haskell from=1'],
    ['Pandoc', 'python {.numberLines}', 'python from=1'],
    ['MkDocs', 'py hl_lines="2 4" linenums="1" title="x.py"', 'python m2-2 m4-4 from=1 title=x.py'],
    ['MkDocs', '{ .yaml .copy title="a.yml" }', 'yaml title=a.yml'],
    ['Expressive Code', 'js {2} ins={3} del={4-5} "word"', 'javascript m2-2 i3-3 d4-5 word=word'],
    [
      'Expressive Code',
      'js showLineNumbers startLineNumber=5 frame="none" wrap',
      'javascript from=5',
    ],
    ['Expressive Code', 'diff lang="js"', 'javascript diff'],
    ['Expressive Code', 'js mark="a b" collapse={1-5}', 'javascript word=a_b'],
    ['rehype-pretty-code', 'js /carrot/ showLineNumbers{64}', 'javascript word=carrot from=64'],
    ['Gatsby', 'diff-js', 'javascript diff'],
    ['R Markdown', '{r setup, echo=FALSE, fig.width=6}', 'r'],
    ['Quarto', '{python}', 'python'],
    ['Quarto', '{.python filename="run.py"}', 'python title=run.py'],
    ['Jekyll', 'js linenos mark_lines="1 2"', 'javascript from=1 m1-1 m2-2'],
    ['HackMD', 'bash=', 'bash from=1'],
    ['HackMD', 'js=101 {2}', 'javascript from=101 m2-2'],
    ['HackMD', 'c#=5', 'csharp from=5'],
    ['none', 'js=a', 'text unknown=js'],
    ['none', 'linenos=5', 'text from=5'],
    ['Pandoc', '{#mycode .haskell .numberLines}', 'haskell from=1'],
    ['Pandoc', '{ #mycode }', 'text'],
    ['Twoslash', 'ts twoslash', 'typescript'],
    ['none', 'js foo {bar=1} .wide', 'javascript unknown=foo unknown=bar unknown=.wide'],
    ['none', 'js {5-2}', 'javascript m2-5'],
    ['none', 'text {1}', 'text m1-1'],
    ['none', 'text title="a\'b"', "text title=a'b"],
  ])('of %s: %s', (_, written, read) =>
    expect(describeInfo(written)).toEqual(read.split(' ').sort()),
  );
});

/** The page's and the feed's HTML of a body in Markdown. */
function show(source: string): { page: string; feed: string } {
  const { html } = readBody(parser.markdown.toHtml(source, 'markdown'), { title: '', siteUrl: '' });
  return {
    page: colourCode(fillBody(html, [])),
    feed: fillFeedBody(html, [], 'https://a.example/'),
  };
}

/** Each line of the code on a page, preceded by the name of its element. */
function lines(source: string): string[] {
  const $ = load(show(source).page);
  return Array.from($('.line'), (line) => `${line.tagName} ${$(line).text()}`);
}

describe('comments in the code', () => {
  test.each<[comment: string, result: readonly string[]]>([
    ['a // [!code highlight]', ['mark a']],
    ['a # [!code hl]', ['mark a']],
    ['a <!-- [!code ++] -->', ['ins a']],
    ['a -- [!code --]', ['del a']],
    ['a /* [!code focus] */', ['mark a']],
    ['a ; [!code warning]', ['mark a']],
    ['a % [!code error]\nb', ['mark a', 'span b']],
    ['a {/* [!code ++] */}', ['ins a']],
    ['a // [!code highlight:2]\nb\nc', ['mark a', 'mark b', 'span c']],
    ['// [!code ++:2]\na\nb\nc', ['ins a', 'ins b', 'span c']],
    ['// highlight-next-line\na\nb', ['mark a', 'span b']],
    ['# highlight-start\na\nb\n# highlight-end\nc', ['mark a', 'mark b', 'span c']],
    ['<!-- highlight-next-line -->\na', ['mark a']],
    ['a // highlight-line\nb', ['mark a', 'span b']],
  ])('%j', (code, result) => expect(lines(`\`\`\`text\n${code}\n\`\`\``)).toEqual(result));

  test.each(['a [!code ++]', 'the highlight-start of it', '// [!code unheard]'])(
    '%s stays as it is',
    (code) => {
      const { page } = show(`\`\`\`text\n${code}\n\`\`\``);
      expect(page).toContain(`<code class="language-text">${code}\n</code>`);
    },
  );
});

test.each([
  ['js{1}', 'language-js'],
  ['rust,name=mod.rs', 'language-rust'],
  ['{.sh title="a.sh"}', 'language-sh'],
  ['{python}', 'language-python'],
  ['ts:no-line-numbers', 'language-ts'],
  ['bash=', 'language-bash'],
  ['Unheard-of', 'language-Unheard-of'],
])('the class of %s is nothing but its language', (info, className) => {
  expect(load(show(`\`\`\`${info}\na\n\`\`\``).page)('code').attr('class')).toBe(className);
});

test('elements that cross a line end are closed and opened again', () => {
  const { page } = show('```js {2}\n/* a\nb\nc */ x\n```');
  const comment = (text: string) => `<span class="hljs-comment">${text}</span>`;
  expect(page).toContain(
    `<span class="line">${comment('/* a')}</span>\n<mark class="line">${comment('b')}</mark>\n` +
      `<span class="line">${comment('c */')} x</span>\n</code>`,
  );
});

test('words are marked, even across colours and entities', () => {
  const { page } = show('```js "a.b" "&<"\nlet x = a.b && "&<" \n```');
  const $ = load(page);
  expect(Array.from($('mark'), (mark) => $(mark).text()).join('|')).toBe('a.|b|&<');
});

test('feeds have plain code, with marks that need no style sheet', () => {
  const { feed } = show(
    '```js title="a<b.js" {1} linenos\nlet a;\nlet b; // [!code --]\nlet c;\n```',
  );
  expect(feed).toContain('<figcaption>a&lt;b.js</figcaption>');
  expect(feed).toContain('><mark>let a;</mark>\n<del>let b;</del>\nlet c;\n</code></pre></figure>');
});

describe('a diff in a language', () => {
  test('is coloured as that language, without its signs', () => {
    expect(lines('```diff-js\n let a;\n-let b;\n+let c;\n```')).toEqual([
      'span let a;',
      'del let b;',
      'ins let c;',
    ]);
  });

  test('keeps its signs if it is a patch', () => {
    expect(lines('```diff lang=js\n@@ -1 +1 @@\n-a\n+b\n```')).toEqual([
      'span @@ -1 +1 @@',
      'span -a',
      'span +b',
    ]);
  });
});

test.each([
  ['text {23}\na\nb', "Line 23 can't be marked: this code ends at line 2 at {23}"],
  ['text{2}\na', "Line 2 can't be marked: this code ends at line 1 at text{2}"],
  ['text {2-9}\na\nb', undefined],
])('lines after the last one are reported: %j', (fence, result) => {
  const source = parser.markdown.toHtml(`\`\`\`${fence}\n\`\`\``, 'markdown');
  const { faults } = readBody(source, { title: '', siteUrl: '' });
  expect(faults.map(({ message, written }) => `${message} at ${written}`)[0]).toBe(result);
});

test('any info string is read without markup of its own', () => {
  const words = fc.constantFrom(
    ...'js {2} {1-9999999999} title= " \' < > & </code> <b> {{ }} [ ] : , = / linenos hl_lines= \\ ` $'.split(
      ' ',
    ),
    '"<img src=x onerror=alert(1)>"',
    '[!code word:<b>]',
    '</figcaption><script>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 9 }), (parts) => {
      const info = parts.join(' ').replace(/[\r\n]/g, '');
      const { page, feed } = show(`~~~ js ${info}\nlet a = "</b>";\n// b\n~~~\n`);
      for (const html of [page, feed]) {
        const names = new Set(
          Array.from(load(html, null, false)('*').get(), (element) =>
            'name' in element ? element.name : '',
          ),
        );
        for (const name of names) {
          expect('pre code span mark ins del figure figcaption p'.split(' ')).toContain(name);
        }
        expect(load(html)('code').text()).toMatch(/^(?:let a = "<\/b>";\n)?(?:\/\/ b\n)?\n?$/);
      }
    }),
    { numRuns: 1000 },
  );
});
