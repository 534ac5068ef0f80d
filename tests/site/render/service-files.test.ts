/**
 * The files for machines: sitemap.xml (sitemaps.org, protocol 0.9), robots.txt (RFC 9309) and those for hosts.
 */
import { describe, expect, test } from 'vitest';
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
      ['https://ann.example/', null],
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
