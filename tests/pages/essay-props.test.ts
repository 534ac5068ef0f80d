/**
 * Props of `EssayPage.tsx` that depend on other essays or describe the body, and those of all pages, as a
 * template of the site's own receives them.
 */
import { describe, expect, test } from 'vitest';
import type { EssayProps } from '../../src/render/props.ts';
import { buildSite, essay, type Files, NOW, type Options, SITE_YAML } from '../support/site.ts';

const template = 'export default (props) => <html><pre>{JSON.stringify(props)}</pre></html>;\n';

/** Builds a site whose pages are their props; `readProps` returns those of a page. */
async function build(files: Files, options: Options = {}) {
  const pages = ['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'];
  const templates = pages.map((name) => [`templates/${name}.tsx`, template]);
  const site = await buildSite({ ...files, ...Object.fromEntries(templates) }, options);
  const readProps = (path: string) => JSON.parse(site.page(path)('pre').text());
  return { ...site, readProps };
}

/** The essay of the props of `blog/one.html`. */
async function readEssay(frontMatter: string, body?: string, files: Files = {}) {
  const own = essay(`title: One\npublished: 2020-12-03\nslug: one\n${frontMatter}`, body);
  const { readProps } = await build({ 'content/essays/one.md': own, ...files });
  return readProps('blog/one.html').essay as EssayProps['essay'];
}

test('an essay has its address, its excerpt and its picture in full size', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"></svg>';
  const files = {
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/base'),
    'content/public/a.svg': svg,
  };
  expect(await readEssay('image: /a.svg\nimageAlt: A', 'Some *words*.', files)).toMatchObject({
    url: '/base/blog/one',
    excerpt: 'Some words.',
    image: { url: '/base/a.svg', alt: 'A', width: 320, height: 200 },
    newer: null,
    older: null,
    related: [],
  });
  expect((await readEssay('')).image).toBeNull();
});

test.each([
  ['', null],
  [
    'updated: 2022-01-31',
    { year: '2022', fullDate: 'January 31, 2022', isoDate: '2022-01-31T00:00:00.000Z' },
  ],
  [
    'lastmod: 2020-12-04',
    { year: '2020', fullDate: 'December 4, 2020', isoDate: '2020-12-04T00:00:00.000Z' },
  ],
  ['updated: 2020-12-03 23:00', null],
  ['updated: 2019-01-01', null],
])('the last change by "%s" is %j', async (frontMatter, updated) => {
  expect((await readEssay(frontMatter)).updated).toEqual(updated);
});

test('the day of the last change is that of the time zone', async () => {
  const files = { 'content/site.yaml': `${SITE_YAML}timezone: America/New_York\n` };
  expect((await readEssay('updated: 2020-12-04T03:00:00Z', 'x', files)).updated).toBeNull();
  const later = await readEssay('updated: 2021-01-01T03:00:00Z', 'x', files);
  expect(later.updated).toMatchObject({ year: '2020', fullDate: 'December 31, 2020' });
});

test('the body is described by its headings, its words and its footnotes', async () => {
  const body =
    '## First *part*[^n]\n\nText & more.\n\n### 1 < 2\n\n#### Deep\n\n## First part\n\n[^n]: Note.\n';
  expect(await readEssay('', body)).toMatchObject({
    headings: [
      { id: 'first-part', text: 'First part', level: 2 },
      { id: '1--2', text: '1 < 2', level: 3 },
      { id: 'first-part-1', text: 'First part', level: 2 },
    ],
    wordCount: 12,
  });
  expect(await readEssay('', 'Two words.')).toMatchObject({
    headings: [],
    wordCount: 2,
  });
});

describe('the essays that a page leads to', () => {
  const files: Files = {
    'content/essays/e5.md': essay('title: E5\npublished: 2026-03-05\ntags: [a, b]'),
    'content/essays/e4.md': essay('title: E4\npublished: 2025-01-01\ntags: [a]\ndraft: true'),
    'content/essays/e3.md': essay('title: E3\npublished: 2024-01-01\ntags: [c]'),
    'content/essays/e2.md': essay('title: E2\npublished: 2023-01-01\ntags: [b]'),
    'content/essays/e1.md': essay('title: E1\npublished: 2022-01-01\ntags: [a, b]'),
  };
  const link = (title: string, year: string, formattedDate = year) => {
    return { title, url: `/blog/${title.toLowerCase()}`, year, formattedDate };
  };
  const E5 = link('E5', '2026', 'Mar 5');
  const [E4, E3, E2, E1] = [
    link('E4', '2025'),
    link('E3', '2024'),
    link('E2', '2023'),
    link('E1', '2022'),
  ];
  test.each([
    ['e5', false, { newer: null, older: E3, related: [E1, E2] }],
    ['e3', false, { newer: E5, older: E2, related: [] }],
    ['e2', false, { newer: E3, older: E1, related: [E5] }],
    ['e1', false, { newer: E2, older: null, related: [E5] }],
    ['e5', true, { newer: null, older: E4, related: [E1, E2] }],
    ['e3', true, { newer: E4, older: E2, related: [] }],
    ['e1', true, { newer: E2, older: null, related: [E5, E4] }],
  ])('from %s, with drafts shown: %j', async (slug, showDrafts, expected) => {
    const { readProps } = await build(files, { showDrafts });
    expect(readProps(`blog/${slug}.html`).essay).toMatchObject(expected);
  });

  test('an edited title, and nothing else, is written into the pages that lead to it', async () => {
    const site = await build(files);
    const renamed = essay('title: New\nslug: e1\npublished: 2022-01-01\ntags: [a, b]');
    const again = await site.rebuild({ 'content/essays/e1.md': renamed });
    const pages = site.paths.filter((path) => /^blog|index/.test(path));
    const texts = pages.filter((path) => again.text(path).includes('New'));
    expect(texts).toEqual(['blog/e1.html', 'blog/e2.html', 'blog/e5.html', 'index.html']);
    // With the three feeds.
    expect(again.commit?.written).toBe(texts.length + 3);
  });
});

describe('every page', () => {
  const files: Files = {
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/base'),
    'content/essays/one.md': essay('title: One\npublished: 2020-12-03'),
  };
  test.each(['index.html', 'blog/one.html', 'about.html', '404.html'])(
    'has the address of the feed and the year of the build: %s',
    async (path) => {
      const site = await build(files);
      expect(site.readProps(path)).toMatchObject({
        site: { feedUrl: '/base/feed.xml' },
        year: 2026,
      });
      const next = await site.rebuild({}, { now: NOW + 365 * 86_400_000 });
      expect(JSON.parse(next.page(path)('pre').text()).year).toBe(2027);
    },
  );
});
