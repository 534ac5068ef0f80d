/**
 * Problems → the lines that an author reads in a terminal.
 */
import type { Problem, Severity } from './problems.ts';

/** How many warnings and notices are shown with their lines; more are listed a line each. */
const SHOWN_IN_FULL = 12;

/** Paints text for a terminal; without colour it gives the text back. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
}

export function makePaint(hasColor: boolean): Paint {
  const wrap = (open: number, close: number) => (text: string) =>
    hasColor ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
    green: wrap(32, 39),
  };
}

/**
 * All problems, in the order given. Errors are always shown whole; where there are many warnings or
 * notices, each takes one line, but none is left out.
 */
export function formatProblems(problems: readonly Problem[], paint: Paint): string {
  const isBrief = problems.filter(({ severity }) => severity !== 'error').length > SHOWN_IN_FULL;
  return problems
    .map((problem) =>
      isBrief && problem.severity !== 'error'
        ? formatBriefly(problem, paint)
        : `${formatProblem(problem, paint)}\n`,
    )
    .join('\n');
}

/** One problem: what happened, where, the line with a marker, what to do. */
export function formatProblem(problem: Problem, paint: Paint): string {
  const { code, severity, message, hint, cause, line, column, excerpt } = problem;
  const lines = [
    `${colorOf(severity, paint)(paint.bold(severity))} ${paint.dim(`[${code}]`)} ${paint.bold(message)}`,
    `  ${paint.cyan(showPlace(problem))}`,
  ];
  if (excerpt !== null && line !== null && column !== null) {
    const number = String(line);
    const { text, marker } = cutLine(excerpt, column);
    lines.push(
      `  ${paint.dim(`${number} |`)} ${text}`,
      `  ${paint.dim(`${' '.repeat(number.length)} |`)} ${' '.repeat(marker)}${colorOf(severity, paint)('^')}`,
    );
  }
  if (cause !== null) lines.push(...cause.split('\n').map((each) => `  ${paint.dim(each)}`));
  if (hint !== null) lines.push(`  ${paint.green('→')} ${hint}`);
  return lines.join('\n');
}

function formatBriefly(problem: Problem, paint: Paint): string {
  const severity = colorOf(problem.severity, paint)(problem.severity);
  return `${paint.cyan(showPlace(problem))} ${severity} ${problem.message}`;
}

/** `file:line:column`, as far as they are known. */
export function showPlace({ file, line, column }: Problem): string {
  return [file, line, column].filter((part) => part !== null).join(':');
}

function colorOf(severity: Severity, paint: Paint): (text: string) => string {
  return { error: paint.red, warning: paint.yellow, notice: paint.cyan }[severity];
}

const WIDTH = 100;

/** A long line is cut to what lies around the column; tabs become spaces, so that the marker fits. */
function cutLine(line: string, column: number): { text: string; marker: number } {
  const at = Math.min(column - 1, line.length);
  const start = at > WIDTH - 20 ? skipHalf(line, at - 40) : 0;
  const end = skipHalf(line, start + WIDTH);
  const text = line.slice(start, end).replace(/\t/g, ' ');
  const head = start > 0 ? '…' : '';
  return {
    text: `${head}${text}${end < line.length ? '…' : ''}`,
    marker: at - start + head.length,
  };
}

/** The offset, or the next one where it would part the two units of a sign. */
function skipHalf(line: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(line[offset] ?? '') ? offset + 1 : offset;
}
