/**
 * The files of a site: which are essays, which lie beside them, and in which folders there may be more.
 */
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files.ts';
import { buildIn, type Files, makeSite, SITE_YAML } from '../support/site.ts';

/** By paths from content/: `e` an essay, `n` beside essays, `p` public, `f` a folder. */
type Listing = Readonly<Record<string, 'e' | 'n' | 'p' | 'f'>>;

function list(root: string): Listing {
  const { value, problems } = readContent(root);
  expect(problems).toEqual([]);
  const { essays, neighbours, publicFiles, folders } = value;
  const kinds = { e: essays, n: neighbours, p: publicFiles, f: folders };
  const entries = Object.entries(kinds).flatMap(([kind, paths]) => {
    expect(kind === 'f' ? [] : paths).toEqual(kind === 'f' ? [] : [...paths].sort());
    return paths.map((path) => [path.replace(/^content\//, ''), kind]);
  });
  return Object.fromEntries(entries);
}

const E = { content: 'f', essays: 'f' } as const;
const P = { content: 'f', public: 'f' } as const;

const cases: readonly [name: string, paths: readonly string[], listing: Listing][] = [
  ['settings alone', [], { content: 'f' }],
  [
    'essays in whatever folder',
    ['essays/b.md', 'essays/a.html', 'essays/2007/c.txt', 'essays/2007/spring/D.MD'],
    {
      ...E,
      'essays/2007': 'f',
      'essays/2007/spring': 'f',
      'essays/b.md': 'e',
      'essays/a.html': 'e',
      'essays/2007/c.txt': 'e',
      'essays/2007/spring/D.MD': 'e',
    },
  ],
  [
    'other files beside essays',
    ['essays/walk/index.md', 'essays/walk/hill.jpg', 'essays/n.pdf'],
    {
      ...E,
      'essays/walk': 'f',
      'essays/walk/index.md': 'e',
      'essays/walk/hill.jpg': 'n',
      'essays/n.pdf': 'n',
    },
  ],
  [
    'public files, whose names may begin with a dot',
    ['public/CNAME', 'public/.well-known/a.txt', 'public/i/b.md'],
    {
      ...P,
      'public/.well-known': 'f',
      'public/i': 'f',
      'public/CNAME': 'p',
      'public/.well-known/a.txt': 'p',
      'public/i/b.md': 'p',
    },
  ],
  [
    'what begins with a dot, and what editors leave lying about',
    [
      'essays/.draft.md',
      'essays/.DS_Store',
      'essays/a.md~',
      'essays/.a.md.swp',
      'public/Thumbs.db',
    ],
    { ...E, ...P },
  ],
  ['a folder of notes', ['essays/.obsidian/a.md'], { ...E, 'essays/.obsidian': 'f' }],
  ['a repository', ['essays/.git/objects/a', 'essays/b.md'], { ...E, 'essays/b.md': 'e' }],
  ['what lies elsewhere', ['notes/a.md', '../other/a.md'], { content: 'f' }],
  [
    'names with spaces, brackets and letters of any script',
    ['essays/a b (c) [d].md', 'essays/日本.md'],
    { ...E, 'essays/a b (c) [d].md': 'e', 'essays/日本.md': 'e' },
  ],
];

test.each(cases)('lists %s', (_, paths, listing) => {
  const files: Files = Object.fromEntries(paths.map((path) => [join('content', path), '']));
  expect(list(makeSite({ 'content/site.yaml': SITE_YAML, ...files }))).toEqual(listing);
});

test('lists what is reached through a link, by the names that the link gives, and nothing twice', () => {
  const root = makeSite({ 'content/essays/b.md': '', 'elsewhere/deep/a.md': '' });
  mkdirSync(join(root, 'content/essays/empty'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'content/essays/mine'));
  symlinkSync('.', join(root, 'content/essays/loop'));
  symlinkSync('../../content', join(root, 'content/essays/up'));
  symlinkSync(join(root, 'content/essays'), join(root, 'elsewhere/back'));
  symlinkSync('self', join(root, 'content/essays/self'));
  symlinkSync('nowhere', join(root, 'content/essays/later.md'));
  expect(list(root)).toEqual({
    ...E,
    'essays/b.md': 'e',
    'essays/empty': 'f',
    'essays/later.md': 'f',
    'essays/loop': 'f',
    'essays/mine': 'f',
    'essays/mine/back': 'f',
    'essays/mine/deep': 'f',
    'essays/mine/deep/a.md': 'e',
    'essays/self': 'f',
    'essays/up': 'f',
  });
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

test.each([
  [
    'no folder',
    'file',
    `error [root-missing] There is no such folder
  ROOT
  → Give the folder of the site with --root, or run blog inside it.`,
  ],
  [
    'no content',
    '',
    `error [content-missing] This folder holds no site: \`content\` is missing
  content
  → Run blog in the folder that holds \`content\`, or name it with --root. A new site needs content/site.yaml with \`name\` and \`url\`, and essays in content/essays.`,
  ],
  ['no settings', 'empty', CONFIG_MISSING],
  ['a folder in the place of the settings', 'odd', CONFIG_MISSING],
])('%s is an error, and nothing is left behind', async (_, path, report) => {
  const folder = makeSite({ file: '' });
  mkdirSync(join(folder, 'empty/content'), { recursive: true });
  mkdirSync(join(folder, 'odd/content/site.yaml'), { recursive: true });
  const site = await buildIn(join(folder, path));
  expect(site.report.replaceAll(site.root, 'ROOT')).toContain(report);
  expect(list(join(folder, 'empty'))).toEqual({ content: 'f' });
});
