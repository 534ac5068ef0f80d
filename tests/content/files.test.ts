/**
 * The files of a site: which are essays, which lie beside them, and in which folders there may be more.
 */
import { mkdirSync, readdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files.ts';
import { buildIn, makeSite, SITE_YAML, writeFiles } from '../support/site.ts';

/** By paths from content/: `e` an essay, `n` a file beside essays, `p` a public one, `f` a folder. */
function list(root: string): Record<string, string> {
  const { value, problems } = readContent(root);
  expect(problems).toEqual([]);
  const { essays: e, neighbours: n, publicFiles: p, folders: f } = value;
  for (const paths of [e, n, p]) expect(paths).toEqual([...paths].sort());
  const entries = Object.entries({ e, n, p, f }).flatMap(([kind, paths]) =>
    paths.map((path) => [path.replace(/^content\//, ''), kind]),
  );
  return Object.fromEntries(entries);
}

/** What each file is listed as; `-` where it is not. */
const cases: readonly [name: string, files: Readonly<Record<string, string>>, folders: string][] = [
  ['settings alone', {}, ''],
  [
    'essays in whatever folder',
    { 'essays/b.md': 'e', 'essays/a.html': 'e', 'essays/20/c.txt': 'e', 'essays/20/x/D.MD': 'e' },
    'essays essays/20 essays/20/x',
  ],
  [
    'other files beside essays',
    { 'essays/walk/index.md': 'e', 'essays/walk/hill.jpg': 'n', 'essays/n.pdf': 'n' },
    'essays essays/walk',
  ],
  [
    'public files, whose names may begin with a dot',
    { 'public/CNAME': 'p', 'public/.well-known/a.txt': 'p', 'public/i/b.md': 'p' },
    'public public/.well-known public/i',
  ],
  ['what begins with a dot', { 'essays/.a.md': '-', 'essays/.x/a.md': '-' }, 'essays essays/.x'],
  ['what systems leave', { 'essays/.DS_Store': '-', 'public/Thumbs.db': '-' }, 'essays public'],
  ['what editors leave', { 'essays/a.md~': '-', 'essays/.a.md.swp': '-' }, 'essays'],
  ['a repository', { 'essays/.git/objects/a': '-', 'public/.git/HEAD': '-' }, 'essays public'],
  ['what lies elsewhere', { 'notes/a.md': '-', '../other/a.md': '-' }, ''],
  ['names of any kind', { 'essays/a b (c) [d].md': 'e', 'essays/日本.md': 'e' }, 'essays'],
];

test.each(cases)('lists %s', (_, files, folders) => {
  const root = makeSite({ 'content/site.yaml': SITE_YAML });
  for (const path of Object.keys(files)) writeFiles(root, { [join('content', path)]: '' });
  const listed = Object.entries(files).filter(([, kind]) => kind !== '-');
  const added = folders.split(' ').filter((folder) => folder !== '');
  const all = ['content', ...added].map((folder) => [folder, 'f']);
  expect(list(root)).toEqual(Object.fromEntries([...all, ...listed]));
});

test('lists what is reached through a link, by the names that the link gives, and nothing twice', () => {
  const root = makeSite({ 'content/essays/b.md': '', 'elsewhere/deep/a.md': '' });
  mkdirSync(join(root, 'content/essays/empty'));
  const links = { mine: '../../elsewhere', loop: '.', up: '../../content', self: 'self' };
  for (const [name, target] of Object.entries({ ...links, 'later.md': 'nowhere' })) {
    symlinkSync(target, join(root, 'content/essays', name));
  }
  symlinkSync('../content/essays', join(root, 'elsewhere/back'));
  const { 'essays/b.md': b, 'essays/mine/deep/a.md': a, ...folders } = list(root);
  expect([a, b]).toEqual(['e', 'e']);
  const inside = ['empty', 'later.md', 'loop', 'mine', 'mine/back', 'mine/deep', 'self', 'up'];
  const paths = ['content', 'essays', ...inside.map((path) => `essays/${path}`)];
  expect(folders).toEqual(Object.fromEntries(paths.map((path) => [path, 'f'])));
});

test('gives the bytes of the settings and of the biography, and of an essay only its path', () => {
  const root = makeSite({ 'content/site.yaml': 'name: A', 'content/essays/huge.md': '' });
  truncateSync(join(root, 'content/essays/huge.md'), 2 ** 31 + 1);
  const { value, problems } = readContent(root);
  expect([String(value.config?.bytes), value.about, value.essays, problems]).toEqual([
    'name: A',
    null,
    ['content/essays/huge.md'],
    [],
  ]);
});

const CONFIG_MISSING = `error [config-missing] The site’s settings are missing
  content/site.yaml
  → Create the file with two lines: \`name: Your Name\` and \`url: https://example.com\`.`;
const CONTENT_MISSING = `error [content-missing] This folder holds no site: \`content\` is missing
  content
  → Run blog in the folder that holds \`content\`, or name it with --root. A new site needs content/site.yaml with \`name\` and \`url\`, and essays in content/essays.`;
const ROOT_MISSING = `error [root-missing] There is no such folder
  ROOT
  → Give the folder of the site with --root, or run blog inside it.`;

test.each([
  ['no folder', 'file', ROOT_MISSING],
  ['no content', '', CONTENT_MISSING],
  ['no settings', 'empty', CONFIG_MISSING],
  ['a folder in the place of the settings', 'odd', CONFIG_MISSING],
])('%s is an error, and nothing is left behind', async (_, path, report) => {
  const folder = makeSite({ file: '' });
  for (const content of ['empty/content', 'odd/content/site.yaml']) {
    mkdirSync(join(folder, content), { recursive: true });
  }
  const site = await buildIn(join(folder, path));
  expect(site.report.replaceAll(site.root, 'ROOT')).toContain(report);
  expect(readdirSync(folder, { recursive: true })).toHaveLength(6);
});
