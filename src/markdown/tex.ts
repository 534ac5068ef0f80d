/**
 * Formulas: TeX to MathML, with numbers, labels and the author's macros. Temml does the conversion; it is loaded for the
 * first formula. Nothing a formula contains can make it throw, or write anything but MathML.
 */
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import { escape as escapeHtml } from 'he';
import { dropControls, foldSpace } from '../text/text.ts';
import { type MathNode, writeReadable } from './readable-tex.ts';
import { editTex } from './tex-edits.ts';
import { describeTexError, type TexError, texError } from './tex-errors.ts';
import { drawLines } from './tex-lines.ts';
import { collectMacros, type Macros } from './tex-macros.ts';
import { type Label, type NumberedTex, Numberer } from './tex-numbers.ts';
import { repairTex } from './tex-repairs.ts';

/** A formula of an essay. */
export interface Formula {
  readonly tex: string;
  /** On lines of its own, centred. */
  readonly isDisplay: boolean;
}

/**
 * MathML as HTML (a display formula in a scrollable box, with its number), empty if the formula only defines macros; or
 * what is wrong. `at` is an offset in `tex`.
 */
export type TexResult = { readonly html: string } | TexError;

/** The formulas of one essay in order, and the numbers of its labels. */
export interface TexPage {
  readonly results: readonly TexResult[];
  readonly labels: ReadonlyMap<string, Label>;
}

interface Options {
  readonly displayMode: boolean;
  readonly throwOnError: true;
  readonly trust: false;
  readonly strict: false;
  readonly maxExpand: number;
  readonly maxSize: readonly [number, number];
  readonly macros: Record<string, string>;
}

/** The parts of Temml that we use, and the names of its commands. */
interface Engine {
  readonly commands: readonly string[];
  renderToString(tex: string, options: Options): string;
  __renderToMathMLTree(tex: string, options: Options): MathNode;
}

let engine: Engine | undefined;

function loadEngine(): Engine {
  engine ??= createRequire(import.meta.url)('#temml') as Engine;
  return engine;
}

/** Longer formulas take seconds. */
const MAX_LENGTH = 20_000;
/** Deeper nesting takes seconds, or overflows the stack. */
const MAX_DEPTH = 200;
/** Only a formula whose macros expand to ever more text takes this long. */
const TIMEOUT_MS = 1000;
/** The time limit for a formula is halved by each one in the essay that exceeds it, but not below this. */
const LEAST_TIMEOUT_MS = 20;

/** What every formula may use, besides Temml's own commands. */
const MACROS: Macros = {
  '\\mbox': '\\text{#1}',
  // Temml needs a picture of an arrow for it.
  '\\cancelto': '{{\\cancel{#2}}^{#1}}',
};

function makeOptions(isDisplay: boolean, macros: Macros): Options {
  return {
    displayMode: isDisplay,
    throwOnError: true,
    trust: false,
    strict: false,
    maxExpand: 1000,
    maxSize: [20, 20],
    // A copy, because `\gdef` writes into it: a formula must not depend on those before it.
    macros: { ...MACROS, ...macros },
  };
}

/** Renders the formulas of one essay. `macros` are the author's. */
export function renderFormulas(formulas: readonly Formula[], macros: Macros): TexPage {
  let known = macros;
  const numberer = new Numberer();
  const prepared = formulas.map((formula): Prepared => {
    const refusal = refuse(formula.tex);
    if (refusal !== null) return { macros: known, numbered: refusal };
    const collected = collectMacros(formula.tex);
    known = { ...known, ...collected.macros };
    const numbered = numberer.read(formula.tex, formula.isDisplay, collected.edits);
    return { macros: known, numbered };
  });
  const { labels } = numberer;
  const patience = { timeoutMs: TIMEOUT_MS };
  const results = formulas.map((formula, i) =>
    renderFormula(formula, prepared[i] as Prepared, labels, patience),
  );
  return { results, labels };
}

/** How long a formula may take. */
interface Patience {
  timeoutMs: number;
}

/** A formula before it is rendered, and the macros that it may use. */
interface Prepared {
  readonly macros: Macros;
  readonly numbered: NumberedTex | TexError;
}

/** Says why a formula can't be converted, without trying; null if it is worth trying. */
function refuse(tex: string): TexError | null {
  if (tex.length > MAX_LENGTH) {
    const hint = `Split it into several: the limit is ${MAX_LENGTH} characters.`;
    return texError(0, 'The formula is too long', hint);
  }
  let depth = 0;
  for (const { 0: token, index } of tex.matchAll(
    /\\(?:begin|left|end|right)(?![a-zA-Z])|\\[\s\S]|[{}]/g,
  )) {
    if (token === '{' || token === '\\begin' || token === '\\left') depth += 1;
    else if (token === '}' || token === '\\end' || token === '\\right') depth -= 1;
    if (depth > MAX_DEPTH)
      return texError(index, 'The formula is nested too deeply', 'Simplify it.');
  }
  return null;
}

function renderFormula(
  { tex, isDisplay }: Formula,
  { macros, numbered }: Prepared,
  labels: ReadonlyMap<string, Label>,
  patience: Patience,
): TexResult {
  if ('message' in numbered) return numbered;
  const { source, refs } = numbered;
  if (source.text.trim() === '' && tex.trim() !== '') return { html: '' };
  const unknown = refs.find(({ label }) => !labels.has(label));
  if (unknown !== undefined) {
    const hint = `Add \`\\label{${unknown.label}}\` to the formula that you refer to.`;
    return texError(unknown.at, `No formula has the label \`${unknown.label}\``, hint);
  }
  const attempt = convert(source.text, makeOptions(isDisplay, macros), patience);
  if ('error' in attempt) {
    const { message = '', position } = attempt.error as { message?: string; position?: number };
    const at = position === undefined ? null : source.toSource(position);
    return describeTexError(tex, String(message), at, loadEngine().commands);
  }
  const math = finish(drawLines(attempt.html), tex, numbered, labels);
  return { html: isDisplay ? writeBox(math, numbered) : math };
}

const MAY_GROW = /\\(?:[gex]?def|let|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;
const sandbox: { run: () => string } = { run: () => '' };
const script = new Script('run()');

/** Converts TeX, repairing what Temml doesn't take. */
function convert(
  tex: string,
  options: Options,
  patience: Patience,
): { html: string } | { error: unknown } {
  const run = () => loadEngine().renderToString(tex, options);
  try {
    return { html: runBounded(tex, options, run, patience) };
  } catch (error) {
    // Temml pairs the bracket of `\big(x)` with the plain one. In braces, it stands alone.
    const repaired = tex.replace(/\\([bB]igg?[lm]?)\s*([([]|\\\{)/g, '\\$1{$2}');
    const isRepairable = String(error).includes("'undefined'") && repaired !== tex;
    return isRepairable ? convert(repaired, options, patience) : { error };
  }
}

let context: object | undefined;

/** Runs a function that may never return if the formula has macros. */
function runBounded(tex: string, options: Options, run: () => string, patience: Patience): string {
  const hasMacros = Object.keys(options.macros).length > Object.keys(MACROS).length;
  if (!hasMacros && !MAY_GROW.test(tex)) return run();
  context ??= createContext(sandbox);
  sandbox.run = run;
  try {
    return script.runInContext(context, { timeout: patience.timeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      patience.timeoutMs = Math.max(Math.ceil(patience.timeoutMs / 2), LEAST_TIMEOUT_MS);
    }
    throw error;
  }
}

/** An operator, the invisible sign that applies it and a space, where MathML expects a single element. */
const SPREAD_OPERATOR =
  /(<m(?:under|over|sup|sub)>)(<mi[^<>]*>[^<>]*<\/mi><mo>\u2061<\/mo>(?:<mspace[^<>]*><\/mspace>)?)/g;

/** Adds to the engine's MathML what it leaves to scripts: numbers and references; and the TeX, as `alttext`. */
function finish(
  html: string,
  tex: string,
  { rows, refs }: NumberedTex,
  labels: ReadonlyMap<string, Label>,
): string {
  const alttext = escapeHtml(foldSpace(dropControls(tex)));
  return (
    html
      // For the style sheet of Temml.
      .replace(' class="tml-display" style="display:block math;"', '')
      .replace('<math', () => `<math alttext="${alttext}"`)
      // Without this, `\underset{x}{\operatorname{f}}` has too many children, and browsers draw them in a row.
      .replace(SPREAD_OPERATOR, '$1<mrow>$2</mrow>')
      .replace(/<a href='#(\d+)' class="tml-ref( tml-eqref)?"><\/a>/g, (_, index, isBracketed) => {
        const { number, id } = labels.get(refs[Number(index)]?.label ?? '') as Label;
        const shown = isBracketed ? `(${number})` : number;
        return `<mtext><a href="#${escapeHtml(id)}">${escapeHtml(shown)}</a></mtext>`;
      })
      // The cells at both sides of numbered rows.
      .replace(/<mtd[^>]*"padding:0;width:50%;[^>]*>(?:<mtext><\/mtext>)?/g, '<mtd class="side">')
      .replace(/<mtext class="tml-tag">\((\d+)\)<\/mtext>/g, (_, index) => {
        return `<mtext>${writeNumber(rows[Number(index)])}</mtext>`;
      })
  );
}

function writeNumber(row: Row | undefined): string {
  if (row === undefined) return '';
  const id = row.id === null ? '' : ` id="${escapeHtml(row.id)}"`;
  return `<span class="number"${id}>${escapeHtml(row.shown)}</span>`;
}

type Row = NumberedTex['rows'][number];

/** The characters of a formula that fit in a phone's window. */
const FITTING = 30;

/**
 * Wraps a display formula in a scrolling box, focusable if the formula may be wide. It is a span, so that the formula
 * may be in a paragraph.
 */
function writeBox(math: string, { rows, isTable }: NumberedTex): string {
  const lines = math.split('</mtr>').map((row) => row.replace(/<[^>]*>|&\w+;|\s/g, ''));
  const isWide = lines.some(({ length }) => length > FITTING);
  const focus = isWide ? ' tabindex="0"' : '';
  const number = isTable ? '' : rows.map(writeNumber).join('');
  const kind = isTable ? ' rows' : ' numbered';
  const className = rows.length > 0 ? `formula${kind}` : 'formula';
  return `<span class="${className}"${focus}>${math}${number === '' ? '' : ` ${number}`}</span>`;
}

/** The words and symbols of a formula that Temml rejects. */
export function listWords(tex: string): string {
  return foldSpace(tex.replace(/\\([a-zA-Z]+)|\\[\s\S]|[{}&$]/g, ' $1 ')).trim();
}

/** A formula as plain text, for titles, excerpts and search: Unicode where it has a sign, words otherwise. */
export function readableTex(tex: string): string {
  const known = editTex(tex, repairTex(tex)).text;
  const text = known.replace(
    /\\(?:label|tag)\*?\s*\{[^{}]*\}|\\(?:notag|nonumber)(?![a-zA-Z])/g,
    '',
  );
  if (refuse(text) === null) {
    try {
      const options = makeOptions(true, {});
      const run = () => writeReadable(loadEngine().__renderToMathMLTree(text, options));
      return runBounded(text, options, run, { timeoutMs: TIMEOUT_MS });
    } catch {
      // Its words still say something.
    }
  }
  return listWords(text);
}
