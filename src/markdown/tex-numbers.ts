/**
 * Numbers, labels and references of the formulas of one essay, as LaTeX gives them.
 */
import { foldSpace } from '../text/text.ts';
import { editTex, readGroup, type TexEdit, type TexSource } from './tex-edits.ts';
import { OWN_LINES, type TexError, texError } from './tex-errors.ts';
import { ENVIRONMENT, repairTex } from './tex-repairs.ts';

/** The number of a formula that has a label, and the id of that number on the page. */
export interface Label {
  readonly number: string;
  readonly id: string;
}

/** A number on the page. `shown` has its brackets. */
interface RowNumber {
  readonly shown: string;
  readonly id: string | null;
}

/** A formula as Temml gets it: `\ref{0}` stands for the first of `refs`, and `\tag{0}` for the first of `rows`. */
export interface NumberedTex {
  readonly source: TexSource;
  readonly rows: readonly RowNumber[];
  /** True if the numbers are in the MathML, each in its row; false if the only one stands beside it. */
  readonly isTable: boolean;
  readonly refs: readonly { readonly label: string; readonly at: number }[];
}

/** The environments in which each row has a number. */
const BY_ROW = ['align', 'gather', 'alignat', 'flalign', 'eqnarray'];
const MARK = /\\(label|tag|ref|eqref)(\*?)\s*(?=\{)|\\(notag|nonumber)(?![a-zA-Z])/g;

/** A `\label`, `\tag`, `\ref`, `\eqref`, `\notag` or `\nonumber`. */
interface Mark {
  readonly name: string;
  readonly isStarred: boolean;
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** Numbers formulas, in their order in the essay. */
export class Numberer {
  readonly labels = new Map<string, Label>();
  private count = 0;
  private readonly ids = new Set<string>();

  /** Reads one formula. `edits` are those made before. */
  read(tex: string, isDisplay: boolean, edits: readonly TexEdit[]): NumberedTex | TexError {
    const marks = readMarks(tex);
    const refs = marks.filter(({ name }) => name.endsWith('ref'));
    const named = marks.filter(({ name }) => !name.endsWith('ref'));
    const misplaced = named.find(({ name }) => !isDisplay && !name.startsWith('no'));
    if (misplaced !== undefined) {
      const message = `\`\\${misplaced.name}\` works only in a formula on lines of its own`;
      return texError(misplaced.start, message, OWN_LINES);
    }
    const environment = isDisplay ? findEnvironment(tex) : null;
    const all = [...edits, ...repairTex(tex)];
    for (const [i, { name, start, end }] of refs.entries()) {
      all.push({ start, end, text: `\\${name}{${i}}` });
    }
    for (const { start, end } of named) {
      all.push({ start, end, text: '' });
    }
    if (environment === null && needsBreaks(tex)) all.push(...wrapRows(tex));
    const rows: RowNumber[] = [];
    const { isByRow, isNumbered, start, end } = environment ?? wholeFormula(tex);
    for (const bound of isByRow ? findRows(tex, start, end) : [{ start, end }]) {
      const own = named.filter((mark) => mark.start >= bound.start && mark.end <= bound.end);
      const row = this.numberRow(own, isNumbered);
      if (row === null) continue;
      if ('message' in row) return row;
      if (isByRow) all.push({ start: bound.end, end: bound.end, text: `\\tag{${rows.length}}` });
      rows.push(row);
    }
    const shown = refs.map(({ content, start: at }) => ({ label: content, at }));
    return { source: editTex(tex, all), rows, isTable: isByRow, refs: shown };
  }

  /** Numbers a row with these marks; null for a row without a number. */
  private numberRow(marks: readonly Mark[], isNumbered: boolean): RowNumber | TexError | null {
    const tag = marks.find(({ name }) => name === 'tag');
    const label = marks.find(({ name }) => name === 'label');
    const isOff = marks.some(({ name }) => name === 'notag' || name === 'nonumber');
    if (tag === undefined && label === undefined && (isOff || !isNumbered)) return null;
    if (tag === undefined) this.count += 1;
    const number = tag === undefined ? String(this.count) : readTag(tag.content);
    const shown = tag?.isStarred ? number : `(${number})`;
    if (shown === '') return null;
    if (label === undefined) return { shown, id: null };
    if (this.labels.has(label.content)) {
      const hint = 'Give each formula a different label.';
      return texError(label.start, `Two formulas have the label \`${label.content}\``, hint);
    }
    const id = this.makeId(label.content);
    this.labels.set(label.content, { number, id });
    return { shown, id };
  }

  private makeId(label: string): string {
    const plain = label.replace(/^eqn?[:.-]/i, '').replace(/[^\p{L}\p{N}_.-]+/gu, '-');
    let id = `eq-${plain}`;
    for (let i = 2; this.ids.has(id); i += 1) id = `eq-${plain}-${i}`;
    this.ids.add(id);
    return id;
  }
}

/** The text of a tag, which may contain `$…$` and commands for signs. */
function readTag(content: string): string {
  const signs = content.replace(/\\(?:star|ast)(?![a-zA-Z])/g, '*').replace(/\\prime\b/g, '′');
  return foldSpace(signs.replace(/\\[a-zA-Z]+|[\\${}]/g, '')).trim();
}

function readMarks(tex: string): Mark[] {
  const marks: Mark[] = [];
  for (const { 0: head, 1: name, 2: star, 3: off, index: start } of tex.matchAll(MARK)) {
    const group = off === undefined ? readGroup(tex, start + head.length) : null;
    if (off === undefined && group === null) continue;
    const end = group?.end ?? start + head.length;
    const content = foldSpace(group?.content ?? '').trim();
    marks.push({ name: (off ?? name) as string, isStarred: star === '*', content, start, end });
  }
  return marks;
}

interface Environment {
  readonly isByRow: boolean;
  readonly isNumbered: boolean;
  /** Where its rows are. */
  readonly start: number;
  readonly end: number;
}

/** What a formula is without an environment: one row, which has a number only if it is marked. */
function wholeFormula(tex: string): Environment {
  return { isByRow: false, isNumbered: false, start: 0, end: tex.length };
}

/** Finds the environment that is all of a formula. */
function findEnvironment(tex: string): Environment | null {
  const [begin, end, ...more] = [...tex.matchAll(ENVIRONMENT)];
  if (begin === undefined || end === undefined || more.length > 0) return null;
  const start = begin.index + begin[0].length;
  const isAll =
    tex.slice(0, begin.index).trim() === '' && tex.slice(end.index + end[0].length).trim() === '';
  if (begin[1] !== 'begin' || end[1] !== 'end' || !isAll) return null;
  const name = begin[2] as string;
  const isNumbered = begin[3] === '' && name !== 'displaymath';
  return { isByRow: BY_ROW.includes(name), isNumbered, start, end: end.index };
}

const STRUCTURE = /\\(?:begin|end)(?![a-zA-Z])|\\[\s\S]|[{}]|%.*/g;

/** Lists the rows between two offsets, divided by `\\` outside braces and environments. */
function findRows(tex: string, from: number, to: number): { start: number; end: number }[] {
  const rows: { start: number; end: number }[] = [];
  let depth = 0;
  let start = from;
  for (const { 0: token, index } of tex.slice(0, to).matchAll(STRUCTURE)) {
    if (index < from) continue;
    if (token === '{' || token === '\\begin') depth += 1;
    else if (token === '}' || token === '\\end') depth -= 1;
    if (token !== '\\\\' || depth !== 0) continue;
    rows.push({ start, end: index });
    start = index + token.length;
  }
  if (tex.slice(start, to).trim() !== '') rows.push({ start, end: to });
  return rows;
}

/** True for a formula with `\\` outside environments, which no browser breaks there. */
function needsBreaks(tex: string): boolean {
  return tex.includes('\\\\') && findRows(tex, 0, tex.length).length > 1;
}

function wrapRows(tex: string): TexEdit[] {
  const isAligned = /(?<!\\)&/.test(tex.replace(/\\begin[\s\S]*?\\end/g, ''));
  const name = isAligned ? 'aligned' : 'gathered';
  return [
    { start: 0, end: 0, text: `\\begin{${name}}` },
    { start: tex.length, end: tex.length, text: `\\end{${name}}` },
  ];
}
