/**
 * Extensions of Python-Markdown, which MkDocs and Pelican use: admonitions, which are reported. Pure.
 */
import { type Dialect, makeUnknown } from './dialect.ts';

const ADMONITION =
  /(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n(?: {4}|\t))/iy;

export const pythonMarkdown: Dialect = {
  name: 'Python-Markdown',
  signs: ['!!! ', '\\?\\?\\? '],
  syntaxes: [
    makeUnknown({
      starts: '!?',
      isAtLineStart: true,
      pattern: ADMONITION,
      show: (written) => /\S+/.exec(written)?.[0] ?? '',
    }),
  ],
};
