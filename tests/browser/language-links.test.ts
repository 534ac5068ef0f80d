/**
 * The links to the other languages of a site: in the header, and below the title of what is translated.
 */
import { describe, expect, test } from 'vitest';
import { runAxe, shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const TITLES = {
  en: 'On walking slowly',
  de: 'Vom langsamen Gehen',
  ja: '歩くこと',
  ar: 'في المشي',
};
type Language = keyof typeof TITLES;

/** A site with an essay and an about page in each of these languages, the first of which is the main one. */
function siteIn(theme: string, [main, ...others]: readonly Language[]) {
  const languages = others.map((language) => `  ${language}: {}\n`).join('');
  const files = [main, ...others].map((language = 'en') => [
    `content/essays/walking.${language}.md`,
    essay(`title: ${TITLES[language]}\nslug: walking\npublished: 2020-01-01`, TITLES[language]),
  ]);
  return shareSite({
    ...Object.fromEntries(files),
    'content/about.md': 'Me.',
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\nlanguage: ${main}\nlanguages:\n${languages}`,
  });
}

const THEMES = ['book', 'gallery', 'index', 'letter'];
const SETS: readonly (readonly Language[])[] = [
  ['en', 'de'],
  ['ar', 'en', 'de', 'ja'],
];

describe.each(THEMES.flatMap((theme) => SETS.map((set) => ({ theme, set }))))(
  'in the theme $theme, a site in $set',
  ({ theme, set }) => {
    const site = siteIn(theme, set);

    test.each(['/blog/walking', `/${set.at(-1)}/`])(
      'has links that neither overflow nor overlap: %s',
      async (path) => {
        const { page } = await visit(browser(), site().root, path, { reducedMotion: 'reduce' });
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const boxes = await page
            .locator('.site-header a:visible, .translations a')
            .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
          const visible = boxes as { left: number; right: number; top: number; bottom: number }[];
          expect(visible.length).toBeGreaterThanOrEqual(set.length);
          const isInside = visible.every(({ left, right }) => left >= 0 && right <= width);
          const overlaps = visible.flatMap((a, at) =>
            visible.slice(at + 1).filter((b) => {
              const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
              const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
              return across > 1 && down > 1;
            }),
          );
          const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          expect({ width, isInside, overlaps, scrolls }).toEqual({
            width,
            isInside: true,
            overlaps: [],
            scrolls: false,
          });
        }
      },
    );
  },
);

describe.each(THEMES)('in the theme %s, axe has no complaints', (theme) => {
  const site = siteIn(theme, ['en', 'de', 'ar']);

  test.each(['/blog/walking', '/ar/'])('about %s', async (path) => {
    const { page } = await visit(browser(), site().root, path, { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await runAxe(page);
      for (const { id, nodes } of violations) {
        found.push(...nodes.map(({ html }) => `${id} (${colorScheme}): ${html.slice(0, 120)}`));
      }
    }
    expect(found).toEqual([]);
    expect(await page.locator('.languages a').count()).toBe(2);
    expect(await page.locator('.translations a').count()).toBe(path.endsWith('walking') ? 2 : 0);
  });
});
