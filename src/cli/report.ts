/**
 * Formats the result of a build: a summary for the terminal, facts for `--json`, annotations, and a progress bar.
 */
import nodePath from 'node:path';
import type { BuildResult } from '../build/build.ts';
import type { LeftOut, SiteReport } from '../build/cache.ts';
import type { Problem } from '../problems/problems.ts';
import { count, countBySeverity, type Paint, type Terminal } from '../problems/report.ts';

type ReportedBuild = Pick<BuildResult, 'report' | 'commit' | 'problems'>;

const PREVIEW_LINE =
  '  A preview: search engines are told not to index it, and no address was recorded.';

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
    // Writing can fail halfway. Files already in place are complete, and the next build recognizes them as its own.
    const isUnfinished = problems.some(({ code }) => code === 'output-failed');
    const outcome = isUnfinished ? 'the build did not finish' : 'nothing was written';
    return `${paint('red', '✗')} ${paint('bold', `${found}: ${outcome}`)}${strict}\n`;
  }
  const { leftOut, url, isPreview } = report;
  const essays = [describeEssays(report)];
  if (report.pages > 0) essays.push(count(report.pages, 'page'));
  essays.push(...leftOut.map(describeLeftOut));
  const files = `${commit.written} written, ${commit.unchanged} unchanged, ${commit.removed} removed`;
  const found = countBySeverity(problems, ['warning', 'notice']);
  const lines = [
    `${paint('green', '✓')} ${paint('bold', essays.join(', '))} in ${formatDuration(durationMs)}`,
    `  ${paint('dim', 'files')}   ${files}`,
    ...(found === '' ? [] : [`  ${paint('dim', 'found')}   ${found}`]),
    `  ${paint('dim', 'folder')}  ${folder}`,
    `  ${paint('dim', 'site')}    ${url}`,
    ...(isPreview ? [PREVIEW_LINE] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const STATES = {
  draft: 'draft',
  private: 'private text',
  'not yet': 'future essay',
  'no longer': 'expired essay',
};

/** Counts the texts that are left out for one reason, and names the keys that caused it. */
function describeLeftOut({ state, count: number, keys }: LeftOut): string {
  const named = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
  return `${count(number, STATES[state])} left out${named}`;
}

/** Counts the essays of a site, and the drafts among them. */
export function describeEssays({ essays, draftsShown }: SiteReport): string {
  const drafts = draftsShown > 0 ? `, ${count(draftsShown, 'draft')} among them` : '';
  return count(essays, 'essay') + drafts;
}

/** Returns the facts of the text report and all problems, for `--json`. */
export function describeFacts(result: ReportedBuild, outDir: string, durationMs: number): object {
  const { report, commit, problems } = result;
  const of = (state: string) => report?.leftOut.find((each) => each.state === state)?.count ?? 0;
  return {
    ok: commit !== null,
    essays: report?.essays ?? 0,
    pages: report?.pages ?? 0,
    draftsPublished: report?.draftsShown ?? 0,
    draftsLeftOut: of('draft'),
    futureLeftOut: of('not yet'),
    privateLeftOut: of('private'),
    expiredLeftOut: of('no longer'),
    ...(commit ?? { written: 0, unchanged: 0, removed: 0 }),
    durationMs: Math.round(durationMs),
    out: outDir,
    url: report?.url ?? null,
    preview: report?.isPreview ?? false,
    problems,
  };
}

/** Formats a duration: `23 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The delay before a bar appears, so that a quick build shows none. */
const PATIENCE_MS = 500;
const REDRAW_MS = 50;
const BAR_WIDTH = 30;

/** A progress bar for a build, redrawn on one line of the terminal. */
export class ProgressBar {
  private startMs: number | null = null;
  private drawnMs = 0;

  private readonly terminal: Terminal;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

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

/**
 * Formats a workflow command of GitHub Actions, which shows the problem at its line. GitHub knows files by their paths
 * in the repository, with "/" on every system.
 */
export function formatAnnotation(
  problem: Problem,
  root: string,
  workspace: string,
  { relative, resolve, sep } = nodePath,
): string {
  const { code, severity, message, hint, line, column } = problem;
  const file = relative(workspace, resolve(root, problem.file)).replaceAll(sep, '/');
  const place = { file, line, col: column, title: code };
  const properties = Object.entries(place)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}=${String(value).replace(/[%\r\n:,]/g, encodeURIComponent)}`);
  const text = [message, hint].filter((part) => part !== null).join('\n');
  const encoded = text.replace(/[%\r\n]/g, encodeURIComponent);
  return `::${severity} ${properties.join(',')}::${encoded}\n`;
}
