/**
 * Results and problems → text for a terminal, and JSON for programs. Pure.
 */
import type { Problem, Severity } from './problems.ts';

/** The facts of a build that are reported. */
export interface ReportedBuild {
  readonly report: {
    readonly essays: number;
    readonly draftsShown: number;
    readonly draftsLeftOut: number;
    readonly futureLeftOut: number;
    readonly url: string;
  } | null;
  readonly commit: {
    readonly written: number;
    readonly unchanged: number;
    readonly removed: number;
  } | null;
  readonly problems: readonly Problem[];
  readonly timings: readonly { readonly stage: string; readonly ms: number }[];
}

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

/** A build that succeeded: what was built, written and found, and where. Null for one that failed. */
export function describeSuccess(
  { report: site, commit, problems }: ReportedBuild,
  folder: string,
  durationMs: number,
  paint: Paint,
): string | null {
  if (commit === null || site === null) return null;
  const { draftsShown, draftsLeftOut, futureLeftOut, url } = site;
  const essays = [count(site.essays, 'essay')];
  if (draftsShown > 0) essays.push(`${count(draftsShown, 'draft')} among them`);
  if (draftsLeftOut > 0) essays.push(`${count(draftsLeftOut, 'draft')} left out`);
  if (futureLeftOut > 0) essays.push(`${count(futureLeftOut, 'future essay')} left out`);
  const files = `${commit.written} written, ${commit.unchanged} unchanged, ${commit.removed} removed`;
  const found = countBySeverity(problems, ['warning', 'notice']);
  const lines = [
    `${paint.green('✓')} ${paint.bold(essays.join(', '))} in ${formatDuration(durationMs)}`,
    `  ${paint.dim('files')}   ${files}`,
    ...(found === '' ? [] : [`  ${paint.dim('found')}   ${found}`]),
    `  ${paint.dim('folder')}  ${folder}`,
    `  ${paint.dim('site')}    ${url}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A build that failed, in one line. */
export function describeFailure(
  problems: readonly Problem[],
  isStrict: boolean,
  paint: Paint,
): string {
  const severities: Severity[] = isStrict ? ['error', 'warning'] : ['error'];
  const found = countBySeverity(problems, severities);
  const strict = isStrict ? ' (--strict: warnings count as errors)' : '';
  // The last step can fail with some of its files in place: whole ones, which the next build knows.
  const isUnfinished = problems.some(({ code }) => code === 'output-failed');
  const outcome = isUnfinished ? 'the build did not finish' : 'nothing was written';
  return `${paint.red('✗')} ${paint.bold(`${found}: ${outcome}`)}${strict}\n`;
}

/** One line for each stage that took part. */
export function describeTimings({ timings }: ReportedBuild, { dim }: Paint): string {
  const width = Math.max(...timings.map(({ stage }) => stage.length));
  const lines = timings.map(
    ({ stage, ms }) => `  ${dim(stage.padEnd(width))}  ${ms.toFixed(1).padStart(9)} ms\n`,
  );
  return lines.join('');
}

/** The same facts as the report, and all problems, for programs. */
export function toJson(result: ReportedBuild, outDir: string, durationMs: number): object {
  const { report: site, commit, problems } = result;
  return {
    ok: commit !== null,
    essays: site?.essays ?? 0,
    draftsPublished: site?.draftsShown ?? 0,
    draftsLeftOut: site?.draftsLeftOut ?? 0,
    futureLeftOut: site?.futureLeftOut ?? 0,
    written: commit?.written ?? 0,
    unchanged: commit?.unchanged ?? 0,
    removed: commit?.removed ?? 0,
    durationMs: Math.round(durationMs),
    timings: result.timings,
    out: outDir,
    url: site?.url ?? null,
    problems,
  };
}

function countBySeverity(problems: readonly Problem[], severities: readonly Severity[]): string {
  return severities
    .map((severity) => {
      const number = problems.filter((problem) => problem.severity === severity).length;
      return number === 0 ? '' : count(number, severity);
    })
    .filter((text) => text !== '')
    .join(', ');
}

/** `1 essay`, `2 essays`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `23 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
