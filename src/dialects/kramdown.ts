/**
 * kramdown, the Markdown of Jekyll: attribute lists `{: .class}`, the place of a table of contents `{:toc}`, and
 * elements whose content is Markdown. The engine reads its definition lists, and `abbreviations.ts` the abbreviations.
 *
 * Described at kramdown.gettalong.org/syntax.html. Pure.
 */
import { writeAttributeComment } from '../markdown/attributes.ts';
import {
  type Dialect,
  findIndent,
  inAnyCase,
  isOfHeading,
  LIST_STARTS,
  MARKDOWN,
  type Scan,
  type Step,
  tell,
} from './dialect.ts';

/** The start tag of an element whose content is Markdown, in Python-Markdown as well. */
const makeHolder = (letter: string, markdown: string) =>
  String.raw`(?<tag><${letter}(?:[^<>"'\n]|"[^"\n]*"|'[^'\n]*'){0,200}?)\s${markdown}(?:=["']?(?!0)\w+["']?)?` +
  String.raw`(?<rest>(?=[\s>])[^<>\n]{0,200}>)[ \t]*`;

export const kramdown: Dialect = {
  name: 'kramdown',
  signs: ['\\{:', `${makeHolder('[a-zA-Z]', inAnyCase('markdown'))}(?:\\n|$)`],
  syntaxes: [
    {
      starts: LIST_STARTS,
      isAtLineStart: true,
      formats: MARKDOWN,
      // The list item that the table replaces; a fence in it is code.
      pattern: /[ \t]*(?:[*+-]|\d+\.)[ \t](?!`{3}|~{3})[^\n]*\n[ \t]*\{:\s*toc\b[^{}\n]*\}/iy,
      translate: ({ 0: whole, index }) => ({ end: index + whole.length, text: '' }),
    },
    {
      starts: '<',
      formats: MARKDOWN,
      pattern: new RegExp(`${makeHolder('[a-z]', 'markdown')}$`, 'imy'),
      translate: ({ 0: whole, index, groups }) => {
        // A blank line ends the HTML (CommonMark, section 4.6).
        return { end: index + whole.length, text: `${groups?.tag}${groups?.rest}\n` };
      },
    },
    {
      starts: '{',
      formats: MARKDOWN,
      pattern: /(?<list>\{:[^{}\n]*\}(?:[ \t]*\{:[^{}\n]*\})*)(?:(?<last>[ \t]*$)|)/my,
      translate: readAttributeList,
    },
  ],
};

/** Turns an attribute list into a comment for `applyAttributes`. */
function readAttributeList({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { list = '', last } = groups;
  const end = index + whole.length;
  const [extension] = /^\{::\w*/.exec(list) ?? [];
  if (extension !== undefined) tell(`${extension} /}`, index, scan);
  if (!/^\{:\s*(?:[.#][\w-]|[\w-]+=|toc\b)/.test(list)) return { end };
  const isBlock = last !== undefined && findIndent(index, scan) !== null;
  const before = scan.source.body.slice(Math.max(0, index - 99), index);
  // A list that begins a paragraph or an item belongs to what follows, and is dropped.
  const isAhead = isBlock ? /(?:^|\n[ \t>]*\n)[ \t>]*$/ : /(?:[*+-]|\d[.)])[ \t]+$/;
  if (isAhead.test(before)) return { end, text: '' };
  if (isBlock || /[)\]*_\x60>]$/.test(before)) return { end, text: writeList(list) };
  if (!isOfHeading(list, index, scan)) tell('{: … }', index, scan);
  return { end };
}

function writeList(list: string): string {
  const className = list
    .replace(/"[^"]*"|'[^']*'/g, '')
    .match(/(?<=\.)[a-z_][\w-]*/gi)
    ?.join(' ');
  const [, id] = /[ :]#([\w-]+)/.exec(list) ?? [];
  const [width, height] = ['width', 'height'].map(
    (name) => new RegExp(`[\\s:]${name}=["']?(\\d+%?)`).exec(list)?.[1],
  );
  return writeAttributeComment({ class: className, id, width, height });
}
