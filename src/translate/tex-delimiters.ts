/**
 * Formulas in the delimiters of LaTeX and MathJax, and bare environments: `\(…\)`, `\\[…\\]`, `\begin{align}`. They become
 * `$$…$$`, or `$…$` where single dollars are on. Words between two `$$` are no formula, and get backslashes. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { type Dialect, editMatches, type ForeignBody, MARKDOWN } from './dialect.ts';

export const texDelimiters: Dialect = {
  formats: MARKDOWN,
  sign: /\\[([]|\\begin\{|\$\$[^$ \n]* [^$\n]*\$\$/,
  translate: (body) => {
    const environments = editMatches(body, ENVIRONMENT, ({ groups = {} }) => {
      const { before = '', tex = '' } = groups;
      return before + writeBlock(tex, before);
    });
    const delimited = editMatches(body, DELIMITED, ({ index, 0: { length }, groups = {} }) => {
      const { open = '', tex = '', close } = groups;
      const isDoubled = open.length === 3;
      const closing = open.replace('(', ')').replace('[', ']');
      if (close !== closing || !(isDoubled || isTex(tex))) return null;
      const written = isDoubled ? tex.replace(/\\([!-/:-@[-`{-~])/g, '$1') : tex;
      const { text } = body;
      const before = text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
      const isAlone =
        /^[ \t>]*$/.test(before) && /^[ \t]*(?:\n|$)/.test(text.slice(index + length));
      if (isAlone && open.endsWith('[')) return writeBlock(written, before);
      const sign = body.context.math ? '$' : '$$';
      return sign + splitLines(written, before).join(' ') + sign;
    });
    return { edits: [...environments, ...delimited, ...escapePrices(body)] };
  },
};

/** Words of a sentence, and nothing that only TeX has. */
const PROSE = /^\$\$(?!.*[\\^_={}]).*\p{L}{2}[,;:]?\s+\p{L}{2}.*\$\$$/u;

/** In files of a program that is known, which showed the dollars: `$$ a day, and $$ a night`. */
function escapePrices({ text, literals, context }: ForeignBody): TextEdit[] {
  if (context.program === undefined) return [];
  return literals
    .filter(({ type, start, end }) => type === 'inlineMath' && PROSE.test(text.slice(start, end)))
    .flatMap(({ start, end }) => [start, end - 2])
    .map((at) => ({ at, was: '$$', is: '\\$\\$' }));
}

const BETWEEN = String.raw`(?:(?!\n[ \t>]*\n)[\s\S])`;
const ENVIRONMENT = new RegExp(
  String.raw`(?<!\$\$\n)^(?<before>[ \t>]*)(?<tex>\\begin\{(?<name>(?:equation|align|alignat|gather|multline)\*?)\}${BETWEEN}+?\\end\{\k<name>\})`,
  'gm',
);
const DELIMITED = new RegExp(
  String.raw`(?<!\\)(?<open>\\{1,2}[([])(?<tex>${BETWEEN}+?)(?<!\\)(?<close>\\{1,2}[)\]])`,
  'g',
);
/** True if escaped brackets enclose TeX, since they are common in prose as well. */
function isTex(content: string): boolean {
  return /\\[a-zA-Z]{2}|[\^=]|\b[a-zA-Z]_/.test(content) && !/\\[()[\]]/.test(content);
}

/** Splits TeX into its lines, without the signs of the quotation around them. */
function splitLines(tex: string, before: string): string[] {
  const indent = before.includes('>') ? /\n[ \t>]*/g : /\n[ \t]*/g;
  return tex.replace(indent, '\n').trim().split('\n');
}

/** Writes a formula on lines of its own. */
function writeBlock(tex: string, before: string): string {
  return ['$$', ...splitLines(tex, before), '$$'].join(`\n${before}`);
}
