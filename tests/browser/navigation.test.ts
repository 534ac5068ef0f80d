/**
 * From page to page: what a reader is about to open is fetched before it is asked for, and pages fade
 * into each other where motion is allowed; all by rules, without a script of ours.
 */
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay } from '../support/site.ts';

const browser = startBrowser();

const site = shareSite({
  'content/public/favicon.ico': '',
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]'),
});

/** Ends with the path of the first page that is fetched before it is asked for. */
function prefetched(): Promise<string> {
  return new Promise((resolve) => {
    const note = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      const purpose = String(request.headers['sec-purpose'] ?? '');
      if (purpose.startsWith('prefetch')) resolve(request.url ?? '');
    };
    channel('http.server.request.start').subscribe(note);
    onTestFinished(() => void channel('http.server.request.start').unsubscribe(note));
  });
}

test('a page is fetched when its link is pointed at', async () => {
  const { page, complaints } = await visit(browser(), site().root);
  const fetched = prefetched();
  await page.getByRole('link', { name: 'One' }).hover();
  expect(await fetched).toBe('/blog/one');
  expect(complaints).toEqual([]);
});

test('the home page is not fetched for each tag that is pointed at', async () => {
  const { page } = await visit(browser(), site().root, '/blog/one');
  const fetched = prefetched();
  await page.getByRole('link', { name: 'ai' }).hover();
  // A press fetches at once, where a rule says so; let go elsewhere, it opens nothing.
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await page.getByRole('link', { name: 'About' }).hover();
  expect(await fetched).toBe('/about');
});

/** True when the page that is shown next fades in. */
async function fades(page: Page): Promise<boolean> {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      document.documentElement.dataset.fades = String(viewTransition !== null);
    });
  });
  // A page that was never painted has nothing to fade from.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.waitForFunction(() => document.documentElement.dataset.fades !== undefined);
  return page.evaluate(() => document.documentElement.dataset.fades === 'true');
}

test('pages fade into each other', async () => {
  const { page } = await visit(browser(), site().root, '/', { reducedMotion: 'no-preference' });
  expect(await fades(page)).toBe(true);
});

test('but not for a reader who wants less motion', async () => {
  const { page } = await visit(browser(), site().root, '/', { reducedMotion: 'reduce' });
  expect(await fades(page)).toBe(false);
});
