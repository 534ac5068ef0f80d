/**
 * Links and pictures with a space in the name of their file, `[a](b c.md)`, which kramdown reads and CommonMark doesn't.
 * Pure.
 */
import { encodeAddress } from './addresses.ts';
import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';

const NAME = String.raw`(?:[^\s(){}"<>]|\([^\s(){}"<>]*\))+`;
const SPACED = new RegExp(
  String.raw`(?<!\\)(?<shown>!?\[[^[\]\n]*\])\((?<file>${NAME}(?: +(?!')${NAME})+)(?<title>(?: +"[^"\n]*")?) *\)`,
  'g',
);

export const spacedLinks: Dialect = {
  name: 'links with spaces',
  formats: MARKDOWN,
  sign: /\]\([^\s()]* [^"'\s()]/,
  translate: (body) => {
    const edits = editMatches(body, SPACED, ({ groups = {} }) => {
      const { shown, file = '', title } = groups;
      // Other text in parentheses isn't an address.
      const isFile = /\.[a-z]\w*(?:[?#]\S*)?$/i.test(file);
      return isFile ? `${shown}(${encodeAddress(file)}${title})` : null;
    });
    return { edits, left: [] };
  },
};
