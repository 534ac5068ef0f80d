/**
 * Code with marks in a browser: how wide a mark is, and the contrast of all colours on it, in each theme.
 */
import { describe, expect, test } from 'vitest';
import { shareSite, startBrowser, visit } from '../support/browser.ts';
import { essay, SITE_YAML } from '../support/site.ts';

const browser = startBrowser();

const LINES = [
  '// A comment: words, texts, numbers, names.',
  "function add(one = 'two') { return new Set([3, /four/, true, add.five]); }",
  '',
  `  const line = \`\${"wide ".repeat(9)} ${'wide '.repeat(40)}\`; // the end`,
  'class A extends B { }',
];
const CODE = `${LINES.join('\n')}\n`;

/** Blocks with every kind of mark, on every line. */
const BODY = ['{1-5}', 'ins={1-5}', 'del={1-5} linenos', '{1-2} "add" linenos title="app.js"']
  .map((info) => `\`\`\`ts ${info}\n${CODE}\`\`\``)
  .join('\n\n');

const shareTheme = (theme: string) =>
  shareSite({
    'content/site.yaml': `${SITE_YAML}theme: ${theme}\n`,
    'content/essays/code.md': essay('title: Code\nslug: code\npublished: 2020-01-01', BODY),
  });
const sites = ['book', 'gallery', 'index', 'letter'].map(
  (theme) => [theme, shareTheme(theme)] as const,
);
const [[, book]] = sites as [(typeof sites)[number]];

test('a mark is as wide as what can be scrolled to', async () => {
  const { page } = await visit(browser(), book().root, '/blog/code', {
    viewport: { width: 390, height: 800 },
  });
  const widths = await page.evaluate(() =>
    Array.from(document.querySelectorAll('pre'), (pre) => [
      pre.scrollWidth > pre.clientWidth,
      ...Array.from(pre.querySelectorAll('.line'), (line) => {
        return Math.round(line.getBoundingClientRect().width) - pre.scrollWidth;
      }),
    ]),
  );
  expect(widths).toEqual(Array(4).fill([true, 0, 0, 0, 0, 0]));
});

describe.each(sites)('%s', (_, site) => {
  test.each(['light', 'dark'] as const)(
    'has code of enough contrast on marks, %s',
    async (colorScheme) => {
      const { page } = await visit(browser(), site().root, '/blog/code', { colorScheme });
      const inks = await page.evaluate(() => {
        const canvas = document
          .createElement('canvas')
          .getContext('2d', { willReadFrequently: true });
        if (canvas === null) throw new Error('There is no canvas');
        /** The luminance (WCAG 2.2) of colours that are painted one over the other. */
        const paint = (...colours: string[]) => {
          for (const colour of colours) {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
          }
          const [red = 0, green = 0, blue = 0] = Array.from(
            canvas.getImageData(0, 0, 1, 1).data,
            (value) => {
              const share = value / 255;
              return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
            },
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const tint = getComputedStyle(document.documentElement).getPropertyValue('--tint');
        return Array.from(document.querySelectorAll('.line'), (line) => {
          const grounds = [tint, getComputedStyle(line).backgroundColor];
          const inner = line.querySelector('mark');
          if (inner !== null) grounds.push(getComputedStyle(inner).backgroundColor);
          const ground = paint(...grounds);
          const colours = [
            ...Array.from(
              [line, ...line.querySelectorAll('span')],
              (each) => getComputedStyle(each).color,
            ),
            ...['::before', '::after'].map((part) => getComputedStyle(line, part).color),
          ];
          return colours.map((colour) => {
            const [high = 0, low = 0] = [ground, paint(colour)].sort((a, b) => b - a);
            return { colour, mark: line.tagName, contrast: (high + 0.05) / (low + 0.05) };
          });
        }).flat();
      });
      expect(new Set(inks.map(({ colour }) => colour)).size).toBeGreaterThan(6);
      expect(inks.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
    },
  );
});
