import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import { readRecord, writeRecord } from '../../src/output/record.ts';
import { DAMAGES } from '../support/damages.ts';
import {
  buildIn,
  buildSite,
  essay,
  type Files,
  listFiles,
  makeSite,
  SITE_YAML,
} from '../support/site.ts';

const files: Files = {
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01\naliases: /old/deep/a'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01'),
  'content/public/notes.txt': 'User-agent: *\n',
};

const LONG_AGO = new Date('2001-02-03T04:05:06Z');

/** Sets the times of every file far back, and gives what lies in the folder: bytes and mtimes. */
function settle(folder: string) {
  for (const path of listFiles(folder)) utimesSync(join(folder, path), LONG_AGO, LONG_AGO);
  return observe(folder);
}

function observe(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder).map((path) => {
      const file = join(folder, path);
      return [path, `${statSync(file).mtimeMs} ${fingerprint(readFileSync(file))}`];
    }),
  );
}

describe('with an error', () => {
  const changes: readonly [name: string, path: string, text: string][] = [
    ['in an essay', 'content/essays/a.md', essay('title: A\npublished: 2020-02-30')],
    ['in site.yaml', 'content/site.yaml', 'name: Ann\n'],
    ['in the front matter of a new essay', 'content/essays/c.md', '---\ntitle: "x\n---\n'],
    ['of two files for one path', 'content/public/index.html', 'x'],
    ['in a template', 'templates/EssayCard.tsx', 'export function EssayCard() { return <li>; }'],
    [
      'that a template throws',
      'templates/EssayCard.tsx',
      'export function EssayCard() { throw new Error("no"); }',
    ],
    ['in the style sheet', 'templates/style.css', '@import "./gone.css";'],
  ];
  test.each(changes)('%s, out/ stays exactly as it was', async (_, path, text) => {
    const site = await buildSite(files);
    const before = settle(join(site.root, 'out'));
    const failed = await site.rebuild({
      [path]: text,
      'content/essays/b.md': essay('title: B2\npublished: 2019-01-01'),
      'content/public/new.txt': 'x',
    });
    expect(failed.commit).toBeNull();
    expect(failed.codes).not.toEqual([]);
    expect(observe(join(site.root, 'out'))).toEqual(before);
  });

  test('the first build makes no out/', async () => {
    const site = await buildSite({ 'content/essays/a.md': essay('title: A') });
    expect(site.codes).toEqual(['date-missing']);
    expect(existsSync(join(site.root, 'out'))).toBe(false);
  });
});

test('unchanged files are not rewritten, and the counts say so', async () => {
  const site = await buildSite(files);
  expect(site.commit).toEqual({ written: site.paths.length, unchanged: 0, removed: 0 });
  const before = settle(join(site.root, 'out'));
  const same = await site.rebuild();
  expect(same.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
  expect(observe(join(site.root, 'out'))).toEqual(before);

  const changed = await site.rebuild({
    'content/essays/b.md': essay('title: B\npublished: 2019-01-01', 'Other words.\n'),
    'content/public/notes.txt': 'User-agent: x\n',
  });
  const after = observe(join(site.root, 'out'));
  const rewritten = Object.keys(after).filter((path) => after[path] !== before[path]);
  const feeds = ['feed.json', 'feed.xml'];
  expect(rewritten).toEqual(['blog/b.html', ...feeds, 'index.html', 'notes.txt', 'rss.xml']);
  expect(changed.commit).toEqual({ written: 6, unchanged: site.paths.length - 6, removed: 0 });
});

test('a file that was damaged or deleted by hand is made whole again', async () => {
  const site = await buildSite(files);
  const before = site.paths.map((path) => site.text(path));
  writeFileSync(join(site.root, 'out/index.html'), 'damaged');
  rmSync(join(site.root, 'out/about.html'));
  rmSync(join(site.root, 'out/old'), { recursive: true });
  const again = await site.rebuild();
  expect(again.report).toBe('');
  expect(again.commit).toMatchObject({ written: 3, removed: 0 });
  expect(again.paths.map((path) => again.text(path))).toEqual(before);
});

test('what went stale is removed, with the folders that it leaves empty', async () => {
  const site = await buildSite(files);
  expect(site.paths).toContain('old/deep/a.html');
  const less = await site.rebuild({
    'content/essays/a.md': null,
    'content/public/notes.txt': null,
  });
  expect(less.report).toBe('');
  expect(less.commit?.removed).toBe(3);
  const removed = ['blog/a.html', 'old/deep/a.html', 'notes.txt'];
  expect(less.paths).toEqual(site.paths.filter((path) => !removed.includes(path)));
  expect(existsSync(join(site.root, 'out/old'))).toBe(false);
});

describe('after any edits, the result is that of a build from nothing', () => {
  const a = (more: string) => essay(`title: A\npublished: 2020-01-01\n${more}`);
  const steps: readonly [name: string, changes: Record<string, string | null>][] = [
    ['a new essay', { 'content/essays/c.md': essay('title: C\npublished: 2021-01-01') }],
    ['a renamed file', { 'content/essays/a.md': null, 'content/essays/z/index.md': a('') }],
    ['another title', { 'content/essays/z/index.md': essay('title: Zed\npublished: 2020-01-01') }],
    [
      'a slug whose case changed',
      { 'content/essays/c.md': essay('title: C\npublished: 2021-01-01\nslug: C') },
    ],
    ['a folder where a file was', { 'content/public/x': 'file' }],
    ['and a file where it was', { 'content/public/x': null, 'content/public/x/y/z': 'file' }],
    ['back again', { 'content/public/x/y/z': null, 'content/public/x/y': 'file' }],
    ['another base path', { 'content/site.yaml': 'name: Ann\nurl: https://a.example/base\n' }],
    [
      'a template',
      { 'templates/NotFoundPage.tsx': 'export default () => <html><body>Gone</body></html>;' },
    ],
    [
      'no essay at all',
      { 'content/essays/b.md': null, 'content/essays/c.md': null, 'content/essays/z': null },
    ],
  ];
  test('step by step', async () => {
    let site = await buildSite(files);
    for (const [name, changes] of steps) {
      if (Object.keys(changes).includes('content/public/x/y')) {
        rmSync(join(site.root, 'content/public/x/y'), { recursive: true });
      }
      const applied = Object.entries(changes).filter(
        ([path]) => path !== 'content/public/x/y/z' || changes[path] !== null,
      );
      site = await site.rebuild(Object.fromEntries(applied));
      const clean = join(site.root, 'clean');
      rmSync(clean, { recursive: true, force: true });
      await buildIn(site.root, { outDir: clean, cacheDir: join(site.root, '.blog/clean') });
      const tree = (folder: string) =>
        listFiles(folder).map((path) => [path, fingerprint(readFileSync(join(folder, path)))]);
      expect(tree(join(site.root, 'out')), name).toEqual(tree(clean));
    }
  }, 30_000);
});

describe('files that no build wrote', () => {
  test('are never removed, and reported: by the first build all, by every build the pages', async () => {
    const root = makeSite({
      'content/site.yaml': SITE_YAML,
      ...files,
      'out/CNAME': 'ann.example',
      'out/notes/mine.txt': 'mine',
      'out/blog/hand.html': 'mine',
      'out/.well-known/x': 'mine',
      'out/zz': 'mine',
    });
    const site = await buildIn(root);
    expect(site.report).toBe(
      [
        'notice [out-unknown-files] Left as they are, since no build is known to have written them: .well-known/x, CNAME, blog/hand.html and 2 more',
        '  out',
        '  → If they come from an older build, delete the folder and build again.',
      ].join('\n'),
    );
    const less = await site.rebuild({ 'content/essays/a.md': null, 'content/essays/b.md': null });
    expect(less.codes).toEqual(['essays-none', 'out-unknown-files']);
    expect(less.report).toContain('have written them: blog/hand.html\n');
    for (const path of ['CNAME', 'notes/mine.txt', 'blog/hand.html', '.well-known/x', 'zz']) {
      expect(less.text(path).length).toBeGreaterThan(3);
    }
  });

  test('are reported when they are overwritten', async () => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files, 'out/index.html': 'mine' });
    const site = await buildIn(root);
    expect(site.report).toBe(
      [
        'notice [out-overwritten] Overwritten, though no build is known to have written them: index.html',
        '  out',
      ].join('\n'),
    );
    expect(site.page('index.html')('h1')).toHaveLength(1);
    expect((await site.rebuild()).report).toBe('');
  });

  test('are kept when they appear between two builds', async () => {
    const site = await buildSite(files);
    writeFileSync(join(site.root, 'out/CNAME'), 'ann.example');
    const again = await site.rebuild({ 'content/essays/a.md': null });
    expect(again.text('CNAME')).toBe('ann.example');
    expect(again.paths).not.toContain('blog/a.html');
  });

  test('count as the build’s own once a public file has replaced them', async () => {
    const site = await buildSite(files);
    writeFileSync(join(site.root, 'out/CNAME'), 'by hand');
    const taken = await site.rebuild({ 'content/public/CNAME': 'ann.example' });
    expect(taken.codes).toEqual(['out-overwritten']);
    const gone = await site.rebuild({ 'content/public/CNAME': null });
    expect(gone.paths).not.toContain('CNAME');
  });

  test.each([
    ['a repository in a new out/', {}],
    ['a repository beside pages', { 'out/index.html': 'mine' }],
  ])('such as %s stay', async (_, more) => {
    const root = makeSite({
      'content/site.yaml': SITE_YAML,
      ...files,
      ...more,
      'out/.git/HEAD': 'ref: refs/heads/gh-pages\n',
    });
    const site = await buildIn(root);
    expect(site.commit).not.toBeNull();
    expect(site.text('.git/HEAD')).toBe('ref: refs/heads/gh-pages\n');
    expect(site.report).not.toContain('.git');
    expect(existsSync(join(root, 'out/blog/a.html'))).toBe(true);
  });

  const blocked: readonly [name: string, mine: string][] = [
    ['a file where a folder must come', 'out/blog'],
    ['a folder where a file must come', 'out/about.html/mine.txt'],
    ['a file where a folder of an alias must come', 'out/old/deep'],
  ];
  test.each(blocked)('such as %s stop the build before anything is touched', async (_, mine) => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files, [mine]: 'mine' });
    const before = settle(join(root, 'out'));
    const site = await buildIn(root);
    expect(site.commit).toBeNull();
    expect(site.codes.filter((code) => code !== 'out-unknown-files')).toEqual(['output-failed']);
    expect(site.report).toContain(mine.split('/')[1]);
    expect(observe(join(root, 'out'))).toEqual(before);
  });

  test('such as a dangling link at the path of a page are replaced', async () => {
    const site = await buildSite(files);
    rmSync(join(site.root, 'out/about.html'));
    symlinkSync('nowhere', join(site.root, 'out/about.html'));
    const again = await site.rebuild();
    expect(again.commit).toMatchObject({ written: 1 });
    expect(lstatSync(join(site.root, 'out/about.html')).isFile()).toBe(true);
  });
});

describe('an output folder that is a link', () => {
  test.each([
    ['to an empty folder', {}],
    ['to a folder with files', { 'elsewhere/CNAME': 'mine' }],
  ])('%s stays one, and the site is written where it leads', async (_, more) => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files, ...more });
    mkdirSync(join(root, 'elsewhere'), { recursive: true });
    symlinkSync('elsewhere', join(root, 'out'));
    const site = await buildIn(root);
    expect(site.commit).not.toBeNull();
    expect(readlinkSync(join(root, 'out'))).toBe('elsewhere');
    expect(listFiles(join(root, 'elsewhere'))).toEqual(
      expect.arrayContaining(['index.html', 'blog/a.html']),
    );
    const again = await site.rebuild({ 'content/essays/a.md': null });
    expect(again.commit).toMatchObject({ removed: 2 });
  });
});

describe('.blog/', () => {
  test('may be deleted: the same pages come, and nothing is rewritten', async () => {
    const site = await buildSite(files);
    const before = settle(join(site.root, 'out'));
    rmSync(join(site.root, '.blog'), { recursive: true });
    const again = await site.rebuild();
    expect(again.report).toBe('');
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
    expect(observe(join(site.root, 'out'))).toEqual(before);
    const less = await site.rebuild({ 'content/essays/a.md': null });
    expect(less.commit).toMatchObject({ removed: 2 });
  });

  const recordOf = (root: string) => {
    const name = listFiles(join(root, '.blog')).find((path) => path.startsWith('build-'));
    return join(root, '.blog', name ?? '');
  };

  test.each(DAMAGES)('holds a record that is ignored when it is %s', async (_, damage) => {
    const site = await buildSite(files);
    damage(recordOf(site.root));
    writeFileSync(join(site.root, 'out/CNAME'), 'mine');
    const again = await site.rebuild();
    expect(again.codes).toEqual(['out-unknown-files']);
    expect(again.text('CNAME')).toBe('mine');
    expect((await site.rebuild({ 'content/essays/a.md': null })).commit).toMatchObject({
      removed: 2,
    });
  });

  test('cannot make a build remove what lies outside out/', async () => {
    const site = await buildSite(files);
    writeFileSync(join(site.root, 'keep.txt'), 'mine');
    const [cacheDir, outDir] = [join(site.root, '.blog'), join(site.root, 'out')];
    const { record } = readRecord(cacheDir, outDir);
    const outside = ['../keep.txt', join(site.root, 'keep.txt'), '../content/site.yaml'];
    const written = { key: '', digest: null, stamp: null, isSettled: true };
    const known = [...(record?.files ?? []), ...outside.map((path) => [path, written] as const)];
    writeRecord(cacheDir, outDir, new Map(known), null);
    expect(readRecord(cacheDir, outDir).record?.files.size).toBe(site.paths.length + 3);
    const again = await site.rebuild({ 'content/public/notes.txt': null });
    expect(again.commit).toMatchObject({ removed: 1 });
    expect(existsSync(join(site.root, 'keep.txt'))).toBe(true);
    expect(existsSync(join(site.root, 'content/site.yaml'))).toBe(true);
  });

  test('that is a file is an error, not a stack trace', async () => {
    const site = await buildSite({ ...files, '.blog': 'a file' });
    expect(site.codes).toEqual(['output-failed']);
    expect(site.paths).toEqual([]);
  });

  test('holds nothing of a build’s working files when it is done', async () => {
    const site = await buildSite(files);
    await site.rebuild({ 'content/essays/a.md': null });
    expect(listFiles(join(site.root, '.blog'))).toEqual([
      'clock',
      'content',
      expect.stringMatching(/^written-[0-9a-f]{10}\.json$/),
    ]);
  });
});

test('two output folders of one site each keep their own record', async () => {
  const site = await buildSite(files);
  const other = join(site.root, 'other');
  await buildIn(site.root, { outDir: other });
  await site.rebuild({ 'content/essays/a.md': null });
  expect(existsSync(join(other, 'blog/a.html'))).toBe(true);
  await buildIn(site.root, { outDir: other });
  expect(listFiles(other)).toEqual(listFiles(join(site.root, 'out')));
});

const otherVolume = ['/dev/shm', '/run/shm'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(process.cwd()).dev,
);

test.skipIf(otherVolume === undefined)(
  'an output folder on another volume is filled as well',
  async () => {
    const outDir = join(otherVolume ?? '', `blog-test-${process.pid}`);
    try {
      const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
      const site = await buildIn(root, { outDir });
      expect(site.report).toBe('');
      expect(site.paths).toEqual((await buildIn(root)).paths);
      const again = await buildIn(root, { outDir, now: Date.UTC(2027, 0, 1) });
      expect(again.commit).toMatchObject({ written: 1, removed: 0 });
      expect(again.paths).toEqual(site.paths);
    } finally {
      rmSync(outDir, { recursive: true, force: true });
    }
  },
);
