/**
 * `blog build`: the pipeline, and what it tells the author.
 */
import { relative } from 'node:path';
import { type BuildRequest, type BuildResult, build } from '../build.ts';
import { formatProblems, makePaint, type Paint } from '../problem-text.ts';
import type { Problem, Severity } from '../problems.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

/** What is printed: text for people, with the stages' durations if they are wanted, or JSON. */
export type ReportFormat = 'text' | 'timing' | 'json';

/** Exit codes: 0 the site is built, 1 something in it is wrong (2 is wrong usage, in cli.ts). */
export async function runBuild(
  settings: BuildRequest,
  format: ReportFormat,
  terminal: Terminal,
): Promise<0 | 1> {
  const start = performance.now();
  const bars = {
    reading: new ProgressBar(terminal, 'Reading'),
    pictures: new ProgressBar(terminal, 'Pictures'),
    rendering: new ProgressBar(terminal, 'Rendering'),
  };
  const result = await build(settings, {
    onProgress: (stage, done, total) => bars[stage].show(done, total),
    onPage: () => {},
  });
  for (const bar of Object.values(bars)) bar.clear();
  const durationMs = performance.now() - start;
  if (format === 'json') {
    terminal.write(`${JSON.stringify(toJson(result, settings, durationMs), null, 2)}\n`);
  } else {
    report(result, settings, durationMs, terminal);
    if (format === 'timing') terminal.write(describeTimings(result, terminal));
  }
  return result.commit === null ? 1 : 0;
}

function report(
  result: BuildResult,
  settings: BuildRequest,
  durationMs: number,
  terminal: Terminal,
): void {
  const paint = makePaint(terminal.hasColor);
  const { problems, report: site, commit } = result;
  if (problems.length > 0) terminal.writeError(`${formatProblems(problems, paint)}\n`);
  if (commit === null || site === null) {
    terminal.writeError(describeFailure(problems, settings.isStrict, paint));
    return;
  }
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
    `  ${paint.dim('folder')}  ${relative(terminal.folder, settings.outDir) || '.'}`,
    `  ${paint.dim('site')}    ${url}`,
  ];
  terminal.write(`${lines.join('\n')}\n`);
}

function describeFailure(problems: readonly Problem[], isStrict: boolean, paint: Paint): string {
  const severities: Severity[] = isStrict ? ['error', 'warning'] : ['error'];
  const found = countBySeverity(problems, severities);
  const strict = isStrict ? ' (--strict: warnings count as errors)' : '';
  // The last step can fail with some of its files in place: whole ones, which the next build knows.
  const isUnfinished = problems.some(({ code }) => code === 'output-failed');
  const outcome = isUnfinished ? 'the build did not finish' : 'nothing was written';
  return `${paint.red('✗')} ${paint.bold(`${found}: ${outcome}`)}${strict}\n`;
}

/** One line for each stage that took part. */
function describeTimings({ timings }: BuildResult, terminal: Terminal): string {
  const { dim } = makePaint(terminal.hasColor);
  const width = Math.max(...timings.map(({ stage }) => stage.length));
  const lines = timings.map(
    ({ stage, ms }) => `  ${dim(stage.padEnd(width))}  ${ms.toFixed(1).padStart(9)} ms\n`,
  );
  return lines.join('');
}

/** The same facts as the report, and all problems, for programs. */
function toJson(result: BuildResult, settings: BuildRequest, durationMs: number): object {
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
    out: settings.outDir,
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
