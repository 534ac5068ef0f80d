/**
 * Pelican: `{filename}`, `{static}` and `{attach}` before the path of a linked file. Pure.
 */
import { type Dialect, inAnyCase } from './dialect.ts';

export const pelican: Dialect = {
  name: 'Pelican',
  signs: [`\\{(?:${inAnyCase('filename|static|attach')})\\}`],
  syntaxes: [
    {
      starts: '{',
      pattern: /(?<=\]\(<?|\]: <?|=["'])\{(?:filename|static|attach)\}/iy,
      translate: () => '',
    },
  ],
};
