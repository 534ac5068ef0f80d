/**
 * A site with addresses in other scripts: percent-encoded in what machines read, written out in files and in
 * content/addresses.txt.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, essay } from '../support/site.ts';

const ADDRESS = '/blog/%E6%AD%A9%E3%81%8F%E3%81%93%E3%81%A8';
const FILES = {
  'content/essays/歩.md': essay('title: 歩くこと\npublished: 2020-01-02\naliases: [/古い]'),
  'content/essays/b.md': essay(
    'title: B\npublished: 2020-01-03',
    `[a](/blog/歩くこと) [b](${ADDRESS}) [c](歩.md) [d](/古い) [e](/о-сайте)`,
  ),
  'content/pages/о-сайте.md': essay('title: О сайте'),
};

test('writes percent-encoded addresses into pages, feeds, the sitemap and _redirects, and readable names of files', async () => {
  const site = await buildSite(FILES);
  expect(site.report).toBe('');
  expect(site.paths).toEqual(
    expect.arrayContaining(['blog/歩くこと.html', 'о-сайте.html', '古い.html']),
  );
  const page = site.page('blog/歩くこと.html');
  expect(page('link[rel=canonical]').attr('href')).toBe(`https://ann.example${ADDRESS}`);
  const links = site
    .page('blog/b.html')('main p a')
    .map((_, { attribs }) => attribs.href)
    .get();
  const own = links.filter((each) => /%/.test(each ?? ''));
  expect(own.slice(0, 5)).toEqual([
    ...[ADDRESS, ADDRESS, ADDRESS, ADDRESS],
    '/%D0%BE-%D1%81%D0%B0%D0%B9%D1%82%D0%B5',
  ]);
  for (const file of ['feed.xml', 'rss.xml', 'feed.json', 'sitemap.xml', '_redirects']) {
    expect(site.text(file)).toContain(ADDRESS);
    expect(site.text(file)).not.toMatch(/(?:blog|example)\/[^\s<"]*[^ -~\s]/);
  }
});

test('records readable addresses, which stay when the title changes, and reads encoded ones', async () => {
  const site = await buildSite(FILES, { remembers: 'all' });
  const recorded = () => readFileSync(join(site.root, 'content/addresses.txt'), 'utf8');
  expect(recorded()).toMatch(/^\/blog\/歩くこと content\/essays\/歩\.md 2020-01-02$/m);
  const again = await site.rebuild({}, { remembers: 'all' });
  expect(again.report).toBe('');

  const titled = essay('title: 走ること\npublished: 2020-01-02\naliases: [/古い]');
  const after = await site.rebuild(
    { 'content/essays/歩.md': titled, 'content/essays/b.md': null },
    { remembers: 'all' },
  );
  expect(after.report).toContain('This essay has moved from /blog/歩くこと to /blog/走ること');
  expect(after.text('_redirects')).toContain(`${ADDRESS} /blog/%E8%B5%B0`);

  const encoded = recorded().replace('/blog/歩くこと', ADDRESS);
  const moved = await site.rebuild({ 'content/addresses.txt': encoded }, { remembers: 'all' });
  expect(moved.text('_redirects')).toContain(`${ADDRESS} /blog/%E8%B5%B0`);
});

test('pages whose paths differ only in the composition of letters are a problem', async () => {
  const page = (name: string) => [`content/pages/${name}.md`, essay(`title: ${name}`)];
  const files = Object.fromEntries([page('йод'), page('йод'.normalize('NFD'))]);
  const { commit, codes } = await buildSite(files);
  expect([commit, codes]).toEqual([null, ['essays-none', 'output-collision']]);
});
