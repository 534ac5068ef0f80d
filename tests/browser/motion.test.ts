/**
 * How cards come into view: specification, sections 2.1 and 9 (stagger), and design, section 5.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay } from '../support/site.ts';

const browser = startBrowser();

/** Forty essays: every other one is tagged `even`, every tenth `tenth`. */
const site = shareSite(
  Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const tags = [index % 2 === 0 ? 'even' : 'odd', ...(index % 10 === 0 ? ['tenth'] : [])];
      const frontMatter = `title: Essay ${index}\npublished: ${2020 - index}-01-01\ntags: [${tags}]`;
      return [`content/essays/${index}.md`, essay(frontMatter)];
    }),
  ),
);

/** By position in the list shown, from 0: a card waits this many seconds. */
const FIRST_TEN = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The delay of every listed card, in seconds; null for a card that is not animated. */
function delays(page: Page): Promise<(number | null)[]> {
  return page.locator('main ol > li').evaluateAll((cards) =>
    cards
      .filter((card) => card.checkVisibility())
      .map((card) => {
        const animated = [card, ...card.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter(({ animationName }) => animationName !== 'none');
        const seconds = animated.map(({ animationDelay }) => Number.parseFloat(animationDelay));
        return seconds.length === 0 ? null : Math.max(...seconds);
      }),
  );
}

test('a card waits 0.1 s for each position before its own', async () => {
  const { page } = await visit(browser(), site().root);
  expect((await delays(page)).slice(0, 10)).toEqual(FIRST_TEN);
});

test('no card waits longer than a second', async () => {
  const { page } = await visit(browser(), site().root);
  const all = await delays(page);
  expect(all.length).toBe(40);
  expect(Math.max(...all.map((delay) => delay ?? 0))).toBe(1);
});

test('after a press the positions are those in the filtered list', async () => {
  const { page } = await visit(browser(), site().root);
  await page.getByRole('button', { name: '#even' }).click();
  const filtered = await delays(page);
  expect(filtered.length).toBe(20);
  expect(filtered.slice(0, 10)).toEqual(FIRST_TEN);
  expect(Math.max(...filtered.map((delay) => delay ?? 0))).toBe(1);
  await page.getByRole('button', { name: '#tenth' }).click();
  expect(await delays(page)).toEqual([0, 0.1, 0.2, 0.3]);
});

test('a press starts the fade anew, on cards that were listed before too', async () => {
  const viewport = { width: 1000, height: 2000 };
  const { page } = await visit(browser(), site().root, '/', { viewport });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  );
  await page.evaluate(() => {
    document.addEventListener('animationstart', () => {
      document.body.dataset.started = String(Number(document.body.dataset.started ?? 0) + 1);
    });
  });
  await page.getByRole('button', { name: '#tenth' }).click();
  await page.waitForFunction(() => document.body.dataset.started === '4');
});

test('once the fade is over every card in view is opaque', async () => {
  const { page } = await visit(browser(), site().root);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  );
  const opacities = await page
    .locator('article')
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).opacity));
  expect(new Set(opacities)).toEqual(new Set(['1']));
});

test('where the reader wants less motion there is none, before and after a press', async () => {
  const { page } = await visit(browser(), site().root, '/', { reducedMotion: 'reduce' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(new Set(await delays(page))).toEqual(new Set([null]));
  await page.getByRole('button', { name: '#even' }).click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(new Set(await delays(page))).toEqual(new Set([null]));
});

test('without scripting cards are simply there', async () => {
  const { page } = await visit(browser(), site().root, '/', { javaScriptEnabled: false });
  const cards = page.getByRole('article');
  expect(await cards.count()).toBe(40);
  for (const card of (await cards.all()).slice(0, 3)) {
    expect(await card.isVisible()).toBe(true);
    const style = await card.evaluate((element) => {
      const { opacity, animationName } = getComputedStyle(element);
      return { opacity, animationName };
    });
    expect(style).toEqual({ opacity: '1', animationName: 'none' });
  }
});
