/**
 * The layout of pages in a browser: notes in the margin, contents, no layout shifts while loading, the scroll
 * position of a list, and pages without their style sheet or in a reader mode.
 */
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PATIENCE_MS, shareSite, startBrowser, visit } from '../support/browser.ts';
import { observeShifts, sumShifts } from '../support/layout-shifts.ts';
import { essay, type Files, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const words = (count: number) => 'Looms weave what the cards say. '.repeat(Math.ceil(count / 6));

/** An essay with `count` notes, close together, of one to nine lines, some of two paragraphs. */
function noted(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const text = numbers.map((n) => `${words(6 + ((n * 7) % 40))}[^n${n}]`).join(' ');
  const notes = numbers.map(
    (n) => `[^n${n}]: ${words(6 + ((n * 13) % 60))}${n % 4 === 3 ? '\n\n    More of it.' : ''}`,
  );
  return `${words(60)}\n\n${text}\n\n${words(120)}\n\n${notes.join('\n')}`;
}

const MANY = 400;
const FILES: Files = {
  'content/site.yaml': `${SITE_YAML}substack: https://ann.substack.example\nx: https://x.com/ann\n`,
  ...Object.fromEntries(
    [1, 5, 12, 13, 40].map((count) => [
      `content/essays/notes-${count}.md`,
      essay(`title: Notes ${count}\npublished: 2001-01-${count % 28}`, noted(count)),
    ]),
  ),
  'content/essays/wide-and-noted.md': essay(
    'title: Wide and noted\npublished: 2001-01-04',
    [6, 20, 60, 150]
      .map((count, n) => {
        const code = `\`\`\`\n${'code '.repeat(20)}\n\`\`\``;
        const figure = '<figure class="wide"><p>A figure</p></figure>';
        return `${words(60)}[^n${n}] ${words(n * 9)}\n\n${code}\n\n${words(count)}\n\n${code}\n\n${words(90)}\n\n${figure}\n\n[^n${n}]: ${words(12 + 11 * n)}`;
      })
      .join('\n\n'),
  ),
  'content/essays/notes-long.md': essay(
    'title: Long Note\npublished: 2001-01-03',
    `Short.[^n]\n\n[^n]: ${words(400)}`,
  ),
  'content/essays/long.md': essay(
    'title: Long\npublished: 2002-01-01\nupdated: 2009-05-05\ntags: [craft, looms]',
    ['One', 'Two', 'Three', 'Four'].map((part) => `## ${part}\n\n${words(400)}`).join('\n\n'),
  ),
  'content/essays/short.md': essay(
    'title: Short\npublished: 2002-02-01\ntags: [craft]',
    `It is *short*.\n\n|${'wide|'.repeat(8)}\n|${'-|'.repeat(8)}\n\n${'## Part\n\nWords.\n\n'.repeat(5)}`,
  ),
  'content/essays/third.md': essay('title: Third\npublished: 2002-03-01\ntags: [looms]', 'Words.'),
  'content/essays/arabic.md': essay(
    'title: مقالة\nslug: arabic\nlang: ar\npublished: 2003-01-01',
    '`code` في البداية ثم كلام.\n\n- [ ] مهمة\n\n## عنوان\n\n```\na();\n```\n\nكلام.',
  ),
};
const site = shareSite(FILES);
const archive = shareSite(
  Object.fromEntries(
    Array.from({ length: MANY }, (_, index) => [
      `content/essays/${index}.md`,
      essay(`title: Essay ${index}\npublished: ${2000 + (index % 20)}-01-01`, words(index % 40)),
    ]),
  ),
);

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return (await visit(browser(), site().root, path, options)).page;
}

describe('footnotes', () => {
  test.each([
    [1280, 5],
    [1440, 12],
    [2560, 1],
  ])('%i pixels wide: %i of them are beside the text, and none overlap', async (width, count) => {
    const page = await open(`/blog/notes-${count}`, { viewport: { width, height: 900 } });
    const { notes, refs, column } = await measureNotes(page);
    expect(notes).toHaveLength(count);
    for (const [index, note] of notes.entries()) {
      expect(note.left).toBeGreaterThan(column);
      expect(note.right).toBeLessThan(width);
      const above = notes[index - 1]?.bottom ?? -Infinity;
      // On the line of its number, or below the note above.
      const lower = note.top - above < 16.5 ? note.baseline : (refs[index]?.baseline ?? 0);
      expect(Math.abs(note.baseline - lower)).toBeLessThan(1.5);
      expect(note.top - above).toBeGreaterThan(15.5);
      expect(note.baseline).toBeGreaterThan((refs[index]?.baseline ?? 0) - 1.5);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test.each([
    ['of an essay with more than twelve', '/blog/notes-13', { width: 1440, height: 900 }],
    ['of forty', '/blog/notes-40', { width: 2560, height: 900 }],
    ['longer than the text beside them', '/blog/long-note', { width: 1440, height: 900 }],
    ['on a window too narrow', '/blog/notes-5', { width: 1200, height: 900 }],
    ['on a phone', '/blog/notes-5', { width: 390, height: 844 }],
  ])('%s are at the end of the page', async (_, path, viewport) => {
    const { notes, refs, column } = await measureNotes(await open(path, { viewport }));
    expect(notes[0]?.left).toBeLessThan(column);
    expect(notes[0]?.top).toBeGreaterThan(Math.max(...refs.map(({ top }) => top)));
  });
});

/**
 * The positions of the notes and of the first reference to each, with the baseline of its line; `column` is the right
 * edge of the text.
 */
function measureNotes(page: Page) {
  return page.evaluate(() => {
    // The typeface reaches 0.28 em below the baseline.
    const baselineOf = (text: Node, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { fontSize } = getComputedStyle(text.parentElement as Element);
      return range.getBoundingClientRect().bottom - 0.28 * Number.parseFloat(fontSize);
    };
    const lineOf = (each: Element) => {
      const before = each.closest('sup')?.previousSibling;
      if (before) return baselineOf(before, (before.textContent ?? '').length - 1);
      return baselineOf(each.querySelector('p')?.firstChild as Node, 0);
    };
    const measure = (selector: string) =>
      Array.from(document.querySelectorAll(selector), (each) => {
        const { top, bottom, left, right } = each.getBoundingClientRect();
        return { top, bottom, left, right, baseline: lineOf(each) };
      });
    const column = document.querySelector('.prose > p')?.getBoundingClientRect().right ?? 0;
    return { notes: measure('.footnotes li'), refs: measure('[data-note]'), column };
  });
}

describe('code and figures reach into the margin', () => {
  test.each([1280, 1440, 2560])('but never across a note, %i pixels wide', async (width) => {
    const page = await open('/blog/wide-and-noted', { viewport: { width, height: 900 } });
    const { notes, column } = await measureNotes(page);
    const boxes = await page.locator('.prose > :is(pre, .scroll, .wide)').evaluateAll((all) =>
      all.map((each) => {
        const { top, bottom, right } = each.getBoundingClientRect();
        return { top, bottom, right };
      }),
    );
    expect(notes.length).toBe(4);
    expect(notes[0]?.left).toBeGreaterThan(column);
    const wide = boxes.filter(({ right }) => right > column + 20);
    expect(wide.length).toBeGreaterThan(3);
    for (const { top, bottom } of wide) {
      const met = notes.filter((note) => note.top < bottom && note.bottom > top);
      expect(met).toEqual([]);
    }
  });
});

describe('contents', () => {
  const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });
  test('are in the margin of a long essay, and link to its headings; not on phones, nor of short essays', async () => {
    const page = await open('/blog/long', { viewport: { width: 1280, height: 900 } });
    const names = await contents(page).getByRole('link').allInnerTexts();
    expect(names).toEqual(['One', 'Two', 'Three', 'Four']);
    await contents(page).getByRole('link', { name: 'Three' }).click();
    expect(await page.locator(':target').textContent()).toBe('Three');
    expect(await contents(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await contents(page).count()).toBe(0);
    expect(await contents(await open('/blog/short')).count()).toBe(0);
  });
});

describe('a page hardly shifts while it loads', () => {
  const rows = ['/', '/blog/long', '/blog/notes-5'].flatMap((path) =>
    [390, 1440].flatMap((width) => [
      [path, width, 'comes late'] as const,
      [path, width, 'is missing'] as const,
    ]),
  );
  test.each(rows)('%s, %i pixels wide, whose font %s', async (path, width, font) => {
    const options = { viewport: { width, height: 844 } };
    const { page } = await visit(browser(), site().root, path, options, async (each) => {
      await each.addInitScript(observeShifts);
      await each.route('**/*.woff2', async (route) => {
        if (font === 'is missing') return route.abort();
        await each.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
        return route.continue();
      });
    });
    await page.evaluate(() => document.fonts.ready);
    const moved = await sumShifts(page);
    // The system font that shows until then is nearly as wide, but a long paragraph may have a line more.
    expect(moved).toBeLessThanOrEqual(font === 'is missing' ? 0 : 0.12);
  });

  test('except for a picture without a size, which this test detects', async () => {
    const { page } = await visit(browser(), site().root, '/blog/long', {}, (each) =>
      each.addInitScript(observeShifts),
    );
    // Before the first paint, nothing can shift.
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await page.locator('.prose').evaluate((prose) => {
      prose.insertAdjacentHTML('afterbegin', '<div style="height: 200px"></div>');
    });
    await expect.poll(() => sumShifts(page), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  });
});

describe('the place in a long list', () => {
  const openArchive = () =>
    visit(browser(), archive().root, '/', { viewport: { width: 390, height: 844 } });
  /** The card at the top of the window, and its position. */
  const place = (page: Page) =>
    page.evaluate(() => {
      const cards = [...document.querySelectorAll('.essays > li')];
      const card = cards.find((each) => each.getBoundingClientRect().bottom > 0);
      return [card?.textContent?.slice(0, 9), Math.round(card?.getBoundingClientRect().top ?? 0)];
    });

  /** Scrolls far down, and waits until the page has recorded the place. */
  async function scrollDown(page: Page) {
    await page.evaluate(() => scrollTo(0, 30_000));
    await page.waitForFunction(() => history.state !== null);
    return place(page);
  }

  test('is kept on a reload, and when going back', async () => {
    const { page, origin } = await openArchive();
    const before = await scrollDown(page);
    expect(before[0]).toMatch(/^Essay/);
    await page.reload();
    await expect.poll(() => place(page)).toEqual(before);
    await page.goto(`${origin}/about`);
    await page.goBack();
    await expect.poll(() => place(page)).toEqual(before);
  });

  test('can be a year in the address', async () => {
    const { page } = await visit(browser(), archive().root, '/#y2007');
    const top = async () => (await page.locator('#y2007').boundingBox())?.y;
    await expect.poll(top).toBeLessThan(100);
  });
});

test('without its style sheet a page keeps words apart', async () => {
  const plain = async (path: string) => {
    const page = await open(path);
    return page.evaluate(() => {
      for (const sheet of document.styleSheets) sheet.disabled = true;
      return document.body.innerText.replace(/\s+/g, ' ');
    });
  };
  const essayText = await plain('/blog/long');
  expect(essayText).toContain('January 1, 2002 · Updated May 5, 2009 · 9 min read · by Ann Author');
  expect(essayText).toContain('craft looms');
  expect(essayText).toContain('Subscribe on Substack Follow on X');
  expect(essayText).toContain('Related essays');
  expect(essayText).toContain('Earlier Notes 13 Later Short');
  const home = await plain('/');
  expect(home).toContain('2002 · 9 min read craft looms');
  expect(home).toMatch(/© \d{4} Ann Author Feed About/);
});

test('a reader mode shows the title, author, date and body of an essay, and nothing else', async () => {
  const page = await open('/blog/notes-5');
  const { resolve } = createRequire(import.meta.url);
  await page.addScriptTag({ path: resolve('@mozilla/readability/Readability.js') });
  const article = await page.evaluate('new Readability(document.cloneNode(true)).parse()');
  const { textContent, ...rest } = article as Record<string, string>;
  expect(rest).toMatchObject({ title: 'Notes 5', byline: 'Ann Author' });
  expect(rest.publishedTime).toMatch('2001-01-05');
  const text = (textContent ?? '').replace(/\s+/g, ' ').trim();
  expect(text).toContain('Looms weave');
  for (const leftover of ['min read', 'Earlier', 'Check out', 'Enjoyed', 'Related', 'by Ann']) {
    expect(text).not.toContain(leftover);
  }
});

test('a video or a picture at the end of an essay has no end mark below it', async () => {
  const marks = await (await open('/blog/short')).evaluate(() => {
    const markOf = () =>
      getComputedStyle(document.querySelector('.prose > :last-child') as Element, '::after')
        .content;
    const marks = [markOf()];
    for (const end of ['<video></video>', '<img alt="">']) {
      document.querySelector('.prose')?.insertAdjacentHTML('beforeend', `<p>${end}</p>`);
      marks.push(markOf());
    }
    return marks;
  });
  expect(marks).toEqual([expect.stringContaining('■'), 'none', 'none']);
});

test('a year is at least as far from the rule below it as its essays are from each other', async () => {
  const [within = 0, below = 0] = await (await open('/')).evaluate(() => {
    const year = document.querySelector('.year:has(li + li)') as Element;
    const tops = [...year.querySelectorAll('h3'), year.nextElementSibling as Element];
    const bottoms = [...year.querySelectorAll('.card .meta')];
    const gaps = bottoms.map((meta, index) => {
      const next = tops[index + 1]?.getBoundingClientRect().top ?? 0;
      return next - meta.getBoundingClientRect().bottom;
    });
    return [gaps[0], gaps.at(-1)];
  });
  expect(within).toBeGreaterThan(10);
  expect(below).toBeCloseTo(within, 0);
});

test('an Arabic essay fits on a phone, and is aligned right, even with code; code blocks are aligned left', async () => {
  const page = await open('/blog/arabic', { viewport: { width: 320, height: 640 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const rightOf = (selector: string) =>
    page.locator(selector).evaluate((each) => each.getBoundingClientRect().right);
  const edge = await rightOf('.prose p >> nth=0');
  expect(await rightOf('.prose p code')).toBeCloseTo(edge, 0);
  const block = page.locator('.prose pre code');
  expect((await block.boundingBox())?.x).toBeLessThan(60);
  expect(await block.evaluate((each) => getComputedStyle(each).direction)).toBe('ltr');
  const [box, text] = await page.locator('.task-list-item').evaluate((item) => {
    const range = document.createRange();
    range.selectNodeContents(item.lastChild as Node);
    return [item.querySelector('input') as Element, range].map((each) =>
      each.getBoundingClientRect(),
    );
  });
  expect(box?.left).toBeGreaterThanOrEqual(text?.right ?? Infinity);
});

test('years without an essay of the chosen tag disappear, on any window', async () => {
  for (const width of [390, 1280]) {
    const page = await open('/', { viewport: { width, height: 900 } });
    const years = page.locator('.year > :first-child:visible');
    expect(await years.allInnerTexts()).toEqual(['2003', '2002', '2001']);
    await page.getByRole('button', { name: 'looms' }).click();
    expect(await years.allInnerTexts()).toEqual(['2002']);
  }
});

test('on paper a table of many columns is as wide as the text', async () => {
  const page = await open('/blog/short', { viewport: { width: 640, height: 900 } });
  const widths = () =>
    page.locator('.scroll').evaluate((box) => [box.scrollWidth, box.clientWidth] as const);
  const [table, text] = await widths();
  expect(table).toBeGreaterThan(text);
  await page.emulateMedia({ media: 'print' });
  const [printed, paper] = await widths();
  expect(printed).toBe(paper);
});
