/**
 * Names of formulas in Quarto and pandoc-crossref: `$$ … $$ {#eq-a}` becomes `\label{eq-a}` in the formula, and `@eq-a`
 * `\eqref{eq-a}`. This is read first, because the engine takes all that follows such dollars for the formula. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { type Dialect, type ForeignBody, MARKDOWN } from './dialect.ts';
import { listParsed } from './parsed-nodes.ts';

export const equationNames: Dialect = {
  name: 'names of formulas',
  formats: MARKDOWN,
  sign: /\$\$[ \t]*(?:\n[ \t>]*)?\{#eq[:-]|@eq[:-]/,
  translate: (body) => ({ edits: listEdits(body), left: [] }),
};

const NAMED =
  /^(?<indent>[ \t>]*)\$\$(?<tex>(?:(?!\n[ \t>]*\n|\$\$)[\s\S])+)\$\$[ \t]*(?:\n[ \t>]*)?\{#(?<name>eq[:-][\w:.-]+)[^{}\n]*\}[ \t]*$/gm;
const REFERENCE =
  /(?<!\\)\[@(?<inBrackets>eq[:-][\w:.-]+)\]|(?<![\w./@\\[])@(?<name>eq[:-][\w:.-]*\w)/g;
const CODE: ReadonlySet<string> = new Set(['code', 'inlineCode']);

function listEdits(body: ForeignBody): TextEdit[] {
  const code = listParsed(body, CODE, false);
  const isCode = (at: number) => code.some(({ start, end }) => start <= at && at < end);
  const labels = [...body.text.matchAll(NAMED)].map(({ 0: was, index: at, groups = {} }) => {
    const { indent = '', tex = '', name } = groups;
    const lines = ['$$', ...tex.trim().split(/\n[ \t>]*/), `\\label{${name}}`, '$$'];
    return { at, was, is: indent + lines.join(`\n${indent}`) };
  });
  const references = [...body.text.matchAll(REFERENCE)].map(
    ({ 0: was, index: at, groups = {} }) => {
      return { at, was, is: `\\eqref{${groups.name ?? groups.inBrackets}}` };
    },
  );
  return [...labels, ...references].filter(({ at }) => !isCode(at));
}
