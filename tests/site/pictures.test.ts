/**
 * Pictures in bodies and on cards: their addresses, their sizes, and the reports of those that fail.
 */
import { describe, expect, test } from 'vitest';
import { pngHeader as png } from '../support/pictures.ts';
import { inFull, inShort } from '../support/problems.ts';
import { type BuiltSite, buildSite, essay, type Files } from '../support/site.ts';

const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from('474946383961000000000000', 'hex');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** A JPEG as far as its size and its EXIF orientation are concerned. */
function jpeg(width: number, height: number, orientation: number): Buffer {
  const hex =
    'ffd8ffe100224578696600004d4d002a00000008000101120003000000010000000000000000' +
    'ffc0001108000000000301220002110103110100ffd9';
  const bytes = Buffer.from(hex, 'hex');
  bytes.writeUInt16BE(orientation, 30);
  bytes.writeUInt16BE(height, bytes.length - 17);
  bytes.writeUInt16BE(width, bytes.length - 15);
  return bytes;
}

/** An essay `trip/index.md` with pictures beside it and in public/. */
function buildTrip(body: string, lines = '', more: Files = {}): Promise<BuiltSite> {
  return buildSite({
    'content/essays/trip/index.md': essay(`title: Trip\npublished: 2020-01-01\n${lines}`, body),
    'content/essays/trip/pic.png': png(640, 480),
    'content/essays/trip/deep/two words.SVG': svg('width="30" height="20"'),
    'content/essays/trip/unused.png': png(1, 1),
    'content/public/images/wide.png': png(1200, 300),
    ...more,
  });
}

const imagesOf = (site: BuiltSite, page = 'blog/trip.html') =>
  Array.from(site.page(page)('.prose img'), (img): Record<string, string> => img.attribs);
const HASHED = expect.stringMatching(/^\/assets\/pic\.[0-9a-f]{10}\.png$/);

test('a picture beside the essay is published under its fingerprint, with its size, and lazily loaded', async () => {
  const site = await buildTrip('![A view](pic.png "Title")\n');
  expect(site.report).toBe('');
  const [img] = imagesOf(site);
  const given = { src: HASHED, alt: 'A view' };
  const size = { width: '640', height: '480' };
  expect(img).toEqual({ ...given, ...size, loading: 'lazy', decoding: 'async' });
  const published = site.paths.filter((path) => /\.png$/i.test(path));
  expect(published).toEqual([img?.src?.slice(1), 'images/wide.png'].sort());
  const again = await site.rebuild({ 'content/essays/trip/pic.png': png(641, 480) });
  expect(imagesOf(again)[0]?.width).toBe('641');
  expect(again.paths.filter((path) => path.includes('/pic.'))).toEqual([
    imagesOf(again)[0]?.src?.slice(1),
  ]);
  expect(imagesOf(again)[0]?.src).not.toBe(img?.src);
});

test('pictures of several essays and pages are where their pages link to them', async () => {
  const shown =
    '![a](./deep/two%20words.SVG) ![b](../images/wide.png) <img alt="c" src="deep/two words.SVG">\n';
  const site = await buildTrip(shown, '', {
    'content/essays/other.md': essay('title: O\npublished: 2019-01-01', '![c](trip/pic.png)\n'),
    'content/about.md': '![me](essays/trip/pic.png)\n',
  });
  expect(site.report).toBe('');
  const pages = ['blog/trip.html', 'blog/o.html', 'about.html'];
  const urls = pages.flatMap((page) => imagesOf(site, page).map(({ src = '' }) => src));
  const words = expect.stringMatching(/^\/assets\/two%20words\.[0-9a-f]{10}\.svg$/);
  expect(urls).toEqual([words, '/images/wide.png', urls[0], HASHED, HASHED]);
  for (const url of urls) expect(site.paths).toContain(decodeURI(url).slice(1));
});

test('sizes are read from all formats, as shown, and the author’s attributes are kept', async () => {
  /** The width, the height and how it is loaded. */
  const cases = {
    'src="pic.png"': '640 480 lazy',
    'src="pic.png" width="320"': '320 240 lazy',
    'src="pic.png" height="240"': '320 240 lazy',
    // A style says so.
    'src="pic.png" width="50%"': 'undefined undefined lazy',
    'src="pic.png" loading="eager"': '640 480 eager',
    'src="/images/wide.png"': '1200 300 lazy',
    'src="https://x.example/p.png"': 'undefined undefined undefined',
    'src="a.gif"': '30 20 lazy',
    'src="gif.png"': '30 20 lazy',
    'src="a.svg"': '12 34 lazy',
    'src="viewbox.svg"': '50 25 lazy',
    'src="/1.jpg"': '400 300 lazy',
    'src="/6.jpg"': '300 400 lazy',
  };
  const beside = 'content/essays/trip';
  const turned = [1, 6].map((each) => [`content/public/${each}.jpg`, jpeg(400, 300, each)]);
  const site = await buildTrip(
    Object.keys(cases)
      .map((img) => `<img alt="" ${img}>\n\n`)
      .join(''),
    '',
    {
      ...Object.fromEntries(turned),
      [`${beside}/a.gif`]: gif(30, 20),
      [`${beside}/gif.png`]: gif(30, 20),
      [`${beside}/a.svg`]: svg('width="12" height="34"'),
      [`${beside}/viewbox.svg`]: svg('viewBox="0 0 50 25"'),
    },
  );
  expect(site.report).toBe('');
  const found = imagesOf(site).map(({ width, height, loading }) => `${width} ${height} ${loading}`);
  expect(found).toEqual(Object.values(cases));
});

describe('a thumbnail', () => {
  const wide = { src: '/images/wide.png', alt: '', width: '1200', height: '300' };
  const cases: readonly [lines: string, img: Record<string, unknown>][] = [
    [
      'image: pic.png\nimageAlt: A view',
      { src: HASHED, alt: 'A view', width: '640', height: '480' },
    ],
    ['image: /images/wide.png', wide],
    ['image: https://x.example/p.png', { src: 'https://x.example/p.png', alt: '' }],
  ];
  test.each(cases)('%s', async (lines, img) => {
    const site = await buildTrip('Words.\n', lines);
    expect(site.report).toBe('');
    const attributes = site.page('index.html')('.essays img').attr() ?? {};
    expect(attributes).toEqual({ ...img, loading: 'lazy', decoding: 'async' });
    if (attributes.src?.startsWith('/')) expect(site.paths).toContain(attributes.src.slice(1));
  });
});

describe('is a warning at its place:', () => {
  const PUT =
    'Put it beside the file that names it, or into content/public and write its path from there.';

  test('a picture or a thumbnail that is missing; the card has none', async () => {
    const body = 'Words and ![a view](gone.png).\n\n![b](/images/gone.png)\n';
    const site = await buildTrip(body, 'image: nope.png');
    expect(inShort(site.problems)).toEqual([
      `image-missing 4:8 The image \`nope.png\` is not in the site → ${PUT}`,
      `image-missing 6:21 The image \`gone.png\` is not in the site → ${PUT}`,
      `image-missing 8:6 The image \`/images/gone.png\` is not in the site → ${PUT}`,
    ]);
    expect(site.page('index.html')('.essays img')).toHaveLength(0);
    expect(site.commit).not.toBeNull();
  });

  test.each([
    ['words', 'not a picture'],
    ['nothing', ''],
    ['half a header', png(1, 1).subarray(0, 12)],
  ])('a picture that holds %s, which is shown without a size', async (_, bytes) => {
    const body = '![a](broken.jpg) [tune](tune.mp3)\n';
    const site = await buildTrip(body, '', {
      'content/essays/trip/broken.jpg': bytes,
      'content/essays/trip/tune.mp3': '',
    });
    expect(inFull(site.problems)).toEqual([
      'image-unreadable content/essays/trip/broken.jpg This picture cannot be read, so it is published as it is → ' +
        'Open it in an image program and save it again, smaller if it is very large.',
    ]);
    const [img] = imagesOf(site);
    const src = expect.stringMatching(/^\/assets\/broken\.[0-9a-f]{10}\.jpg$/);
    expect(img).toEqual({ src, alt: 'a', loading: 'lazy', decoding: 'async' });
    expect(site.text(img?.src?.slice(1) ?? '')).toBe(String(bytes));
  });
});
