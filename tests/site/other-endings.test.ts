/**
 * Former addresses that differ from the present ones only in their ending: GitHub Pages needs a page for each.
 */
import { expect, test } from 'vitest';
import { preview } from '../support/servers.ts';
import { type BuiltSite, buildSite, essay, SITE_YAML } from '../support/site.ts';

const A = 'content/essays/a.md';
const settings = (permalink: string) => ({
  'content/site.yaml': `${SITE_YAML}permalink: ${permalink}\n`,
});
const FILES = { [A]: essay('title: A\npublished: 2020-01-02') };

/** Builds with one form after another; returns the last site. */
async function buildForms(forms: readonly string[], files = {}): Promise<BuiltSite> {
  const [first = '', ...others] = forms;
  const options = { remembers: 'all', isForGitHub: true } as const;
  let site = await buildSite({ ...FILES, ...files, ...settings(first) }, options);
  for (const form of others) site = await site.rebuild(settings(form));
  return site;
}

/** The file that GitHub Pages serves at an address: https://github.com/slorber/trailing-slash-guide */
function findServed({ paths }: BuiltSite, address: string): string | undefined {
  const path = decodeURIComponent(address).slice(1);
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return names.find((name) => paths.includes(name));
}

/** Where the page at an address leads; itself for the page of an essay. */
function follow(site: BuiltSite, address: string): string | undefined {
  const file = findServed(site, address);
  const [, to] =
    /http-equiv="refresh" content="0; url=([^"]*)"/.exec(site.text(file ?? '404.html')) ?? [];
  return to ?? (file && address);
}

test.each([
  [['/:slug.html', '/:slug/'], ['/a.html'], '/a/'],
  [['/:slug/', '/:slug.html'], ['/a/'], '/a.html'],
  [['/blog/:slug', '/blog/:slug/'], ['/blog/a'], '/blog/a/'],
  [['/blog/:slug/', '/blog/:slug'], ['/blog/a/'], '/blog/a'],
  [
    ['/путь/:slug.html', '/путь/:slug/'],
    ['/%D0%BF%D1%83%D1%82%D1%8C/a.html'],
    '/%D0%BF%D1%83%D1%82%D1%8C/a/',
  ],
  [
    ['/:slug.html', '/:year/:slug.html', '/:year/:slug', '/:year/:slug/'],
    ['/a.html', '/2020/a.html', '/2020/a'],
    '/2020/a/',
  ],
])('--for github: after %j, each old address leads to the essay', async (forms, old, address) => {
  const site = await buildForms(forms);
  for (const path of [...old, address]) expect([path, follow(site, path)]).toEqual([path, address]);
  // No line of `_redirects` changes only the ending: hosts that read it would loop.
  expect(site.text('_redirects')).not.toMatch(/^(\S+?)\/? \1\/? 301$/m);
  // `blog preview` doesn't loop either.
  const response = await fetch((await preview(site)) + address, { redirect: 'manual' });
  expect([response.status, await response.text()]).toEqual([
    200,
    site.text(findServed(site, address) ?? ''),
  ]);
});

test('without --for github, a build writes no such pages, and removes those of an earlier build', async () => {
  const site = await buildForms(['/:slug.html', '/:slug/']);
  expect(site.paths).toContain('a.html');
  const again = await site.rebuild({}, { isForGitHub: false });
  expect([again.paths.includes('a.html'), again.paths.includes('a/index.html')]).toEqual([
    false,
    true,
  ]);
});

test("the author's folder at such an address stays", async () => {
  const site = await buildForms(['/:slug.html', '/:slug/']);
  const own = await site.rebuild({ 'content/public/a.html/own.txt': 'Mine' });
  expect([own.report, own.text('a.html/own.txt')]).toEqual(['', 'Mine']);
});
