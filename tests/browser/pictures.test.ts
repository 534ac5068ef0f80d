/**
 * Pictures of an essay in a browser: how wide they are on a phone and on a desk, beside a note, and in a row.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay } from '../support/site.ts';

const browser = startBrowser();

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const words = (count: number) => 'Looms weave what the cards say. '.repeat(Math.ceil(count / 6));
const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;

const BODY = `![first](large.svg)

${words(150)}

![wide](large.svg "A caption")

${words(60)}

![full](large.svg "Another"){.full}

${words(60)}

![left](small.svg){.left}

${words(90)}

![row 1](large.svg) ![row 2](tall.svg) ![row 3](small.svg)

${words(150)}[^n] Words.

![noted](large.svg)

${words(300)}

[^n]: ${words(60)}`;

const site = shareSite({
  'content/essays/trip.md': essay('title: Trip\npublished: 2020-01-01\ntags: [hills]', BODY),
  'content/essays/large.svg': svg(1600, 900),
  'content/essays/tall.svg': svg(600, 900),
  'content/essays/small.svg': svg(800, 600),
});

async function open(viewport: typeof DESK): Promise<Page> {
  return (await visit(browser(), site().root, '/blog/trip', { viewport })).page;
}

/** The box of an element, in pixels. */
function boxOf(page: Page, selector: string) {
  return page.evaluate((query) => {
    const { left, right, top, bottom } = document.querySelector(query)?.getBoundingClientRect() ?? {
      left: Number.NaN,
      right: Number.NaN,
      top: Number.NaN,
      bottom: Number.NaN,
    };
    return { left, right, top, bottom };
  }, selector);
}

const scrolledWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('on a desk', () => {
  test('a wide picture reaches equally far into both margins; one beside the title block stays out of them', async () => {
    const page = await open(DESK);
    const text = await boxOf(page, '.prose');
    const [first, wide] = [await boxOf(page, '[alt=first]'), await boxOf(page, '[alt=wide]')];
    const sidebar = await boxOf(page, '.sidebar');
    expect(wide.left).toBeCloseTo(sidebar.left, 0);
    expect(wide.right - text.right).toBeCloseTo(text.left - wide.left, 0);
    expect([first.left, first.right]).toEqual([text.left, text.right]);
    expect(wide.bottom).toBeLessThan((await boxOf(page, 'figcaption')).top);
  });

  test('a full one fills the window, and its caption is in line with the text', async () => {
    const page = await open(DESK);
    const full = await boxOf(page, '[alt=full]');
    expect([full.left, full.right]).toEqual([0, DESK.width]);
    const caption = await boxOf(page, '.full figcaption');
    expect(caption.left).toBeCloseTo((await boxOf(page, '.prose')).left, 0);
    expect(await scrolledWidth(page)).toBe(DESK.width);
  });

  test('one beside a note ends with the text', async () => {
    const page = await open(DESK);
    const [noted, note] = [await boxOf(page, '[alt=noted]'), await boxOf(page, '.footnotes li')];
    expect(note.bottom).toBeGreaterThan(noted.top);
    expect(noted.right).toBeLessThan(note.left);
    expect(noted.right).toBeCloseTo((await boxOf(page, '.prose')).right, 0);
  });

  test('text flows around one at the left', async () => {
    const page = await open(DESK);
    const [left, text] = [await boxOf(page, '[alt=left]'), await boxOf(page, '.prose')];
    expect(left.left).toBe(text.left);
    expect(left.right).toBeLessThanOrEqual((text.left + text.right) / 2);
    expect((await boxOf(page, '.left + p')).top).toBeLessThan(left.bottom);
  });
});

describe('on a phone', () => {
  test('wide and full pictures go from edge to edge, and others keep to the column', async () => {
    const page = await open(PHONE);
    const text = await boxOf(page, '.prose');
    for (const name of ['first', 'wide', 'full', 'noted']) {
      const { left, right } = await boxOf(page, `[alt=${name}]`);
      expect([name, left, right]).toEqual([name, 0, PHONE.width]);
    }
    for (const selector of ['[alt=left]', '.row', '.wide figcaption']) {
      const { left, right } = await boxOf(page, selector);
      expect([selector, left >= text.left, right <= text.right]).toEqual([selector, true, true]);
    }
    expect(await scrolledWidth(page)).toBe(PHONE.width);
  });
});

test.each([PHONE, DESK])(
  'the pictures of a row fill the column, equally high: %o',
  async (viewport) => {
    const page = await open(viewport);
    const text = await boxOf(page, '.prose');
    const boxes = await Promise.all([1, 2, 3].map((n) => boxOf(page, `[alt="row ${n}"]`)));
    const heights = boxes.map(({ top, bottom }) => bottom - top);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.5);
    expect(boxes[0]?.left).toBeCloseTo(text.left, 0);
    expect(boxes[2]?.right).toBeCloseTo(text.right, 0);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  },
);
