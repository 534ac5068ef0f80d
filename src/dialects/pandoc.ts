/**
 * Pandoc, and what markdown-it shares with it: attributes in braces. Attributes of pictures are read as in kramdown; the
 * rest is reported. Its fenced divs are in `directives.ts`, and its inline footnotes in `marks.ts`. Pure.
 */
import { type Dialect, isOfHeading, reportUnknown } from './dialect.ts';
import { writeList } from './kramdown.ts';

/** The end of a picture, whose title may have parentheses. */
const PICTURE = /!\[(?:[^\]\n]|\](?![([]))*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])$/;
const PICTURE_LENGTH = 1000;
/** An attribute other than those that a picture may get. */
const OTHER_KEY = /[{\s](?!(?:width|height)=)[\w-]+=/;

export const pandoc: Dialect = {
  name: 'Pandoc',
  signs: ['[\\])]\\{(?:[.#][a-zA-Z]|[a-zA-Z][\\w-]*=)[^{}\\n]*\\}'],
  syntaxes: [
    {
      // After a picture, link or span.
      starts: '{',
      pattern: /(?<=[)\]])\{(?:[.#][a-z]|[a-z][\w-]*=)[^{}\n]*\}/iy,
      translate: ({ text, start }, scan) => {
        const before = scan.source.body.slice(Math.max(0, start - PICTURE_LENGTH), start);
        if (PICTURE.test(before) && !OTHER_KEY.test(text)) return writeList(text);
        const isUnknown = !isOfHeading(text, start, scan);
        if (isUnknown) reportUnknown({ kind: 'syntax', shown: '{ … }' }, start, scan);
        return null;
      },
    },
  ],
};
