import { expect, test } from 'vitest';
import { buildSite, essay } from './support/site.ts';

test('a site of one essay has its pages, style sheet and script, and no problem', async () => {
  const site = await buildSite({
    'content/essays/hello.md': essay('title: Hello\npublished: 2020-01-02'),
  });
  expect(site.report).toBe('');
  expect(site.paths.map((path) => path.replace(/\.[0-9a-f]{10}\./, '.HASH.'))).toEqual([
    '.nojekyll',
    '404.html',
    '_headers',
    '_redirects',
    'about.html',
    'assets/home.HASH.js',
    'assets/style.HASH.css',
    'blog/hello.html',
    'favicon.svg',
    'feed.json',
    'feed.xml',
    'index.html',
    'robots.txt',
    'rss.xml',
    'sitemap.xml',
  ]);
});
