/** The forms of dates that `dates` in site.yaml asks for, on cards and on the pages of essays. */
import { expect, test } from 'vitest';
import { buildSound, essay, SITE_YAML } from '../../support/site.ts';

/** The dates of a card, and of the essay's page without what only screen readers read. */
async function readDates(settings: string, lines: string) {
  const site = await buildSound({
    'content/site.yaml': SITE_YAML + settings,
    'content/essays/a.md': essay(`title: A\n${lines}`),
  });
  const page = site.page('blog/a.html');
  const [spoken, iso] = [page('time').first().text(), page('time').first().attr('datetime')];
  page('.sr-only').remove();
  const shown = page('time')
    .get()
    .map((each) => page(each).text());
  return { card: site.page('index.html')('main time').text(), shown, spoken, iso };
}

// The build is in November 2026.
const OLD = 'published: 2020-12-03';
const NEW = 'published: 2026-02-01';
const UPDATED = `${OLD}\nupdated: 2020-12-09`;
test.each<[settings: string, lines: string, card: string, page: string[], spoken: string]>([
  ['', OLD, '2020', ['2020'], 'December 3, 2020'],
  ['', NEW, 'Feb 1', ['2026'], 'February 1, 2026'],
  ['dates: year', NEW, 'Feb 1', ['2026'], 'February 1, 2026'],
  ['dates: month', OLD, 'December 2020', ['December 2020'], 'December 2020 (December 3, 2020)'],
  ['dates: month', NEW, 'February 2026', ['February 2026'], 'February 2026 (February 1, 2026)'],
  ['dates: full', OLD, 'December 3, 2020', ['December 3, 2020'], 'December 3, 2020'],
  ['dates: full\nlanguage: de', OLD, '3. Dezember 2020', ['3. Dezember 2020'], '3. Dezember 2020'],
  // What an author wrote stays, but the page has shown the year alone.
  [
    'dates: full',
    `${OLD}\nformattedDate: Advent`,
    'Advent',
    ['Advent'],
    'Advent (December 3, 2020)',
  ],
  ['', `${OLD}\nformattedDate: Advent`, 'Advent', ['2020'], 'December 3, 2020'],
  // A last change is told if it looks different.
  ['dates: month', UPDATED, 'December 2020', ['December 2020'], 'December 2020 (December 3, 2020)'],
  [
    'dates: full',
    UPDATED,
    'December 3, 2020',
    ['December 3, 2020', 'December 9, 2020'],
    'December 3, 2020',
  ],
])('with %j, an essay of %j has %j on its card', async (settings, lines, card, shown, spoken) => {
  const iso = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);
  expect(await readDates(settings, lines)).toEqual({ card, shown, spoken, iso });
});
