/**
 * Formulas: TeX to MathML, with numbers, labels and the author's macros. Temml does the conversion; it is loaded for the
 * first formula. Nothing a formula contains can make it throw, or write anything but MathML.
 */
import { createRequire } from 'node:module';
import { dropControls, foldSpace } from '../../text/text.ts';
import {
  addLabel,
  fillReferences,
  indexMarks,
  type Mark,
  type Numbering,
  numberLabel,
  numberRows,
  readMarks,
} from './equation-numbers.ts';
import { type MathNode, writePlain } from './plain-tex.ts';
import { editTex, type Formula, rewriteTex } from './tex-edits.ts';
import { describeTexError, type TexError } from './tex-errors.ts';

/** A formula that can be shown. */
export interface MathFormula {
  /** Its MathML; empty if the formula only defines macros. */
  readonly html: string;
  /** The formula as plain text. */
  readonly text: string;
  /** The ids of its labels. */
  readonly ids: readonly string[];
  readonly isNumbered: boolean;
  /** Its labels and references. */
  readonly marks: readonly Mark[];
  /** Its tree, if it has references, which have no numbers yet. */
  readonly tree: MathNode | null;
}

/** A formula, or what is wrong with it. */
export type TexResult = MathFormula | TexError;

/** TeX by command, such as `\mathbf{R}` by `\R`. */
export type Macros = Readonly<Record<string, string>>;

/** The parts of Temml that we use, and the names of its commands. */
interface Engine {
  readonly commands: readonly string[];
  __renderToMathMLTree(tex: string, options: Readonly<Record<string, unknown>>): MathNode;
}

let engine: Engine | undefined;

function loadEngine(): Engine {
  engine ??= createRequire(import.meta.url)('#temml') as Engine;
  return engine;
}

/** What every formula may use, besides Temml's own commands. */
const MACROS: Macros = {
  '\\mbox': '\\text{#1}',
  // Temml would need a picture of an arrow for it.
  '\\cancelto': '{{\\cancel{#2}}^{#1}}',
  '\\DeclareMathOperator': '\\@ifstar\\declareWithLimits\\declareOperator',
  '\\declareOperator': '\\gdef#1{\\operatorname{#2}}',
  '\\declareWithLimits': '\\gdef#1{\\operatorname*{#2}}',
};

/** What the formulas of one essay have in common. */
export interface TexPage extends Numbering {
  /** The author's, and those that formulas have defined. */
  readonly macros: Record<string, string>;
}

export function startTexPage(macros: Macros): TexPage {
  return { macros: { ...MACROS, ...macros }, count: 0, labels: new Map() };
}

/** Reads the next formula of an essay. */
export function readFormula(formula: Formula, page: TexPage): TexResult {
  const { tex, isDisplay } = formula;
  const marks = readMarks(tex);
  const label = isDisplay ? numberLabel(tex, marks, page) : [];
  const edited = editTex(tex, [...rewriteTex(formula), ...indexMarks(marks), ...label]);
  const { commands, __renderToMathMLTree: parse } = loadEngine();
  try {
    const tree = parse(edited.text, {
      displayMode: isDisplay,
      throwOnError: true,
      // No links, styles or pictures.
      trust: false,
      maxSize: [20, 20],
      // Definitions are added to it.
      macros: page.macros,
    });
    const rows = numberRows(tree, page);
    tree.attributes = { alttext: foldSpace(dropControls(tex)), ...tree.attributes };
    const ids: string[] = [];
    for (const [index, number] of rows.labels) {
      const { content = '', start = 0 } = marks[index] ?? {};
      const id = addLabel(content, number, page);
      if (id === null) {
        const hint = 'Give each formula a different label.';
        return { at: start, message: `Two formulas have the label \`${content}\``, hint };
      }
      ids.push(id);
    }
    const isEmpty = tree.children?.every(({ children }) => children?.length === 0);
    const hasReferences = marks.some(({ name }) => name !== 'label');
    return {
      html: isEmpty ? '' : tree.toMarkup(),
      text: writePlain(tree),
      ids,
      isNumbered: rows.isNumbered,
      marks,
      tree: hasReferences ? tree : null,
    };
  } catch (error) {
    return describeTexError(tex, error as Error, edited.toSource, commands);
  }
}

/** Writes the numbers of a formula's references, when all formulas of the essay have been read. */
export function resolveReferences(result: TexResult, { labels }: TexPage): TexResult {
  if ('message' in result || result.tree === null) return result;
  const { marks, tree } = result;
  const unknown = marks.find(({ name, content }) => name !== 'label' && !labels.has(content));
  if (unknown !== undefined) {
    const hint = `Add \`\\label{${unknown.content}}\` to the formula that you refer to.`;
    const message = `No formula has the label \`${unknown.content}\``;
    return { at: unknown.start, message, hint };
  }
  fillReferences(tree, (index) => labels.get(marks[index]?.content ?? '')?.number ?? '');
  return { ...result, html: tree.toMarkup() };
}

/** The words and symbols of a formula that Temml rejects. */
export function listWords(tex: string): string {
  return foldSpace(tex.replace(/\\([a-zA-Z]+)|\\[\s\S]|[{}&$]/g, ' $1 ')).trim();
}

/** A formula as plain text: Unicode where it has a sign, words otherwise. */
export function writeTexAsText(tex: string, macros: Macros): string {
  const result = readFormula({ tex, isDisplay: true }, startTexPage(macros));
  return 'message' in result ? listWords(tex) : result.text;
}

const DOUBLE = /\$\$(.+?)\$\$/g;
const ANY = /\$\$(.+?)\$\$|(?<!\\)\$(?=\S)((?:\\.|[^$\\])+?)(?<=\S)\$(?!\d)/g;

/** Writes the formulas in a line, such as a title, as plain text. */
export function writeFormulasAsText(
  line: string,
  { isOn, macros }: { readonly isOn: boolean; readonly macros: Macros },
): string {
  if (!line.includes('$')) return line;
  return line.replace(isOn ? ANY : DOUBLE, (_, double?: string, single?: string) =>
    writeTexAsText(double ?? single ?? '', macros),
  );
}
