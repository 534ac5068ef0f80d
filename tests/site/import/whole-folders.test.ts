/**
 * Folders of Jekyll, Hexo, Hugo, Zola, Eleventy and Astro, in tests/fixtures/import: importing input/ gives the site in
 * expected/ and prints output.txt, and every old address in addresses.txt leads to the essay beside it.
 *
 * `BLOG_UPDATE=1 npx vitest run whole-folders` writes what comes out over what was expected: read the difference.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectText, expectTree, listFixtures } from '../../support/fixtures.ts';
import { importIn } from '../../support/import.ts';
import { follow, makeSite } from '../../support/site.ts';

test.each(listFixtures('import'))('%s', async (_, fixture) => {
  const folder = makeSite({ 'new/package.json': '{}' });
  const root = join(folder, 'new');
  cpSync(join(fixture, 'input'), join(folder, 'old'), { recursive: true });
  const imported = await importIn(root, ['../old']);
  expect([imported.code, imported.err]).toEqual([0, '']);
  const own = imported.paths.filter((path) => path !== 'package.json');
  const files = Object.fromEntries(own.map((path) => [path, imported.text(path)]));
  expectTree(join(fixture, 'expected'), files);
  expectText(join(fixture, 'output.txt'), imported.out);

  const site = await imported.build();
  expect(site.report.match(/^error.*$/gm)).toBe(null);
  const listed = readFileSync(join(fixture, 'addresses.txt'), 'utf8').trim().split('\n');
  const followed = listed.map((line) => {
    const [old = ''] = line.split(' ');
    const found = follow(site, old);
    return `${old} ${found && new URL(found).pathname}\n`;
  });
  expectText(join(fixture, 'addresses.txt'), followed.join(''));
  expect(site.site?.essays.length).toBe(listed.length);
});
