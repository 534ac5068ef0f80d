/**
 * Tables of contents that an author asks for: in every theme, a browser shows one of them, beside the text or to be
 * opened below the title, and the list in the text is on paper, too.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runAxe, shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const PARTS = ['One', 'Two', 'Three'].map((part) => `## ${part}\n\n${'Words. '.repeat(400)}`);
const SECTIONS = PARTS.join('\n\n');

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });

describe.each(['book', 'gallery', 'index', 'letter'])('in the theme %s', (theme) => {
  const site = shareSite({
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    'content/essays/asked.md': essay(
      'title: Asked\npublished: 2002-01-01\ntags: [a]\ntoc: true',
      SECTIONS,
    ),
    'content/essays/placed.md': essay(
      'title: Placed\npublished: 2002-01-02',
      `[TOC]\n\n${SECTIONS}`,
    ),
  });

  /** Opens a page that must not be wider than its window. */
  async function open(path: string, options: BrowserContextOptions): Promise<Page> {
    const { page } = await visit(browser(), site().root, path, options);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0);
    return page;
  }

  async function expectAccessible(page: Page): Promise<void> {
    const { violations } = await runAxe(page);
    expect(violations.map(({ id }) => id)).toEqual([]);
  }

  test('they are beside the text on a desk, and mark the section that is read', async () => {
    const page = await open('/blog/asked', DESK);
    const links = contents(page).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['One', 'Two', 'Three']);
    await links.getByText('Two').click();
    const current = () => page.locator('.contents a:target-current').allInnerTexts();
    await expect.poll(current).toEqual(['Two']);
    await expectAccessible(page);
  });

  // A letter has no margin in windows of this width.
  const narrow = theme === 'letter' ? 1100 : 900;
  test.each([390, narrow])('they open below the title in a window of %i pixels', async (width) => {
    const page = await open('/blog/asked', { viewport: { width, height: 844 } });
    const links = contents(page).getByRole('link');
    expect(await contents(page).count()).toBe(1);
    expect(await links.count()).toBe(0);
    await contents(page).getByText('Contents').click();
    expect(await links.allInnerTexts()).toEqual(['One', 'Two', 'Three']);
    if (width === 390) await expectAccessible(page);
    await links.getByText('Three').click();
    expect(await page.locator(':target').textContent()).toBe('Three');
  });

  test.each([DESK, PHONE])('a list in the text is the only one', async (options) => {
    const page = await open('/blog/placed', options);
    expect(await contents(page).count()).toBe(1);
    expect(await contents(page).getByRole('link').allInnerTexts()).toEqual(['One', 'Two', 'Three']);
  });

  test('on paper, there is only a list in the text', async () => {
    const page = await open('/blog/asked', DESK);
    await page.emulateMedia({ media: 'print' });
    expect(await contents(page).count()).toBe(0);
    const other = await open('/blog/placed', DESK);
    await other.emulateMedia({ media: 'print' });
    expect(await contents(other).count()).toBe(1);
  });
});
