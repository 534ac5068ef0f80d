/** `font` in site.yaml: the style sheet, the preloaded files, and what is reported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type BuiltSite,
  buildSite,
  buildSound,
  essay,
  packageRoot,
  SITE_YAML,
} from '../../support/site.ts';

const fonts = join(packageRoot, 'templates/fonts/source-serif-4');
const normal = readFileSync(join(fonts, 'latin-normal.preload.woff2'));
const italic = readFileSync(join(fonts, 'latin-italic.preload.woff2'));
const squares = readFileSync(join(packageRoot, 'tests/support/squares.ttf'));

const ESSAYS = { 'content/essays/one.md': essay('title: One\npublished: 2020-01-01') };
const settings = (font: string) => ({ 'content/site.yaml': `${SITE_YAML}${font}\n` });

/** The theme's own. */
const THEME = ['normal', 'italic', 'small-capitals'].map(
  (name) => `/assets/latin-${name}.preload.woff2`,
);

/** The names of the fonts that a page preloads, without their fingerprints. */
const listPreloads = (site: BuiltSite) =>
  site
    .page('index.html')('link[rel=preload]')
    .get()
    .map(({ attribs }) => [attribs.href?.replace(/\.\w{8,10}(?=\.\w+$)/, ''), attribs.type]);

const readStyle = (site: BuiltSite) =>
  site.text(site.paths.find((path) => path.endsWith('.css') && path.includes('style.')) ?? '');

/** The declarations of a family’s `@font-face` rules. */
const listFaces = (site: BuiltSite, family: string) =>
  (readStyle(site).match(/@font-face\{[^}]*\}/g) ?? []).filter((rule) =>
    new RegExp(`font-family:"?${family}"?[;}]`).test(rule),
  );

test('a variable font is preloaded in place of the theme’s, with all weights', async () => {
  const site = await buildSound({
    ...ESSAYS,
    ...settings('font: fonts/Mine One.woff2'),
    'content/fonts/Mine One.woff2': normal,
  });
  expect(listPreloads(site)).toEqual([['/assets/Mine-One.preload.woff2', 'font/woff2']]);
  const [face, ...others] = listFaces(site, 'Own Text');
  expect(others).toEqual([]);
  expect(face).toMatch(/font-weight:1 1000;.*font-display:optional/);
  const name = site.paths.find((path) => path.includes('Mine-One'))?.replace('assets/', '');
  expect(face).toContain(name);
  expect(readStyle(site)).toContain('--serif:"Own Text",Georgia,serif');
});

test('text, titles and code, in several styles and formats', async () => {
  const font = `font:
  text:
    normal: fonts/a.woff2
    italic: fonts/b.woff2
  titles: /c.ttf
  code: fonts/c.ttf`;
  const site = await buildSound({
    ...ESSAYS,
    ...settings(font),
    'content/fonts/a.woff2': normal,
    'content/fonts/b.woff2': italic,
    'content/fonts/c.ttf': squares,
    'content/public/c.ttf': squares,
  });
  expect(listPreloads(site)).toEqual([
    ['/assets/a.preload.woff2', 'font/woff2'],
    ['/assets/c.preload.ttf', 'font/ttf'],
  ]);
  expect(listFaces(site, 'Own Text').map((face) => face.includes('italic'))).toEqual([false, true]);
  // The only font for titles is never made bolder.
  expect(listFaces(site, 'Own Titles').join()).toContain('font-weight:1 1000');
  expect(listFaces(site, 'Own Code').join()).toContain('font-weight:400');
});

test('titles alone: the theme’s font for the text is still preloaded', async () => {
  const site = await buildSound({
    ...ESSAYS,
    ...settings('font: { titles: a.ttf }'),
    'content/a.ttf': squares,
  });
  expect(listPreloads(site).map(([href]) => href)).toEqual([...THEME, '/assets/a.preload.ttf']);
});

test('the typeface of a theme is preloaded only if the site’s own style sheets leave it in use', async () => {
  const sheets = (css: string) => ({ ...ESSAYS, 'templates/site.css': css });
  const plain = ':root { --serif: Georgia, serif; --first-line: var(--serif) }\n';
  const site = await buildSound(sheets(plain));
  expect(listPreloads(site)).toEqual([]);
  const titled = await site.rebuild(sheets(':root { --display: Georgia, serif; }\n'));
  expect(listPreloads(titled).map(([href]) => href)).toEqual(THEME);
});

test('a file that is missing, outside content, or no font is reported where it is named', async () => {
  const font = `font:
  text: fonts/a.woff2
  titles: ../package.json
  code: b.woff2`;
  const site = await buildSite({
    ...ESSAYS,
    ...settings(font),
    'package.json': '{}',
    'content/b.woff2': 'no font',
  });
  expect(site.codes).toEqual(['font-invalid', 'font-invalid', 'font-invalid']);
  expect(site.report).toContain('content/site.yaml:5:9');
  expect(site.report).toContain('content/site.yaml:6:11');
  expect(site.report).toContain('content/site.yaml:7:9');
  const windows = await buildSite({ ...ESSAYS, ...settings('font: fonts\\a.woff2') });
  expect(windows.report).toContain('Write it with `/`, on Windows too: `fonts/a.woff2`.');
  const plain = await buildSite(ESSAYS);
  expect(readStyle(site)).toBe(readStyle(plain));
});

test('a new font file under the same name, and the end of the setting, change the pages', async () => {
  const site = await buildSound({
    ...ESSAYS,
    ...settings('font: a.woff2'),
    'content/a.woff2': normal,
  });
  const first = site.page('index.html')('link[rel=preload]').attr('href');
  const second = await site.rebuild({ 'content/a.woff2': italic });
  expect(second.page('index.html')('link[rel=preload]').attr('href')).not.toBe(first);
  const third = await second.rebuild({ 'content/site.yaml': SITE_YAML, 'content/a.woff2': null });
  expect(listPreloads(third).map(([href]) => href)).toEqual(THEME);
  expect(third.paths.filter((path) => path.includes('a.preload'))).toEqual([]);
});

test('social cards are drawn with it', async () => {
  const files = { ...ESSAYS, 'content/a.ttf': squares };
  const yaml = SITE_YAML.replace('socialImages: false\n', '');
  const plain = await buildSound({ ...files, 'content/site.yaml': yaml });
  const own = await buildSound({ ...files, 'content/site.yaml': `${yaml}font: a.ttf\n` });
  const listCards = (site: BuiltSite) => site.paths.filter((path) => path.includes('/card.'));
  expect(listCards(own)).toHaveLength(listCards(plain).length);
  expect(listCards(own)).not.toEqual(listCards(plain));
});
