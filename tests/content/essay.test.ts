import { beforeAll, describe, expect, test } from 'vitest';
import type { Body } from '../../src/content/body.ts';
import { fillBody } from '../../src/content/body.ts';
import {
  type EssayParser,
  type ParsedEssay,
  parseAbout,
  parseEssay,
} from '../../src/content/essay.ts';
import { digest } from '../../src/content/fingerprint.ts';
import { findLinkedFiles } from '../../src/content/images.ts';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import type { Problem } from '../../src/problems.ts';
import { formatProblem, makePaint } from '../../src/report.ts';
import { costOf } from '../support/cost.ts';
import { essay } from '../support/site.ts';

let parser: EssayParser;
beforeAll(async () => {
  const config = { timezone: 'America/New_York', wordsPerMinute: 200, url: 'https://me.example' };
  parser = { config, markdown: await loadMarkdownEngine() };
});

const FOLDER = 'content/essays';
const DATED = 'title: A\npublished: 2020-12-03\n';

function format(problems: readonly Problem[]): string {
  return problems.map((problem) => formatProblem(problem, makePaint(false))).join('\n');
}

function parse(file: string | Uint8Array, name = 'a.md') {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const { essay, body, problems } = parseEssay({ path: `${FOLDER}/${name}`, bytes }, parser);
  return { essay, body, report: format(problems) };
}

/** What a file without any fault makes of an essay. */
function check(file: string, expected: Partial<ParsedEssay>, name = 'a.md'): void {
  const { essay, report } = parse(file, name);
  expect(report).toBe('');
  expect(essay).toMatchObject(expected);
}

function html(body: Body): string {
  return fillBody(body.html, []).trim();
}

test('an essay has every field of the specification', () => {
  const file = essay(
    `title: One
author: Ann
tags: [life, news]
published: Thursday, December 3, 2020 at 10:15 PM EST
slug: first
excerpt: In short
image: a.png
imageAlt: A hill
readTime: 7
formattedDate: Dec 3
draft: true
updated: 2021-01-01
aliases: [/old, /older]`,
    'Some words.\n',
  );
  const { essay: parsed, body, report } = parse(file, '2020/one.md');
  const { statedSlug, image, aliases, ...rest } = parsed;
  expect(report).toBe('');
  expect(rest).toEqual({
    path: 'content/essays/2020/one.md',
    digest: digest(file),
    title: 'One',
    author: 'Ann',
    tags: ['life', 'news'],
    published: 'Thursday, December 3, 2020 at 10:15 PM EST',
    publishedTimestamp: Date.UTC(2020, 11, 4, 3, 15),
    fileName: 'one',
    excerpt: 'In short',
    imageAlt: 'A hill',
    readTime: 7,
    statedDate: 'Dec 3',
    draft: true,
    isUndated: false,
    updated: Date.UTC(2021, 0, 1, 5),
    format: 'markdown',
    links: [],
    ids: [],
    hasOutboundLinks: false,
    embedded: [],
  });
  expect(html(body)).toBe('<p>Some words.</p>');
  expect(body.text).toBe('Some words.');
  expect(statedSlug).toMatchObject({ value: 'first', place: { line: 6, column: 7 } });
  expect(image).toMatchObject({ value: 'a.png', place: { line: 8, column: 8 } });
  expect(aliases.map(({ value, place }) => [value, place.line])).toEqual([
    ['/old', 14],
    ['/older', 14],
  ]);
});

test('what the body links to and what it can be linked at is the essay’s, its text is not', () => {
  const { essay: parsed, body } = parse(
    essay(DATED, '## Part\n\n[x](/x) ![y](y.png) <a href="https://o.example" onclick="x">o</a>\n'),
  );
  expect(parsed).not.toHaveProperty('body');
  expect(parsed.links.map(({ element, url }) => [element, url])).toEqual([
    ['a', '/x'],
    ['img', 'y.png'],
  ]);
  expect(parsed).toMatchObject({ ids: ['part'], hasOutboundLinks: true });
  expect([parsed.links, parsed.ids]).toEqual([body.links, body.ids]);
});

test('the digest follows the bytes of the file, and nothing else', () => {
  const file = essay(DATED, 'Words.');
  const { essay: same } = parse(file, 'other.md');
  expect(same.digest).toBe(parse(file).essay.digest);
  for (const other of [`\uFEFF${file}`, file.replaceAll('\n', '\r\n'), `${file} `, '']) {
    expect(parse(other).essay.digest).not.toBe(same.digest);
  }
});

test('an essay of title and date alone has the rest derived, or absent', () =>
  check(essay(DATED, 'Some words.'), {
    author: null,
    tags: [],
    statedSlug: null,
    excerpt: 'Some words.',
    image: null,
    imageAlt: '',
    readTime: 1,
    statedDate: null,
    draft: false,
    aliases: [],
    updated: null,
  }));

describe('title', () => {
  test.each([
    ['title: Why I Write', 'x', 'Why I Write'],
    ['title: It&#8217;d be', 'x', 'It’d be'],
    ['title: "&amp;#8217;"', 'x', '&#8217;'],
    ['title: 1984', 'x', '1984'],
    ['title: 1.10', 'x', '1.10'],
    ['title: Stated', '# Heading', 'Stated'],
    ['slug: x', '# Heading', 'Heading'],
    ['slug: x', 'Words first\n\n## The *second* &amp; level\n\nx', 'The second & level'],
    ['slug: x', '# It&#8217;d be', 'It’d be'],
    ['title:', '# Heading', 'Heading'],
  ])('%j over %j is %j', (line, body, title) =>
    check(essay(`published: 2020-12-03\n${line}`, `${body}\n\nMore.`), { title }),
  );

  test.each([
    ['title: Why I Write', '# Why I Write\n\nx', '<p>x</p>'],
    ['title: It\'s "here"', '# It\'s "here"\n\nx', '<p>x</p>'],
    ['title: It&#8217;s', "# It's\n\nx", '<p>x</p>'],
    ['title: Q&amp;A', '## Q&A\n\nx', '<p>x</p>'],
    ['slug: x', '# Heading\n\nx', '<p>x</p>'],
    ['title: Other', '# Heading\n\nx', '<h1 id="heading">Heading</h1>\n<p>x</p>'],
  ])('a first heading that repeats %j is dropped: %j', (line, body, expected) => {
    const { body: parsed, report } = parse(essay(`published: 2020-12-03\n${line}`, body));
    expect([html(parsed), report]).toEqual([expected, '']);
  });
});

describe('date', () => {
  const dec3 = Date.UTC(2020, 11, 3, 5);

  test.each([
    ['published: 2020-12-03', '2020-12-03', dec3],
    ['date: 2020-12-03', '2020-12-03', dec3],
    ['published: Dec 3, 2020', 'Dec 3, 2020', dec3],
    ['published: 2020-12-03\ndate: 2019-01-01', '2020-12-03', dec3],
    ['published: 2020-12-03 12:00 GMT', '2020-12-03 12:00 GMT', Date.UTC(2020, 11, 3, 12)],
    [
      'published: sometime in 2020\npublishedTimestamp: 1607000000000',
      'sometime in 2020',
      1607000000000,
    ],
    ['publishedTimestamp: 0', '1970-01-01T00:00:00.000Z', 0],
    ['publishedTimestamp: -1000', '1969-12-31T23:59:59.000Z', -1000],
    ['published: true\ndate: 2020-12-03', '2020-12-03', dec3],
  ])(
    '`%s` is kept as written, and read in the site’s zone',
    (lines, published, publishedTimestamp) =>
      check(essay(`title: A\n${lines}`), { published, publishedTimestamp }),
  );

  test.each([
    ['2020-12-03-a.md', 'title: A', '2020-12-03', dec3],
    ['2020-12-03-a/index.md', 'title: A', '2020-12-03', dec3],
    ['2019-01-01-a.md', 'title: A\ndate: 2020-12-03', '2020-12-03', dec3],
    ['2020-12-03-a.md', 'title: A\npublished: true', '2020-12-03', dec3],
  ])(
    'the name %s gives the date where the front matter, %j, gives none',
    (name, lines, published, publishedTimestamp) =>
      check(essay(lines), { published, publishedTimestamp, fileName: 'a' }, name),
  );

  test.each([
    ['modified: 2021-01-01', Date.UTC(2021, 0, 1, 5)],
    ['lastmod: 2021-01-01T00:00:00Z', Date.UTC(2021, 0, 1)],
  ])('`%s` is the date of the last change', (line, updated) =>
    check(essay(`${DATED}${line}`), { updated }),
  );

  test('a draft needs none', () =>
    check(essay('title: A\ndraft: true'), { draft: true, isUndated: true }));

  test('one that is refused is no missing one', () => {
    const { report } = parse(essay('title: A\ndate: [2020]'));
    expect(report.match(/\[[a-z-]+\]/g)).toEqual(['[value-invalid]']);
  });

  test('a file without front matter needs a name with a date and a heading', () =>
    check(
      '# Walking\n\nSome words.',
      { title: 'Walking', publishedTimestamp: dec3 },
      '2020-12-03-a.md',
    ));
});

describe('tags', () => {
  test.each([
    ['tags: [a, b]', ['a', 'b']],
    ['tags:\n  - a\n  - b c', ['a', 'b c']],
    ['tags: a, b ,c', ['a', 'b', 'c']],
    ['tags: venture capital', ['venture capital']],
    ['tags: brain bowls cogniphysics', ['brain bowls cogniphysics']],
    ['tags: ["a, b", c]', ['a, b', 'c']],
    ['tags: [" a ", b]', ['a', 'b']],
    ['tags: [a, b, a]', ['a', 'b']],
    ['tags: [AI, ai]', ['AI', 'ai']],
    ['tags: a,,b,', ['a', 'b']],
    ['tags: [2020, true]', ['2020', 'true']],
    ['tags:', []],
    ['tags: []', []],
    ['categories: [a]', ['a']],
    ['tags: [b]\ncategories: [a]', ['b']],
  ])('`%s` are %j', (lines, tags) => check(essay(`${DATED}${lines}`), { tags }));
});

describe('format', () => {
  const BODY = '*a*\n<b>b</b>\n';
  const MARKDOWN = '<p><em>a</em>\n<b>b</b></p>';
  const HTML = '*a*\n<b>b</b>';
  const TEXT = '<p>*a*<br>\n&lt;b&gt;b&lt;/b&gt;</p>';

  test.each([
    ['a.md', '', 'markdown', MARKDOWN],
    ['a.html', '', 'html', HTML],
    ['a.txt', '', 'text', TEXT],
    ['a.HTML', '', 'html', HTML],
    ['a.md', 'format: html', 'html', HTML],
    ['a.md', 'format: txt', 'text', TEXT],
    ['a.html', 'format: md', 'markdown', MARKDOWN],
    ['a.txt', 'format: Markdown', 'markdown', MARKDOWN],
  ])('%s with %j is %s', (name, line, format, expected) => {
    const { essay: parsed, body, report } = parse(essay(`${DATED}${line}`, BODY), name);
    expect([parsed.format, html(body), report]).toEqual([format, expected, '']);
  });
});

describe('reading time and excerpt', () => {
  test.each([
    [1, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ])('%i words take %i minutes', (words, readTime) =>
    check(essay(DATED, 'word '.repeat(words)), { readTime }),
  );

  test('a body without words takes a minute', () =>
    check(essay(DATED, '![](a.png)'), { readTime: 1, excerpt: '' }));

  test('the words of scripts and of the dropped heading do not count', () =>
    check(
      essay(DATED, `<h1>A</h1><script>${'x '.repeat(500)}</script><p>${'word '.repeat(200)}</p>`),
      { readTime: 1 },
      'a.html',
    ));

  test.each([
    ['excerpt: Stated &amp; short', 'Body.', 'Stated & short'],
    ['excerpt:', 'Body.', 'Body.'],
    ['slug: a', '**One**\n\n- two\n- three', 'One two three'],
    ['slug: a', 'It&#8217;d &amp;amp; be', 'It’d &amp; be'],
    ['slug: a', 'a[^1] b\n\n[^1]: note', 'a b note'],
    ['slug: a', `${'word '.repeat(35)}words no`, `${'word '.repeat(35)}words…`],
    ['slug: a', `${'word '.repeat(35)}wordss no`, `${'word '.repeat(34)}word…`],
  ])('`%s` over %j is the excerpt %j', (line, body, excerpt) =>
    check(essay(`${DATED}${line}`, body), { excerpt }),
  );

  test('a stated excerpt is not cut', () =>
    check(essay(`${DATED}excerpt: ${'word '.repeat(100)}`), {
      excerpt: 'word '.repeat(100).trim(),
    }));
});

describe('odd files', () => {
  test.each([
    ['a byte-order mark', `\uFEFF${essay(DATED, 'One\ntwo')}`],
    ['CRLF', essay(DATED, 'One\ntwo').replace(/\n/g, '\r\n')],
    ['CR', essay(DATED, 'One\ntwo').replace(/\n/g, '\r')],
  ])('a file with %s is read like any other', (_name, file) => {
    const { essay: parsed, body, report } = parse(file);
    expect([parsed.title, html(body), report]).toEqual(['A', '<p>One\ntwo</p>', '']);
  });

  const WORDS = 'Some words and some more of them. '.repeat(20);
  test.each([
    ['a.html', `<p>${WORDS}<a href="/x">A link</a>.</p>\n`],
    ['a.txt', `${WORDS}\nhttps://o.example\n\n`],
    ['a.md', `${WORDS}*Emphasis*.\n\n`],
  ])(
    'a body of 20 MB costs about as much for its length as one of 1 MB: %s',
    async (name, piece) => {
      const cost = async (megabytes: number) => {
        const file = essay(DATED, piece.repeat(Math.ceil((megabytes * 1e6) / piece.length)));
        const ms = await costOf(() => expect(parse(file, name).report).toBe(''));
        return ms / megabytes;
      };
      // Were the cost to grow with the square of the length, it would be twenty times as much.
      const small = Math.max(await cost(1), await cost(1), await cost(1));
      expect(await cost(20)).toBeLessThan(10 * small);
    },
  );
});

describe('problems', () => {
  /** The whole report on one file. */
  function checkReport(file: string | Uint8Array, report: string, name = 'a.md'): void {
    expect(parse(file, name).report).toBe(report);
  }

  test.each([
    [
      'no title',
      essay('published: 2020-12-03'),
      `error [title-missing] This essay has no title
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Add a line \`title: …\` to the front matter, or begin the body with a heading.`,
    ],
    [
      'no date',
      essay('title: A'),
      `error [date-missing] This essay has no date
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Add a line \`published: 2020-12-03\` to the front matter, or begin the file’s name with the date.`,
    ],
    [
      'only a flag for a date',
      essay('title: A\npublished: true'),
      `error [date-missing] This essay has no date
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Add a line \`published: 2020-12-03\` to the front matter, or begin the file’s name with the date.`,
    ],
    [
      'an impossible date',
      essay('title: A\npublished: February 30, 2020'),
      `error [date-impossible] February 2020 has no day 30: \`February 30, 2020\`
  content/essays/a.md:3:12
  3 | published: February 30, 2020
    |            ^
  → Correct the date.`,
    ],
    [
      'a date that cannot be read',
      essay('title: A\npublished: last spring'),
      `error [date-unreadable] \`last spring\` is not a date that can be read
  content/essays/a.md:3:12
  3 | published: last spring
    |            ^
  → Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.`,
    ],
    [
      'an updated date that cannot be read',
      essay(`${DATED}lastmod: soon`),
      `error [date-unreadable] \`soon\` is not a date that can be read
  content/essays/a.md:4:10
  4 | lastmod: soon
    |          ^
  → Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.`,
    ],
    [
      'a wrong weekday',
      essay('title: A\npublished: Friday, December 3, 2020'),
      `warning [date-weekday] That day is a Thursday, not a Friday
  content/essays/a.md:3:12
  3 | published: Friday, December 3, 2020
    |            ^
  → Correct the weekday or the day.`,
    ],
    [
      'a timestamp that is no number',
      essay(`${DATED}publishedTimestamp: 1e3`),
      `error [value-invalid] \`publishedTimestamp\` must be milliseconds since 1970, and is \`1e3\`
  content/essays/a.md:4:21
  4 | publishedTimestamp: 1e3
    |                     ^
  → Write a whole number, or use \`published\`.`,
    ],
    [
      'a title that is a list',
      essay('title: [A]\npublished: 2020-12-03'),
      `error [value-invalid] \`title\` must be a text, and is a list
  content/essays/a.md:2:8
  2 | title: [A]
    |        ^
  → Write it as \`title: some words\`.`,
    ],
    [
      'only front matter',
      essay(DATED, ''),
      `warning [body-empty] This essay has no body
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Write it below the front matter, or mark it \`draft: true\` until then.`,
    ],
    [
      'only a heading that is the title',
      essay(DATED, '# A\n'),
      `warning [body-empty] This essay has no body
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Write it below the front matter, or mark it \`draft: true\` until then.`,
    ],
    [
      'an address that runs script',
      essay(DATED, 'One [two](javascript:x) three'),
      `warning [script-url] This address would run script, and was left out
  content/essays/a.md:5:11
  5 | One [two](javascript:x) three
    |           ^
  → Write the address of a page instead.`,
    ],
    [
      'Latin-1',
      Buffer.from(essay(DATED, 'One\ncaf\u00e9 three'), 'latin1'),
      `error [encoding-invalid] This file is not UTF-8: the byte 0xE9 cannot stand here
  content/essays/a.md:6:4
  6 | caf\uFFFD three
    |    ^
  → Save the file as UTF-8 (it may be Latin-1 or Windows-1252).`,
    ],
    [
      'UTF-16',
      Buffer.from(`\uFEFF${essay(DATED)}`, 'utf16le'),
      `error [encoding-invalid] This file is UTF-16, not UTF-8
  content/essays/a.md
  → Save it as UTF-8.`,
    ],
    [
      'front matter that is malformed, without problems that follow from it',
      essay('title: A: B'),
      `error [yaml-invalid] The value holds a colon followed by a space, so YAML takes it for another key
  content/essays/a.md:2:9
  2 | title: A: B
    |         ^
  → Put the value in quotes: title: 'A: B'`,
    ],
    [
      'front matter that is never closed, without problems that follow from it',
      '---\ntitle: A\n\nOne',
      `error [front-matter-unclosed] The front matter that begins here is never closed
  content/essays/a.md:1:1
  1 | ---
    | ^
  → Put a line of three hyphens (---) after its last key.`,
    ],
  ])('%s', (_name, file, report) => checkReport(file, report));

  test.each([
    ['an empty file', ''],
    ['a byte-order mark alone', '\uFEFF'],
  ])('%s', (_name, file) =>
    checkReport(
      file,
      `error [title-missing] This file is empty
  content/essays/a.md:1:1
  1 |${' '}
    | ^
  → Write \`title\` and \`published\` between lines of three hyphens (---), and a body below.`,
    ),
  );

  test('a file that begins with a blank line is shown at its first line', () => {
    expect(parse('\nwords', '2020-12-03-a.md').report).toMatch(/2020-12-03-a\.md:1:1\n/);
  });

  test('an impossible date in a file’s name', () =>
    checkReport(
      '# A\n\nOne',
      `error [date-impossible] February 2020 has no day 30: \`2020-02-30\`
  content/essays/2020-02-30-a.md
  → Correct the date.`,
      '2020-02-30-a.md',
    ));

  test.each([
    [
      'a.html',
      '<p>a</p>\n<a href="/x">b</a> <a href="javascript:x">c</a>\n<a href="javascript:x">d</a>',
      ['6:29', '7:10'],
    ],
    [
      'a.md',
      'a [b](javascript:x)\n\n[c](javascript:x) `[d](javascript:x)`\n\n<a href="javascript:x">e</a>',
      ['5:7', '7:5', '9:10'],
    ],
    ['a.md', '[a][r]\n\n[r]: javascript:x', ['7:6']],
  ])('addresses that run script have their places in %s', (name, body, places) => {
    const { report } = parse(essay(DATED, body), name);
    expect([...report.matchAll(/:(\d+:\d+)\n/g)].map(([, place]) => place)).toEqual(places);
  });

  test('every fault of a file is reported at once', () => {
    const { report } = parse(
      essay('titel: A\npublished: soon\ndraft: maybe', '<div> <a href="javascript:x">b</a>'),
      'a.html',
    );
    expect([...report.matchAll(/\[([a-z-]+)\] /g)].map(([, code]) => code).sort()).toEqual([
      'date-unreadable',
      'key-unknown',
      'script-url',
      'title-missing',
      'value-invalid',
    ]);
  });
});

describe('the biography', () => {
  function about(text: string) {
    const file = { path: 'content/about.md', bytes: Buffer.from(text) };
    const { value, problems } = parseAbout(file, parser);
    return { ...value, report: format(problems) };
  }

  test('needs neither title nor date', () => {
    const { path, body, report } = about('I am Ann.');
    expect([path, body.text, report]).toEqual(['content/about.md', 'I am Ann.', '']);
  });

  test.each([
    ['# About\n\nI am Ann.', '<p>I am Ann.</p>'],
    ['# Ann\n\nI am Ann.', '<h1 id="ann">Ann</h1>\n<p>I am Ann.</p>'],
    ['---\n---\nI am Ann.', '<p>I am Ann.</p>'],
  ])('loses its heading if that says “About”: %j', (text, expected) => {
    expect(html(about(text).body)).toBe(expected);
  });

  test('has its problems reported as an essay has', () => {
    const { body, report } = about('---\ntitel: x\n---\n# About\n\nI am [b](javascript:x).\n');
    expect(html(body)).toBe('<p>I am <a>b</a>.</p>');
    expect(
      report,
    ).toBe(`warning [key-unknown] The key \`titel\` is not known, so its value is not used
  content/about.md:2:1
  2 | titel: x
    | ^
  → Did you mean \`title\`?
warning [script-url] This address would run script, and was left out
  content/about.md:6:10
  6 | I am [b](javascript:x).
    |          ^
  → Write the address of a page instead.`);
  });

  test('in another encoding than UTF-8 is an error', () => {
    const file = { path: 'content/about.md', bytes: Buffer.from('caf\u00e9', 'latin1') };
    expect(parseAbout(file, parser).problems.map(({ code }) => code)).toEqual(['encoding-invalid']);
  });
});

describe('of the site’s own files, those are linked', () => {
  const HILL = 'content/essays/walk/hill.jpg';
  const X = 'content/public/x.png';
  const Y = 'content/public/blog/y.png';
  const own = new Set([HILL, 'content/essays/walk/a b.pdf', X, Y, 'content/public/b.zip']);

  /** Which files an essay in `walk/` links to. */
  function check(body: string, linked: string[], lines = ''): void {
    const { essay: parsed } = parse(essay(`${DATED}${lines}`, body), 'walk/index.md');
    const found = findLinkedFiles([parsed], null, own, parser.config.url);
    expect([...found.keys()]).toEqual(linked);
  }

  test.each([
    ['that lie beside the essay', '![](hill.jpg)', [HILL]],
    ['whatever way leads there', '![](../walk/./hill.jpg)', [HILL]],
    ['that are linked to, not shown', '[x](a%20b.pdf)', ['content/essays/walk/a b.pdf']],
    [
      'that are shown with a query or a fragment',
      '![](hill.jpg?w=1) ![](/x.png#a)',
      [HILL, X].sort(),
    ],
    ['that are shown from public/', '![](/x.png)', [X]],
    ['that are shown by the site’s own URL', '![](https://me.example/x.png)', [X]],
    ['that the page would find', '![](y.png) ![](../x.png)', [Y, X].sort()],
    ['each once, in the order of their paths', '![](/x.png) ![](hill.jpg) ![](/x.png)', [HILL, X]],
    ['and no others', '![](gone.png) ![](https://o.example/x.png) [x](/blog/a) [y](#z)', []],
    ['nor one of public/ that is only linked to, for its size is not shown', '[x](/x.png)', []],
    ['nor one whose name is no escape', '![](%E0%A4%A.png)', []],
  ])('%s: %j', (_name, body, linked) => check(body, linked));

  test.each([
    ['image: hill.jpg', [HILL]],
    ['image: /x.png', [X]],
    ['image: https://me.example/x.png', [X]],
    ['image: https://o.example/x.png', []],
  ])('that are the thumbnail: `%s`', (line, linked) => check('Words.', linked, line));

  test('that the biography shows or links to', () => {
    const bytes = Buffer.from('![](x.png) [y](/b.zip) ![](hill.jpg)');
    const { value: about } = parseAbout({ path: 'content/about.md', bytes }, parser);
    const linked = findLinkedFiles([], about, own, parser.config.url);
    expect([...linked]).toEqual([
      ['content/public/b.zip', new Set()],
      [X, new Set(['body'])],
    ]);
  });
});
