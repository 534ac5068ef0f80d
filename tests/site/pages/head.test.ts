/**
 * The head of built pages: data for search engines (schema.org) and link previews (Open Graph, Twitter cards).
 */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { PNG } from '../../support/exports.ts';
import { buildSite, essay, type Files, type Options } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const YAML = 'content/site.yaml';
const SETTINGS = `name: Ann Author\nurl: https://ann.example\nsocialImages: false
title: Notes\nintro: Some notes.\nlanguage: en-GB
x: https://x.com/ann\nsubstack: https://ann.substack.com\n`;
const settings = (from: string, to: string) => ({ [YAML]: SETTINGS.replace(from, to) });

const ONE = essay(`title: One
published: 2020-01-02T03:04:05Z
updated: 2021-01-02T03:04:05Z
tags: [ai, open source]
excerpt: What it is about.
image: /pixel.png
imageAlt: A dot`);

/** Builds one full essay, with others or other settings, and reads a page. */
async function build(path: string, files: Files = {}, options: Options = {}) {
  const base = { [YAML]: SETTINGS, 'content/essays/one.md': ONE };
  const picture = { 'content/public/pixel.png': PNG };
  return (await buildSite({ ...base, ...picture, ...files }, options)).page(path);
}

/** Builds an essay of these lines beside it, dated 2019. */
const buildOther = (lines: string, options?: Options) => {
  const text = essay(`slug: other\npublished: 2019-01-01\n${lines}`);
  return build('blog/other.html', { 'content/essays/other.md': text }, options);
};

/** Expects the contents of all `<meta>` of a name or property, in their order. */
function expectMetas($: CheerioAPI, metas: Readonly<Record<string, readonly string[]>>): void {
  const facts = Object.entries(metas).map(([name, contents]) => [
    `head meta:is([name="${name}"], [property="${name}"])@content`,
    contents,
  ]);
  expectFacts($, Object.fromEntries(facts));
}

function jsonLd($: CheerioAPI): Record<string, unknown> {
  const scripts = $('script[type="application/ld+json"]');
  expect(scripts.length).toBe(1);
  return JSON.parse(scripts.text());
}

const ann = {
  '@type': 'Person',
  name: 'Ann Author',
  url: 'https://ann.example/about',
  sameAs: ['https://ann.substack.com', 'https://x.com/ann'],
};

describe('a picture that no network shows', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>';
  test.each([
    ['image: /a.svg', 'true', /\/assets\/card\.\w+\.png$/],
    ['cover: /a.avif?v=1', 'true', /\/assets\/card\.\w+\.png$/],
    ['image: https://x.example/a.SVG', 'true', /\/assets\/card\.\w+\.png$/],
    ['image: /pixel.png', 'true', /\/pixel\.png$/],
    ['image: /a.svg', 'false', null],
  ])('%s, with cards: %s', async (line, socialImages, shown) => {
    const $ = await build('blog/other.html', {
      ...settings('socialImages: false', `socialImages: ${socialImages}`),
      'content/public/a.svg': SVG,
      'content/public/a.avif': 'x',
      'content/essays/other.md': essay(`title: Other\nslug: other\npublished: 2019-01-01\n${line}`),
    });
    const found = $('meta[property="og:image"]').attr('content') ?? null;
    expect([found, jsonLd($).image ?? null]).toEqual(
      shown === null ? [null, null] : [expect.stringMatching(shown), found],
    );
  });
});

test.each([
  ['author: Ben', [{ '@type': 'Person', name: 'Ben' }]],
  // The authors of the page that a post is about aren't those of the post.
  ['authors: [Cid]\nlink: https://sea.example/a', [ann]],
  ['author: Ben\nexternal_url: https://sea.example/a', [{ '@type': 'Person', name: 'Ben' }]],
  ['authors: [Ann Author, Ben]', [ann, { '@type': 'Person', name: 'Ben' }]],
  [
    'authors:\n  - name: Cid\n  - name: Ben',
    ['Cid', 'Ben'].map((name) => ({ '@type': 'Person', name })),
  ],
])('%j are people, on essays and pages', async (lines, people) => {
  const files = {
    'content/essays/other.md': essay(`title: Other\nslug: other\npublished: 2019-01-01\n${lines}`),
    'content/pages/other.md': `---\ntitle: Other page\n${lines}\n---\nWords.\n`,
  };
  for (const path of ['blog/other.html', 'other.html']) {
    expect([jsonLd(await build(path, files)).author].flat()).toEqual(people);
  }
});

describe('an essay’s page', () => {
  test('is a posting, with all its dates, its picture and its author', async () => {
    const page = await build('blog/one.html');
    expectMetas(page, {
      'og:type': ['article'],
      'og:title': ['One'],
      'og:url': ['https://ann.example/blog/one'],
      'og:description': ['What it is about.'],
      'og:site_name': ['Ann Author'],
      'og:locale': ['en_GB'],
      'og:image': ['https://ann.example/pixel.png'],
      'og:image:width': ['1'],
      'og:image:height': ['1'],
      'og:image:alt': ['A dot'],
      'twitter:card': ['summary_large_image'],
      'twitter:creator': ['@ann'],
      author: ['Ann Author'],
      'article:published_time': ['2020-01-02T03:04:05.000Z'],
      'article:modified_time': ['2021-01-02T03:04:05.000Z'],
      'article:author': ['https://ann.example/about'],
      'article:tag': ['ai', 'open source'],
      robots: [],
    });
    expect(jsonLd(page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      ...{ headline: 'One', description: 'What it is about.', inLanguage: 'en-GB', author: ann },
      ...{ datePublished: '2020-01-02T03:04:05.000Z', dateModified: '2021-01-02T03:04:05.000Z' },
      ...{ image: 'https://ann.example/pixel.png', keywords: ['ai', 'open source'] },
      url: 'https://ann.example/blog/one',
      mainEntityOfPage: 'https://ann.example/blog/one',
    });
  });

  test('without a picture, tags or an update omits them; a draft is not indexed', async () => {
    const page = await buildOther('title: Two\ndraft: true', { showDrafts: true });
    const absent = ['og:image', 'og:image:width', 'article:modified_time', 'article:tag'];
    expectMetas(page, {
      ...Object.fromEntries(absent.map((name) => [name, []])),
      ...{ 'twitter:card': ['summary'], robots: ['noindex'] },
    });
    const { image, keywords, dateModified } = jsonLd(page);
    const published = '2019-01-01T00:00:00.000Z';
    expect([image, keywords, dateModified]).toEqual([undefined, undefined, published]);
  });

  test('in another language says so, and has its quotes', async () => {
    const page = await buildOther(`title: 'Das "Wort"'\nlang: de-AT\nexcerpt: So "was"...`);
    expectMetas(page, {
      ...{ 'og:title': ['Das „Wort“'], 'og:locale': ['de_AT'] },
      ...{ 'og:description': ['So „was“…'], description: ['So „was“…'] },
    });
    expect(jsonLd(page)).toMatchObject({ headline: 'Das „Wort“', inLanguage: 'de-AT' });
  });

  test('escapes its title and excerpt', async () => {
    const title = '</script><script>alert(1)</script>';
    const page = await buildOther(`title: '${title}'\nexcerpt: '"><img src=x>'`);
    expectFacts(page, { 'head script:not([type])': [], 'head img': [] });
    expect(jsonLd(page).headline).toBe(title);
    expectMetas(page, { 'og:title': [title] });
  });

  test('of another author is that author’s; a picture of another host is shown as it is', async () => {
    const page = await buildOther('title: Guest\nauthor: Bob\nimage: https://pics.example/a.png');
    expectMetas(page, {
      author: ['Bob'],
      'article:author': [],
      'og:image': ['https://pics.example/a.png'],
      'og:image:width': [],
    });
    expect(jsonLd(page).author).toEqual({ '@type': 'Person', name: 'Bob' });
  });
});

test('the home page is a site, and its author a person with profiles, which the about page describes', async () => {
  const { page } = await buildSite({ [YAML]: SETTINGS });
  const [home, about, missing] = [page('index.html'), page('about.html'), page('404.html')];
  const schema = { '@context': 'https://schema.org' };
  expect(jsonLd(home)).toEqual({
    ...{ ...schema, '@type': 'WebSite', author: ann, url: 'https://ann.example/' },
    ...{ name: 'Ann Author', alternateName: 'Notes', description: 'Some notes.' },
    inLanguage: 'en-GB',
  });
  expectMetas(home, { 'og:type': ['website'], 'og:url': ['https://ann.example/'] });
  expectFacts(home, { 'link[rel="me"]@href': ann.sameAs });
  const profile = { '@type': 'ProfilePage', url: 'https://ann.example/about', mainEntity: ann };
  expect(jsonLd(about)).toEqual({ ...schema, ...profile });
  expectMetas(about, { 'og:type': ['profile'] });
  expectFacts(missing, { 'script[type="application/ld+json"]': [], 'meta[property]': [] });
});

test('the home page names no profiles where there are none', async () => {
  const page = await build('index.html', { [YAML]: 'name: Ann\nurl: https://ann.example\n' });
  expectFacts(page, { 'link[rel="me"]': [], 'meta[name="twitter:creator"]': [] });
  expect(jsonLd(page).author).not.toHaveProperty('sameAs');
});

test('every page has speculation rules, and theme colours for the browser’s UI', async () => {
  const below = settings('https://ann.example', 'https://me.github.io/blog');
  const site = await buildSite({ ...below, 'content/essays/one.md': ONE });
  const [isOurs, isTag] = [{ href_matches: '/blog/*' }, { href_matches: '/blog/\\?tag=*' }];
  const where = { and: [isOurs, { not: isTag }] };
  const schemes = ['light', 'dark'].map((scheme) => `(prefers-color-scheme: ${scheme})`);
  for (const path of ['index.html', 'about.html', '404.html', 'blog/one.html']) {
    const page = site.page(path);
    const rules = JSON.parse(page('script[type="speculationrules"]').text());
    expect([path, rules]).toEqual([path, { prefetch: [{ where, eagerness: 'moderate' }] }]);
    expectFacts(page, { 'meta[name="theme-color"]@media': schemes });
  }
});

test.each([
  ['en-GB', 'en-US', { 'og:locale': ['en_US'] }],
  ['en-GB', 'zh-Hant-TW', { 'og:locale': ['zh_TW'] }],
  ['en-GB', 'en', { 'og:locale': [] }],
  ['https://x.com/ann', 'https://twitter.com/ann/', { 'twitter:creator': ['@ann'] }],
  ['https://x.com/ann', 'https://x.com/ann/status/1', { 'twitter:creator': [] }],
  ['https://x.com/ann', 'https://x.example/ann', { 'twitter:creator': [] }],
])('for %s, %s in the settings is %j', async (from, to, metas) => {
  expectMetas(await build('index.html', settings(from, to)), metas);
});
