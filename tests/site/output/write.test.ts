/**
 * The output folder: all or nothing, only changed files, and never a foreign file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cacheFileOf, readBuildState, writeBuildState } from '../../../src/build/cache.ts';
import { keyOfFolder } from '../../../src/build/out-folder.ts';
import { OutputFolder } from '../../../src/build/write.ts';
import { fingerprint } from '../../../src/files/fingerprint.ts';
import { DAMAGES, passTick } from '../../support/damages.ts';
import { ignoreCase } from '../../support/ignore-case.ts';
import * as rebuilt from '../../support/rebuild.ts';
import { buildFresh, describeResult, isStanding, settle } from '../../support/rebuild.ts';
import {
  type BuiltSite,
  buildIn,
  buildSite,
  essay,
  type Files,
  hashFiles,
  listFiles,
  makeRequest,
  makeSite,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
/** Long enough that its end is not in the excerpt. */
const LONG = 'There are many words in this. '.repeat(12);
const FILES: Files = {
  'content/site.yaml': SITE_YAML,
  [A]: essay('title: A\npublished: 2020-01-01\naliases: /old/deep/a'),
  [B]: essay('title: B\npublished: 2019-01-01', LONG),
  'content/public/notes.txt': 'User-agent: *\n',
};
/** The files that one essay adds to the output. */
const OF_A = ['blog/a.html', 'old/deep/a.html'];
const FEEDS = ['feed.json', 'feed.xml', 'rss.xml'];
const LISTS = ['_redirects', 'index.html', 'sitemap.xml'];

/** The files in a folder: their bytes, and their inodes, which change when a file is rewritten. */
function observe(folder: string): Map<string, string> {
  return new Map(
    Object.entries(hashFiles(folder)).map(([path, hash]) => {
      const { ino, ctimeMs } = lstatSync(join(folder, path));
      return [path, `${ino} ${ctimeMs} ${hash}`];
    }),
  );
}

/** Makes the first removal of each file and folder whose path matches fail; returns the list of these paths. */
function holdOnce(paths: RegExp): readonly string[] {
  const held: string[] = [];
  for (const name of ['rmSync', 'rmdirSync'] as const) {
    const remove: (file: fs.PathLike, options?: fs.RmOptions) => void = fs[name];
    vi.spyOn(fs, name).mockImplementation((file: fs.PathLike, options?: fs.RmOptions) => {
      if (paths.test(`${file}`) && !held.includes(`${file}`)) {
        held.push(`${file}`);
        throw Object.assign(new Error(`${file}`), { code: 'EBUSY' });
      }
      remove(file, options);
    });
  }
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return held;
}

const outOf = ({ root }: BuiltSite) => join(root, 'out');
const stateOf = (root: string) => cacheFileOf(join(root, '.blog'), join(root, 'out'));
const keyOf = (root: string) => keyOfFolder(join(root, '.blog'), join(root, 'out'));

describe('with an error out/ stays exactly as it was', () => {
  test('even if other files have changed', async () => {
    const site = await buildSite(FILES);
    const before = observe(outOf(site));
    const more = { [B]: essay('title: B2\npublished: 2019-01-01'), 'content/public/new.txt': 'x' };
    const failed = await site.rebuild({ ...more, [A]: essay('title: A\npublished: 2020-02-30') });
    expect([failed.commit, failed.codes]).toEqual([null, ['date-impossible']]);
    expect(observe(outOf(site))).toEqual(before);
  });

  test('in the first build, which makes none', async () => {
    const site = await buildSite({ [A]: essay('published: 2020-01-01') });
    expect([site.codes, existsSync(outOf(site))]).toEqual([['title-missing'], false]);
  });
});

describe('a build writes and removes only what it has to:', () => {
  type Changes = Readonly<Record<string, string | null>>;
  const replace = (make: (file: string) => unknown) => (root: string) => {
    rmSync(join(root, 'out/about.html'));
    make(join(root, 'out/about.html'));
  };
  const alterNotes = (root: string) => rebuilt.rewriteUnseen(join(root, 'out/notes.txt'), '*', 'x');
  const b = (lines: string, body = LONG) => ({ [B]: essay(`date: 2019-01-01\n${lines}`, body) });
  const words = b('title: B', 'Other words.\n');
  const named = { 'content/site.yaml': SITE_YAML.replace('Ann A', 'Ben A') };
  const moved = { [A]: essay('title: A\npublished: 2020-01-01\naliases: /new') };
  const B_PAGE = 'blog/b.html';
  const ALL = [B_PAGE, 'blog/a.html', 'index.html', ...FEEDS];
  const NOTES = 'content/public/notes.txt';
  const OF_MOVED = ['blog/a.html', 'new.html'];
  type Act = Changes | ((root: string) => unknown);
  /** In sequence, each on the output of the one before. */
  const steps: readonly [name: string, act: Act, written: string[], removed?: string[]][] = [
    ['nothing where nothing has changed', {}, []],
    ['nothing where .blog/ is deleted', { '.blog': null }, []],
    ['a page that is gone', { 'out/blog/a.html': null }, ['blog/a.html']],
    ['a folder that is gone', { 'out/old': null }, ['old/deep/a.html']],
    ['a damaged page', { 'out/404.html': 'x' }, ['404.html']],
    ['a file altered unseen', alterNotes, ['notes.txt']],
    ['a page whose place an empty folder took', replace(mkdirSync), ['about.html']],
    ['one whose place a link took', replace((file) => symlinkSync('no', file)), ['about.html']],
    ['what shows words beyond the excerpt', b('title: B', `${LONG}The end.`), [B_PAGE, ...FEEDS]],
    ['what shows an essay that changed', words, [B_PAGE, 'index.html', ...FEEDS]],
    [
      'what shows a title, with the neighbour in time',
      b('title: C\nslug: b'),
      ['404.html', ...ALL],
    ],
    ['what shows the author’s name', named, ['about.html', '404.html', 'favicon.svg', ...ALL]],
    ['what has an alias', moved, ['_redirects', 'new.html'], ['old/deep/a.html']],
    ['a public file that changed', { [NOTES]: 'User-agent: x\n' }, ['notes.txt']],
    ['a public file that is gone', { [NOTES]: null }, [], ['notes.txt']],
    ['an essay that is gone', { [A]: null }, ['404.html', B_PAGE, ...LISTS, ...FEEDS], OF_MOVED],
  ];
  test('step by step', async () => {
    let site = await settle(await buildSite(FILES));
    for (const [name, act, written, removed = []] of steps) {
      const before = observe(outOf(site));
      if (typeof act === 'function') act(site.root);
      else writeFiles(site.root, act);
      const again = await site.rebuild();
      const after = observe(outOf(site));
      const rewritten = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
      expect(rewritten.sort(), name).toEqual(written.sort());
      const gone = site.paths.filter((path) => !after.has(path));
      expect(gone, name).toEqual(removed.sort());
      expect(existsSync(join(site.root, 'out/old')), name).toBe(after.has('old/deep/a.html'));
      const unchanged = after.size - written.length;
      const counts = { written: written.length, unchanged, removed: removed.length };
      expect(again.commit, name).toEqual(counts);
      const fresh = await buildFresh(site.root);
      expect(describeResult(again), name).toEqual(fresh);
      site = await settle(again);
      expect(describeResult(site), name).toEqual(fresh);
    }
  });

  test('all of it where out/ is gone, and the first time', async () => {
    const site = await buildSite(FILES);
    const again = await site.rebuild({ out: null });
    expect(again.commit).toEqual({ written: site.paths.length, unchanged: 0, removed: 0 });
    expect([again.commit, describeResult(again)]).toEqual([site.commit, describeResult(site)]);
  });

  test('the pages that went, and what a killed build has left, also where the site was moved since', async () => {
    const { root, paths } = await buildSite(FILES);
    writeFiles(root, { [`.blog/staging-${keyOf(root)}/a.html`]: '' });
    const moved = join(makeSite({}), 'site');
    renameSync(root, moved);
    rmSync(join(moved, A));
    const again = await buildIn(moved);
    expect([again.report, again.commit?.removed]).toEqual(['', OF_A.length]);
    expect(again.paths).toEqual(paths.filter((path) => !OF_A.includes(path)));
    expect(existsSync(join(moved, `.blog/staging-${keyOf(root)}`))).toBe(false);
  });

  test('what another program holds for a moment', async () => {
    const site = await settle(await buildSite(FILES));
    rmSync(join(site.root, A));
    const held = holdOnce(/[/\\](?:out|staging-\w+)(?:[/\\]|$)/);
    const again = await site.rebuild();
    expect([again.report, again.commit?.removed]).toEqual(['', OF_A.length]);
    const inside = held.map((file) => relative(site.root, file));
    const stale = ['out/blog/a.html', 'out/old/deep', 'out/old/deep/a.html'];
    const staging = `.blog/staging-${keyOf(site.root)}`;
    expect(inside).toEqual(expect.arrayContaining([...stale, staging]));
    expect(existsSync(join(site.root, 'out/old'))).toBe(false);
    expect(existsSync(join(site.root, staging))).toBe(false);
  });

  test('a page that was altered while it was built, the next time', async () => {
    const site = await buildSite(FILES);
    const [page, result] = [join(site.root, 'out/index.html'), describeResult(site)];
    const onPage = () => writeFileSync(page, 'by hand');
    await site.rebuild({ '.blog': null }, { onPage, awaited: ['index.html'] });
    expect(describeResult(await site.rebuild())).toEqual(result);
  });
});

describe('files that no build wrote', () => {
  test('are never removed, and reported: by the first build all, by every build the pages', async () => {
    const mine = ['.blog-staging/x', 'CNAME', 'notes/mine.txt', 'blog/hand.html', 'zz'];
    const site = await buildSite({
      ...FILES,
      ...Object.fromEntries([...mine, '.git/HEAD'].map((path) => [`out/${path}`, 'mine'])),
    });
    expect(site.report).toContain(
      'written them: .blog-staging/x, CNAME and 3 more\n  out\n  → If they come',
    );
    const less = await site.rebuild({ [A]: null, [B]: null });
    expect(less.codes).toEqual(['essays-none', 'out-unknown-files']);
    expect(less.report).toContain('have written them: blog/hand.html\n');
    for (const path of [...mine, '.git/HEAD']) expect(less.text(path)).toBe('mine');
  });

  test('are kept and named when they appear between two builds, until they are gone', async () => {
    const site = await settle(await buildSite(FILES));
    const others = { 'out/blog/y.html': 'mine', 'out/blog/z.html': 'mine' };
    const mine = { ...others, 'out/CNAME': 'mine', 'out/blog/hand.html': 'mine' };
    const names = /: blog\/hand\.html, blog\/y\.html and blog\/z\.html$/m;
    expect((await site.rebuild(mine)).report).toMatch(names);
    for (const path of Object.keys(others)) rmSync(join(site.root, path));
    const again = await site.rebuild({ [A]: null });
    expect(again.report).toContain('have written them: blog/hand.html\n');
    expect(again.text('CNAME')).toBe('mine');
    const without = await again.rebuild({ 'out/blog/hand.html': null });
    expect([without.report, without.text('CNAME')]).toEqual(['', 'mine']);
    expect(isStanding(await settle(without))).toBe(true);
  });

  test('are reported when they are overwritten, and are the build’s own from then on', async () => {
    const site = await buildSite({ ...FILES, 'out/index.html': 'mine' });
    expect(site.report).toMatch(/^notice \[out-overwritten\] .* them: index\.html\n {2}out$/);
    expect(site.page('index.html')('h1')).toHaveLength(1);
    const taken = await site.rebuild({ 'out/CNAME': 'mine', 'content/public/CNAME': 'theirs' });
    expect([taken.codes, taken.text('CNAME')]).toEqual([['out-overwritten'], 'theirs']);
    const gone = await taken.rebuild({ 'content/public/CNAME': null });
    expect([gone.report, gone.paths.includes('CNAME')]).toEqual(['', false]);
  });

  test('stay, and empty folders go with the next build', async () => {
    const site = await settle(await buildSite({ ...FILES, 'out/mine/CNAME': 'mine' }));
    const folders = ['empty/deep', 'mine/empty', 'blog/empty', 'full/.git/x'];
    for (const path of folders) mkdirSync(join(outOf(site), path), { recursive: true });
    const again = await site.rebuild();
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
    const seen = ['empty', 'mine', 'blog', ...folders];
    const left = seen.filter((path) => existsSync(join(outOf(site), path)));
    expect(left).toEqual(['mine', 'blog', 'full/.git/x']);
    expect(isStanding(await settle(again))).toBe(true);
  });

  test.each([
    ['a file where a folder must come', 'out/blog'],
    ['a folder where a file must come', 'out/about.html/mine.txt'],
    ['a file where a folder of an alias must come', 'out/old/deep'],
  ])('such as %s stop the build before anything is touched', async (_, mine) => {
    const root = makeSite({ ...FILES, [mine]: 'mine' });
    const before = observe(join(root, 'out'));
    const site = await buildIn(root);
    expect([site.commit, site.codes]).toEqual([null, ['output-failed']]);
    expect(site.report).toContain(mine.split('/')[1]);
    expect(observe(join(root, 'out'))).toEqual(before);
  });
});

test('an output folder that is a link stays one, and the site is written where it leads', async () => {
  const root = makeSite({ ...FILES, 'elsewhere/CNAME': 'mine' });
  symlinkSync('elsewhere', join(root, 'out'));
  const site = await buildIn(root);
  expect(readlinkSync(outOf(site))).toBe('elsewhere');
  expect(listFiles(join(root, 'elsewhere'))).toContain('blog/a.html');
  expect((await site.rebuild({ [A]: null })).commit).toMatchObject({ removed: OF_A.length });
});

describe('.blog/', () => {
  test.each(DAMAGES)('a build is right although the state file is %s', async (_, damage) => {
    const site = await rebuilt.buildSettled();
    damage(stateOf(site.root));
    const again = await site.rebuild({ 'out/CNAME': 'mine' });
    // Everything is unknown as after the first build.
    expect([again.codes, again.text('CNAME')]).toEqual([['out-unknown-files'], 'mine']);
    const changed = await again.rebuild({ 'out/CNAME': null, 'content/essays/walk': null });
    expect(changed.commit?.removed).toBe(3);
    expect(describeResult(changed)).toEqual(await buildFresh(site.root));
  });

  test('cannot make a build remove what lies outside out/', async () => {
    const site = await buildSite({ ...FILES, 'keep.txt': 'mine' });
    const [file, { program }] = [stateOf(site.root), makeRequest(site.root)];
    const state = readBuildState(file, program, null);
    const outside = ['../keep.txt', join(site.root, 'keep.txt'), '../content/site.yaml'];
    const forged = outside.map((path) => [path, ['', '']] as const);
    const outputs = new Map([...state.outputs, ...forged]);
    writeBuildState(file, program, { ...state, outputs }, state.readContent());
    expect(readBuildState(file, program, null).outputs.size).toBe(site.paths.length + 3);
    const again = await site.rebuild({ 'content/public/notes.txt': null });
    expect(again.commit).toMatchObject({ removed: 1 });
    expect(existsSync(join(site.root, 'keep.txt'))).toBe(true);
    expect(existsSync(join(site.root, 'content/site.yaml'))).toBe(true);
  });

  /** Foreign entries under the names of the program's files. */
  const odd: readonly [name: string, make: (file: string) => unknown][] = [
    ['a link to a file', (file) => symlinkSync('../keep.txt', file)],
    ['a link to a folder', (file) => symlinkSync('../keep', file)],
    ['a link that leads nowhere', (file) => symlinkSync('../gone', file)],
    ['a pipe', (file) => execFileSync('mkfifo', [file])],
  ];
  test.each(odd)('is not followed and does not wait where %s takes a place', async (_, make) => {
    const keep = { 'keep.txt': 'mine', 'keep/x.png': 'mine' };
    const site = await buildSite({ ...FILES, ...keep });
    const cache = join(site.root, '.blog');
    const names = [basename(stateOf(site.root)), 'clock', 'pictures', 'cards', 'templates'];
    const key = keyOf(site.root);
    for (const name of [...names, `lock-${key}`, `staging-${key}`]) {
      rmSync(join(cache, name), { recursive: true, force: true });
      make(join(cache, name));
    }
    const again = await site.rebuild();
    expect([again.report, again.commit?.removed]).toEqual(['', 0]);
    expect(describeResult(again)).toEqual(await buildFresh(site.root));
    for (const path of Object.keys(keep)) expect(again.text(`../${path}`)).toBe('mine');
    const left = readdirSync(cache, { withFileTypes: true });
    expect(left.filter((each) => !each.isFile()).map(({ name }) => name)).toEqual([]);
  });

  test('is cleared of the leftovers of killed builds by the next build', async () => {
    const site = await settle(await buildSite(FILES));
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const state = basename(stateOf(site.root));
    const key = fingerprint(join(site.root, 'elsewhere'));
    const kept = [`lock-1234567890`, 'staging-1234567890/a.html'];
    const left = [
      ...[`${state}.${gone}.new`, `clock.${gone}.new`, `lock-${key}.${gone}`],
      ...[`lock-${key}`, `staging-${key}/blog/a.html`, `lock-${key}.${gone}.dead`],
    ];
    const later = [`pictures/x.webp.${gone}.new`, `templates/x.${gone}.new/pages.cjs`];
    const paths = [...left, ...later, ...kept].map((path) => join('.blog', path));
    writeFiles(site.root, Object.fromEntries(paths.map((path) => [path, ''])));
    writeFiles(site.root, { [`.blog/${kept[0]}`]: `${hostname()} ${process.ppid}` });
    passTick(site.root);
    await site.rebuild();
    const list = () => listFiles(join(site.root, '.blog')).filter((path) => path !== 'clock');
    expect(list()).toEqual([state, ...kept, ...later].sort());
    await site.rebuild({ [A]: null });
    expect(list()).toEqual([state, ...kept].sort());
  });
});

test('on a disk that ignores case, a file or folder whose name changes only in case gets the new name', async () => {
  ignoreCase();
  const before = {
    'content/essays/a.md': essay('title: A\nslug: casey\npublished: 2020-01-01'),
    'content/pages/notes/old.md': '---\ntitle: Old\n---\nText.\n',
    'content/public/files/Photo.txt': 'x',
  };
  const site = await settle(await buildSite(before));
  const after = {
    'content/essays/a.md': essay('title: A\nslug: Casey\npublished: 2020-01-01'),
    'content/pages/Notes/old.md': before['content/pages/notes/old.md'],
    'content/public/files/photo.txt': 'x',
  };
  for (const folder of ['pages', 'public']) {
    rmSync(join(site.root, 'content', folder), { recursive: true });
  }
  const again = await site.rebuild(after);
  const names = again.paths.filter((path) => /casey|notes\/|photo/i.test(path));
  expect(names).toEqual(['Notes/old.html', 'blog/Casey.html', 'files/photo.txt']);
  expect((await again.rebuild()).commit).toMatchObject({ written: 0, removed: 0 });
});

const otherVolume = ['/tmp', '/dev/shm', '/run/shm'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test.skipIf(otherVolume === undefined)('an output folder on another volume is filled', async () => {
  const outDir = join(otherVolume ?? '', `blog-test-${process.pid}`);
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  const root = makeSite(FILES);
  const site = await buildIn(root, { outDir });
  expect(describeResult(site)).toEqual(await buildFresh(root));
});

test('the name of a picture may be as long as the file system allows', async () => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
  const name = `${'n'.repeat(240)}.svg`;
  const body = essay('title: A\npublished: 2020-01-01', `![x](${name})\n`);
  const site = await buildSite({ [A]: body, [`content/essays/${name}`]: picture });
  expect(site.report).toBe('');
});

test('pages are moved after what they show, and feeds after pages', async () => {
  const site = await buildSite({ ...FILES, 'content/essays/b/a.png': '' });
  rmSync(join(site.root, 'out/index.html'));
  const moved: string[] = [];
  const { renameSync: rename } = fs;
  fs.renameSync = (from, to) => {
    const path = relative(join(site.root, 'out'), String(to));
    if (!path.startsWith('..')) moved.push(path);
    rename(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.renameSync = rename;
    syncBuiltinESMExports();
  });
  writeFiles(site.root, { 'templates/site.css': 'p { color: red }', [A]: essay('title: New') });
  await buildIn(site.root);
  const kindOf = (path: string) =>
    /\.(?:xml|json)$/.test(path) ? '3 feeds' : path.endsWith('.html') ? '2 pages' : '1 files';
  const kinds = moved.map(kindOf);
  expect(new Set(kinds)).toEqual(new Set(['1 files', '2 pages', '3 feeds']));
  expect(kinds).toEqual([...kinds].sort());
});

test('an output folder that is gone is not trusted', () => {
  const root = makeSite({});
  const places = { outDir: join(root, 'out'), cacheDir: join(root, '.blog') };
  const folder = new OutputFolder(places, new Map([['a.html', ['key', '=state']]]), true, 0);
  expect(folder.plan('a.html', 'key')).toBe(false);
  folder.close();
});
