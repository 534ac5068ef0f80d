/**
 * A reader's visit: pages load whole, from the site alone, and links lead where they say.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { buildIn, buildSite, essay, makeSite, packageRoot, SITE_YAML } from '../support/site.ts';

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

const PROFILES = 'email: a@ann.example\nsubstack: https://s.example\nx: https://x.com/a\n';

const REDIRECTS = 'redirects:\n  /blog/post/:slug: /blog/:slug\n';

const site = shareSite({ ...ESSAYS, 'content/site.yaml': SITE_YAML + PROFILES + REDIRECTS });

describe('every page', () => {
  test.each(['/', '/blog/one', '/blog/two', '/about', '/blog/post/two', '/?tag=a'])(
    '%s loads from the site alone and the browser has no complaint',
    async (path) => {
      const { complaints, foreignRequests } = await visit(browser(), site().root, path);
      expect(foreignRequests).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test('pressing every button of the home page draws no complaint and no request', async () => {
    const { page, complaints, foreignRequests } = await visit(browser(), site().root);
    const requests: string[] = [];
    page.on('request', (request) => {
      // The icon comes when the browser likes, a thumbnail when it nears the screen.
      const isPicture = request.resourceType() === 'image' || request.url().endsWith('.ico');
      if (!isPicture) requests.push(request.url());
    });
    await page.getByRole('button', { name: 'More' }).click();
    const buttons = page.getByRole('button');
    for (let index = 0; index < 8; index++) await buttons.nth(index).click();
    expect(await buttons.count()).toBe(8);
    expect([complaints, foreignRequests, requests]).toEqual([[], [], []]);
  });

  test('allows a strict content security policy for scripts and styles', async () => {
    const { page, complaints } = await visit(browser(), site().root, '/', {}, (page) =>
      page.route('**/*', async (route) => {
        const response = await route.fetch();
        // The rules for what may be fetched early are no script, but have a word of their own.
        const scripts = "script-src 'self' 'inline-speculation-rules'";
        const policy = `default-src 'none'; ${scripts}; style-src 'self'; img-src 'self'`;
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': policy },
        });
      }),
    );
    await page.getByRole('button', { name: '#b' }).click();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});

describe('the sample site', () => {
  test('has no page that complains, asks elsewhere or scrolls sideways on a phone', async () => {
    const root = makeSite({});
    cpSync(join(packageRoot, 'content'), join(root, 'content'), { recursive: true });
    const built = await buildIn(root);
    const viewport = { width: 320, height: 640 };
    const visited = await visit(browser(), root, '/', { viewport });
    const wide: string[] = [];
    for (const path of built.paths.filter((each) => each.endsWith('.html'))) {
      // A video frame is the author's, and asks its own host.
      if (built.page(path)('iframe, meta[http-equiv="refresh"]').length > 0) continue;
      await visited.page.goto(`${visited.origin}/${path}`);
      const width = await visited.page.evaluate(() => document.documentElement.scrollWidth);
      if (width !== 320) wide.push(`${path}: ${width}`);
    }
    expect([wide, visited.complaints, visited.foreignRequests]).toEqual([[], [], []]);
  });
});

describe('links', () => {
  test('a click anywhere on a card opens its essay', async () => {
    const { page } = await visit(browser(), site().root);
    const { x, y } = (await page.getByText('2019').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 2, y + 2);
    await page.waitForURL('**/blog/two');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Two');
  });

  test('an old link in a body leads to the place it names', async () => {
    const { page } = await visit(browser(), site().root, '/blog/one');
    await page.getByRole('link', { name: 'two' }).click();
    await page.waitForURL('**/blog/two#part');
    expect(await page.locator(':target').textContent()).toBe('Part');
  });

  test("an old address leads to the essay's own", async () => {
    const { page } = await visit(browser(), site().root, '/blog/post/two');
    await page.waitForURL('**/blog/two');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Two');
  });

  test('a footnote leads down and back', async () => {
    const { page } = await visit(browser(), site().root, '/blog/one');
    await page.locator('article sup a').click();
    expect(await page.locator(':target').textContent()).toContain('Source.');
    await page.locator(':target a').click();
    expect(await page.locator('sup :target, sup:target').count()).toBe(1);
  });

  test('an essay leads back to the list, and About does too', async () => {
    const { page, origin } = await visit(browser(), site().root, '/blog/one');
    await page.getByRole('link', { name: '← Check out more essays' }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    await page.getByRole('link', { name: '← Back to all essays' }).click();
    await page.waitForURL(`${origin}/`);
  });

  test('Sign In leads home and asks for nothing', async () => {
    const { page, origin } = await visit(browser(), site().root, '/blog/one');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.locator('form, input').count()).toBe(0);
  });

  test('a profile opens in a new tab that cannot reach back', async () => {
    const { page } = await visit(browser(), site().root, '/blog/one');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Subscribe on Substack' }).click();
    const popup = await opened;
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    expect(page.url()).toContain('/blog/one');
  });

  test('the skip link moves the focus to main', async () => {
    const { page } = await visit(browser(), site().root, '/blog/one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('main:focus').count()).toBe(1);
  });
});

describe('an unknown address', () => {
  test('at any depth shows "Post not found." in the look of the site', async () => {
    const { page, foreignRequests } = await visit(browser(), site().root, '/blog/no/such/essay');
    expect(await page.getByText('Post not found.').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    expect(foreignRequests).toEqual([]);
  });
});

describe('the copyright year', () => {
  const yearAt = async (moment: string) => {
    const { page } = await visit(browser(), site().root, '/', { timezoneId: 'UTC' }, (page) =>
      page.clock.setFixedTime(moment),
    );
    return page.getByRole('contentinfo').textContent();
  };

  test('is the current one when the year has turned since the build', async () => {
    expect(await yearAt('2031-01-02T12:00:00Z')).toBe('© 2031 Ann Author');
  });

  test("is the build's own within that year", async () => {
    expect(await yearAt('2026-12-31T12:00:00Z')).toBe('© 2026 Ann Author');
  });

  test('is not set back by a clock that is slow', async () => {
    expect(await yearAt('2001-01-01T12:00:00Z')).toBe('© 2026 Ann Author');
  });
});

describe('outbound analytics', () => {
  const essayOf = (link: string) => ({
    'content/site.yaml': `${SITE_YAML}analytics:\n  outbound: https://stats.example/out\n`,
    'content/essays/old.html': essay('title: Old\npublished: 2007-01-01', link),
  });

  test('a click on a marked link sends one page view there, and the click goes on', async () => {
    const link = `<p><a href="/about" onclick="track('/out')">me</a></p>`;
    const built = await buildSite(essayOf(link));
    const { page, foreignRequests } = await visit(browser(), built.root, '/blog/old');
    expect(foreignRequests).toEqual([]);
    await page.getByRole('link', { name: 'me', exact: true }).click();
    await page.waitForURL('**/about');
    await expect.poll(() => foreignRequests).toEqual(['https://stats.example/out']);
  });

  test('a click on any other link sends nothing', async () => {
    const links = `<p><a href="/about">me</a> <a href="https://b.example/" onclick="t()">b</a></p>`;
    const built = await buildSite(essayOf(links));
    const { page, foreignRequests } = await visit(browser(), built.root, '/blog/old');
    await page.getByRole('link', { name: 'me', exact: true }).click();
    await page.waitForURL('**/about');
    expect(foreignRequests).toEqual([]);
  });
});
