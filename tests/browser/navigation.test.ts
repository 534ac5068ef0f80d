/**
 * Navigation in a browser: pages are prefetched when a link is hovered, and fade into each other unless the
 * reader prefers reduced motion; by speculation rules and CSS, without a script.
 */
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS, shareSite, startBrowser, type Visit, visit } from '../support/browser.ts';
import { essay } from '../support/site.ts';

const browser = startBrowser();

const site = shareSite({
  'content/public/favicon.ico': '',
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]'),
});

/** Resolves with the path of the first prefetched page. */
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

test('a page is prefetched when its link is hovered, and the home page not for each tag', async () => {
  const { page, complaints } = await visit(browser(), site().root, '/blog/one');
  const fetched = prefetched();
  await page.getByRole('link', { name: 'ai' }).hover();
  // A press prefetches at once, if a rule says so; released elsewhere, it opens nothing.
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
  expect(await fetched).toBe('/about');
  expect(complaints).toEqual([]);
});

/** True when the about page fades in, opened from the home page. */
async function fades({ page, origin }: Visit): Promise<boolean> {
  await page.goto(`${origin}/`);
  // A page that was never painted cannot fade.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.waitForFunction(() => document.documentElement.dataset.fades !== undefined);
  return page.evaluate(() => document.documentElement.dataset.fades === 'true');
}

/** Opens the site, and records on each page from then on whether it fades in. */
async function visitAndWatch(reducedMotion: 'no-preference' | 'reduce'): Promise<Visit> {
  const visited = await visit(browser(), site().root, '/', { reducedMotion });
  await visited.page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      document.documentElement.dataset.fades = String(viewTransition !== null);
    });
  });
  return visited;
}

test('pages fade into each other', async () => {
  const visited = await visitAndWatch('no-preference');
  // A busy browser skips a fade.
  await expect.poll(() => fades(visited), { timeout: PATIENCE_MS }).toBe(true);
});

test('pages do not fade for readers who prefer reduced motion', async () => {
  const visited = await visitAndWatch('reduce');
  for (let times = 0; times < 3; times++) expect(await fades(visited)).toBe(false);
});
