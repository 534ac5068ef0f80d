/**
 * The speed of the filter on a home page of 10,000 cards, from the press to the painted result: the processor time of
 * the page, which other programs hardly change. The cards of a small site are repeated, since only the browser is
 * measured.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startBrowser, visit } from '../support/browser.ts';
import { buildSite, essay } from '../support/site.ts';

const ESSAYS = 60;
const TIMES = 167;
const TARGET_MS = 100;
/** Far above the target: processors that share their caches with other programs are slower. */
const BOUND_MS = 600;
const PRESSES = 5;

const browser = startBrowser();

test('a press shows its result without a noticeable delay', async ({ annotate }) => {
  const { page } = await visit(browser(), await writeSite());
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const tags = page.getByRole('button', { name: /^#tag/ });
  const durationsMs: number[] = [];
  for (let press = 0; press < PRESSES; press++) {
    const label = (await tags.nth(press).textContent()) ?? '';
    const before = await readTaskMs(session);
    await pressUntilPainted(page, label);
    durationsMs.push((await readTaskMs(session)) - before);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(label);
    // Counting makes the browser style cards outside the window, which would slow down later presses.
    if (press < PRESSES - 1) continue;
    const cards = page.locator('main .essays > li');
    const listed = await cards.evaluateAll((all) => all.filter((e) => e.checkVisibility()).length);
    expect([label, listed]).toEqual([label, Number(/\((\d+)\)$/.exec(label)?.[1]) * TIMES]);
  }
  // The minimum: the first presses also compile scripts.
  const leastMs = Math.min(...durationsMs);
  const cards = ESSAYS * TIMES;
  await annotate(
    `A press on ${cards} cards took ${Math.round(leastMs)} ms (target ${TARGET_MS} ms)`,
  );
  expect(leastMs).toBeLessThan(BOUND_MS);
});

/** The processor time that the page's main thread has taken so far, in milliseconds. */
async function readTaskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser reports no TaskDuration');
  return seconds * 1000;
}

/** Presses a tag's button, and waits until the resulting frame is painted. */
function pressUntilPainted(page: Page, label: string): Promise<void> {
  return page.getByRole('button', { name: label, exact: true }).evaluate(
    (button) =>
      new Promise<void>((resolve) => {
        // This callback runs before a frame is painted; a message posted in it arrives afterwards.
        const afterPaint = (done: () => void) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          });
        afterPaint(() => {
          (button as HTMLElement).click();
          afterPaint(resolve);
        });
      }),
  );
}

/** Builds a site in which every essay has two or three of forty tags; returns its root. */
async function writeSite(): Promise<string> {
  const essays = Array.from({ length: ESSAYS }, (_, index) => {
    const tags = [...new Set([index % 3, index % 7, 7 + (index % 33)])].map((tag) => `tag${tag}`);
    const title = `An Essay of Some Length, the ${index}th of Its Kind`;
    const body = 'It begins with a remark about the weather, and goes on. '.repeat(4);
    const text = essay(`title: ${title}\npublished: 2020-01-01\ntags: [${tags}]`, body);
    return [`content/essays/${index}.md`, text];
  });
  const site = await buildSite(Object.fromEntries(essays));
  // The page has several lists; the cards of each are repeated.
  const [before = '', ...rest] = site.text('index.html').split(/(?=<ol[^>]*class="essays")/);
  const [last = '', after] = (rest.pop() ?? '').split(/(?<=<\/ol>)/, 2);
  const written = [...rest, last].join('');
  // Only the first cards of a page fade in.
  const lists = written + written.replace(/ class="wait\d+"/g, '').repeat(TIMES - 1);
  writeFileSync(join(site.root, 'out/index.html'), before + lists + after);
  expect(lists.match(/<article/g)).toHaveLength(ESSAYS * TIMES);
  return site.root;
}
