/**
 * Props of `EssayPage.tsx` that depend on other essays or describe the body, and what `usePage()` returns on every
 * page, as a template of the site's own receives them.
 */
import { describe, expect, test } from 'vitest';
import type { EssayProps } from '../../../src/theme/props.ts';
import { buildSite, essay, type Files, type Options, SITE_YAML } from '../../support/site.ts';

const template = `import { usePage } from './hooks.ts';
export default (props) => <html><pre>{JSON.stringify({ ...props, ...usePage() })}</pre></html>;
`;

/** Builds a site whose pages are their props; `readProps` returns those of a page. */
async function build(files: Files, options: Options = {}) {
  const pages = ['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'];
  const templates = pages.map((name) => [`templates/${name}.tsx`, template]);
  const site = await buildSite({ ...files, ...Object.fromEntries(templates) }, options);
  const readProps = (path: string) => JSON.parse(site.page(path)('pre').text());
  return { ...site, readProps };
}

/** The essays in the props of their pages, of a site of essays of these lines and bodies. */
async function readEssays(
  essays: readonly { readonly lines?: string; readonly body?: string }[],
  files: Files = {},
): Promise<EssayProps['essay'][]> {
  const own = essays.map(({ lines = '', body }, index) => [
    `content/essays/${index}.md`,
    essay(`title: One\npublished: 2020-12-03\nslug: e${index}\n${lines}`, body),
  ]);
  const { readProps } = await build({ ...Object.fromEntries(own), ...files });
  return essays.map((_, index) => readProps(`blog/e${index}.html`).essay);
}

test('an essay has its address, its excerpt and its picture in full size', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"></svg>';
  const files = {
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/base'),
    'content/public/a.svg': svg,
  };
  const own = { lines: 'image: /a.svg\nimageAlt: A', body: 'Some *words*.' };
  const [found] = await readEssays([own], files);
  expect(found).toMatchObject({
    url: '/base/blog/e0',
    excerpt: 'Some words.',
    image: { url: '/base/a.svg', alt: 'A', width: 320, height: 200 },
    newer: null,
    older: null,
    related: [],
  });
});

test.each<[zone: string, cases: Readonly<Record<string, string | null>>]>([
  [
    'UTC',
    {
      '': null,
      'updated: 2022-01-31': '2022, 2022, January 31, 2022, 2022-01-31T00:00:00.000Z',
      'updated: 2020-12-03 23:00': null,
      'updated: 2019-01-01': null,
    },
  ],
  [
    'EST',
    {
      'updated: 2020-12-04T03:00:00Z': null,
      'updated: 2021-01-01T03:00:00Z': '2020, 2020, December 31, 2020, 2021-01-01T03:00:00.000Z',
    },
  ],
])('the last change is that of a later day in %s', async (zone, cases) => {
  const settings = { 'content/site.yaml': `${SITE_YAML}timezone: ${zone}\n` };
  const essays = Object.keys(cases).map((lines) => ({ lines }));
  const found = await readEssays(essays, settings);
  const shown = found.map(({ updated }) => updated && Object.values(updated).join(', '));
  expect(shown).toEqual(Object.values(cases));
});

test('the body is described by its headings and its words', async () => {
  const body = '## First *part*[^n]\n\n### 1 < 2\n\n#### Deep\n\n## First part\n\n[^n]: Note.\n';
  const headings = [
    { id: 'first-part', text: 'First part', level: 2 },
    { id: '1--2', text: '1 < 2', level: 3 },
    { id: 'first-part-1', text: 'First part', level: 2 },
  ];
  const found = await readEssays([{ body }, { body: 'Two words.' }]);
  expect(found).toMatchObject([
    { headings, wordCount: 9 },
    { headings: [], wordCount: 2 },
  ]);
});

describe('the essays that a page links to', () => {
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
  const [E5, E4, E3] = [link('E5', '2026', 'Mar 5'), link('E4', '2025'), link('E3', '2024')];
  const [E2, E1] = [link('E2', '2023'), link('E1', '2022')];
  test.each([
    [
      false,
      {
        e5: { newer: null, older: E3, related: [E1, E2] },
        e3: { newer: E5, older: E2, related: [] },
        e1: { newer: E2, older: null, related: [E5] },
      },
    ],
    [
      true,
      {
        e5: { newer: null, older: E4, related: [E1, E2] },
        e3: { newer: E4, older: E2, related: [] },
        e1: { newer: E2, older: null, related: [E5, E4] },
      },
    ],
  ])('with drafts shown: %j', async (showDrafts, pages) => {
    const { readProps } = await build(files, { showDrafts });
    for (const [slug, expected] of Object.entries(pages)) {
      expect(readProps(`blog/${slug}.html`).essay).toMatchObject(expected);
    }
  });
});

test('every page has its address, that of the feed, and the year of the build', async () => {
  const site = await build({
    'content/site.yaml': SITE_YAML.replace('ann.example', 'ann.example/base'),
    'content/essays/one.md': essay('title: One\npublished: 2020-12-03'),
  });
  const pages = {
    'index.html': '/base/',
    'blog/one.html': '/base/blog/one',
    'about.html': '/base/about',
    '404.html': null,
  };
  for (const [path, url] of Object.entries(pages)) {
    const expected = { site: { feedUrl: '/base/feed.xml' }, year: 2026, url };
    expect(site.readProps(path)).toMatchObject(expected);
  }
});

test('a card has the author and the last change of its essay', async () => {
  const { readProps } = await build({
    'content/essays/a.md': essay(
      'title: A\npublished: 2020-01-02\nauthor: Bea\nupdated: 2022-01-31',
    ),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
  });
  const { essays } = readProps('index.html');
  const updated = { year: '2022', fullDate: 'January 31, 2022' };
  expect(essays).toMatchObject([
    { author: 'Bea', updated },
    { author: 'Ann Author', updated: null },
  ]);
});
