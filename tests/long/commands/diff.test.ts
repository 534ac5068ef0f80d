/**
 * `blog diff`: lists each kind of difference, only counts differences that readers do not see, and leaves the
 * built site as it is.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SiteDiff } from '../../../src/build/diff.ts';
import { runDiff } from '../../../src/cli/diff.ts';
import { CORPUS, shareAudited } from '../../support/audited-sites.ts';
import {
  buildSite,
  essay,
  listFiles,
  makeRequest,
  makeSite,
  type Options,
  overrideKeys,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

/** Runs `blog diff` on the site at `root`; returns its exit code and what it prints. */
async function diff(root: string, flags = {}, options: Options = {}) {
  const terminal = makeTerminal();
  const asked = makeRequest(root, options);
  const code = await runDiff(asked, flags, terminal, async () => []);
  return { code, ...terminal.texts };
}

async function diffJson(root: string, options: Options = {}): Promise<SiteDiff> {
  return JSON.parse((await diff(root, { json: true }, options)).out);
}

/** The files of a folder, with their bytes. */
function readAll(folder: string): Record<string, string> {
  const files = listFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'latin1')]);
  return Object.fromEntries(files);
}

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const PUBLIC = 'content/public/paper.pdf';
const BODY = 'One line.\n\nAnother line of text.\n';
const a = (frontMatter: string, body = BODY) => ({
  [A]: essay(overrideKeys(`title: First\n${frontMatter}`), body),
});
const FIRST = {
  ...a('published: 2020-01-01'),
  [B]: essay('title: Second\npublished: 2019-01-01\naliases: /old'),
  [PUBLIC]: 'pdf',
};
const NOTHING = '✓ No differences\n';

/** Matches differences of pages that name the edited essay: the home page, the 404 page, its neighbours and the like. */
const AROUND = /^changed {2}\/( |404 |blog\/(first|second) {2}.*(Earlier|Later))/;

describe('each kind of difference is listed:', () => {
  type Row = [name: string, edits: Parameters<typeof writeFiles>[1], ...lines: (string | RegExp)[]];
  test.each<Row>([
    [
      'a page that is gone, and its redirect',
      { [B]: null },
      'gone     /blog/second  “Second”',
      'gone     /old → /blog/second',
    ],
    [
      'a new page, also new in feeds',
      { 'content/essays/c.md': essay('title: "Third < 3"\npublished: 2021-01-01') },
      'new      /blog/third-3  “Third < 3”',
      /^feed {5}urn:uuid:[-\da-f]{36} {2}“Third < 3”$/,
    ],
    [
      'a new redirect',
      a('published: 2020-01-01\naliases: [/was/here, /and/there/]'),
      'new      /was/here → /blog/first',
      'new      /and/there → /blog/first',
    ],
    [
      'a redirect with a new target',
      {
        ...a('published: 2020-01-01\naliases: /old'),
        [B]: essay('title: Second\ndate: 2019-01-01'),
      },
      'changed  /old → /blog/first  … to /blog/ [-second-] {+first+} .',
    ],
    [
      'a page that has moved and left a redirect, with its changes',
      a('title: First one\npublished: 2020-01-01\naliases: /blog/first', BODY.replace('Ano', 'O')),
      'moved    /blog/first → /blog/first-one  title First {+one+}; [-Another-] {+Other+} line of text.',
    ],
    [
      'a page that has moved without a redirect',
      a('published: 2020-01-01\nslug: other'),
      'moved    /blog/first → /blog/other  the old address leads nowhere; “First”',
    ],
    [
      'a new title, which is not also listed as a passage',
      a('title: First & last\nslug: first\npublished: 2020-01-01'),
      'changed  /blog/first  title First {+& last+}',
    ],
    [
      'a new date',
      a('published: 2020-02-01'),
      'changed  /blog/first  published 2020-01-01 → 2020-02-01; [-January-] {+February+} 1, 2020 · …',
    ],
    [
      'another time of day, which no page shows',
      a('published: 2020-01-01T10:00Z'),
      'changed  /blog/first  published 2020-01-01T00:00 → 2020-01-01T10:00',
    ],
    [
      'passages, by their words',
      a('published: 2020-01-01', 'One more line.\n\nAnother ![A cat](/cat.png) of text.\n'),
      'changed  /blog/first  One {+more+} line.; 1 more',
    ],
    [
      'a page that has become part of another',
      { [B]: null, ...a('published: 2020-01-01\naliases: /blog/second') },
      'gone     /old → /blog/second',
      'moved    /blog/second → /blog/first  “Second”',
    ],
    [
      'a redirect to another site, and one whose URL cannot be read',
      {
        [B]: essay('title: Second\npublished: 2019-01-01'),
        'content/site.yaml': `${SITE_YAML}redirects:\n  /old: https://else.example/x\n  /bad: http://[x\n`,
      },
      'new      /bad → http://[x',
      /^changed {2}\/old → https:\/\/else\.example\/x {2}/,
    ],
    [
      'a text that has too little in common with the old one, as a whole',
      a('published: 2020-01-01', Array.from({ length: 600 }, (_, at) => `${at} and`).join(' ')),
      'changed  /blog/first  [-January 1, 2020 · 1 min read · by Ann Author …-] {+January 1, 2020 · 6 min read · by Ann Author …+}',
    ],
    ['a file that is gone', { [PUBLIC]: null }, 'gone     /paper.pdf'],
    ['a new file', { 'content/public/new.pdf': 'pdf' }, 'new      /new.pdf'],
    ['a file with other bytes', { [PUBLIC]: 'another' }, 'changed  /paper.pdf'],
  ])('%s', async (_, edits, ...lines) => {
    const { root } = await buildSite(FIRST);
    writeFiles(root, edits);
    const { code, out, err } = await diff(root);
    const named = out.trimEnd().split('\n').slice(0, -1);
    expect([code, err]).toEqual([1, '']);
    expect(named.filter((line) => !AROUND.test(line))).toEqual(
      lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
    );
  });

  test('all changed passages, with --all', async () => {
    const facts = 'published: 2020-01-01\nexcerpt: The same';
    const { root } = await buildSite({ ...FIRST, ...a(facts, `a\n\n${BODY}`) });
    // The three feeds.
    writeFiles(root, a(facts, `b\n\n${BODY}\nEnd of ![all](/x.png)\n`));
    expect((await diff(root, { all: true })).out).toBe(
      'changed  /blog/first\n  [-a-] {+b+}\n  {+End of [img all]+}\n1 changed, 3 other files\n',
    );
  });
});

describe('no difference is listed', () => {
  test('after a build, even without the cache, and the exit code is 0', async () => {
    const { root } = await buildSite(FIRST);
    expect(await diff(root)).toEqual({ code: 0, out: NOTHING, err: '' });
    rmSync(join(root, '.blog'), { recursive: true });
    expect(await diff(root)).toEqual({ code: 0, out: NOTHING, err: '' });
  });

  test('for the style sheet of feeds, those of tags among them, which are only counted', async () => {
    const settings = (soft: string) => ({
      'content/site.yaml': `${SITE_YAML}tagPages: true\ncolors: { soft: ${soft} }\n`,
    });
    const files = { ...FIRST, ...a('published: 2020-01-01\ntags: x') };
    const site = await buildSite({ ...files, ...settings('navy') });
    writeFiles(site.root, settings('maroon'));
    expect((await diff(site.root)).out).toMatch(/^\d+ changed in markup only, \d+ other files\n$/);
  });

  test('for markup, a new style sheet and the year in the footer, which are only counted', async () => {
    const { root } = await buildSite(FIRST);
    writeFiles(root, { 'templates/style.css': 'a { color: red }' });
    const { code, out } = await diff(root, {}, { now: Date.UTC(2027, 0, 1) });
    expect(code).toBe(1);
    expect(out).toMatch(/^\d+ changed in markup only, \d+ other files\n$/);
  });

  test('for a file that no build has written, unless the cache is missing', async () => {
    const { root } = await buildSite(FIRST);
    writeFiles(root, { 'out/own.html': 'mine' });
    expect((await diff(root)).out).toBe(NOTHING);
    rmSync(join(root, '.blog'), { recursive: true });
    expect((await diff(root)).out).toMatch(/^gone {5}\/own/);
  });
});

test('ten differences are listed, and all with --all', async () => {
  const { root } = await buildSite(FIRST);
  const more = Array.from({ length: 12 }, (_, index) => [
    `content/essays/more-${index}.md`,
    essay(`title: More ${index}\npublished: 2001-01-01`),
  ]);
  writeFiles(root, Object.fromEntries(more));
  const [short, whole] = [await diff(root), await diff(root, { all: true })];
  expect(short.out.split('\n').slice(10)).toEqual([
    '… and 18 more, which --all lists',
    // The home page, the new neighbour, the newest on the 404 page, and the counts on the about page.
    '12 new, 12 new in feeds, 4 changed, 4 other files',
    '',
  ]);
  expect(whole.out.match(/^\w+ +\/blog|^feed/gm)).toHaveLength(25);
});

test('changed pages with a new title or date come first', async () => {
  const { root } = await buildSite(FIRST);
  const second = essay('title: Second\npublished: 2019-02-01\naliases: /old');
  writeFiles(root, { ...a('published: 2020-01-01', 'Other.'), [B]: second });
  const { differences } = await diffJson(root);
  expect(differences.map(({ address }) => address)).toEqual(['/blog/second', '/', '/blog/first']);
});

test('the built site and its cache stay as they are', async () => {
  const { root } = await buildSite(FIRST);
  const record = readdirSync(join(root, '.blog')).filter((name) => name.startsWith('build-'));
  const states = () => record.map((name) => readFileSync(join(root, '.blog', name), 'utf8'));
  const before = [readAll(join(root, 'out')), states()];
  writeFiles(root, { [B]: null, ...a('published: 2021-01-01') });
  await diff(root);
  writeFiles(root, a('published: someday'));
  expect((await diff(root)).code).toBe(2);
  expect([readAll(join(root, 'out')), states()]).toEqual(before);
  expect(listFiles(join(root, '.blog')).filter((path) => /^(staging|lock)/.test(path))).toEqual([]);
});

test('another folder is compared by addresses, regardless of its file names', async () => {
  const { root, text } = await buildSite(FIRST);
  const page = text('blog/first.html').replace(/\n| lang="en"/g, ' ');
  writeFiles(root, {
    'their/index.html': text('index.html'),
    'their/about.html': text('about.html'),
    'their/404.html': text('404.html'),
    'their/blog/first/index.html': page,
    'their/blog/lost/index.html': '<title>Lost &amp; found</title><body><p>x',
  });
  const { differences, markupOnly } = await diffJson(root, { outDir: join(root, 'their') });
  const pages = differences.filter(({ title, to }) => title !== '' || to !== null);
  expect(pages.map(({ kind, address, title }) => [kind, address, title])).toEqual([
    ['gone', '/blog/lost', 'Lost & found'],
    ['new', '/blog/second', 'Second'],
    ['new', '/old', ''],
  ]);
  expect(markupOnly).toBe(1);
});

test('an item without an id is known by its link, as in feed readers', async () => {
  const link = 'https://ann.example/first';
  const { root } = await buildSite({ ...FIRST, ...a(`published: 2020-01-01\nguid: ${link}`) });
  const item = `<item><title><![CDATA[A & b]]></title><link>${link}</link></item>`;
  writeFiles(root, { 'their/rss.xml': `<rss><channel>${item}</channel></rss>` });
  const { differences } = await diffJson(root, { outDir: join(root, 'their') });
  const items = differences.filter(({ kind }) => kind === 'feed');
  expect(items.map(({ title }) => title)).toEqual(['Second']);
});

test('nothing is compared, and the exit code is 2, if the site has errors', async () => {
  const { root } = await buildSite(FIRST);
  writeFiles(root, {
    ...a('published: someday'),
    'content/essays/c.md': essay('title: C\ntags: {'),
  });
  const told = expect.stringMatching(
    /error \[date-unreadable\][\s\S]*✗ 2 errors: the sites can't be compared\n/,
  );
  expect(await diff(root)).toEqual({ code: 2, out: '', err: told });
  const { code, out } = await diff(root, { json: true });
  expect([code, JSON.parse(out).problems.length]).toEqual([2, 2]);
});

test('control characters are never printed', async () => {
  const { root } = await buildSite({ 'out/x\u001b[2Jy.html': '<h1>a\u001b]0;b</h1>', ...FIRST });
  rmSync(join(root, '.blog'), { recursive: true });
  expect((await diff(root)).out).toContain('gone     /x␛[2Jy  “a␛]0;b”');
});

describe.skipIf(CORPUS.isAbsent)(CORPUS.name, () => {
  const share = shareAudited(CORPUS);

  test('do not differ from their own folder, nor from a copy of it', async () => {
    const { root } = share();
    expect((await diff(root)).out).toBe(NOTHING);
    const copy = makeSite({});
    cpSync(join(root, 'out'), copy, { recursive: true });
    expect((await diff(root, {}, { outDir: copy })).code).toBe(0);
  });
});
