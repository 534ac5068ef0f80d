import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ContentFiles, readContent } from '../../src/content/read.ts';
import { checkRoot } from '../../src/content/root.ts';
import { formatProblem, makePaint } from '../../src/report.ts';
import { type Files, makeSite, SITE_YAML } from '../support/site.ts';

type Lists = { [List in 'essays' | 'neighbours' | 'publicFiles']: string[] };

function lists({ essays, neighbours, publicFiles }: ContentFiles): Lists {
  return {
    essays: [...essays],
    neighbours: [...neighbours],
    publicFiles: [...publicFiles],
  };
}

/** What is found in a site of these files, none of which is a problem. */
function check(files: Files, expected: Partial<Lists>): void {
  const { value, problems } = readContent(makeSite({ 'content/site.yaml': SITE_YAML, ...files }));
  expect(problems).toEqual([]);
  expect(lists(value)).toEqual({ essays: [], neighbours: [], publicFiles: [], ...expected });
}

test('a site of its settings alone has nothing else', () => check({}, {}));

test('every md, html and txt file under essays is an essay, in whatever folder', () =>
  check(
    {
      'content/essays/b.md': '',
      'content/essays/a.html': '',
      'content/essays/2007/c.txt': '',
      'content/essays/2007/spring/D.MD': '',
      'content/essays/walk/index.md': '',
    },
    {
      essays: [
        'content/essays/2007/c.txt',
        'content/essays/2007/spring/D.MD',
        'content/essays/a.html',
        'content/essays/b.md',
        'content/essays/walk/index.md',
      ],
    },
  ));

test('other files beside essays are their neighbours', () =>
  check(
    {
      'content/essays/walk/index.md': '',
      'content/essays/walk/hill.jpg': 'x',
      'content/essays/n.pdf': 'x',
    },
    {
      essays: ['content/essays/walk/index.md'],
      neighbours: ['content/essays/n.pdf', 'content/essays/walk/hill.jpg'],
    },
  ));

test('all of public is copied, files that begin with a dot and text files too', () =>
  check(
    {
      'content/public/CNAME': 'x',
      'content/public/.well-known/a.txt': 'x',
      'content/public/i/b.png': 'x',
    },
    {
      publicFiles: [
        'content/public/.well-known/a.txt',
        'content/public/CNAME',
        'content/public/i/b.png',
      ],
    },
  ));

test('what begins with a dot, and what editors leave lying about, is no essay', () =>
  check(
    {
      'content/essays/.draft.md': '',
      'content/essays/.obsidian/a.md': '',
      'content/essays/.DS_Store': '',
      'content/essays/a.md~': '',
      'content/essays/.a.md.swp': '',
      'content/public/Thumbs.db': '',
    },
    {},
  ));

test('names with spaces, brackets and letters of any script are names', () =>
  check(
    { 'content/essays/a b (c) [d].md': '', 'content/essays/日本.md': '' },
    { essays: ['content/essays/a b (c) [d].md', 'content/essays/日本.md'] },
  ));

test('gives the bytes of the settings and of the biography', () => {
  const { value } = readContent(
    makeSite({ 'content/site.yaml': 'name: A', 'content/about.md': 'Mé' }),
  );
  expect([value.config, value.about].map((file) => String(file?.bytes))).toEqual(['name: A', 'Mé']);
});

test('an essay that nobody may read is a path like any other', () => {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, 'content/essays/huge.md': '' });
  truncateSync(join(root, 'content/essays/huge.md'), 2 ** 31 + 1);
  const { value, problems } = readContent(root);
  expect([value.essays, problems]).toEqual([['content/essays/huge.md'], []]);
});

test('a site without a biography has none', () => {
  const { value } = readContent(makeSite({ 'content/site.yaml': SITE_YAML }));
  expect(value.about).toBeNull();
});

describe('names the folders in which something can be added', () => {
  /** The folders of a site, sorted. */
  function checkFolders(files: Files, folders: string[], prepare = (_root: string) => {}): void {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
    prepare(root);
    const { value, problems } = readContent(root);
    expect(problems).toEqual([]);
    expect([...value.folders].sort()).toEqual(folders);
  }

  test.each([
    ['content itself, where there is nothing else', {}, ['content']],
    [
      'every folder of essays and of public files, at whatever depth',
      { 'content/essays/2007/spring/a.md': '', 'content/public/i/b.png': 'x' },
      [
        'content',
        'content/essays',
        'content/essays/2007',
        'content/essays/2007/spring',
        'content/public',
        'content/public/i',
      ],
    ],
    [
      'those whose names begin with a dot',
      { 'content/public/.well-known/a.txt': 'x' },
      ['content', 'content/public', 'content/public/.well-known'],
    ],
    [
      'no repository, and none beside the two',
      { 'content/essays/.git/objects/a': 'x', 'content/notes/a.md': '', 'other/a.md': '' },
      ['content', 'content/essays'],
    ],
  ])('%s', (_name, files, folders) => checkFolders(files, folders));

  test('those that hold nothing', () =>
    checkFolders({}, ['content', 'content/essays', 'content/essays/2007'], (root) =>
      mkdirSync(join(root, 'content/essays/2007'), { recursive: true }),
    ));

  test('those behind a link, by the names that the link gives them', () =>
    checkFolders(
      { 'elsewhere/deep/a.md': '', 'content/essays/b.md': '' },
      ['content', 'content/essays', 'content/essays/mine', 'content/essays/mine/deep'],
      (root) => symlinkSync(join(root, 'elsewhere'), join(root, 'content/essays/mine')),
    ));

  test('none where there is no site', () => {
    expect(readContent(makeSite({})).value.folders).toEqual([]);
  });
});

test.each([
  [
    'no content folder',
    (_root: string) => {},
    `error [content-missing] This folder holds no site: \`content\` is missing
  content
  → Run blog in the folder that holds \`content\`, or name it with --root. A new site needs content/site.yaml with \`name\` and \`url\`, and essays in content/essays.`,
  ],
  [
    'no settings',
    (root: string) => mkdirSync(join(root, 'content')),
    `error [config-missing] The site’s settings are missing
  content/site.yaml
  → Create the file with two lines: \`name: Your Name\` and \`url: https://example.com\`.`,
  ],
  [
    'a folder in the place of the settings',
    (root: string) => mkdirSync(join(root, 'content/site.yaml'), { recursive: true }),
    `error [config-missing] The site’s settings are missing
  content/site.yaml
  → Create the file with two lines: \`name: Your Name\` and \`url: https://example.com\`.`,
  ],
])('%s is an error', (_name, prepare, report) => {
  const root = makeSite({});
  prepare(root);
  const { problems } = readContent(root);
  expect(problems.map((each) => formatProblem(each, makePaint(false))).join('\n')).toBe(report);
});

test('the root of a site is a folder', () => {
  const root = makeSite({ file: '' });
  expect(checkRoot(root)).toEqual([]);
  for (const missing of [join(root, 'nowhere'), join(root, 'file')]) {
    expect(checkRoot(missing).map((each) => formatProblem(each, makePaint(false)))).toEqual([
      `error [root-missing] There is no such folder
  ${missing}
  → Give the folder of the site with --root, or run blog inside it.`,
    ]);
  }
});
