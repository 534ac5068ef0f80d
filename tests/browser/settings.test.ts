/** The look that site.yaml states, as a browser shows it. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, type Files, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

function siteWith(settings: string): Files {
  return {
    'content/site.yaml': SITE_YAML + settings,
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01', '[A link](https://b.example).'),
  };
}
const COLOURS =
  '{ paper: "#fffff0", ink: "#101010", accent: navy, dark: { paper: "#000010", accent: pink } }';
const coloured = shareSite(siteWith(`colors: ${COLOURS}\n`));
const dark = shareSite(siteWith(`colorScheme: dark\ncolors: ${COLOURS}\n`));
const light = shareSite(siteWith('colorScheme: light\n'));

/** The colours of the page and of its links, and the scheme of its controls. */
function readColours(page: Page) {
  return page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    const link = document.querySelector('.prose a') as Element;
    const accent = getComputedStyle(link).textDecorationColor;
    return [root.backgroundColor, root.color, accent, root.colorScheme];
  });
}

async function open(root: string, options: BrowserContextOptions): Promise<Page> {
  return (await visit(browser(), root, '/blog/a', options)).page;
}

const [NAVY, PINK] = ['rgb(0, 0, 128)', 'rgb(255, 192, 203)'];
describe('colours of site.yaml', () => {
  test.each([
    ['in the light', 'light', ['rgb(255, 255, 240)', 'rgb(16, 16, 16)', NAVY, 'light dark']],
    // The ink is the theme's, because only that of the light scheme is stated.
    ['in the dark', 'dark', ['rgb(0, 0, 16)', 'rgb(230, 225, 214)', PINK, 'light dark']],
  ] as const)('are shown %s', async (_, colorScheme, expected) => {
    expect(await readColours(await open(coloured().root, { colorScheme }))).toEqual(expected);
  });

  test.each(['light', 'dark'] as const)(
    'give way to black and white if the reader asks for more contrast: %s',
    async (colorScheme) => {
      const page = await open(coloured().root, { colorScheme, contrast: 'more' });
      const [paper, ink] = await readColours(page);
      const [white, black] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
      expect([paper, ink]).toEqual(colorScheme === 'light' ? [white, black] : [black, white]);
    },
  );

  test.each([coloured, dark])('give way to black on white on paper', async (site) => {
    const page = await open(site().root, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    const [paper, ink] = await readColours(page);
    expect([paper, ink]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });
});

describe('a single scheme', () => {
  test.each(['light', 'dark'] as const)(
    'that is dark holds for readers who prefer %s',
    async (own) => {
      const page = await open(dark().root, { colorScheme: own });
      expect(await readColours(page)).toEqual(['rgb(0, 0, 16)', 'rgb(16, 16, 16)', PINK, 'dark']);
    },
  );

  test.each(['light', 'dark'] as const)(
    'that is light holds for readers who prefer %s',
    async (own) => {
      const page = await open(light().root, { colorScheme: own });
      const [paper, ink, , scheme] = await readColours(page);
      expect([paper, ink, scheme]).toEqual(['rgb(250, 248, 243)', 'rgb(33, 31, 28)', 'light']);
    },
  );

  test('is that of the browser’s own UI', () => {
    const readMetas = (site: typeof dark) => {
      const page = site().page('index.html');
      const colours = page('meta[name="theme-color"]').get();
      return [
        page('meta[name="color-scheme"]').attr('content'),
        ...colours.map((each) => each.attribs.content),
      ];
    };
    expect(readMetas(dark)).toEqual(['dark', '#000010', '#000010']);
    expect(readMetas(light)).toEqual(['light', '#faf8f3', '#faf8f3']);
    expect(readMetas(coloured)).toEqual(['light dark', '#fffff0', '#000010']);
  });
});
