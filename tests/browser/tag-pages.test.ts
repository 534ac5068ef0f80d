/**
 * Tag pages, the author's own pages and the archive in a browser without scripting.
 */
import { expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const site = shareSite({
  'content/site.yaml': `${SITE_YAML}homeEssays: 1\nnav: [Essays, Now, Archive]\n`,
  'content/pages/now.md': essay('title: Now'),
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai, life]'),
  'content/essays/two.md': essay('title: Two\npublished: 2021-01-01\ntags: [life]'),
});

test('a reader without scripting filters by tag, and finds every page', async () => {
  const { page, complaints } = await visit(browser(), site().root, '/', {
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
  });
  const follow = async (name: string, address: string, headings: string[]) => {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL(`**${address}`);
    expect(await page.locator('h1, h3').allTextContents()).toEqual(headings);
  };
  await follow('#ai (1)', '/tags/ai', ['#ai', 'One']);
  // The tag lies above the link that covers the whole card.
  await follow('life', '/tags/life', ['#life', 'Two', 'One']);
  await follow('Archive', '/archive', ['Archive']);
  await follow('Now', '/now', ['Now']);
  expect(await page.locator('[aria-current]').allTextContents()).toEqual(['Now']);
  expect(complaints).toEqual([]);
});
