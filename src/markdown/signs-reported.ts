/**
 * The signs of other programs' syntax that nothing translates: what to write is for the author to decide, or the syntax is
 * too rare. Pure.
 */
import type { SignRow } from './sign-row.ts';

const CONTAINER = 'Write `:::note[Title]` above the text and `:::` below it.';
const PASTE = 'Paste the contents of the file here.';
const FORMULA = 'Put formulas between dollars: `$$ … $$`.';
const TABLE = 'Write the table as `| a | b |` rows, with `|---|---|` below the first.';

export const REPORTED_SIGNS: readonly SignRow[] = [
  // kramdown and Pandoc
  {
    sign: '\\{[.#]',
    pattern: /^\{[.#]\w[^{}\n]*\}/,
    shown: '{.…}',
    hint: 'Put attributes right after a picture, or alone on the line below a block: `{.wide #id}`.',
    where: 'after',
  },
  // MkDocs and PyMdown
  {
    sign: '\\n[ \\t>]*(?:!!!|\\?\\?\\?)',
    pattern: /^(?:!!!|\?\?\?\+?)[ \t]+(\w+)/m,
    shown: '!!! $1',
    hint: CONTAINER,
  },
  {
    sign: '\\n[ \\t>]*===[!+]? "',
    pattern: /^===[!+]?[ \t]+["“]/m,
    shown: '=== "…"',
    hint: "Write `:::details[Title]` above each tab's text and `:::` below it.",
  },
  {
    sign: '8<-',
    pattern: /-+8<-/,
    shown: '--8<--',
    hint: PASTE,
  },
  {
    sign: '\\n/{3}',
    pattern: /^\/{3,}[ \t]+([a-z][\w-]*)/m,
    shown: '/// $1',
    hint: CONTAINER,
  },
  {
    sign: '\\+\\+[^\\s+][^+\\n]*\\+[^\\n]*\\+',
    pattern: /(?<![\w+{\\])\+\+[^\s+][^+\n]*(?:\+[^+\n]+)*\+\+(?![\w+])/,
    shown: '++…++',
    hint: 'Write `<ins>…</ins>`, or `<kbd>…</kbd>` for a key.',
  },
  {
    sign: '\\^\\^[^\\s^]',
    pattern: /(?<![\w^\\])\^\^[^\s^][^\n^]*\^\^(?![\w^])/,
    shown: '^^…^^',
    hint: 'Write `<ins>…</ins>`.',
  },
  {
    sign: ':(?:material|fontawesome|octicons|simple)-',
    pattern: /:(material|fontawesome|octicons|simple)-[a-z0-9-]+:/,
    shown: ':$1-…:',
    hint: "Use an emoji or a picture: icon sets aren't supported.",
  },
  {
    sign: '\\{(?:\\+\\+|--|~~|==|>>)',
    pattern: /\{(?:\+\+|--|~~|==|>>)[^{}\n]*(?:\+\+|--|~~|==|<<)\}/,
    shown: '{++ … ++}',
    hint: 'Accept or reject the change. For a comment, write `<!-- … -->`.',
  },
  // VitePress
  {
    sign: '\\n[ \\t]*<<<',
    pattern: /^<<<[ \t]*[@./\w]/m,
    shown: '<<<',
    hint: PASTE,
  },
  {
    sign: '<script[^<>]*\\ssetup\\b',
    pattern: /<script[^<>]*\ssetup\b/,
    shown: '<script setup>',
    hint: "Remove it: Vue doesn't run here.",
    where: 'tag',
  },
  // kramdown
  {
    sign: '\\{::(?:options|nomarkdown)',
    pattern: /\{::(options|nomarkdown)/,
    shown: '{::$1}',
    hint: 'Remove it.',
  },
  {
    sign: '\\n[ \\t>]*\\|[-:= ]*(?:-\\+-|===)',
    pattern: /^\|[-:= ]*(?:-\+-|===)[-:=+| ]*/m,
    shown: '|===|',
    hint: TABLE,
  },
  // kramdown, PHP Markdown Extra and Python-Markdown
  {
    sign: '\\n *\\*\\[',
    pattern: /^\*\[[^\]\n]+\]:/m,
    shown: '*[HTML]: …',
    hint: 'Write `<abbr title="…">HTML</abbr>` where the word is.',
  },
  // Pandoc
  {
    sign: '\\[[^\\]\\n@]{0,200}@[a-zA-Z][^\\]\\n]{0,200}\\](?![([:])',
    pattern:
      /\[(?:[^\]\n@]{0,200}\s)?-?@(?!(?:eq|fig|tbl|tab|sec|lst)[:-])[a-zA-Z][^\]\n]{0,200}\](?![([:])/,
    shown: '[@…]',
    hint: 'Write out the reference, for example in a footnote: there is no bibliography.',
  },
  {
    sign: '@(?:fig|tbl|tab|sec|lst)[-:]',
    pattern: /(?<![\w./])@(fig|tbl|tab|sec|lst)[-:]\w/,
    shown: '@$1:…',
    hint: 'Write a link to the id: `[Figure 1](#fig-hill)`.',
  },
  {
    sign: '\\{-\\}',
    pattern: /\{-\}\s*$/,
    shown: '{-}',
    hint: 'Remove it: headings have no numbers here.',
  },
  {
    sign: '\\n[ \\t>]*\\(@',
    pattern: /^\(@[\w-]*\)[ \t]/m,
    shown: '(@)',
    hint: 'Number the example yourself: `1.`.',
  },
  {
    sign: '\\n[ \\t>]*\\+[-=:]{3,}\\+',
    pattern: /^\+[-=:]{3,}\+/m,
    shown: '+---+',
    hint: TABLE,
  },
  {
    sign: '\\n[ \\t>]*\\| [^|\\n]*\\n[ \\t>]*\\| ',
    pattern: /^\|[ \t][^|\n]*\n[ \t>]*\|[ \t][^|\n]*$/m,
    shown: '| …',
    hint: 'End each line of verse with a backslash instead.',
  },
  {
    sign: '\\nTable: ',
    pattern: /^Table: \S/m,
    shown: 'Table: …',
    hint: 'Write the caption as a paragraph, or the table in HTML with a `<caption>`.',
  },
  // others
  {
    sign: '\\((?:tm|TM|R|[cC])\\)',
    pattern: /(\((?:tm|TM)\)|(?<!\w)\([cC]\)(?=\s?(?:\d|\p{Lu}))|(?<=\w)\(R\))/u,
    shown: '$1',
    hint: 'Write the character: ©, ® or ™.',
  },
  {
    sign: '=(?<= =)(?:\\d+%?x?\\d*|x\\d+)\\)',
    pattern: /\]\([^\s()]+(?: +"[^"\n]*")? +=(?:\d+%?x?\d*|x\d+)\)/,
    shown: '![…](a.png =300x200)',
    hint: 'Put the size after the picture: `![A hill](hill.jpg){width=300}`.',
  },
  {
    sign: '\\]\\(tab:',
    pattern: /^tab:/,
    shown: '](tab:…)',
    hint: 'Remove `tab:`.',
    where: 'address',
  },
  {
    sign: '\\|\\d+(?:x\\d+)?\\]',
    pattern: /\|\d+(?:x\d+)?$/,
    shown: '![…|300]',
    hint: 'Put the width after the picture: `![A hill](hill.jpg){width=300}`.',
    where: 'description',
  },
  {
    sign: '`\\{=',
    pattern: /^\{=\w+\}/,
    shown: '{=html}',
    hint: 'Write the HTML without backticks.',
  },
  {
    sign: '\\n[ \\t>]*#\\.',
    pattern: /^#\.[ \t]/m,
    shown: '#.',
    hint: 'Number the items: `1.`.',
  },
  {
    sign: '@eq[:-]',
    pattern: /@eq[:-]\w/,
    shown: '@eq:…',
    hint: 'Write `\\eqref{eq:…}`.',
  },
  {
    sign: '\\[\\^[^\\]\\n]* ',
    pattern: /\[\^[^[\]^\s][^[\]^\n]*[ \t][^[\]^\n]*\](?!:)/,
    shown: '[^A note …]',
    hint: 'Write a footnote: `[^1]` here, and `[^1]: …` on a line of its own.',
  },
  {
    sign: '\\$`',
    pattern: /\$\x60$/,
    shown: '$`…`$',
    hint: FORMULA,
  },
  {
    sign: '\\[!code ',
    pattern: /\[!code [^\]\n]+\]/,
    shown: '[!code …]',
    hint: 'Put the line numbers after the language: `js {2,4-5} ins={6} del={7}`.',
    where: 'code',
  },
  {
    sign: 'highlight-(?:next-line|start|end)',
    pattern: /highlight-(next-line|start|end)\s*(?:\*\/\s*\}?|-->)?$/m,
    shown: 'highlight-$1',
    hint: 'Put the line numbers after the language: `js {2,4-5}`.',
    where: 'code',
  },
  {
    sign: '=[^\\s"\'<>/=]{0,200}/[^<>\\n]{0,500}>',
    pattern: /<([a-z][a-z0-9-]*)\s[^<>]{0,500}=[^\s"'<>/=]{0,200}\/[^<>]{0,500}>/i,
    shown: '<$1 …=/…>',
    hint: 'Put quotes around the value: `href="/about"`.',
  },
  {
    sign: ':[\\w-]+[[{]',
    pattern: /(?<![^\s(*_]):([a-z][\w-]*)\[[^\]\n]+\](?![(:])/i,
    shown: ':$1[…]',
    hint: 'Put the directive on a line of its own: `::name{…}`.',
  },
  {
    sign: '::[\\w-]+[[{]',
    pattern: /^::([a-z][\w-]*)(?=[[{])/im,
    shown: '::$1',
    hint: 'Put nothing else on the directive\'s line: `::name[label]{a="b"}`.',
  },
  {
    sign: '==[^\\s=][^=\\n]*==(?!=)',
    pattern: /(?<![\w{=])==(?=[^\s=])[^=\n]+(?<=\S)==(?![\w=])/,
    shown: '==…==',
    hint: 'Add `markdown: { mark: true }` to content/site.yaml, or put a backslash before it.',
    setting: 'mark',
  },
  {
    sign: '\\^[^\\s^[{}()|$\\\\]+\\^',
    pattern: /(?<=[\p{L}\p{N})\]*_])\^[^\s^[{}()|$\\]+\^(?![\w{(])/u,
    shown: '^…^',
    hint: 'Add `markdown: { superscript: true }` to content/site.yaml, or put a backslash before it.',
    setting: 'superscript',
  },
];
