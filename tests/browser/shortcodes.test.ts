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
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n';

async function buildExamples(theme: string) {
  const photo = await drawPhoto(800, 600).toBuffer();
  const pictures = ['forum.png', 'hills.jpg', 'harbour.jpg', 'street.jpg', 'tram.jpg'];
  const site = await buildSite({
    ...files,
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    'content/public/favicon.ico': '',
    'content/essays/a/index.md': essay('title: A\npublished: 2020-01-01', bodies.join('\n')),
    ...Object.fromEntries(pictures.map((name) => [`content/essays/a/${name}`, photo])),
    'content/essays/a/talk.mp4': 'film',
    'content/essays/a/talk.vtt': CAPTIONS,
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
      const shots = process.env.SHOTS;
      if (shots)
        await page.screenshot({
          path: `${shots}/${theme}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
    }
  }
  expect(complaints).toEqual([]);
});
