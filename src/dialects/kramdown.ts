/**
 * kramdown, the Markdown of Jekyll: attribute lists `{: .class}`, extensions such as `{::nomarkdown}`, and elements whose
 * content is Markdown. The engine reads its definition lists, `abbreviations.ts` the abbreviations, and `contents.ts` the
 * place of a table of contents.
 *
 * Described at kramdown.gettalong.org/syntax.html. Pure.
 */
import { writeAttributeComment } from '../markdown/attributes.ts';
import { CALLOUTS } from '../markdown/callouts.ts';
import { INFO_ATTRIBUTE, LABEL_ATTRIBUTE } from '../markdown/delimiters.ts';
import {
  type Dialect,
  type DialectScan,
  findClosing,
  findIndent,
  inAnyCase,
  isOfHeading,
  type Match,
  makeUnknown,
  reportUnknown,
  type Step,
} from './dialect.ts';

/** The start tag of an element whose content is Markdown, in Python-Markdown as well. */
const makeHolder = (letter: string, markdown: string) =>
  String.raw`(?<tag><${letter}(?:[^<>"'\n]|"[^"\n]*"|'[^'\n]*'){0,200}?)\s${markdown}(?:=["']?(?!0)\w+["']?)?` +
  String.raw`(?<rest>(?=[\s>])[^<>\n]{0,200}>)[ \t]*`;

/** A line of a table that the engine takes for a row, `|---+---|`, or for the start of the footer, `|===|`. */
const RULED = String.raw`\|[-:= ]*(?:-\+-|===)[-:=+| ]*(?=\n|$)`;

export const kramdown: Dialect = {
  name: 'kramdown',
  signs: ['\\{:', RULED, `${makeHolder('[a-zA-Z]', inAnyCase('markdown'))}(?:\\n|$)`],
  syntaxes: [
    {
      starts: '<',
      pattern: new RegExp(`${makeHolder('[a-z]', 'markdown')}$`, 'imy'),
      // A blank line ends the HTML (CommonMark, section 4.6).
      translate: ({ groups: { tag, rest } }) => `${tag}${rest}\n`,
    },
    makeUnknown({
      starts: '|',
      isAtLineStart: true,
      pattern: new RegExp(`[ \\t>]*${RULED}`, 'y'),
      show: (written) => (written.includes('=') ? '|===|' : '|---+---|'),
      hint: 'A table has one such line, below its head: `|---|---|`.',
    }),
    {
      // `{::options … /}` sets what is so here.
      starts: '{',
      pattern: /\{::options\b[^{}\n]*\/\}/y,
      translate: () => '',
    },
    {
      starts: '{',
      pattern: /\{::nomarkdown\}/y,
      translate: unwrapHtml,
    },
    {
      starts: '{',
      pattern: /(?<list>\{:[^{}\n]*\}(?:[ \t]*\{:[^{}\n]*\})*)(?:(?<last>[ \t]*$)|)/my,
      translate: readAttributeList,
    },
  ],
};

/** A callout of just-the-docs: `{: .note }` above a paragraph. */
const CALLOUT_CLASS = /^\{:\s*\.([a-z]+)(?:-title)?\s*\}$/;

/** Leaves out the marks around HTML. */
function unwrapHtml({ start, end }: Match, scan: DialectScan): Step | null {
  const closing = findClosing(String.raw`\{:/(?:nomarkdown)?\}`, end, scan);
  if (closing === null) {
    reportUnknown({ kind: 'syntax', shown: '{::nomarkdown}' }, start, scan);
    return null;
  }
  return { end: closing.end, text: scan.source.body.slice(end, closing.start) };
}

/** Turns an attribute list into a comment for `applyAttributes`. */
function readAttributeList({ start, groups }: Match, scan: DialectScan): string | null {
  const { list = '', last } = groups;
  const [extension] = /^\{::\w*/.exec(list) ?? [];
  if (extension !== undefined) {
    reportUnknown({ kind: 'syntax', shown: `${extension} /}` }, start, scan);
  }
  if (!/^\{:\s*(?:[.#][\w-]|[\w-]+=|toc\b)/.test(list)) return null;
  const isBlock = last !== undefined && findIndent(start, scan) !== null;
  const before = scan.source.body.slice(Math.max(0, start - 99), start);
  // A list that begins a paragraph or an item belongs to what follows, and is dropped.
  const isAhead = isBlock ? /(?:^|\n[ \t>]*\n)[ \t>]*$/ : /(?:[*+-]|\d[.)])[ \t]+$/;
  if (isAhead.test(before)) {
    const [, word = ''] = CALLOUT_CLASS.exec(list) ?? [];
    if (CALLOUTS.has(word)) {
      const hint = `Write \`> [!${word.toUpperCase()}]\` instead, and \`>\` before the lines below.`;
      reportUnknown({ kind: 'syntax', shown: list, hint }, start, scan);
    }
    return '';
  }
  if (isBlock || /[)\]*_\x60>]$/.test(before)) return writeList(list);
  const isUnknown = !isOfHeading(list, start, scan);
  if (isUnknown) reportUnknown({ kind: 'syntax', shown: '{: … }' }, start, scan);
  return null;
}

/** What a list says of a block of code, as in an info string: the name of its file in Chirpy, and line numbers. */
function readCodeOptions(list: string, classes: readonly string[]): string {
  const [, quoted, file = quoted] =
    /[{\s:]file(?:name)?=(?:"([^"<>]+)"|'([^'<>]+)')/.exec(list) ?? [];
  const isNumbered = classes.some((name) =>
    /^(?:number-?lines|line-?numbers|linenos)$/i.test(name),
  );
  return [file && `title="${file.replaceAll('"', '')}"`, isNumbered && 'linenos']
    .filter(Boolean)
    .join(' ');
}

/**
 * Writes an attribute list as a comment for `applyAttributes`; `label` is the label of a numbered figure, and `alt` the
 * description of a picture.
 */
export function writeList(list: string, label?: string, alt?: string): string {
  const [, classes = ''] = /[{\s:]class=["']?([\w -]+)["']?/.exec(list) ?? [];
  const dotted = list.replace(/"[^"]*"|'[^']*'/g, '').match(/(?<=[{\s:\w-]\.)[a-z_][\w-]*/gi) ?? [];
  const [, id] = /[{\s:](?:#|id=["']?)([\w:-]+)/.exec(list) ?? [];
  const [width, height] = ['width', 'height'].map(
    (name) => new RegExp(`[{\\s:]${name}=["']?(\\d+%?)(?:px)?(?![\\w.])`).exec(list)?.[1],
  );
  return writeAttributeComment({
    class: [...dotted, classes].join(' ').trim(),
    id,
    width,
    height,
    [INFO_ATTRIBUTE]: readCodeOptions(list, dotted),
    [LABEL_ATTRIBUTE]: label,
    alt,
  });
}
