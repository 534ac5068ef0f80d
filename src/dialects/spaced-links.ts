/**
 * Links and pictures that CommonMark doesn't read: with a space in the name of their file, `[a](b c.md)`, as kramdown
 * and many editors write them; with a size, `![a](b.png =300x200)`, as in markdown-it-imsize; and links of Bear Blog
 * that open a tab, `[a](tab:https://…)`. Pure.
 */
import { writeAttributeComment } from '../markdown/attributes.ts';
import { encodeAddress } from './addresses.ts';
import type { Dialect } from './dialect.ts';

const FILE_NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
const LINK =
  String.raw`(?<shown>!?\[[^[\]\n]*\])\((?<file>${FILE_NAME}(?: +(?!')${FILE_NAME})+)` +
  String.raw`(?<title>(?: +"[^"\n]*")?) *\)`;
const SIZED =
  String.raw`(?<shown>!\[[^[\]\n]*\]\([^\s()]+)(?<title>(?: +"[^"\n]*")?) +` +
  String.raw`=(?<width>\d+%?)?x?(?<height>\d+)?\)`;

export const spacedLinks: Dialect = {
  name: 'links with spaces',
  signs: [LINK, ' =(?:\\d+%?x?\\d*|x\\d+)\\)', '\\]\\(tab:'],
  syntaxes: [
    { starts: ']', pattern: /\]\(tab:(?=https?:|\/)/y, translate: () => '](' },
    {
      starts: '!',
      pattern: new RegExp(SIZED, 'y'),
      translate: ({ groups: { shown, title, width, height } }) =>
        `${shown}${title})${writeAttributeComment({ width, height })}`,
    },
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
