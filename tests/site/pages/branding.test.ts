/** `logo` and `favicon` in site.yaml: the header, the icons, JSON-LD, and what is reported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type BuiltSite, buildSite, buildSound, essay, SITE_YAML } from '../../support/site.ts';

const drawing = (width: number, height: number, colour = 'red') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`;
const makePng = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#f000' } })
    .png()
    .toBuffer();

const ESSAYS = { 'content/essays/one.md': essay('title: One\npublished: 2020-01-01') };
const settings = (lines: string, base = '') => ({
  'content/site.yaml': `${SITE_YAML.replace('ann.example', `ann.example${base}`)}${lines}\n`,
});

/** A path without its fingerprint. */
const plain = (path: string | undefined) => path?.replace(/\.[0-9a-f]{10}(?=\.)/, '');
const listIcons = (site: BuiltSite) =>
  site
    .page('index.html')('link[rel$=icon], link[rel=manifest]')
    .get()
    .map(({ attribs }) => [attribs.rel, plain(attribs.href), attribs.type]);
const publishedOf = (site: BuiltSite, url = '') => readFileSync(join(site.root, 'out', url));

describe('logo', () => {
  test('it replaces the name in the header, on every page, with its size and the base path', async () => {
    const files = { ...ESSAYS, 'content/My logo.svg': drawing(300, 100) };
    const site = await buildSound({ ...files, ...settings('logo: My logo.svg', '/me') });
    for (const path of ['index.html', 'blog/one.html', 'about.html', '404.html']) {
      const $ = site.page(path);
      const image = $('.site-name img');
      expect(plain(image.attr('src'))).toBe('/me/assets/my%20logo.svg');
      expect(image.attr()).toMatchObject({ alt: 'Ann Author', width: '300', height: '100' });
      expect($('.site-name').text()).toBe('');
      expect($('.site-name source, link[rel=preload][as=image]')).toHaveLength(0);
    }
    const src = site.page('index.html')('.site-name img').attr('src') ?? '';
    expect(String(publishedOf(site, decodeURIComponent(src.slice(3))))).toBe(drawing(300, 100));
  });

  test('it has a variant for dark pages', async () => {
    const files = { 'content/a.svg': drawing(30, 10), 'content/b.svg': drawing(30, 10, 'blue') };
    const lines = 'logo: { light: a.svg, dark: b.svg }';
    const site = await buildSound({ ...ESSAYS, ...files, ...settings(lines) });
    const source = site.page('index.html')('.site-name picture > source');
    expect(source.attr('media')).toBe('(prefers-color-scheme: dark)');
    expect(plain(source.attr('srcset'))).toBe('/assets/b.svg');
  });

  test.each([
    ['light', '/assets/a.svg'],
    ['dark', '/assets/b.svg'],
  ])('pages that are always %s show the variant for it', async (scheme, src) => {
    const files = { 'content/a.svg': drawing(30, 10), 'content/b.svg': drawing(60, 10, 'blue') };
    const lines = `logo: { light: a.svg, dark: b.svg }\ncolorScheme: ${scheme}`;
    const site = await buildSound({ ...ESSAYS, ...files, ...settings(lines) });
    const $ = site.page('index.html');
    expect(plain($('.site-name img').attr('src'))).toBe(src);
    expect($('.site-name source')).toHaveLength(0);
    const other = await site.rebuild(settings(lines.replace(/\n.*/, '')));
    expect(other.page('index.html')('.site-name source')).toHaveLength(1);
  });

  test('one in content/public keeps its address', async () => {
    const files = { 'content/public/images/a.png': await makePng(40) };
    const site = await buildSound({ ...ESSAYS, ...files, ...settings('logo: /images/a.png') });
    expect(site.page('index.html')('.site-name img').attr('src')).toBe('/images/a.png');
    expect(site.paths.filter((path) => path.includes('a.'))).toContain('images/a.png');
  });

  test('search engines learn of it', async () => {
    const files = { ...ESSAYS, 'content/a.svg': drawing(30, 10) };
    const site = await buildSound({ ...files, ...settings('logo: a.svg', '/me') });
    for (const path of ['index.html', 'blog/one.html']) {
      const data = JSON.parse(site.page(path)('script[type="application/ld+json"]').text());
      expect(plain(data.publisher.logo)).toBe('https://ann.example/me/assets/a.svg');
    }
    const without = await buildSound(ESSAYS);
    expect(without.text('blog/one.html')).not.toContain('publisher');
  });

  test('new bytes under the same name change every page', async () => {
    const files = { ...ESSAYS, 'content/a.svg': drawing(30, 10) };
    const site = await buildSound({ ...files, ...settings('logo: a.svg') });
    const changed = await site.rebuild({ 'content/a.svg': drawing(60, 10) });
    expect(changed.page('blog/one.html')('.site-name img').attr('width')).toBe('60');
  });
});

describe('favicon', () => {
  test('a drawing is the icon, and makes one for home screens', async () => {
    const files = { ...ESSAYS, 'content/icon.svg': drawing(16, 8) };
    const site = await buildSound({ ...files, ...settings('favicon: icon.svg') });
    expect(listIcons(site)).toEqual([
      ['icon', '/assets/icon.svg', undefined],
      ['apple-touch-icon', '/assets/icon-180.png', undefined],
    ]);
    expect(site.paths).not.toContain('favicon.svg');
    const href = site.page('index.html')('link[rel=apple-touch-icon]').attr('href');
    const { data, info } = await sharp(publishedOf(site, href))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([180, 180, 3]);
    // White above the drawing, which is half as high as wide.
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * 180 + x) * 3, (y * 180 + x) * 3 + 3),
    ];
    expect([pixel(90, 10), pixel(90, 90)]).toEqual([
      [255, 255, 255],
      [255, 0, 0],
    ]);
    expect(site.text('feed.xml')).toMatch(
      /<icon>https:\/\/ann\.example\/assets\/icon\.\w+\.svg<\/icon>/,
    );
  });

  test.each([
    [179, [['icon', '/assets/a.png', undefined]]],
    [
      180,
      [
        ['icon', '/assets/a.png', undefined],
        ['apple-touch-icon', '/assets/a-180.png', undefined],
      ],
    ],
  ])('a picture of %i pixels', async (side, icons) => {
    const files = { ...ESSAYS, 'content/a.png': await makePng(side) };
    const site = await buildSound({ ...files, ...settings('favicon: a.png') });
    expect(listIcons(site)).toEqual(icons);
  });

  test('it comes before the icons in content/public, but not before one for home screens', async () => {
    const files = {
      'content/icon.svg': drawing(8, 8),
      'content/public/favicon.ico': 'old',
      'content/public/apple-touch-icon.png': await makePng(180),
      'content/public/site.webmanifest': '{}',
    };
    const site = await buildSound({ ...ESSAYS, ...files, ...settings('favicon: icon.svg') });
    expect(listIcons(site)).toEqual([
      ['apple-touch-icon', '/apple-touch-icon.png', undefined],
      ['manifest', '/site.webmanifest', undefined],
      ['icon', '/assets/icon.svg', undefined],
    ]);
  });
});

test('what is missing, or no picture, is reported where it is named', async () => {
  const lines = 'logo:\n  light: a.svg\n  dark: b.txt\nfavicon: ../c.png';
  const site = await buildSite({
    ...ESSAYS,
    ...settings(lines),
    'content/b.txt': 'text',
    'c.png': '',
  });
  expect(site.codes.toSorted()).toEqual(['image-missing', 'image-missing', 'image-unreadable']);
  for (const place of ['5:10', '6:9', '7:10'])
    expect(site.report).toContain(`content/site.yaml:${place}`);
  expect(site.page('index.html')('.site-name').text()).toBe('Ann Author');
  const found = await site.rebuild({ 'content/a.svg': drawing(30, 10) });
  expect(found.page('index.html')('.site-name img')).toHaveLength(1);
});

test('a path with backslashes is reported on every machine, with the one to write', async () => {
  const files = { ...ESSAYS, 'content/img/a.svg': drawing(30, 10) };
  const site = await buildSite({ ...files, ...settings('logo: img\\a.svg') });
  expect(site.report).toContain('Write it with `/`, on Windows too: `img/a.svg`.');
  expect(site.problems.map(({ edits }) => edits?.map(({ was, is }) => [was, is]))).toEqual([
    [['img\\a.svg', 'img/a.svg']],
  ]);
});
