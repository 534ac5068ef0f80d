/**
 * Formulas: TeX to MathML, with numbers, labels and the author's macros. Temml does the conversion; it is loaded for the
 * first formula. Nothing a formula contains can make it throw, or write anything but MathML.
 */
import { createRequire } from 'node:module';
import { escape as escapeHtml } from 'he';
import { dropControls, foldSpace } from '../../text/text.ts';
import {
  type Formula,
  type Label,
  type Mark,
  type NumberedTex,
  type Numbering,
  numberFormula,
} from './equation-numbers.ts';
import { type MathNode, writePlain } from './plain-tex.ts';
import { describeTexError, type TexError, texError } from './tex-errors.ts';

/** A formula that can be shown. */
export interface MathFormula {
  /** Its MathML; empty if the formula only defines macros. */
  readonly html: string;
  /** The formula as plain text. */
  readonly text: string;
  /** The ids of its labels. */
  readonly ids: readonly string[];
  readonly isNumbered: boolean;
  /** The references in it, which `html` has no numbers for yet. */
  readonly references: readonly Mark[];
}

/** A formula, or what is wrong with it. */
export type TexResult = MathFormula | TexError;

/** TeX by command, such as `\mathbf{R}` by `\R`. */
export type Macros = Readonly<Record<string, string>>;

interface Options {
  readonly displayMode: boolean;
  readonly throwOnError: true;
  readonly trust: false;
  readonly strict: false;
  readonly maxExpand: number;
  readonly maxSize: readonly [number, number];
  /** Definitions in formulas are added to it. */
  readonly macros: Record<string, string>;
}

/** The parts of Temml that we use, and the names of its commands. */
interface Engine {
  readonly commands: readonly string[];
  __renderToMathMLTree(tex: string, options: Options): MathNode & { toMarkup(): string };
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
  return { macros: { ...MACROS, ...macros }, count: 0, labels: new Map(), ids: new Set() };
}

/** Reads the next formula of an essay. */
export function readFormula(formula: Formula, page: TexPage): TexResult {
  const numbered = numberFormula(formula, page);
  return 'message' in numbered ? numbered : convert(formula, numbered, page.macros);
}

function convert(
  { tex, isDisplay }: Formula,
  { edited, ...facts }: NumberedTex,
  macros: Record<string, string>,
): TexResult {
  const { commands, __renderToMathMLTree: parse } = loadEngine();
  try {
    const tree = parse(edited.text, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 1000,
      maxSize: [20, 20],
      macros,
    });
    const alttext = escapeHtml(foldSpace(dropControls(tex)));
    const mathml = tree.toMarkup();
    const isEmpty = /^<math[^>]*><\/math>$/.test(mathml);
    const html = isEmpty ? '' : mathml.replace('<math', () => `<math alttext="${alttext}"`);
    return { html, text: writePlain(tree), ...facts };
  } catch (error) {
    return describeTexError(tex, error as Error, edited.toSource, commands);
  }
}

const REFERENCE = /<a href='#(\d+)' class="tml-ref( tml-eqref)?"><\/a>/g;

/** Writes the numbers of a formula's references, when all formulas of the essay have been read. */
export function resolveReferences(result: TexResult, { labels }: TexPage): TexResult {
  if ('message' in result || result.references.length === 0) return result;
  const { html, references } = result;
  const unknown = references.find(({ content }) => !labels.has(content));
  if (unknown !== undefined) {
    const hint = `Add \`\\label{${unknown.content}}\` to the formula that you refer to.`;
    return texError(unknown.start, `No formula has the label \`${unknown.content}\``, hint);
  }
  const filled = html.replace(REFERENCE, (_, index: string, bracketed?: string) => {
    const { number } = labels.get(references[Number(index)]?.content ?? '') as Label;
    return `<mtext>${escapeHtml(bracketed === undefined ? number : `(${number})`)}</mtext>`;
  });
  return { ...result, html: filled };
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
