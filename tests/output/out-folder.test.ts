import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkOutFolder } from '../../src/output/out-folder.ts';
import { buildIn, essay, listFiles, makeSite, SITE_YAML } from '../support/site.ts';

/** A site below a folder that plays the author's home. */
function makeHome() {
  const home = makeSite({
    'site/content/site.yaml': SITE_YAML,
    'site/content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    'site/templates/style.css': '',
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

describe('refuses an output folder whose loss the author would mourn', () => {
  const cases: readonly [out: string, message: string][] = [
    ['.', 'This folder is, or holds, the whole site'],
    ['..', 'This folder is, or holds, the whole site'],
    ['/', 'This folder is, or holds, the whole site'],
    ['link-to-root', 'This folder is, or holds, the whole site'],
    ['link-to-home', 'This folder is, or holds, the whole site'],
    ['content', 'This folder belongs to `content`'],
    ['content/public', 'This folder belongs to `content`'],
    ['content/essays/new/deep', 'This folder belongs to `content`'],
    ['link-to-essays', 'This folder belongs to `content`'],
    ['link-to-essays/new', 'This folder belongs to `content`'],
    ['link-to-root/content/x', 'This folder belongs to `content`'],
    ['templates', 'This folder belongs to `templates`'],
    ['templates/out', 'This folder belongs to `templates`'],
    ['.git', 'This folder belongs to `.git`'],
    ['.git/x', 'This folder belongs to `.git`'],
    ['node_modules/x', 'This folder belongs to `node_modules`'],
    ['.blog', 'This folder belongs to `.blog`'],
    ['.blog/staging', 'This folder belongs to `.blog`'],
    ['README.md', 'This is a file, or lies in one'],
    ['README.md/out', 'This is a file, or lies in one'],
  ];
  test.each(cases)('%s', (out, message) => {
    const { home, root } = makeHome();
    const outDir = join(root, out);
    const problems = checkOutFolder(out === '/' ? '/' : outDir, root, home);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['out-dangerous', message],
    ]);
  });

  test('the home folder, and what is above it, where the site lies elsewhere', () => {
    const { home, root } = makeHome();
    const elsewhere = join(makeSite({ 'home/x': 'x' }), 'home');
    expect(checkOutFolder(elsewhere, root, elsewhere)[0]?.message).toBe(
      'This folder is, or holds, your home folder',
    );
    expect(checkOutFolder(dirname(elsewhere), root, elsewhere)).toHaveLength(1);
    expect(checkOutFolder(join(elsewhere, 'public_html'), root, elsewhere)).toEqual([]);
    expect(checkOutFolder(join(home, 'public_html'), root, home)).toEqual([]);
  });
});

test.each([
  'out',
  'dist/site',
  '../published',
  'content-out',
  'contents',
  '.git-pages',
  '..out',
  'link-to-other',
  '.blog/dev',
])('allows %s', (out) => {
  const { home, root } = makeHome();
  expect(checkOutFolder(join(root, out), root, home)).toEqual([]);
});

test('a refused folder is not touched, and the report says what to choose', async () => {
  const { home, root } = makeHome();
  const before = listFiles(root);
  const text = readFileSync(join(root, 'content/site.yaml'), 'utf8');
  const site = await buildIn(root, { outDir: join(root, 'content'), homeDir: home });
  expect(site.commit).toBeNull();
  expect(site.report).toBe(
    [
      'error [out-dangerous] This folder belongs to `content`',
      `  ${join(root, 'content')}`,
      '  → Choose a folder of its own, such as `out`.',
    ].join('\n'),
  );
  expect(listFiles(root)).toEqual(before);
  expect(readFileSync(join(root, 'content/site.yaml'), 'utf8')).toBe(text);
});

test('a refused folder is the one problem, before any file is looked at', async () => {
  const { home, root } = makeHome();
  writeFileSync(join(root, 'content/essays/a.md'), essay('title: A'));
  const site = await buildIn(root, { outDir: root, homeDir: home });
  expect(site.codes).toEqual(['out-dangerous']);
});

test('an output folder in folders that do not exist yet is made', async () => {
  const { home, root } = makeHome();
  mkdirSync(join(root, 'dist'));
  const site = await buildIn(root, { outDir: join(root, 'dist/a/b/c'), homeDir: home });
  expect(site.report).toBe('');
  expect(site.paths).toContain('blog/a.html');
});
