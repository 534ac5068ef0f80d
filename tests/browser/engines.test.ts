/**
 * Pages in Chromium, Firefox and WebKit, the engine of Safari: nothing is cut off, overlaps, or is missing in one of them.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../support/browser.ts';
import { ENGINES, startEngines } from '../support/engines.ts';
import { essay, SITE_YAML, shareSite } from '../support/site.ts';

const evaluateIn = startEngines();

const WORDS = 'Looms weave what the cards say. '.repeat(12);
const QUOTES = `"Nobody knew," she said. ${WORDS}

> "A quotation," he wrote.

| "Table" | "Head" |
| --- | --- |
| "cell" | "last" |

Two notes.[^1] So close[^2] to each other.

${WORDS}

[^1]: "The first", which takes a few lines in the margin, so that the second has to make room for it below.
[^2]: The second.
`;

const SUM = `$$${'a + '.repeat(50)}b$$`;

const CODE = 'let one = 1;\n\n  let two = 2;';
const MARKED = ['{1-3}', 'del={1-3} linenos', '{1-2} "let" linenos title="app.js"']
  .map((info) => `\`\`\`ts ${info}\n${CODE}\n\`\`\``)
  .join('\n\n');

const site = shareSite({
  'content/site.yaml': SITE_YAML,
  'content/essays/quotes.md': essay(
    `title: '"Quotes" first'\nslug: quotes\npublished: 2020-02-02\ntags: [a, תג]\nexcerpt: '"Nobody knew," she said.'`,
    QUOTES,
  ),
  'content/essays/hebrew.md': essay(
    'title: על כתיבה\nlang: he\npublished: 2020-01-01\ntags: [a, תג, תג 1, כתיבה ו-Looms, c#]',
    'זה טקסט.',
  ),
  'content/essays/code.md': essay(
    'title: Code\nslug: code\npublished: 2017-01-01',
    `Some code.\n\n${MARKED}`,
  ),
  'content/essays/table.md': essay(
    'title: Table\nslug: table\npublished: 2019-01-01',
    `| ${'H | '.repeat(4)}\n| ${'--- | '.repeat(4)}\n| ${'longwordinacell | '.repeat(4)}\n`,
  ),
  'content/essays/formula.md': essay(
    'title: Formula\nslug: formula\npublished: 2018-01-01',
    `So ${SUM} holds.\n\n- As ${SUM}\n\n## With ${SUM}\n`,
  ),
});

/**
 * A function of the page that measures elements, or the first characters of each: `[left, top, right, bottom]`. The box
 * of a range around an element would include text that hangs out of it.
 */
const MEASURE = `((selector, length = Infinity) => [...document.querySelectorAll(selector)].map((each) => {
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, Math.min(length, text.length));
  const measured = length === Infinity ? each : range;
  const { left, top, right, bottom } = measured.getBoundingClientRect();
  return [left, top, right, bottom];
}))`;

type Box = readonly [left: number, top: number, right: number, bottom: number];

describe.each(ENGINES)('in %s', (engine) => {
  const measure = async <Boxes>(path: string, width: number, expression: string) => {
    const url = (await serve(join(site().root, 'out'))) + path;
    const text = `((measure) => ${expression})(${MEASURE})`;
    const opening = { url, width, height: 900 };
    return (await evaluateIn(engine, opening, text)) as Boxes;
  };

  test('a quotation mark that opens an excerpt or a cell of a table is inside its box', async () => {
    const found = await measure<Box[]>(
      '/',
      390,
      "[measure('.excerpt', 1)[0], measure('.excerpt')[0]]",
    );
    const cells = await measure<Box[]>(
      '/blog/quotes',
      390,
      "[measure('td', 1)[0], measure('.scroll')[0]]",
    );
    for (const [mark, box] of [found, cells]) {
      expect(mark?.[0]).toBeGreaterThanOrEqual((box?.[0] ?? Infinity) - 0.5);
      expect((mark?.[2] ?? 0) - (mark?.[0] ?? 0)).toBeGreaterThan(3);
    }
  });

  test('notes do not overlap, in the margin or at the foot', async () => {
    const notes = await measure<Box[]>('/blog/quotes', 1440, "measure('.footnotes li')");
    expect(notes).toHaveLength(2);
    expect(notes[1]?.[1]).toBeGreaterThanOrEqual(notes[0]?.[3] ?? Infinity);
    for (const [left, , right] of notes) {
      expect(left).toBeGreaterThan(0);
      expect(right).toBeLessThan(1440);
    }
  });

  test.each([
    ['twice as large', '200%', 1440],
    ['smaller than usual', '75%', 1100],
  ])('notes are in the window and wide enough, if text is %s', async (_, size, width) => {
    const notes = await measure<Box[]>(
      '/blog/quotes',
      width,
      `(document.documentElement.style.fontSize = '${size}', measure('.footnotes li'))`,
    );
    expect(notes).toHaveLength(2);
    for (const [left, , right] of notes) {
      expect(left).toBeGreaterThan(0);
      expect(right).toBeLessThan(width);
      expect(right - left).toBeGreaterThan(100);
    }
  });

  test('the card of a Hebrew essay is set at the right', async () => {
    const [[box], [text]] = await measure<[[Box], [Box]]>(
      '/',
      1280,
      "[measure('.excerpt:lang(he)'), measure('.excerpt:lang(he)', 8)]",
    );
    expect(Math.abs(box[2] - text[2])).toBeLessThan(2);
  });

  test('the pressed filter has a line below its text', async () => {
    const line = await measure<string[]>(
      '/',
      1280,
      "(({ content, display, borderTopWidth, borderTopStyle }) => [content, display, borderTopWidth, borderTopStyle])(getComputedStyle(document.querySelector('[aria-pressed=true]'), '::after'))",
    );
    expect(line).toEqual(['""', 'block', '2px', 'solid']);
  });

  test('the words of the filter do not overlap, and a count follows its word in either direction', async () => {
    const words = await measure<[isRightToLeft: boolean, name: Box, count: Box][]>(
      '/',
      390,
      `[...document.querySelectorAll('.filter button:not([hidden]):not(.more)')].map((button) => {
        const boxOf = (node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, top, right, bottom } = range.getBoundingClientRect();
          return [left, top, right, bottom];
        };
        const [name, count] = button.childNodes;
        return [/^\\P{L}*\\p{sc=Hebr}/u.test(name.data), boxOf(name), boxOf(count)];
      })`,
    );
    expect(words.filter(([isRightToLeft]) => isRightToLeft).length).toBe(3);
    expect(words.length).toBe(6);
    const boxes = words.flatMap(([, name, count]) => [name, count]);
    for (const [at, box] of boxes.entries()) {
      const met = boxes.slice(at + 1).filter((other) => overlap(box, other));
      expect(met).toEqual([]);
    }
    for (const [isRightToLeft, name, count] of words) {
      expect(count[0] < name[0]).toBe(isRightToLeft);
    }
  });

  test.each([1440, 390])(
    'the box of a table takes focus only if it scrolls, %i pixels wide',
    async (width) => {
      const [isFocused, scrolls, isHeard] = await measure<[boolean, boolean, boolean]>(
        '/blog/table',
        width,
        // A timeline of scrolling is measured when a frame is drawn, which WebKit may do after the page has loaded.
        `(async (box) => {
        const scrolls = box.scrollWidth > box.clientWidth;
        const isHeard = CSS.supports('animation-timeline: scroll(self inline)');
        const isShown = () => getComputedStyle(box).visibility === 'visible';
        for (let frames = 0; frames < 100 && isShown() !== (scrolls || !isHeard); frames++) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        box.focus();
        return [document.activeElement === box, scrolls, isHeard];
      })(document.querySelector('.scroll'))`,
      );
      expect(scrolls).toBe(width === 390);
      // Firefox has no timelines of scrolling: there, the box of a wide table is always a tab stop.
      expect(isFocused).toBe(scrolls || !isHeard);
    },
  );

  test('a wide formula in a sentence, an item or a heading scrolls by itself on a phone', async () => {
    const script = `[
      document.documentElement.scrollWidth > document.documentElement.clientWidth,
      [...document.querySelectorAll('.wide-formula')]
        .map((each) => each.scrollWidth > each.clientWidth),
    ]`;
    const [isWide, scrolls] = await measure<[boolean, boolean[]]>('/blog/formula', 390, script);
    expect(isWide).toBe(false);
    expect(scrolls).toEqual([true, true, true]);
  });

  test('code is copied without numbers and signs', async () => {
    const copied = await measure<string[]>(
      '/blog/code',
      1280,
      `[...document.querySelectorAll('pre')].map((pre) => {
        getSelection().selectAllChildren(pre);
        return getSelection().toString().trimEnd();
      })`,
    );
    expect(copied).toEqual(Array(3).fill(CODE));
  });

  test('a feed shows its title and its essays, without ids and full texts', async () => {
    const names = ['title', 'entry', 'summary', 'id', 'content'];
    const shown = await measure<number[]>(
      '/feed.xml',
      390,
      `${JSON.stringify(names)}.map((name) =>
        [...document.querySelectorAll(name)].filter(
          (each) => getComputedStyle(each).display !== 'none').length)`,
    );
    expect(shown).toEqual([6, 5, 5, 0, 0]);
  });
});

/** Whether two boxes have more than a line of pixels in common. */
function overlap(one: Box, other: Box): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > 1 && height > 1;
}
