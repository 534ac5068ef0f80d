/**
 * A reader's visit in a browser: pages load completely, without requests to other hosts, and links work.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SAMPLE, shareAudited } from '../support/audited-sites.ts';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const ESSAYS = {
  'content/about.md': 'I founded networks.\n',
  'content/public/favicon.ico': '',
  'content/public/loom.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"></svg>',
  'content/essays/one.md': essay(
    'title: One\npublished: 2020-01-01\ntags: [a, b, c, d, e, f, g]\nimage: /loom.svg',
    'See [two](/blog/post/two#part) and ![a loom](/loom.svg).\n\nClaim.[^1]\n\n[^1]: Source.\n',
  ),
  'content/essays/two.md': essay('title: Two\npublished: 2019-01-01', 'First.\n\n## Part\n\nLast.'),
};

const SETTINGS = `${SITE_YAML}email: a@ann.example
substack: https://s.example
x: https://x.com/a
redirects:
  /blog/post/:slug: /blog/:slug
`;

const site = shareSite({ ...ESSAYS, 'content/site.yaml': SETTINGS });
const sample = shareAudited(SAMPLE);

const open = (path?: string, options: BrowserContextOptions = {}, prepare?: Prepare) =>
  visit(browser(), site().root, path, options, prepare);
type Prepare = (page: Page) => Promise<unknown>;

const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click();

describe('every page', () => {
  test('of the home page: pressing every button causes no console error and no request', async () => {
    const { page, complaints, foreignRequests } = await open();
    const requests: string[] = [];
    page.on('request', (request) => {
      // The browser may load the icon at any time, and a thumbnail when it nears the screen.
      const isPicture = request.resourceType() === 'image' || request.url().endsWith('.ico');
      if (!isPicture) requests.push(request.url());
    });
    await page.getByRole('button', { name: 'More' }).click();
    const buttons = page.getByRole('button');
    for (let index = 0; index < 8; index++) await buttons.nth(index).click();
    expect(await buttons.count()).toBe(8);
    expect([complaints, foreignRequests, requests]).toEqual([[], [], []]);
  });

  test('of the sample site has no console errors, foreign requests or horizontal scrolling', async () => {
    const { root, paths, page: readPage } = sample();
    const visited = await visit(browser(), root, '/', { viewport: { width: 320, height: 640 } });
    const wide: string[] = [];
    for (const path of paths.filter((each) => each.endsWith('.html'))) {
      // An embedded video is the author's, and makes requests to its own host.
      if (readPage(path)('iframe, meta[http-equiv="refresh"]').length > 0) continue;
      await visited.page.goto(`${visited.origin}/${path}`);
      const width = await visited.page.evaluate(() => document.documentElement.scrollWidth);
      if (width !== 320) wide.push(`${path}: ${width}`);
    }
    expect([wide, visited.complaints, visited.foreignRequests]).toEqual([[], [], []]);
  });
});

describe('links', () => {
  test('a click anywhere on a card opens its essay', async () => {
    const { page } = await open();
    const date = page.locator('article', { hasText: 'Two' }).getByText('2019');
    await date.scrollIntoViewIfNeeded();
    const { x, y } = (await date.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 2, y + 2);
    await page.waitForURL('**/blog/two');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Two');
  });

  test("an old address leads to the essay's own", async () => {
    const { page, complaints, foreignRequests } = await open('/blog/post/two');
    await page.waitForURL('**/blog/two');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Two');
    expect([complaints, foreignRequests]).toEqual([[], []]);
  });

  test('lead back to the list; so does Sign In, without a form', async () => {
    const { page, origin } = await open('/blog/one');
    for (const [name, path] of [
      ['← Check out more essays', '/'],
      ['About', '/about'],
      ['← Back to all essays', '/'],
      ['One', '/blog/one'],
      ['Sign In', '/'],
    ] as const) {
      await follow(page, name);
      await page.waitForURL(origin + path);
    }
    expect(await page.locator('form, input').count()).toBe(0);
  });

  test('lead to a part of another essay, to a footnote and back, past the header, and to a profile', async () => {
    const { page } = await open('/blog/one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('main:focus').count()).toBe(1);
    await page.locator('article sup a').click();
    expect(await page.locator(':target').textContent()).toContain('Source.');
    await page.locator(':target a').click();
    expect(await page.locator('sup :target, sup:target').count()).toBe(1);
    const opened = page.waitForEvent('popup');
    await follow(page, 'Subscribe on Substack');
    expect(await (await opened).evaluate(() => window.opener === null)).toBe(true);
    expect(page.url()).toContain('/blog/one');
    // The body has its old address.
    await follow(page, 'two');
    await page.waitForURL('**/blog/two#part');
    expect(await page.locator(':target').textContent()).toBe('Part');
  });
});

test('an unknown address at any depth shows "Post not found." in the site’s design', async () => {
  const { page, foreignRequests } = await open('/blog/no/such/essay');
  expect(await page.getByText('Post not found.').isVisible()).toBe(true);
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(foreignRequests).toEqual([]);
});

test.each([
  ['the current one when the year has turned since the build', '2031-01-02', '© 2031 Ann Author'],
  ["the build's own within that year", '2026-12-31', '© 2026 Ann Author'],
  ['not set back by a clock that is slow', '2001-01-01', '© 2026 Ann Author'],
])('the copyright year is %s', async (_, day, shown) => {
  const setClock: Prepare = (page) => page.clock.setFixedTime(`${day}T12:00:00Z`);
  const { page } = await open('/', { timezoneId: 'UTC' }, setClock);
  expect(await page.getByRole('contentinfo').textContent()).toMatch(shown);
});

test.each([
  ['a marked link sends one page view', `onclick="track('/out')"`, ['https://stats.example/out']],
  ['any other link sends nothing', '', []],
])('a click on %s, and goes on', async (_, handler, sent) => {
  const links = `<p><a href="/about" ${handler}>me</a> <a href="/" onclick="t()">b</a></p>`;
  const built = await buildSite({
    'content/site.yaml': `${SITE_YAML}analytics:\n  outbound: https://stats.example/out\n`,
    'content/essays/old.html': essay('title: Old\npublished: 2007-01-01', links),
  });
  const { page, foreignRequests } = await visit(browser(), built.root, '/blog/old');
  expect(foreignRequests).toEqual([]);
  await follow(page, 'me');
  await page.waitForURL('**/about');
  await expect.poll(() => foreignRequests).toEqual(sent);
});
