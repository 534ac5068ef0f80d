/**
 * Photographs from cameras: which of their bytes are published, and where.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { describePhoto, drawPhoto, look, readGps, withoutPackage } from '../../support/pictures.ts';
import { inShort } from '../../support/problems.ts';
import { describeResult } from '../../support/rebuild.ts';
import {
  type BuiltSite,
  buildIn,
  buildSettled,
  buildSite,
  essay,
  type Files,
  SITE_YAML,
} from '../../support/site.ts';

const A = 'content/essays/a.md';
const dated = (body: string, lines = '') =>
  essay(`title: A\npublished: 2020-01-01\n${lines}`, body);
/** The attributes of the pictures in the essay, or of its other elements. */
const attributesOf = (site: BuiltSite, selector = 'main img') => {
  const $ = site.page('blog/a.html');
  return Array.from($(selector), (each) => $(each).attr() ?? {});
};
const bytesOf = (site: BuiltSite, path = '') => readFileSync(join(site.root, 'out', path));
/** The published pictures that say where they were taken. */
const listLocated = (site: BuiltSite) => site.paths.filter((path) => readGps(bytesOf(site, path)));

/** True for metadata that say nothing but the orientation. */
const isBlank = (data: Buffer | undefined) =>
  data === undefined || data.length <= 32 || data.every((byte) => byte === 0);

const make = (width: number, height: number, orientation = 1) =>
  describePhoto(drawPhoto(width, height), orientation);
/** One of every format, in a width that a page can show and in one that it cannot. */
const photographs: Record<string, Buffer> = {};
beforeAll(async () => {
  const entries = [
    ['wide.jpg', make(3000, 20).jpeg()],
    ['narrow.jpg', make(700, 40).jpeg()],
    ['light.jpg', make(90, 9).jpeg()],
    ['wide.png', make(3000, 20).png()],
    ['narrow.png', make(700, 40).png()],
    ['clear.png', describePhoto(drawPhoto(3000, 20, 4)).png()],
    ['wide.webp', make(3000, 20).webp({ quality: 100 })],
    ['narrow.webp', make(700, 40).webp()],
    ['wide.avif', make(3000, 20).avif({ quality: 90, effort: 0 })],
    ['narrow.avif', make(500, 40).avif({ effort: 0 })],
    ['turned.jpg', make(700, 40, 6).jpeg()],
    ['turned.webp', make(700, 40, 6).webp()],
  ] as const;
  for (const [name, picture] of entries) photographs[name] = await picture.toBuffer();
});
/** The beginning of a photograph from an iPhone. */
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

const bytesOfName = (name: string) => photographs[name] ?? Buffer.alloc(0);
const beside = (folder = 'content/essays'): Files =>
  Object.fromEntries(
    Object.entries(photographs).map(([name, bytes]) => [`${folder}/${name}`, bytes]),
  );

/** A site that shows and links to each photograph, and has one of them as a thumbnail. */
function buildAlbum(more: Files = {}): Promise<BuiltSite> {
  const shown = Object.keys(photographs).map((name) => `[![A](${name})](${name})\n`);
  return buildSite({ [A]: dated(shown.join('\n'), 'image: wide.jpg'), ...beside(), ...more });
}

describe('a site does not reveal where its photographs were taken', () => {
  test('whatever their format, shown or linked to', async () => {
    const site = await buildAlbum();
    expect([site.report, listLocated(site)]).toEqual(['', []]);
    const pictures = site.paths.filter((path) => /\.(jpg|png|webp|avif)$/.test(path));
    expect(pictures.length).toBeGreaterThan(2 * Object.keys(photographs).length);
    for (const path of pictures) {
      const { exif, xmp, iptc } = await look(site, path);
      expect([exif, xmp, iptc].every(isBlank), path).toBe(true);
    }
  });

  test.each(['b.jpe', 'c.pjpeg', 'd.jpg_large', 'e'])('nor in a file named %s', async (name) => {
    const site = await buildSite({
      [A]: dated(`![A](${name})\n`),
      [`content/essays/${name}`]: photographs['narrow.jpg'] ?? '',
    });
    expect([site.report, listLocated(site)]).toEqual(['', []]);
  });

  test('not even without sharp', async () => {
    withoutPackage('sharp');
    const names = Object.keys(photographs).filter((name) => !name.endsWith('.avif'));
    const site = await buildSite({
      [A]: dated(names.map((name) => `[![A](${name})](${name})\n`).join('\n')),
      ...beside(),
    });
    expect([site.codes, listLocated(site)]).toEqual([['images-unscaled'], []]);
  });

  test.each<[what: string, lines: string, body: string, problems: readonly string[]]>([
    ['shown', '', '<img src="a.heic" alt="A">\n', ['image-format', 'picture-metadata']],
    ['linked to', '', '[A](a.heic)\n', ['picture-metadata']],
    [
      'a HEIC with another name',
      '',
      '![A](turned.jpeg)\n',
      ['image-unreadable', 'picture-metadata'],
    ],
    ['in a draft', 'draft: true\n', '[A](a.heic)\n', []],
    ['in public/', '', '[A](/p.heic)\n', []],
  ])('and refuses a HEIC: %s', async (_, lines, body, problems) => {
    const files = ['essays/a.heic', 'essays/turned.jpeg', 'public/p.heic'];
    const site = await buildSite({
      [A]: dated(body, lines),
      ...Object.fromEntries(files.map((path) => [`content/${path}`, HEIC])),
    });
    expect(site.problems.map(({ code }) => code).sort()).toEqual(problems);
    expect(site.commit === null).toBe(problems.length > 0);
  });

  test('and refuses an AVIF without sharp, until sharp is there', async () => {
    const files = {
      [A]: dated('![A](narrow.avif)\n'),
      'content/essays/narrow.avif': bytesOfName('narrow.avif'),
    };
    withoutPackage('sharp');
    const site = await buildSite(files);
    expect([site.codes.sort(), site.commit]).toEqual([
      ['images-unscaled', 'picture-metadata'],
      null,
    ]);
    vi.doUnmock('sharp');
    const again = await site.rebuild({});
    expect([again.report, listLocated(again), again.paths.length > 0]).toEqual(['', [], true]);
  });

  test('unless the settings publish originals, byte for byte', async () => {
    const site = await buildAlbum({ 'content/site.yaml': `${SITE_YAML}originals: true\n` });
    expect(site.report).toBe('');
    expect(listLocated(site)).toHaveLength(Object.keys(photographs).length);
    const $ = site.page('blog/a.html');
    for (const [index, name] of Object.keys(photographs).entries()) {
      const link = $('main p a').eq(index);
      expect(link.attr('href')).toBe(link.find('img').attr('src'));
      expect(bytesOf(site, link.attr('href')).compare(bytesOfName(name))).toBe(0);
    }
  });

  test('or public/ has them, which is a notice if a page shows one', async () => {
    const site = await buildSite({ [A]: dated('![A](/wide.jpg)\n'), ...beside('content/public') });
    expect(inShort(site.problems)).toEqual([
      'picture-location null:null This photograph says where it was taken, and is published as it is → ' +
        'Put it beside the essay, and its copies will not; or remove its location.',
    ]);
    expect(listLocated(site)).toEqual(Object.keys(photographs).sort());
    expect(attributesOf(site)[0]?.src).toMatch(/^\/assets\/wide-2400\.\w+\.jpg$/);
  });
});

describe('a page shows', () => {
  test('each in a format and a width for browsers, and the original only if it is small', async () => {
    const cases = [
      ['wide.jpg', /^\/assets\/wide-2400\.\w+\.jpg$/, 'jpeg', 2400, 16],
      ['wide.png', /^\/assets\/wide-2400\.\w+\.jpg$/, 'jpeg', 2400, 16],
      ['clear.png', /^\/assets\/clear-2400\.\w+\.webp$/, 'webp', 2400, 16],
      ['wide.webp', /^\/assets\/wide-2400\.\w+\.jpg$/, 'jpeg', 2400, 16],
      ['wide.avif', /^\/assets\/wide-2400\.\w+\.jpg$/, 'jpeg', 2400, 16],
      ['turned.jpg', /^\/assets\/turned-40\.\w+\.jpg$/, 'jpeg', 40, 700],
      ['narrow.jpg', /^\/assets\/narrow\.\w+\.jpg$/, 'jpeg', 700, 40],
      ['narrow.png', /^\/assets\/narrow\.\w+\.png$/, 'png', 700, 40],
      ['light.jpg', /^\/assets\/light\.\w+\.jpg$/, 'jpeg', 90, 9],
    ] as const;
    const body = cases.map(([file]) => `![A](${file}?x)\n`).join('\n');
    const site = await buildSite({ [A]: dated(body), ...beside() });
    const images = attributesOf(site);
    const sources = images.map(({ src = '' }) => src.replace('?x', ''));
    for (const [index, [file, src, format, width, height]] of cases.entries()) {
      const stated = [images[index]?.width, images[index]?.height];
      expect([file, ...stated]).toEqual([file, String(width), String(height)]);
      expect(sources[index]).toMatch(src);
      const { orientation, ...shown } = await look(site, sources[index]);
      expect([shown, orientation]).toMatchObject([{ format, width, height }, undefined]);
    }
    const isOriginal = (path: string) => /^assets\/[a-z]+\.\w+\.(jpg|png|webp|avif)$/.test(path);
    const published = sources.map((src) => src.slice(1)).sort();
    expect(site.paths.filter(isOriginal)).toEqual(published.filter(isOriginal));
  });

  test('a drawing that a smaller copy would only make heavier, in its own width', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `M${30 * index} 0l${9 * index} 300`);
    const path = `<path d="${lines.join('')}" stroke="red" shape-rendering="crispEdges"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="300">${path}</svg>`;
    const plain = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
    expect(plain.length).toBeGreaterThan(10_000);
    const described = await describePhoto(sharp(plain)).png({ palette: true }).toBuffer();
    const body = (words: string) => dated(`${words} ![A](plain.png) ![B](described.png)\n`);
    const site = await buildSettled({
      [A]: body('One'),
      'content/essays/plain.png': plain,
      'content/essays/described.png': described,
    });
    for (const built of [site, await site.rebuild({ [A]: body('Two') })]) {
      const [first, second] = attributesOf(built).map(({ src }) => bytesOf(built, src));
      expect(first?.equals(plain)).toBe(true);
      expect((await sharp(second).metadata()).width).toBe(3000);
      expect(listLocated(built)).toEqual([]);
    }
  });

  test('colours as they were, in wide gamuts and for print', async () => {
    const red = { create: { width: 2500, height: 9, channels: 3 as const, background: '#f00' } };
    const noise = drawPhoto(2500, 200);
    const files = {
      'content/essays/p3.jpg': await noise.clone().withIccProfile('p3').jpeg().toBuffer(),
      'content/essays/cmyk.jpg': await sharp(red)
        .resize(2500, 900)
        .toColourspace('cmyk')
        .withIccProfile('cmyk')
        .jpeg()
        .toBuffer(),
    };
    const site = await buildSite({ [A]: dated('![A](p3.jpg)\n\n![B](cmyk.jpg)\n'), ...files });
    const shown = attributesOf(site).map(({ src }) => src);
    for (const src of shown)
      expect(await look(site, src)).toMatchObject({ space: 'srgb', width: 2400 });
    const [r = 0, g = 0, b = 0] = await sharp(bytesOf(site, shown[1])).raw().toBuffer();
    expect(r > 200 && g < 60 && b < 60, `${r} ${g} ${b}`).toBe(true);
  });
});

test('a link leads to the whole photograph, turned as the camera says', async () => {
  const site = await buildSite({ [A]: dated('[A](turned.jpg) [B](wide.jpg)\n'), ...beside() });
  const [turned, wide] = attributesOf(site, 'main p a').map(({ href }) => href);
  expect(await look(site, turned)).toMatchObject({ width: 700, height: 40, orientation: 6 });
  expect(await look(site, wide)).toMatchObject({ width: 3000, height: 20 });
  const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  const was = await pixelsOf(bytesOfName('wide.jpg'));
  expect((await pixelsOf(bytesOf(site, wide))).equals(was)).toBe(true);
  expect(site.paths.filter((path) => /^assets\/(turned|wide)/.test(path))).toEqual(
    [turned, wide].map((path) => path?.slice(1)).sort(),
  );
});

test('feeds show the copy of 1,440 pixels, and previews of links that of 2,400', async () => {
  const site = await buildSite({ [A]: dated('![A](wide.jpg)\n', 'image: wide.jpg'), ...beside() });
  const [{ src = '', srcset } = {}] = attributesOf(site);
  const [, copy] = /(\/assets\/wide-1440\.\w+\.webp) 1440w/.exec(srcset ?? '') ?? [];
  const item = JSON.parse(site.text('feed.json')).items[0];
  expect(load(item.content_html)('img').attr()).toMatchObject({
    src: `https://ann.example${copy}`,
    ...{ alt: 'A', width: '1440', height: '10' },
  });
  for (const feed of ['feed.xml', 'rss.xml', 'feed.json'])
    expect(site.text(feed)).not.toContain('wide.jpg');
  const $ = site.page('blog/a.html');
  const preview = ['og:image', 'og:image:width'].map((name) =>
    $(`meta[property="${name}"]`).attr('content'),
  );
  expect(preview).toEqual([`https://ann.example${src}`, '2400']);
  const data = JSON.parse($('script[type="application/ld+json"]').text());
  expect([data.image, item.image]).toEqual([preview[0], preview[0]]);
});

test('a changed setting publishes what a clean build would', async () => {
  const site = await buildAlbum();
  const settings = (line: string) => ({ 'content/site.yaml': SITE_YAML + line });
  const whole = await site.rebuild(settings('originals: true\n'));
  const again = await site.rebuild(settings(''));
  expect([whole.paths.length < site.paths.length, again.paths]).toEqual([true, site.paths]);
});

test('a hurried build publishes new photographs unscaled, and the next one scales them', async () => {
  const files = {
    [A]: dated('![A](wide.jpg)\n![A](narrow.jpg)\n', 'image: wide.jpg'),
    ...beside(),
  };
  const site = await buildSite(files, { isHurried: () => true });
  const [shown] = attributesOf(site);
  expect([site.waiting, shown?.width, shown?.srcset]).toEqual([
    { pictures: 2, sizes: 8 },
    '3000',
    undefined,
  ]);
  expect(site.page('index.html')('.essays img').attr('src')).toBe(shown?.src);
  const again = await site.rebuild({}, { isHurried: () => false, memory: site.memory });
  const fresh = await buildIn(site.root, { outDir: join(site.root, 'fresh') });
  expect(again.waiting).toBeNull();
  expect(describeResult(again)).toEqual(describeResult(fresh));
});
