/**
 * The files for machines: sitemap.xml (sitemaps.org, protocol 0.9), robots.txt (RFC 9309) and those for hosts.
 */
import { describe, expect, test } from 'vitest';
import { findPassedLimits } from '../../../src/render/host-files.ts';
import { makeServiceFiles } from '../../../src/render/service-files.ts';
import { DEFAULT_PALETTE } from '../../../src/theme/palette.ts';
import { buildSite, essay, type Files, shareSite } from '../../support/site.ts';
import { childrenOf, parseXml, textOf } from '../../support/xml.ts';

const SITE: Files = {
  'content/essays/new.md': essay('title: New\npublished: 2020-05-01T10:00:00Z'),
  'content/essays/old.md': essay('title: Old\ndate: 2010-01-01\nupdated: 2021-02-03T04:05:06Z'),
  'content/essays/draft.md': essay('title: Draft\npublished: 2020-06-01\ndraft: true'),
};

/** The addresses of a sitemap, each with its date. */
function readMap(text: string): (readonly [address: string | null, changed: string | null])[] {
  const root = parseXml(text);
  expect(root.name).toBe('urlset');
  expect(root.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  return childrenOf(root, 'url').map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')]);
}

const shared = shareSite(SITE);

describe('the sitemap', () => {
  test('lists every page, with the date of its last change', () => {
    expect(readMap(shared().text('sitemap.xml'))).toEqual([
      ['https://ann.example/', '2021-02-03T04:05:06.000Z'],
      ['https://ann.example/about', null],
      ['https://ann.example/blog/new', '2020-05-01T10:00:00.000Z'],
      ['https://ann.example/blog/old', '2021-02-03T04:05:06.000Z'],
    ]);
  });

  test('lists no draft, even if drafts are shown', async () => {
    const site = await buildSite(SITE, { showDrafts: true });
    expect(site.paths).toContain('blog/draft.html');
    expect(site.text('sitemap.xml')).not.toContain('draft');
  });

  test('of a site without essays lists the other pages', async () => {
    const site = await buildSite({});
    expect(readMap(site.text('sitemap.xml'))).toEqual([
      ['https://ann.example/', null],
      ['https://ann.example/about', null],
    ]);
  });

  test('escapes XML', async () => {
    const settings = "name: Ann\nurl: https://ann.example/it's&more\nsocialImages: false\n";
    const site = await buildSite({ ...SITE, 'content/site.yaml': settings });
    expect(site.text('sitemap.xml')).not.toMatch(/'|&(?!\w+;|#)/);
    expect(readMap(site.text('sitemap.xml'))[0]?.[0]).toBe("https://ann.example/it's&more/");
  });

  test('of more than 50,000 pages is divided, and the first names the parts', () => {
    const { site } = shared();
    const [one] = site?.essays ?? [];
    if (!site || !one) throw new Error('There is no essay');
    const essays = Array.from({ length: 50_001 }, (_, index) => ({
      ...one,
      slug: `e-${index}`,
      address: `/blog/e-${index}`,
    }));
    const files = makeServiceFiles({ ...site, essays }, DEFAULT_PALETTE);
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const index = parseXml(texts.get('sitemap.xml') ?? '');
    expect(index.name).toBe('sitemapindex');
    expect(childrenOf(index, 'sitemap').map((part) => textOf(part, 'loc'))).toEqual([
      'https://ann.example/sitemap-1.xml',
      'https://ann.example/sitemap-2.xml',
    ]);
    const parts = ['sitemap-1.xml', 'sitemap-2.xml'].map((path) => readMap(texts.get(path) ?? ''));
    expect(parts.map((part) => part.length)).toEqual([50_000, 3]);
    expect(parts[1]?.at(-1)?.[0]).toBe('https://ann.example/blog/e-50000');
  });
});

test('robots.txt allows every crawler, and names the sitemap', () => {
  const lines = ['User-agent: *', 'Allow: /', '', 'Sitemap: https://ann.example/sitemap.xml', ''];
  expect(shared().text('robots.txt')).toBe(lines.join('\n'));
});

test('GitHub Pages publishes the files as they are', () => {
  expect(shared().text('.nojekyll')).toBe('');
});

describe('a file of the author’s own takes the place', () => {
  const paths = ['robots.txt', 'sitemap.xml', '.nojekyll', 'feed.xml', 'rss.xml', 'feed.json'];
  test('until it goes, and of no other', async () => {
    const site = await buildSite(SITE);
    const plain = paths.map((path) => site.text(path));
    for (const [at, path] of paths.entries()) {
      const own = await site.rebuild({ [`content/public/${path}`]: 'my own' });
      expect(own.report).toBe('');
      expect(paths.map((each) => own.text(each))).toEqual(plain.with(at, 'my own'));
      const again = await site.rebuild({ [`content/public/${path}`]: null });
      expect(paths.map((each) => again.text(each))).toEqual(plain);
    }
  });
});

describe('a known limit of hosts', () => {
  const exact = (count: number) => '/a /b 301\n'.repeat(count);
  const patterns = (count: number) => '/a/:slug /b/:slug 301\n'.repeat(count);
  test.each([
    ['is not passed', `# mine\n\n${exact(2000)}${patterns(100)}`, 20_000, null],
    ['of exact lines is passed', exact(2001), 1, '2000 exact lines in _redirects'],
    // All lines from the first pattern on count as patterns.
    ['of patterns is passed', `/a/* /b 301\n${exact(100)}`, 1, '100 patterns in _redirects'],
    ['of files is passed', '', 20_001, '20000 files in out/'],
  ])('%s', (_, redirects, fileCount, limit) => {
    const problems = findPassedLimits(redirects, fileCount);
    const message = expect.stringMatching(`^Cloudflare Pages allows ${limit} on its free plan`);
    expect(problems).toMatchObject(limit === null ? [] : [{ code: 'host-limit', message }]);
  });
});
