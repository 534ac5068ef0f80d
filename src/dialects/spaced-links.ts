/**
 * Links and pictures with a space in the name of their file, `[a](b c.md)`, which CommonMark doesn't allow. kramdown
 * and many editors write and read them. Pure.
 */
import { encodeAddress } from './addresses.ts';
import type { Dialect } from './dialect.ts';

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
      pattern: new RegExp(LINK, 'y'),
      translate: ({ groups: { shown, file = '', title } }) => {
        // Other text in parentheses isn't an address.
        const isFile = /\.[a-z]\w*(?:[?#]\S*)?$/i.test(file);
        return isFile ? `${shown}(${encodeAddress(file)}${title})` : null;
      },
    },
  ],
};
