/**
 * Pandoc, and what markdown-it and VuePress share with it: attributes in braces, inline footnotes and containers.
 * They are reported. Pure.
 */
import {
  type Dialect,
  isOfHeading,
  MARKDOWN,
  makeUnknown,
  type Scan,
  type Step,
  tell,
} from './dialect.ts';

/** The bounds keep the cost linear. */
const NOTE = String.raw`\^\[(?=[^\]\n]{2,500}\])`;
const NOTE_HINT = 'Write `[^1]` instead, and `[^1]: ` and the note in a paragraph below.';

export const pandoc: Dialect = {
  name: 'Pandoc',
  signs: ['[\\])]\\{(?:[.#][a-zA-Z]|[a-zA-Z][\\w-]*=)[^{}\\n]*\\}', NOTE, ':::'],
  syntaxes: [
    {
      starts: ':',
      isAtLineStart: true,
      formats: MARKDOWN,
      pattern: /[ \t>]*:::+[ \t]*(?<name>[^\n]*)/y,
      translate: readContainer,
    },
    {
      // After a picture, link or span.
      starts: '{',
      formats: MARKDOWN,
      pattern: /(?<=[)\]])\{(?:[.#][a-z]|[a-z][\w-]*=)[^{}\n]*\}/iy,
      translate: ({ 0: list, index }, scan) => {
        if (!isOfHeading(list, index, scan)) tell('{ … }', index, scan);
        return { end: index + list.length };
      },
    },
    makeUnknown('^', MARKDOWN, new RegExp(NOTE, 'y'), () => '^[', NOTE_HINT),
  ],
};

function readContainer({ 0: whole, index, groups }: RegExpExecArray, scan: Scan): Step {
  // A line without a name ends a container.
  if (/\w/.test(groups?.name ?? '') || !scan.isContained) {
    tell(':::', index, scan);
    scan.isContained = true;
  }
  return { end: index + whole.length };
}
