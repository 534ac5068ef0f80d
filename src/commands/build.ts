/**
 * `blog build`: the pipeline, and what it tells the author.
 */
import { relative } from 'node:path';
import { type BuildRequest, type BuildResult, buildSite } from '../pipeline.ts';
import { formatProblems, makePaint, type Paint } from '../problem-text.ts';
import type { Problem, Severity } from '../problems.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

/** Exit codes: 0 the site is built, 1 something in it is wrong (2 is wrong usage, in cli.ts). */
export async function runBuild(
  request: Omit<BuildRequest, 'onPage'>,
  asJson: boolean,
  terminal: Terminal,
): Promise<0 | 1> {
  const start = performance.now();
  const bar = new ProgressBar(terminal, 'Rendering');
  const result = await buildSite({ ...request, onPage: (done, total) => bar.show(done, total) });
  bar.clear();
  const durationMs = performance.now() - start;
  if (asJson) terminal.write(`${JSON.stringify(toJson(result, request, durationMs), null, 2)}\n`);
  else report(result, request, durationMs, terminal);
  return result.commit === null ? 1 : 0;
}

function report(
  result: BuildResult,
  request: Omit<BuildRequest, 'onPage'>,
  durationMs: number,
  terminal: Terminal,
): void {
  const paint = makePaint(terminal.hasColor);
  const { problems, site, commit } = result;
  if (problems.length > 0) terminal.writeError(`${formatProblems(problems, paint)}\n`);
  if (commit === null || site === null) {
    terminal.writeError(describeFailure(problems, request.isStrict, paint));
    return;
  }
  const essays = [count(site.essays.length, 'essay')];
  if (site.draftCount > 0) essays.push(`${count(site.draftCount, 'draft')} left out`);
  if (site.futureCount > 0) essays.push(`${count(site.futureCount, 'future essay')} left out`);
  const files = `${commit.written} written, ${commit.unchanged} unchanged, ${commit.removed} removed`;
  const found = countBySeverity(problems, ['warning', 'notice']);
  const lines = [
    `${paint.green('✓')} ${paint.bold(essays.join(', '))} in ${formatDuration(durationMs)}`,
    `  ${paint.dim('files')}   ${files}`,
    ...(found === '' ? [] : [`  ${paint.dim('found')}   ${found}`]),
    `  ${paint.dim('folder')}  ${relative(terminal.folder, request.outDir) || '.'}`,
    `  ${paint.dim('site')}    ${site.config.url}`,
  ];
  terminal.write(`${lines.join('\n')}\n`);
}

function describeFailure(problems: readonly Problem[], isStrict: boolean, paint: Paint): string {
  const severities: Severity[] = isStrict ? ['error', 'warning'] : ['error'];
  const found = countBySeverity(problems, severities);
  const strict = isStrict ? ' (--strict: warnings count as errors)' : '';
  return `${paint.red('✗')} ${paint.bold(`${found}: nothing was written`)}${strict}\n`;
}

/** The same facts as the report, and all problems, for programs. */
function toJson(
  { site, commit, problems }: BuildResult,
  request: Omit<BuildRequest, 'onPage'>,
  durationMs: number,
): object {
  return {
    ok: commit !== null,
    essays: site?.essays.length ?? 0,
    draftsLeftOut: site?.draftCount ?? 0,
    futureLeftOut: site?.futureCount ?? 0,
    written: commit?.written ?? 0,
    unchanged: commit?.unchanged ?? 0,
    removed: commit?.removed ?? 0,
    durationMs: Math.round(durationMs),
    out: request.outDir,
    url: site?.config.url ?? null,
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
