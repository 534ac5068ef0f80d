/**
 * Pandoc, and what markdown-it and VuePress share with it: attributes in braces, inline footnotes and containers.
 * Attributes of pictures are read as in kramdown; the rest is reported. Pure.
 */
import {
  type Dialect,
  type DialectScan,
  isOfHeading,
  type Match,
  makeUnknown,
  reportUnknown,
} from './dialect.ts';
import { writeList } from './kramdown.ts';

/** The bounds keep the cost linear. */
const NOTE = String.raw`\^\[(?=[^\]\n]{2,500}\])`;

/** The end of a picture, whose title may have parentheses. */
const PICTURE = /!\[(?:[^\]\n]|\](?![([]))*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])$/;
const PICTURE_LENGTH = 1000;
/** An attribute other than those that a picture may get. */
const OTHER_KEY = /[{\s](?!(?:width|height)=)[\w-]+=/;

export const pandoc: Dialect = {
  name: 'Pandoc',
  signs: ['[\\])]\\{(?:[.#][a-zA-Z]|[a-zA-Z][\\w-]*=)[^{}\\n]*\\}', NOTE, ':::'],
  syntaxes: [
    {
      starts: ':',
      isAtLineStart: true,
      pattern: /[ \t>]*:::+[ \t]*(?<name>[^\n]*)/y,
      translate: readContainer,
    },
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
    makeUnknown({
      starts: '^',
      pattern: new RegExp(NOTE, 'y'),
      show: () => '^[',
      hint: 'Write `[^1]` instead, and `[^1]: ` and the note in a paragraph below.',
    }),
  ],
};

function readContainer({ start, groups: { name = '' } }: Match, scan: DialectScan): null {
  // A line without a name ends a container.
  if (/\w/.test(name) || !scan.isContained) {
    reportUnknown({ kind: 'syntax', shown: ':::' }, start, scan);
    scan.isContained = true;
  }
  return null;
}
