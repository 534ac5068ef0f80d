import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Body, fillBody } from '../../src/content/body.ts';
import { type ParsedEssay, parseEssay } from '../../src/content/essay.ts';
import { digest } from '../../src/content/fingerprint.ts';
import { costOf } from '../support/cost.ts';
import { makeParser } from '../support/parser.ts';
import { inShort } from '../support/problems.ts';
import { essay } from '../support/site.ts';

const parser = await makeParser({ timezone: 'America/New_York' });

const FOLDER = 'content/essays';
const DATED = 'title: A\npublished: 2020-12-03\n';

function parse(file: string | Uint8Array, name = 'a.md') {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const { essay, body, problems } = parseEssay({ path: posix.join(FOLDER, name), bytes }, parser);
  return { essay, body, report: inShort(problems).join('\n') };
}

/** Expects these fields of an essay, and that its file has no problems. */
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
    digest: digest(file),
    title: 'One',
    statedLanguage: 'fr-CA',
    statedDirection: 'auto',
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
    updated: Date.UTC(2021, 0, 1, 5),
    guid: 'https://old.example/?p=1',
    sketch: body.sketch,
    format: 'markdown',
    links: [expect.objectContaining({ element: 'a', url: '/x' })],
    ids: ['part'],
    hasOutboundLinks: true,
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
    expect([html(parsed), report]).toEqual([expected, '']);
  });
});

describe('date', () => {
  const dec3 = Date.UTC(2020, 11, 3, 5);

  test.each([
    ['published: 2020-12-03', '2020-12-03', dec3],
    ['published: in 2020\npublishedTimestamp: 1607000000000', 'in 2020', 1607000000000],
    ['publishedTimestamp: 0', '1970-01-01T00:00:00.000Z', 0],
    ['published: true\ndate: 2020-12-03', '2020-12-03', dec3],
  ])('`%s` is kept as written, and read in the site’s zone', (lines, published, timestamp) =>
    check(essay(`title: A\n${lines}`), { published, publishedTimestamp: timestamp }),
  );

  test.each([
    ['2020-12-03-a.md', 'title: A', '2020-12-03', dec3],
    ['2020-12-03-a/index.md', 'title: A', '2020-12-03', dec3],
    ['2019-01-01-a.md', 'title: A\ndate: 2020-12-03', '2020-12-03', dec3],
    ['2020-12-03-a.md', 'title: A\npublished: true', '2020-12-03', dec3],
  ])(
    'the file name %s gives the date if the front matter, %j, has none',
    (name, lines, ...date) => {
      const [published, publishedTimestamp] = date;
      check(essay(lines), { published, publishedTimestamp, fileName: 'a' }, name);
    },
  );

  test('a draft needs no date and no body', () =>
    check(essay('title: A\ndraft: true', ''), { draft: true, isUndated: true }));

  test('an invalid date is not reported as missing', () => {
    const { report } = parse(essay('title: A\ndate: [2020]'));
    expect(report.match(/^[a-z-]+/gm)).toEqual(['value-invalid']);
  });

  test('a file without front matter needs a heading, and a date in its name', () =>
    check('# A\n\nWords.', { title: 'A', publishedTimestamp: dec3 }, '2020-12-03-a.md'));
});

describe('format', () => {
  const BODY = '*a*\n<b>b</b>\n';
  const MARKDOWN = '<p><em>a</em>\n<b>b</b></p>';
  const HTML = '*a*\n<b>b</b>';
  const TEXT = '<p>*a*<br>\n&lt;b&gt;b&lt;/b&gt;</p>';

  test.each([
    ['a.markdown', '', 'markdown', MARKDOWN],
    ['a.htm', '', 'html', HTML],
    ['a.txt', '', 'text', TEXT],
    ['a.HTML', '', 'html', HTML],
    ['a.md', 'format: html', 'html', HTML],
    ['a.md', 'format: txt', 'text', TEXT],
    ['a.html', 'format: md', 'markdown', MARKDOWN],
  ])('%s with %j is %s', (name, line, format, expected) => {
    const { essay: parsed, body, report } = parse(essay(`${DATED}${line}`, BODY), name);
    expect([parsed.format, html(body), report]).toEqual([format, expected, '']);
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
    ['slug: a', '## Part\n\nOne\n\n```\ncode\n```\n\n|a|\n|-|\n|b|\n\nTwo', 'One Two'],
    ['format: html', '<h2>Part</h2><p>"One"<pre>code</pre>two', '“One” two'],
    ['format: html', '"A" <code>--b="c"</code> &quot;d&quot;', '“A” --b="c" “d”'],
    ['lang: fr', '"A" `"b"` <p>"c"</p>', '«\u202fA\u202f» "b" «\u202fc\u202f»'],
    ['slug: a', '## Part\n\n```\ncode\n```', 'Part code'],
  ])('`%s` over %j is the excerpt %j', (line, body, excerpt) =>
    check(essay(`${DATED}${line}`, body), { excerpt }),
  );
});

const WORDS = 'Some words and some more of them. '.repeat(20);
test.each([
  ['a.html', `<p>${WORDS}<a href="/x">A link</a>.</p>\n`],
  ['a.txt', `${WORDS}\nhttps://o.example\n\n`],
  ['a.md', `${WORDS}*Emphasis*.\n\n`],
])('a body of 5 MB costs about as much per byte as one of 0.5 MB: %s', async (name, piece) => {
  const costPerMegabyte = async (megabytes: number) => {
    const file = essay(DATED, piece.repeat((megabytes * 1e6) / piece.length));
    return (await costOf(() => expect(parse(file, name).report).toBe(''))) / megabytes;
  };
  const small = Math.max(await costPerMegabyte(0.5), await costPerMegabyte(0.5));
  // Quadratic cost would be ten times as much.
  expect(await costPerMegabyte(5)).toBeLessThan(4 * small);
});

describe('problems', () => {
  const FORMS = 'Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.';
  const NO_DATE =
    'date-missing 1:1 This essay has no date, so it is a draft → `npx blog publish content/essays/a.md` dates it; or add a line `published: 2020-12-03` to the front matter, or start the file name with the date.';
  const NO_BODY =
    'body-empty 1:1 This essay has no body → Write it below the front matter, or add `draft: true` until then.';
  const EMPTY =
    'title-missing 1:1 This file is empty → Write `title` and `published` between lines of three hyphens (---), and a body below.';
  const reports: Readonly<Record<string, string>> = {
    '': EMPTY,
    [essay('published: 2020-12-03')]:
      'title-missing 1:1 This essay has no title → Add a line `title: …` to the front matter, or begin the body with a heading.',
    [essay('title: A')]: NO_DATE,
    [essay('title: A\npublished: true')]: NO_DATE,
    [essay(`${DATED}lastmod: soon`)]:
      `date-unreadable 4:10 \`soon\` cannot be read as a date → ${FORMS}`,
    [essay(DATED, '')]: NO_BODY,
    [essay(DATED, '# A\n')]: NO_BODY,
    // Unreadable front matter causes no further problems.
    [essay('title: A: B')]:
      "yaml-invalid 2:9 The value holds a colon followed by a space, so YAML takes it for another key → Put the value in quotes: title: 'A: B'",
  };
  test.each(Object.entries(reports))('%j', (file, report) =>
    expect(parse(file).report).toBe(report),
  );

  test('the problem of a file that begins with a blank line is at its first line', () => {
    expect(parse('\nwords', '2020-12-03-a.md').report).toMatch(/^title-missing 1:1 /);
  });

  test('an impossible date in a file name is reported', () =>
    expect(parse('# A\n\nOne', '2020-02-30-a.md').report).toBe(
      'date-impossible null:null February 2020 has no day 30: `2020-02-30` → Correct the date.',
    ));

  const LINK = '<a href="javascript:x">a</a>';
  test.each([
    ['a.html', `<p>a</p>\n<a href="/x">b</a> ${LINK}\n${LINK}`, ['6:29', '7:10']],
    [
      'a.md',
      `a [b](javascript:x)\n\n[c](javascript:x) \`${LINK}\`\n\n${LINK}`,
      ['5:7', '7:5', '9:10'],
    ],
    ['a.md', '[a][r]\n\n[r]: javascript:x', ['7:6']],
  ])('script URLs are located in %s', (name, body, places) => {
    const { report } = parse(essay(DATED, body), name);
    expect([...report.matchAll(/^script-url (\S+)/gm)].map(([, place]) => place)).toEqual(places);
  });

  test('all problems of a file are reported at once', () => {
    const file = essay('titel: A\npublished: soon\ndraft: maybe', `<div> ${LINK}`);
    const codes = parse(file, 'a.html')
      .report.match(/^[a-z-]+/gm)
      ?.sort();
    expect(codes?.join(' ')).toBe(
      'date-unreadable key-unknown script-url title-missing value-invalid',
    );
  });
});

describe('the biography', () => {
  const about = (file: string | Uint8Array) => parse(file, '../about.md');

  test.each([
    ['# About\n\nI am Ann.', '<p>I am Ann.</p>'],
    ['# Ann\n\nI am Ann.', '<h1 id="ann">Ann</h1>\n<p>I am Ann.</p>'],
  ])('needs neither title nor date, and drops a heading “About”: %j', (text, expected) => {
    const { body, report } = about(text);
    expect([html(body), report]).toEqual([expected, '']);
  });

  test('has its problems reported like those of an essay', () => {
    const { body, report } = about('---\ntitel: x\n---\n# About\n\nI am [b](javascript:x).\n');
    expect(html(body)).toBe('<p>I am <a>b</a>.</p>');
    expect(report.split('\n')).toEqual([
      'key-unknown 2:1 The key `titel` is unknown, so it is ignored → Did you mean `title`?',
      'script-url 6:10 This URL would run a script, so it was removed → Link to a page instead.',
    ]);
  });

  test('is an error if it is not UTF-8', () => {
    const { report } = about(Buffer.from('caf\u00e9', 'latin1'));
    expect(report.match(/^[a-z-]+/gm)).toEqual(['encoding-invalid']);
  });
});
