/**
 * Links and pictures that CommonMark doesn't read: with a space in the name of their file, `[a](b c.md)`, as kramdown
 * reads them; with a size, `![a](b.png =300x200)`, as in markdown-it-imsize; and links of Bear Blog that open a tab,
 * `[a](tab:https://…)`. Pure.
 */
import { encodeAddress } from './addresses.ts';
import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';
import { writeAttributes } from './writing.ts';

const NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
const TITLE = String.raw`(?<title>(?: +"[^"\n]*")?)`;
const SPACED = new RegExp(
  String.raw`(?<!\\)(?<shown>!?\[[^[\]\n]*\])\((?<file>${NAME}(?: +(?!')${NAME})+)${TITLE} *\)`,
  'g',
);
const SIZED = new RegExp(
  String.raw`(?<shown>!\[[^[\]\n]*\]\([^\s()]+)${TITLE} +=(?<width>\d+%?)?x?(?<height>\d+)?\)`,
  'g',
);

export const spacedLinks: Dialect = {
  name: 'links with spaces',
  formats: MARKDOWN,
  sign: /\]\([^\s()]* [^"'\s()]|\]\(tab:/,
  translate: (body) => {
    const sized = editMatches(body, SIZED, ({ groups = {} }) => {
      const { shown, title, width = '', height = '' } = groups;
      return `${shown}${title})${writeAttributes(
        new Map([
          ['width', width],
          ['height', height],
        ]),
      )}`;
    });
    const spaced = editMatches(body, SPACED, ({ groups = {} }) => {
      const { shown, file = '', title } = groups;
      // Other text in parentheses isn't an address.
      const isFile = /\.[a-z]\w*(?:[?#]\S*)?$/i.test(file);
      return isFile ? `${shown}(${encodeAddress(file)}${title})` : null;
    });
    return {
      edits: [...sized, ...spaced, ...editMatches(body, /(?<=\]\()tab:(?=https?:|\/)/g, () => '')],
      left: [],
    };
  },
};
