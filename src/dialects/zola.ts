/**
 * Zola: shortcodes `{{ name(a="b") }}`, and links to files of the site, `@/posts/a.md`.
 *
 * Described at getzola.org/documentation/content/shortcodes and /documentation/content/linking. Pure.
 */
import { toAddress } from './addresses.ts';
import type { Dialect } from './dialect.ts';
import { INSIDE, makeShortcodes } from './shortcodes.ts';

export const zola: Dialect = {
  name: 'Zola',
  signs: ['\\{\\{', '@/'],
  syntaxes: [
    ...makeShortcodes({
      pattern: new RegExp(String.raw`\{\{\s*(?<name>\w+)\((?<given>(?:${INSIDE})*)\)\s*\}\}`, 'y'),
      show: (name) => `{{ ${name}() }}`,
    }),
    {
      starts: '@',
      pattern: /(?<=[("'<]|\]: )@(?<path>\/[^\s()"'<>]+\.md)/iy,
      translate: ({ groups: { path } }) => toAddress(path),
    },
  ],
};
