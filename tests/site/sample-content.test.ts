/**
 * The sample site in content/: a tour of the product, whose essays use every feature of essays.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AuditedSite, SAMPLE, shareAudited } from '../support/audited-sites.ts';
import { statesOf } from '../support/site.ts';
import { expectFacts, texts } from '../support/texts.ts';

const share = shareAudited(SAMPLE);
let site: AuditedSite;
beforeAll(() => {
  site = share();
});

const page = (slug: string) => site.page(`blog/${slug}.html`);
const read = (path: string) => readFileSync(join(site.root, path), 'utf8');

test('builds without any problem', () => {
  expect(site.report).toBe('');
  expect(site.commit).not.toBeNull();
});

test('has at least twelve essays by a placeholder author, from 2006 to this year, and a draft', () => {
  const years = site.site?.essays.map(({ year }) => year) ?? [];
  expect(years.length).toBeGreaterThanOrEqual(12);
  expect([Math.min(...years), Math.max(...years)]).toEqual([2006, site.site?.year]);
  const config = { name: 'Robin Example', email: expect.stringMatching(/@example\.com$/) };
  expect(site.site).toMatchObject({ config });
  expect(statesOf(site.site)).toEqual(['draft']);
});

test('every essay has a picture for link previews: its own, or a card', () => {
  for (const { slug, image } of site.site?.essays ?? []) {
    const url = page(slug)('meta[property="og:image"]').attr('content') ?? '';
    expect(site.paths).toContain(decodeURI(url.replace('https://example.com/', '')));
    expect(url.includes('/assets/card.')).toBe(image === null);
  }
});

test('the biography and the home page contain what the specification requires', () => {
  const [biography = '', about] = texts(site.page('about.html'), 'main p');
  const parts =
    'founded several social networks|social music platform|large social network|' +
    'ride-hailing company|cloud company that was acquired in 2017';
  expect(parts.split('|').filter((part) => !biography.includes(part))).toEqual([]);
  expect(about).toBe('This blog is about technology, startups and society.');
  expectFacts(site.page('index.html'), {
    'main p:first': [expect.stringContaining('essays on technology, society and the future')],
    'button:last': [expect.stringMatching(/^\+\d+ More$/)],
  });
});

/** Features, each with an essay whose source or path uses it. */
const FORMS: readonly (readonly [form: string, slug: string, source: string | RegExp])[] = [
  ['a list of tags', 'what-the-piano-roll-settled', 'tags: [ai, technology, licensing, music]'],
  ['a first heading as title', 'a-shell-script-is-a-letter', '# A Shell Script Is a L'],
  ['tags in a string with a comma', 'the-back-row', 'tags: school, writing\n'],
  ['a tag of several words', 'brain-bowls', 'tags: brain bowls\n'],
  ['categories in place of tags', 'the-empty-seat', 'categories: [technology, driving]'],
  ['a description as excerpt', 'the-empty-seat', 'description: '],
  ['entities in title and excerpt', 'itd-be-hilarious', /title: It&#8217;d[\s\S]*excerpt:.*&/],
  ['a stated read time', 'the-tide-table', 'readTime: 2 '],
  ['a stated slug, and a picture beside it', 'florence', /slug: flor[\s\S]*\]\(hills\.jpg\)/],
  ['old HTML with handlers', 'you-cant-lend-a-song', 'onclick="javascript:'],
  ['a video frame', 'nineteen-seconds-of-elephants', '<iframe'],
  ['a code block', 'brain-bowls', '\\_o_/'],
  ['a table, a quotation, struck words', 'the-empty-seat', /^\|[\s\S]*^> .*~~/m],
  ['a task list', 'write-it-down-then-lose-it', '- [x]'],
  ['folded parts and keys', 'twenty-years-of-links', /<details>[\s\S]*<kbd>/],
  ['subheadings', 'what-the-piano-roll-settled', '### Why'],
  ['footnotes', 'why-i-write-less', /^\[\^\w+\]: /m],
  ['a link of the old shape', 'why-i-write-less', '(/blog/post/itd-be-'],
  ['a link to a source file', 'why-i-write-less', '(../2019/write-it-down.md#what-writing-does)'],
  ['a long date', 'why-i-write-less', 'Thursday, December 3, 2020 at 10:15 PM EST'],
  ['a date of RFC 2822', 'the-back-row', 'Wed, 11 Jan 2006 21:04:00 -0500'],
  ['a date of ISO 8601', 'twenty-years-of-links', '2026-03-14T08:30:00-04:00'],
  ['a date alone', 'the-quiet-coach', '2026-11-08'],
  ['a date as a timestamp', 'write-it-down-then-lose-it', '1558274400000'],
  ['a date of another generator', 'the-empty-seat', '2015-08-16 09:30:00 -0700'],
  ['a poem in plain text', 'the-tide-table', /\.txt[\s\S]*kitchen door,\na column/],
  ['the title of another essay', 'notes-on-leaving-2', /2017[\s\S]*title: Notes on Leaving\n/],
  ['a date in the name', 'a-shell-script-is-a-letter', '/2014-03-09-'],
];
test.each(FORMS)('shows %s', (_, slug, form) => {
  const source = site.site?.essays.find((each) => each.slug === slug)?.source ?? '';
  expect(source + read(source)).toMatch(form);
});

test('the book shelves are the eight in the specification', () => {
  const shelves =
    'currently-reading to-read maybe-will-read unfinished favorites worthwhile not-worthwhile avoid';
  expectFacts(page('books-i-read'), { 'article h2@id': shelves.split(' ') });
});

test('at least three cards have thumbnails with an alternative text', () => {
  const thumbnails = site.page('index.html')('article img[alt]:not([alt=""])').toArray();
  expect(thumbnails.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ['books.html', '/blog/books-i-read'],
  ['blog/books.html', '/blog/books-i-read'],
  ['blog/page/books.html', '/blog/books-i-read'],
  ['blog/page/contact-me.html', '/about'],
  ['essays/brain-bowls.html', '/blog/brain-bowls'],
  ['blog/post/brain-bowls.html', '/blog/brain-bowls'],
])('%s, an old address, redirects to %s', (path, target) => {
  expectFacts(site.page(path), { 'link[rel="canonical"]@href': [`https://example.com${target}`] });
});
