/**
 * Hidden texts: nothing of a text that its author hides, by any key of the table, is in a byte of the built site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeResult } from '../../src/cli/report.ts';
import { HIDING_KEYS } from '../../src/essays/hiding-keys.ts';
import { makePaint } from '../../src/problems/report.ts';
import { pngHeader } from '../support/pictures.ts';
import { type BuiltSite, buildSite, essay, type Files, NOW, SITE_YAML } from '../support/site.ts';

type State = 'draft' | 'private' | 'unlisted' | 'not yet' | 'no longer';
type Case = readonly [key: string, value: string | boolean, state: State];

const LATER = '2030-01-01';
const BEFORE = '2021-01-01';
const each = (keys: string, value: string | boolean, state: State) =>
  keys.split(' ').map((key): Case => [key, value, state]);

/** Every name of the table, as the programs write it, with a value that hides. */
const CASES: readonly Case[] = [
  ...each('draft isDraft', true, 'draft'),
  ...each('private headless membersOnly subscribers-only hidden hide isHidden', true, 'private'),
  ...each('unlisted dg-hide eleventyExcludeFromCollections', true, 'unlisted'),
  ['listed', false, 'unlisted'],
  ...each('published publish public visible dg-publish render permalink url', false, 'private'),
  ...each('status post_status publishStatus state', 'draft', 'draft'),
  ...each('status', 'pending', 'draft'),
  ...each('status', 'unlisted', 'unlisted'),
  ...each('status state visibility access audience', 'private', 'private'),
  ...each('visibility', 'members', 'private'),
  ...each('audience', 'only_paid', 'private'),
  ...each('password post_password passphrase dg-pass-frase encrypted encrypt', 'secret', 'private'),
  ['scheduled', true, 'draft'],
  ...each(
    'scheduled publish_at publishOn publishAfter scheduledAt scheduledFor scheduleDate schedule embargo embargoed ' +
      'embargoUntil embargoDate notBefore availableFrom goLive goLiveAt releaseAt publish',
    LATER,
    'not yet',
  ),
  ...each('publishDate pubDate pubDatetime publishedAt datePublished', LATER, 'not yet'),
  ...each(
    'expires expire expired expiry expiryDate expireDate expirationDate expiration expiresAt expiresOn unpublishDate ' +
      'unpublishAt unpublishOn publishUntil',
    BEFORE,
    'no longer',
  ),
  ['expired', true, 'private'],
  ['publish_at', 'soon', 'draft'],
  // The rule for unknown names.
  ...each('hidePost private_note notPublic isSecret draftPage do-not-publish', true, 'private'),
  ...each('showPost page_visible isLive displayEntry', false, 'private'),
  ...each('publishPost', LATER, 'not yet'),
  ...each('expirePage', BEFORE, 'no longer'),
];

test('every name of the table has a case', () => {
  const fold = (key: string) => key.toLowerCase().replace(/[-_]/g, '');
  const tested = new Set(CASES.map(([key]) => fold(key)));
  const names = HIDING_KEYS.flatMap(({ names }) => names.split(' '));
  expect(names.filter((name) => !tested.has(name))).toEqual([]);
});

const write = {
  YAML: (key: string, value: string | boolean) => `${key}: ${value}\n`,
  TOML: (key: string, value: string | boolean) => `${key} = ${JSON.stringify(value)}\n`,
  JSON: (key: string, value: string | boolean) =>
    `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
};
const fence = {
  YAML: ['---\n', '---\n'],
  TOML: ['+++\n', '+++\n'],
  JSON: ['{\n', '"end": 1\n}\n'],
};

/** An essay with a marker word in its title, file name, tag, body and picture. */
function markEssay(number: number, lines: string, form: keyof typeof write): Files {
  const word = `zq${number}zq`;
  const put = write[form];
  const [start = '', end = ''] = fence[form];
  const head = put('title', word) + put('date', '2020-01-01') + put('tags', word) + lines;
  return {
    [`content/essays/${word}/index.md`]: `${start}${head}${end}${word} ![${word}](${word}.png)\n`,
    [`content/essays/${word}/${word}.png`]: pngHeader(60 + number, 40),
  };
}

/** The files of out/ that have a marker word in their path or in their bytes. */
function findMarked({ root, paths }: BuiltSite, word: string): string[] {
  return paths.filter((path) => {
    return path.includes(word) || readFileSync(join(root, 'out', path)).includes(word);
  });
}

const PUBLIC = { 'content/essays/a.md': essay('title: A\ndate: 2020-01-01\ntags: seen') };

describe.each(['YAML', 'TOML', 'JSON'] as const)('in %s', (form) => {
  test('a text that is hidden by any key is in no byte of out/, and the report says why', async () => {
    const own = CASES.map(([key, value], number) =>
      markEssay(number, write[form](key, value), form),
    );
    const settings = { 'content/site.yaml': `${SITE_YAML}tagPages: true\n` };
    const site = await buildSite({ ...settings, ...PUBLIC, ...Object.assign({}, ...own) });
    expect(site.commit, site.report).not.toBeNull();
    const { heldBack } = site.site ?? {};
    for (const [number, [key, value, state]] of CASES.entries()) {
      const [what, word] = [`${key}: ${value}`, `zq${number}zq`];
      const marked = findMarked(site, word);
      const found = heldBack?.get(`content/essays/${word}/index.md`);
      if (state === 'unlisted') {
        expect([what, found]).toEqual([what, undefined]);
        const isOwn = (path: string) => path === `blog/${word}.html` || path.startsWith('assets/');
        expect([what, marked.filter((path) => !isOwn(path))]).toEqual([what, []]);
        const robots = site.page(`blog/${word}.html`)('meta[name="robots"]').attr('content');
        expect([what, robots]).toEqual([what, 'noindex']);
        continue;
      }
      expect([what, found?.state, found?.key]).toEqual([what, state, key]);
      expect([what, marked]).toEqual([what, []]);
    }
    const told = describeResult(
      { ...site, report: site.summary },
      false,
      'out',
      1,
      makePaint(false),
    );
    for (const [key, , state] of CASES) if (state !== 'unlisted') expect(told).toContain(key);
  });
});

test.each([
  ['extra:\n  hidden: true', 'private', 'hidden'],
  ['params: { private: true }', 'private', 'private'],
  ['build: { render: never }', 'private', 'build.render'],
  ['_build:\n  render: false', 'private', '_build.render'],
  ['draft: true\nvisibility: private', 'private', 'visibility'],
  ['draft: false\npublished: false', 'private', 'published'],
  ['visibility: [private]', 'private', 'visibility'],
])('`%s` holds an essay back', async (lines, state, key) => {
  const site = await buildSite({ ...PUBLIC, ...markEssay(1, `${lines}\n`, 'YAML') });
  expect(findMarked(site, 'zq1zq')).toEqual([]);
  const found = site.site?.heldBack.get('content/essays/zq1zq/index.md');
  expect([found?.state, found?.key]).toEqual([state, key]);
});

test.each([
  'hideMeta: true\nhide_title: true\nhideToc: true\nhiddenInHomeList: true\nsearchHidden: true',
  'publicDomain: false\npublishOnMedium: false\nshowDate: false\nshare: false\ncomments: false',
  'sitemap: false\nnoindex: true\nsitemap_exclude: true\nlayout: null',
  'draft: false\nprivate: no\nhidden: ""\npassword:\npublish: true\nstatus: published\nstate: done',
  'visibility: public\nexpires: 2030-01-01\npublish_at: 2020-01-01\npublishDate: 2019-01-01',
  'hide: 0\nisPost: true\nissue: 3\npost: false\nentry: false\nbuild: { list: always }',
])('%j hides nothing', async (lines) => {
  const site = await buildSite({ ...PUBLIC, ...markEssay(1, `${lines}\n`, 'YAML') });
  expect(site.site?.heldBack.size).toBe(0);
  expect(site.text('index.html')).toContain('zq1zq');
});

describe('a key that may not be meant', () => {
  test.each([
    ['hidePost: true', 'private: true'],
    ['hidden: true', 'private: true'],
    ['password: x', 'private: true'],
    ['publish_page: false', 'private: true'],
  ])(
    '`%s` gets a warning at its place, and an edit that keeps the essay back',
    async (line, is) => {
      const site = await buildSite({
        'content/essays/a.md': essay(`title: A\ndate: 2020-01-01\n${line}`),
      });
      const [found, ...others] = site.problems.filter(({ code }) => code === 'hidden-by');
      expect([found?.severity, found?.line, found?.edits?.map((edit) => edit.is), others]).toEqual([
        'warning',
        4,
        [is],
        [],
      ]);
      expect(found?.message).toContain('keeps this text from being published');
    },
  );

  test.each(['private: true', 'draft: true', 'published: false', 'status: draft', 'public: false'])(
    '`%s` gets none',
    async (line) => {
      const site = await buildSite({
        'content/essays/a.md': essay(`title: A\ndate: 2020-01-01\n${line}`),
      });
      expect(site.codes).toEqual([]);
    },
  );
});

describe('who shows what', () => {
  const files = {
    ...PUBLIC,
    'content/site.yaml': `${SITE_YAML}publishFuture: false\n`,
    'content/essays/d.md': essay('title: D\ndraft: true'),
    'content/essays/p.md': essay('title: P\ndate: 2020-01-01\nprivate: true'),
    'content/essays/s.md': essay('title: S\ndate: 2026-12-24'),
    'content/essays/x.md': essay('title: X\ndate: 2020-01-01\nexpires: 2020-02-01'),
    'content/essays/e.md': essay('title: E\ndate: 2020-01-01\nembargo: 2027-01-01'),
  };
  test.each([
    ['a build', {}, ['A']],
    [
      '--drafts',
      { showDrafts: true },
      ['A', 'D Draft', 'E January 1, 2027', 'S December 24, 2026'],
    ],
    [
      'blog dev',
      { showDrafts: true, showPrivate: true },
      ['A', 'D Draft', 'E January 1, 2027', 'P Private', 'S December 24, 2026'],
    ],
  ])('%s', async (_, options, expected) => {
    const site = await buildSite(files, options);
    const shown = site.site?.essays.map(({ slug, title }) => {
      return `${title} ${site.page(`blog/${slug}.html`)('.draft').text()}`.trim();
    });
    expect(shown?.sort()).toEqual(expected);
  });
});

test('the site is valid until the first date that changes what is published', async () => {
  const soon = new Date(NOW + 1000).toISOString();
  for (const key of ['expires', 'embargo']) {
    const site = await buildSite({
      ...PUBLIC,
      'content/essays/e.md': essay(`title: E\ndate: 2020-01-01\n${key}: ${soon}`),
    });
    expect(site.site?.validUntil).toBe(NOW + 1000);
  }
});

test('an essay that expires leaves the site, and the address that it had is gone', async () => {
  const text = (more = '') => essay(`title: Offer\ndate: 2020-01-01\n${more}`);
  const files = { ...PUBLIC, 'content/essays/offer.md': text() };
  const before = await buildSite(files, { remembers: 'all' });
  expect(before.paths).toContain('blog/offer.html');
  const after = await before.rebuild(
    { 'content/essays/offer.md': text('expires: 2026-11-21') },
    { remembers: 'all' },
  );
  expect(after.report).toBe('');
  expect(after.site?.essays.map(({ slug }) => slug)).toEqual(['a']);
  expect(after.text('blog/offer.html')).toContain('Post not found.');
  const again = await after.rebuild({}, { remembers: 'all', now: NOW + 90_000_000 });
  expect([again.report, again.paths.includes('blog/offer.html')]).toEqual(['', true]);
});

describe('an unlisted essay', () => {
  const files = {
    'content/site.yaml': `${SITE_YAML}tagPages: true\nhomeEssays: 2\n`,
    'content/essays/a.md': essay(
      'title: A\ndate: 2020-01-01\ntags: [x]\nseries: S',
      '[to b](b.md)\n',
    ),
    'content/essays/b.md': essay(
      'title: Bmark\ndate: 2020-01-02\ntags: [x, own]\nseries: S\nunlisted: true\naliases: /old-b',
      '[to a](a.md)\n',
    ),
    'content/essays/c.md': essay('title: C\ndate: 2020-01-03\ntags: [x]\nseries: S'),
    'content/pages/p.md': essay('title: Pmark\nunlisted: true\nnav: true'),
  };

  test('has a page with `noindex` that links out, and is named nowhere else', async () => {
    const site = await buildSite(files, { remembers: 'all' });
    expect(site.report).toBe('');
    expect(findMarked(site, 'Bmark')).toEqual(['blog/bmark.html']);
    expect(findMarked(site, 'Pmark')).toEqual(['p.html']);
    expect(findMarked(site, '/blog/bmark').sort()).toEqual([
      'blog/a.html',
      'blog/bmark.html',
      'feed.json',
      'feed.xml',
      'old-b.html',
      'rss.xml',
      'tags/x.xml',
    ]);
    const page = site.page('blog/bmark.html');
    expect(page('.prose a').attr('href')).toBe('/blog/a');
    expect(page('a[href*="own"], a[href="/blog/c"]').length).toBe(0);
    expect(site.page('blog/a.html')('.prose a').attr('href')).toBe('/blog/bmark');
    expect(site.page('index.html')('h2').text()).toContain('(2)');
    expect(site.text('sitemap.xml')).not.toMatch(/bmark|\/p</);
  });

  test('has a line in addresses.txt, but none in `_redirects`', async () => {
    const site = await buildSite(files, { remembers: 'all' });
    expect(readFileSync(join(site.root, 'content/addresses.txt'), 'utf8')).toContain(
      '/blog/bmark ',
    );
    expect(site.text('_redirects')).not.toContain('bmark');
    expect(site.paths).toContain('old-b.html');
  });
});
