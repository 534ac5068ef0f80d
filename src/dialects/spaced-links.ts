/**
 * Links and pictures with a space in the name of their file, `[a](b c.md)`, which CommonMark doesn't allow. kramdown
 * and many editors write and read them. Pure.
 */
import { encodeAddress } from './addresses.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';

const FILE_NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
const LINK =
  String.raw`(?<shown>!?\[[^[\]\n]*\])\((?<file>${FILE_NAME}(?: +(?!')${FILE_NAME})+)` +
  String.raw`(?<title>(?: +"[^"\n]*")?) *\)`;

export const spacedLinks: Dialect = {
  name: 'links with spaces',
  signs: [LINK],
  syntaxes: [
    {
      starts: '![',
      formats: MARKDOWN,
      pattern: new RegExp(LINK, 'y'),
      translate: ({ 0: whole, index, groups = {} }) => {
        const { shown, file = '', title } = groups;
        const end = index + whole.length;
        // Other text in parentheses isn't an address.
        if (!/\.[a-z]\w*(?:[?#]\S*)?$/i.test(file)) return { end };
        return { end, text: `${shown}(${encodeAddress(file)}${title})` };
      },
    },
  ],
};
