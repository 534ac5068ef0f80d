/**
 * `subtitle` in front matter: below the title on the page, in feeds, on social cards, and on cards in lists if there
 * is no excerpt.
 */
import { expect, test } from 'vitest';
import { makeEssayCard } from '../../../src/render/social-cards.ts';
import type { Essay } from '../../../src/site/resolved-essay.ts';
import { DEFAULT_PALETTE } from '../../../src/theme/palette.ts';
import { readSettings } from '../../support/parsed.ts';
import { buildSound, essay } from '../../support/site.ts';

const SUBTITLE = 'Less & "more"';
const TOLD = 'Less & “more”';
const FILES = {
  'content/essays/a.md': essay(`title: A\npublished: 2020-01-02\nsubtitle: 'Less & "more"'`),
  'content/essays/b.md': essay(
    `title: B\npublished: 2020-01-01\nsubtitle: ${SUBTITLE}\nexcerpt: Own`,
  ),
  'content/essays/c.md': essay('title: C\npublished: 2019-01-01'),
  'content/pages/now.md': essay(`title: Now\nsubtitle: ${SUBTITLE}`),
};

test('a subtitle is below the title, and on the card unless the essay has an excerpt', async () => {
  const site = await buildSound(FILES);
  const shown = ['blog/a.html', 'blog/b.html', 'now.html', 'blog/c.html'].map((path) => {
    const $ = site.page(path);
    return $('h1 + .subtitle').text();
  });
  expect(shown).toEqual([TOLD, TOLD, TOLD, '']);
  const home = site.page('index.html');
  expect(
    home('.excerpt')
      .toArray()
      .map((each) => home(each).text()),
  ).toEqual([TOLD, 'Own', 'Some words.']);
});

test('a subtitle opens the essay in every feed', async () => {
  const site = await buildSound(FILES);
  const opening = '<p><em>Less &amp; “more”</em></p>\n';
  expect(site.text('feed.xml')).toContain(`<content type="html"><![CDATA[${opening}`);
  expect(site.text('rss.xml')).toContain(`<content:encoded><![CDATA[${opening}`);
  const { items } = JSON.parse(site.text('feed.json'));
  const isOpened = items.map((item: { content_html: string }) =>
    item.content_html.startsWith(opening),
  );
  expect(isOpened).toEqual([true, true, false]);
});

test.each([
  [null, TOLD, TOLD],
  [null, null, ''],
  ['/now', TOLD, TOLD],
  ['/now', null, 'The excerpt'],
])('of the page %j, with the subtitle %j, the social card says %j', (page, subtitle, told) => {
  const colours = DEFAULT_PALETTE.light;
  const drawn = { script: '', fonts: [], digest: '' };
  const template = { ...drawn, hasOwnFonts: false, colours };
  const facts = { title: 'A', author: 'Ann', excerpt: 'The excerpt', image: null, draft: false };
  const stated = { ...facts, page, subtitle, year: 2020, language: 'en' };
  const card = makeEssayCard(stated as Essay, readSettings(), template);
  expect(card?.props.subtitle).toBe(told);
});
