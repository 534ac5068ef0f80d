/**
 * `blog dev` in a browser when there are problems: the last good page stays, with an overlay of the problems,
 * which disappears by itself when they are fixed.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startBrowser, visitAt } from '../support/browser.ts';
import { shareSession, startDevIn } from '../support/dev.ts';
import { isMarked, listOf, mark, openerOf, openMarked, overlayOf } from '../support/dev-page.ts';
import { buildSite, essay } from '../support/site.ts';

const browser = startBrowser();
const session = shareSession();
const open = openerOf(browser, session);
/** The same in a session of its own, for tests that end it or begin with errors. */
const openAlone = openerOf(browser);

const ONE = 'content/essays/one.md';
const LONG_TEXT = `${'Some words.\n\n'.repeat(200)}## Part\n\nLast.\n`;
const GOOD = { [ONE]: essay('title: One\npublished: 2020-01-01', LONG_TEXT) };
const BAD_DATE = { [ONE]: essay('title: One\npublished: 2020-02-30', LONG_TEXT) };
const OTHER_BAD_DATE = { [ONE]: essay('title: One\npublished: 2020-13-01', LONG_TEXT) };

const FILES = {
  ...GOOD,
  'content/public/favicon.ico': '',
  'content/essays/two.md': essay('title: Two\npublished: 2019-01-01'),
};

const header = (body: string) => ({
  'templates/SiteHeader.tsx': `export function SiteHeader() {\n  ${body}\n}\n`,
});
const layout = (head: string) => ({
  'templates/Layout.tsx': `import { usePage } from './hooks.ts';
import { SiteHeader } from './SiteHeader.tsx';
export const Layout = ({ children }: any) => (
  <html lang="en">
    <head>${head}<title>{usePage().head.title}</title></head>
    <body><SiteHeader />{children}</body>
  </html>
);
`,
});
const GOOD_HEADER = header('return <header>Mine</header>;');
const THROWS = header("throw new RangeError('No such word');");
const THROWN_TITLE = 'Unexpected Application Error!';

/** The browser's own console message for a page with status 500. */
const STATUS_NOTE = /^Failed to load resource: the server responded with a status of 5\d\d /;

describe('a problem in the content', () => {
  test('is shown over every page, with its place, its line and a hint, until it is fixed', async () => {
    const [site, page, ...others] = await open(FILES, '/blog/one', '/', '/no/such/page');
    site.write(BAD_DATE);
    const overlay = overlayOf(page);
    await overlay.waitFor();
    const list = listOf(page);
    expect(await list.getByRole('heading', { level: 1 }).textContent()).toBe(
      'One error keeps the site from being built',
    );
    expect(await list.locator('.place').textContent()).toBe(`${ONE}:3:12 date-impossible`);
    expect(await list.locator('pre').textContent()).toBe('3published: 2020-02-30\n           ^');
    expect(await list.locator('.hint').textContent()).not.toBe('');
    expect(await page.getByText('Last.').count()).toBe(1);
    for (const other of others) await overlayOf(other).waitFor();
    const [later] = await openMarked(browser(), site, '/blog/two');
    await overlayOf(later).waitFor();
    site.write(GOOD);
    for (const each of [page, ...others, later]) {
      await overlayOf(each).waitFor({ state: 'detached' });
      expect(await isMarked(each)).toBe(true);
    }
  });

  test('that is fixed while the server is stopped disappears when it is started again', async () => {
    const [site, page] = await openAlone(FILES, '/blog/one');
    site.write(BAD_DATE);
    await overlayOf(page).waitFor();
    await site.close();
    site.write(GOOD);
    await startDevIn(site.root, { port: site.port });
    await overlayOf(page).waitFor({ state: 'detached' });
    expect(await isMarked(page)).toBe(true);
  });

  test('that the first build finds replaces the pages until it is fixed', async () => {
    const files = { ...FILES, ...BAD_DATE };
    const [site, page] = await openAlone(files, '/blog/one#part');
    await page.getByText(`${ONE}:3:12`).waitFor();
    expect(await page.title()).toBe('One error keeps the site from being built');
    site.write(GOOD);
    await page.getByRole('heading', { name: 'Part' }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  });
});

describe('the overlay', () => {
  test('closes with Escape or its button, and comes back with the next new problem', async () => {
    const [site, page] = await open(FILES, '/blog/one');
    const overlay = overlayOf(page);
    site.write(BAD_DATE);
    await overlay.waitFor();
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'hidden' });
    site.write(OTHER_BAD_DATE);
    await listOf(page).getByText('published: 2020-13-01').waitFor();
    await overlay.getByRole('button', { name: 'Close' }).click();
    await overlay.waitFor({ state: 'hidden' });
    site.write(BAD_DATE);
    await listOf(page).getByText('published: 2020-02-30').waitFor();
  });

  test('stays closed when the page reconnects and gets the same problems', async () => {
    const [site, page] = await open(FILES, '/blog/one');
    site.write(BAD_DATE);
    await overlayOf(page).waitFor();
    await page.keyboard.press('Escape');
    const asked = page.waitForResponse('**/.blog/events?*');
    await page.evaluate(() => {
      const opened: unknown[] = [];
      Object.assign(window, { opened });
      const dialog = document.querySelector('blog-problems')?.shadowRoot?.querySelector('dialog');
      const add = () => opened.push(dialog?.open);
      new MutationObserver(add).observe(dialog as Node, { attributeFilter: ['open'] });
      dispatchEvent(new Event('pagehide'));
      dispatchEvent(new Event('pageshow'));
    });
    await asked;
    site.write({ 'content/essays/two.md': essay('title: Two\npublished: 2020-02-31') });
    await listOf(page).getByText('2 errors keep').waitFor();
    expect(await page.evaluate('opened')).toEqual([true]);
  });

  test('keeps its styles under a strict content security policy, and reloads work as well', async () => {
    const site = await session({
      ...FILES,
      ...layout(`<meta httpEquiv="Content-Security-Policy" content="default-src 'self'" />`),
    });
    const { page, complaints } = await visitAt(browser(), site.origin, '/blog/one');
    await mark(page);
    site.write(BAD_DATE);
    await overlayOf(page).waitFor();
    const button = overlayOf(page).getByRole('button', { name: 'Close' });
    expect(await button.evaluate((element) => getComputedStyle(element).cursor)).toBe('pointer');
    site.write({ [ONE]: essay('title: One\npublished: 2020-01-01', 'Mended.') });
    await page.getByText('Mended.').waitFor();
    expect(complaints).toEqual([]);
  });
});

const WARNED = {
  ...GOOD,
  'content/essays/two.md': essay(
    'title: Two\ntgas: x\npublished: 2019-01-01',
    '```klingon\n```\n[x](/gone)\n',
  ),
};
const badgeOf = (page: Page) => page.locator('blog-problems .badge');

describe('warnings and notices', () => {
  test('are counted in a badge, which opens the list, follow errors in it, and disappear when fixed', async () => {
    const [site, page] = await open({ ...FILES, ...WARNED }, '/blog/one');
    await badgeOf(page).getByText('2 warnings, 1 notice').waitFor();
    await badgeOf(page).click();
    const list = listOf(page);
    await list.getByRole('heading', { name: '2 warnings, 1 notice' }).waitFor();
    site.write(BAD_DATE);
    await list.locator('section.error').waitFor();
    await page.keyboard.press('Escape');
    expect(await badgeOf(page).getAttribute('class')).toBe('badge error');
    await badgeOf(page).click();
    await list.locator('section.error').waitFor();
    site.write(GOOD);
    await overlayOf(page).waitFor({ state: 'hidden' });
    await badgeOf(page).click();
    await list.getByRole('heading', { name: '2 warnings, 1 notice' }).waitFor();
    expect(await list.locator('.place').allTextContents()).toEqual([
      'content/essays/two.md:3:1 key-unknown',
      'content/essays/two.md:8:5 link-broken',
      'content/essays/two.md:6:4 code-language-unknown',
    ]);
    site.write({ 'content/essays/two.md': essay('title: Two\ntgas: x\npublished: 2019-01-01') });
    await list.getByRole('heading', { name: '1 warning', exact: true }).waitFor();
    site.write({ 'content/essays/two.md': essay('title: Two\npublished: 2019-01-01') });
    await badgeOf(page).waitFor({ state: 'detached' });
    expect(await isMarked(page)).toBe(true);
    expect(await page.locator('blog-problems').count()).toBe(0);
  });

  test('are on no page of a build', async () => {
    const { text, paths } = await buildSite({ ...FILES, ...WARNED });
    const pages = paths.filter((path) => /\.(html|js)$/.test(path));
    expect(pages).toContain('blog/two.html');
    expect(pages.filter((path) => /blog-problems|\.blog\//.test(text(path)))).toEqual([]);
  });
});

test('a code links to its explanation in the manual', async () => {
  const [, page] = await open({ ...FILES, ...WARNED }, '/blog/one');
  await badgeOf(page).click();
  const link = listOf(page).getByRole('link', { name: 'link-broken' });
  expect(await link.getAttribute('href')).toMatch(/^https:.*\/problems\.md#link-broken$/);
});

describe('a template', () => {
  test('that cannot be compiled is shown over the last good page', async () => {
    const [site, page] = await open({ ...FILES, ...GOOD_HEADER }, '/blog/one');
    site.write(header('return <header>oh</b>;'));
    await listOf(page).getByText('templates/SiteHeader.tsx:2:22').waitFor();
    expect(await page.getByText('Mine', { exact: true }).count()).toBe(1);
    expect(await isMarked(page)).toBe(true);
  });

  test('that throws is shown on its own page, and the page before it comes back at its scroll position', async () => {
    const [site, page] = await open({ ...FILES, ...GOOD_HEADER }, '/blog/one');
    await page.evaluate(() => scrollTo(0, 1234));
    site.write(THROWS);
    await page.getByRole('heading', { name: THROWN_TITLE }).waitFor();
    expect(await page.title()).toBe(THROWN_TITLE);
    expect(await page.locator('h2').first().textContent()).toMatch(/^RangeError .*: No such word/);
    expect(await page.locator('.cause').first().textContent()).toMatch(
      /^RangeError: No such word\n {4}at SiteHeader \(templates\/SiteHeader\.tsx:2:9\)/,
    );
    site.write(header("throw new RangeError('No other word');"));
    await page.getByText('RangeError: No other word').first().waitFor();
    site.write(GOOD_HEADER);
    await page.getByText('Last.').waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1234);
  });
});

test('the page of problems is readable in light and dark, without console errors', async () => {
  const site = await session({ ...FILES, ...GOOD_HEADER });
  const { page, complaints } = await visitAt(browser(), site.origin);
  const lightnessOf = (selector: string, property: 'color' | 'backgroundColor') =>
    page.locator(selector).evaluate((element, property) => {
      const parts = getComputedStyle(element)[property].match(/\d+/g)?.map(Number) ?? [];
      return parts.slice(0, 3).reduce((sum, part) => sum + part, 0) / (3 * 255);
    }, property);
  /** The lightness of a text relative to its background, in light and in dark. */
  const contrasts = async (text: string, ground: string) => {
    const found: number[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const color = await lightnessOf(text, 'color');
      found.push(color - (await lightnessOf(ground, 'backgroundColor')));
    }
    return found;
  };
  site.write(THROWS);
  await page.getByRole('heading', { name: THROWN_TITLE }).waitFor();
  const [light = 0, dark = 0] = await contrasts('main', 'html');
  expect(light).toBeLessThan(-0.7);
  expect(dark).toBeGreaterThan(0.7);
  expect(complaints.filter((text) => !STATUS_NOTE.test(text))).toEqual([]);
});
