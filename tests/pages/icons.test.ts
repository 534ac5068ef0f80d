/** The icons that every page names: the author's, or one made for the site. */
import { expect, test } from 'vitest';
import { type BuiltSite, buildSettled, buildSite, essay, type Files } from '../support/site.ts';
import { parseXml, textOf } from '../support/xml.ts';

const A = 'content/essays/a.md';
const SITE: Files = { [A]: essay('title: A\npublished: 2020-01-01\nexcerpt: x') };
const PAGES = ['index.html', 'about.html', '404.html', 'blog/a.html'];

/** The icons of all pages, which are the same. */
function iconsOf(site: BuiltSite): (Record<string, string> | undefined)[] {
  const [first = [], ...others] = PAGES.map((path) => {
    const $ = site.page(path);
    const links = $('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]');
    return links.toArray().map((link) => $(link).attr());
  });
  for (const other of others) expect(other).toEqual(first);
  return first;
}

const DEFAULT = { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' };

test('a site without icons gets one: its author’s first letter', async () => {
  const site = await buildSite(SITE);
  expect(iconsOf(site)).toEqual([DEFAULT]);
  expect(textOf(parseXml(site.text('favicon.svg')), 'text')).toBe('A');
});

test.each([
  ['émile', 'É'],
  ['  <b>', '&lt;'],
  ['👩‍🚀 Ann', '👩‍🚀'],
])('the letter of %s', async (name, letter) => {
  const yaml = `name: ${JSON.stringify(name)}\nurl: https://ann.example\nsocialImages: false\n`;
  const site = await buildSite({ ...SITE, 'content/site.yaml': yaml });
  expect(site.text('favicon.svg')).toContain(`>${letter}</text>`);
});

test('those of the author’s are named in the order in which browsers want them', async () => {
  const names = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'site.webmanifest', 'x.png'];
  const files = Object.fromEntries(names.map((name) => [`content/public/${name}`, name]));
  const site = await buildSite({ ...SITE, ...files });
  expect(iconsOf(site)).toEqual([
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    DEFAULT,
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/site.webmanifest' },
  ]);
  expect(site.text('favicon.svg')).toBe('favicon.svg');
});

test('have the base path', async () => {
  const yaml = 'name: Ann\nurl: https://me.github.io/blog\nsocialImages: false\n';
  const site = await buildSite({ ...SITE, 'content/site.yaml': yaml });
  expect(iconsOf(site)).toEqual([{ ...DEFAULT, href: '/blog/favicon.svg' }]);
});

test('an icon that comes or goes is on every page, and stays there through edits', async () => {
  const site = await buildSettled({ ...SITE, 'content/public/favicon.ico': 'x' });
  const own = [{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }];
  expect(iconsOf(site)).toEqual(own);
  expect(site.paths).not.toContain('favicon.svg');
  const edited = await site.rebuild({
    [A]: essay('title: A\npublished: 2020-01-01\nexcerpt: x', 'Other words.\n'),
  });
  expect(edited.site).toBeNull();
  expect(iconsOf(edited)).toEqual(own);
  const gone = await site.rebuild({ 'content/public/favicon.ico': null });
  expect(iconsOf(gone)).toEqual([DEFAULT]);
});
