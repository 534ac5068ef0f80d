import { describe, expect, test } from 'vitest';
import { buildSite, buildSound, essay, type Files, SITE_YAML } from '../support/site.ts';

const a = essay('title: A\npublished: 2020-01-01');
const b = (aliases: string) => essay(`title: B\npublished: 2021-01-01\naliases: ${aliases}`);
const redirect = (from: string) => `${SITE_YAML}redirects:\n  ${from}: /about\n`;
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const YAML = 'content/site.yaml';
const PUBLIC = 'content/public/';
const HOME = 'templates/HomePage.tsx';
/** An é of two characters. */
const E = 'e\u0301';
const both = (one: string, other: string): Files => ({ [one]: 'x', [other]: 'y' });

describe('two outputs cannot take the same path', () => {
  /** The output; the source of the other one; the reported file; all files. */
  type Case = readonly [path: string, other: string, file: string, files: Files];
  const cases: readonly Case[] = [
    ['blog/a.html', A, `${PUBLIC}blog/a.html`, { [A]: a, [`${PUBLIC}blog/a.html`]: 'x' }],
    ['Blog/A.html', A, `${PUBLIC}Blog/A.html`, { [A]: a, [`${PUBLIC}Blog/A.html`]: 'x' }],
    ['index.html', HOME, `${PUBLIC}index.html`, { [`${PUBLIC}index.html`]: 'x' }],
    ['a.txt', `${PUBLIC}A.txt`, `${PUBLIC}a.txt`, both(`${PUBLIC}a.txt`, `${PUBLIC}A.txt`)],
    ['é', `${PUBLIC}${E}`, `${PUBLIC}é`, both(`${PUBLIC}é`, `${PUBLIC}${E}`)],
    ['blog/a.html', A, B, { [A]: a, [B]: b('/blog/a') }],
    ['about.html', 'templates/AboutPage.tsx', B, { [B]: b('/about') }],
    ['Old.html', B, A, { [A]: a.replace('---\n', '---\naliases: /Old\n'), [B]: b('/old') }],
    ['x.html', B, A, { [A]: a.replace('---\n', '---\naliases: /x\n'), [B]: b('/x') }],
    ['blog/a.html', A, YAML, { [A]: a, [YAML]: redirect('/blog/a') }],
  ];
  test.each(cases)('%s, also from %s', async (path, other, file, files) => {
    const site = await buildSite(files);
    const collisions = site.problems.filter(({ code }) => code === 'output-collision');
    const told = collisions.map(({ file, message }) => {
      const [, one, rival = '', source] =
        /^out\/(.*) collides with out\/(.*), which is made from (.*)$/.exec(message) ?? [];
      return [file, one, rival.toLowerCase().normalize(), source];
    });
    expect(told).toEqual([[file, path, path.toLowerCase().normalize(), other]]);
    expect(collisions[0]?.hint).toBe('Change the slug, the alias or the name of one of the two.');
    expect(site.commit).toBeNull();
    expect(site.paths).toEqual([]);
  });
});

test('if a page is named after a language, the page is reported, not the home page in that language', async () => {
  const site = await buildSite({
    [YAML]: `${SITE_YAML}languages: { de: {} }\n`,
    [A]: a,
    'content/pages/de.md': essay('title: German'),
  });
  const [problem, ...others] = site.problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: 'output-collision', file: 'content/pages/de.md' });
  expect(problem?.message).toBe(
    `out/de.html collides with out/de/index.html, which is made from ${HOME}`,
  );
});

test.each<[name: string, files: Files, sources: [string, string]]>([
  [
    'called like the folder of the essays',
    { [A]: a, [`${PUBLIC}blog`]: 'x' },
    [A, `${PUBLIC}blog`],
  ],
  [
    'and the folder that a redirect makes of its name',
    { [YAML]: redirect('/feed.xml'), [`${PUBLIC}feed.xml`]: 'x' },
    [`${PUBLIC}feed.xml`, YAML],
  ],
])('a public file %s collide, file against folder', async (_, files, sources) => {
  const site = await buildSite(files);
  expect(site.codes.filter((code) => code !== 'essays-none')).toEqual(['output-collision']);
  const [problem] = site.problems.filter(({ code }) => code === 'output-collision');
  for (const source of sources) expect(`${problem?.file} ${problem?.message}`).toContain(source);
  expect(site.commit).toBeNull();
});

describe('a file that every build makes keeps its place', () => {
  const at = (permalink: string) => a.replace('---\n', `---\npermalink: ${permalink}\n`);
  const beside = (path: string, file: string) =>
    `out/${path} collides with out/${file}, which every build makes`;
  const TAGS = `${SITE_YAML}tagPages: true\n`;
  const PAGE = 'content/pages/';
  test.each<[name: string, file: string, message: string, files: Files]>([
    [
      'a redirect',
      YAML,
      beside('feed.xml/index.html', 'feed.xml'),
      { [YAML]: redirect('/feed.xml') },
    ],
    ['an alias', B, beside('robots.txt/index.html', 'robots.txt'), { [B]: b('/robots.txt') }],
    ['an alias', B, beside('favicon.svg/index.html', 'favicon.svg'), { [B]: b('/favicon.svg') }],
    [
      'an alias',
      B,
      beside('tags/x.xml/index.html', 'tags/x.xml'),
      { [YAML]: TAGS, [B]: b('/tags/x.xml\ntags: x') },
    ],
    ['an alias', B, beside('tags.html', 'tags.html'), { [YAML]: TAGS, [B]: b('/tags') }],
    ['a permalink', A, beside('feed.xml/a.html', 'feed.xml'), { [A]: at('/feed.xml/:slug') }],
    ['a permalink', A, beside('robots.txt/x.html', 'robots.txt'), { [A]: at('/robots.txt/x') }],
    ['a permalink', A, beside('_headers/x.html', '_headers'), { [A]: at('/_headers/x') }],
    ['a permalink', A, beside('tags.html', 'tags.html'), { [YAML]: TAGS, [A]: at('/tags') }],
    [
      'a page',
      `${PAGE}feed.xml/x.md`,
      beside('feed.xml/x.html', 'feed.xml'),
      { [`${PAGE}feed.xml/x.md`]: a },
    ],
    [
      'a page',
      `${PAGE}assets/x.md`,
      beside('assets/x.html', 'assets/'),
      { [`${PAGE}assets/x.md`]: a },
    ],
    [
      'a file',
      `${PUBLIC}_headers/x`,
      beside('_headers/x', '_headers'),
      { [`${PUBLIC}_headers/x`]: 'x' },
    ],
    [
      'a file',
      `${PUBLIC}assets`,
      beside('assets', 'assets/site.css'),
      { [`${PUBLIC}assets`]: 'x' },
    ],
    [
      'a file of another case',
      `${PUBLIC}Robots.txt`,
      beside('Robots.txt', 'robots.txt'),
      { [`${PUBLIC}Robots.txt`]: 'x' },
    ],
  ])('against %s in %s', async (_, file, message, files) => {
    const { problems, commit } = await buildSite({ [A]: a, ...files });
    expect(problems.map((each) => [each.code, each.file, each.message])).toEqual([
      ['output-collision', file, message],
    ]);
    expect(commit).toBeNull();
  });

  test.each([
    ['robots.txt', `${PUBLIC}robots.txt`],
    ['feed.xml', `${PUBLIC}feed.xml`],
    ['tags/index.html', `${PUBLIC}tags/index.html`],
    ['tags.html', `${PAGE}tags.md`],
  ])('except that out/%s is made from %s if that is there', async (path, file) => {
    const site = await buildSound({ [A]: a, [YAML]: TAGS, [file]: essay('title: Mine', 'Mine\n') });
    expect(site.text(path)).toContain('Mine');
    expect(site.paths.filter((each) => /^tags(\.html|\/index\.html)$/.test(each))).toHaveLength(1);
  });
});

test('an address that is gone, or an old permalink, leaves generated files in place', async () => {
  const site = await buildSound({
    [A]: essay('title: A\npublished: 2020-01-01\npermalink: /rss.xml'),
    [YAML]: `${SITE_YAML}gone: [/feed.xml]\n`,
  });
  for (const path of ['feed.xml', 'rss.xml']) expect(site.paths).toContain(path);
});

test('a draft gives way to what is published, with a notice', async () => {
  const draft = { [A]: a.replace('---\n', '---\ndraft: true\n'), [`${PUBLIC}blog/a.html`]: 'mine' };
  const site = await buildSite(draft, { showDrafts: true });
  expect(site.problems.map(({ code, severity, file }) => [code, severity, file])).toEqual([
    ['output-collision', 'notice', A],
  ]);
  expect(site.text('blog/a.html')).toBe('mine');
});

test.each([
  ['whose names differ in case', 'Pic.ü.svg'],
  ['whose names differ in their form of Unicode', 'pic.u\u0308.svg'],
])('of equal pictures %s, each page shows one that is there', async (_, name) => {
  const site = await buildSound({
    'content/essays/a/index.md': essay('title: A\npublished: 2020-01-01', `![p](${name})\n`),
    [`content/essays/a/${name}`]: picture,
    'content/essays/b/index.md': essay('title: B\npublished: 2020-01-01', '![p](pic.ü.svg)\n'),
    'content/essays/b/pic.ü.svg': picture,
  });
  const shown = ['a', 'b'].map((slug) => site.page(`blog/${slug}.html`)('.prose img').attr('src'));
  for (const source of shown) expect(site.paths).toContain(decodeURI(source?.slice(1) ?? ''));
  expect(site.paths.filter((path) => /pic\./i.test(path))).toHaveLength(1);
});
