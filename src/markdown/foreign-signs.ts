/**
 * The signs of other programs' syntax, which a build doesn't read: each row says where readers would see it, what it is
 * called in a problem, and what to do. `blog fix` translates the rows that say so (`translate/`).
 */
import type { Options } from './rule.ts';

export interface ForeignSign {
  /** A part of a pattern without which a body has no such sign. All of these are looked for at once. */
  readonly sign: string;
  /** Matches what the author wrote, from a text's beginning to the character after it, or in another place: see `where`. */
  readonly pattern: RegExp;
  /** How a problem shows it, the same for all that are alike; `$1` is what the pattern's group matched. */
  readonly shown: string;
  /** What to write instead. */
  readonly hint: string;
  /** True if `blog fix` can write it. */
  readonly translated: boolean;
  /** Where it is, if not in a text: in the tags of HTML, in an address, in the description of a picture, in code, or right after a link, emphasis or code. */
  readonly where?: 'tag' | 'address' | 'description' | 'code' | 'after';
  /** The mark whose setting makes it part of the language. */
  readonly setting?: keyof Options['marks'];
}

const DIRECTIVE = 'Write a directive, such as `::youtube{id="…"}`.';
const CONTAINER = 'Write `:::note[Title]` above and `:::` below.';
const BELOW =
  'Write attributes right after a picture, or alone on the line below a block: `{.wide #id}`.';
const MARKDOWN = 'Write Markdown or HTML instead; to show it as it is, put it into code.';
const LINK = 'Write a link: `[text](other.md)` or `[[other]]`.';

const TRANSLATED: readonly Omit<ForeignSign, 'translated'>[] = [
  {
    // Hugo, Quarto
    sign: '\\{\\{[<%]',
    pattern: /\{\{[<%]-?\s*\/?\s*([\w./-]+)/,
    shown: '{{< $1 >}}',
    hint: DIRECTIVE,
  },
  {
    // Liquid, Nunjucks, Zola
    sign: '\\{%',
    pattern: /(?<!\{)\{%-?\s*([a-z]\w*)/,
    shown: '{% $1 %}',
    hint: DIRECTIVE,
  },
  {
    sign: '\\{\\{',
    pattern: /\{\{-?\s*([\w.$-]+)/,
    shown: '{{ $1 }}',
    hint: MARKDOWN,
  },
  {
    sign: '\\{[{%]|%7B(?:%7B|%25)',
    pattern: /(?:\{|%7B)(?:\{|%|%7B)/,
    shown: ']({{ … }})',
    hint: LINK,
    where: 'address',
  },
  {
    // kramdown
    sign: '\\{:',
    pattern: /\{:{1,2}\s*[.#\w]/,
    shown: '{: … }',
    hint: BELOW,
  },
  {
    sign: '<\\w[^<>\\n]* markdown[=\\s>]',
    pattern: /<\w[^<>]*\smarkdown(?:=["']?\w+["']?)?[\s>]/,
    shown: '<… markdown="1">',
    hint: 'Leave the attribute out, and put a blank line after the tag.',
    where: 'tag',
  },
  {
    sign: '\\*\\[[^\\]\\n]+\\]:',
    pattern: /^\*\[[^\]\n]+\]:/m,
    shown: '*[HTML]: …',
    hint: 'Write `<abbr title="…">HTML</abbr>`.',
  },
  {
    // MDX
    sign: '<[A-Z][a-z]',
    // Old HTML has tags with a capital letter, too.
    pattern:
      /<(?!(?:B(?:ig|lockquote|ody|r)|Center|Code|Div|Em|Font|Form|H(?:ead|r|tml)|Img|Input|Li|Ol|Pre|S(?:mall|pan|trong)|T(?:able|body|d|h|itle|r)|Ul)\b)([A-Z][a-z][\w.]*)/,
    shown: '<$1>',
    hint: 'Write a directive: `::name{a="b"}`, or `:::name` … `:::` around Markdown.',
    where: 'tag',
  },
  {
    // Obsidian
    sign: '!\\\\?\\[\\[',
    // The backslash is that of `source-edits.ts`.
    pattern: /!\\?\[\[/,
    shown: '![[ … ]]',
    hint: 'A text can’t be shown in another: write a link, `[[other]]`.',
  },
  {
    sign: '\\^[\\w-]{4,}\\s*(?:\\n|$)',
    pattern: /\s\^[a-zA-Z0-9][a-zA-Z0-9-]{3,}\s*$/m,
    shown: '^…',
    hint: 'Remove it: a link can lead to a heading, `[[page#Heading]]`.',
  },
  {
    sign: '\\|\\d+(?:x\\d+)?\\]',
    pattern: /\|\d+(?:x\d+)?$/,
    shown: '![…|300]',
    hint: 'Write the width after the picture: `![A hill](hill.jpg){width=300}`.',
    where: 'description',
  },
  {
    sign: '\\[\\[_?[Tt][Oo][Cc]',
    pattern: /\\?\[\[_?toc_?\]\]/i,
    shown: '[[toc]]',
    hint: 'Write `[TOC]`.',
  },
  {
    // VitePress, Pandoc, Quarto
    sign: ':::',
    pattern: /^:{3,}(?:\s*$|[ {])/m,
    shown: ':::',
    hint: CONTAINER,
  },
  {
    sign: '[\\])*_`]\\{[.#]',
    pattern: /^\{[.#]\w[^{}\n]*\}/,
    shown: '{.…}',
    hint: BELOW,
    where: 'after',
  },
  {
    sign: '\\]\\{[.#]',
    pattern: /\]\{[.#]\w[^{}\n]*\}/,
    shown: '[…]{.…}',
    hint: 'Write `<span class="…">…</span>`.',
  },
  {
    sign: '@(?:eq|fig|tbl|tab|sec|lst)[-:]',
    pattern: /@(?:eq|fig|tbl|tab|sec|lst)[-:]\w/,
    shown: '@fig:…',
    hint: 'Write a link to the id: `[Figure 1](#hill)`.',
  },
  {
    // Pelican
    sign: '[{%](?:7B)?(?:filename|static|attach)',
    pattern: /^(?:\{|%7B)(?:filename|static|attach)/i,
    shown: '{filename}',
    hint: LINK,
    where: 'address',
  },
  {
    // WordPress
    sign: '\\[\\/?(?:caption|gallery|embed|sourcecode|playlist)',
    pattern: /\[\/?(caption|gallery|embed|sourcecode|playlist)\b[^\]\n]*\]/,
    shown: '[$1]',
    hint: DIRECTIVE,
  },
  {
    sign: ':[a-z+-][a-z0-9_+-]+:',
    pattern: /(?<!\S):([a-z][a-z0-9_+-]*[a-z0-9]|[+-]1):(?![\w:])/,
    shown: ':$1:',
    hint: 'Write the character itself.',
  },
  {
    sign: '\\^\\[',
    pattern: /\^\[[^\]\s]/,
    shown: '^[…]',
    hint: 'Write a footnote: `[^1]`, and `[^1]: …` on a line of its own.',
  },
  {
    sign: '\\\\[([]',
    pattern: /\\\((?=[^\n]*[\\^_={}][^\n]*\\\))|\\\[(?=[^\]]*(?:[\^_={}]|\\[a-z]))/i,
    shown: '\\( … \\)',
    hint: 'Write a formula between dollars: `$$ … $$`.',
  },
  {
    sign: '\\$`',
    pattern: /\$`$/,
    shown: '$`…`$',
    hint: 'Set `math: true`, and write a formula between dollars: `$ … $`.',
  },
  {
    sign: '\\[!code |/[/*] highlight-|# highlight-',
    pattern: /\[!code [^\]\n]+\]|highlight-(?:next-line|line|start|end)\s*(?:\*\/\s*\}?|-->)?$/m,
    shown: '[!code …]',
    hint: 'Write the lines after the fence: `js {2,4-5} ins={6} del={7}`.',
    where: 'code',
  },
];

const TOLD: readonly Omit<ForeignSign, 'translated'>[] = [
  {
    // MkDocs
    sign: '!!! |\\?\\?\\?',
    pattern: /^(?:!!!|\?\?\?\+?)[ \t]+(\w+)/m,
    shown: '!!! $1',
    hint: CONTAINER,
  },
  {
    sign: '--8<--',
    pattern: /--8<--/,
    shown: '--8<--',
    hint: 'Paste what the file contains in its place.',
  },
  {
    sign: '\\{(?:\\+\\+|--|~~|>>)',
    pattern: /\{(?:\+\+|--|~~|>>)[^{}\n]*(?:\+\+|--|~~|<<)\}/,
    shown: '{++ … ++}',
    hint: 'Accept or reject the change.',
  },
  {
    sign: '\\[(?:[^\\]\\n@]{0,40} )?-?@\\w',
    pattern: /\[(?:[^\]\n@]*\s)?-?@[\w:-]+[^\]\n]*\]/,
    shown: '[@…]',
    hint: 'Write the reference itself, perhaps as a footnote.',
  },
  {
    sign: '\\+[-=]{3,}\\+',
    pattern: /^\+[-=]{3,}\+/m,
    shown: '+---+',
    hint: 'Write a table: `| a | b |`, and `|---|---|` below its head.',
  },
  {
    sign: ':[\\w-]+[[{]',
    pattern: /(?<![^\s(*_]):([a-z][\w-]*)\[[^\]\n]+\](?![(:])/i,
    shown: ':$1[…]',
    hint: 'A directive stands on a line of its own: `::name{…}`.',
  },
  {
    sign: '::[\\w-]+[[{]',
    pattern: /^::([a-z][\w-]*)(?=[[{])/im,
    shown: '::$1',
    hint: 'A directive stands alone on its line: `::name[label]{a="b"}`.',
  },
  {
    sign: '==[^\\s=]',
    pattern: /(?<![\w{=])==(?=[^\s=])[^=\n]+(?<=\S)==(?![\w=])/,
    shown: '==…==',
    hint: 'Add `markdown: { mark: true }` to content/site.yaml, or put a backslash before it.',
    setting: 'mark',
  },
  {
    sign: '\\^[^\\s^]+\\^',
    pattern: /(?<=[\p{L}\p{N})\]*_])\^[^\s^[{}()|$\\]+\^(?![\w{(])/u,
    shown: '^…^',
    hint: 'Add `markdown: { superscript: true }` to content/site.yaml, or put a backslash before it.',
    setting: 'superscript',
  },
];

export const FOREIGN_SIGNS: readonly ForeignSign[] = [
  ...TRANSLATED.map((sign) => ({ ...sign, translated: true })),
  ...TOLD.map((sign) => ({ ...sign, translated: false })),
];

/** Matches any body with a sign. All signs begin with one of a few characters, which halves the time. */
export const ANY_SIGN = new RegExp(
  `(?=[!#$%*+:<=?@[\\]\\\\^{|/)\`_-])(?:${FOREIGN_SIGNS.map(({ sign }) => sign).join('|')})`,
);
