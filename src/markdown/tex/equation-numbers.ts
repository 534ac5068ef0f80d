/**
 * Numbers, labels and references of the formulas of one essay, as LaTeX gives them. A number is written into the TeX as a
 * `\tag`, which the engine draws.
 */
import { foldSpace } from '../../text/text.ts';
import { type EditedTex, editTex, rewriteTex, type TexEdit } from './tex-edits.ts';
import { type TexError, texError } from './tex-errors.ts';

/** A formula of an essay. */
export interface Formula {
  readonly tex: string;
  /** On lines of its own, centred. */
  readonly isDisplay: boolean;
}

/** The number of a formula that has a label, and the id of that formula on the page. */
export interface Label {
  readonly number: string;
  readonly id: string;
}

/** The numbers and labels of an essay's formulas so far. */
export interface Numbering {
  count: number;
  readonly labels: Map<string, Label>;
  readonly ids: Set<string>;
}

/** A formula with its numbers, as the engine gets it: `\ref{0}` is the first of its references. */
export interface NumberedTex {
  readonly edited: EditedTex;
  /** The ids of its labels. */
  readonly ids: readonly string[];
  readonly isNumbered: boolean;
  readonly references: readonly Mark[];
}

/** A `\label`, `\tag`, `\ref`, `\eqref`, `\notag` or `\nonumber`. */
export interface Mark {
  readonly name: string;
  /** What is in its braces. */
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const MARK =
  /\\(?:(label|tag\*?|ref|eqref)\s*\{((?:[^{}]|\{[^{}]*\})*)\}|(notag|nonumber)(?![a-zA-Z]))/g;

function readMarks(tex: string): Mark[] {
  return Array.from(
    tex.matchAll(MARK),
    ({ 0: written, 1: name, 2: content = '', 3: off = '', index }) => {
      const end = index + written.length;
      return { name: name ?? off, content: foldSpace(content).trim(), start: index, end };
    },
  );
}

/** Numbers the next formula of an essay. */
export function numberFormula(
  { tex, isDisplay }: Formula,
  numbering: Numbering,
): NumberedTex | TexError {
  const marks = readMarks(tex);
  const references = marks.filter(({ name }) => name.endsWith('ref'));
  const edits = rewriteTex(tex);
  for (const [i, { name, start, end }] of references.entries()) {
    edits.push({ start, end, text: `\\${name}{${i}}` });
  }
  const ids: string[] = [];
  let isNumbered = false;
  const { rows, hasNumbers, name } = isDisplay ? readRows(tex) : NO_ROWS;
  if (name !== null) edits.push(...wrapRows(tex, name));
  for (const { start, end } of rows) {
    const own = marks.filter((mark) => mark.start >= start && mark.end <= end);
    const find = (pattern: RegExp) => own.find((mark) => pattern.test(mark.name));
    const [tag, label] = [find(/^tag/), find(/^label/)];
    for (const mark of own) {
      if (!mark.name.endsWith('ref')) edits.push({ start: mark.start, end: mark.end, text: '' });
    }
    if (tag === undefined && label === undefined && (find(/^no/) !== undefined || !hasNumbers))
      continue;
    if (tag === undefined) numbering.count++;
    const number = tag === undefined ? String(numbering.count) : readTag(tag.content);
    const written = tag === undefined ? `\\tag{${number}}` : tex.slice(tag.start, tag.end);
    edits.push({ start: end, end, text: written });
    isNumbered = true;
    if (label === undefined) continue;
    if (numbering.labels.has(label.content)) {
      const hint = 'Give each formula a different label.';
      return texError(label.start, `Two formulas have the label \`${label.content}\``, hint);
    }
    ids.push(addLabel(label.content, number, numbering));
  }
  return { edited: editTex(tex, edits), ids, isNumbered, references };
}

/** Returns the id of the formula. */
function addLabel(label: string, number: string, { labels, ids }: Numbering): string {
  const plain = label.replace(/^eqn?[:.-]/i, '').replace(/[^\p{L}\p{N}_.-]+/gu, '-');
  let id = `eq-${plain}`;
  for (let i = 2; ids.has(id); i++) id = `eq-${plain}-${i}`;
  ids.add(id);
  labels.set(label, { number, id });
  return id;
}

/** The text of a tag, which may contain `$…$` and commands for signs. */
function readTag(content: string): string {
  const signs = content.replace(/\\(?:star|ast)(?![a-zA-Z])/g, '*').replace(/\\prime\b/g, '′');
  return foldSpace(signs.replace(/[\\${}]/g, '')).trim();
}

/** The rows of a display formula that may have a number each. */
interface Rows {
  readonly rows: readonly { readonly start: number; readonly end: number }[];
  /** True if they have one unless they say otherwise. */
  readonly hasNumbers: boolean;
  /** The environment that the formula lacks, without which no browser breaks its lines; null for none. */
  readonly name: string | null;
}

const NO_ROWS: Rows = { rows: [], hasNumbers: false, name: null };
const ENVIRONMENT = /^\s*\\begin\{((equation|align|gather|multline|alignat)(\*?))\}/;

function readRows(tex: string): Rows {
  const [opening = '', name = '', kind = '', star] = ENVIRONMENT.exec(tex) ?? [];
  const end = tex.trimEnd().length - `\\end{${name}}`.length;
  if (opening !== '' && tex.indexOf(`\\end{${name}}`) === end) {
    const start = opening.length;
    const isByRow = /^align|^gather/.test(kind);
    const rows = isByRow ? findRows(tex, start, end) : [{ start, end }];
    return { rows, hasNumbers: star === '', name: null };
  }
  const rows = [{ start: 0, end: tex.length }];
  const hasBreaks = tex.includes('\\\\') && findRows(tex, 0, tex.length).length > 1;
  const isAligned = /(?<!\\)&/.test(tex.replace(/\\begin[\s\S]*?\\end/g, ''));
  return { rows, hasNumbers: false, name: hasBreaks ? (isAligned ? 'aligned' : 'gathered') : null };
}

const STRUCTURE = /\\(?:begin|end)(?![a-zA-Z])|\\[\s\S]|[{}]|%.*/g;

/** Lists the rows between two offsets, divided by `\\` outside braces and environments. */
function findRows(tex: string, from: number, to: number): { start: number; end: number }[] {
  const rows: { start: number; end: number }[] = [];
  let depth = 0;
  let start = from;
  for (const { 0: token, index } of tex.slice(0, to).matchAll(STRUCTURE)) {
    if (index < from) continue;
    if (token === '{' || token === '\\begin') depth++;
    else if (token === '}' || token === '\\end') depth--;
    if (token !== '\\\\' || depth !== 0) continue;
    rows.push({ start, end: index });
    start = index + token.length;
  }
  if (tex.slice(start, to).trim() !== '') rows.push({ start, end: to });
  return rows;
}

function wrapRows(tex: string, name: string): TexEdit[] {
  return [
    { start: 0, end: 0, text: `\\begin{${name}}` },
    { start: tex.length, end: tex.length, text: `\\end{${name}}` },
  ];
}
