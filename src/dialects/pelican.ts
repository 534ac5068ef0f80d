/**
 * Pelican: `{filename}`, `{static}` and `{attach}` before the path of a linked file. Pure.
 */
import { type Dialect, inAnyCase, MARKDOWN } from './dialect.ts';

export const pelican: Dialect = {
  name: 'Pelican',
  signs: [`\\{(?:${inAnyCase('filename|static|attach')})\\}`],
  syntaxes: [
    {
      starts: '{',
      formats: MARKDOWN,
      pattern: /(?<=\]\(<?|\]: <?|=["'])\{(?:filename|static|attach)\}/iy,
      translate: ({ 0: root, index }) => ({ end: index + root.length, text: '' }),
    },
  ],
};
