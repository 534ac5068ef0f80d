/**
 * The pages of tags, the archive and series, as they are built.
 */
import { describe, expect, test } from 'vitest';
import { buildSite, essay, essaysOf, SITE_YAML } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const write = (number: number, more = '') =>
  essay(`title: E${number}\npublished: ${2017 + number}-03-0${number}\n${more}`);
const ESSAYS = {
  'content/essays/1.md': write(1, 'tags: [C]'),
  'content/essays/2.md': write(2, 'tags: [C++, 詩]'),
  'content/essays/3.md': write(3, 'tags: [C, a, b, d, e, f, g]'),
};
const build = (yaml: string, files = {}, options = {}) =>
  buildSite({ ...ESSAYS, 'content/site.yaml': `${SITE_YAML}${yaml}\n`, ...files }, options);

describe('with pages of tags', () => {
  test('each tag has a page and a feed, whose slugs are stable', async () => {
    const site = await build('tagPages: true');
    expect(site.report).toBe('');
    const own = site.paths.filter((path) => /^tags\b/.test(path) && !/\/[abdefg]\./.test(path));
    const slugs = ['c-2', 'c', '詩'];
    const files = slugs.flatMap((slug) => [`tags/${slug}.html`, `tags/${slug}.xml`]);
    expect(own).toEqual(['tags.html', ...files]);
    expectFacts(site.page('tags/c.html'), {
      h1: ['#C'],
      'h3 a': ['E3', 'E1'],
      'h3 a@href': ['/blog/e3', '/blog/e1'],
      'link[rel="canonical"]@href': ['https://ann.example/tags/c'],
      'link[type="application/atom+xml"]:first@href': ['/tags/c.xml'],
      'script[src]': [],
    });
    const feed = site.text('tags/c.xml');
    expect(feed.match(/<title>.*?<\/title>/g)).toEqual(
      ['#C · Essays · Ann Author', 'E3', 'E1'].map((each) => `<title>${each}</title>`),
    );
    expect(feed).toContain('<id>https://ann.example/tags/c</id>');
    expect(site.text('sitemap.xml')).toContain('<loc>https://ann.example/tags/%E8%A9%A9</loc>');
    const first = await site.rebuild({ 'content/essays/0.md': write(4, 'tags: [C#]') });
    expect(first.page('tags/c-2.html')('h1').text()).toBe('#C++');
  });

  test('chips, the filter and links in essays lead to it', async () => {
    const links = '[c](/tags/c) [f](/tags/c.xml) [詩](/tags/詩) [x](/tags/x)\n';
    const from = { 'content/essays/4.md': essay('title: L\ndate: 2010-01-01', links) };
    const site = await build('tagPages: true', from);
    expect(site.codes).toEqual(['link-broken']);
    const single = [...'abdef'];
    expectFacts(site.page('index.html'), {
      '.filter a': ['All Essays (4)', '#C (2)', ...single.map((name) => `#${name} (1)`), '+3 More'],
      '.filter a@href': ['/', '/tags/c', ...single.map((name) => `/tags/${name}`), '/tags'],
      '.card:first .chip': ['C', 'a'],
      '.card:first .chip@href': ['/tags/c', '/tags/a'],
      'main button': [],
    });
    expectFacts(site.page('blog/e2.html'), { '.chip@href': ['/tags/c-2', '/tags/%E8%A9%A9'] });
    expect(site.page('tags.html')('main li a').first().text()).toBe('#C 2');
  });

  test('one of the author’s own pages replaces their list, and no draft is in their feeds', async () => {
    const files = {
      'content/pages/tags.md': essay('title: My tags'),
      'content/essays/d.md': write(4, 'tags: [C]\ndraft: true'),
    };
    const site = await build('tagPages: true', files, { showDrafts: true });
    expect([site.report, site.page('tags.html')('h1').text()]).toEqual(['', 'My tags']);
    expect(site.page('tags/c.html')('h3').length).toBe(3);
    expect(site.text('tags/c.xml')).not.toContain('E4');
  });
});

test('with homeEssays, the home page has the newest, and the archive lists all by years', async () => {
  const site = await build('homeEssays: 2');
  expect(site.report).toBe('');
  expectFacts(site.page('index.html'), {
    h3: ['E3', 'E2'],
    '#listed': ['Recent Essays (2)'],
    '.filter a:first@link': [['All Essays (3)', '/archive']],
    'main .back a@link': [['All 3 essays →', '/archive']],
  });
  expectFacts(site.page('archive.html'), {
    '.year > :first-child': ['2020', '2019', '2018'],
    '.year li': ['E3 March 3', 'E2 March 2', 'E1 March 1'],
    '.year a@href': ['/blog/e3', '/blog/e2', '/blog/e1'],
  });
  expect(site.paths).toContain('tags/c.html');
});

test('the archive sets each title in the language and direction of its essay, and dates in those of the site', async () => {
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML}homeEssays: 1\n`,
    'content/essays/a.md': write(1, 'lang: he'),
    'content/essays/b.md': write(2, 'lang: de'),
    'content/essays/c.md': write(3),
  });
  const page = site.page('archive.html');
  const titles = page('.year a > span:not(.count)')
    .toArray()
    .map((each) => page(each).attr());
  expect(titles).toEqual([{ lang: 'de' }, { lang: 'he', dir: 'rtl' }]);
  expectFacts(page, { '.year a': ['E3 March 3', 'E2 March 2', 'E1 March 1'] });
});

test('without either setting, there are no such pages', async () => {
  const site = await build('');
  expect(site.paths.filter((path) => /^(tags|archive)/.test(path))).toEqual([]);
  expectFacts(site.page('blog/e1.html'), { '.chip@href': ['/?tag=C'] });
});

test('the essays of a series are its parts, by date, and each page leads to all', async () => {
  const series = (number: number) => write(number, 'series: ["Small — Machines"]');
  const site = await buildSite({
    'content/essays/b.md': series(2),
    'content/essays/a.md': series(1),
    'content/essays/c.md': write(3, 'series: Alone'),
  });
  expectFacts(site.page('blog/e2.html'), {
    '.byline span:last': ['Part 2 of 2'],
    'nav[aria-label="Series"] h2': ['Small — Machines'],
    'nav[aria-label="Series"] a@text': ['E1 1', 'E2 2'],
    'nav[aria-label="Series"] a@href': ['/blog/e1', '/blog/e2'],
    'nav[aria-label="Series"] [aria-current]@href': ['/blog/e2'],
  });
  expectFacts(site.page('blog/e3.html'), { 'nav[aria-label="Series"]': [] });
  const more = await site.rebuild({ 'content/essays/c.md': series(3) });
  expectFacts(more.page('blog/e1.html'), { '.byline span:last': ['Part 1 of 3'] });
});

test('the parts of a series that have one date are in the order of their files', async () => {
  const part = (number: number) => essay(`title: E${number}\npublished: 2020-01-01\nseries: S`);
  const files = [10, 2, 1].map((number) => [`content/essays/part-${number}.md`, part(number)]);
  const site = await buildSite(Object.fromEntries(files));
  const parts = [1, 2, 10].map((number) => {
    return site.page(`blog/e${number}.html`)('.byline span:last').text();
  });
  expect(parts).toEqual(['Part 1 of 3', 'Part 2 of 3', 'Part 3 of 3']);
});

test.each([
  [50, 20, '1-50'],
  [60, 1, '1-25 … 60'],
  [60, 30, '1 … 6-54 … 60'],
  [60, 60, '1 … 36-60'],
])('of a series of %d parts, the page of part %d lists %s', async (count, part, listed) => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const essays = numbers.map((number) =>
    essay(`title: E${number}\npublished: ${1900 + number}-01-01\nseries: Long`),
  );
  const site = await buildSite(essaysOf(essays));
  const page = site.page(`blog/e${part}.html`);
  const items = page('nav[aria-label="Series"] li').toArray();
  const texts = items.map((item) => page(item).find('.count').text() || page(item).text());
  const expected = listed.split(' ').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    if (range === '…') return range;
    return numbers.slice(Number(first) - 1, Number(last)).map(String);
  });
  expect(texts).toEqual(expected);
});
