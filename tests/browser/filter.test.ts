/**
 * The home page's filter, pressed in a browser: specification, sections 2.1 and 4.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, type Visit, visit } from '../support/browser.ts';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

/** Eight tags: `t1` on four essays, `t2` on three, `t3` on two, the others on one each. */
const TAG_LISTS = ['t1, t2, t3, t4', 't1, t2, t3, t5', 't1, t2, t6, t7', 't1, long name, t8', ''];

const ESSAYS: Files = {
  'content/public/favicon.ico': '',
  ...Object.fromEntries(
    TAG_LISTS.map((tags, index) => [
      `content/essays/${index + 1}.md`,
      essay(`title: Essay ${index + 1}\npublished: ${2020 - index}-01-01\ntags: [${tags}]`),
    ]),
  ),
};

const EVERY_ESSAY = ['Essay 1', 'Essay 2', 'Essay 3', 'Essay 4', 'Essay 5'];

const site = shareSite(ESSAYS);
const readingSite = shareSite({
  ...ESSAYS,
  'content/site.yaml': `${SITE_YAML}readTagQuery: true\n`,
});

function openHome(path = '/'): Promise<Visit> {
  return visit(browser(), site().root, path);
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).textContent();
const focused = (page: Page) => page.locator(':focus').textContent();
const buttons = (page: Page) => page.getByRole('button').allInnerTexts();

/** The buttons that say that they are pressed. */
const pressed = (page: Page) => page.getByRole('button', { pressed: true }).allInnerTexts();

/** The titles of the cards that can be seen by scrolling. */
function listed(page: Page): Promise<string[]> {
  return page
    .locator('main ol > li')
    .evaluateAll((cards) =>
      cards
        .filter((card) => card.checkVisibility())
        .map((card) => card.querySelector('h3')?.textContent ?? ''),
    );
}

describe('a tag', () => {
  test('pressed, lists only the essays that carry it, and the heading says so', async () => {
    const { page } = await openHome();
    expect(await heading(page)).toBe('Recent Essays (5)');
    await button(page, '#t2 (3)').click();
    expect(await heading(page)).toBe('#t2 (3)');
    expect(await listed(page)).toEqual(['Essay 1', 'Essay 2', 'Essay 3']);
  });

  test('pressed again, clears the filter', async () => {
    const { page } = await openHome();
    await button(page, '#t2 (3)').click();
    await button(page, '#t2 (3)').click();
    expect(await heading(page)).toBe('Recent Essays (5)');
    expect(await listed(page)).toEqual(EVERY_ESSAY);
    expect(await pressed(page)).toEqual(['All Essays (5)']);
  });

  test('gives way to another', async () => {
    const { page } = await openHome();
    await button(page, '#t1 (4)').click();
    await button(page, '#t3 (2)').click();
    expect(await heading(page)).toBe('#t3 (2)');
    expect(await listed(page)).toEqual(['Essay 1', 'Essay 2']);
    expect(await pressed(page)).toEqual(['#t3 (2)']);
  });

  test('lists no essay of a tag whose number merely begins alike', async () => {
    const tags = Array.from({ length: 12 }, (_, index) => `tag${index}`);
    const files = Object.fromEntries(
      tags.map((tag, index) => [
        `content/essays/${index + 1}.md`,
        essay(`title: On ${tag}\npublished: ${2020 - index}-01-01\ntags: [${tag}]`),
      ]),
    );
    const { page } = await visit(browser(), (await buildSite(files)).root);
    await button(page, '#tag1 (1)').click();
    expect(await listed(page)).toEqual(['On tag1']);
  });

  test('is pressed, and "All Essays" is not, while it filters', async () => {
    const { page } = await openHome();
    expect(await pressed(page)).toEqual(['All Essays (5)']);
    await button(page, '#t1 (4)').click();
    expect(await pressed(page)).toEqual(['#t1 (4)']);
    expect(await button(page, 'All Essays (5)').getAttribute('aria-pressed')).toBe('false');
  });
});

describe('"All Essays"', () => {
  test('clears the filter', async () => {
    const { page } = await openHome();
    await button(page, '#t3 (2)').click();
    await button(page, 'All Essays (5)').click();
    expect(await heading(page)).toBe('Recent Essays (5)');
    expect(await listed(page)).toEqual(EVERY_ESSAY);
    expect(await pressed(page)).toEqual(['All Essays (5)']);
  });

  test('pressed without a filter changes nothing', async () => {
    const { page } = await openHome();
    await button(page, 'All Essays (5)').click();
    expect(await heading(page)).toBe('Recent Essays (5)');
    expect(await listed(page)).toEqual(EVERY_ESSAY);
    expect(await pressed(page)).toEqual(['All Essays (5)']);
  });
});

describe('"+N More"', () => {
  const firstSix = ['#t1 (4)', '#t2 (3)', '#t3 (2)', '#t4 (1)', '#t5 (1)', '#t6 (1)'];
  const others = ['#t7 (1)', '#long name (1)', '#t8 (1)'];

  test('reveals every tag and disappears', async () => {
    const { page } = await openHome();
    expect(await buttons(page)).toEqual(['All Essays (5)', ...firstSix, '+3 More']);
    await button(page, '+3 More').click();
    expect(await buttons(page)).toEqual(['All Essays (5)', ...firstSix, ...others]);
  });

  test('leaves the filter as it is', async () => {
    const { page } = await openHome();
    await button(page, '#t3 (2)').click();
    await button(page, '+3 More').click();
    expect(await pressed(page)).toEqual(['#t3 (2)']);
    expect(await listed(page)).toEqual(['Essay 1', 'Essay 2']);
  });

  test('is never reset: the tags stay when the filter changes and clears', async () => {
    const { page } = await openHome();
    await button(page, '+3 More').click();
    for (const name of ['#long name (1)', '#t1 (4)', '#t1 (4)', 'All Essays (5)']) {
      await button(page, name).click();
      expect(await buttons(page)).toEqual(['All Essays (5)', ...firstSix, ...others]);
    }
  });

  test('reveals tags that filter as the first six do', async () => {
    const { page } = await openHome();
    await button(page, '+3 More').click();
    await button(page, '#long name (1)').click();
    expect(await heading(page)).toBe('#long name (1)');
    expect(await listed(page)).toEqual(['Essay 4']);
  });
});

describe('by keyboard', () => {
  test('Tab leads from the skip link through the navigation to the buttons, in their order', async () => {
    const { page } = await openHome();
    const stops: (string | null)[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
    }
    expect(stops).toEqual([
      'Skip to content',
      'Ann Author',
      'Essays',
      'About',
      'Sign In',
      'All Essays (5)',
      '#t1 (4)',
      '#t2 (3)',
    ]);
  });

  test.each(['Enter', 'Space'])(
    '%s presses the button in focus, and the focus stays',
    async (key) => {
      const { page } = await openHome();
      await tabTo(page, '#t2 (3)');
      await page.keyboard.press(key);
      expect(await heading(page)).toBe('#t2 (3)');
      expect(await focused(page)).toBe('#t2 (3)');
      await page.keyboard.press(key);
      expect(await heading(page)).toBe('Recent Essays (5)');
    },
  );

  test('"+N More" hands the focus to the first tag that it revealed', async () => {
    const { page } = await openHome();
    await tabTo(page, '+3 More');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('#t7 (1)');
    await page.keyboard.press('Space');
    expect(await listed(page)).toEqual(['Essay 3']);
  });

  test('from the last button Tab leads to the first card that is listed', async () => {
    const { page } = await openHome();
    await button(page, '+3 More').click();
    await button(page, '#t8 (1)').click();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Essay 4');
  });

  test('whatever is in focus shows it', async () => {
    const { page } = await openHome();
    const invisible: string[] = [];
    for (let stop = 0; stop < 18; stop++) {
      await page.keyboard.press('Tab');
      const outlines = await page.locator(':focus').evaluate((element) =>
        [null, '::before', '::after'].map((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
        }),
      );
      if (Math.max(...outlines) < 2) invisible.push((await focused(page)) ?? '');
    }
    expect(invisible).toEqual([]);
    expect(await focused(page)).toBe('Essay 5');
  });

  test('the skip link is out of sight until it is in focus', async () => {
    const { page } = await openHome();
    const link = page.getByRole('link', { name: 'Skip to content' });
    const bottom = () => link.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom()).toBeLessThanOrEqual(0);
    await page.keyboard.press('Tab');
    expect(await bottom()).toBeGreaterThan(0);
  });
});

describe('for screen readers', () => {
  test('the heading, a live region that stays in the page, tells the listed count', async () => {
    const { page } = await openHome();
    const region = page.locator('main [aria-live="polite"]');
    const element = await region.elementHandle();
    await button(page, '#t3 (2)').click();
    expect(await region.textContent()).toBe('#t3 (2)');
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
    expect(await region.getAttribute('aria-atomic')).toBe('true');
  });

  test('cards that are filtered out are gone from the accessibility tree', async () => {
    const { page } = await openHome();
    await button(page, '#t3 (2)').click();
    expect(await page.getByRole('article').count()).toBe(2);
  });
});

describe('the tag in the address', () => {
  const openReading = (path: string) => visit(browser(), readingSite().root, path);

  test('is not read: the list is whole', async () => {
    const { page } = await openHome('/?tag=t3');
    expect(await heading(page)).toBe('Recent Essays (5)');
    expect(await listed(page)).toEqual(EVERY_ESSAY);
  });

  test('filters where readTagQuery is set', async () => {
    const { page } = await openReading('/?tag=t3');
    expect(await heading(page)).toBe('#t3 (2)');
    expect(await listed(page)).toEqual(['Essay 1', 'Essay 2']);
    expect(await pressed(page)).toEqual(['#t3 (2)']);
  });

  test('may be one of several words, behind "+N More", which is then revealed', async () => {
    const { page } = await openReading('/?tag=long%20name');
    expect(await heading(page)).toBe('#long name (1)');
    expect(await buttons(page)).toContain('#long name (1)');
    expect(await page.getByText('More').count()).toBe(0);
  });

  test.each(['/', '/?tag=', '/?tag=unknown', '/?tag=%22%5D'])(
    '%s lists everything even where readTagQuery is set',
    async (path) => {
      const { page, complaints } = await openReading(path);
      expect(await heading(page)).toBe('Recent Essays (5)');
      expect(await listed(page)).toEqual(EVERY_ESSAY);
      expect(complaints).toEqual([]);
    },
  );

  test('of an essay page leads to the whole list', async () => {
    const { page } = await openHome('/blog/essay-1');
    await page.getByRole('link', { name: 't3' }).click();
    await page.waitForURL('**/?tag=t3');
    expect(await heading(page)).toBe('Recent Essays (5)');
  });
});

describe('the state', () => {
  test("is the page's own: pressing changes neither the address nor the browser's stores", async () => {
    const { page } = await openHome();
    const before = page.url();
    await button(page, '#t3 (2)').click();
    expect(page.url()).toBe(before);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
  });

  test('is gone after a reload', async () => {
    const { page } = await openHome();
    await button(page, '+3 More').click();
    await button(page, '#t3 (2)').click();
    await page.reload();
    expect(await heading(page)).toBe('Recent Essays (5)');
    expect(await buttons(page)).toContain('+3 More');
  });
});

describe('without scripting', () => {
  test('no button is seen and the list is whole', async () => {
    const { page } = await visit(browser(), site().root, '/', { javaScriptEnabled: false });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('button').first().isVisible()).toBe(false);
    expect(await heading(page)).toBe('Recent Essays (5)');
    for (const title of EVERY_ESSAY) {
      expect(await page.getByRole('link', { name: title, exact: true }).isVisible()).toBe(true);
    }
  });
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never arrives at ${name}`);
}
