import { describe, expect, test } from 'vitest';
import { type FrontMatterKey, readFrontMatter } from '../../src/content/front-matter.ts';
import { formatProblem, makePaint } from '../../src/report.ts';

const PATH = 'content/essays/a.md';

function read(text: string) {
  const { source, sound, problems } = readFrontMatter(PATH, text);
  const report = problems.map((problem) => formatProblem(problem, makePaint(false))).join('\n');
  return { source, sound, report };
}

/** The body of a file whose front matter is sound. */
function check(text: string, body: string): void {
  const { source, sound, report } = read(text);
  expect(report).toBe('');
  expect(sound).toBe(true);
  expect(source.body).toBe(body);
  expect(text.slice(source.bodyOffset)).toBe(body);
}

test.each([
  ['front matter and a body', '---\ntitle: A\n---\nBody\n', 'Body\n'],
  ['a blank line before the body', '---\ntitle: A\n---\n\nBody', '\nBody'],
  ['front matter alone', '---\ntitle: A\n---\n', ''],
  ['front matter alone, without a last line end', '---\ntitle: A\n---', ''],
  ['empty front matter', '---\n---\nBody', 'Body'],
  ['front matter of comments', '---\n# none\n---\nBody', 'Body'],
  ['spaces behind the hyphens', '--- \ntitle: A\n---\t \nBody', 'Body'],
  ['front matter closed with dots, as Jekyll reads it', '---\ntitle: A\n...\nBody', 'Body'],
  ['hyphens inside an indented value', '---\nexcerpt: |\n  a\n  ---\n---\nBody', 'Body'],
  ['a rule in the body', '---\ntitle: A\n---\nOne\n\n---\n\nTwo', 'One\n\n---\n\nTwo'],
  ['no front matter', '# A\n\nBody', '# A\n\nBody'],
  ['a rule as the first line, without a line end', '---', '---'],
  ['hyphens that are not the first line', 'A\n---\ntitle: A\n---\n', 'A\n---\ntitle: A\n---\n'],
  ['plus signs without an end', '+++\ntext', '+++\ntext'],
  ['nothing', '', ''],
])('splits a file: %s', (_name, text, body) => check(text, body));

test.each([
  [
    'a list',
    '---\n- a\n- b\n---\nBody',
    `error [front-matter-invalid] The front matter is a list, not keys with values
  ${PATH}:2:1
  2 | - a
    | ^
  → Write one \`key: value\` to a line.`,
  ],
  [
    'a text',
    '---\njust words\n---\nBody',
    `error [front-matter-invalid] The front matter is a text, not keys with values
  ${PATH}:2:1
  2 | just words
    | ^
  → Write one \`key: value\` to a line.`,
  ],
  [
    'never closed',
    '---\ntitle: A\nBody',
    `error [front-matter-unclosed] The front matter that begins here is never closed
  ${PATH}:1:1
  1 | ---
    | ^
  → Put a line of three hyphens (---) after its last key.`,
  ],
  [
    'TOML',
    '+++\ntitle = "A"\n+++\nBody',
    `error [front-matter-invalid] The front matter is TOML (+++), which is not read
  ${PATH}:1:1
  1 | +++
    | ^
  → Write it as YAML: \`key: value\` lines between lines of three hyphens (---).`,
  ],
  [
    'indented with a tab',
    '---\ntitle: A\ntags:\n\t- b\n---\nBody',
    `error [yaml-invalid] This line is indented with a tab, which YAML does not allow
  ${PATH}:4:1
  4 |  - b
    | ^
  → Indent with spaces.`,
  ],
  [
    'with a key twice',
    '---\ntitle: A\ntitle: B\n---\nBody',
    `error [yaml-invalid] The key \`title\` stands here a second time
  ${PATH}:3:1
  3 | title: B
    | ^
  → Remove one of the two.`,
  ],
  [
    'with an unquoted colon',
    '---\ntitle: A: B\n---\nBody',
    `error [yaml-invalid] The value holds a colon followed by a space, so YAML takes it for another key
  ${PATH}:2:9
  2 | title: A: B
    |         ^
  → Put the value in quotes: title: 'A: B'`,
  ],
])('front matter that is %s is not read', (_name, text, expected) => {
  const { source, sound, report } = read(text);
  expect(report).toBe(expected);
  expect(sound).toBe(false);
  expect(source.get('title')).toBeNull();
});

test('the body of a file whose front matter is malformed is still there', () => {
  expect(read('---\ntitle: A: B\n---\nBody').source.body).toBe('Body');
});

describe('keys', () => {
  function checkKey(key: FrontMatterKey, lines: string, expected: string | null): void {
    const { source, report } = read(`---\n${lines}\n---\n`);
    const value = source.get(key);
    const node = value?.node;
    expect(report).toBe('');
    expect(node?.kind === 'text' ? node.value : (node?.kind ?? null)).toBe(expected);
  }

  test.each([
    ['title', 'title: A', 'A'],
    ['author', 'author: A', 'A'],
    ['author', 'authors: A', 'A'],
    ['tags', 'tags: a', 'a'],
    ['tags', 'categories: a', 'a'],
    ['published', 'published: 2020-12-03', '2020-12-03'],
    ['published', 'date: 2020-12-03', '2020-12-03'],
    ['publishedTimestamp', 'publishedTimestamp: 1', '1'],
    ['slug', 'slug: a', 'a'],
    ['excerpt', 'excerpt: a', 'a'],
    ['excerpt', 'description: a', 'a'],
    ['excerpt', 'summary: a', 'a'],
    ['excerpt', 'spoiler: a', 'a'],
    ['image', 'image: a.png', 'a.png'],
    ['image', 'cover: a.png', 'a.png'],
    ['image', 'thumbnail: a.png', 'a.png'],
    ['image', 'hero: a.png', 'a.png'],
    ['imageAlt', 'imageAlt: a', 'a'],
    ['readTime', 'readTime: 3', '3'],
    ['formattedDate', 'formattedDate: Dec 3', 'Dec 3'],
    ['draft', 'draft: true', 'true'],
    ['updated', 'updated: 2020-12-03', '2020-12-03'],
    ['updated', 'modified: 2020-12-03', '2020-12-03'],
    ['updated', 'lastmod: 2020-12-03', '2020-12-03'],
    ['aliases', 'aliases: /a', '/a'],
    ['aliases', 'redirect_from: /a', '/a'],
    ['aliases', 'alias: /a', '/a'],
    ['format', 'format: html', 'html'],
  ] as [FrontMatterKey, string, string][])('%s is read from `%s`', checkKey);

  test.each([
    ['published', 'date: 2019-01-01\npublished: 2020-12-03', '2020-12-03'],
    ['author', 'authors: B\nauthor: A', 'A'],
    ['excerpt', 'description: b\nexcerpt: a', 'a'],
    ['updated', 'lastmod: 2019-01-01\nupdated: 2020-12-03', '2020-12-03'],
    ['image', 'cover: b.png\nimage: a.png', 'a.png'],
    ['tags', 'categories: b\ntags: a', 'a'],
    ['tags', 'categories: b\ntags: []', 'b'],
    ['published', 'date: 2020-12-03\npublished:', '2020-12-03'],
  ] as [FrontMatterKey, string, string][])(
    'of two names for %s, ours wins where it has a value: %j',
    checkKey,
  );

  test.each([
    ['title', 'title:'],
    ['title', 'title: ~'],
    ['title', 'title: "  "'],
    ['tags', 'tags: []'],
    ['image', 'image: {}'],
    ['slug', 'title: A'],
  ] as [FrontMatterKey, string][])('%s is absent in `%s`', (key, lines) =>
    checkKey(key, lines, null),
  );

  test.each([
    ['published: false', true, null],
    ['published: no', true, null],
    ['published: true', false, null],
    ['published: false\ndate: 2020-12-03', true, '2020-12-03'],
    ['published: true\ndate: 2020-12-03', false, '2020-12-03'],
    ['published: 2020-12-03', false, '2020-12-03'],
    ['title: A', false, null],
  ] as [string, boolean, string | null][])(
    '`%s` marks an unpublished essay: %s',
    (lines, unpublished, date) => {
      checkKey('published', lines, date);
      expect(read(`---\n${lines}\n---\n`).source.unpublished).toBe(unpublished);
    },
  );

  test('a value knows the name it stands under and its place in the file', () => {
    const { source } = read('---\ntitle: A\nlastmod: 2020-12-03\n---\n');
    expect(source.get('updated')).toMatchObject({
      name: 'lastmod',
      place: { file: PATH, line: 3, column: 10, excerpt: 'lastmod: 2020-12-03' },
    });
  });

  test.each([
    ['titel: A', 'titel', 'title'],
    ['Title: A', 'Title', 'title'],
    ['publishd: 2020', 'publishd', 'published'],
    ['pubilshed: 2020', 'pubilshed', 'published'],
    ['excrept: a', 'excrept', 'excerpt'],
    ['aliasses: /a', 'aliasses', 'aliases'],
    ['sulg: a', 'sulg', 'slug'],
    ['dates: 2020-12-03', 'dates', 'date'],
  ])('a key that is a letter or two away from a known one is told: `%s`', (line, name, meant) => {
    expect(read(`---\nx: y\n${line}\n---\n`).report).toBe(
      `warning [key-unknown] The key \`${name}\` is not known, so its value is not used
  ${PATH}:3:1
  3 | ${line}
    | ^
  → Did you mean \`${meant}\`?`,
    );
  });

  test.each([
    'layout: post',
    'permalink: /a',
    'weight: 3',
    'data: x',
    'tag: x',
    'eleventyNavigation: {key: a}',
    'toc: true',
  ])('any other key is ignored: `%s`', (line) =>
    expect(read(`---\n${line}\n---\n`).report).toBe(''),
  );
});
