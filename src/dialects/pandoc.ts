/**
 * Attributes in braces, as in Pandoc, Goldmark and Python-Markdown: `![a](a.png){width=50%}`, `{ .wide }` below a block
 * and `{-}` after a heading. They are read as in kramdown after pictures and below blocks; the rest is reported. Fenced
 * divs are in `directives.ts`, and inline footnotes in `marks.ts`. Pure.
 */
import { type Dialect, findIndent, isOfHeading, reportUnknown } from './dialect.ts';
import { writeList } from './kramdown.ts';

/** The end of a picture, whose title may have parentheses. */
const PICTURE = /!\[(?:[^\]\n]|\](?![([]))*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])$/;
const PICTURE_LENGTH = 1000;
/** An attribute other than those that a picture may get. Every picture is loaded lazily. */
const OTHER_KEY = /[{\s](?!(?:width|height|class|id|loading)=)[\w-]+=/;
/** A list of nothing but classes, ids and attributes. */
const LIST = String.raw`\{[ \t]*(?:[.#][a-zA-Z]|[a-zA-Z][\w-]*=)[^{}\n]*\}`;
/** A list on a line of its own, with attributes that the block above it may get. */
const BELOW = /^\{[ \t]*(?:(?:[.#]|class=|id=|width=|height=)(?:"[^"]*"|[^\s"{}=])+[ \t]*)+\}$/;

export const pandoc: Dialect = {
  name: 'Pandoc',
  signs: [`[\\])*_\x60]${LIST}`, `\\n[ \\t>]*${LIST}[ \\t]*(?:\\n|$)`, '[ \\t]\\{-\\}'],
  syntaxes: [
    {
      starts: '{',
      pattern: new RegExp(`${LIST}(?:(?<last>[ \\t]*$)|)`, 'my'),
      translate: ({ text, start, groups: { last } }, scan) => {
        const list = text.trimEnd();
        const before = scan.source.body.slice(Math.max(0, start - PICTURE_LENGTH), start);
        if (PICTURE.test(before) && !OTHER_KEY.test(list)) return writeList(list);
        const isAlone = last !== undefined && findIndent(start, scan) !== null;
        if (isAlone && BELOW.test(list) && /[^\s>][ \t]*\n[ \t>]*$/.test(before))
          return writeList(list);
        const isList = isAlone || /[)\]*_\x60]$/.test(before);
        if (isList && !isOfHeading(list, start, scan)) {
          reportUnknown({ kind: 'syntax', shown: '{ … }' }, start, scan);
        }
        return null;
      },
    },
    {
      // Pandoc doesn't number such a heading, like all headings here.
      starts: '{',
      pattern: /\{-\}(?=[ \t]*#*[ \t]*$)/my,
      translate: ({ start }, scan) => {
        const before = scan.source.body.slice(Math.max(0, start - PICTURE_LENGTH), start);
        return /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(before) ? '' : null;
      },
    },
  ],
};
