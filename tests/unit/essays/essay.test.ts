import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ParsedEssay, parseEssay } from '../../../src/essays/essay.ts';
import { digest } from '../../../src/files/fingerprint.ts';
import { pageOf } from '../../support/bodies.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';
import { inShort } from '../../support/problems.ts';
import { essay } from '../../support/site.ts';

const parser = await makeParser({ timezone: 'America/New_York' });

const DATED = 'title: A\npublished: 2020-12-03\n';

function parse(file: string, name = 'a.md') {
  const source = { path: posix.join('content/essays', name), bytes: Buffer.from(file) };
  const { essay, body, problems } = parseEssay(source, parser);
  return { essay, body, report: inShort(problems).join('\n') };
}

/** Expects these fields of an essay, and that its file has no problems. */
function check(file: string, expected: Partial<ParsedEssay>, name = 'a.md'): void {
  const { essay, report } = parse(file, name);
  expect(report).toBe('');
  expect(essay).toMatchObject(expected);
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
aliases: [/old, /older]
lang: fr-ca
dir: auto
guid: https://old.example/?p=1
series: [Small -- Machines]
data: { stars: [4.5, "2020", 0123, -1, true, 2020-01-01, ~] }
nav: true
template: Books.tsx`,
    '## Part\n\nSome [words](/x), <a href="https://o.example" onclick="x">others</a>.\n',
  );
  const { essay: parsed, body, report } = parse(file, '2020/one.md');
  const { statedSlug, image, aliases, ...rest } = parsed;
  expect(report).toBe('');
  expect(rest).toMatchObject({
    path: 'content/essays/2020/one.md',
    series: 'Small – Machines',
    data: { stars: [4.5, '2020', '0123', -1, true, '2020-01-01', null] },
    nav: 'One',
    template: expect.objectContaining({ value: 'Books' }),
    ...{ digest: digest(file), title: 'One', author: 'Ann', tags: ['life', 'news'] },
    ...{ statedLanguage: 'fr-CA', statedDirection: 'auto', statedDate: 'Dec 3', readTime: 7 },
    ...{
      published: 'Thursday, December 3, 2020 at 10:15 PM EST',
      updated: Date.UTC(2021, 0, 1, 5),
    },
    ...{ publishedTimestamp: Date.UTC(2020, 11, 4, 3, 15), fileName: 'one', draft: true },
    ...{ excerpt: 'In short', imageAlt: 'A hill', guid: 'https://old.example/?p=1' },
    ...{ format: 'markdown', ids: ['part'], hasOutboundLinks: true },
    links: [expect.objectContaining({ element: 'a', url: '/x' })],
  });
  expect([body.excerpt, body.links]).toEqual(['Some words, others.', parsed.links]);
  expect(statedSlug).toMatchObject({ value: 'first', place: { line: 6, column: 7 } });
  expect(image).toMatchObject({ value: 'a.png', place: { line: 8, column: 8 } });
  const stated = aliases.map(({ value, place }) => `${value} ${place.line}`);
  expect(stated).toEqual(['/old 14', '/older 14']);
});

test('the digest depends only on the bytes of the file', () => {
  const file = essay(DATED, 'Words.');
  const { essay: same } = parse(file, 'other.md');
  expect(same.digest).toBe(parse(file).essay.digest);
  for (const other of [`\uFEFF${file}`, file.replaceAll('\n', '\r\n'), `${file} `, '']) {
    expect(parse(other).essay.digest).not.toBe(same.digest);
  }
});

test('an essay with only title and date has derived values or none for the rest', () => {
  const nulls = { author: null, statedSlug: null, image: null, statedDate: null, guid: null };
  const rest = { tags: [], excerpt: 'Some words.', imageAlt: '', readTime: 1, draft: false };
  check(essay(DATED, 'Some words.'), { ...nulls, ...rest, aliases: [], updated: null });
});

describe('title', () => {
  test.each([
    ['title: Stated', '# Heading', 'Stated'],
    ['slug: x', 'Words first\n\n## The *second* &amp; level\n\nx', 'The second & level'],
    ['slug: x', '# It&#8217;d be', 'It’d be'],
    [`title: '"It''s" -- so...'`, 'x', '“It’s” – so…'],
    ['title: \'Use `"x" -- y`\'', 'x', 'Use `"x" -- y`'],
    ['lang: de\ntitle: Das "Wort"', 'x', 'Das „Wort“'],
  ])('%j over %j is %j', (line, body, title) =>
    check(essay(`published: 2020-12-03\n${line}`, `${body}\n\nMore.`), { title }),
  );

  test.each([
    ['title: It&#8217;s', "# It's\n\nx", '<p>x</p>'],
    ['lang: fr\ntitle: "Un \\"mot\\""', '# Un "mot"\n\nx', '<p>x</p>'],
    ['title: Other', '# Heading\n\nx', '<h1 id="heading">Heading</h1>\n<p>x</p>'],
  ])('a first heading that repeats %j is dropped: %j', (line, body, expected) => {
    const { body: parsed, report } = parse(essay(`published: 2020-12-03\n${line}`, body));
    expect([pageOf(parsed), report]).toEqual([expected, '']);
  });
});

describe('date', () => {
  const dec3 = Date.UTC(2020, 11, 3, 5);

  test.each([
    ['a.md', 'published: in 2020\npublishedTimestamp: 1607000000000', 'in 2020', 1607000000000],
    ['a.md', 'publishedTimestamp: 0', '1970-01-01T00:00:00.000Z', 0],
    ['a.md', 'published: true\ndate: 2020-12-03', '2020-12-03', dec3],
    ['2020-12-03-a.md', 'date: 2020-12-03 08:00', '2020-12-03 08:00', dec3 + 8 * 3_600_000],
    ['2020-12-03-a/index.md', 'slug: a', '2020-12-03', dec3],
    ['2020-12-03-a.md', 'published: true', '2020-12-03', dec3],
  ])('of %s with %j is the stated one, else that of the name', (name, lines, ...date) => {
    const [published, publishedTimestamp] = date;
    check(essay(`title: A\n${lines}`), { published, publishedTimestamp, fileName: 'a' }, name);
  });

  test('a draft needs neither one nor a title or body', () => {
    check(essay('title: A\ndraft: true', ''), { draft: true, isUndated: true });
    check(essay('draft: true', 'Words.'), { draft: true, isUndated: true, title: 'a' });
  });

  test('an invalid date is not reported as missing', () => {
    const { report } = parse(essay('title: A\ndate: [2020]'));
    expect(report.match(/^[a-z-]+/gm)).toEqual(['value-invalid']);
  });

  test('a file without front matter needs a heading, and a date in its name', () =>
    check('# A\n\nWords.', { title: 'A', publishedTimestamp: dec3 }, '2020-12-03-a.md'));
});

describe('format', () => {
  test.each([
    ['a.markdown', '', 'markdown', '<p><em>a</em>\n<b>b</b></p>'],
    ['a.HTM', '', 'html', '*a*\n<b>b</b>'],
    ['a.txt', '', 'text', '<p>*a*<br>\n&lt;b&gt;b&lt;/b&gt;</p>'],
    ['a.md', 'format: html', 'html', '*a*\n<b>b</b>'],
    ['a.html', 'format: md', 'markdown', '<p><em>a</em>\n<b>b</b></p>'],
  ])('%s with %j is %s', (name, line, format, expected) => {
    const read = parse(essay(`${DATED}${line}`, '*a*\n<b>b</b>\n'), name);
    expect([read.essay.format, pageOf(read.body), read.report]).toEqual([format, expected, '']);
  });
});

describe('reading time and excerpt', () => {
  const script = `<script>${'x '.repeat(500)}</script>`;
  test.each([
    ['200 words below a dropped heading and a script', `# A\n\n${script}${'word '.repeat(200)}`, 1],
    ['201 words', 'word '.repeat(201), 2],
  ])('the read time of %s is %3$i minutes', (_, body, readTime) =>
    check(essay(DATED, body), { readTime }),
  );

  test.each([
    ['excerpt: Stated &amp; short', 'Body.', 'Stated & short'],
    [`excerpt: ${'word '.repeat(100)}`, 'Body.', 'word '.repeat(100).trim()],
    ['slug: a', '![](a.png)', ''],
    ['excerpt:', 'Body.', 'Body.'],
    ['slug: a', 'It&#8217;d &amp;amp; be', 'It’d &amp; be'],
    ['excerpt: "\\"It\\" -- `\\"`"', 'Body.', '“It” – `"`'],
    ['slug: a', '## Part\n\nOne\n\n```\ncode\n```\n\n|a|\n|-|\n|b|\n\nTwo', 'One'],
    ['format: html', '<h2>Part</h2><p>"One"<pre>code</pre>two', '"One"'],
    ['format: html', '"A" <code>--b="c"</code> &quot;d&quot;', '"A" --b="c" "d"'],
    ['lang: fr', '"A" `"b"`', '«\u202fA\u202f» "b"'],
    ['slug: a', '## Part\n\n```\ncode\n```', 'Part'],
  ])('`%s` over %j is the excerpt %j', (line, body, excerpt) =>
    check(essay(`${DATED}${line}`, body), { excerpt }),
  );
});

const WORDS = 'Some words and some more of them. '.repeat(20);
test.each([
  ['a.html', `<p>${WORDS}<a href="/x">A link</a>.</p>\n`],
  ['a.txt', `${WORDS}\nhttps://o.example\n\n`],
  ['a.md', `${WORDS}*Emphasis*.\n\n`],
])('a body of 5 MB is parsed in about a second: %s', async (name, piece) => {
  const file = essay(DATED, piece.repeat(5e6 / piece.length));
  await expectCheap(() => expect(parse(file, name).report).toBe(''));
});

describe('problems', () => {
  test.each([
    ['', /^title-missing 1:1 This file is empty → Write `title` and `published` between [^\n]*$/],
    ['\nwords', /^title-missing 1:1 /m, '2020-12-03-a.md'],
    [essay('published: 2020-12-03'), /^title-missing 1:1 This essay has no title → Add [^\n]*$/],
    [
      'words',
      /^title-missing 1:1 .* → Begin the file with a line `title: …` and a blank line\.$/m,
      '2020-12-03-a.txt',
    ],
    [
      essay('published: 2020-12-03\nformat: text'),
      /→ Add a line `title: …` to the front matter\.$/,
    ],
    [
      essay('title: A\npublished: true'),
      /^date-missing 1:1 .* `npx essay-blog publish content\/ess.*$/,
    ],
    [
      essay(`${DATED}lastmod: soon`),
      /^date-unreadable 4:10 `soon` cannot be .* → Write it as 2020-12-03,/,
    ],
    [essay(DATED, '# A\n'), /^body-empty 1:1 This essay has no body → Write it below [^\n]*$/],
    // Unreadable front matter causes no further problems.
    [essay('title: A: B'), /^yaml-invalid 2:9 [^\n]*$/],
  ])('%j', (file, report, name?: string) => expect(parse(file, name).report).toMatch(report));

  test('an impossible date in a file name is reported', () =>
    expect(parse('# A\n\nOne', '2020-02-30-a.md').report).toBe(
      'date-impossible null:null February 2020 has no day 30: `2020-02-30` → Correct the date.',
    ));

  const LINK = '<a href="javascript:x">a</a>';
  const ALL = ['5:7', '7:5', '9:10'];
  test.each([
    ['a.html', `<p>a</p>\n<a href="/x">b</a> ${LINK}\n${LINK}`, ['6:29', '7:10']],
    ['a.md', `a [b](javascript:x)\n\n[c](javascript:x) \`${LINK}\`\n\n${LINK}`, ALL],
    ['a.md', '[a][r]\n\n[r]: javascript:x', ['7:6']],
  ])('script URLs are located in %s', (name, body, places) => {
    const { report } = parse(essay(DATED, body), name);
    expect([...report.matchAll(/^script-url (\S+)/gm)].map(([, place]) => place)).toEqual(places);
  });
});

describe('the biography', () => {
  const about = (file: string) => parse(file, '../about.md');

  test.each([
    ['# About\n\nI am Ann.', '<p>I am Ann.</p>'],
    ['# Ann\n\nI am Ann.', '<h1 id="ann">Ann</h1>\n<p>I am Ann.</p>'],
  ])('needs neither title nor date, and drops a heading “About”: %j', (text, expected) => {
    const { body, report } = about(text);
    expect([pageOf(body), report]).toEqual([expected, '']);
  });

  test('has its problems reported like those of an essay', () => {
    const { body, report } = about('---\ntitel: x\n---\n# About\n\nI am [b](javascript:x).\n');
    expect(pageOf(body)).toBe('<p>I am <a>b</a>.</p>');
    expect(report.split('\n')).toEqual([
      'key-unknown 2:1 The key `titel` is unknown, so it is ignored → Did you mean `title`?',
      'script-url 6:10 This URL would run a script, so it was removed → Link to a page instead.',
    ]);
  });
});
