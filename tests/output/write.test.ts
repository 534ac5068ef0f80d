/**
 * The output folder: all or nothing, only what changed, and never what no build has written.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import { cacheFileOf, readBuildState, writeBuildState } from '../../src/output/cache.ts';
import { DAMAGES } from '../support/damages.ts';
import {
  buildFresh,
  buildSettled,
  describeResult,
  isStanding,
  rewriteUnseen,
  settle,
} from '../support/rebuild.ts';
import {
  type BuiltSite,
  buildIn,
  buildSite,
  essay,
  type Files,
  listFiles,
  makeRequest,
  makeSite,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const FILES: Files = {
  'content/site.yaml': SITE_YAML,
  [A]: essay('title: A\npublished: 2020-01-01\naliases: /old/deep/a'),
  [B]: essay('title: B\npublished: 2019-01-01'),
  'content/public/notes.txt': 'User-agent: *\n',
};
/** What an essay on its own adds to the output. */
const OF_A = ['blog/a.html', 'old/deep/a.html'];
const FEEDS = ['feed.json', 'feed.xml', 'rss.xml'];
const LISTS = ['_redirects', 'index.html', 'sitemap.xml'];

/** What lies in a folder: bytes, and which file it is; one that is written again is another. */
function observe(folder: string): Map<string, string> {
  return new Map(
    listFiles(folder).map((path) => {
      const file = join(folder, path);
      return [path, `${lstatSync(file).ino} ${fingerprint(readFileSync(file))}`];
    }),
  );
}

const outOf = ({ root }: BuiltSite) => join(root, 'out');

describe('with an error out/ stays exactly as it was', () => {
  test('also where other things have changed', async () => {
    const site = await buildSite(FILES);
    const before = observe(outOf(site));
    const more = { [B]: essay('title: B2\npublished: 2019-01-01'), 'content/public/new.txt': 'x' };
    const failed = await site.rebuild({ ...more, [A]: essay('title: A\npublished: 2020-02-30') });
    expect([failed.commit, failed.codes]).toEqual([null, ['date-impossible']]);
    expect(observe(outOf(site))).toEqual(before);
  });

  test('in the first build, which makes none', async () => {
    const site = await buildSite({ [A]: essay('title: A') });
    expect(site.codes).toEqual(['date-missing']);
    expect(existsSync(outOf(site))).toBe(false);
  });
});

describe('a build writes and removes what it has to, and nothing else:', () => {
  type Changes = Readonly<Record<string, string | null>>;
  const replace = (make: (file: string) => unknown) => (root: string) => {
    rmSync(join(root, 'out/about.html'));
    make(join(root, 'out/about.html'));
  };
  const alterNotes = (root: string) => rewriteUnseen(join(root, 'out/notes.txt'), '*', 'x');
  const words = { [B]: essay('title: B\npublished: 2019-01-01', 'Other words.\n') };
  const NOTES = 'content/public/notes.txt';
  type Act = Changes | ((root: string) => unknown);
  const cases: readonly [name: string, act: Act, written: string[], removed?: string[]][] = [
    ['nothing where nothing has changed', {}, []],
    ['nothing where .blog/ is deleted', { '.blog': null }, []],
    ['what shows an essay that changed', words, ['blog/b.html', 'index.html', ...FEEDS]],
    ['a public file that changed', { [NOTES]: 'User-agent: x\n' }, ['notes.txt']],
    ['an essay that is gone', { [A]: null }, [...LISTS, ...FEEDS], OF_A],
    ['a public file that is gone', { [NOTES]: null }, [], ['notes.txt']],
    ['a page that is gone', { 'out/blog/a.html': null }, ['blog/a.html']],
    ['a folder that is gone', { 'out/old': null }, ['old/deep/a.html']],
    ['a damaged page', { 'out/404.html': 'x' }, ['404.html']],
    ['a file altered unseen', alterNotes, ['notes.txt']],
    ['a page whose place an empty folder took', replace(mkdirSync), ['about.html']],
    ['one whose place a link took', replace((file) => symlinkSync('no', file)), ['about.html']],
  ];
  test.each(cases)('%s', async (_, act, written, removed = []) => {
    const site = await settle(await buildSite(FILES));
    const before = observe(outOf(site));
    if (typeof act === 'function') act(site.root);
    else writeFiles(site.root, act);
    const again = await site.rebuild();
    const after = observe(outOf(site));
    const rewritten = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
    expect(rewritten.sort()).toEqual(written.sort());
    expect(site.paths.filter((path) => !after.has(path))).toEqual(removed.sort());
    expect(existsSync(join(site.root, 'out/old'))).toBe(after.has('old/deep/a.html'));
    const unchanged = after.size - written.length;
    const counts = { written: written.length, unchanged, removed: removed.length };
    expect(again.commit).toEqual(counts);
    const fresh = await buildFresh(site.root);
    expect(describeResult(again)).toEqual(fresh);
    expect(describeResult(await settle(again))).toEqual(fresh);
  });

  test('all of it where out/ is gone, and the first time', async () => {
    const site = await buildSite(FILES);
    const result = describeResult(site);
    const all = { written: site.paths.length, unchanged: 0, removed: 0 };
    expect(site.commit).toEqual(all);
    const again = await site.rebuild({ out: null });
    expect([again.commit, describeResult(again)]).toEqual([all, result]);
  });

  test('the pages that went, also where the site was moved since', async () => {
    const { root, paths } = await buildSite(FILES);
    const moved = join(makeSite({}), 'site');
    renameSync(root, moved);
    rmSync(join(moved, A));
    const again = await buildIn(moved);
    expect([again.report, again.commit?.removed]).toEqual(['', OF_A.length]);
    expect(again.paths).toEqual(paths.filter((path) => !OF_A.includes(path)));
  });

  test('a page that was altered while it was built, the next time', async () => {
    const site = await buildSite(FILES);
    const [page, result] = [join(site.root, 'out/index.html'), describeResult(site)];
    const onPage = () => writeFileSync(page, 'by hand');
    await site.rebuild({ '.blog': null }, { onPage, first: ['index.html'] });
    expect(describeResult(await site.rebuild())).toEqual(result);
  });
});

describe('files that no build wrote', () => {
  test('are never removed, and reported: by the first build all, by every build the pages', async () => {
    const mine = ['CNAME', 'notes/mine.txt', 'blog/hand.html', '.well-known/x', 'zz'];
    const site = await buildSite({
      ...FILES,
      ...Object.fromEntries(mine.map((path) => [`out/${path}`, 'mine'])),
    });
    expect(site.report).toBe(
      [
        'notice [out-unknown-files] Left as they are, since no build is known to have written them: .well-known/x, CNAME, blog/hand.html and 2 more',
        '  out',
        '  → If they come from an older build, delete the folder and build again.',
      ].join('\n'),
    );
    const less = await site.rebuild({ [A]: null, [B]: null });
    expect(less.codes).toEqual(['essays-none', 'out-unknown-files']);
    expect(less.report).toContain('have written them: blog/hand.html\n');
    expect(mine.map((path) => less.text(path))).toEqual(mine.map(() => 'mine'));
  });

  test('are kept and named when they appear between two builds, until they are gone', async () => {
    const site = await settle(await buildSite(FILES));
    const mine = { 'out/CNAME': 'mine', 'out/blog/hand.html': 'mine' };
    expect((await site.rebuild(mine)).codes).toEqual(['out-unknown-files']);
    const again = await site.rebuild({ [A]: null });
    expect(again.report).toContain('have written them: blog/hand.html\n');
    expect(again.text('CNAME')).toBe('mine');
    const without = await again.rebuild({ 'out/blog/hand.html': null });
    expect([without.report, without.text('CNAME')]).toEqual(['', 'mine']);
    expect(isStanding(await settle(without))).toBe(true);
  });

  test('are reported when they are overwritten, and are the build’s own from then on', async () => {
    const site = await buildSite({ ...FILES, 'out/index.html': 'mine' });
    expect(site.report).toBe(
      [
        'notice [out-overwritten] Overwritten, though no build is known to have written them: index.html',
        '  out',
      ].join('\n'),
    );
    expect(site.page('index.html')('h1')).toHaveLength(1);
    const taken = await site.rebuild({ 'out/CNAME': 'mine', 'content/public/CNAME': 'theirs' });
    expect([taken.codes, taken.text('CNAME')]).toEqual([['out-overwritten'], 'theirs']);
    const gone = await taken.rebuild({ 'content/public/CNAME': null });
    expect([gone.report, gone.paths.includes('CNAME')]).toEqual(['', false]);
  });

  test.each([[{}], [{ 'out/index.html': 'mine' }]])('stay, as a repository: %j', async (more) => {
    const site = await buildSite({ ...FILES, ...more, 'out/.git/HEAD': 'ref' });
    expect(site.text('.git/HEAD')).toBe('ref');
    expect(site.report).not.toContain('.git');
    expect(site.paths).toContain('blog/a.html');
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

test.each([[{}], [{ 'elsewhere/CNAME': 'mine' }]])(
  'an output folder that is a link stays one, and the site is written where it leads: %j',
  async (more) => {
    const root = makeSite({ ...FILES, ...more });
    mkdirSync(join(root, 'elsewhere'), { recursive: true });
    symlinkSync('elsewhere', join(root, 'out'));
    const site = await buildIn(root);
    expect(readlinkSync(outOf(site))).toBe('elsewhere');
    expect(listFiles(join(root, 'elsewhere'))).toContain('blog/a.html');
    expect((await site.rebuild({ [A]: null })).commit).toMatchObject({ removed: OF_A.length });
  },
);

describe('.blog/', () => {
  const stateOf = (root: string) => cacheFileOf(join(root, '.blog'), join(root, 'out'));

  test.each(DAMAGES)('a build is right although the state file is %s', async (_, damage) => {
    const site = await buildSettled();
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

  test('holds no working files when a build is done', async () => {
    const site = await buildSite(FILES);
    await site.rebuild({ [A]: null });
    expect(listFiles(join(site.root, '.blog'))).toEqual([basename(stateOf(site.root)), 'clock']);
  });

  test('keeps the state of each output folder', async () => {
    const site = await buildSite(FILES);
    const other = await buildIn(site.root, { outDir: join(site.root, 'other') });
    const less = await site.rebuild({ [A]: null });
    expect(existsSync(join(site.root, 'other/blog/a.html'))).toBe(true);
    expect(describeResult(await other.rebuild())).toEqual(describeResult(less));
  });
});

const otherVolume = ['/dev/shm', '/run/shm'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(process.cwd()).dev,
);

test.skipIf(otherVolume === undefined)('an output folder on another volume is filled', async () => {
  const outDir = join(otherVolume ?? '', `blog-test-${process.pid}`);
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  const root = makeSite(FILES);
  const site = await buildIn(root, { outDir });
  expect(describeResult(site)).toEqual(await buildFresh(root));
  const again = await site.rebuild({}, { now: Date.UTC(2027, 0, 1) });
  expect(again.commit).toMatchObject({ written: 1, removed: 0 });
  expect(again.paths).toEqual(site.paths);
});
