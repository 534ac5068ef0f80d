/**
 * The manual's site in a browser: axe-core finds nothing wrong, on phones and desks, in light and dark colours, and no
 * page is wider than its window.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assembleManual } from '../../docs/site/build.mjs';
import { runAxe, serve, startBrowser, visitAt } from '../support/browser.ts';
import { readHeaderRules } from '../support/header-rules.ts';
import { buildIn, makeSite } from '../support/site.ts';

const browser = startBrowser();

test('the manual can be read by everybody, everywhere', async () => {
  const root = makeSite({});
  assembleManual(root);
  const site = await buildIn(root, { previewUrl: 'https://manual.example' });
  const headersOf = readHeaderRules(site.text('_headers'));
  const origin = await serve(join(root, 'out'), { headersOf });
  const { page, complaints } = await visitAt(browser(), origin, '/');
  for (const path of ['/', '/start', '/write', '/settings', '/problems', '/problems/link-empty']) {
    await page.goto(origin + path);
    for (const width of [390, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const { violations } = await runAxe(page);
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        );
        expect([path, width, colorScheme, found]).toEqual([path, width, colorScheme, []]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        expect([path, width, overflow]).toEqual([path, width, 0]);
      }
    }
  }
  expect(complaints).toEqual([]);
});
