/**
 * kramdown, Jekyll's Markdown: elements whose content is Markdown, `<div markdown="1">`. For its attribute lists, see
 * `block-attributes.ts` and `span-attributes.ts`. Described at kramdown.gettalong.org/syntax.html. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { type Dialect, findLiteral, MARKDOWN } from './dialect.ts';

const HOLDER =
  /(?<tag><(?<name>[a-z][\w-]*)(?:[^<>"'\n]|"[^"\n]*"|'[^'\n]*')*?)\s+markdown(?:=["']?\w+["']?)?(?<rest>(?=[\s>])[^<>\n]*>)[ \t]*/gi;
/** An element on a line of its own, whose next line would be HTML as well. */
const SUMMARY = /\n[ \t]*<(summary|h[1-6])\b[^\n]*<\/\1>[ \t]*(?=\n[ \t]*[^\s<])/y;

const INLINE = /^<(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)[\s>]/i;

export const kramdown: Dialect = {
  formats: MARKDOWN,
  sign: /\smarkdown(?:=|[\s>])/i,
  // The content of these elements gets a blank line before it.
  translate: ({ text, literals }) => ({
    edits: [...text.matchAll(HOLDER)].flatMap(({ 0: was, index, groups = {} }): TextEdit[] => {
      const { tag = '', rest = '' } = groups;
      if (findLiteral(literals, index) !== undefined) return [];
      const isHtml = /\smarkdown=["']?0/i.test(was);
      if (isHtml) return [{ at: index, was, is: tag + rest }];
      const end = index + was.length;
      SUMMARY.lastIndex = end;
      const [summary] = SUMMARY.exec(text) ?? [];
      const edit = { at: index, was, is: tag + rest + writeBreak(text, index, end) };
      if (summary === undefined) return [edit];
      return [edit, { at: end + summary.length, was: '', is: '\n' }];
    }),
  }),
};

/** The line ends for a blank line after a tag that begins a line. Elsewhere in a line, content is Markdown anyway. */
function writeBreak(text: string, start: number, end: number): string {
  const isBlock = /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, start - 99), start));
  if (
    !isBlock ||
    INLINE.test(text.slice(start, end)) ||
    /^\n[ \t]*(?:\n|$)/.test(text.slice(end, end + 99))
  )
    return '';
  return text.charAt(end) === '\n' ? '\n' : '\n\n';
}
