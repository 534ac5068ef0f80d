/**
 * Numbers, labels and references of the formulas of one essay, as LaTeX gives them. Temml says in its tree which rows have
 * a number, a label or a tag, and leaves the numbers themselves to a style sheet; no reference could show those, so they
 * are written into the tree here.
 */
import { escape as escapeHtml } from 'he';
import { foldSpace } from '../../text/text.ts';
import type { MathNode } from './plain-tex.ts';
import type { TexEdit } from './tex-edits.ts';

/** The number of a formula that has a label, and the id of that formula on the page. */
export interface Label {
  readonly number: string;
  readonly id: string;
}

/** The numbers and labels of an essay's formulas so far. */
export interface Numbering {
  count: number;
  readonly labels: Map<string, Label>;
}

/** A `\label`, `\ref` or `\eqref`. */
export interface Mark {
  readonly name: string;
  /** What is in its braces. */
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const MARK = /\\(label|ref|eqref)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const NUMBERED = /\\tag(?![a-zA-Z])|\\begin\{(?:equation|align|gather|alignat)\}/;

export function readMarks(tex: string): Mark[] {
  return Array.from(tex.matchAll(MARK), ({ 0: written, 1: name = '', 2: content = '', index }) => {
    const end = index + written.length;
    return { name, content: foldSpace(content).trim(), start: index, end };
  });
}

/** Writes each mark with its index, since Temml drops most characters of a label. */
export function indexMarks(marks: readonly Mark[]): TexEdit[] {
  return marks.map(({ name, start, end }, index) => {
    // Temml makes no formula of a reference alone.
    const before = name === 'label' ? '' : '{}';
    return { start, end, text: `${before}\\${name}{${index}}` };
  });
}

/** Gives a formula on lines of its own a number if it has a label, and no number so far. */
export function numberLabel(tex: string, marks: readonly Mark[], numbering: Numbering): TexEdit[] {
  if (NUMBERED.test(tex) || !marks.some(({ name }) => name === 'label')) return [];
  numbering.count++;
  return [{ start: tex.length, end: tex.length, text: `\\tag{${numbering.count}}` }];
}

/** The numbers of a formula's rows. */
interface RowNumbers {
  readonly isNumbered: boolean;
  /** The numbers of its labels, by the index of the mark. */
  readonly labels: ReadonlyMap<number, string>;
}

/** Writes the numbers of a formula's rows into its tree. */
export function numberRows(tree: MathNode, numbering: Numbering): RowNumbers {
  const labels = new Map<number, string>();
  let isNumbered = false;
  let waiting: number[] = [];
  const nodes = listNodes(tree);
  const table = nodes.find(({ type }) => type === 'mtable');
  for (const node of nodes) {
    // The page has the ids: see `Label`.
    if (node.type === 'mtr') delete node.attributes?.id;
    if (node.label) waiting.push(Number(node.label));
    const [first] = node.children ?? [];
    if (first?.classes?.includes('tml-eqn')) {
      node.children = [new Words(`(${++numbering.count})`)];
      node.classes = ['tml-tag'];
      // `math.css` makes rows as wide as the text.
      delete table?.style?.width;
    }
    if (!node.classes?.includes('tml-tag')) continue;
    isNumbered = true;
    for (const label of waiting) labels.set(label, textOf(node).replace(/^\(|\)$/g, ''));
    waiting = [];
  }
  return { isNumbered, labels };
}

/** Adds the label of a formula, and returns the id of the formula; null if another one has it. */
export function addLabel(label: string, number: string, { labels }: Numbering): string | null {
  const plain = label.replace(/^eqn?[:.-]/i, '').replace(/[^\p{L}\p{N}_.-]+/gu, '-');
  if (labels.has(label)) return null;
  const taken = new Set(Array.from(labels.values(), (each) => each.id));
  let id = `eq-${plain}`;
  for (let count = 2; taken.has(id); count++) id = `eq-${plain}-${count}`;
  labels.set(label, { number, id });
  return id;
}

/** Writes the numbers of references into a formula's tree; `find` returns the number of the reference at an index. */
export function fillReferences(tree: MathNode, find: (index: number) => string): void {
  for (const node of listNodes(tree)) {
    if (!node.classes?.includes('tml-ref')) continue;
    const number = find(Number(node.href?.slice(1)));
    const shown = new Words(node.classes.includes('tml-eqref') ? `(${number})` : number);
    node.toMarkup = () => `<mtext>${shown.toMarkup()}</mtext>`;
  }
}

/** A text in Temml's tree. */
class Words implements MathNode {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toMarkup(): string {
    return escapeHtml(this.text);
  }
}

/** Lists a node and all nodes in it, in order. */
function listNodes(node: MathNode): MathNode[] {
  return [node, ...(node.children ?? []).flatMap(listNodes)];
}

function textOf({ text = '', children = [] }: MathNode): string {
  return text + children.map(textOf).join('');
}
