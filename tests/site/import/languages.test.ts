/**
 * Blogs in two languages, in the manner of each generator: pages.txt of a folder in tests/fixtures/import lists the
 * addresses that the generator publishes, each with its language and its translation. After an import, every one of them
 * is a page of the site, in its language, which names its translation.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFixtures } from '../../support/fixtures.ts';
import { importIn } from '../../support/import.ts';
import { type BuiltSite, makeSite } from '../../support/site.ts';

const fixtures = listFixtures('import').filter(([, folder]) => existsSync(join(folder, 'pages.txt')));

test('there is a blog of each generator', () => {
  const generators = new Set(fixtures.map(([name]) => name.split('-')[0]));
  expect([...generators].sort()).toEqual(['astro', 'eleventy', 'hugo', 'jekyll', 'zola']);
});

test.each(fixtures)('%s keeps all addresses and translations', async (_, fixture) => {
  const folder = makeSite({ 'new/package.json': '{}' });
  cpSync(join(fixture, 'input'), join(folder, 'old'), { recursive: true });
  const imported = await importIn(join(folder, 'new'), ['../old']);
  const site = await imported.build();
  expect(site.report.match(/^(?:error|warning).*$/gm)).toBe(null);

  const listed = readFileSync(join(fixture, 'pages.txt'), 'utf8').trim().split('\n');
  const pages = listed.filter((line) => !line.startsWith('#'));
  expect(pages.map((line) => describePage(line.split(' ')[0] ?? '', site))).toEqual(pages);
});

/** The line of pages.txt for what the site has at an address. */
function describePage(address: string, site: BuiltSite): string {
  const file = `${address.slice(1)}${address.endsWith('/') ? 'index.html' : ''}`;
  if (!site.paths.includes(file)) return `${address} isn't a page`;
  const page = site.page(file);
  if (page('meta[http-equiv="refresh"]').length > 0) return `${address} redirects`;
  const language = page('html').attr('lang') ?? '';
  const translations = page('link[rel="alternate"][hreflang]')
    .toArray()
    .filter(({ attribs }) => ![language, 'x-default'].includes(attribs.hreflang ?? ''))
    .map(({ attribs }) => new URL(attribs.href ?? '').pathname);
  return [address, language, ...translations].join(' ');
}
