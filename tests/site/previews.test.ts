/**
 * Previews: a build for another address than the site's own, such as that of a pull request (`blog build --url`).
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PNG } from '../support/exports.ts';
import {
  buildSettled,
  buildSite,
  essay,
  type Files,
  hashFiles,
  SITE_YAML,
  shareSite,
} from '../support/site.ts';

const OWN = 'https://ann.example';
const previewUrl = 'https://deploy-42.example/x';
const FILES: Files = {
  'content/site.yaml': `${SITE_YAML}tagPages: true\nredirects:\n  /old: /blog/one\n`,
  'content/public/cat.png': PNG,
  'content/essays/one.md': essay(
    `title: One\npublished: 2020-01-01\nimage: ${OWN}/cat.png\ntags: [cats]`,
    `[Two](${OWN}/blog/two), [two](/blog/two) and ![A cat](${OWN}/cat.png)\n`,
  ),
  'content/essays/two.md': essay('title: Two\npublished: 2020-01-02'),
};

const shared = shareSite(FILES, { previewUrl });

test('every page asks search engines not to index it, and has the preview’s address', () => {
  const site = shared();
  const pages = site.paths.filter((path) => path.endsWith('.html'));
  expect(pages).toContain('404.html');
  for (const path of pages) {
    const $ = site.page(path);
    expect([path, $('meta[name=robots]').attr('content')]).toEqual([path, 'noindex']);
    const canonical = $('link[rel=canonical]').attr('href') ?? `${previewUrl}/`;
    expect(canonical).toMatch(/^https:\/\/deploy-42\.example\/x\//);
  }
});

test('pages, feeds, sitemap and robots.txt lead to the preview; only the ids in feeds stay', () => {
  const site = shared();
  expect(site.report).toBe('');
  for (const path of site.paths.filter((each) => /\.(html|xml|json|txt)$/.test(each))) {
    const text = site.text(path).replace(/<id>https:\/\/ann\.example\/[^<]*<\/id>/, '');
    expect([path, text.includes(OWN)]).toEqual([path, false]);
  }
  const links = site.page('blog/one.html')('article a');
  const two = links.get().filter((link) => link.attribs.href === '/x/blog/two');
  expect(two.length).toBeGreaterThanOrEqual(2);
  expect(site.page('blog/one.html')('article img').attr('src')).toBe('/x/cat.png');
  expect(site.page('blog/one.html')('meta[property="og:image"]').attr('content')).toBe(
    `${previewUrl}/cat.png`,
  );
  expect(site.text('feed.xml')).toContain(`href="${previewUrl}/blog/two"`);
});

test('crawlers may fetch the pages, or they would not see that these must not be indexed', () => {
  expect(shared().text('robots.txt')).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${previewUrl}/sitemap.xml\n`,
  );
});

test('hosts say it of every file, unless the author’s own _headers do', async () => {
  expect(shared().text('_headers')).toMatch(/^\/x\/\*\n(?: {2}.*\n)* {2}X-Robots-Tag: noindex\n/);
  const own = { 'content/public/_headers': '/*\n  X-Robots-Tag: none\n' };
  const stated = await buildSite({ ...FILES, ...own }, { previewUrl });
  expect(stated.text('_headers').match(/X-Robots-Tag.*/g)).toEqual(['X-Robots-Tag: none']);
});

test('a build of the site itself says nothing of the kind', async () => {
  const site = await buildSite(FILES);
  expect(site.text('_headers')).not.toContain('X-Robots-Tag');
  for (const path of ['index.html', 'blog/one.html', 'about.html']) {
    expect(site.text(path)).not.toContain('noindex');
  }
  expect(site.summary).toMatchObject({ url: OWN, isPreview: false });
});

test('a preview at the site’s own address is one, too', async () => {
  const site = await buildSite(FILES, { previewUrl: OWN });
  expect(site.text('blog/one.html')).toContain('noindex');
  expect(site.summary).toMatchObject({ url: OWN, isPreview: true });
});

test('switching between the site and previews gives what a clean build gives', async () => {
  const clean = async (url: string | null) => {
    const { root } = await buildSite(FILES, { previewUrl: url });
    return hashFiles(join(root, 'out'));
  };
  const other = 'https://deploy-43.example';
  const expected = new Map([
    [null, await clean(null)],
    [previewUrl, await clean(previewUrl)],
    [other, await clean(other)],
    [OWN, await clean(OWN)],
  ]);
  let site = await buildSettled(FILES);
  for (const url of [previewUrl, null, OWN, null, other, previewUrl, null]) {
    site = await site.rebuild({}, { previewUrl: url });
    expect(hashFiles(join(site.root, 'out'))).toEqual(expected.get(url));
    const again = await site.rebuild({}, { previewUrl: url });
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
  }
});

test('with a base path, a link to the site’s own address stays internal', async () => {
  const based = SITE_YAML.replace(OWN, `${OWN}/blog-of-ann`);
  const body = `[Two](${OWN}/blog-of-ann/blog/two) [gone](${OWN}/blog-of-ann/blog/gone)\n`;
  const files = {
    'content/site.yaml': based,
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01', body),
    'content/essays/two.md': essay('title: Two\npublished: 2020-01-02'),
  };
  const site = await buildSite(files, { previewUrl: 'http://localhost:4321' });
  expect(site.codes).toEqual(['link-broken']);
  expect(site.page('blog/one.html')('p a').first().attr('href')).toBe('/blog/two');
});
