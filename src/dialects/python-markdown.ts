/**
 * Extensions of Python-Markdown, which MkDocs and Pelican use. Admonitions are in `admonitions.ts`; one in a quotation
 * is reported. Pure.
 */
import { type Dialect, makeUnknown } from './dialect.ts';

const ADMONITION =
  /[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n[ \t>]*(?: {4}|\t))/iy;

export const pythonMarkdown: Dialect = {
  name: 'Python-Markdown',
  signs: ['!!! ', '\\?\\?\\? '],
  syntaxes: [
    makeUnknown({
      starts: '!?',
      isAtLineStart: true,
      pattern: ADMONITION,
      show: (written) => /[!?]+\+?/.exec(written)?.[0] ?? '',
    }),
  ],
};
