/**
 * Numbered figures outside an English page: in the site's language, and in feeds.
 */
import { expect, test } from 'vitest';
import { pngHeader as png } from '../support/pictures.ts';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

const FILES: Files = {
  'content/essays/moon.png': png(800, 600),
  'content/essays/sky.md': essay(
    'title: Sky\npublished: 2020-01-01',
    'See @fig:moon.\n\n![The moon](moon.png){#fig:moon}\n',
  ),
};

test.each([
  ['de', 'Abbildung\u00a01'],
  ['ja', '図1'],
  ['ru', 'Рисунок\u00a01'],
])('on a site in %s, the figure is %s', async (language, label) => {
  const site = await buildSite({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}language: ${language}\n`,
  });
  const page = site.page('blog/sky.html');
  expect(page('figcaption').text()).toBe(`${label} The moon`);
  expect(page('.prose p a').text()).toBe(label);
  expect(site.codes).toEqual([]);
});

test('in a feed, a figure has its number, and a reference leads to the page', async () => {
  const site = await buildSite(FILES);
  const html = JSON.parse(site.text('feed.json')).items[0].content_html;
  const label = 'Figure\u00a01';
  expect(html).toContain(`<a href="https://ann.example/blog/sky#fig:moon">${label}</a>`);
  expect(html).toContain(`<figcaption><b>${label}</b> The moon</figcaption>`);
  expect(html).not.toContain('data-label');
});
