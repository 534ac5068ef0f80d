/**
 * The first visit to a site, in each theme: the first screen shows essays, and the typefaces, which arrive a little later
 * than the page, are there without anything moving.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { observeShifts, sumShifts } from '../support/layout-shifts.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const WORDS =
  'Most of what a person knows was learned by walking, and is forgotten while sitting down. ';
/** What is set in the theme's own typefaces, by theme; everything else is in one of the system's. */
const OWN = {
  book: ['.site-name', 'h1', '.card h3', '.excerpt', '.prose > p'],
  gallery: ['.site-name', 'h1', '.card h3', '.excerpt'],
  index: ['.site-name', 'h1', '.card h3'],
  letter: ['.site-name', 'h1', '.card h3', '.excerpt', '.prose > p'],
};

/** How long a font takes, in milliseconds, and how much may move meanwhile. */
const DELAYS = [
  [0, 0.005],
  [40, 0.005],
  [150, 0.02],
] as const;

describe.each(Object.entries(OWN))('%s', (theme, own) => {
  const titles = [
    'A title that takes more than a line of the page',
    'Walking',
    'What is forgotten',
  ];
  const site = shareSite({
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\nintro: ${WORDS}\n`,
    ...Object.fromEntries(
      titles.map((title, index) => [
        `content/essays/${index}.md`,
        essay(
          `title: ${title}\nslug: e${index}\npublished: 202${index}-01-01\ntags: [a, b]`,
          `${WORDS.repeat(6)}\n\n`.repeat(8),
        ),
      ]),
    ),
  });

  test.each([
    [1440, 900],
    [390, 844],
  ])('two essays fit on a screen of %i × %i', async (width, height) => {
    const { page } = await visit(browser(), site().root, '/', { viewport: { width, height } });
    await page.evaluate('document.fonts.ready.then(() => null)');
    const bottoms = await page
      .locator('.card')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(2);
  });

  test.each(DELAYS)('the fonts take %i ms', async (delay, most) => {
    for (const path of ['/', '/blog/e0']) {
      const options = { viewport: { width: 1280, height: 800 } };
      const { page } = await visit(browser(), site().root, path, options, async (each) => {
        await each.addInitScript(observeShifts);
        await each.route('**/*.woff2', async (route) => {
          await wait(delay);
          await route.continue();
        });
      });
      await page.evaluate('document.fonts.ready.then(() => null)');
      const found = await listSystemFonts(page, own);
      expect({ path, found }).toEqual({ path, found: [] });
      expect(await sumShifts(page)).toBeLessThanOrEqual(most);
    }
  });
});

/** Lists the elements that show letters in another font than one of the site's. */
async function listSystemFonts(page: Page, selectors: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const found: string[] = [];
  for (const selector of selectors) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    if (nodeId === 0) continue;
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    if (fonts.length === 0) found.push(`${selector}: nothing`);
    for (const { familyName, isCustomFont } of fonts) {
      if (!isCustomFont) found.push(`${selector}: ${familyName}`);
    }
  }
  return found;
}
