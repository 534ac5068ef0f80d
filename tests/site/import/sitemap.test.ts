/**
 * The sitemap of the old site gives posts the addresses that no rule says, and shows that the new site answers at all.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importIn } from '../../support/import.ts';
import { serve } from '../../support/listen.ts';
import { type Files, follow, makeSite } from '../../support/site.ts';

const post = (title: string, date: string) => `---\ntitle: ${title}\ndate: ${date}\n---\nWords.\n`;
const POSTS: Files = {
  'old/notes/one.md': post('One', '2020-01-01'),
  'old/notes/two.md': post('The Two', '2021-01-01'),
  'old/notes/three.md': post('Three', '2021-02-01'),
};
const sitemap = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://ann.example${path}</loc></url>`).join('')}</urlset>`;
const ALL = sitemap('/', '/2020/one/', '/2021/the-two/', '/x/three/', '/tags/one/');

async function importBlog(files: Files, options = {}) {
  const root = makeSite({ ...files, 'new/package.json': '{}' });
  return importIn(join(root, 'new'), ['../old'], { site: 'https://ann.example', ...options });
}

test.each<[where: string, files: Files]>([
  ['lies in the folder', { 'old/public/sitemap.xml': ALL }],
  [
    'is listed by an index in it',
    {
      'old/sitemap-index.xml':
        '<sitemapindex><sitemap><loc>https://ann.example/sitemap-0.xml</loc></sitemap></sitemapindex>',
      'old/sitemap-0.xml': ALL,
    },
  ],
])('a sitemap that %s is found', async (_, files) => {
  const { out, text, build } = await importBlog({ ...POSTS, ...files });
  expect(out).toContain('old addresses: 3 kept\n');
  expect(out).toContain('the new site has 4 of 5 addresses in ');
  expect(text('content/site.yaml')).toContain('permalink: /:year/:slug/\n');
  expect(text('import-report.md')).toContain(
    '## addresses of the old sitemap that are gone\n\n- /tags/one/\n',
  );
  const site = await build();
  const answers = ['/2020/one/', '/2021/the-two/', '/x/three/'].map((path) => follow(site, path));
  expect(answers).toEqual([
    'https://ann.example/2020/one/',
    'https://ann.example/2021/the-two/',
    'https://ann.example/x/three/',
  ]);
});

test('every address that is gone is listed, however many there are', async () => {
  const gone = Array.from({ length: 30 }, (_, at) => `/tags/t${10 + at}/`);
  const { text } = await importBlog({ ...POSTS, 'old/sitemap.xml': sitemap('/', ...gone) });
  expect(text('import-report.md')).toContain(gone.map((each) => `- ${each}\n`).join(''));
});

test('the source of a sitemap is none', async () => {
  const source =
    '<urlset>{% for post in site.posts %}<url><loc>{{ post.url }}</loc></url></urlset>';
  const { out } = await importBlog({ ...POSTS, 'old/sitemap.xml': source });
  expect(out).toMatch(/^ {2}I couldn't find the form of your addresses for 3 posts/m);
  expect(out).not.toContain('sitemap.xml:');
});

test('a sitemap is asked for by its address, below the base path of the site', async () => {
  const { url } = await serve(({ url: path }, response) => {
    const listed = ['/blog/', '/blog/one/', '/blog/two/', '/blog/three/'];
    const urls = listed.map((each) => `<url><loc>${url}${each}</loc></url>`).join('');
    response.end(path === '/blog/map.xml' ? `<urlset>${urls}</urlset>` : '');
  });
  const options = { site: `${url}/blog`, sitemap: `${url}/blog/map.xml` };
  const { out, text } = await importBlog(POSTS, options);
  expect(out).toContain('old addresses: 3 kept\n');
  expect(out).toContain(`the new site has all 4 addresses in ${url}/blog/map.xml\n`);
  expect(text('content/site.yaml')).toContain('permalink: /:slug/\n');
});

test.each([
  ['a file that is none', 'old/notes/one.md', "isn't a sitemap"],
  ['an address that nobody answers', 'http://127.0.0.1:9/a.xml', 'cannot read http://127.0.0.1:9'],
])('%s is an error', async (_, sitemap, message) => {
  const named = sitemap.startsWith('http') ? sitemap : join(makeSite(POSTS), sitemap);
  const { err, code } = await importBlog(POSTS, { sitemap: named });
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});
