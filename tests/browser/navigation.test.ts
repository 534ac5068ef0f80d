/**
 * From page to page: what a reader is about to open is fetched before it is asked for, and pages fade
 * into each other where motion is allowed; all by rules, without a script of ours.
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
  await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
  expect(await fetched).toBe('/about');
});

/** True when the about page fades in, opened from the home page. */
async function fades({ page, origin }: Visit): Promise<boolean> {
  await page.goto(`${origin}/`);
  // A page that was never painted has nothing to fade from.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.waitForFunction(() => document.documentElement.dataset.fades !== undefined);
  return page.evaluate(() => document.documentElement.dataset.fades === 'true');
}

/** Opens the site, and marks each page that is shown from then on with whether it fades in. */
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
  // A browser that is short of time leaves a fade out.
  await expect.poll(() => fades(visited), { timeout: PATIENCE_MS }).toBe(true);
});

test('but not for a reader who wants less motion', async () => {
  const visited = await visitAndWatch('reduce');
  for (let times = 0; times < 3; times++) expect(await fades(visited)).toBe(false);
});
