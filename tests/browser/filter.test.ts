/**
 * The home page's tag filter in a browser: presses, the keyboard, the tag in the address, and no scripting.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

/** One essay for each list of tags, newest first. */
const tagged = (tagLists: readonly string[]): Files => ({
  'content/public/favicon.ico': '',
  ...Object.fromEntries(
    tagLists.map((tags, index) => [
      `content/essays/${index + 1}.md`,
      essay(`title: Essay ${index + 1}\npublished: ${2020 - index}-01-01\ntags: [${tags}]`),
    ]),
  ),
});

/** Nine tags: `t1` on four essays, `t2` on three, `t3` on two, the others on one each. */
const ESSAYS = tagged([
  't1, t2, t3, t4',
  't1, t2, t3, t5',
  't1, t2, t6, t7',
  't1, long name, t8',
  '',
]);
const READING = { ...ESSAYS, 'content/site.yaml': `${SITE_YAML}readTagQuery: true\n` };

const site = shareSite(ESSAYS);
const readingSite = shareSite(READING);
const pagesSite = shareSite({
  ...ESSAYS,
  'content/site.yaml': `${SITE_YAML}readTagQuery: true\ntagPages: true\n`,
});
const twelve = shareSite(tagged(Array.from({ length: 12 }, (_, index) => `tag${index}`)));

async function openHome(path = '/', from = site): Promise<Page> {
  return (await visit(browser(), from().root, path)).page;
}

const ALL = 'All Essays (5)';
/** The links to the years of the list. */
const YEARS = ['2020', '2019', '2018', '2017', '2016'];
const FIRST_SIX = ['#t1 (4)', '#t2 (3)', '#t3 (2)', '#t4 (1)', '#t5 (1)', '#t6 (1)'];
const OTHERS = ['#t7 (1)', '#long name (1)', '#t8 (1)'];

async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).textContent();
const focused = (page: Page) => page.locator(':focus').textContent();
const buttons = (page: Page) => page.getByRole('button').allInnerTexts();

/** The numbers in the titles of the cards that are listed. */
function listed(page: Page): Promise<number[]> {
  return page
    .locator('main ol > li')
    .evaluateAll((cards) =>
      cards
        .filter((card) => card.checkVisibility())
        .map((card) => Number(card.querySelector('h3')?.textContent?.replace('Essay ', ''))),
    );
}

/** Expects the state of the page: the pressed button and the listed cards. */
async function expectState(page: Page, tag: string, cards: readonly number[]): Promise<void> {
  expect(await page.getByRole('button', { pressed: true }).allInnerTexts()).toEqual([tag]);
  expect(await heading(page)).toBe(tag.replace('All', 'Recent'));
  expect(await listed(page)).toEqual(cards);
  expect(await page.getByRole('article').count()).toBe(cards.length);
}

const EVERY = [1, 2, 3, 4, 5];

describe('pressing', () => {
  test.each<[fact: string, presses: string[], tag: string, cards: number[]]>([
    ['nothing lists everything', [], ALL, EVERY],
    ['a tag lists the essays that carry it', ['#t2 (3)'], '#t2 (3)', [1, 2, 3]],
    ['it again clears the filter', ['#t2 (3)', '#t2 (3)'], ALL, EVERY],
    ['another takes its place', ['#t1 (4)', '#t3 (2)'], '#t3 (2)', [1, 2]],
    ['"All Essays" clears the filter', ['#t3 (2)', ALL], ALL, EVERY],
    ['"All Essays" without a filter changes nothing', [ALL], ALL, EVERY],
    ['"+N More" leaves the filter as it is', ['#t3 (2)', '+3 More'], '#t3 (2)', [1, 2]],
    ['a tag behind "+N More" filters as well', ['+3 More', '#t8 (1)'], '#t8 (1)', [4]],
  ])('%s', async (_, presses, tag, cards) => {
    const page = await openHome();
    await press(page, ...presses);
    await expectState(page, tag, cards);
  });

  test('a tag lists no essays of a tag with the same prefix', async () => {
    const page = await openHome('/', twelve);
    await press(page, '#tag1 (1)');
    expect(await listed(page)).toEqual([2]);
  });

  test('"+N More" reveals every tag, disappears, and is never reset', async () => {
    const page = await openHome();
    expect(await buttons(page)).toEqual([ALL, ...FIRST_SIX, '+3 More']);
    for (const name of ['+3 More', '#long name (1)', '#t1 (4)', '#t1 (4)', ALL]) {
      await press(page, name);
      expect(await buttons(page)).toEqual([ALL, ...FIRST_SIX, ...OTHERS]);
    }
  });

  test('announces the count in a region that stays, stores nothing, and is undone by a reload', async () => {
    const page = await openHome();
    const before = page.url();
    const region = page.locator('main [aria-live="polite"][aria-atomic="true"]');
    const element = await region.elementHandle();
    await press(page, '+3 More', '#t3 (2)');
    expect(await region.textContent()).toBe('#t3 (2)');
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
    expect(page.url()).toBe(before);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
    await page.reload();
    await expectState(page, ALL, EVERY);
    expect(await buttons(page)).toContain('+3 More');
  });
});

describe('by keyboard', () => {
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab');
      if ((await focused(page)) === name) return;
    }
    throw new Error(`Tab never arrives at ${name}`);
  }

  test('Tab moves from the skip link to the cards, in order, and the focus is visible', async () => {
    const page = await openHome();
    const link = page.getByRole('link', { name: 'Skip to content' });
    const bottom = () => link.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom()).toBeLessThanOrEqual(0);
    const stops: (string | null)[] = [];
    const invisible: (string | null)[] = [];
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
      if (stop === 0) expect(await bottom()).toBeGreaterThan(0);
      const outlines = await page.locator(':focus').evaluate((element) =>
        [null, '::before', '::after'].map((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
        }),
      );
      if (Math.max(...outlines) < 2) invisible.push(await focused(page));
    }
    expect(stops).toEqual([
      ...['Skip to content', 'Ann Author', 'Essays', 'About', 'Sign In'],
      ...[ALL, ...FIRST_SIX, '+3 More'],
      ...YEARS,
      ...EVERY.map((number) => `Essay ${number}`),
      ...['Feed', 'About'],
    ]);
    expect(invisible).toEqual([]);
  });

  test.each(['Enter', 'Space'])(
    '%s presses the focused button, and the focus stays',
    async (key) => {
      const page = await openHome();
      await tabTo(page, '#t2 (3)');
      await page.keyboard.press(key);
      expect([await heading(page), await focused(page)]).toEqual(['#t2 (3)', '#t2 (3)']);
      await page.keyboard.press(key);
      expect(await heading(page)).toBe('Recent Essays (5)');
    },
  );

  test('"+N More" moves the focus to the first revealed tag', async () => {
    const page = await openHome();
    await tabTo(page, '+3 More');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('#t7 (1)');
    await page.keyboard.press('Space');
    expect(await listed(page)).toEqual([3]);
  });

  test('Tab moves from the last button past the years to the first listed card', async () => {
    const page = await openHome();
    await press(page, '+3 More', '#t8 (1)');
    for (const year of YEARS) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(year);
    }
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Essay 4');
  });
});

describe('the tag in the address', () => {
  test.each([
    ['/?tag=t3', '/tags/t3'],
    // The row of tags doesn't name it.
    ['/?tag=t8', '/?tag=t8'],
    ['/?tag=', '/?tag='],
    ['/', '/'],
  ])('%s goes on to the page of the tag, if tags have pages: %s', async (path, goal) => {
    const page = await openHome(path, pagesSite);
    await page.waitForURL((url) => url.pathname + url.search === goal);
    expect(await page.locator('h1').count()).toBe(1);
  });

  test.each([
    ['/?tag=t3', site, ALL, EVERY],
    ['/?tag=t3', readingSite, '#t3 (2)', [1, 2]],
    // A tag of several words that "+N More" hides; it is revealed.
    ['/?tag=long%20name', readingSite, '#long name (1)', [4]],
    ['/', readingSite, ALL, EVERY],
    ['/?tag=', readingSite, ALL, EVERY],
    ['/?tag=unknown', readingSite, ALL, EVERY],
    ['/?tag=%22%5D', readingSite, ALL, EVERY],
  ])('%s, read or not, lists the right cards', async (path, from, tag, cards) => {
    const { page, complaints } = await visit(browser(), from().root, path);
    await expectState(page, tag, cards);
    expect((await buttons(page)).includes('+3 More')).toBe(tag !== '#long name (1)');
    expect(complaints).toEqual([]);
  });

  test('is ignored if the site does not read it: a tag of an essay page leads to the whole list', async () => {
    const page = await openHome('/blog/essay-1');
    await page.getByRole('link', { name: 't3' }).click();
    await page.waitForURL('**/?tag=t3');
    await expectState(page, ALL, EVERY);
  });
});

test('without scripting no button is visible and the list is complete', async () => {
  const { page } = await visit(browser(), site().root, '/', { javaScriptEnabled: false });
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.locator('button').first().isVisible()).toBe(false);
  expect(await heading(page)).toBe('Recent Essays (5)');
  for (const title of EVERY.map((number) => `Essay ${number}`)) {
    expect(await page.getByRole('link', { name: title, exact: true }).isVisible()).toBe(true);
  }
});

const short = shareSite({
  'content/site.yaml': `${SITE_YAML}homeCards: 1\n`,
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai, life]'),
  'content/essays/two.md': essay('title: Two\npublished: 2020-02-01\ntags: [life]'),
  'content/essays/three.md': essay('title: Three\npublished: 2021-01-01\ntags: [ai]'),
});

test('older essays, on one line each, are filtered too, and stay lines', async () => {
  const { page } = await visit(browser(), short().root, '/', { reducedMotion: 'reduce' });
  const shown = () => page.locator('.essays > li:visible').allInnerTexts();
  await page.getByRole('button', { name: '#life (2)' }).click();
  expect(await heading(page)).toBe('#life (2)');
  expect((await shown()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'Two February 1',
    'One January 1',
  ]);
  await page.getByRole('button', { name: '#ai (2)' }).click();
  expect(await shown()).toHaveLength(2);
});

const paged = shareSite({
  'content/site.yaml': `${SITE_YAML}homeEssays: 1\nnav: [Essays, Now, Archive]\n`,
  'content/pages/now.md': essay('title: Now'),
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai, life]'),
  'content/essays/two.md': essay('title: Two\npublished: 2021-01-01\ntags: [life]'),
});

test('without scripting a reader filters by pages of tags, and finds every page', async () => {
  const options = { javaScriptEnabled: false, reducedMotion: 'reduce' } as const;
  const { page, complaints } = await visit(browser(), paged().root, '/', options);
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

describe('a home page of the site’s own needs no part of the program’s: it works without', () => {
  const filter = '<TagFilter tags={tags} total={total} />';
  const heading = '<h2 id="listed">Recent Essays</h2>';
  const list = '<EssayList essays={essays} />';
  const footer = '<SiteFooter />';
  test.each([
    ['the filter', heading + list + footer],
    ['the heading', filter + list + footer],
    ['the footer', filter + heading + list],
    ['cards', filter + heading + footer],
    ['any of them', '<p>Hello</p>'],
  ])('%s', async (_, parts) => {
    const own = `import { EssayList } from './EssayList.tsx';
      import { usePage } from './hooks.ts';
      import { SiteFooter } from './SiteFooter.tsx';
      import { TagFilter } from './TagFilter.tsx';
      const Head = ({ head }) => (
        <head>
          <title>{head.title}</title>
          <link rel="stylesheet" href={head.styleUrls.at(-1)} />
          {head.scripts.map(({ url, data }) => (
            <script key={url} defer src={url} data-read-tag-query={data['read-tag-query']} />
          ))}
        </head>
      );
      export default ({ essays, tags, total }) =>
        <html><Head head={usePage().head} /><body><main>${parts}</main></body></html>;`;
    const built = await buildSite({ ...READING, 'templates/HomePage.tsx': own });
    const { page, complaints } = await visit(browser(), built.root, '/?tag=t3');
    if (parts.includes(filter)) {
      await press(page, '#t2 (3)', '+3 More');
      expect(await page.getByRole('button', { pressed: true }).allInnerTexts()).toEqual([
        '#t2 (3)',
      ]);
      if (parts.includes(list)) expect(await listed(page)).toEqual([1, 2, 3]);
    }
    expect(complaints).toEqual([]);
  });
});
