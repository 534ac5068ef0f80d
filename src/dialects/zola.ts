/**
 * Zola: shortcodes `{{ name(a="b") }}`, and links to files of the site, `@/posts/a.md`.
 *
 * Described at getzola.org/documentation/content/shortcodes and /documentation/content/linking. Pure.
 */
import { toAddress } from './addresses.ts';
import { type Dialect, MARKDOWN, MARKDOWN_AND_HTML } from './dialect.ts';
import { INSIDE, translateShortcode } from './shortcodes.ts';

export const zola: Dialect = {
  name: 'Zola',
  signs: ['\\{\\{', '@/'],
  syntaxes: [
    {
      starts: '{',
      formats: MARKDOWN_AND_HTML,
      pattern: new RegExp(String.raw`\{\{\s*(?<name>\w+)\((?<given>(?:${INSIDE})*)\)\s*\}\}`, 'y'),
      translate: ({ 0: whole, index, groups = {} }, scan) => {
        const { name = '', given = '' } = groups;
        const shortcode = {
          start: index,
          end: index + whole.length,
          name,
          given,
          isEnd: false,
          show: () => `{{ ${name}() }}`,
          endPattern: null,
        };
        return translateShortcode(shortcode, scan);
      },
    },
    {
      starts: '@',
      formats: MARKDOWN,
      pattern: /(?<=[("'<]|\]: )@(?<path>\/[^\s()"'<>]+\.md)/iy,
      translate: ({ 0: whole, index, groups }) => {
        const path = groups?.path ?? '';
        return { end: index + whole.length, text: toAddress(path) ?? path };
      },
    },
  ],
};
