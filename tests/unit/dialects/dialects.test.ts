/**
 * The syntax of other generators in bodies. Each folder of tests/fixtures/dialects/ has a body, the HTML that the page
 * shows of it, and, if there is syntax that nothing translates, the problems.
 *
 * `BLOG_UPDATE=1 npx vitest run unit/dialects` writes what comes out over what was expected: read the difference.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { translateDialects } from '../../../src/dialects/translate.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import { fillBody } from '../../../src/markdown/body.ts';
import { unmarkCode } from '../../../src/markdown/code.ts';
import { expectCheap } from '../../support/cost.ts';
import { expectText, listFixtures } from '../../support/fixtures.ts';
import { makeParser } from '../../support/parser.ts';
import { withPlaces } from '../../support/problems.ts';
import { buildSite, essay } from '../../support/site.ts';

const parser = await makeParser({ url: 'https://ann.example/base', components: ['Card'] });

/** The codes of syntax. */
const CODES = ['markup-foreign', 'container-unstyled'];

const HEAD = '---\ntitle: A <title>\nsubject: sub\ndate: 2020-01-01\ntags: [a]\n---\n';

const listGallery = () => [];

function parse(body: string, extension = 'md') {
  const file = { path: `content/essays/a.${extension}`, bytes: Buffer.from(HEAD + body) };
  return parseEssay(file, parser);
}

const FIXTURES = listFixtures('dialects').flatMap(([topic]) =>
  listFixtures(`dialects/${topic}`).map(([name, folder]) => {
    return [`${topic}: ${name.replaceAll('-', ' ')}`, folder] as const;
  }),
);

test.each(FIXTURES)('%s', (_, folder) => {
  const input = readdirSync(folder).find((name) => name.startsWith('input.')) ?? '';
  const [, extension] = input.split('.');
  // Whether a body ends with a line end matters to some syntax; a file in an editor always does.
  const written = readFileSync(join(folder, input), 'utf8').replace(/\n$/, '');
  const { body, parts } = parse(written, extension);
  expectText(join(folder, 'expected.html'), `${unmarkCode(fillBody(body.html, [])).trimEnd()}\n`);
  const problems = parts.filter(({ code }) => CODES.includes(code));
  const lines = problems.map(({ message, hint }) => `${message}\n  ${hint}\n`).join('');
  const file = join(folder, 'problems.txt');
  if (lines !== '' || existsSync(file)) expectText(file, lines);
});

test('a table that is drawn is reported once, whatever the number of its lines', () => {
  const grid = '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+\n';
  const { parts } = parse(`${grid}\nText.\n\n${grid}`);
  expect(parts.map(({ count }) => count)).toEqual([2]);
});

describe('a body without a sign of any dialect', () => {
  const PLAIN = 'An essay, *as most are*: [a link](/b), `code` & a list.\n\n- one\n- two\n\n';

  /** Translates a body; counts the searches in it, and how often the engine lists its parts. */
  function countWork(body: string) {
    const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(body) });
    const listParts = vi.fn(parser.markdown.listParts);
    const { config } = parser;
    const context = { ...config, format: 'markdown' as const, siteUrl: '', listParts, listGallery };
    // Every method that searches with a pattern calls `exec`.
    const searches = vi.spyOn(RegExp.prototype, 'exec');
    const { source: translated } = translateDialects(source, context);
    const count = searches.mock.calls.length;
    searches.mockRestore();
    return { searches: count, lists: listParts.mock.calls.length, isSame: translated === source };
  }

  test('is searched twice, and nothing else is done', () =>
    expect(countWork(PLAIN.repeat(20))).toEqual({ searches: 2, lists: 0, isSame: true }));

  test('unlike one with a sign', () => {
    expect(countWork(`${PLAIN}{% x %}`).searches).toBeGreaterThan(10);
  });
});

describe('of a whole HTML document, the head is left out', () => {
  const head =
    '<!DOCTYPE html>\n<HTML>\n<HEAD><TITLE>Old &amp; odd</TITLE><META name=robots content=noindex>';
  const read = (front: string, html: string) => {
    const file = { path: 'content/essays/2001-08-14-a.html', bytes: Buffer.from(front + html) };
    const { essay, body, problems, parts } = parseEssay(file, parser);
    return [
      essay.title,
      fillBody(body.html, []).trim(),
      ...[...problems, ...parts].map(({ message }) => message),
    ];
  };
  const lost = 'The head of an HTML page is left out, and its styles and scripts with it';
  test.each<[name: string, front: string, html: string, found: readonly string[]]>([
    [
      'gives the title',
      '',
      `${head}</HEAD><BODY bgcolor=red><p>b</p></BODY></HTML>`,
      ['Old & odd', '<p>b</p>'],
    ],
    ['gives way to a heading', '', `${head}<body><h2>C</h2><p>b</p>`, ['C', '<p>b</p>']],
    [
      'gives way to a stated title',
      '---\ntitle: D\n---\n',
      `${head}</head><p>b</p>`,
      ['D', '<p>b</p>'],
    ],
    [
      'is reported if it has styles',
      '',
      `${head}<style>a{}</style></head><p>b</p>`,
      ['Old & odd', '<p>b</p>', lost],
    ],
  ])('%s', (_, front, html, found) => expect(read(front, html)).toEqual(found));
});

test('unknown syntax is reported once per name, at the first', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\ndate: 2020-01-01', 'a {% b %}\n\n{% b %} {% c %}\n'),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-02', '{% b %}\n'),
    'content/about.md': '{% c %}\n\n:::note\na\n',
  });
  const A = 'content/essays/a.md';
  expect(withPlaces(site.problems)).toEqual([
    'markup-foreign content/about.md:3:1 `:::note` is never closed',
    `markup-foreign ${A}:5:3 Unknown shortcode \`{% b %}\` (3 times in 2 files)`,
    `markup-foreign ${A}:7:9 Unknown shortcode \`{% c %}\` (2 times in 2 files)`,
  ]);
  const again = await site.rebuild({ 'content/essays/b.md': null });
  expect(again.problems[1]?.message).toContain('(2 times)');
});

test.each([
  ['{{< gallery >}}\n\n{% include toc.html %} Text.', 'Text.'],
  ['{{< figure src="a.png" caption="b" >}}\n\nText.', 'Text.'],
  ['One `{{ a }}`.\n\n<!--more-->\n\nTwo.', 'One {{ a }}.'],
  ['One <!-- More --> two.', 'One'],
  ['One\n\n<!-- truncate -->\n\ntwo.', 'One'],
  ['<!--more-->\n\nTwo.', 'Two.'],
  ["import x from './x.js'\nimport 'y.css';\n\nText.", 'Text.'],
  ['import duties from “China” rose.\n\nText.', 'import duties from “China” rose. Text.'],
  ['[!bang] is {{ x }}', '[!bang] is {{ x }}', 'txt'],
  ['{{ x }} and {% y %}', '{{ x }} and {% y %}', 'txt'],
  ['{% x %}{{ y }} [!bang]', '[!bang]', 'html'],
  ['<p>import duties rose</p><p>Next</p>', 'import duties rose Next', 'html'],
])('the excerpt of %j is %j', (body, excerpt, extension = 'md') =>
  expect(parse(body, extension).essay.excerpt).toBe(excerpt),
);

test('a body with only an embed is not empty', () =>
  expect(parse('{% gist 7896402 %}').problems).toEqual([]));

test('a link of another generator leads to the essay that it names, or is reported', async () => {
  const at = (name: string) => ({
    [`content/essays/${name}`]: essay(`title: ${name.replace(/\W/g, ' ')}\npublished: 2020-01-01`),
  });
  const leads: Readonly<Record<string, string | null>> = {
    '{% post_url 2019-05-06-To %}': '/blog/2019-2019-05-06-to-md',
    '{{< ref "posts/to.md#top" >}}': '/blog/2019-2019-05-06-to-md#top',
    '{{< ref "to" >}}': '/blog/2019-2019-05-06-to-md',
    '@/note/index.md': '/blog/note-index-md',
    '/posts/NOTE.md': '/blog/note-index-md',
    '{% link about.md %}': '/about',
    '{{< relref "b/same" >}}': '/blog/b-same-md',
    '../note.html': null,
    '{{< relref "same" >}}': null,
    '{% post_url 2019-05-06-gone %}': null,
  };
  const from = Object.keys(leads).map((mark, i) => {
    const body = `Words\n\n{% youtube dQw4w9WgXcQ %}\nSee [x](${mark}).\n`;
    return [`content/essays/deep/${i}.md`, essay(`title: From ${i}\npublished: 2020-01-01`, body)];
  });
  const site = await buildSite({
    ...{ 'content/about.md': 'Me.', ...at('2019/2019-05-06-To.md'), ...at('note/index.md') },
    ...{ ...at('a/same.md'), ...at('b/same.md'), ...Object.fromEntries(from) },
  });
  const found = from.map(([path], i) => {
    const problem = site.problems.find(({ file }) => file === path);
    if (problem) return `${problem.line}:${problem.column} ${problem.excerpt}`;
    return site.page(`blog/from-${i}.html`)('.prose p a').attr('href');
  });
  const expected = Object.entries(leads).map(([mark, url]) => url ?? `8:9 See [x](${mark}).`);
  expect(found).toEqual(expected);
});

test.each([
  ...['{', '{{', '{%', '{{<', '[[a', '![a](b ', '![', '`a``', '{:', '{% a', '{{</*', '> ', '"\\'],
  ...['%%a', '<a markdown ', '[code a', '\nhttps:', '\t'],
  ...['<pre>', '<a ', '{% raw %}', '@/', '    ', '(@/a', '{% highlight a %}', '{{ a "', '- x\n'],
  ...[']{.a}', ']{a=b ', '{% link b %}', '{{ a }}{% link b %}', '\n:::\n', '\n::: {?\n'],
  `\n{${'.a'.repeat(40)} x=y}\n`,
  ...['\n\n![a](b){#fig:a}', '![a](b){#fig:a}', '@fig:a ', '[@fig:a; ', '\n \n![](({#fig:a}'],
])('the cost of 300,000 characters of %j is bounded', async (piece) => {
  const body = `x {% y${/\s/.test(piece) ? '\n' : ' '}${piece.repeat(3e5 / piece.length)}`;
  const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(body) });
  const { config, markdown } = parser;
  const context = { ...config, format: 'markdown' as const, siteUrl: '', ...markdown, listGallery };
  await expectCheap(() => translateDialects(source, context));
});
