import { expect, test } from 'vitest';
import { type BuiltSite, buildSite, essay, type Files } from '../../support/site.ts';

const A = 'content/essays/a.md';
const SITE: Files = { [A]: essay('title: A\npublished: 2020-01-01') };
const withSettings = (name: string, url = 'https://ann.example'): Files => ({
  ...SITE,
  'content/site.yaml': `name: ${JSON.stringify(name)}\nurl: ${url}\nsocialImages: false\n`,
});

/** Expects the same icons on all pages. */
function expectIcons(site: BuiltSite, ...icons: Readonly<Record<string, string>>[]): void {
  for (const path of ['index.html', 'about.html', '404.html', 'blog/a.html']) {
    const $ = site.page(path);
    const found = $('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]').toArray();
    expect(found.map((link) => $(link).attr())).toEqual(icons);
  }
}

const DEFAULT = { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' };
const ICO = { rel: 'icon', href: '/favicon.ico', sizes: '32x32' };

test.each([
  ['Ann', '>A</text>'],
  ['zoë', '>Z</text>'],
  ['émile', '>É</text>'],
  ['  <b>', '>&lt;</text>'],
  ['👩‍🚀 Ann', '>👩‍🚀</text>'],
])('a site without icons gets one: the first letter of %s', async (name, drawn) => {
  const site = await buildSite(withSettings(name));
  expectIcons(site, DEFAULT);
  expect(site.text('favicon.svg')).toContain(drawn);
});

test('the author’s icons are named in the order that browsers expect', async () => {
  const names = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'site.webmanifest', 'x.png'];
  const files = Object.fromEntries(names.map((name) => [`content/public/${name}`, name]));
  const site = await buildSite({ ...SITE, ...files });
  const touch = { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' };
  expectIcons(site, ICO, DEFAULT, touch, { rel: 'manifest', href: '/site.webmanifest' });
  expect(site.text('favicon.svg')).toBe('favicon.svg');
});

test('have the base path', async () => {
  const site = await buildSite(withSettings('Ann', 'https://me.github.io/blog'));
  expectIcons(site, { ...DEFAULT, href: '/blog/favicon.svg' });
});
