/** The sample site in content/: a tour of the product. */
import { beforeAll, expect, test } from 'vitest';
import { type AuditedSite, SAMPLE, shareAudited } from '../support/audited-sites.ts';
import { statesOf } from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const share = shareAudited(SAMPLE);
let site: AuditedSite;
beforeAll(() => {
  site = share();
});

const page = (slug: string) => site.page(`blog/${slug}.html`);

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
