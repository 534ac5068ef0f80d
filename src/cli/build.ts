/**
 * Runs `blog build`: builds the site once and prints a report.
 */
import { join, relative } from 'node:path';
import { build } from '../build/build.ts';
import type { BuildRequest } from '../build/request.ts';
import { findStats } from '../files/file-state.ts';
import type { Problem } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import type { Flags } from './command-line.ts';
import { contain } from './contain.ts';
import { findWorkspace, terminal } from './process.ts';
import {
  describeFacts,
  describeResult,
  describeTimings,
  formatAnnotation,
  ProgressBar,
} from './report.ts';
import { readRequest } from './request.ts';
import type { TakeErrors } from './site.ts';

/** What else a build reports. */
interface BuildReport {
  /** The repository's folder in GitHub Actions; null elsewhere. */
  readonly workspace: string | null;
  /** The address of a page; the report says why that page was rendered. Null for none. */
  readonly why: string | null;
}

/** The action of `blog build`. */
export async function buildSite(_words: readonly string[], flags: Flags): Promise<number> {
  const request = readRequest(flags);
  const format = flags.json ? 'json' : flags.timing ? 'timing' : 'text';
  const reported = { workspace: findWorkspace(), why: flags.why ?? null };
  return contain((takeLateErrors) => runBuild(request, format, terminal, takeLateErrors, reported));
}

/**
 * Builds, and reports as text, as text with the duration of each stage, or as JSON. Returns the exit code: 1 if the
 * build failed.
 */
export async function runBuild(
  request: BuildRequest,
  format: 'text' | 'timing' | 'json',
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
  { workspace, why }: BuildReport = { workspace: null, why: null },
): Promise<0 | 1> {
  const start = performance.now();
  const { outDir, mode, now } = request;
  const bar = new ProgressBar(terminal);
  const outputs = why === null ? [] : await findOutputs(why);
  let reason = 'nothing that it is made from has changed';
  const result = await build(request, mode, now, {
    onProgress: (stage, done, total) => bar.show(stage, done, total),
    onNew(path, explain) {
      if (outputs.includes(path)) reason = explain();
    },
    takeLateErrors,
  });
  bar.clear();
  const { problems, known, commit } = result;
  const durationMs = performance.now() - start;
  const { paint } = terminal;
  if (format === 'json') {
    terminal.write(report.formatJson(describeFacts(result, outDir, durationMs)));
  } else {
    if (problems.length > 0) {
      terminal.writeError(`${report.formatProblems(problems, paint, known)}\n`);
    }
    // An empty path is the working directory.
    const folder = relative('', outDir) || '.';
    const summary = describeResult(result, mode.isStrict, folder, durationMs, paint);
    if (commit === null) terminal.writeError(summary);
    else terminal.write(summary);
    if (why !== null) terminal.write(`${describeReason(why, outputs, outDir, reason)}\n`);
    if (format === 'timing') terminal.write(describeTimings(result, paint));
    // After the first build into a folder, the author may not know how to see it.
    const isFirst = commit !== null && commit.unchanged + commit.removed === 0;
    if (isFirst && format === 'text' && !mode.recording.isCI)
      terminal.write(`See it: ${paint('cyan', 'npx essay-blog preview')}\n`);
  }
  if (workspace !== null) annotate(problems, request.root, workspace, terminal);
  return commit === null ? 1 : 0;
}

/** The files in the output folder that a page may be. Imported on demand: most builds don't need this code. */
async function findOutputs(page: string): Promise<readonly string[]> {
  const { listOutputs } = await import('../site/urls.ts');
  return listOutputs(`/${page.replace(/^\//, '') || 'index'}`);
}

/** Says why a page was rendered, or wasn't; `outputs` are the files that it may be. */
function describeReason(
  page: string,
  outputs: readonly string[],
  outDir: string,
  reason: string,
): string {
  const isThere = outputs.some((path) => findStats(join(outDir, path))?.isFile() === true);
  return isThere ? `${page}: ${reason}` : `There is no page ${page} in the site`;
}

/** Shows on the page of a workflow what only a build on CI reports, and nobody would look for in its log. */
function annotate(
  problems: readonly Problem[],
  root: string,
  workspace: string,
  { writeError }: report.Terminal,
): void {
  const found = problems.find(({ code }) => code === 'addresses-uncommitted');
  if (found === undefined) return;
  writeError(formatAnnotation({ ...found, severity: 'warning' }, root, workspace));
}
