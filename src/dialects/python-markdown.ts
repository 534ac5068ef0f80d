/**
 * Extensions of Python-Markdown, which MkDocs and Pelican use. Admonitions are in `admonitions.ts`; one in a quotation
 * is reported, and so are files included with `--8<--` and the blocks of PyMdown, `/// name`. Pure.
 */
import { type Dialect, makeUnknown, PASTE_FILE } from './dialect.ts';

const ADMONITION =
  /[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n[ \t>]*(?: {4}|\t))/iy;

export const pythonMarkdown: Dialect = {
  name: 'Python-Markdown',
  signs: ['!!! ', '\\?\\?\\? ', '===[!+]? "', '-8<-', '\\n///[ \\t]'],
  syntaxes: [
    makeUnknown({
      starts: '!?',
      isAtLineStart: true,
      pattern: ADMONITION,
      show: (written) => /[!?]+\+?/.exec(written)?.[0] ?? '',
    }),
    makeUnknown({
      starts: '-',
      isAtLineStart: true,
      pattern: /[ \t>]*-+8<-+(?=[ \t\n]|$)/y,
      show: () => '--8<--',
      hint: PASTE_FILE,
    }),
    makeUnknown({
      starts: '/',
      isAtLineStart: true,
      pattern: /[ \t>]*\/{3,}[ \t]+[a-z][\w-]*(?=[^\n]*\n)/iy,
      show: (written) => written.replace(/^[ \t>]+/, ''),
    }),
  ],
};
