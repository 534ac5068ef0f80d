/**
 * The author's own typeface (`font` in site.yaml) in a browser: nothing moves, whether the font is in time or not.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { observeShifts, readShifts } from '../support/layout-shifts.ts';
import { essay, packageRoot, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();
const font = readFileSync(
  join(packageRoot, 'templates/themes/letter/fonts/latin-normal.preload.woff2'),
);
const WORDS =
  'Most of what a person knows was learned by walking, and is forgotten while sitting. ';

const site = shareSite({
  'content/site.yaml': `${SITE_YAML}font: fonts/mine.woff2\n`,
  'content/fonts/mine.woff2': font,
  'content/essays/one.md': essay(
    'title: A title that takes more than one line of the page\npublished: 2020-01-01',
    Array.from({ length: 12 }, () => `${WORDS.repeat(5)}\n`).join('\n'),
  ),
});

const open = (prepare: (page: Page) => Promise<unknown>) =>
  visit(
    browser(),
    site().root,
    '/blog/a-title-that-takes-more-than-one-line-of-the-page',
    {},
    async (page) => {
      await page.addInitScript(observeShifts);
      await prepare(page);
    },
  );

describe('nothing moves', () => {
  test('while the font arrives', async () => {
    const { page } = await open(async () => {});
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    expect(await readShifts(page)).toEqual([]);
  });

  test('if it arrives long after the first paint', async () => {
    const isPainted = () => performance.getEntriesByType('paint').length > 0;
    let wasLate = false;
    const { page } = await open((page) =>
      page.route('**/*mine*', async (route) => {
        await page.waitForFunction(isPainted);
        wasLate = true;
        await route.continue();
      }),
    );
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    expect(wasLate).toBe(true);
    expect(await readShifts(page)).toEqual([]);
  });
});
