/**
 * Pandoc, and what markdown-it and VuePress share with it: attributes in braces, inline footnotes and containers.
 * They are reported. Pure.
 */
import {
  type Dialect,
  type DialectScan,
  isOfHeading,
  type Match,
  makeUnknown,
  reportUnknown,
} from './dialect.ts';

/** The bounds keep the cost linear. */
const NOTE = String.raw`\^\[(?=[^\]\n]{2,500}\])`;

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
