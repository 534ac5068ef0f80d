/**
 * Audit of accessibility: axe-core finds no violations on the sample site, on a phone in light colours and on a
 * desktop in dark ones.
 */
import { expect, test } from 'vitest';
import { SAMPLE, shareAudited } from '../../support/audited-sites.ts';
import { runAxe, startBrowser, visit } from '../../support/browser.ts';

const browser = startBrowser();
const site = shareAudited(SAMPLE);

/** Two views suffice: no finding of axe depends on both viewport and colour scheme. */
const VIEWS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const;

test.each([
  ['the list', '/'],
  ['the biography', '/about'],
  ['an unknown address', '/unknown'],
  ['an essay with code', '/blog/a-shell-script-is-a-letter'],
  ['an essay with a table', '/blog/the-empty-seat'],
  ['an essay with footnotes and a list of tasks', '/blog/write-it-down-then-lose-it'],
  ['an essay with pictures', '/blog/florence'],
  ['an essay with headings and shelves', '/blog/books-i-read'],
  ['a poem', '/blog/the-tide-table'],
  ['an essay of old HTML', '/blog/you-cant-lend-a-song'],
])('%s has no violations', async (_, path) => {
  const options = { reducedMotion: 'reduce', ...VIEWS[0] } as const;
  const { page } = await visit(browser(), site().root, path, options);
  const found: string[] = [];
  for (const { viewport, colorScheme } of VIEWS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const { violations } = await runAxe(page);
    for (const { id, nodes } of violations) {
      const where = `${id} (${viewport.width} pixels, ${colorScheme})`;
      found.push(...nodes.map(({ html }) => `${where}: ${html.slice(0, 120)}`));
    }
  }
  expect(found).toEqual([]);
});
