import { describe, expect, test } from 'vitest';
import { buildSite, essay, type Files } from '../support/site.ts';

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;

/** A PNG as far as its size is concerned: signature and header. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt8(8, 24);
  return bytes;
}

/** An essay `name/index.md` with pictures beside it and in public/. */
function siteOf(body: string, frontMatter = '', more: Files = {}): Files {
  return {
    'content/essays/trip/index.md': essay(
      `title: Trip\npublished: 2020-01-01\n${frontMatter}`,
      body,
    ),
    'content/essays/trip/pic.png': png(640, 480),
    'content/essays/trip/deep/two words.SVG': svg(30, 20),
    'content/essays/trip/unused.png': png(1, 1),
    'content/public/images/wide.png': png(1200, 300),
    ...more,
  };
}

const HASHED = /^\/assets\/pic\.[0-9a-f]{10}\.png$/;

test('a picture beside the essay is published under its fingerprint, with its size, loaded late', async () => {
  const site = await buildSite(siteOf('![A view](pic.png "Title")\n'));
  expect(site.report).toBe('');
  const img = site.page('blog/trip.html')('.prose img').attr();
  expect(img).toEqual({
    src: expect.stringMatching(HASHED),
    alt: 'A view',
    title: 'Title',
    width: '640',
    height: '480',
    loading: 'lazy',
    decoding: 'async',
  });
  const neighbours = site.paths.filter((path) => /\.png$/i.test(path));
  expect(neighbours).toEqual(['images/wide.png', img?.src?.slice(1)].sort());
});

test('the fingerprint changes with the picture, and the old one goes', async () => {
  const site = await buildSite(siteOf('![A view](pic.png)\n'));
  const assets = (paths: readonly string[]) => paths.filter((path) => path.includes('/pic.'));
  const again = await site.rebuild({ 'content/essays/trip/pic.png': png(641, 480) });
  expect(assets(again.paths)).toHaveLength(1);
  expect(assets(again.paths)).not.toEqual(assets(site.paths));
  expect(again.page('blog/trip.html')('.prose img').attr('width')).toBe('641');
});

test('pictures of several essays and pages lie where they are asked for', async () => {
  const site = await buildSite(
    siteOf(
      '![a](./deep/two%20words.SVG) ![b](/images/wide.png)\n\n<img src="deep/two words.SVG">\n',
      '',
      {
        'content/essays/other.md': essay(
          'title: Other\npublished: 2019-01-01',
          '![c](trip/pic.png)\n',
        ),
        'content/about.md': '![me](essays/trip/pic.png)\n',
      },
    ),
  );
  expect(site.report).toBe('');
  const $ = site.page('blog/trip.html');
  const images = $('.prose img')
    .map((_, img) => $(img).attr('src'))
    .toArray();
  expect(images).toEqual([
    expect.stringMatching(/^\/assets\/two%20words\.[0-9a-f]{10}\.svg$/),
    '/images/wide.png',
    images[0],
  ]);
  const others = ['blog/other.html', 'about.html'].map((path) =>
    site.page(path)('.prose img').attr(),
  );
  for (const img of others)
    expect(img).toMatchObject({ src: expect.stringMatching(HASHED), width: '640' });
  const asked = [...images, ...others.map((img) => img?.src ?? '')];
  for (const url of asked) expect(site.paths).toContain(decodeURI(url).slice(1));
});

describe('what the author states of a picture stays', () => {
  type Stated = string | undefined;
  const cases: readonly [written: string, width: Stated, height: Stated, loading: Stated][] = [
    ['<img src="pic.png" alt="">', '640', '480', 'lazy'],
    ['<img src="pic.png" alt="" width="320">', '320', '240', 'lazy'],
    ['<img src="pic.png" alt="" height="240">', '320', '240', 'lazy'],
    ['<img src="pic.png" alt="" width="10" height="10">', '10', '10', 'lazy'],
    ['<img src="pic.png" alt="" width="50%">', '50%', undefined, 'lazy'],
    ['<img src="pic.png" alt="" loading="eager">', '640', '480', 'eager'],
    ['<img src="/images/wide.png" alt="">', '1200', '300', 'lazy'],
    ['<img src="https://x.example/p.png" alt="">', undefined, undefined, undefined],
  ];
  test('and the rest follows from the file', async () => {
    const site = await buildSite(siteOf(cases.map(([written]) => `${written}\n`).join('\n')));
    expect(site.report).toBe('');
    const $ = site.page('blog/trip.html');
    const found = $('.prose img').map((_, img) => {
      const { width, height, loading } = $(img).attr() ?? {};
      return [[width, height, loading]];
    });
    expect(found.toArray()).toEqual(cases.map(([, ...attributes]) => attributes));
  });
});

describe('a thumbnail', () => {
  const cases: readonly [name: string, stated: string, img: Record<string, unknown>][] = [
    [
      'beside the essay',
      'image: pic.png\nimageAlt: A view',
      { src: expect.stringMatching(HASHED), alt: 'A view', width: '640', height: '480' },
    ],
    [
      'in public/',
      'image: /images/wide.png',
      { src: '/images/wide.png', alt: '', width: '1200', height: '300' },
    ],
    [
      'by an absolute URL of this site',
      'image: https://ann.example/images/wide.png',
      { src: '/images/wide.png', alt: '', width: '1200', height: '300' },
    ],
    ['elsewhere', 'image: https://x.example/p.png', { src: 'https://x.example/p.png', alt: '' }],
  ];
  test.each(cases)('%s', async (_, stated, img) => {
    const site = await buildSite(siteOf('Words.\n', stated));
    expect(site.report).toBe('');
    const { loading, decoding, ...attributes } =
      site.page('index.html')('.essays img').attr() ?? {};
    expect(attributes).toEqual(img);
    expect([loading, decoding]).toEqual(['lazy', 'async']);
    if (attributes.src?.startsWith('/')) expect(site.paths).toContain(attributes.src.slice(1));
  });

  test('that is missing is a warning at its key, and the card has none', async () => {
    const site = await buildSite(siteOf('Words.\n', 'image: nope.png'));
    expect(site.report).toBe(
      [
        'warning [image-missing] The image `nope.png` is not in the site',
        '  content/essays/trip/index.md:4:8',
        '  4 | image: nope.png',
        '    |        ^',
        '  → Put it beside the essay, or into content/public and write its path from there.',
      ].join('\n'),
    );
    expect(site.page('index.html')('.essays img')).toHaveLength(0);
  });
});

test('a picture that is missing is a warning at its place', async () => {
  const site = await buildSite(
    siteOf('Words and ![a view](gone.png).\n\n![b](/images/gone.png)\n'),
  );
  expect(
    site.problems.map(({ code, line, column, message }) => [code, line, column, message]),
  ).toEqual([
    ['image-missing', 5, 21, 'The image `gone.png` is not in the site'],
    ['image-missing', 7, 6, 'The image `/images/gone.png` is not in the site'],
  ]);
  expect(site.commit).not.toBeNull();
});

test('a picture that cannot be read is a warning, and is shown without a size', async () => {
  const site = await buildSite(
    siteOf('![a](broken.jpg)\n', '', { 'content/essays/trip/broken.jpg': 'not a picture' }),
  );
  expect(site.report).toBe(
    [
      'warning [image-unreadable] This picture cannot be read, so its size is not known',
      '  content/essays/trip/broken.jpg',
      '  → Open it in an image program and save it again.',
    ].join('\n'),
  );
  const img = site.page('blog/trip.html')('.prose img').attr();
  expect(img).toEqual({
    src: expect.stringMatching(/^\/assets\/broken\.[0-9a-f]{10}\.jpg$/),
    alt: 'a',
    loading: 'lazy',
    decoding: 'async',
  });
  expect(site.text(img?.src?.slice(1) ?? '')).toBe('not a picture');
});

test('a picture that stands upright by its EXIF data has its size turned', async () => {
  const site = await buildSite(
    siteOf('![a](phone.jpg)\n', '', { 'content/essays/trip/phone.jpg': jpegOnItsSide(400, 300) }),
  );
  expect(site.report).toBe('');
  expect(site.page('blog/trip.html')('.prose img').attr()).toMatchObject({
    width: '300',
    height: '400',
  });
});

/** A JPEG as far as its size and its orientation (6: turned by 90°) are concerned. */
function jpegOnItsSide(width: number, height: number): Uint8Array {
  const exif = Buffer.from(
    'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0',
    'latin1',
  );
  const app1 = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const end = Buffer.from([0xff, 0xd9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app1, exif, frame, end]);
}
