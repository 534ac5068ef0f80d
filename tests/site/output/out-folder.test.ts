/**
 * The folders that a build may write into.
 */
import { symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkOutFolder } from '../../../src/build/out-folder.ts';
import { buildIn, essay, listFiles, makeSite, SITE_YAML } from '../../support/site.ts';

/** A site below a folder that stands in for the author's home. */
function makeHome() {
  const home = makeSite({
    'site/content/site.yaml': SITE_YAML,
    'site/content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    'site/templates/site.css': '',
    'site/.git/HEAD': 'x',
    'site/README.md': 'x',
    'other/x': 'x',
  });
  const root = join(home, 'site');
  symlinkSync('content/essays', join(root, 'link-to-essays'));
  symlinkSync('.', join(root, 'link-to-root'));
  symlinkSync(home, join(root, 'link-to-home'));
  symlinkSync('../other', join(root, 'link-to-other'));
  return { home, root };
}

const belongsTo = (name: string) => `This folder belongs to \`${name}\``;

const cases: readonly [message: string | null, folders: string[]][] = [
  ['This is, or contains, the whole site', ['.', '..', '/', 'link-to-root', 'link-to-home']],
  [belongsTo('content'), ['content', 'content/public', 'content/essays/new/deep']],
  [belongsTo('content'), ['link-to-essays', 'link-to-essays/new', 'link-to-root/content/x']],
  [belongsTo('templates'), ['templates', 'templates/out']],
  [belongsTo('.git'), ['.git', '.git/x']],
  [belongsTo('node_modules'), ['node_modules/x']],
  [belongsTo('.blog'), ['.blog', '.blog/staging']],
  ['This is a file, or is inside one', ['README.md', 'README.md/out']],
  [null, ['out', 'dist/site', '../published', 'link-to-other', '.blog/dev']],
  [null, ['content-out', 'contents', '.git-pages', '..out']],
];

test.each(cases)('%s: %j', (message, folders) => {
  const { home, root } = makeHome();
  const expected = message === null ? [] : [{ code: 'out-dangerous', message }];
  for (const folder of folders) {
    expect(checkOutFolder(resolve(root, folder), root, home), folder).toMatchObject(expected);
  }
});

test('the home folder, and what is above it, is refused also where the site lies elsewhere', () => {
  const { root } = makeHome();
  const home = join(makeSite({ 'home/x': 'x' }), 'home');
  const check = (out: string) => checkOutFolder(out, root, home).map(({ message }) => message);
  const refused = ['This is, or contains, your home folder'];
  expect([home, dirname(home), join(home, 'www')].map(check)).toEqual([refused, refused, []]);
});

test('a build refuses the home folder of the user who runs it', async () => {
  const { root } = makeHome();
  const home = makeSite({ 'home/x': 'x' });
  // The variable of POSIX, and that of Windows.
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const site = await buildIn(root, { outDir: home });
  expect(site.codes).toEqual(['out-dangerous']);
});

test('a refused folder is the one problem, and is not touched', async () => {
  const { root } = makeHome();
  const before = listFiles(root);
  const site = await buildIn(root, { outDir: join(root, 'content') });
  expect(site.report).toContain('content\n  → Choose a folder of its own, such as `out`.');
  const undated = { 'content/essays/a.md': essay('title: A') };
  const again = await site.rebuild(undated);
  expect([site.commit, again.codes, listFiles(root)]).toEqual([null, ['out-dangerous'], before]);
});

test('an output folder in folders that do not exist yet is made', async () => {
  const { root } = makeHome();
  const site = await buildIn(root, { outDir: join(root, 'dist/a/b/c') });
  expect([site.report, site.paths.includes('blog/a.html')]).toEqual(['', true]);
});
