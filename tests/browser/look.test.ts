/**
 * The style sheet in a browser: clamped texts, narrow windows, colour schemes and print.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runAxe, shareSite, startBrowser, visit } from '../support/browser.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="tan"/></svg>`;

/** A body with every kind of content that can be wider than a phone. */
const WIDE_BODY = `
Plain words first, and \`inline_code_that_is_long_enough_to_be_wider_than_a_phone_is_itself()\`.

${'Donaudampfschifffahrt'.repeat(8)}

https://example.com/${'a-very-long-address-'.repeat(8)}

| ${'Wide heading | '.repeat(9)}
| ${'--- | '.repeat(9)}
| ${'unbreakablecellcontent | '.repeat(9)}

\`\`\`
${'one long line of code '.repeat(20)}
\`\`\`

\`\`\`diff
-gone
+here
\`\`\`

\`\`\`js
// All inks of code: words, texts, numbers, names.
function add(one = 'two') { return new Set([3, /four/, true, add.five]); }
\`\`\`

<iframe src="/about" title="A film" width="1280" height="720"></iframe>

![A wide picture](/wide.svg)

<p><img src="/wide.svg" alt="The same, with a size of its own" width="3000" height="400"></p>

> ${'Quoted'.repeat(40)}

1. - - - deep

## ${'Heading'.repeat(20)}

1998. A year.

<p style="background: #fff">Old <font color="#222">ink</font> on <b style="color: black">paper</b>.</p>
<p style="background: url(/wide.svg)"><img src="/wide.svg" alt="A chart" style="background: #fff"></p>
<table bgcolor="#ffffcc"><tr><td>An old table.</td></tr></table>

A claim.[^note]

[^note]: https://example.com/${'note-'.repeat(40)}
`;

const site = shareSite({
  'content/site.yaml':
    `${SITE_YAML}email: ann.author.with.a.long.name@a-long-host-name.ann.example\n` +
    'intro: Essays.\nsubstack: https://ann.substack.example\nx: https://x.com/ann_author_long_name\n',
  'content/about.md': WIDE_BODY,
  'content/public/wide.svg': svg(3000, 400),
  'content/essays/wide.md': essay(
    `title: ${'Superlongword'.repeat(8)}\nslug: wide\npublished: 2020-01-01\nimage: /wide.svg\nexcerpt: ${'Unbreakable'.repeat(14)}\ntags: [${'tag'.repeat(30)}, b, c, d, e, f, g]\nseries: Wide`,
    WIDE_BODY,
  ),
  'content/essays/long.md': essay(
    `title: ${'A long title that goes on and on '.repeat(12)}\nslug: long\npublished: 2019-01-01\nseries: Wide\nexcerpt: ${'Many words to say. '.repeat(30)}`,
  ),
  'content/essays/short.md': essay('title: Short\npublished: 2018-01-01\nexcerpt: Few words.'),
});

const PAGES = ['/', '/blog/wide', '/about', '/unknown'];
const PHONE = { viewport: { width: 320, height: 640 } };

async function open(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  return (await visit(browser(), site().root, path, options)).page;
}

/** The number of lines that a part of a card shows, and whether it is clamped. */
const linesOf = (page: Page, slug: string, element: string) =>
  page.locator(`article:has([href="/blog/${slug}"]) ${element}`).evaluate((each) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(each);
    const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    const lines = Math.round((each.clientHeight - padding) / Number.parseFloat(lineHeight));
    return each.scrollHeight > each.clientHeight ? `${lines} …` : String(lines);
  });

test.each([
  ['on a wide window', {}],
  ['on a phone', PHONE],
])('a long title shows two lines, a long excerpt three, %s', async (_, options) => {
  const page = await open('/', options);
  const linesOfCard = async (slug: string) => [
    await linesOf(page, slug, 'h3'),
    await linesOf(page, slug, 'p'),
  ];
  expect(await linesOfCard('long')).toEqual(['2 …', '3 …']);
  expect(await linesOfCard('short')).toEqual(['1', '1']);
  // A title of one long word.
  expect(await linesOf(page, 'wide', 'h3')).toMatch(options === PHONE ? /^2/ : /^[12]/);
});

describe('on a window 320 pixels wide', () => {
  const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

  test.each(PAGES)('%s never scrolls sideways, except for scrollable boxes', async (path) => {
    const page = await open(path, PHONE);
    expect(await scrollWidth(page)).toBe(320);
    const offenders = await page.evaluate(() => {
      const boxes = 'pre, .scroll, .filter:has([hidden])';
      const isScrolled = (element: Element): boolean =>
        element.closest(boxes) !== null && !element.matches(boxes);
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.checkVisibility() && !isScrolled(element))
        .filter((element) => element.getBoundingClientRect().right > 320.5)
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(offenders).toEqual([]);
  });

  test('a year as the number of a list item is not cut off', async () => {
    const page = await open('/blog/wide', PHONE);
    const room = await page.locator('ol[start="1998"]').evaluate((list) => {
      const { fontSize, fontFamily, paddingInlineStart } = getComputedStyle(list);
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      canvas.font = `${fontSize} ${fontFamily}`;
      const width = canvas.measureText('1998. ').width;
      return list.getBoundingClientRect().left + Number.parseFloat(paddingInlineStart) - width;
    });
    expect(room).toBeGreaterThan(0);
  });

  test('the home page does not scroll with every tag shown; buttons are 44 pixels high, hidden tags 32', async () => {
    const page = await open('/', PHONE);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: '#tagtag' }).click();
    expect(await scrollWidth(page)).toBe(320);
    const heights = await page
      .locator('nav a, button')
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(10);
    expect(Math.min(...heights.slice(0, 10))).toBeGreaterThanOrEqual(43.5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(31.5);
  });

  test('pictures keep their proportions', async () => {
    const page = await open('/blog/wide', PHONE);
    const picture = page.getByRole('img', { name: 'A wide picture' });
    await picture.scrollIntoViewIfNeeded();
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 };
    expect(width).toBeLessThanOrEqual(320);
    expect(width / height).toBeCloseTo(3000 / 400, 1);
  });
});

test('on a wide window a line of an essay holds about 65 characters', async () => {
  const page = await open('/blog/long', { viewport: { width: 1440, height: 900 } });
  const characters = await page.locator('article p').evaluate((paragraph) => {
    paragraph.textContent = 'The quick brown fox jumps over the lazy dog, as foxes do. '.repeat(20);
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return paragraph.textContent.length / tops.size;
  });
  expect(characters).toBeGreaterThan(55);
  expect(characters).toBeLessThan(75);
});

/** The colours of the page and of its text. */
const readPaperAndInk = (page: Page) =>
  page.evaluate((): [paper: string, ink: string] => [
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.body).color,
  ]);

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test('text is darker than the page in light colours, and lighter in dark ones', async () => {
    const found = await readPaperAndInk(await open('/blog/short', { colorScheme }));
    const [dark = 1, light = 0] = found.map(lightnessOf).sort((a, b) => a - b);
    expect(lightnessOf(found[0])).toBe(colorScheme === 'light' ? light : dark);
    expect(dark).toBeLessThan(0.2);
    expect(light).toBeGreaterThan(0.8);
  });

  test.each(PAGES)('all text of %s has enough contrast', async (path) => {
    const page = await open(path, { colorScheme, reducedMotion: 'reduce' });
    if (path === '/') await page.getByRole('button', { name: '#b' }).click();
    const { violations, passes } = await runAxe(page, 'color-contrast');
    expect(passes[0]?.nodes.length).toBeGreaterThan(5);
    const faults = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 120)));
    expect(faults).toEqual([]);
  });
});

test('links to tags on cards are targets of at least 24 pixels', async () => {
  const built = await buildSite({
    'content/site.yaml': `${SITE_YAML}tagPages: true\n`,
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01\ntags: [a, b]'),
  });
  const { page } = await visit(browser(), built.root, '/', {
    viewport: { width: 390, height: 800 },
  });
  const sizes = await page.locator('.card .chips a').evaluateAll((links) =>
    links.flatMap((link) => {
      const { width, height } = link.getBoundingClientRect();
      return [width, height];
    }),
  );
  expect(sizes).toHaveLength(4);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test('pictures keep their backgrounds on a dark page', async () => {
  const chart = (await open('/blog/wide', { colorScheme: 'dark' })).getByAltText('A chart');
  const found = await chart.evaluate((each) => [
    getComputedStyle(each).backgroundColor,
    getComputedStyle(each.parentElement ?? each).backgroundImage,
  ]);
  expect(found).toEqual(['rgb(255, 255, 255)', expect.stringContaining('/wide.svg')]);
});

describe('in print', () => {
  const opacities = (page: Page) =>
    page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).opacity));

  test('the home page has its list, opaque, without navigation and buttons', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByText('Skip to content').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Essays', exact: true }).isVisible()).toBe(true);
    // Even before they fade in.
    expect(await opacities(page)).toEqual(['1', '1', '1']);
  });

  test('a filtered list stays filtered', async () => {
    const page = await open();
    await page.getByRole('button', { name: '#b' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await opacities(page)).toEqual(['1']);
  });

  test('an essay has its text alone, dark on white, in any colour scheme', async () => {
    const page = await open('/blog/wide', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    for (const text of ['Enjoyed this', 'Subscribe on Substack', '← Check out more essays', '©']) {
      expect(await page.getByText(text).isVisible()).toBe(false);
    }
    for (const text of ['January 1, 2020', 'https://ann.example/blog/wide']) {
      expect(await page.getByText(text).isVisible()).toBe(true);
    }
    expect(await page.getByText('Plain words first').isVisible()).toBe(true);
    const [paper, ink] = await readPaperAndInk(page);
    expect(paper).toBe('rgb(255, 255, 255)');
    expect(lightnessOf(ink)).toBeLessThan(0.2);
  });
});
/** The mean of the channels of an opaque `rgb()` colour, 0 to 1. */
function lightnessOf(colour: string): number {
  const channels = colour.match(/\d+/g)?.map(Number) ?? [];
  if (channels.length !== 3) throw new Error(`${colour} is not an opaque colour`);
  return channels.reduce((sum, channel) => sum + channel, 0) / (3 * 255);
}
