/**
 * Formats build results and problems: text for a terminal, JSON for programs.
 *
 * The commands print through a `Terminal`, which cli.ts makes from the process and tests make from strings.
 * Nothing here touches files or the process.
 */
import { styleText } from 'node:util';
import type { BuildResult } from './build.ts';
import type { SiteReport } from './output/cache.ts';
import { excerptStart, type Problem, type Severity, showControls } from './problems.ts';

/** The output streams that commands print to. */
export interface Terminal {
  /** Writes to standard output. */
  write(text: string): void;
  /** Writes to standard error. */
  writeError(text: string): void;
  readonly hasColor: boolean;
  /** True when standard error is a terminal, on which a line can be redrawn. */
  readonly isInteractive: boolean;
}

type ReportedBuild = Pick<BuildResult, 'report' | 'commit' | 'problems' | 'timings'>;

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green';

/** Styles a text for a terminal; without color the text stays as it is. */
export type Paint = (style: Style, text: string) => string;

export function makePaint(hasColor: boolean): Paint {
  return (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text);
}

const COLORS = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** Beyond this number of warnings and notices, each of them takes a single line. */
const SHOWN_IN_FULL = 12;

/**
 * Formats all problems in the order given. Errors are always shown in full; a long list of warnings and
 * notices is shortened to one line each, but none is left out.
 */
export function formatProblems(problems: readonly Problem[], paint: Paint): string {
  const isLong = problems.filter(({ severity }) => severity !== 'error').length > SHOWN_IN_FULL;
  const formatted = problems.map((problem) => {
    const { severity, message } = problem;
    if (!isLong || severity === 'error') return `${formatProblem(problem, paint)}\n`;
    return `${paint('cyan', showPlace(problem))} ${paint(COLORS[severity], severity)} ${message}`;
  });
  return formatted.join('\n');
}

/** Formats one problem: what happened, where, the source line with a marker, and what to do. */
export function formatProblem(problem: Problem, paint: Paint): string {
  const { code, severity, message, hint, cause, line, column, excerpt } = problem;
  const color = COLORS[severity];
  const lines = [
    `${paint(color, paint('bold', severity))} ${paint('dim', `[${code}]`)} ${paint('bold', message)}`,
    `  ${paint('cyan', showPlace(problem))}`,
  ];
  if (excerpt !== null && line !== null && column !== null) {
    const margin = ' '.repeat(String(line).length);
    const { text, marker } = fitLine(excerpt, column - excerptStart(column));
    lines.push(
      `  ${paint('dim', `${line} |`)} ${text}`,
      `  ${paint('dim', `${margin} |`)} ${' '.repeat(marker)}${paint(color, '^')}`,
    );
  }
  if (cause !== null) lines.push(...cause.split('\n').map((each) => `  ${paint('dim', each)}`));
  if (hint !== null) lines.push(`  ${paint('green', '→')} ${hint}`);
  return lines.join('\n');
}

/** Formats why a command cannot do what it was asked for, and what to do. */
export function formatRefusal(message: string, hint: string, paint: Paint): string {
  return `${paint('red', 'error:')} ${message}\n  ${paint('green', '→')} ${hint}\n`;
}

/** Formats a place as `file:line:column`, as far as it is known. */
export function showPlace({ file, line, column }: Problem): string {
  return [showControls(file), line, column].filter((part) => part !== null).join(':');
}

const MAX_WIDTH = 100;

/** Cuts a long line to the part around a column. Tabs become spaces, so that the marker lines up. */
function fitLine(line: string, column: number): { text: string; marker: number } {
  const at = Math.min(column - 1, line.length);
  const start = at > MAX_WIDTH - 20 ? skipHalf(line, at - 40) : 0;
  const end = skipHalf(line, start + MAX_WIDTH);
  const [head, tail] = [start > 0 ? '…' : '', end < line.length ? '…' : ''];
  const text = head + line.slice(start, end).replace(/\t/g, ' ') + tail;
  return { text, marker: at - start + head.length };
}

/** Moves an offset on by one where it would split a surrogate pair. */
function skipHalf(line: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(line[offset] ?? '') ? offset + 1 : offset;
}

/**
 * Summarizes a build: what was built, written and found, and where; or, in one line, that it failed.
 * `folder` is the output folder as shown to the author.
 */
export function describeResult(
  { report, commit, problems }: ReportedBuild,
  isStrict: boolean,
  folder: string,
  durationMs: number,
  paint: Paint,
): string {
  if (commit === null || report === null) {
    const found = countBySeverity(problems, isStrict ? ['error', 'warning'] : ['error']);
    const strict = isStrict ? ' (--strict: warnings count as errors)' : '';
    // Writing can fail halfway. Each file in place is then complete, and the next build knows it as its own.
    const isUnfinished = problems.some(({ code }) => code === 'output-failed');
    const outcome = isUnfinished ? 'the build did not finish' : 'nothing was written';
    return `${paint('red', '✗')} ${paint('bold', `${found}: ${outcome}`)}${strict}\n`;
  }
  const { draftsLeftOut, futureLeftOut, url } = report;
  const essays = [describeEssays(report)];
  if (draftsLeftOut > 0) essays.push(`${count(draftsLeftOut, 'draft')} left out`);
  if (futureLeftOut > 0) essays.push(`${count(futureLeftOut, 'future essay')} left out`);
  const files = `${commit.written} written, ${commit.unchanged} unchanged, ${commit.removed} removed`;
  const found = countBySeverity(problems, ['warning', 'notice']);
  const lines = [
    `${paint('green', '✓')} ${paint('bold', essays.join(', '))} in ${formatDuration(durationMs)}`,
    `  ${paint('dim', 'files')}   ${files}`,
    ...(found === '' ? [] : [`  ${paint('dim', 'found')}   ${found}`]),
    `  ${paint('dim', 'folder')}  ${folder}`,
    `  ${paint('dim', 'site')}    ${url}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Counts the essays of a site, and the drafts among them. */
export function describeEssays({ essays, draftsShown }: SiteReport): string {
  const drafts = draftsShown > 0 ? `, ${count(draftsShown, 'draft')} among them` : '';
  return count(essays, 'essay') + drafts;
}

/** Lists how long each stage took, one line per stage. */
export function describeTimings({ timings }: ReportedBuild, paint: Paint): string {
  const width = Math.max(...timings.map(({ stage }) => stage.length));
  const lines = timings.map(
    ({ stage, ms }) => `  ${paint('dim', stage.padEnd(width))}  ${ms.toFixed(1).padStart(9)} ms\n`,
  );
  return lines.join('');
}

/** Returns the facts of the text report and all problems, for `--json`. */
export function toJson(result: ReportedBuild, outDir: string, durationMs: number): object {
  const { report, commit, problems, timings } = result;
  return {
    ok: commit !== null,
    essays: report?.essays ?? 0,
    draftsPublished: report?.draftsShown ?? 0,
    draftsLeftOut: report?.draftsLeftOut ?? 0,
    futureLeftOut: report?.futureLeftOut ?? 0,
    ...(commit ?? { written: 0, unchanged: 0, removed: 0 }),
    durationMs: Math.round(durationMs),
    timings,
    out: outDir,
    url: report?.url ?? null,
    problems,
  };
}

function countBySeverity(problems: readonly Problem[], severities: readonly Severity[]): string {
  const found = severities.filter((severity) => countOf(problems, severity) > 0);
  return found.map((severity) => count(countOf(problems, severity), severity)).join(', ');
}

/** Counts the problems of one severity. */
export function countOf(problems: readonly Problem[], severity: Severity): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

/** Formats a number with its noun: `1 essay`, `2 essays`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats a duration: `23 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A bar appears after this time, so that a quick build shows none. */
const PATIENCE_MS = 500;
const REDRAW_MS = 50;
const BAR_WIDTH = 30;

/** A progress bar for a build, redrawn in one line of the terminal. */
export class ProgressBar {
  private startMs: number | null = null;
  private drawnMs = 0;

  constructor(private readonly terminal: Terminal) {}

  show(stage: string, done: number, total: number): void {
    if (!this.terminal.isInteractive) return;
    const now = performance.now();
    this.startMs ??= now;
    if (now - this.startMs < PATIENCE_MS || now - this.drawnMs < REDRAW_MS) return;
    this.drawnMs = now;
    const filled = Math.round((done / Math.max(total, 1)) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const label = stage.charAt(0).toUpperCase() + stage.slice(1);
    this.terminal.writeError(`\r${label} ${bar} ${done} of ${total}\u001b[K`);
  }

  /** Removes the bar at the end of a build. */
  clear(): void {
    if (this.drawnMs > 0) this.terminal.writeError('\r\u001b[K');
    this.startMs = null;
    this.drawnMs = 0;
  }
}
