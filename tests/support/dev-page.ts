/**
 * What the browser tests of `blog dev` ask of an open page. Nothing here waits for time: a page is
 * asked whether it is still the document that was marked.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { visitAt } from './browser.ts';
import type { DevSite } from './dev.ts';

/** Opens a page of the site as it is built, and marks it. */
export async function openMarked(
  browser: Browser,
  site: DevSite,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<Page> {
  await site.until((last) => last !== null);
  const { page } = await visitAt(browser, site.origin, path, options);
  await mark(page);
  return page;
}

/** Sets a variable in the page, which is gone when the page is loaded again. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

/** True in the document that was marked. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in window);
}

/** Ends when the page is another document than the one that was marked. */
export async function isReloaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !('isMarked' in window));
}

/** What lies over a page, when there are problems. */
export function overlayOf(page: Page): Locator {
  return page.locator('blog-problems').getByRole('dialog', { name: 'Problems' });
}

/** Ends when the page shows text of this colour, as a style sheet may say. */
export async function hasColor(page: Page, color: string): Promise<void> {
  await page.waitForFunction((color) => getComputedStyle(document.body).color === color, color);
}
