/**
 * Pages in languages whose letters are not slanted, or that are written without spaces.
 */
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const site = shareSite({
  'content/site.yaml': `${SITE_YAML}language: ja\n`,
  'content/essays/japanese.md': essay(
    'title: 織機が教えてくれた言葉\nslug: japanese\npublished: 2020-01-01',
    'これは*大切*です。\n\n## 見出しの言葉\n\n> 引用の*言葉*。',
  ),
  'content/essays/chinese.md': essay(
    'title: 关于织布机\nslug: chinese\nlang: zh\npublished: 2020-01-02',
    '这是*重要*的。\n',
  ),
  'content/essays/korean.md': essay(
    'title: 베틀\nslug: korean\nlang: ko\npublished: 2020-01-03',
    '이것은 *중요*합니다.\n',
  ),
  'content/essays/arabic.md': essay(
    'title: مقالة\nslug: arabic\nlang: ar\npublished: 2020-01-04',
    'هذا *مهم* جدا.\n',
  ),
  'content/essays/hindi.md': essay(
    'title: करघा\nslug: hindi\nlang: hi\npublished: 2020-01-06',
    'यह *ज़रूरी* है।\n',
  ),
  'content/essays/english.md': essay(
    'title: Looms\nslug: english\nlang: en\npublished: 2020-01-05',
    'This is *important*.\n',
  ),
});

/** The computed values of CSS properties of the first element that a selector finds. */
async function styleOf(slug: string, selector: string, ...properties: string[]) {
  const { page } = await visit(browser(), site().root, `/blog/${slug}`);
  return page
    .locator(selector)
    .first()
    .evaluate(
      (each, names) => names.map((name) => getComputedStyle(each).getPropertyValue(name)),
      properties,
    );
}

describe('emphasis', () => {
  test.each([
    ['dots over Japanese', 'japanese', ['normal', '400', 'dot', 'over']],
    ['dots under Chinese', 'chinese', ['normal', '400', 'dot', 'under']],
    ['weight in Korean', 'korean', ['normal', '600', 'none', 'over']],
    ['weight in Arabic', 'arabic', ['normal', '600', 'none', 'over']],
    ['weight in Hindi', 'hindi', ['normal', '600', 'none', 'over']],
    ['italics in English', 'english', ['italic', '400', 'none', 'over']],
  ])('is %s', async (_, slug, style) => {
    const names = ['font-style', 'font-weight', 'text-emphasis-style', 'text-emphasis-position'];
    expect(await styleOf(slug, '.prose em', ...names)).toEqual(style);
  });

  test('in a quotation has dots as well', async () => {
    const [dots] = await styleOf('japanese', 'blockquote em', 'text-emphasis-style');
    expect(dots).toBe('dot');
  });
});

test.each(['arabic', 'hindi', 'korean'])(
  'the letters of a title in %s keep together',
  async (slug) => {
    expect(await styleOf(slug, 'h1', 'letter-spacing')).toEqual(['normal']);
  },
);

test.each(['h1', '.prose h2'])('Japanese is broken between phrases in %s', async (selector) => {
  expect(await styleOf('japanese', selector, 'word-break')).toEqual(['auto-phrase']);
});

test.each([
  ['japanese', 'none'],
  ['english', 'auto'],
])(
  'the name of the site and other italics are never slanted artificially: %s',
  async (slug, value) => {
    expect(await styleOf(slug, '.prose', 'font-synthesis-style')).toEqual([value]);
  },
);

describe('on a page from right to left,', () => {
  const persian = shareSite({
    'content/site.yaml': `${SITE_YAML}language: fa\n`,
    'content/essays/a.md': essay(
      'title: درباره نوشتن\nslug: a\npublished: 2020-01-01',
      'این متن است.',
    ),
  });

  test.each([
    ['/', '.card .meta'],
    ['/blog/a', '.byline'],
  ])('English texts keep the order of their words: %s', async (path, selector) => {
    const { page } = await visit(browser(), persian().root, path);
    const [count, words] = await page.locator(selector).evaluate((line) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const measure = (word: string) => {
        walker.currentNode = line;
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = (node.nodeValue ?? '').indexOf('1 min read');
          if (at === -1) continue;
          const start = at + '1 min read'.indexOf(word);
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + word.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      };
      return [measure('1'), measure('min read')];
    });
    expect(count).toBeLessThan(words ?? Number.NaN);
  });
});

describe('on a page in such a script,', () => {
  const arabic = shareSite({
    'content/site.yaml': `${SITE_YAML}language: ar\ntagPages: true\n`,
    'content/essays/a.md': essay(
      'title: مقالة\nslug: a\npublished: 2020-01-01\ntags: [المشي, بيروت, Walking]',
      '- كتاب\n- The Great Gatsby\n\nكلمة.[^1]\n\n[^1]: حاشية.\n\n| أ | ب |\n| - | - |\n| ج | د |\n',
    ),
  });

  /** The boxes of some words, by their left and right edges. */
  async function edgesOf(path: string, selector: string, ...words: string[]) {
    const { page } = await visit(browser(), arabic().root, path);
    return page
      .locator(selector)
      .first()
      .evaluate((element, sought) => {
        return sought.map((word) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (walker.nextNode()) {
            const start = walker.currentNode.nodeValue?.indexOf(word) ?? -1;
            if (start === -1) continue;
            range.setStart(walker.currentNode, start);
            range.setEnd(walker.currentNode, start + word.length);
            return [range.getBoundingClientRect().left, range.getBoundingClientRect().right];
          }
          return [];
        });
      }, words) as Promise<[number, number][]>;
  }

  test('digits are as tall as letters, and lines have more space', async () => {
    const [digits, lines, size] = await styleOf(
      'japanese',
      '.prose p',
      'font-variant-numeric',
      'line-height',
      'font-size',
    );
    expect(digits).toBe('lining-nums');
    expect(Number.parseFloat(lines ?? '') / Number.parseFloat(size ?? '')).toBeCloseTo(1.7, 2);
    expect(await styleOf('english', '.prose p', 'font-variant-numeric')).toEqual([
      'oldstyle-nums proportional-nums',
    ]);
  });

  test('a Latin item of a list stays beside its bullet', async () => {
    const [book, gatsby] = await edgesOf('/blog/a', '.prose ul', 'كتاب', 'Gatsby');
    expect(gatsby?.[1]).toBeCloseTo(book?.[1] ?? 0, 0);
  });

  test('the first cell of a row is at the edge of the text', async () => {
    const [cell] = await edgesOf('/blog/a', 'td', 'ج');
    const [paragraph] = await edgesOf('/blog/a', '.prose > p', 'كلمة');
    expect(Math.abs((cell?.[1] ?? 0) - (paragraph?.[1] ?? 99))).toBeLessThan(4);
  });

  test.each([
    ['/tags', '.related li:last-child', '#', 'Walking'],
    ['/', '.card .chips li:last-child', '+', '1'],
  ])('a sign stays before its Latin word or number: %s', async (path, selector, sign, word) => {
    const [before, after] = await edgesOf(path, selector, sign, word);
    expect(before?.[1]).toBeLessThanOrEqual((after?.[0] ?? 0) + 1);
  });

  test('the arrow of a note points to the text', async () => {
    const { page } = await visit(browser(), arabic().root, '/blog/a');
    const arrow = page.locator('[data-footnote-backref]');
    expect(await arrow.evaluate((link) => getComputedStyle(link).transform)).toBe(
      'matrix(-1, 0, 0, 1, 0, 0)',
    );
  });
});
