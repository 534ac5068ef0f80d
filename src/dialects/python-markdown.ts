/**
 * Extensions of Python-Markdown, which MkDocs and Pelican use: admonitions, which are reported, and the place of a
 * table of contents, which is removed. VuePress writes the latter as well. Pure.
 */
import { type Dialect, inAnyCase, makeUnknown } from './dialect.ts';

const ADMONITION =
  /(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n(?: {4}|\t))/iy;

export const pythonMarkdown: Dialect = {
  name: 'Python-Markdown',
  signs: ['!!! ', '\\?\\?\\? ', `\\[${inAnyCase('toc')}\\]`],
  syntaxes: [
    {
      starts: '[',
      isAtLineStart: true,
      pattern: / {0,3}\[\[?toc\]\]?[ \t]*$/imy,
      translate: () => '',
    },
    makeUnknown({
      starts: '!?',
      isAtLineStart: true,
      pattern: ADMONITION,
      show: (written) => /\S+/.exec(written)?.[0] ?? '',
    }),
  ],
};
