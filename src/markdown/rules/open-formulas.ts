/**
 * Formulas without an end: several lines whose `$$` aren't on lines of their own, and formulas that are never closed.
 * The engine takes the rest of the body for an open formula, so the formulas after it are looked for in the source. Pure.
 */
import type { TextEdit } from '../../problems/problems.ts';
import { type PlacedNode, sourceOf } from '../markdown-nodes.ts';
import type { Fault } from '../rule.ts';

/** True for a formula that the engine has read too far, or not far enough. */
export function isOpen(
  node: PlacedNode & { readonly meta?: string | null | undefined; readonly value: string },
  source: string,
): boolean {
  const isClosed = /\n[ \t>]*\$\$+\s*$/.test(sourceOf(node, source));
  return !isClosed || Boolean(node.meta) || node.value.includes('$$');
}

/** What begins a line in quotations and lists, and the rest of it. */
const LINE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t>]*)(.*)$/;

/** A formula whose end isn't found yet. */
interface OpenFormula {
  readonly start: number;
  readonly edits: readonly TextEdit[];
  /** What its other lines begin with. */
  readonly prefix: string;
}

/** Lists such formulas from an offset on, each with the edits that put its `$$` on lines of their own. */
export function findOpenFormulas(source: string, from: number): Fault[] {
  const faults: Fault[] = [];
  let open: OpenFormula | null = null;
  let fence = '';
  let at = source.lastIndexOf('\n', from - 1) + 1;
  /** The end of the last line that isn't blank. */
  let end = at;
  for (const line of source.slice(at).split('\n')) {
    const [, prefix = '', words = ''] = LINE.exec(line) ?? [];
    const start = at + prefix.length;
    if (open !== null && words === '') {
      faults.push(describe(open, [insert(end, `\n${open.prefix}$$`)], true));
      open = null;
    } else if (open !== null && words.includes('$$')) {
      const edits = closeAt(start, words, open.prefix);
      if (open.edits.length + edits.length > 0) faults.push(describe(open, edits, false));
      open = null;
    } else if (open === null) {
      const [sign = ''] = /^(?:`{3,}|~{3,})/.exec(words) ?? [];
      if (fence === '') fence = sign;
      else if (sign.startsWith(fence)) fence = '';
      if (fence === '' && /^\$\$(?!.*\$\$)/.test(words)) open = openAt(start, words, prefix);
    }
    if (words !== '') end = at + line.length;
    at += line.length + 1;
  }
  if (open !== null) faults.push(describe(open, [insert(end, `\n${open.prefix}$$`)], true));
  return faults;
}

const insert = (at: number, is: string): TextEdit => ({ at, was: '', is });

function openAt(start: number, words: string, before: string): OpenFormula {
  const prefix = before.replace(/[^>\s]/g, ' ');
  const [, space = '', rest] = /^\$\$([ \t]*)(.*)$/.exec(words) ?? [];
  const edits = rest === '' ? [] : [{ at: start + 2, was: space, is: `\n${prefix}` }];
  return { start, edits, prefix };
}

/** Puts the `$$` of a line on a line of its own; a full stop after it goes into the formula. */
function closeAt(start: number, words: string, prefix: string): TextEdit[] {
  const [was = '', tex = '', stop = '', rest = ''] =
    /^(.*?)[ \t]*\$\$[ \t]*([.,;:]?)[ \t]*(.*)$/.exec(words) ?? [];
  if (tex + stop + rest === '') return [];
  const lines = tex + stop === '' ? ['$$'] : [tex + stop, '$$'];
  if (rest !== '') lines.push(rest);
  return [{ at: start, was, is: lines.join(`\n${prefix}`) }];
}

function describe(
  { start, edits }: OpenFormula,
  more: readonly TextEdit[],
  isUnclosed: boolean,
): Fault {
  return {
    code: 'math-unclosed',
    message: isUnclosed
      ? 'The formula that begins here is never closed'
      : 'In a formula of several lines, each `$$` must be on a line of its own',
    hint: isUnclosed
      ? 'Write `$$` on a line of its own where it ends.'
      : 'Begin a new line after the first `$$`, and before and after the last.',
    at: start,
    written: '$$',
    edits: [...edits, ...more],
  };
}

/** True for what Pandoc reads as a formula: without a space just inside its dollars, or a digit after them. */
export function isPaired(written: string, next: string): boolean {
  return /^\$\S(?:[\s\S]*\S)?\$$/.test(written) && !/\d/.test(next);
}
