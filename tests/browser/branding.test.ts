/** The author's logo (`logo` in site.yaml) in a browser: its size, its dark variant, and its name for screen readers. */
import { expect, test } from 'vitest';
import { runAxe, shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" fill="${colour}"/></svg>`;

const site = shareSite({
  'content/site.yaml': `${SITE_YAML}logo: { light: a.svg, dark: b.svg }\nfavicon: a.svg\n`,
  'content/a.svg': drawing('#211f1c'),
  'content/b.svg': drawing('#e6e1d6'),
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01'),
});

test.each([
  ['light', 'a'],
  ['dark', 'b'],
] as const)(
  'a %s page shows %s.svg, two rem high, as a link with a name',
  async (colorScheme, name) => {
    const { page, complaints } = await visit(browser(), site().root, '/blog/one', { colorScheme });
    const logo = page.getByRole('link', { name: 'Ann Author', exact: true }).first().locator('img');
    const shown = await logo.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(shown).toMatch(new RegExp(`/assets/${name}\\.\\w+\\.svg$`));
    expect(await logo.boundingBox()).toMatchObject({ width: 96, height: 32 });
    const { violations } = await runAxe(page);
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);
