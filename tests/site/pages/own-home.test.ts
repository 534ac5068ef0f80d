/**
 * What authors can change about the home page and the 404 page without templates: whole texts, pinned essays, their
 * own words.
 */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildSite, buildSound, essay, type Files, SITE_YAML } from '../../support/site.ts';

const YAML = 'content/site.yaml';
const settings = (yaml: string): Files => ({ [YAML]: `${SITE_YAML}${yaml}\n` });
const NOTED = 'Words[^1]. [Down](#same)\n\n## Same\n\nMore[^1].\n\n[^1]: A note.\n';

/** An essay a year, the newest of 2020. */
function listYears(count: number, front = ''): Files {
  const years = Array.from({ length: count }, (_, index) => 2020 - index);
  const files = years.map((year) => {
    const head = `title: Of ${year}\npublished: ${year}-01-01\n${front}`;
    return [`content/essays/of-${year}.md`, essay(head, NOTED)];
  });
  return Object.fromEntries(files);
}

const textsOf = ($: CheerioAPI, selector: string) =>
  $(selector)
    .toArray()
    .map((each) => $(each).text());

test('with `homeCards`, the newest essays are cards, and the others lines with their days and tags', async () => {
  const site = await buildSound({ ...listYears(4, 'tags: [a, b]\n'), ...settings('homeCards: 2') });
  const $ = site.page('index.html');
  expect(textsOf($, '.card h3')).toEqual(['Of 2020', 'Of 2019']);
  expect(textsOf($, '.lines > li')).toEqual(['Of 2018 January 1', 'Of 2017 January 1']);
  expect($('.lines > li').attr('data-t')).toBe('0 1');
  expect(textsOf($, '.year > div:first-child')).toEqual(['2020', '2019', '2018', '2017']);
  expect($('#listed').text()).toBe('Recent Essays (4)');
});

describe('with `home: full`', () => {
  test('the newest five essays are there with their whole texts, and all are on the archive', async () => {
    const site = await buildSound({ ...listYears(7), ...settings('home: full') });
    const $ = site.page('index.html');
    const titles = ['Of 2020', 'Of 2019', 'Of 2018', 'Of 2017', 'Of 2016'];
    expect(textsOf($, 'article h2')).toEqual(titles);
    expect($('article h2 a').first().attr('href')).toBe('/blog/of-2020');
    expect(textsOf($, 'article .prose > h3')).toHaveLength(5);
    expect(textsOf($, 'article .byline')[0]).toContain('2020');
    expect($('.back a').attr('href')).toBe('/archive');
    expect(textsOf(site.page('archive.html'), 'main li a')).toHaveLength(7);
  });

  test('`homeEssays` says how many', async () => {
    const site = await buildSound({ ...listYears(4), ...settings('home: full\nhomeEssays: 2') });
    expect(textsOf(site.page('index.html'), 'article h2')).toEqual(['Of 2020', 'Of 2019']);
  });

  test('no two elements have one id, and links and labels lead to those of their own essay', async () => {
    const site = await buildSound({ ...listYears(3), ...settings('home: full') });
    const $ = site.page('index.html');
    const ids = $('[id]')
      .toArray()
      .map((each) => $(each).attr('id'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const article of $('article').toArray()) {
      const named = $(article).find('a[href^="#"], [aria-labelledby], [aria-describedby]');
      expect(named.length).toBeGreaterThan(3);
      for (const each of named.toArray()) {
        const { href, ...labels } = each.attribs;
        const id = href?.slice(1) ?? labels['aria-labelledby'] ?? labels['aria-describedby'] ?? '';
        const isOwn = $(article).find(`[id="${decodeURIComponent(id)}"]`).length === 1;
        expect(isOwn || id === 'main-content', id).toBe(true);
      }
    }
  });

  test('home follows an edit of a text that it shows, and no other', async () => {
    const site = await buildSound({ ...listYears(6), ...settings('home: full\nfeedItems: 1') });
    const edited = (year: number) => {
      const head = `title: Of ${year}\npublished: ${year}-01-01\n`;
      // Cards don't show it.
      const body = NOTED.replace('A note', 'A better note');
      return { [`content/essays/of-${year}.md`]: essay(head, body) };
    };
    const shown = await site.rebuild(edited(2018));
    expect(shown.text('index.html').match(/A better note/g)).toHaveLength(1);
    const before = shown.text('index.html');
    const other = await shown.rebuild(edited(2015));
    expect(other.text('index.html')).toBe(before);
    expect(other.text('blog/of-2015.html')).toContain('A better note');
  });

  test('a home page of the site’s own gets the texts', async () => {
    const template = `import type { HomeProps } from 'essay-blog';
      import { Layout } from './Layout.tsx';
      import { Prose } from './Prose.tsx';
      export default ({ essays }: HomeProps) => (
        <Layout>{essays.map((card) => <Prose key={card.url} html={card.content ?? 'none'} />)}</Layout>
      );`;
    const files = { ...listYears(3), 'templates/HomePage.tsx': template };
    const full = await buildSound({ ...files, ...settings('home: full') });
    expect(textsOf(full.page('index.html'), '.prose > h3')).toHaveLength(3);
    const list = await buildSound(files);
    expect(textsOf(list.page('index.html'), '.prose')).toEqual(['none', 'none', 'none']);
  });
});

describe('a pinned essay', () => {
  const pin = (year: number) => ({
    [`content/essays/of-${year}.md`]: essay(
      `title: Of ${year}\npublished: ${year}-01-01\npinned: true\ntags: [a]`,
    ),
  });

  test('comes first on the home page, in a group of its own, and nowhere else', async () => {
    const site = await buildSound({ ...listYears(3), ...pin(2019) });
    const $ = site.page('index.html');
    expect(textsOf($, '.year > :first-child')).toEqual(['Pinned', '2020', '2018']);
    expect(textsOf($, '.card h3')).toEqual(['Of 2019', 'Of 2020', 'Of 2018']);
    expect($('#listed').text()).toBe('Recent Essays (3)');
    const { items } = JSON.parse(site.text('feed.json'));
    const titles = items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Of 2020', 'Of 2019', 'Of 2018']);
  });

  test('is there even if the home page shows fewer essays, but is no pin on the page of a tag', async () => {
    const site = await buildSound({
      ...listYears(4, 'tags: [a]'),
      ...pin(2017),
      ...settings('homeEssays: 2'),
    });
    expect(textsOf(site.page('index.html'), '.card h3')).toEqual(['Of 2017', 'Of 2020', 'Of 2019']);
    expect(textsOf(site.page('tags/a.html'), '.card h3').at(-1)).toBe('Of 2017');
    expect(textsOf(site.page('tags/a.html'), '.pinned')).toEqual([]);
  });

  test('comes first among whole texts too', async () => {
    const site = await buildSound({ ...listYears(3), ...pin(2018), ...settings('home: full') });
    expect(textsOf(site.page('index.html'), 'article h2')[0]).toBe('Of 2018');
  });

  test('a whole text that a template moves is still the author’s, not the template’s', async () => {
    const front = 'published: 2019-01-01\npinned: true\nexcerpt: x';
    const site = await buildSite({
      ...listYears(1),
      'content/essays/old.md': essay(`title: Old\n${front}`, '![A cat](/cat.png)\n'),
      'templates/SiteFooter.tsx': 'export const SiteFooter = () => <img src="/dog.png" alt="" />;',
      ...settings('home: full'),
    });
    const messages = site.report.match(/`[^`]*\.png`/g);
    expect(messages).toEqual(['`/cat.png`', '`/dog.png`']);
  });
});

test.each([
  [4, []],
  [5, ['#y2020', '#y2019', '#y2018', '#y2017', '#y2016']],
])('with essays of %i years, the home page has the links to years %j', async (count, links) => {
  const site = await buildSound(listYears(count));
  const $ = site.page('index.html');
  const found = $('.years a').toArray();
  expect(found.map((each) => $(each).attr('href'))).toEqual(links);
  expect(links.every((href) => $(href).length === 1)).toBe(true);
});

describe('the author’s words in content/pages', () => {
  const BODY = '## Hello\n\nTo [an essay](../essays/of-2020.md), [down](#listed).\n';

  test('index.md is above the list, without a title, and changes nothing else', async () => {
    const plain = await buildSound(listYears(2));
    const site = await buildSound({ ...listYears(2), 'content/pages/index.md': BODY });
    expect(site.paths).toEqual(plain.paths);
    const $ = site.page('index.html');
    expect($('.intro + .prose h2').text()).toBe('Hello');
    expect($('.intro + .prose a[href="/blog/of-2020"]').text()).toBe('an essay');
    expect($('h1').text()).toBe('Essays');
    expect(site.text('sitemap.xml')).toBe(plain.text('sitemap.xml'));
    expect(site.text('blog/of-2020.html')).toBe(plain.text('blog/of-2020.html'));
  });

  const HILL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 5"/>';
  test.each([
    ['`cover` next to site.yaml', 'content/hill.svg', settings('cover: hill.svg'), ''],
    [
      '`cover` with a description',
      'content/public/hill.svg',
      settings('cover: { image: /hill.svg, alt: A hill }'),
      'A hill',
    ],
    [
      'the cover of index.md',
      'content/public/hill.svg',
      { 'content/pages/index.md': essay('cover: /hill.svg\nimageAlt: A hill', BODY) },
      'A hill',
    ],
  ])('%s is above the title', async (_, file, files: Files, alt) => {
    const site = await buildSound({ ...listYears(2), [file]: HILL, ...files });
    const cover = site.page('index.html')('main > :first-child').attr() ?? {};
    expect(cover).toMatchObject({ class: 'cover', alt, width: '9', height: '5' });
    expect(site.text(String(cover.src).slice(1))).toBe(HILL);
  });

  test('a missing `cover` is reported where it is set', async () => {
    const site = await buildSite({ ...listYears(1), ...settings('cover: hil.jpg') });
    expect(site.codes).toEqual(['image-missing']);
    expect(site.report).toContain(`${YAML}:`);
  });

  test('a heading of index.md has an id of its own, even if it reads like that of a year', async () => {
    const words = '## y2020\n\n## Listed\n\n## y2020s\n';
    const site = await buildSound({ ...listYears(2), 'content/pages/index.md': words });
    const $ = site.page('index.html');
    const ids = $('.intro + .prose h2').get();
    expect(ids.map((each) => $(each).attr('id'))).toEqual(['y2020-1', 'listed-1', 'y2020s']);
    expect($('#y2020').text()).toBe('2020');
  });

  test('404.md replaces the message above the newest essays', async () => {
    const plain = await buildSound(listYears(6));
    const without = textsOf(plain.page('404.html'), 'main :is(h1, li)');
    const site = await plain.rebuild({ 'content/pages/404.md': essay('title: Lost?', BODY) });
    expect(site.paths).toEqual(plain.paths);
    const $ = site.page('404.html');
    expect([$('h1').text(), $('.prose h2').text()]).toEqual(['Lost?', 'Hello']);
    const newest = [2020, 2019, 2018, 2017, 2016].map((year) => `Of ${year} ${year}`);
    expect(without).toEqual(['Post not found.', ...newest]);
    expect(textsOf($, 'main li')).toEqual(newest);
    expect($('.prose a').last().attr('href')).toBe('#listed');
    expect(site.text('404.html')).toContain('noindex');
    expect(site.text('sitemap.xml')).not.toContain('404');
  });

  test.each([
    ['# Gone fishing\n\nWords.\n', 'Gone fishing'],
    ['Words.\n', 'Post not found.'],
  ])('404.md of %j has the title %s', async (body, title) => {
    const site = await buildSound({ ...listYears(1), 'content/pages/404.md': body });
    expect(site.page('404.html')('h1').text()).toBe(title);
  });

  test('a second file for the home page is reported', async () => {
    const files = { 'content/pages/index.md': BODY, 'content/pages/index.html': '<p>Words</p>' };
    const site = await buildSite({ ...listYears(1), ...files });
    expect(site.codes).toEqual(['output-collision']);
  });

  test('a draft stays out', async () => {
    const files = { 'content/pages/index.md': essay('draft: true', BODY) };
    const site = await buildSound({ ...listYears(1), ...files });
    expect(textsOf(site.page('index.html'), '.prose')).toEqual([]);
  });
});
