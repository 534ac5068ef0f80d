/**
 * Attributes in braces, as in Pandoc, Goldmark and Python-Markdown: `![a](a.png){width=50%}`, `{ .wide }` below a block
 * and `{-}` after a heading. They are read as in kramdown after pictures and below blocks; the rest is reported. Fenced
 * divs are in `directives.ts`, and inline footnotes in `marks.ts`. Items after `#.` are numbered. Tables drawn with `+---+`
 * or columns, their captions, verse after `|`, numbered examples, citations and references to anything but figures are
 * reported. Pure.
 */
import {
  type Dialect,
  type DialectScan,
  findIndent,
  isOfHeading,
  type Match,
  makeUnknown,
  reportUnknown,
} from './dialect.ts';
import { labelFigure, linkFigures } from './figures.ts';
import { writeList } from './kramdown.ts';

/** The end of a picture, whose title may have parentheses. */
const PICTURE = /!\[(?:[^\]\n]|\](?![([]))*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])$/;
/** The end of a picture whose brackets are empty, so that Quarto's `fig-alt` is its only description. */
const BARE_PICTURE = /!\[[ \t]*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])$/;
const ALT = /(?<=[{\s])(?:fig-)?alt=(?:"([^"]*)"|'([^']*)')/;
/** The end of a link. */
const LINK = /\]\((?:[^()\n]|\([^()\n]*\))*\)$/;
const PICTURE_LENGTH = 1000;
/** An attribute other than those that a picture may get. Every picture is loaded lazily. */
const OTHER_KEY = /(?<=[{\s])(?!(?:width|height|class|id|loading)=)[\w-]+(?==)/g;
/** A list of nothing but classes, ids and attributes. */
const LIST = String.raw`\{[ \t]*(?:[.#][a-zA-Z]|[a-zA-Z][\w-]*=)[^{}\n]*\}`;
/** A list on a line of its own, with attributes that the block above it may get. */
const BELOW =
  /^\{[ \t]*(?:(?:[.#][^\s"{}=.#]+|(?:class|id|width|height)=(?:"[^"]*"|[^\s"{}=]+))(?:[ \t]+|(?=[.#}])))+\}$/;

/** A line of a table that is drawn, with corners or in columns. */
const DRAWN = String.raw`(?:\+(?:[-=:]{3,}\+)+|-{3,}(?:[ \t]+-{3,})+)[ \t]*(?=\n|$)`;
const GRID_ROW = /(?:^|\n)[ \t>]*[|+][^\n]*[|+][ \t]*\n[ \t>]*$/;
const COLUMNS = /(?:^|\n)[^\n]*\S[ \t]{2,}\S[^\n]*\n[ \t>]*$/;
const CITED = String.raw`\[(?:[^[\]\n@]{0,60}[ \t])?-?@[a-zA-Z][^[\]\n]{0,300}\](?![([:])`;
/** Ends with a letter or digit, because a full stop or colon after it belongs to the sentence. */
const REFERENCE = String.raw`(?<![\w./@[])@(?:eq|fig|lst|sec|tab|tbl)[-:][a-zA-Z0-9](?:[\w:-]*\w)?`;
/** A bracketed reference to a figure or table, as in pandoc-crossref. */
const OF_REFERENCE = /^\[(?:[^@]*[ \t])?-?@(?<kind>eq|fig|lst|sec|tab|tbl)(?<sign>[-:])/;
const LINK_TO_ID = 'Write a link to its id: `[Figure 1](#fig-id)`.';
const GIVE_ID =
  'Add the id to a picture in a paragraph of its own, as in `![A hill](hill.jpg){#fig:hill}`.';
const CAPTION = String.raw`(?<=\|[ \t]*\n(?:[ \t]*\n)?)(?::|Table:)[ \t]+\S`;
const VERSE = String.raw`(?<=\n[ \t>]*\n|^)[ \t>]*\|[ \t][^|\n]*\n[ \t>]*\|[ \t][^|\n]*(?=\n|$)`;

export const pandoc: Dialect = {
  name: 'Pandoc',
  // A sign begins with a character that is rare, which keeps the search fast.
  signs: [
    `[\\])*_\x60]${LIST}`,
    '\\{-\\}',
    '[`~]{3}[ \\t]*\\{=',
    `\\n[ \\t>]*(?:\\+[-=:]{3}|-{3,}[ \\t]+-{3}|${LIST}|#\\.[ \\t]|\\(@|\\|[ \\t][^|\\n]*\\n[ \\t>]*\\|[ \\t])`,
    '@[a-zA-Z][^\\]\\n]{0,300}\\](?![([:])',
    '@(?:eq|fig|lst|sec|tab|tbl)[-:]',
    '\\n(?::|Table:)[ \\t]',
  ],
  syntaxes: [
    {
      starts: '`~',
      isAtLineStart: true,
      pattern:
        /(?<indent>[ \t>]*)(?<fence>`{3,}|~{3,})[ \t]*\{=(?<language>\w+)\}[ \t]*\n(?<content>(?:.*\n)*?)[ \t>]*\k<fence>[`~]*[ \t]*(?=\n|$)/y,
      translate: readRaw,
    },
    {
      starts: '{',
      pattern: new RegExp(`${LIST}(?:(?<last>[ \\t]*$)|)`, 'my'),
      translate: ({ text, start, groups: { last } }, scan) => {
        const list = text.trimEnd();
        const before = scan.source.body.slice(Math.max(0, start - PICTURE_LENGTH), start);
        const isPicture = PICTURE.test(before);
        const isLink = LINK.test(before) && !isOfHeading(list, start, scan);
        if (isLink || isPicture) {
          const label = isPicture ? labelFigure(list, scan) : undefined;
          const [alt = '', double, single] = (BARE_PICTURE.test(before) && ALT.exec(list)) || [];
          const others = alt === '' ? list : list.replace(alt, '');
          return writeAttributes(others, { label, alt: double ?? single }, start, scan);
        }
        const isAlone = last !== undefined && findIndent(start, scan) !== null;
        if (isAlone && BELOW.test(list) && /[^\s>][ \t]*\n[ \t>]*$/.test(before))
          return writeList(list);
        const isList = isAlone || /[)\]*_\x60]$/.test(before);
        if (isList && !isOfHeading(list, start, scan)) {
          reportUnknown({ kind: 'syntax', shown: '{ … }' }, start, scan);
        }
        return null;
      },
    },
    {
      // Pandoc doesn't number such a heading, like all headings here.
      starts: '{',
      pattern: /\{-\}(?=[ \t]*#*[ \t]*$)/my,
      translate: ({ start }, scan) => {
        const before = scan.source.body.slice(Math.max(0, start - PICTURE_LENGTH), start);
        return /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(before) ? '' : null;
      },
    },
    {
      starts: '+-',
      isAtLineStart: true,
      pattern: new RegExp(`[ \\t>]*(?<line>${DRAWN})`, 'y'),
      translate: reportDrawn,
    },
    {
      starts: '[',
      pattern: new RegExp(CITED, 'y'),
      translate: ({ text, start }, scan) => {
        const link = linkFigures(text, scan);
        if (link !== null || scan.definitions.has(text.slice(1, -1))) return link;
        const { kind, sign } = OF_REFERENCE.exec(text)?.groups ?? {};
        if (kind === undefined) {
          const hint = 'Write a link or a footnote: there is no bibliography.';
          reportUnknown({ kind: 'syntax', shown: '[@…]', hint }, start, scan);
        } else reportReference(`[@${kind}${sign}…]`, start, scan);
        return null;
      },
    },
    {
      starts: '@',
      pattern: new RegExp(REFERENCE, 'y'),
      translate: ({ text, start }, scan) => {
        const link = linkFigures(text, scan);
        if (link === null)
          reportReference(`${text.slice(0, text.search(/[-:]/) + 1)}…`, start, scan);
        return link;
      },
    },
    {
      // Pandoc numbers such a list by itself.
      starts: '#',
      isAtLineStart: true,
      pattern: /(?<indent>[ \t>]*)#\.(?=[ \t]+\S)/y,
      translate: ({ groups: { indent } }) => `${indent}1.`,
    },
    makeUnknown({
      starts: '(',
      isAtLineStart: true,
      pattern: /[ \t>]*\(@[\w-]*\)(?=[ \t]+\S)/y,
      show: () => '(@)',
      hint: 'Number the example yourself: `1.`.',
    }),
    makeUnknown({
      starts: ':T',
      isAtLineStart: true,
      pattern: new RegExp(CAPTION, 'y'),
      show: (written) => (written.includes('Table:') ? 'Table: …' : ': …'),
      hint: 'Write the caption as a paragraph, or the table in HTML with a `<caption>`.',
    }),
    makeUnknown({
      starts: '|',
      isAtLineStart: true,
      pattern: new RegExp(VERSE, 'y'),
      show: () => '| …',
      hint: 'End each line of verse with a backslash instead.',
    }),
  ],
};

const AS_WORDS =
  'Write a description in the brackets, and a caption as the title: `![description](a.jpg "caption")`.';
const AS_CLASS =
  'Write a class such as `{.left}` instead, or remove it; `width`, `height` and an id work too.';

/**
 * Writes the attributes that work for a picture or a link, and reports the other attributes, which have no effect.
 * `label` is the label of a numbered figure.
 */
function writeAttributes(
  list: string,
  { label, alt }: { readonly label: string | undefined; readonly alt: string | undefined },
  start: number,
  scan: DialectScan,
): string {
  const keys: readonly string[] = list.replace(/"[^"]*"|'[^']*'/g, '""').match(OTHER_KEY) ?? [];
  for (const key of keys) {
    const hint = /^(?:fig-)?(?:alt|cap|caption|title)$/.test(key) ? AS_WORDS : AS_CLASS;
    reportUnknown({ kind: 'attribute', shown: key, hint }, start, scan);
  }
  // A value in quotes may look like another attribute.
  const known = list.replace(/[\w-]+=(?:"[^"]*"|'[^']*'|[^\s}]*)/g, (each) => {
    return keys.includes(each.slice(0, each.indexOf('='))) ? '' : each;
  });
  return writeList(known, label, alt);
}

function reportReference(shown: string, start: number, scan: DialectScan): void {
  const hint = shown.includes('@fig') ? GIVE_ID : LINK_TO_ID;
  reportUnknown({ kind: 'syntax', shown, hint }, start, scan);
}

/** Keeps a block of raw HTML; leaves out one in another language, as Pandoc does in a page. */
function readRaw({ start, groups }: Match, scan: DialectScan): string {
  const { indent = '', language = '', content = '' } = groups;
  if (/^html[45]?$/i.test(language)) {
    // A blank line would end the HTML (CommonMark, section 4.6).
    const mayBeBlank = /<(?:pre|script|style|textarea)\b/i.test(content);
    const html = mayBeBlank ? content : content.replace(/^[ \t>]*\n/gm, '');
    return `${indent}\n${html}${indent}\n`;
  }
  const message = `\`{=${language}}\` isn't HTML, so this block is left out`;
  const hint = 'Write it as Markdown or HTML; to show it as code, write its language without `=`.';
  const at = start + indent.length;
  scan.foreign.push({ code: 'markup-foreign', message, hint, at, subject: language });
  return '';
}

const DRAW_WITH_BARS = 'Write its rows as `| a | b |`, with `|---|---|` below the first.';

/** Reports a table that is drawn; a line of dashes is one only between two rows of columns. */
function reportDrawn({ start, end, groups }: Match, scan: DialectScan): null {
  const { body } = scan.source;
  const isGrid = groups.line?.startsWith('+');
  const before = body.slice(Math.max(0, start - PICTURE_LENGTH), start);
  // The other lines of a grid follow its rows.
  if (isGrid && GRID_ROW.test(before)) return null;
  const isTable = isGrid || (COLUMNS.test(before) && /^\n[ \t]*\S/.test(body.slice(end, end + 99)));
  const shown = isGrid ? '+---+' : '---  ---';
  if (isTable) reportUnknown({ kind: 'syntax', shown, hint: DRAW_WITH_BARS }, start, scan);
  return null;
}
