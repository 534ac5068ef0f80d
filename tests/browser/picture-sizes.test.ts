/**
 * What `sizes` says of pictures in essays and on cards is the width at which each theme shows them.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { photo } from '../support/pictures.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();
const WIDTHS = [390, 820, 1440];
/** The greatest share of a width by which a statement may be wrong. */
const TOLERANCE = 0.15;

const WORDS = `\n\n${'Looms weave what the cards say, and the weaver reads. '.repeat(60)}\n\n`;
const BODY = [
  '![a](large.jpg)',
  '![a](middle.jpg)',
  '![a](middle.jpg){.wide}',
  '![a](large.jpg){.full}',
  `![a](middle.jpg){.left} ${WORDS.trim()}`,
  '![a](large.jpg) ![b](middle.jpg)',
  `In a line ![a](middle.jpg) of text.`,
].join(WORDS);

async function draw(theme: string) {
  const cards = [1, 2, 3, 4, 5].map((month) => {
    const front = `title: Card ${month}\npublished: 2019-0${month}-01\nimage: large.jpg`;
    return [`content/essays/${month}.md`, essay(front)];
  });
  return {
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    'content/essays/large.jpg': await photo(2000, 1300),
    'content/essays/middle.jpg': await photo(1000, 700),
    'content/essays/trip.md': essay(
      'title: Trip\npublished: 2020-01-01\nimage: large.jpg',
      WORDS + BODY,
    ),
    ...Object.fromEntries(cards),
  };
}

/** The shown width of each picture, and the one that its `sizes` states in this window. */
function measure(page: Page): Promise<{ shown: number; stated: number }[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.position = 'fixed';
    const widthOf = (css: string) => {
      probe.style.width = css;
      return probe.getBoundingClientRect().width;
    };
    return [...document.querySelectorAll<HTMLImageElement>('main img[sizes]')].map((image) => {
      const { width, paddingLeft, paddingRight } = getComputedStyle(image);
      const rules = image.sizes.split(/,\s*/).filter((rule) => rule !== 'auto');
      const parts = rules.map((rule) => /^(?:(\([^)]*\)) )?(.*)$/.exec(rule) ?? []);
      const [, , size = ''] = parts.find(([, media]) => !media || matchMedia(media).matches) ?? [];
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return { shown: Number.parseFloat(width) - padding, stated: widthOf(size) };
    });
  });
}

for (const theme of ['book', 'gallery', 'index', 'letter']) {
  const site = shareSite(await draw(theme));
  test.each(WIDTHS)(`${theme}: in a window of %i pixels`, async (width) => {
    for (const [path, count] of [
      ['/', 6],
      ['/blog/trip', 8],
    ] as const) {
      const viewport = { width, height: 900 };
      const { page } = await visit(browser(), site().root, path, { viewport });
      const pictures = await measure(page);
      expect(pictures).toHaveLength(count);
      const wrong = pictures.filter(({ shown, stated }) => {
        return Math.abs(shown - stated) > TOLERANCE * shown;
      });
      expect({ path, wrong }).toEqual({ path, wrong: [] });
    }
  });
}
