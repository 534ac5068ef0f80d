/**
 * Pictures that stand alone in a paragraph: which become wide, a row, or a figure with a caption, and what `sizes` says.
 */
import { describe, expect, test } from 'vitest';
import { pngHeader as png } from '../support/pictures.ts';
import { type BuiltSite, buildSite, essay } from '../support/site.ts';

const WORDS = 'Looms weave what the cards say. ';

function build(body: string, name = 'trip.md'): Promise<BuiltSite> {
  return buildSite({
    [`content/essays/${name}`]: essay('title: Trip\npublished: 2020-01-01', body),
    'content/essays/large.png': png(1600, 900),
    'content/essays/tall.png': png(1500, 1600),
    'content/essays/small.png': png(800, 600),
    'content/essays/icon.png': png(32, 32),
  });
}

const held = (site: BuiltSite) =>
  site.page('blog/trip.html')('.prose > :is(p, figure):has(img)').toArray();

/** The element and the classes of each paragraph or figure with pictures, far below the title block. */
async function placesOf(body: string, name?: string): Promise<string[]> {
  const isHtml = name?.endsWith('.html') === true;
  const start = isHtml ? `<p>${WORDS.repeat(30)}</p>` : `${WORDS.repeat(30)}\n\n`;
  const site = await build(start + body, name);
  return held(site).map(({ tagName, attribs }) => [tagName, attribs.class ?? ''].join(' ').trim());
}

test.each<[body: string, place: string]>([
  ['![a](large.png)', 'p picture wide'],
  ['[![a](large.png)](large.png)', 'p picture wide'],
  ['<figure><img src="large.png" alt="a"></figure>', 'figure picture wide'],
  ['![a](small.png)', 'p picture'],
  ['![a](tall.png)', 'p picture'],
  ['<p><img src="large.png" alt="a" width="300"></p>', 'p picture'],
  ['<p class="a"><img src="large.png" alt="a"></p>', 'p a picture wide'],
  ['<p><img src="large.png" alt="a" class="alignleft"></p>', 'p'],
  ['![a](large.png) and words', 'p'],
  ['![a](https://other.example/large.png)', 'p picture'],
  ['![a](https://other.example/large.png){.full}', 'p picture full'],
  ['![a](small.png){.wide}', 'p picture wide'],
  ['![a](large.png){.left}', 'p picture left'],
  ['![a](large.png)\n{.right}', 'p picture right'],
  ['![a](small.png "A (small) one"){.full}', 'figure picture full'],
  ['![a](small.png) ![b](tall.png)', 'p picture row'],
  ['![a](small.png)\n![b](tall.png){.wide}', 'p picture wide row'],
  ['![a](small.png) ![b](https://other.example/b.png)', 'p picture'],
  ['![a](icon.png) ![b](icon.png)', 'p picture'],
  [Array(9).fill('![a](small.png)').join(' '), 'p picture'],
])('%s is %s', async (body, place) => {
  expect(await placesOf(body)).toEqual([place]);
});

test('classes in old HTML have their own meaning', async () => {
  expect(await placesOf('<p><img src="large.png" alt="a" class="full"></p>', 'trip.html')).toEqual([
    'p picture wide',
  ]);
  expect(await placesOf('<p><img src="small.png" alt="a" class="right"></p>', 'trip.html')).toEqual(
    ['p'],
  );
});

test('a picture at the beginning leaves room for the title block', async () => {
  const [first, second] = held(
    await build(`![a](large.png)\n\n${WORDS.repeat(30)}\n\n![b](large.png)`),
  );
  expect([first?.attribs.class, second?.attribs.class]).toEqual([
    'picture opening wide',
    'picture wide',
  ]);
});

describe('the title of a lone picture', () => {
  test('becomes its caption, on the page and in feeds', async () => {
    const site = await build('![A hill](small.png "The *hill* & more")');
    const $ = site.page('blog/trip.html');
    expect($('.prose figure figcaption').text()).toBe('The *hill* & more');
    expect($('.prose img').attr()).toMatchObject({ alt: 'A hill', width: '800' });
    expect($('.prose img').attr('title')).toBeUndefined();
    expect(site.text('feed.xml')).toContain(
      '<figcaption>The *hill* &amp; more</figcaption></figure>',
    );
    expect(site.text('feed.xml')).not.toContain('picture');
  });

  test.each([
    'Words ![a](small.png "Title")',
    '![a](small.png "Title") ![b](small.png)',
    '<img src="small.png" alt="a" title="Title">',
  ])('stays a title in %s', async (body) => {
    const $ = (await build(body)).page('blog/trip.html');
    expect([$('.prose img').first().attr('title'), $('figcaption').length]).toEqual(['Title', 0]);
  });

  test('in a quotation, too', async () => {
    const $ = (await build('> ![a](large.png "Title")')).page('blog/trip.html');
    expect($('blockquote > figure:not([class]) > figcaption').text()).toBe('Title');
  });
});

test('a film is played, with its caption', async () => {
  const site = await buildSite({
    'content/essays/trip.md': essay(
      'title: Trip\npublished: 2020-01-01',
      '![A wave](wave.mp4 "At sea")',
    ),
    'content/essays/wave.mp4': 'film',
  });
  expect(site.report).toBe('');
  const $ = site.page('blog/trip.html');
  const { src, ...others } = $('.prose > figure.picture > video').attr() ?? {};
  expect(site.paths).toContain(src?.slice(1));
  expect(others).toEqual({ 'aria-label': 'A wave', controls: '', preload: 'metadata' });
  expect($('figcaption').text()).toBe('At sea');
  expect($('.prose img')).toHaveLength(0);
});

describe('the poster of a film', () => {
  const write = (body: string) => ({
    'content/essays/trip.md': essay('title: Trip\npublished: 2020-01-01', body),
    'content/essays/wave.mp4': 'film',
  });
  const poster = { 'content/essays/wave.png': png(1600, 900) };
  const find = (site: BuiltSite, page = 'blog/trip.html') =>
    site.page(page)('video').attr('poster');

  test.each(['![A wave](wave.mp4)', '<video src="wave.mp4" controls></video>'])(
    'is a picture with the same name: %s',
    async (body) => {
      const site = await buildSite({ ...write(body), ...poster });
      expect(site.report).toBe('');
      expect(find(site)).toMatch(/^\/assets\/wave.*\.\w{8,}\.png$/);
      expect(site.paths).toContain(find(site)?.slice(1));
      expect(site.text('feed.xml')).toContain(`poster="https://ann.example${find(site)}"`);
    },
  );

  test('comes and goes with that picture, which nothing else publishes', async () => {
    const bare = await buildSite(write('![A wave](wave.mp4)'));
    expect(find(bare)).toBeUndefined();
    const site = await bare.rebuild(poster);
    expect(find(site)).toMatch(/wave/);
    const gone = await site.rebuild({ 'content/essays/wave.png': null });
    expect(find(gone)).toBeUndefined();
    const own = await site.rebuild({
      ...poster,
      ...write('<video src="wave.mp4" poster="https://b.example/c.png"></video>'),
    });
    expect(find(own)).toBe('https://b.example/c.png');
    expect(own.paths.filter((path) => path.endsWith('.png'))).toEqual([]);
  });
});

test('the pictures of a row state the same height', async () => {
  const site = await build('![a](small.png) ![b](tall.png)');
  const sizes = site
    .page('blog/trip.html')('.prose img')
    .toArray()
    .map(({ attribs: { width, height } }) => `${width}x${height}`);
  expect(sizes).toEqual(['1600x1200', '1125x1200']);
  expect(site.text('feed.xml')).toContain('width="800" height="600"');
});
