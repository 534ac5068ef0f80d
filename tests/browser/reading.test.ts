/**
 * Aids for reading an essay in a browser: headings' links to themselves, scrollable boxes, the highlighted
 * target of a link, and the essays before and after.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const BODY = `
Some words.[^1]

## Bees

Of bees, and so on.

### A longer heading, which on a telephone takes more than one line

| ${'Wide heading | '.repeat(9)}
| ${'--: | '.repeat(9)}
| ${'unbreakablecellcontent | '.repeat(9)}

\`\`\`
${'one long line of code '.repeat(20)}
\`\`\`

- [ ] Feed the bees

[^1]: A note.
`;

const site = shareSite({
  'content/site.yaml': SITE_YAML,
  'content/essays/bees.md': essay('title: A Walk\nslug: bees\npublished: 2020-12-03', BODY),
  'content/essays/before.md': essay('title: The Essay Before\npublished: 2019-12-03'),
  'content/essays/after.md': essay('title: The Essay After\npublished: 2021-12-03'),
  'content/about.md': '## Where I live\n\nIn a house.\n',
});

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** Opens the essay, or another page. */
async function open(path = '/blog/bees', options = {}): Promise<Page> {
  return (await visit(browser(), site().root, path, options)).page;
}

const linkTo = (page: Page, heading: string) =>
  page.getByRole('link', { name: `Link to “${heading}”`, exact: true });
const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe("a heading's link to itself", () => {
  test('is not part of its name, nor copied or printed', async () => {
    const page = await open();
    expect(await page.getByRole('heading', { name: 'Bees', exact: true }).count()).toBe(1);
    const copied = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('.prose') as Element);
      return getSelection()?.toString();
    });
    expect(copied).toMatch(/\nBees\n+Of bees, and so on\.\n/);
    await page.emulateMedia({ media: 'print' });
    expect(await linkTo(page, 'Bees').count()).toBe(0);
  });

  test('shows when the heading is hovered or it has keyboard focus, and leads to the heading', async () => {
    const page = await open();
    const opacity = () => styleOf(page, 'h2 + .anchor', 'opacity');
    expect(await opacity()).toBe('0');
    await page.locator('[data-footnote-ref]').focus();
    await page.keyboard.press('Tab');
    expect(await linkTo(page, 'Bees').evaluate((link) => link.matches(':focus'))).toBe(true);
    expect(await opacity()).toBe('1');
    await page.locator('[data-footnote-ref]').focus();
    expect(await opacity()).toBe('0');
    await page.getByRole('heading', { name: 'Bees' }).hover();
    expect(await opacity()).toBe('1');
    const heading = await page.locator('.prose h2').first().boundingBox();
    const anchor = await page.locator('.prose h2 + .anchor').first().boundingBox();
    expect((anchor?.x ?? 0) + (anchor?.width ?? 0)).toBeCloseTo(heading?.x ?? -1, 0);
    expect(
      Math.abs(
        (anchor?.y ?? 0) + (anchor?.height ?? 0) - (heading?.y ?? 0) - (heading?.height ?? 0),
      ),
    ).toBeLessThan(2);
    await linkTo(page, 'Bees').click();
    expect(new URL(page.url()).hash).toBe('#bees');
  });

  test('doesn’t show by itself on a touch screen, nor widen the page', async () => {
    const page = await open('/blog/bees', PHONE);
    for (const level of ['.prose h2', '.prose h3']) {
      expect(await styleOf(page, `${level} + .anchor`, 'opacity')).toBe('0');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe('content that is wider than a phone', () => {
  test.each([
    ['a table', '.scroll'],
    ['code', '.prose pre'],
  ])('scrolls in its own box, by keys as well: %s', async (_, selector) => {
    const page = await open('/blog/bees', PHONE);
    const box = page.locator(selector);
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((s) => (document.querySelector(s)?.scrollLeft ?? 0) > 0, selector);
  });

  test('a table keeps its role; a checkbox is labelled by its task, and is disabled', async () => {
    const page = await open();
    expect(await page.getByRole('group', { name: 'Table' }).getByRole('table').count()).toBe(1);
    expect(await page.getByRole('columnheader').count()).toBe(9);
    expect(await styleOf(page, 'td >> nth=0', 'text-align')).toBe('right');
    expect(await page.getByRole('checkbox', { name: 'Feed the bees' }).isDisabled()).toBe(true);
  });
});

describe('the target of a link is highlighted', () => {
  test.each([
    ['a heading', '#bees'],
    ['a footnote', '#fn-1'],
    ['the mark of a footnote', '#fnref-1'],
  ])('%s', async (_, hash) => {
    const page = await open(`/blog/bees${hash}`);
    const paper = await styleOf(page, 'html', 'background-color');
    const marked = await styleOf(page, hash, 'background-color');
    expect([paper, 'rgba(0, 0, 0, 0)']).not.toContain(marked);
    await page.emulateMedia({ media: 'print' });
    expect(await styleOf(page, hash, 'background-color')).toBe('rgba(0, 0, 0, 0)');
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    expect(await styleOf(page, hash, 'outline-color')).not.toBe('rgba(0, 0, 0, 0)');
  });
});

describe('Earlier and Later', () => {
  const measure = (page: Page) =>
    page.locator('.pagination a').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.querySelector('span') ?? link);
        const { left, right } = range.getBoundingClientRect();
        return { left, right, top: link.getBoundingClientRect().top };
      }),
    );

  test.each([
    ['on a phone', { width: 390, height: 844 }, 'html { font-size: 100% }'],
    ['with text twice as large', { width: 700, height: 844 }, 'html { font-size: 200% }'],
  ])('begin at the same edge if they are below each other: %s', async (_, viewport, content) => {
    const page = await open('/blog/bees', { viewport });
    await page.addStyleTag({ content });
    const [earlier, later] = await measure(page);
    expect(later?.top).toBeGreaterThan((earlier?.top ?? Infinity) + 40);
    expect(later?.left).toBeCloseTo(earlier?.left ?? 0, 0);
  });

  test('are at opposite edges of a wide window', async () => {
    const page = await open('/blog/bees', { viewport: { width: 1280, height: 900 } });
    const [earlier, later] = await measure(page);
    expect(later?.top).toBe(earlier?.top);
    const text = await page.locator('.pagination').boundingBox();
    expect(earlier?.left).toBeCloseTo(text?.x ?? 0, 0);
    expect(later?.right).toBeCloseTo((text?.x ?? 0) + (text?.width ?? 0), 0);
  });
});
