/**
 * What the browser tests of `blog dev` ask of an open page. Nothing here waits for time: a page is
 * asked whether it is still the document that was marked.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { PATIENCE_MS } from './browser.ts';
import { type DevSite, startDevSite } from './dev.ts';
import type { Files } from './site.ts';

type Marked<Paths extends readonly string[]> = [
  DevSite,
  ...{ -readonly [Index in keyof Paths]: Page },
];

/** Starts a session over a new site of the given files, built; opens pages of it, and marks each of them. */
export async function startMarked<const Paths extends readonly string[]>(
  browser: Browser,
  files: Files,
  ...paths: Paths
): Promise<Marked<Paths>> {
  const site = await startDevSite(files);
  return [site, ...(await openMarked(browser, site, ...paths))];
}

/** The same in a session that tests share. */
export function shareMarked(browser: () => Browser, session: (files: Files) => Promise<DevSite>) {
  return async <const Paths extends readonly string[]>(
    files: Files,
    ...paths: Paths
  ): Promise<Marked<Paths>> => {
    const site = await session(files);
    return [site, ...(await openMarked(browser(), site, ...paths))];
  };
}

/** Opens pages of the site as it is built, side by side, and marks each of them. */
export async function openMarked<const Paths extends readonly string[]>(
  browser: Browser,
  site: DevSite,
  ...paths: Paths
): Promise<{ -readonly [Index in keyof Paths]: Page }> {
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
  return (await Promise.all(pages)) as { -readonly [Index in keyof Paths]: Page };
}

/** Sets a variable in the page, which is gone when the page is loaded again. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

/** True in the document that was marked. For pages that stay: one that is being loaded cannot be asked. */
export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in window);
}

/**
 * Ends when the page is another document than the one that was marked, however often it is loaded: a
 * file that is looked at while it is written gives two builds.
 */
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
