/**
 * Extensions of Python-Markdown, which MkDocs and Pelican use. Admonitions are in `admonitions.ts`; one in a quotation
 * is reported, and so are files included with `--8<--`, names of icons, and what only PyMdown has: blocks, `/// name`,
 * insertions in `^^`, and CriticMarkup. Keys, `++ctrl+c++`, become `<kbd>`. Pure.
 */
import { type Dialect, makeUnknown, PASTE_FILE } from './dialect.ts';

const ADMONITION =
  /[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[a-z][\w-]*(?:[ \t]+"[^"\n]*")?[ \t]*(?=\n[ \t>]*(?: {4}|\t))/iy;

/** A key that is held down, and others: anything else between `++` is an insertion. */
const KEYS =
  /(?<!\\)\+\+(?:ctrl|control|alt|option|shift|cmd|command|meta|win|windows|super|fn)(?:\+[a-z0-9-]{1,20}){1,4}\+\+(?![\w+])/iy;
/** Icons, and the pictures that GitHub has among its emoji. */
const ICON =
  ':(?:(?:material|fontawesome|octicons|simple)-[a-z0-9-]{1,60}|shipit|octocat|bowtie|trollface|neckbeard):';
const CRITIC = String.raw`(?<![{\\])\{(?:--[^\n{}]+--|==[^\n{}]+==|\+\+[^\n{}]+\+\+|~~[^\n{}]+~>[^\n{}]*~~|>>[^\n{}]+<<)\}`;
const INSERTION = String.raw`(?<![\w^\\])\^\^[^\s^](?:[^\n^]*[^\s^])?\^\^(?![\w^])`;

export const pythonMarkdown: Dialect = {
  name: 'Python-Markdown',
  signs: [
    '!!! ',
    '\\?\\?\\? ',
    '===[!+]? "',
    '-8<-',
    '\\n///[ \\t]',
    '\\+\\+[a-zA-Z]{2,7}\\+',
    ICON,
    '\\{(?:--|==|\\+\\+|~~|>>)[^\\n{}]',
    '\\^\\^[^\\s^]',
  ],
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
    {
      starts: '+',
      pattern: KEYS,
      translate: ({ text }) => {
        const keys = text.slice(2, -2).split('+');
        return keys.map((key) => `<kbd>${nameKey(key)}</kbd>`).join('+');
      },
    },
    makeUnknown({
      starts: ':',
      pattern: new RegExp(`(?<!\\\\)${ICON}`, 'y'),
      show: (written) => written.replace(/-.*/, '-…:'),
      hint: "Use an emoji or a picture instead: icon sets aren't supported.",
    }),
    makeUnknown({
      starts: '{',
      pattern: new RegExp(CRITIC, 'y'),
      show: (written) => `${written.slice(0, 3)} … ${written.slice(-3)}`,
      hint: 'Write `<del>`, `<ins>` or `<mark>`, or `<!-- … -->` for a comment.',
    }),
    makeUnknown({
      starts: '^',
      pattern: new RegExp(INSERTION, 'y'),
      show: () => '^^ … ^^',
      hint: 'Write `<ins>…</ins>`.',
    }),
  ],
};

/** Names a key as keyboards label it: `Ctrl`, `Page Up`, `C`. */
function nameKey(key: string): string {
  return key.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
