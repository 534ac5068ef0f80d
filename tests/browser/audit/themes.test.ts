/**
 * Audit of the themes: under each, the sample site has the same text, no violation of accessibility, no layout shift,
 * nothing that is wider than a phone, inks of enough contrast, and a style sheet of a limited size.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrastOf } from '../../../src/essays/colours.ts';
import { type AuditedSite, SAMPLE, shareAudited } from '../../support/audited-sites.ts';
import { runAxe, startBrowser, visit } from '../../support/browser.ts';
import { observeShifts, sumShifts } from '../../support/layout-shifts.ts';

const browser = startBrowser();
const book = shareAudited(SAMPLE);

/** The greatest size of each theme's style sheet, in bytes, compressed. */
const LIMITS = { book: 6 * 1024, gallery: 7.5 * 1024, index: 7.5 * 1024, letter: 7.5 * 1024 };

/** A list, and essays with code, notes and pictures. */
const PAGES = [
  '/',
  '/blog/a-shell-script-is-a-letter',
  '/blog/what-the-piano-roll-settled',
  '/blog/florence',
];

/** The rest of what the sample site has, under the usual theme: the HTML is the same under all. */
const MORE_PAGES = [
  '/about',
  '/unknown',
  '/blog/the-empty-seat',
  '/blog/write-it-down-then-lose-it',
  '/blog/books-i-read',
  '/blog/the-tide-table',
  '/blog/you-cant-lend-a-song',
];

const VIEWS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const;

/** The text of `<main>` of every page, by output path. */
function readTexts({ root }: AuditedSite): ReadonlyMap<string, string> {
  const out = join(root, 'out');
  const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  return new Map(
    pages.map((path) => [path, load(readFileSync(join(out, path), 'utf8'))('main').text()]),
  );
}

describe.each(Object.entries(LIMITS))('%s', (theme, limit) => {
  const site = theme === 'book' ? book : shareAudited({ ...SAMPLE, theme });
  let texts: ReadonlyMap<string, string>;
  beforeAll(() => {
    texts = readTexts(site());
  });

  test('has the text of the others', () => {
    expect(texts).toEqual(readTexts(book()));
  });

  test(`has a style sheet of at most ${limit} bytes`, () => {
    const assets = join(site().root, 'out/assets');
    const styles = readdirSync(assets).filter((name) => /^style\..*\.css$/.test(name));
    const sizes = styles.map((name) => gzipSync(readFileSync(join(assets, name))).length);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThanOrEqual(limit);
  });

  const pages = theme === 'book' ? [...PAGES, ...MORE_PAGES] : PAGES;
  test.each(pages)('%s has no violation, and fits a phone', async (path) => {
    const options = { reducedMotion: 'reduce', ...VIEWS[0] } as const;
    const { page, complaints, foreignRequests } = await visit(
      browser(),
      site().root,
      path,
      options,
    );
    const found: string[] = [];
    for (const { viewport, colorScheme } of VIEWS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { violations } = await runAxe(page);
      for (const { id, nodes } of violations) {
        const where = `${id} (${viewport.width} pixels, ${colorScheme})`;
        found.push(...nodes.map(({ html }) => `${where}: ${html.slice(0, 120)}`));
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) found.push(`${width} pixels wide in ${viewport.width}`);
    }
    expect(found).toEqual([]);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'has running text, soft text on a tint, and accents of 7 : 1 in %s colours',
    async (scheme) => {
      const options = { colorScheme: scheme } as const;
      const { page } = await visit(browser(), site().root, PAGES[2], options);
      const pairs = await page.evaluate(() => {
        const root = getComputedStyle(document.documentElement);
        const colour = (name: string) => root.getPropertyValue(name).trim();
        const inks = ['.prose p', '.byline', '.prose h2', 'h1'].map((selector) => {
          return getComputedStyle(document.querySelector(selector) as Element).color;
        });
        return [
          [colour('--soft'), colour('--tint')] as const,
          ...[colour('--accent'), ...inks].map((ink) => [ink, root.backgroundColor] as const),
        ];
      });
      const ratios = pairs.map(([ink, ground]) => contrastOf(ink, ground));
      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(7);
    },
  );

  test.each(['/', '/blog/what-the-piano-roll-settled'])('%s does not shift', async (path) => {
    const { page } = await visit(browser(), site().root, path, VIEWS[0], (each) =>
      each.addInitScript(observeShifts),
    );
    await page.evaluate(() => document.fonts.ready.then(() => null));
    expect(await sumShifts(page)).toBe(0);
  });
});
