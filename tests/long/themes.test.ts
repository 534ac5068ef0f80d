/**
 * The theme of docs/themes.md, packed and installed as a package, and its colours on the pages of a site.
 */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readManualCode } from '../support/manual.ts';
import { buildIn, essay, makeSite, SITE_YAML, writeFiles } from '../support/site.ts';

const [manifest = ''] = readManualCode('themes.md', 'json');
const [rule = '', style = '', forest = ''] = readManualCode('themes.md', 'css');
const [chosen = ''] = readManualCode('themes.md', 'yaml');
const THEME = { 'package.json': manifest, 'style.css': style, 'forest.css': forest };

const SITE = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
};
const withTheme = (name: string) => ({ 'content/site.yaml': `${SITE_YAML}theme: ${name}\n` });
const named = (folder: string) =>
  Object.fromEntries(Object.entries(THEME).map(([name, text]) => [`${folder}/${name}`, text]));

/** Builds the site at `root`; returns its style sheet and the text of a page. */
async function read(root: string) {
  const site = await buildIn(root);
  expect(site.report).toBe('');
  const path = site.paths.find((each) => /style\.\w+\.css$/.test(each)) ?? '';
  return { css: site.text(path), main: site.page('blog/a.html')('main').text() };
}

test('the theme of the manual works as a folder, and packed and installed as a package', async () => {
  const book = await read(makeSite(SITE));
  const root = makeSite({ ...SITE, ...withTheme('./my-theme'), ...named('my-theme') });
  const themed = await read(root);
  expect(themed.main).toBe(book.main);
  expect(themed.css).toMatch(/--accent: ?#1d5f4a/);
  // The rest of the design is the program's.
  expect(themed.css.length).toBeGreaterThan(book.css.length);

  const shell = process.platform === 'win32';
  const npm = (...words: string[]) =>
    execFileSync('npm', words, { cwd: root, shell, stdio: 'pipe' });
  npm('pack', './my-theme');
  writeFiles(root, { 'package.json': '{ "private": true }' });
  npm('install', '--offline', '--no-audit', '--no-fund', './my-theme-1.0.0.tgz');
  writeFiles(root, withTheme('my-theme'));
  expect(await read(root)).toEqual(themed);
});

test('the setting and the rule of the manual work', async () => {
  const root = makeSite({
    ...SITE,
    'content/site.yaml': `${SITE_YAML}${chosen}`,
    'templates/site.css': rule,
  });
  const { css } = await read(root);
  expect(css.trimEnd()).toMatch(/:root\{--accent: ?#1d5f4a\}$/);
});
