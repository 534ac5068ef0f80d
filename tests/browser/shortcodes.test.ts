/**
 * docs/shortcodes.md in a browser: each component, copied from the manual, works on phones and desks, in light and dark
 * colours, and axe-core finds nothing wrong with it.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAxe, serve, startBrowser, visitAt } from '../support/browser.ts';
import { readHeaderRules } from '../support/header-rules.ts';
import { readShortcodeExamples } from '../support/manual.ts';
import { drawPhoto } from '../support/pictures.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();
const { files, bodies } = readShortcodeExamples();

async function buildExamples(theme: string) {
  const photo = await drawPhoto(800, 600).jpeg().toBuffer();
  const pictures = ['street.jpg', 'tram.jpg'];
  const site = await buildSite({
    ...files,
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    'content/public/favicon.ico': '',
    'content/essays/a/index.md': essay('title: A\npublished: 2020-01-01', bodies.join('\n')),
    ...Object.fromEntries(pictures.map((name) => [`content/essays/a/${name}`, photo])),
  });
  expect(site.report).toBe('');
  return site;
}

test.each(['book', 'gallery', 'index', 'letter'])('all work in the theme %s', async (theme) => {
  const site = await buildExamples(theme);
  const headersOf = readHeaderRules(site.text('_headers'));
  const origin = await serve(join(site.root, 'out'), { headersOf });
  const { page, complaints } = await visitAt(browser(), origin, '/blog/a');
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await runAxe(page);
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
      expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, overflow]).toEqual([width, 0]);
    }
  }
  expect(complaints).toEqual([]);
});

test('the chart, the comparison and the poem do what the manual says', async () => {
  const site = await buildExamples('book');
  const headersOf = readHeaderRules(site.text('_headers'));
  const origin = await serve(join(site.root, 'out'), { headersOf });
  const { page, foreignRequests } = await visitAt(browser(), origin, '/blog/a');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const widths = await page.locator('.chart rect').evaluateAll((bars) => {
    return bars.map((bar) => bar.getBoundingClientRect().width);
  });
  expect(widths).toHaveLength(4);
  expect((widths[3] ?? 0) / (widths[2] ?? 1)).toBeCloseTo(12_800 / 52_300, 2);
  const second = page.locator('.compare > :nth-child(2)');
  const opacity = () => second.evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe('0');
  await page.getByRole('switch', { name: 'The same street today' }).click();
  expect(await opacity()).toBe('1');
  const copied = await page.locator('.poem').evaluate((poem) => (poem as HTMLElement).innerText);
  expect(copied).not.toMatch(/\d/);
  expect(await page.locator('.poem [data-line]').count()).toBe(2);
  expect(foreignRequests).toEqual([]);
});
