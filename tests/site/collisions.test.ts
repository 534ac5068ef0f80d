import { expect, test } from 'vitest';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

const a = essay('title: A\npublished: 2020-01-01');
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** What claims a path that is taken: [files, [the file told of, the message]]. */
const cases: readonly [name: string, files: Files, file: string, message: string][] = [
  [
    'an essay and a public file',
    { 'content/essays/a.md': a, 'content/public/blog/a.html': 'x' },
    'content/public/blog/a.html',
    'out/blog/a.html would be written from content/essays/a.md as well',
  ],
  [
    'an essay and a public file whose name differs in case',
    { 'content/essays/a.md': a, 'content/public/Blog/A.html': 'x' },
    'content/public/Blog/A.html',
    'out/Blog/A.html would be written from content/essays/a.md as well (only case differs)',
  ],
  [
    'the home page and a public file',
    { 'content/public/index.html': 'x' },
    'content/public/index.html',
    'out/index.html would be written from templates/HomePage.tsx as well',
  ],
  [
    'the page of unknown addresses and a public file',
    { 'content/public/404.html': 'x' },
    'content/public/404.html',
    'out/404.html would be written from templates/NotFoundPage.tsx as well',
  ],
  [
    'two public files whose names differ in case',
    { 'content/public/a.txt': 'x', 'content/public/A.txt': 'y' },
    'content/public/a.txt',
    'out/a.txt would be written from content/public/A.txt as well (only case differs)',
  ],
  [
    'two public files whose names differ in Unicode form',
    { 'content/public/\u00e9.txt': 'x', 'content/public/e\u0301.txt': 'y' },
    'content/public/\u00e9.txt',
    'out/\u00e9.txt would be written from content/public/e\u0301.txt as well (only case differs)',
  ],
  [
    'an alias and another essay',
    {
      'content/essays/a.md': a,
      'content/essays/b.md': essay('title: B\npublished: 2021-01-01\naliases: /blog/a'),
    },
    'content/essays/b.md',
    'out/blog/a.html would be written from content/essays/a.md as well',
  ],
  [
    'an alias and a page of the site',
    { 'content/essays/b.md': essay('title: B\npublished: 2021-01-01\naliases: /about') },
    'content/essays/b.md',
    'out/about.html would be written from templates/AboutPage.tsx as well',
  ],
  [
    'an alias and the home page',
    { 'content/essays/b.md': essay('title: B\npublished: 2021-01-01\naliases: /index.html') },
    'content/essays/b.md',
    'out/index.html would be written from templates/HomePage.tsx as well',
  ],
  [
    'an alias and a public file',
    {
      'content/essays/b.md': essay('title: B\npublished: 2021-01-01\naliases: /x'),
      'content/public/x.html': 'x',
    },
    'content/essays/b.md',
    'out/x.html would be written from content/public/x.html as well',
  ],
  [
    'two aliases of two essays',
    {
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01\naliases: /Old'),
      'content/essays/b.md': essay('title: B\npublished: 2021-01-01\naliases: /old'),
    },
    'content/essays/a.md',
    'out/Old.html would be written from content/essays/b.md as well (only case differs)',
  ],
  [
    'a redirect and an essay',
    {
      'content/essays/a.md': a,
      'content/site.yaml': `${SITE_YAML}redirects:\n  /blog/a: /about\n`,
    },
    'content/site.yaml',
    'out/blog/a.html would be written from content/essays/a.md as well',
  ],
];

test.each(cases)('%s cannot take the same path', async (_, files, file, message) => {
  const site = await buildSite(files);
  const collisions = site.problems.filter(({ code }) => code === 'output-collision');
  expect(collisions.map((each) => [each.file, each.message])).toEqual([[file, message]]);
  expect(collisions[0]?.hint).toBe('Change the slug, the alias or the name of one of the two.');
  expect(site.commit).toBeNull();
  expect(site.paths).toEqual([]);
});

/** A file where another output needs a folder. */
const inTheWay: readonly [name: string, files: Files, sources: [string, string]][] = [
  [
    'a public file called like the folder of the essays',
    { 'content/essays/a.md': a, 'content/public/blog': 'x' },
    ['content/essays/a.md', 'content/public/blog'],
  ],
  [
    'a public file and the folder that a redirect makes of its name',
    {
      'content/site.yaml': `${SITE_YAML}redirects:\n  /feed.xml: /about\n`,
      'content/public/feed.xml': 'x',
    },
    ['content/public/feed.xml', 'content/site.yaml'],
  ],
];

test.each(inTheWay)('%s collide, file against folder', async (_, files, sources) => {
  const site = await buildSite(files);
  expect(site.codes.filter((code) => code !== 'essays-none')).toEqual(['output-collision']);
  const [problem] = site.problems.filter(({ code }) => code === 'output-collision');
  for (const source of sources) expect(`${problem?.file} ${problem?.message}`).toContain(source);
  expect(site.commit).toBeNull();
});

test('the same picture beside two essays is published once', async () => {
  const body = '![p](pic.svg)\n';
  const site = await buildSite({
    'content/essays/a/index.md': essay('title: A\npublished: 2020-01-01', body),
    'content/essays/a/pic.svg': picture,
    'content/essays/b/index.md': essay('title: B\npublished: 2020-01-01', body),
    'content/essays/b/pic.svg': picture,
  });
  expect(site.report).toBe('');
  const sources = ['a', 'b'].map((slug) =>
    site.page(`blog/${slug}.html`)('.prose img').attr('src'),
  );
  expect(new Set(sources).size).toBe(1);
  expect(site.paths).toContain(sources[0]?.slice(1));
});

test('of equal pictures whose names differ in case, each page shows one that is there', async () => {
  const site = await buildSite({
    'content/essays/a/index.md': essay('title: A\npublished: 2020-01-01', '![p](Pic.svg)\n'),
    'content/essays/a/Pic.svg': picture,
    'content/essays/b/index.md': essay('title: B\npublished: 2020-01-01', '![p](pic.svg)\n'),
    'content/essays/b/pic.svg': picture,
  });
  for (const slug of ['a', 'b']) {
    const source = site.page(`blog/${slug}.html`)('.prose img').attr('src');
    expect(site.paths).toContain(source?.slice(1));
  }
});
