/**
 * What the style sheet does for the reader: clamps, narrow windows, colour schemes and paper.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="tan"/></svg>`;

/** Everything that is wider than a phone. */
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

<iframe src="/about" title="A film" width="1280" height="720"></iframe>

![A wide picture](/wide.svg)

<p><img src="/wide.svg" alt="The same, with a size of its own" width="3000" height="400"></p>

> ${'Quoted'.repeat(40)}

1. - - - deep

## ${'Heading'.repeat(20)}

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
    `title: ${'Superlongword'.repeat(8)}\nslug: wide\npublished: 2020-01-01\nimage: /wide.svg\nexcerpt: ${'Unbreakable'.repeat(14)}\ntags: [${'tag'.repeat(30)}, b, c, d, e, f, g]`,
    WIDE_BODY,
  ),
  'content/essays/long.md': essay(
    `title: ${'A long title that goes on and on '.repeat(12)}\nslug: long\npublished: 2019-01-01\nexcerpt: ${'Many words to say. '.repeat(30)}`,
  ),
  'content/essays/short.md': essay('title: Short\npublished: 2018-01-01\nexcerpt: Few words.'),
});

const PAGES = ['/', '/blog/wide', '/about', '/unknown'];

describe('clamps', () => {
  /** How many lines of text an element shows. */
  const linesOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
      const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
      return Math.round((element.clientHeight - padding) / Number.parseFloat(lineHeight));
    });
  const clampOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).webkitLineClamp);

  test.each([
    ['title', 'h3', 2],
    ['excerpt', 'p', 3],
  ])('a long %s shows its first lines and no more', async (_, element, lines) => {
    const { page } = await visit(browser(), site().root);
    const selector = `article:has([href="/blog/long"]) ${element}`;
    expect(await clampOf(page, selector)).toBe(String(lines));
    expect(await linesOf(page, selector)).toBe(lines);
    const isCut = await page.locator(selector).evaluate((e) => e.scrollHeight > e.clientHeight);
    expect(isCut).toBe(true);
  });

  test.each(['h3', 'p'])('a short %s takes one line', async (element) => {
    const { page } = await visit(browser(), site().root);
    expect(await linesOf(page, `article:has([href="/blog/short"]) ${element}`)).toBe(1);
  });

  test('they hold on a phone, where a title of one endless word is cut too', async () => {
    const { page } = await visit(browser(), site().root, '/', {
      viewport: { width: 320, height: 640 },
    });
    expect(await linesOf(page, 'article:has([href="/blog/long"]) h3')).toBe(2);
    expect(await linesOf(page, 'article:has([href="/blog/long"]) p')).toBe(3);
    expect(await linesOf(page, 'article:has([href="/blog/wide"]) h3')).toBe(2);
  });
});

describe('on a window 320 pixels wide', () => {
  const viewport = { width: 320, height: 640 };

  test.each(PAGES)('%s never scrolls sideways', async (path) => {
    const { page } = await visit(browser(), site().root, path, { viewport });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(320);
  });

  test.each(PAGES)(
    '%s has nothing that sticks out, but for what scrolls in its own box',
    async (path) => {
      const { page } = await visit(browser(), site().root, path, { viewport });
      const offenders = await page.evaluate(() => {
        const isScrolled = (element: Element): boolean =>
          element.closest('pre, .scroll') !== null && !element.matches('pre, .scroll');
        return [...document.querySelectorAll('body *')]
          .filter((element) => element.checkVisibility() && !isScrolled(element))
          .filter((element) => element.getBoundingClientRect().right > 320.5)
          .map((element) => element.outerHTML.slice(0, 80));
      });
      expect(offenders).toEqual([]);
    },
  );

  test('the home page does not after every tag is shown', async () => {
    const { page } = await visit(browser(), site().root, '/', { viewport });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: '#tagtag' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('pictures keep their proportions', async () => {
    const { page } = await visit(browser(), site().root, '/blog/wide', { viewport });
    const picture = page.getByRole('img', { name: 'A wide picture' });
    await picture.scrollIntoViewIfNeeded();
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 };
    expect(width).toBeLessThanOrEqual(320);
    expect(width / height).toBeCloseTo(3000 / 400, 1);
  });

  test('buttons and links of the navigation are at least 44 pixels high', async () => {
    const { page } = await visit(browser(), site().root, '/', { viewport });
    const heights = await page
      .locator('nav a, button:not([hidden])')
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(8);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(43.5);
  });
});

describe('on a wide window', () => {
  test('a line of an essay holds about 65 characters', async () => {
    const { page } = await visit(browser(), site().root, '/blog/long', {
      viewport: { width: 1440, height: 900 },
    });
    const characters = await page.locator('article p').evaluate((paragraph) => {
      paragraph.textContent = 'The quick brown fox jumps over the lazy dog, as foxes do. '.repeat(
        20,
      );
      const lines = paragraph.getClientRects()[0];
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const count = Math.max(tops.size, 1);
      return lines === undefined ? 0 : paragraph.textContent.length / count;
    });
    expect(characters).toBeGreaterThan(55);
    expect(characters).toBeLessThan(75);
  });
});

describe('colours', () => {
  const schemes = ['light', 'dark'] as const;

  test('light and dark differ: dark text on a light page, light text on a dark one', async () => {
    const brightness = await Promise.all(
      schemes.map(async (colorScheme) => {
        const { page } = await visit(browser(), site().root, '/blog/short', { colorScheme });
        const [paper, ink] = await page.evaluate(() => [
          getComputedStyle(document.documentElement).backgroundColor,
          getComputedStyle(document.body).color,
        ]);
        return [luminance(paper ?? ''), luminance(ink ?? '')] as const;
      }),
    );
    const [light, dark] = brightness;
    expect(light?.[0]).toBeGreaterThan(0.8);
    expect(light?.[1]).toBeLessThan(0.1);
    expect(dark?.[0]).toBeLessThan(0.1);
    expect(dark?.[1]).toBeGreaterThan(0.6);
  });

  test.each(schemes.flatMap((colorScheme) => PAGES.map((path) => [colorScheme, path] as const)))(
    'in %s, all text of %s has a contrast of 4.5 or more',
    async (colorScheme, path) => {
      const options = { colorScheme, reducedMotion: 'reduce' } as const;
      const { page } = await visit(browser(), site().root, path, options);
      const texts = await readTextColours(page);
      expect(texts.length).toBeGreaterThan(5);
      const weak = texts.filter(({ ink, paper }) => contrast(ink, paper) < 4.5);
      expect(weak).toEqual([]);
    },
  );

  test('a pressed button has a contrast of 4.5 or more', async () => {
    for (const colorScheme of schemes) {
      const { page } = await visit(browser(), site().root, '/', { colorScheme });
      await page.getByRole('button', { name: '#b' }).click();
      const colours = await page.getByRole('button', { pressed: true }).evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        return [color, backgroundColor] as const;
      });
      expect(contrast(...colours)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('on paper', () => {
  test('the home page prints its list without navigation and buttons', async () => {
    const { page } = await visit(browser(), site().root);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByText('Skip to content').isVisible()).toBe(false);
    expect(await page.getByRole('article').count()).toBe(3);
    expect(await page.getByRole('heading', { name: 'Essays', exact: true }).isVisible()).toBe(true);
  });

  test('every card of the list is printed opaque, even before its fade', async () => {
    const { page } = await visit(browser(), site().root);
    await page.emulateMedia({ media: 'print' });
    const opacities = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).opacity));
    expect(opacities).toEqual(['1', '1', '1']);
  });

  test('a filtered list is printed as it is shown', async () => {
    const { page } = await visit(browser(), site().root);
    await page.getByRole('button', { name: '#b' }).click();
    await page.emulateMedia({ media: 'print' });
    const cards = page.getByRole('article');
    expect(await cards.count()).toBe(1);
    expect(await cards.evaluate((card) => getComputedStyle(card).opacity)).toBe('1');
  });

  test('an essay prints its text without navigation, call to action and links back', async () => {
    const { page } = await visit(browser(), site().root, '/blog/wide');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    for (const text of [
      'Enjoyed this essay?',
      'Subscribe on Substack',
      '← Check out more essays',
    ]) {
      expect(await page.getByText(text).isVisible()).toBe(false);
    }
    expect(await page.getByText('Plain words first').isVisible()).toBe(true);
  });

  test('it prints dark on white, whatever the scheme of the screen', async () => {
    const { page } = await visit(browser(), site().root, '/blog/wide', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const [paper, ink] = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.body).color,
    ]);
    expect(paper).toBe('rgb(255, 255, 255)');
    expect(luminance(ink ?? '')).toBeLessThan(0.1);
  });
});

/** Every piece of text that is shown, with its colour and that of what lies behind it. */
function readTextColours(page: Page): Promise<{ text: string; ink: string; paper: string }[]> {
  return page.evaluate(() => {
    const paperOf = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === 'transparent';
      return isClear ? paperOf(element.parentElement) : backgroundColor;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: { text: string; ink: string; paper: string }[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim().slice(0, 30) ?? '';
      const element = walker.currentNode.parentElement;
      if (text === '' || element === null || !element.checkVisibility()) continue;
      found.push({ text, ink: getComputedStyle(element).color, paper: paperOf(element) });
    }
    return found;
  });
}

/** The contrast of two colours as WCAG defines it, 1 to 21. */
function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** The relative luminance of an opaque `rgb()` colour as WCAG defines it, 0 to 1. */
function luminance(colour: string): number {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  if (channels === undefined) throw new Error(`${colour} is not an opaque colour`);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
