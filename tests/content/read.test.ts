import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContentFiles, checkRoot, readContent } from '../../src/content/read.ts';
import { formatProblem, makePaint } from '../../src/problem-text.ts';
import { type Files, makeSite, SITE_YAML } from '../support/site.ts';

type Lists = { [List in 'essays' | 'neighbours' | 'publicFiles']: string[] };

function lists({ essays, neighbours, publicFiles }: ContentFiles): Lists {
  return {
    essays: essays.map(({ path }) => path),
    neighbours: [...neighbours],
    publicFiles: [...publicFiles],
  };
}

/** What is found in a site of these files, none of which is a problem. */
async function check(files: Files, expected: Partial<Lists>): Promise<void> {
  const { value, problems } = await readContent(
    makeSite({ 'content/site.yaml': SITE_YAML, ...files }),
  );
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

test('gives the bytes of the settings, of the biography and of each essay', async () => {
  const { value } = await readContent(
    makeSite({
      'content/site.yaml': 'name: A',
      'content/about.md': 'Me',
      'content/essays/a.md': 'é',
    }),
  );
  const texts = [value.config, value.about, value.essays[0]].map((file) => String(file?.bytes));
  expect(texts).toEqual(['name: A', 'Me', 'é']);
});

test('a site without a biography has none', async () => {
  const { value } = await readContent(makeSite({ 'content/site.yaml': SITE_YAML }));
  expect(value.about).toBeNull();
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
])('%s is an error', async (_name, prepare, report) => {
  const root = makeSite({});
  prepare(root);
  const { problems } = await readContent(root);
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
