/**
 * Smaller copies of pictures, for narrow windows and for cards: which are made, and where they are used.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { removeMetadata } from '../../../src/essays/picture-metadata.ts';
import { passTick } from '../../support/damages.ts';
import { drawPhoto, look, photo, pngHeader, withoutPackage } from '../../support/pictures.ts';
import { describeResult, settle } from '../../support/rebuild.ts';
import { type BuiltSite, buildIn, buildSite, essay, type Files } from '../../support/site.ts';

const PIC = 'content/essays/pic.jpg';
const WIDE = 'content/public/wide.jpg';
const A = 'content/essays/a.md';
const dated = (lines: string, body: string) => essay(`published: 2020-01-01\n${lines}`, body);

let large: Buffer;
let small: Buffer;
beforeAll(async () => {
  [large, small] = await Promise.all([photo(1100, 80), photo(500, 60)]);
});

const siteOf = (body: string, more: Files = {}): Promise<BuiltSite> =>
  buildSite({ [A]: dated('title: A', body), [PIC]: large, ...more });

const listWebp = ({ paths }: BuiltSite) => paths.filter((path) => path.endsWith('.webp'));
/** The attributes of a page's picture. */
const imageOf = (site: BuiltSite, page = 'blog/a.html') => site.page(page)('main img').attr() ?? {};
/** The candidates of a picture's `srcset`, without their hashes. */
const sourcesOf = (img: Record<string, string>) =>
  (img.srcset ?? '').split(', ').map((each) => each.replace(/\.[0-9a-f]{10}\./, '.'));
const listCopies = (root: string) => readdirSync(join(root, '.blog/pictures')).sort();

describe('a picture in a body', () => {
  test('is offered in the widths that windows have, up to its own, as WebP', async () => {
    const site = await siteOf('![A](pic.jpg)\n');
    const img = imageOf(site);
    expect(sourcesOf(img)).toEqual(['/assets/pic-480.webp 480w', '/assets/pic-960.webp 960w']);
    const sizes = '(min-width: 660px) 620px, calc(100vw - 40px)';
    expect(img).toMatchObject({ sizes, width: '1100', height: '80', loading: 'lazy' });
    expect(img.src).toMatch(/^\/assets\/pic\.\w+\.jpg$/);
    const [narrow = '', wide = ''] = listWebp(site);
    expect(img.srcset).toBe(`/${narrow} 480w, /${wide} 960w`);
    expect(await look(site, narrow)).toMatchObject({ format: 'webp', width: 480, height: 35 });
    expect(await look(site, wide)).toMatchObject({ width: 960, height: 70 });
  });

  test('of public/, also in the biography, keeps its own name, and its copies lie among the assets', async () => {
    const site = await siteOf('![A](/wide.jpg)\n', {
      [WIDE]: large,
      'content/about.md': '![A](/wide.jpg)\n',
      'content/site.yaml': 'name: Ann\nurl: https://me.example/base\nsocialImages: false\n',
    });
    for (const page of ['about.html', 'blog/a.html']) {
      const img = imageOf(site, page);
      expect([img.src, sourcesOf(img).join()]).toEqual([
        '/base/wide.jpg',
        '/base/assets/wide-480.webp 480w,/base/assets/wide-960.webp 960w',
      ]);
    }
    expect(listWebp(site)).toHaveLength(2);
  });

  test('that the camera rotated is rotated', async () => {
    // Black above white; a quarter turn to the right brings the black to the right.
    const plain = (background: string, height: number) => ({
      create: { width: 60, height, channels: 3 as const, background },
    });
    const stood = sharp(plain('white', 500))
      .composite([{ input: plain('black', 250), top: 0, left: 0 }])
      .withMetadata({ orientation: 6 });
    const file = Buffer.concat([await stood.jpeg().toBuffer(), Buffer.alloc(10_000)]);
    const site = await siteOf('![A](pic.jpg)\n', { [PIC]: file });
    expect(imageOf(site)).toMatchObject({ width: '500', height: '60' });
    const [turned = ''] = listWebp(site);
    const { width, height, orientation } = await look(site, turned);
    expect([width, height, orientation]).toEqual([480, 58, undefined]);
    const shown = sharp(join(site.root, 'out', turned)).greyscale();
    const pixels = await shown.raw().toBuffer();
    expect([pixels.at(0), pixels.at(-1)]).toEqual([255, 0]);
  });

  test('that is a drawing or a screenshot loses nothing', async () => {
    const lines = '<path d="M0 9h900M9 0v90M0 0l900 90" stroke="red"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90">${lines}</svg>`;
    const png = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).png().toBuffer();
    const file = Buffer.concat([png, Buffer.alloc(12_000)]);
    const site = await siteOf('![A](pic.png)\n', { 'content/essays/pic.png': file });
    const [copy = ''] = listWebp(site);
    const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();
    const pixels = await pixelsOf(readFileSync(join(site.root, 'out', copy)));
    expect(pixels.equals(await pixelsOf(png))).toBe(true);
  });

  test('that is transparent stays so', async () => {
    const png = await drawPhoto(500, 60, 4).png().toBuffer();
    const site = await siteOf('![A](pic.png)\n', { 'content/essays/pic.png': png });
    const [clear = ''] = listWebp(site);
    expect(await look(site, clear)).toMatchObject({ width: 480, hasAlpha: true });
  });

  test('that is smaller than its copies of the same width is offered itself', async () => {
    const light = await drawPhoto(700, 90).webp({ quality: 30 }).toBuffer();
    const site = await siteOf('![A](light.webp?a,b)\n', { 'content/essays/light.webp': light });
    const sources = ['/assets/light-480.webp 480w', '/assets/light.webp?a%2Cb 700w'];
    expect(sourcesOf(imageOf(site))).toEqual(sources);
  });

  const shown = (width: number) => `(min-width: ${width + 40}px) ${width}px, calc(100vw - 40px)`;
  const stated: readonly [img: string, sizes: string | undefined][] = [
    ['<img src="pic.jpg">', shown(500)],
    ['<img src="pic.jpg" width="200">', shown(200)],
    ['<img src="pic.jpg" width="900">', shown(620)],
    ['<img src="pic.jpg" height="30">', shown(250)],
    ['<img src="pic.jpg" width="50%">', shown(620)],
    ['<img src="pic.jpg" width="auto">', undefined],
    ['<img src="pic.jpg" height="50%">', undefined],
    ['<img src="pic.jpg" sizes="50vw">', '50vw'],
    ['<img src="pic.jpg" srcset="other.jpg 2x">', undefined],
    ['<picture><source srcset="other.jpg"><img src="pic.jpg"></picture>', undefined],
    ['<a href="pic.jpg">x</a><img src="https://o.example/x.jpg">', undefined],
  ];
  test('is offered for the width at which it is shown, unless the author’s attributes say otherwise', async () => {
    const body = stated.map(([img]) => `${img}\n`).join('\n');
    const site = await siteOf(body, { [PIC]: small, 'content/essays/other.jpg': small });
    const images = site.page('blog/a.html')('main img').toArray();
    expect(images.map(({ attribs }) => attribs.sizes)).toEqual(stated.map(([, sizes]) => sizes));
    expect(images.map(({ attribs }) => attribs.srcset?.includes('.webp') ?? false)).toEqual(
      stated.map(([, sizes]) => sizes?.startsWith('(') ?? false),
    );
  });
});

describe('a thumbnail', () => {
  test('is small, and previews of links have the picture itself', async () => {
    const front = 'title: A\nimage: pic.jpg\nimageAlt: View';
    const site = await buildSite({ [A]: dated(front, 'x\n'), [PIC]: await photo(900, 600) });
    const [path = ''] = listWebp(site);
    const size = { width: 384, height: 256 };
    const shown = { src: `/${path}`, alt: 'View', width: '384', height: '256' };
    expect(imageOf(site, 'index.html')).toMatchObject(shown);
    expect(await look(site, path)).toMatchObject({ format: 'webp', ...size });
    const card = site.page('blog/a.html')('meta[property="og:image"]').attr('content');
    expect(card).toMatch(/^https:\/\/ann\.example\/assets\/pic\.\w+\.jpg$/);
  });

  test('that would be no smaller is the original', async () => {
    const light = await drawPhoto(400, 200).webp({ quality: 20 }).toBuffer();
    const front = dated('title: A\nimage: pic.webp', 'x\n');
    const site = await buildSite({ [A]: front, 'content/essays/pic.webp': light });
    const src = expect.stringMatching(/pic\.\w+\.webp$/);
    expect(imageOf(site, 'index.html')).toMatchObject({ src, width: '400' });
    expect(listCopies(site.root).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  test('is offered in the widths that large cards have', async () => {
    const picture = await photo(1500, 1000);
    const site = await siteOf('x\n', {
      [A]: dated('title: A\nimage: pic.jpg', 'x\n'),
      [PIC]: picture,
      'content/about.md': essay('image: essays/pic.jpg'),
    });
    const img = imageOf(site, 'index.html');
    const offered = [384, 480, 960].map((width) => `/assets/pic-${width}.webp ${width}w`);
    expect(sourcesOf(img)).toEqual(offered);
    const sizes = 'auto, (min-width: 50rem) 160px, (min-width: 27.5rem) 20vw, 88px';
    expect([img.sizes, img.loading]).toEqual([sizes, 'lazy']);
    const portrait = imageOf(site, 'about.html');
    expect([sourcesOf(portrait), portrait.sizes]).toEqual([offered, '9rem']);
  });
});

describe('is published as it is, except for its metadata', () => {
  const plain = { width: 600, height: 400, channels: 3 } as const;
  const fill = (background: string) =>
    sharp({ create: { ...plain, background } })
      .png()
      .toBuffer();
  const animate = async (format: 'gif' | 'webp') => {
    const frames = await Promise.all(['red', 'blue'].map(fill));
    return sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
  };
  /** A PNG of two frames, as far as its announcement goes. */
  const announceFrames = (png: Buffer) => {
    const chunk = Buffer.from('000000086163544c000000020000000000000000', 'hex');
    return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  };
  const turned = () => drawPhoto(600, 40).withMetadata({ orientation: 6 }).png().toBuffer();
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="9"/>';
  const BITMAP = '424d460000000000000036000000280000005802000090010000010018';
  const cases: readonly [name: string, file: string, make: () => Promise<Buffer> | Buffer][] = [
    ['an animated GIF', 'x.gif', () => animate('gif')],
    ['an animated WebP', 'x.webp', () => animate('webp')],
    ['an animated PNG', 'x.png', () => drawPhoto(600, 40).png().toBuffer().then(announceFrames)],
    ['a PNG that says it is turned', 'x.png', turned],
    ['a drawing of lines', 'x.svg', () => Buffer.from(SVG)],
    ['a bitmap', 'x.png', () => Buffer.from(BITMAP, 'hex')],
    ['a picture of few bytes', 'few.png', () => fill('red')],
  ];
  test.each(cases)('%s', async (name, file, make) => {
    const isLight = name.endsWith('few bytes');
    const bytes = Buffer.concat([await make(), Buffer.alloc(isLight ? 0 : 10_000, ' ')]);
    const bare = removeMetadata(bytes);
    const site = await buildSite({
      [A]: dated(`title: A\nimage: ${file}`, `![A](${file})\n`),
      [`content/essays/${file}`]: bytes,
    });
    const { src = '', srcset, width } = imageOf(site);
    expect([site.report, srcset, width]).toEqual(['', undefined, '600']);
    expect(readFileSync(join(site.root, 'out', src)).equals(bare)).toBe(true);
    expect(imageOf(site, 'index.html').src).toBe(src);
    const published = site.paths.filter((path) => /^assets\/(x|few)\b/.test(path));
    expect(published).toEqual([src.slice(1)]);
  });
});

describe('a picture that cannot be read to its end', () => {
  test('is a warning in every build, and is published as it is', async () => {
    const site = await siteOf('![A](pic.jpg)\n', { [PIC]: large.subarray(0, 12_000) });
    const report = `warning [image-unreadable] This picture cannot be read, so it is published as it is
  content/essays/pic.jpg
  VipsJpeg: premature end of JPEG image
  → Open it in an image program and save it again, smaller if it is very large.`;
    const { width, loading, srcset } = imageOf(site);
    expect([site.report, width, loading, srcset]).toEqual([report, '1100', 'lazy', undefined]);
    passTick(site.root);
    expect((await site.rebuild({ [A]: dated('title: B', '![B](pic.jpg)\n') })).report).toBe(report);
    const mended = await site.rebuild({ [PIC]: large });
    expect([mended.report, listWebp(mended).length]).toEqual(['', 2]);
  });

  test('because sharp is not there, is named once it can be', async () => {
    withoutPackage('sharp');
    const site = await siteOf('![A](pic.jpg) ![B](/wide.jpg)\n', { [WIDE]: large });
    expect(site.codes).toEqual(['images-unscaled']);
    expect([imageOf(site).width, listWebp(site)]).toEqual(['1100', []]);
    vi.doUnmock('sharp');
    const again = await site.rebuild();
    expect([again.report, listWebp(again).length]).toEqual(['', 4]);
  });

  test('because its stated size is wrong, does no harm', async () => {
    const lie = pngHeader(12_000, 12_000, 10_000);
    const site = await siteOf('![A](b.png)\n', { 'content/essays/b.png': lie });
    expect(site.codes).toEqual(['image-unreadable']);
  });
});

describe('variants are kept', () => {
  test('by the picture’s contents: no other edit loads sharp', async () => {
    const body = (words: string) => dated('title: A\nimage: pic.jpg', `${words} ![A](pic.jpg)\n`);
    const site = await settle(await buildSite({ [A]: body('one'), [PIC]: large }));
    withoutPackage('sharp');
    const renamed = { 'content/essays/new.jpg': large, [A]: body('two').replaceAll('pic', 'new') };
    const edits: Readonly<Record<string, string | Uint8Array | null>>[] = [
      { [A]: body('two') },
      { 'content/essays/b.md': dated('title: Other', '![B](pic.jpg)\n') },
      { 'content/site.yaml': 'name: Ben\nurl: https://b.example\nsocialImages: false\n' },
      { [PIC]: large },
      { [PIC]: null, 'content/essays/b.md': null, ...renamed },
    ];
    for (const [index, edit] of edits.entries()) {
      const again = await site.rebuild(edit);
      // From nothing but the copies.
      const fresh = await buildIn(site.root, { outDir: join(site.root, `fresh-${index}`) });
      expect([again.report, listWebp(again).length], `${index}`).toEqual(['', 3]);
      expect(describeResult(again)).toEqual(describeResult(fresh));
    }
  });

  test('while they are used: those of an old picture are removed', async () => {
    const site = await siteOf('![A](pic.jpg)\n');
    const copies = listCopies(site.root);
    const endings = copies.map((name) => name.replace(/^[^.]+/, ''));
    expect(endings).toEqual(['.480.webp', '.960.webp', '.json']);
    passTick(site.root);
    const again = await site.rebuild({ [PIC]: small });
    expect(sourcesOf(imageOf(again))).toEqual(['/assets/pic-480.webp 480w']);
    const left = listCopies(site.root);
    expect([listWebp(again).length, left.length]).toEqual([1, 2]);
    expect(left.filter((name) => copies.includes(name))).toEqual([]);
    const without = await again.rebuild({ [A]: dated('title: A', '[A](pic.jpg)\n') });
    expect([listWebp(without), without.report]).toEqual([[], '']);
    passTick(site.root);
    await without.rebuild({ [A]: dated('title: A', '\n') });
    expect(listCopies(site.root)).toEqual([]);
  });

  const damages: readonly [name: string, damage: (file: string) => void][] = [
    ['removed', (file) => rmSync(file)],
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, 20))],
    ['changed in one byte', (file) => writeFileSync(file, readFileSync(file).fill(1, 20, 21))],
  ];
  test.each(damages)('and made again if one was %s', async (_, damage) => {
    const site = await settle(await siteOf('![A](pic.jpg)\n'));
    const before = describeResult(site);
    for (const state of ['known', 'forgotten']) {
      for (const name of listCopies(site.root)) {
        damage(join(site.root, '.blog/pictures', name));
        if (state === 'forgotten') forgetBuilds(site.root);
        rmSync(join(site.root, 'out'), { recursive: true });
        expect(describeResult(await site.rebuild()), `${name}, ${state}`).toEqual(before);
      }
    }
  });

  function forgetBuilds(root: string): void {
    const states = readdirSync(join(root, '.blog')).filter((name) => name.startsWith('build-'));
    for (const name of states) rmSync(join(root, '.blog', name));
  }
});

test('the listener is notified of each picture that is made', async () => {
  const told: string[] = [];
  const onProgress = (stage: string, done: number, total: number) => {
    if (stage === 'pictures') told.push(`${done} of ${total}`);
  };
  const body = (title: string) => dated(`title: ${title}\nimage: pic.jpg`, '![A](pic.jpg)\n');
  const site = await buildSite({ [A]: body('A'), [PIC]: small }, { onProgress });
  expect(told).toEqual(['1 of 2', '2 of 2']);
  await settle(site);
  await site.rebuild({ [A]: body('B') });
  expect(told).toHaveLength(2);
});

const files = (lines: string): Files => ({
  [A]: dated('title: A', '![A](pic.jpg)\n'),
  [PIC]: small,
  'content/essays/b.md': `---\ntitle: B\n${lines}\n---\nWords.\n`,
});
test.each<[what: string, lines: string, more: Files]>([
  ['a date that cannot be read', 'published: someday', {}],
  ['an old path with a query', 'published: 2020-01-01\naliases: [/x?y]', {}],
  [
    'an address taken twice',
    'published: 2020-01-01\nslug: a',
    { [A]: dated('title: A\nslug: a', '![A](pic.jpg)\n') },
  ],
  ['settings that cannot be read', 'published: 2020-01-01', { 'content/site.yaml': 'name: [' }],
  [
    'a template with a mistake',
    'published: 2020-01-01',
    { 'templates/pages/EssayPage.tsx': 'export default (' },
  ],
])('no copy of a picture is made in a build that fails for %s', async (_, lines, more) => {
  const told: string[] = [];
  const onProgress = (stage: string) => told.push(stage);
  const site = await buildSite({ ...files(lines), ...more }, { onProgress });
  expect([site.commit, site.codes.length > 0]).toEqual([null, true]);
  expect([told.includes('pictures'), site.waiting]).toEqual([false, null]);
});

test('once the error is corrected, the copies are made, in a session too', async () => {
  const site = await buildSite(files('published: someday'));
  const good = files('published: 2020-01-01')['content/essays/b.md'] ?? '';
  const path = 'content/essays/b.md';
  const { memory } = site;
  const again = await site.rebuild({ [path]: good }, { changed: [path], memory });
  expect([again.report, listWebp(again)]).toEqual(['', [expect.stringMatching(/pic-480/)]]);
  const fresh = await buildIn(site.root, { outDir: join(site.root, 'fresh') });
  expect(describeResult(again)).toEqual(describeResult(fresh));
});
