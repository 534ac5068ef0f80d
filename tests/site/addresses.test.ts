/**
 * Published addresses, in content/addresses.txt: what is recorded, and what happens to an address when its essay
 * moves or is removed.
 */
import { execFileSync } from 'node:child_process';
import fs, { readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { describeFailure } from '../../src/build/build.ts';
import { withPlaces } from '../support/problems.ts';
import {
  type BuiltSite,
  buildSite,
  essay,
  type Files,
  listFiles,
  type Options,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const MEMORY = 'content/addresses.txt';
const YAML = 'content/site.yaml';
const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const C = 'content/essays/c.md';
const words = (start: number, count = 60) =>
  `${Array.from({ length: count }, (_, index) => `word${start + index}`).join(' ')}\n`;
const one = (front: string, body = words(0)) => essay(`published: 2020-01-01\n${front}`, body);
const two = (front: string, body = words(1000)) => essay(`published: 2019-01-01\n${front}`, body);
const SITE: Files = { [A]: one('title: A'), [B]: two('title: B') };

const build = (files: Files, options: Options = {}) =>
  buildSite(files, { remembers: 'all', ...options });
const read = (site: BuiltSite) =>
  listFiles(join(site.root, 'content')).includes('addresses.txt')
    ? site.text('../content/addresses.txt')
    : null;
const linesOf = (site: BuiltSite) => read(site) ?? '';
const goalOf = (site: BuiltSite, path: string) =>
  site.page(path)('link[rel=canonical]').attr('href')?.replace('https://ann.example', '');

describe('the file', () => {
  test('has a sorted line for each address, and is written silently', async () => {
    const site = await build({ ...SITE, 'content/essays/ä b%20.md': one('title: 10% C') });
    expect(site.report).toBe('');
    expect(read(site)).toBe(
      '/blog/10-c content/essays/ä b%2520.md 2020-01-01\n' +
        `/blog/a ${A} 2020-01-01\n/blog/b ${B} 2019-01-01\n`,
    );
    const crlf = `${read(site)?.replaceAll('\n', '\r\n')}\r\n`;
    const again = await site.rebuild({ [MEMORY]: crlf });
    expect([again.report, read(again)]).toEqual(['', crlf]);
  });

  test.each<[name: string, files: Files, options: Options, lines: string]>([
    ['not with --drafts', SITE, { remembers: 'none', showDrafts: true }, ''],
    ['without drafts', { [A]: one('title: A\ndraft: true') }, {}, ''],
    ['not by a build that fails', { ...SITE, [C]: one('slug: ../x') }, {}, ''],
    ['not by a strict one', { ...SITE, [C]: one('title: A\ntgas: x') }, { isStrict: true }, ''],
    ['before today in a session', SITE, { remembers: 'past' }, `/blog/a ${A} 2020-01-01\n`],
    ['not of today in a session', SITE, { remembers: 'past', now: Date.UTC(2020, 0, 1, 9) }, ''],
  ])('is written %s', async (_, files, options, lines) => {
    const site = await build(files, options);
    expect(linesOf(site).replace(/^\/blog\/b .*\n/m, '')).toBe(lines);
  });

  test('has the addresses of a build without drafts, even if drafts are shown', async () => {
    const draft = { [C]: essay('title: A\ndraft: true\npublished: 2018-01-01') };
    const site = await build({ ...SITE, ...draft }, { showDrafts: true, remembers: 'past' });
    // The draft is the older of two with this title.
    const slugsOf = ({ site }: BuiltSite) => site?.essays.map(({ source, slug }) => [source, slug]);
    expect(slugsOf(site)).toEqual([A, B, C].map((path, at) => [path, ['a', 'b', 'a-2'][at]]));
    expect(linesOf(site)).toBe(`/blog/a ${A} 2020-01-01\n/blog/b ${B} 2019-01-01\n`);
    expect(site.report).toBe('');
    expect(slugsOf(await site.rebuild({ [YAML]: `${SITE_YAML}tagline: New\n` }))).toEqual(
      slugsOf(site),
    );
  });

  test('may have its lines in any order and twice; an invalid line is an error', async () => {
    const site = await build(SITE);
    const lines = read(site)?.trimEnd().split('\n') ?? [];
    const mixed = await site.rebuild({ [MEMORY]: [...lines, ...lines].reverse().join('\n') });
    expect([mixed.report, read(mixed)]).toEqual(['', read(site)]);
    const bad = ['<<<<<<< HEAD', '/blog/a', '/x a.md 2020-01-01 x', '/blog/../x a 2020-01-01 x'];
    const fails = await site.rebuild({ [MEMORY]: [...bad, ...lines].join('\n') });
    expect(withPlaces(fails.problems)).toEqual(
      bad.map((_, index) => expect.stringContaining(`address-invalid ${MEMORY}:${index + 1}:1 `)),
    );
    expect(fails.commit).toBeNull();
  });

  test('may have a digest after each day, which goes when the file is next written', async () => {
    const plain = `/blog/a ${A} 2020-01-01\n/blog/b ${B} 2019-01-01\n`;
    const digested = plain.replaceAll('\n', ` ${'x'.repeat(38)}\n`);
    const site = await build({ ...SITE, [MEMORY]: digested });
    expect([site.report, read(site)]).toEqual(['', digested]);
    const more = await site.rebuild({ [C]: one('title: C') });
    expect([more.report, read(more)]).toEqual(['', `${plain}/blog/c ${C} 2020-01-01\n`]);
  });

  test('does not change with the text or the day of an essay', async () => {
    const site = await build(SITE);
    const edited = await site.rebuild({ [A]: two('title: A', words(5000)) });
    expect([edited.report, read(edited)]).toEqual(['', read(site)]);
  });

  test('that cannot be written stops the build before out/ is touched', async () => {
    const site = await build(SITE);
    rmSync(join(site.root, MEMORY));
    writeFiles(site.root, { [`${MEMORY}/mine`]: 'x' });
    const failed = await site.rebuild({ [A]: one('title: New') });
    expect([failed.codes, failed.paths]).toEqual([['output-failed'], site.paths]);
    expect(failed.problems[0]).toMatchObject({
      file: MEMORY,
      message: `${MEMORY} cannot be written: it is a folder (EISDIR)`,
      hint: 'Move it away, then build again.',
    });
  });

  test.each<[fact: string, isEmpty: boolean, change: Record<string, string | null>]>([
    ['keeps', false, { [A]: one('title: New') }],
    ['that is missing stays empty', true, { [A]: one('title: New'), [MEMORY]: null }],
  ])('%s its lines if the pages cannot be written', async (_, isEmpty, change) => {
    const site = await build(SITE);
    const before = isEmpty ? '' : read(site);
    const { renameSync: rename } = fs;
    const renameSync = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (!`${to}`.endsWith('.html')) return rename(from, to);
      const facts = { code: 'ENOSPC', syscall: 'rename', path: `${from}`, dest: `${to}` };
      throw Object.assign(new Error('ENOSPC: no space left on device'), facts);
    });
    syncBuiltinESMExports();
    const failed = await site.rebuild(change);
    renameSync.mockRestore();
    syncBuiltinESMExports();
    expect(failed.codes).toEqual(['output-failed']);
    expect(read(site)).toBe(before);
  });

  test('is named where its folder cannot be written', () => {
    const paths = { path: '/site/.blog/addresses.txt.1.new', dest: `/site/${MEMORY}` };
    const error = Object.assign(new Error(), { code: 'EACCES', syscall: 'rename', ...paths });
    expect(describeFailure(error, '/site', '/site/out')).toMatchObject({
      file: MEMORY,
      message: `${MEMORY} cannot be written: its permissions do not allow it (EACCES)`,
    });
  });

  test('at which another page is, but for case, leads nowhere', async () => {
    const site = await build(SITE);
    const line = (read(site) ?? '').split('\n').find((each) => each.startsWith('/blog/a ')) ?? '';
    const files = { [MEMORY]: `${read(site)}${line.replace('/blog/a', '/BLOG/B')}\n` };
    const { problems } = await site.rebuild(files);
    const message = `/BLOG/B cannot lead to ${A}, since another page or file is in its way`;
    expect(problems).toMatchObject([{ code: 'address-gone', message }]);
  });

  test('that is changed during a build is left alone', async () => {
    const site = await build(SITE);
    const other = (read(site) ?? '').replace('/blog/a ', '/blog/else ');
    const onProgress = () => writeFiles(site.root, { [MEMORY]: other });
    const racing = await site.rebuild({ [A]: one('title: New') }, { onProgress });
    expect([racing.codes, read(racing)]).toEqual([['address-moved'], other]);
    const next = await site.rebuild({}, { onProgress: () => {} });
    expect(goalOf(next, 'blog/else.html')).toBe('/blog/new');
  });

  test.each([
    ['', true, ['addresses-uncommitted']],
    ['', false, []],
    ['same', true, []],
  ])('is reported as uncommitted on CI if it has changed: %j', async (state, isCI, codes) => {
    const site = await build(SITE, { isCI: false });
    const files = state === '' ? { [C]: one('title: C', words(2000)) } : {};
    expect((await site.rebuild(files, { isCI })).codes).toEqual(codes);
  });
});

describe('an address leads to its essay', () => {
  type Changes = Readonly<Record<string, string | null>>;
  const DATED = 'content/essays/x/2020-01-01-a.md';
  const ID = 'urn:uuid:fc43b558-a1bf-5a71-836f-17072c508407';
  test.each<[name: string, changes: Changes]>([
    ['with a new title', { [A]: one('title: New') }],
    ['with a new title and new words', { [A]: one('title: New', words(5000)) }],
    ['in another folder', { [A]: null, 'content/essays/x/a.md': one('title: New') }],
    ['with a new date', { [A]: two('title: New') }],
    ['in a file with its date', { [A]: null, [DATED]: one('title: New', words(5000)) }],
    ['in a file of another name', { [A]: null, [C]: one('title: New', words(5000)) }],
    [
      'in a file of another name, where a second essay has its day',
      { [A]: null, [DATED]: one('title: New'), [C]: one('title: C') },
    ],
    [
      'in a file of another name and date, with the id that it had in feeds',
      { [A]: null, [C]: two(`title: New\nguid: ${ID}`) },
    ],
  ])('%s', async (_, changes) => {
    const site = await build(SITE);
    const moved = await site.rebuild(changes);
    expect(new Set(moved.codes)).toEqual(new Set(['address-moved']));
    expect(goalOf(moved, 'blog/a.html')).toBe('/blog/new');
    expect(moved.text('_redirects')).toContain('/blog/a /blog/new 301\n');
    expect(linesOf(moved)).toContain('/blog/new content/');
    const again = await moved.rebuild();
    expect([again.report, read(again)]).toEqual(['', read(moved)]);
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
  });

  const FIRST = essay('title: New\npublished: 2021-01-01');
  test.each<[name: string, changes: Changes, lines: string]>([
    [
      'swap',
      { [A]: two('title: B'), [B]: one('title: A') },
      `/blog/a ${B} 2020-01-01\n/blog/b ${A} 2019-01-01\n`,
    ],
    [
      'move up for a new one',
      { [A]: FIRST, [B]: one('title: A'), [C]: two('title: B') },
      `/blog/a ${B} 2020-01-01\n/blog/b ${C} 2019-01-01\n/blog/new ${A} 2021-01-01\n`,
    ],
  ])('which it keeps if files %s', async (_, changes, lines) => {
    const moved = await (await build(SITE)).rebuild(changes);
    expect([moved.report, read(moved), moved.text('_redirects')]).toEqual(['', lines, '']);
  });

  test('and never to another redirect, nor away from its own page when it comes back', async () => {
    let site = await build(SITE);
    for (const title of ['C', 'D', 'E']) site = await site.rebuild({ [A]: one(`title: ${title}`) });
    for (const slug of ['a', 'c', 'd']) expect(goalOf(site, `blog/${slug}.html`)).toBe('/blog/e');
    site = await site.rebuild({ [A]: one('title: A') });
    expect(site.page('blog/a.html')('h1').text()).toBe('A');
    for (const slug of ['c', 'd', 'e']) expect(goalOf(site, `blog/${slug}.html`)).toBe('/blog/a');
  });

  test('and not to one of its numbered addresses because a merge has duplicated the lines', async () => {
    const titled = (title: string) => ({ [A]: one(`title: ${title}`) });
    const files = { ...SITE, [YAML]: `${SITE_YAML}permalink: /:slug/\n` };
    const first = await build({ ...files, ...titled('One') });
    const numbered = await first.rebuild(titled('One 1'));
    const site = await numbered.rebuild(titled('One'));
    const again = await site.rebuild({ [MEMORY]: `${read(site)}${read(site)}` });
    for (const { page } of [site, again]) expect(page('one/index.html')('h1').text()).toBe('One');
    expect([read(again), goalOf(again, 'one-1/index.html')]).toEqual([read(site), '/one/']);
  });

  test('as do an old path that a pattern made of its old slug, and a link in a body', async () => {
    const rule = 'redirects:\n  /:year/:slug: /blog/:slug\n';
    const link = two('title: B', '[a](/blog/a#x) [old](/2020/a)\n\n## X\n');
    const files = { [A]: one('title: A', '## X\n'), [B]: link, [YAML]: SITE_YAML + rule };
    const site = await (await build(files)).rebuild({ [A]: one('title: New', '## X\n') });
    expect(site.codes).toEqual(['address-moved']);
    expect(goalOf(site, '2020/a.html')).toBe('/blog/new');
    const lines = site.text('_redirects');
    expect(lines).toContain('/blog/a /blog/new 301\n/2020/a /blog/new 301\n');
    expect(lines).not.toContain(' /blog/a 301');
    const links = site.page('blog/b.html')('main article a[href^="/blog/new"]');
    expect(links.length).toBe(2);
  });

  test('unless the author redirects it elsewhere', async () => {
    const site = await (await build(SITE)).rebuild({
      [A]: one('title: New'),
      [B]: two('title: B\naliases: /blog/a'),
    });
    expect(goalOf(site, 'blog/a.html')).toBe('/blog/b');
    const file = await site.rebuild({
      [B]: two('title: B'),
      'content/public/blog/a/index.html': 'x',
    });
    expect([file.codes, file.paths.includes('blog/a.html')]).toEqual([[], false]);
  });
});

describe('in a git repository, an address counts once it is committed', () => {
  const git = (root: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  const commit = (root: string, ...paths: string[]) => {
    git(root, 'add', ...paths);
    git(root, 'commit', '--no-gpg-sign', '-m', 'x');
  };
  type Prepare = (root: string) => unknown;
  const isKept: readonly (readonly [name: string, prepare: Prepare])[] = [
    ['there is no repository', () => {}],
    ['the address was committed', (root) => [git(root, 'init'), commit(root, 'content')]],
    [
      'the repository holds something else',
      (root) => [git(root, 'init'), writeFiles(root, { x: '' }), commit(root, 'x')],
    ],
  ];
  test.each(isKept)('so a deleted essay is missed if %s', async (_, prepare) => {
    const site = await build(SITE);
    prepare(site.root);
    const next = await site.rebuild({ [A]: null });
    expect([next.codes, linesOf(next)]).toEqual([
      ['address-gone'],
      expect.stringContaining('/blog/a '),
    ]);
  });

  const isDropped: readonly (readonly [name: string, prepare: Prepare])[] = [
    ['nothing was', (root) => git(root, 'init')],
    ['other files were', (root) => [git(root, 'init'), commit(root, YAML, A)]],
    [
      'other addresses were',
      (root) => {
        const text = readFileSync(join(root, MEMORY), 'utf8');
        git(root, 'init');
        writeFiles(root, { [MEMORY]: text.replace(/^\/blog\/a .*\n/, '') });
        commit(root, 'content');
        writeFiles(root, { [MEMORY]: text });
      },
    ],
  ];
  test.each(isDropped)('so it is dropped once, with a notice, if only %s', async (_, prepare) => {
    const site = await build(SITE);
    prepare(site.root);
    const next = await site.rebuild({ [A]: null }, { isStrict: true });
    expect(withPlaces(next.problems)).toEqual([
      expect.stringContaining(`address-dropped ${MEMORY}:1:1 /blog/a was never committed`),
    ]);
    expect(linesOf(next)).toBe(`/blog/b ${B} 2019-01-01\n`);
    expect((await next.rebuild()).report).toBe('');
  });

  test('and an essay that takes its address is no news', async () => {
    const site = await build(SITE);
    git(site.root, 'init');
    const next = await site.rebuild({ [A]: null, [C]: two('title: A', words(5000)) });
    expect([next.report, linesOf(next)]).toEqual([
      '',
      `/blog/a ${C} 2019-01-01\n/blog/b ${B} 2019-01-01\n`,
    ]);
  });

  test('but a new title leaves a redirect in any case', async () => {
    const site = await build(SITE);
    git(site.root, 'init');
    const next = await site.rebuild({ [A]: one('title: New') });
    expect([next.codes, goalOf(next, 'blog/a.html')]).toEqual([['address-moved'], '/blog/new']);
  });
});

test('a build that is only a trial records nothing, and says so', async () => {
  const site = await build(SITE, { isTrial: true });
  expect([site.codes, read(site)]).toEqual([['addresses-unrecorded'], null]);
  const again = await site.rebuild({}, { isTrial: false });
  expect([again.report, read(again) !== null]).toEqual(['', true]);
  expect((await again.rebuild({}, { isTrial: true })).report).toBe('');
});

describe('an essay that is gone', () => {
  const gone = async (changes: Readonly<Record<string, string | null>>) =>
    (await build(SITE)).rebuild(changes);

  test.each([
    ['deleted', { [A]: null }],
    ['a draft again', { [A]: one('title: A\ndraft: true') }],
    ['one of another name and day', { [A]: null, [C]: two('title: C') }],
  ])('is reported until somebody cares: %s', async (_, changes) => {
    const site = await gone(changes);
    expect(withPlaces(site.problems)).toEqual([
      `address-gone ${MEMORY}:1:1 ${A}, published on 2020-01-01, is no longer at /blog/a`,
    ]);
    expect(linesOf(site)).toContain(`/blog/a ${A} 2020-01-01 gone\n`);
    const again = await site.rebuild();
    expect(again.problems.map(({ message }) => message)).toEqual([site.problems[0]?.message]);
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
    const back = await again.rebuild({
      [A]: one('title: Back'),
      [C]: two('title: C', words(7000)),
    });
    expect([back.codes, goalOf(back, 'blog/a.html')]).toEqual([['address-moved'], '/blog/back']);
  });

  test('and comes back in another folder gets its address', async () => {
    const site = await (await gone({ [A]: null })).rebuild({
      'content/essays/x/a.md': one('title: Back'),
    });
    expect([site.codes, goalOf(site, 'blog/a.html')]).toEqual([['address-moved'], '/blog/back']);
  });

  test('is reported once, with all its addresses', async () => {
    const moved = await (await build(SITE)).rebuild({ [A]: one('title: Z') });
    const site = await moved.rebuild({ [A]: null });
    expect(withPlaces(site.problems)).toEqual([
      `address-gone ${MEMORY}:1:1 ${A}, published on 2020-01-01, is no longer at /blog/a and /blog/z`,
    ]);
  });

  test('and one of two that had the same day is not taken for a new one of that day', async () => {
    const site = await build({ ...SITE, [C]: one('title: C') });
    const next = await site.rebuild({
      [A]: null,
      [C]: null,
      'content/essays/d.md': one('title: D'),
    });
    expect(next.codes).toEqual(['address-gone', 'address-gone']);
  });

  test.each<[name: string, files: Files]>([
    ['alias', { [B]: two('title: B\naliases: /blog/a') }],
    ['redirect', { [YAML]: `${SITE_YAML}redirects:\n  /blog/a: /about\n` }],
    ['public file', { 'content/public/blog/a.html': 'x' }],
    ['page that says so', { [YAML]: `${SITE_YAML}gone: [/blog/a]\n` }],
  ])('is not reported with an %s at its address', async (_, files) => {
    const site = await (await gone({ [A]: null })).rebuild(files);
    expect([site.report, site.paths.includes('blog/a.html')]).toEqual(['', true]);
  });

  test('gets the 404 page if site.yaml lists it as gone', async () => {
    const yaml = `${SITE_YAML}gone:\n  - /blog/a\n  - /old/\n  - x y\n`;
    const bad = await gone({ [A]: null, [YAML]: yaml });
    expect(withPlaces(bad.problems)).toContainEqual(
      expect.stringContaining(`redirect-invalid ${YAML}:7:5 \`x y\` isn't an old path`),
    );
    const site = await bad.rebuild({ [YAML]: yaml.replace('  - x y\n', '') });
    for (const path of ['blog/a.html', 'old/index.html']) {
      const style = site.page('404.html')('[rel=stylesheet]').attr('href');
      expectFacts(site.page(path), {
        'meta[name=robots]@content': ['noindex'],
        '[rel=stylesheet]@href': [style],
        'main h1': ['Post not found.'],
      });
    }
    expect(site.text('_redirects')).toBe('/blog/a /blog/a 410!\n/old /old 410!\n');
    expect(site.text('sitemap.xml')).not.toContain('/blog/a');
    const back = await site.rebuild({ [A]: one('title: A') });
    expect([back.report, back.page('blog/a.html')('h1').text()]).toEqual(['', 'A']);
  });

  test('gets the page in 404.html, which is rendered only once', async () => {
    const site = await build({
      ...SITE,
      [YAML]: `${SITE_YAML}gone: [/x, /y]\n`,
      'templates/NotFoundPage.tsx':
        'let count = 0;\nexport default function NotFoundPage() { count += 1; return <p>{count}</p>; }\n',
    });
    const pages = ['404.html', 'x.html', 'y.html'].map((path) => site.text(path));
    expect(new Set(pages)).toEqual(new Set([expect.stringContaining('<p>1</p>')]));
  });

  test('and whose address another one took, is reported once', async () => {
    const site = await build({ [A]: two('title: Same') });
    const taken = await site.rebuild({ [A]: null, [B]: one('title: Same', words(2000)) });
    expect(taken.codes).toEqual(['address-gone']);
    expect(taken.report).toContain(`is no longer at /blog/same, and ${B} has its address`);
    expect((await taken.rebuild()).report).toBe('');
  });

  test('is forgotten if the author says so', async () => {
    const options = { forgets: true, isStrict: true };
    const site = await (await gone({ [A]: null })).rebuild({}, options);
    expect([site.report, linesOf(site)]).toEqual(['', `/blog/b ${B} 2019-01-01\n`]);
    expect((await site.rebuild({}, { forgets: false })).report).toBe('');
  });

  test.each([
    ['that cannot be read', { [A]: '---\ntitle: "x\n---\n' }],
    ['whose slug is invalid', { [A]: one('title: A\nslug: My A') }],
    ['whose slug another one has', { [A]: one('title: A\nslug: b'), [B]: two('slug: b') }],
  ])('is told apart from one %s', async (_, change) => {
    const site = await build(SITE);
    const broken = await site.rebuild(change);
    expect([broken.commit, broken.codes]).toEqual([
      null,
      expect.not.arrayContaining(['address-gone']),
    ]);
    expect(read(broken)).toBe(read(site));
  });
});

describe('many essays that are gone at once', () => {
  const path = (index: number) => `content/essays/e${index}.md`;
  const many = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        return [path(index), one(`title: E${index}`, words(100 * index))];
      }),
    );
  const without = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), null]));

  test.each([
    [6, 29, true],
    [6, 30, false],
    [5, 8, false],
  ])('%d of %d stop the build: %s', async (count, all, stops) => {
    const site = await build(many(all));
    const next = await site.rebuild(without(count));
    expect(next.commit === null).toBe(stops);
    expect(new Set(next.codes)).toEqual(new Set([stops ? 'addresses-many-gone' : 'address-gone']));
    if (!stops) return;
    expect([next.paths, read(next)]).toEqual([site.paths, read(site)]);
    const forgotten = await next.rebuild({}, { forgets: true });
    expect([forgotten.report, linesOf(forgotten).split('\n').length]).toEqual(['', all - 5]);
  });

  test('are no more than those that are gone since the last build', async () => {
    let site = await build(many(9));
    for (let index = 0; index < 7; index++) site = await site.rebuild({ [path(index)]: null });
    expect(site.codes).toEqual(Array(7).fill('address-gone'));
  });
});

test('essays of one title keep their addresses while others of that title come, go and return', async () => {
  const poem = (year: number) => essay(`title: Poem\npublished: ${year}-01-01`, words(100 * year));
  const site = await build({ [A]: poem(2019), [B]: poem(2020), [C]: poem(2021) });
  const addressesOf = (built: BuiltSite) =>
    [...linesOf(built).matchAll(/^\/blog\/(\S+) content\/essays\/(.*)\.md [\d-]+$/gm)]
      .map(([, slug, file]) => `${file} ${slug}`)
      .sort();
  const all = addressesOf(site);
  expect(all).toEqual(['a poem', 'b poem-2', 'c poem-3']);
  const less = await site.rebuild({ [A]: poem(2019).replace('title', 'draft: true\ntitle') });
  expect([less.codes, addressesOf(less)]).toEqual([['address-gone'], all.slice(1)]);
  const older = { 'content/essays/d.md': poem(2018), 'content/essays/e.md': poem(2017) };
  const back = await less.rebuild({ ...older, [A]: poem(2019) });
  expect([back.report, addressesOf(back)]).toEqual(['', [...all, 'd poem-5', 'e poem-4']]);
});

test.each([
  ['a slug', { [B]: two('title: B\nslug: a') }, B],
  ['the old title of another', { [A]: one('title: New'), [C]: one('title: A', words(2000)) }, C],
])('%s takes no address from an essay that is there', async (_, changes, path) => {
  const site = await build(SITE);
  const failed = await site.rebuild(changes);
  expect(withPlaces(failed.problems)).toContain(
    `address-taken ${path} /blog/a leads to this essay, and ${A} was published there`,
  );
  expect([failed.commit, read(failed)]).toEqual([null, read(site)]);
});

test('an essay without words keeps its address when its folder is renamed', async () => {
  const picture = one('title: A', '![](a.svg)\n');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const within = (folder: string, text: string | null) => ({
    [`content/essays/${folder}/index.md`]: text && picture,
    [`content/essays/${folder}/a.svg`]: text,
  });
  const site = await build({ ...within('old', svg), [B]: two('title: B') });
  const moved = await site.rebuild({ ...within('old', null), ...within('new', svg) });
  expect([moved.codes, linesOf(moved)]).toEqual([
    site.codes,
    linesOf(site).replace('/old/', '/new/'),
  ]);
});

test('branches are merged by keeping the lines of both', async () => {
  const site = await build(SITE);
  const here = await site.rebuild({ [A]: one('title: Here') });
  const lines = read(here);
  const there = await site.rebuild({ [A]: null, [C]: one('title: There'), [MEMORY]: read(site) });
  const merged = await there.rebuild({ [MEMORY]: `${read(there)}${lines}` });
  expect(merged.report).toBe('');
  for (const slug of ['a', 'here']) expect(goalOf(merged, `blog/${slug}.html`)).toBe('/blog/there');
  expect(linesOf(merged).match(/\/a\.md/g)).toBeNull();
});

test('an address that two branches gave to two essays stays with one, once the line of the other is deleted', async () => {
  const site = await build({ [A]: one('title: Snow') });
  const there = await build({ [B]: two('title: Snow') });
  const merged = await site.rebuild({
    [B]: two('title: Snow'),
    [MEMORY]: `${read(site)}${read(there)}`,
  });
  const [problem] = merged.problems;
  expect([problem?.code, problem?.file, problem?.hint]).toEqual([
    'address-taken',
    B,
    `Two branches each published an essay there. Delete the line of the other one from ${MEMORY}.`,
  ]);
  const settled = await merged.rebuild({ [MEMORY]: read(there) });
  expect(settled.report).toBe('');
  expect(linesOf(settled)).toBe(`/blog/snow ${B} 2019-01-01\n/blog/snow-2 ${A} 2020-01-01\n`);
});

test('nothing is said to have moved while a title cannot be read', async () => {
  const site = await build(SITE);
  const failed = await site.rebuild({ [A]: one('title: On Foot: a diary') });
  expect(failed.codes).toEqual(['yaml-invalid']);
});
