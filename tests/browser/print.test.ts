/**
 * Pages on paper: what stays together when a page ends. Columns break where pages do, and can be measured.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay } from '../support/site.ts';

const browser = startBrowser();

const words = (count: number) => 'Looms weave what the cards say. '.repeat(count);
const table = (rows: number) =>
  `| Loom | Cards | Year |\n| --- | --- | --- |\n${`| Loom | ${words(3)} | 1804 |\n`.repeat(rows)}`;

const years = Array.from({ length: 40 }, (_, index) => 1990 + Math.floor(index / 3));
const site = shareSite({
  ...Object.fromEntries(
    years.map((year, index) => [
      `content/essays/${index}.md`,
      essay(`title: Essay ${index}\npublished: ${year}-01-01\nexcerpt: ${words(1 + (index % 4))}`),
    ]),
  ),
  'content/essays/formula.md': essay(
    'title: Formula\npublished: 2018-01-01',
    `So $$${'a + '.repeat(25)}b$$ holds.`,
  ),
  'content/essays/tables.md': essay(
    'title: Tables\nslug: tables\npublished: 2020-01-01',
    Array.from(
      { length: 12 },
      (_, index) =>
        `## Part ${index}\n\n${words(3 + ((index * 5) % 11))}[^${index}]\n\n${table(4 + (index % 3))}\n\n[^${index}]: A note.`,
    ).join('\n\n'),
  ),
});

async function print(path: string): Promise<Page> {
  const { page } = await visit(browser(), site().root, path);
  await page.emulateMedia({ media: 'print' });
  return page;
}

/** The width of a sheet of paper, in pixels. */
const SHEET = 600;

/**
 * On which sheets of this height the elements are: for each of `first`, where it ends, and where the element that
 * `second` finds from it begins.
 */
function findSheets(page: Page, height: number, first: string, second: string) {
  return page.evaluate(
    ([sheet, high, selector, path]) => {
      const { style } = document.documentElement;
      style.cssText = `height: ${high}px; columns: ${sheet}px; column-gap: 0; column-fill: auto; width: ${sheet}px`;
      const find = new Function('each', `return ${path}`);
      return [...document.querySelectorAll(selector)].map((each) => {
        const end = [...each.getClientRects()].at(-1);
        const [begin] = (find(each) as Element).getClientRects();
        return [end, begin].map((box) => Math.floor((box?.left ?? Number.NaN) / sheet));
      });
    },
    [SHEET, height, first, second] as const,
  );
}

describe('a page does not end', () => {
  test.each([
    [
      'after the figure of a year',
      '/',
      '.year > :first-child',
      "each.parentElement.querySelector('.card')",
    ],
    ['within a card', '/', '.card', 'each'],
    [
      'after a heading',
      '/blog/tables',
      '.prose > h2',
      'each.nextElementSibling.nextElementSibling',
    ],
    [
      'after the head of a table',
      '/blog/tables',
      'thead',
      "each.parentElement.querySelector('tbody tr')",
    ],
    [
      'after the first row of a table',
      '/blog/tables',
      'tbody tr:first-child',
      'each.nextElementSibling',
    ],
    [
      'before the last row of a table',
      '/blog/tables',
      'tbody tr:nth-last-child(2)',
      'each.nextElementSibling',
    ],
    ['within a row', '/blog/tables', 'tbody tr', 'each'],
  ])('%s', async (_, path, first, second) => {
    const page = await print(path);
    const ends: number[] = [];
    for (let height = 500; height < 900; height += 13) {
      const sheets = await findSheets(page, height, first, second);
      expect(sheets.length).toBeGreaterThan(10);
      for (const [end, begin] of sheets) {
        expect([height, begin]).toEqual([height, end]);
        ends.push(end ?? 0);
      }
    }
    expect(Math.max(...ends)).toBeGreaterThan(2);
  });
});

test('a narrow column of a table beside a wide one keeps its words whole', async () => {
  const page = await print('/blog/tables');
  const lines = await page.locator('td:last-child').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('notes have no arrows back to the text', async () => {
  const page = await print('/blog/tables');
  const arrows = page.locator('[data-footnote-backref]');
  expect(await arrows.count()).toBe(12);
  expect(await arrows.first().isVisible()).toBe(false);
});

test('a formula in a sentence that is wider than the column is whole', async () => {
  const page = await print('/blog/formula');
  const [excess, isShown] = await page.locator('math').evaluate((formula) => {
    const { right, top, height } = formula.getBoundingClientRect();
    const column = (formula.closest('p') as Element).getBoundingClientRect();
    const last = document.elementFromPoint(right - 2, top + height / 2);
    return [right - column.right, formula.contains(last)];
  });
  expect(excess).toBeGreaterThan(20);
  expect(isShown).toBe(true);
});
