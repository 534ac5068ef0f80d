/**
 * Helpers for the browser tests of `blog dev`. They mark an open page and detect a reload by the loss of the mark,
 * without timeouts.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { PATIENCE_MS } from './browser.ts';
import { type DevSite, startDevSite } from './dev.ts';
import type { Files } from './site.ts';

type Pages<Paths extends readonly string[]> = { -readonly [Index in keyof Paths]: Page };

/**
 * Returns a function that gets a session over a site of the given files, by default a new one; opens pages of the
 * built site, and marks each of them.
 */
export function openerOf(browser: () => Browser, session: typeof startDevSite = startDevSite) {
  return async <const Paths extends readonly string[]>(
    files: Files,
    ...paths: Paths
  ): Promise<[DevSite, ...Pages<Paths>]> => {
    const site = await session(files);
    return [site, ...(await openMarked(browser(), site, ...paths))];
  };
}

/** Opens pages of the built site in parallel, and marks each of them. */
export async function openMarked<const Paths extends readonly string[]>(
  browser: Browser,
  site: DevSite,
  ...paths: Paths
): Promise<Pages<Paths>> {
  await site.until((last) => last !== null);
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const pages = paths.map(async (path) => {
    const page = await context.newPage();
    await page.goto(site.origin + path);
    await mark(page);
    return page;
  });
  return (await Promise.all(pages)) as Pages<Paths>;
}

/** Sets a variable in the page, which a reload removes. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

/** True if the page is still the marked document. Fails while a page is loading. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in window);
}

/**
 * Waits until the page is no longer the marked document. It may be reloaded more than once: a file that is
 * read while it is written causes two builds.
 */
export async function isReloaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !('isMarked' in window));
}

/** The overlay of problems over a page. */
export function overlayOf(page: Page): Locator {
  return page.locator('blog-problems').getByRole('dialog', { name: 'Problems' });
}

/** The list of problems in the overlay. */
export function listOf(page: Page): Locator {
  return page.locator('blog-problems iframe').contentFrame().locator('main');
}

/** Waits until the page has text of this colour. */
export async function hasColor(page: Page, color: string): Promise<void> {
  await page.waitForFunction((color) => getComputedStyle(document.body).color === color, color);
}
