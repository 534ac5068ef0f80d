/**
 * The fade-in of cards in a browser: its stagger, and where there is none.
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

const open = async (options = {}) => (await visit(browser(), site().root, '/', options)).page;
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** The style of every listed card: its delay in seconds, null if it is not animated, and its opacity. */
function readCards(page: Page) {
  return page.locator('main ol > li').evaluateAll((cards) =>
    cards
      .filter((card) => card.checkVisibility())
      .map((card) => {
        const styles = [card, ...card.querySelectorAll('*')].map((each) => getComputedStyle(each));
        const animated = styles.filter(({ animationName }) => animationName !== 'none');
        const delays = animated.map(({ animationDelay }) => Number.parseFloat(animationDelay));
        const isOpaque = styles.every(({ opacity }) => opacity === '1');
        return { delay: delays.length === 0 ? null : Math.max(...delays), isOpaque };
      }),
  );
}
/** The delays of all cards; one far below the window is animated once it comes near. */
const delays = async (page: Page) =>
  (await readCards(page)).map(({ delay }, index) => (index > 10 ? (delay ?? 1) : delay));

const fadesAreOver = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === 'finished'),
  );

test('a card waits 0.1 s for each position before its own in the list, a second at most', async () => {
  const page = await open();
  const stagger = (count: number) =>
    Array.from({ length: count }, (_, index) => Math.min(index, 10) / 10);
  expect(await delays(page)).toEqual(stagger(40));
  await press(page, '#even');
  expect(await delays(page)).toEqual(stagger(20));
  await press(page, '#tenth');
  expect(await delays(page)).toEqual(stagger(4));
});

test('a press restarts the fade, also of cards that were listed before', async () => {
  const page = await open({ viewport: { width: 1000, height: 2000 } });
  await fadesAreOver(page);
  const inView = (await readCards(page)).slice(0, 6);
  expect(inView.every(({ isOpaque }) => isOpaque)).toBe(true);
  await page.evaluate(() => {
    document.addEventListener('animationstart', () => {
      document.body.dataset.started = String(Number(document.body.dataset.started ?? 0) + 1);
    });
  });
  await press(page, '#tenth');
  await page.waitForFunction(() => document.body.dataset.started === '4');
});

test('readers who prefer reduced motion see none, before and after a press', async () => {
  const page = await open({ reducedMotion: 'reduce' });
  for (const count of [40, 20]) {
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await readCards(page)).toEqual(Array(count).fill({ delay: null, isOpaque: true }));
    await press(page, '#even');
  }
});

test('without scripting cards are visible at once', async () => {
  const page = await open({ javaScriptEnabled: false });
  expect(await readCards(page)).toEqual(Array(40).fill({ delay: null, isOpaque: true }));
});

test('the title of the card that is opened becomes the title of the essay', async () => {
  const page = await open();
  const listNamed = () =>
    page
      .locator('main *')
      .evaluateAll((all) =>
        all
          .filter((each) => getComputedStyle(each).viewTransitionName === 'title')
          .map((each) => each.textContent),
      );
  expect(await listNamed()).toEqual([]);
  await page.locator('.card a').nth(3).focus();
  expect(await listNamed()).toEqual(['Essay 3']);
  await page.locator('.card a').nth(3).click();
  await page.waitForURL('**/essay-3');
  expect(await listNamed()).toEqual(['Essay 3']);
});

test('a reader who prefers less motion has no title that moves', async () => {
  const page = await open({ reducedMotion: 'reduce' });
  await page.locator('.card a').first().focus();
  const names = await page
    .locator('.card h3')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).viewTransitionName));
  expect(new Set(names)).toEqual(new Set(['none']));
});
