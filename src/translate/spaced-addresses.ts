/**
 * Addresses of files with spaces in them, `[the sea](the sea.md)`, which kramdown and several editors read. Pure.
 */
import { type Dialect, editMatches, MARKDOWN } from './dialect.ts';

/** Words that end in a file's extension, perhaps with a part of the page and a title after them. */
const ADDRESS =
  /(?<=\]\()(?:[^\s()<>"]+ +)+[^\s()<>"]*\.[a-z]\w*(?:[?#][^\s()<>"]*)?(?=(?: +"[^"\n]*")?\))/gi;

export const spacedAddresses: Dialect = {
  formats: MARKDOWN,
  sign: new RegExp(ADDRESS.source, 'i'),
  translate: (body) => ({
    edits: editMatches(body, ADDRESS, ([address]) => address.replaceAll(' ', '%20')),
  }),
};
