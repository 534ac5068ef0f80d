/**
 * `blog dev` in a browser: every open page is up to date, and is reloaded only if it has changed.
 */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS, startBrowser, visitAt } from '../support/browser.ts';
import { shareSession, startDevIn } from '../support/dev.ts';
import { hasColor, isMarked, isReloaded, listOf, openerOf } from '../support/dev-page.ts';
import { essay, makeSite, SITE_YAML, writeFiles } from '../support/site.ts';

const browser = startBrowser();
const session = shareSession();
const open = openerOf(browser, session);
/** The same in a session of its own, for tests that end it or begin with errors. */
const openAlone = openerOf(browser);

/** A text that is much taller than a screen, and ends in `last`. */
const longText = (last: string) => `${'Some words.\n\n'.repeat(200)}## Part\n\n${last}\n`;

const FILES = {
  'content/public/favicon.ico': '',
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01', longText('First')),
  'content/essays/two.md': essay('title: Two\npublished: 2019-01-01'),
};

const edited = (last: string) => ({
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01', longText(last)),
});

const styled = (color: string) => ({ 'templates/style.css': `body { color: ${color} }` });
const STYLED = { ...FILES, ...styled('rgb(1, 2, 3)') };

test('until the first build is done every address shows "Loading...", and then its page and part', async () => {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...FILES });
  // The build waits for a file `go`.
  const template = `const { existsSync } = require('node:fs');
const cell = new Int32Array(new SharedArrayBuffer(4));
while (!existsSync(${JSON.stringify(join(root, 'go'))})) Atomics.wait(cell, 0, 0, 10);
export const SiteHeader = () => <header />;
`;
  writeFiles(root, { 'templates/SiteHeader.tsx': template });
  const site = await startDevIn(root);
  const paths = ['/', '/blog/one#part', '/no/such/page'];
  const visits = await Promise.all(paths.map((path) => visitAt(browser(), site.origin, path)));
  for (const { page } of visits) expect(await page.locator('body').innerText()).toBe('Loading...');
  const [home, one, missing] = visits.map(({ page }) => page);
  expect(await home?.title()).toBe('Loading...');
  writeFiles(root, { go: '' });
  await home?.getByRole('link', { name: 'Two' }).waitFor();
  await one?.getByRole('heading', { name: 'Part' }).waitFor();
  await expect.poll(() => one?.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await missing?.getByText('Post not found.').waitFor();
});

test.each([
  ['of today', '2026-11-21'],
  ['that is published', '2020-01-01'],
])('a tab follows an essay %s to its new address', async (_, day) => {
  const path = 'content/essays/one.md';
  const titled = (title: string) => essay(`title: ${title}\npublished: ${day}`, longText('First'));
  const files = { ...FILES, [path]: titled('One') };
  const [site, one] = await openAlone(files, '/blog/one');
  site.write({ [path]: titled('New') });
  await one.waitForURL('**/blog/new');
  await one.getByRole('heading', { name: 'New' }).waitFor();
  site.write({ [path]: titled('Newer') });
  await one.waitForURL('**/blog/newer');
});

describe('a saved essay', () => {
  test('reloads only its own page if only its text has changed, at the same scroll position', async () => {
    const paths = ['/blog/one', '/', '/blog/two', '/no/such/page'] as const;
    const [site, one, ...others] = await open(STYLED, ...paths);
    await one.evaluate(() => scrollTo(0, 1234));
    site.write(edited('Other'));
    await isReloaded(one);
    await one.getByText('Other').waitFor({ state: 'attached' });
    await expect.poll(() => one.evaluate(() => scrollY)).toBe(1234);
    // A later event reaches all of them, in the same documents as before.
    site.write(styled('rgb(4, 5, 6)'));
    for (const page of others) {
      await hasColor(page, 'rgb(4, 5, 6)');
      expect(await isMarked(page)).toBe(true);
    }
  });

  test('leaves the browser’s own scroll restoration intact', async () => {
    const [site, page] = await open(FILES, '/blog/one');
    site.write(edited('Other'));
    await isReloaded(page);
    await page.evaluate(() => scrollTo(0, 1234));
    await page.goto(`${site.origin}/blog/two`);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1234);
  });

  test('with the same result as before reloads nothing', async () => {
    const [site, page] = await open(STYLED, '/blog/one');
    const before = site.builds.length;
    site.write({ 'content/essays/one.md': `${edited('First')['content/essays/one.md']}\n\n` });
    await site.until(() => site.builds.length > before);
    site.write(styled('rgb(4, 5, 6)'));
    await hasColor(page, 'rgb(4, 5, 6)');
    expect(await isMarked(page)).toBe(true);
  });
});

describe('an essay', () => {
  test('that is new appears on the home page and at its own address, until it is deleted', async () => {
    const [site, home, three] = await open(FILES, '/', '/blog/three');
    const errors: string[] = [];
    home.on('pageerror', ({ message }) => errors.push(message));
    await three.getByText('Post not found.').waitFor();
    site.write({ 'content/essays/three.md': essay('title: Three\npublished: 2021-01-01') });
    await home.getByRole('link', { name: 'Three' }).waitFor();
    await three.getByRole('heading', { name: 'Three' }).waitFor();
    site.write({ 'content/essays/three.md': null });
    await three.getByText('Post not found.').waitFor();
    await home.getByRole('link', { name: 'Three' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

test('a picture that is replaced reloads the pages', async () => {
  const picture = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"><path fill="${color}" d="M0 0H9V6H0"/></svg>`;
  const files = {
    ...STYLED,
    'content/public/loom.svg': picture('red'),
    'content/essays/three.md': essay('title: Three\npublished: 2021-01-01', '![A loom](/loom.svg)'),
  };
  const [site, page] = await open(files, '/blog/three');
  site.write({ 'content/public/loom.svg': picture('blue') });
  await page.waitForFunction(() => {
    const image = document.querySelector('img');
    const canvas = document.createElement('canvas').getContext('2d');
    if (!image?.complete || canvas === null) return false;
    canvas.drawImage(image, 0, 0);
    return String(canvas.getImageData(4, 3, 1, 1).data) === '0,0,255,255';
  });
  await isReloaded(page);
});

describe('a style sheet', () => {
  test('is swapped without a reload, repeatedly', async () => {
    const [site, page] = await open(STYLED, '/blog/one');
    await page.evaluate(() => scrollTo(0, 1234));
    for (const color of ['rgb(10, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)']) {
      site.write(styled(color));
      await hasColor(page, color);
    }
    await page.waitForFunction(() => document.styleSheets.length === 1);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await isMarked(page)).toBe(true);
  });

  test('that fails to load is requested again with its page', async () => {
    const [site, page] = await open(STYLED, '/blog/one');
    await page.route('**/assets/*.css', (route) => route.abort(), { times: 1 });
    site.write(styled('rgb(4, 5, 6)'));
    await isReloaded(page);
    await hasColor(page, 'rgb(4, 5, 6)');
  });

  test('that disappears before it is loaded leaves nothing behind when the next one loads', async () => {
    const [site, page] = await open(STYLED, '/');
    const sheets = page.locator('link[rel="stylesheet"]');
    const count = await sheets.count();
    const lost = page.waitForEvent('requestfailed');
    await page.route('**/assets/*.css', (route) => route.abort(), { times: 1 });
    site.write(styled('rgb(4, 5, 6)'));
    await lost;
    site.write({ 'templates/style.css': 'main { color: rgb(7, 8, 9) }' });
    await page.waitForFunction(() => {
      const main = document.querySelector('main');
      return main !== null && getComputedStyle(main).color === 'rgb(7, 8, 9)';
    });
    await hasColor(page, 'rgb(0, 0, 0)');
    expect(await sheets.count()).toBe(count);
  });
});

describe('a page is up to date', () => {
  test('in a browser without storage', async () => {
    const site = await session(FILES);
    const { page } = await visitAt(browser(), site.origin, '/blog/one', {}, (each) =>
      each.addInitScript(() => {
        for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
          Storage.prototype[name] = () => {
            throw new DOMException('Nothing is kept', 'SecurityError');
          };
        }
      }),
    );
    site.write(edited('Other'));
    await page.getByText('Other').waitFor();
  });

  test('after a reload without a result', async () => {
    const [site, page] = await open(FILES, '/blog/one');
    const stopped = page.waitForResponse((response) => response.status() === 204);
    await page.route('**/blog/one', (route) => route.fulfill({ status: 204 }), { times: 1 });
    site.write(edited('Lost'));
    await stopped;
    site.write(edited('Other'));
    await page.getByText('Other').waitFor();
  });
});

describe('event streams', () => {
  test('reload the pages, or style sheets, that have changed before a server was restarted', async () => {
    const [first, one, two] = await openAlone(STYLED, '/blog/one', '/blog/two');
    await first.close();
    first.write({ ...edited('Other'), ...styled('rgb(4, 5, 6)') });
    await startDevIn(first.root, { port: first.port });
    await one.getByText('Other').waitFor();
    await hasColor(two, 'rgb(4, 5, 6)');
    expect(await isMarked(two)).toBe(true);
  });

  test('of closed pages are dropped', async () => {
    const [site, page] = await open(FILES, '/', '/blog/one');
    const count = () => site.session.streams.outputs.length;
    await expect.poll(count).toBe(2);
    await page.close();
    await expect.poll(count).toBe(1);
  });
});

test('with more tabs than a browser has connections, each is up to date when it becomes visible', async () => {
  const site = await session(FILES);
  const context = await browser().newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  // In a headless browser every tab counts as visible; these simulate background tabs.
  await context.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  });
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(`${site.origin}/blog/one`)));
  site.write(edited('Other'));
  await site.until(() => site.read('blog/one.html')?.includes('Other') === true);
  for (const tab of tabs) {
    await tab.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false });
      dispatchEvent(new Event('visibilitychange'));
    });
    await tab.getByText('Other').waitFor();
  }
});

test('a site under a base path is reloaded like any other, and shows its problems', async () => {
  const yaml = 'name: Ann Author\nurl: https://me.github.io/blog\nsocialImages: false\n';
  const files = { ...FILES, ...styled('red'), 'content/site.yaml': yaml };
  const [site, page] = await open(files, '/blog/blog/one');
  site.write(styled('rgb(4, 5, 6)'));
  await hasColor(page, 'rgb(4, 5, 6)');
  expect(await isMarked(page)).toBe(true);
  site.write(edited('Other'));
  await page.getByText('Other').waitFor();
  site.write({ 'content/site.yaml': 'name: [\n' });
  await listOf(page).getByText('content/site.yaml:').first().waitFor();
  expect(await page.getByText('Other').count()).toBe(1);
  await page.goto(site.origin);
  expect(page.url()).toBe(`${site.origin}/blog/`);
  site.write({ 'content/site.yaml': SITE_YAML });
  await page.getByText('Post not found.').waitFor();
});
