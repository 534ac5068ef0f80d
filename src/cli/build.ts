/**
 * Runs `blog build`: builds the site once and prints a report.
 */
import { relative } from 'node:path';
import { build } from '../build/build.ts';
import type { BuildRequest } from '../build/request.ts';
import type { Problem } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import type { Flags } from './command-line.ts';
import { contain } from './contain.ts';
import { findWorkspace, terminal } from './process.ts';
import { describeFacts, describeResult, formatAnnotation, ProgressBar } from './report.ts';
import { readRequest } from './request.ts';
import type { TakeErrors } from './site.ts';

/** The action of `blog build`. */
export async function buildSite(_words: readonly string[], flags: Flags): Promise<number> {
  const request = readRequest(flags);
  const format = flags.json ? 'json' : 'text';
  const workspace = findWorkspace();
  return contain((takeLateErrors) =>
    runBuild(request, format, terminal, takeLateErrors, workspace),
  );
}

/**
 * Builds, and reports as text or as JSON. `workspace` is the repository's folder in GitHub Actions; null elsewhere.
 * Returns the exit code: 1 if the build failed.
 */
export async function runBuild(
  request: BuildRequest,
  format: 'text' | 'json',
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
  workspace: string | null = null,
): Promise<0 | 1> {
  const start = performance.now();
  const { outDir, mode } = request;
  const bar = new ProgressBar(terminal);
  const result = await build(request, {
    onProgress: (stage, done, total) => bar.show(stage, done, total),
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
    // After the first build into a folder, the author may not know how to see it.
    const isFirst = commit !== null && commit.unchanged + commit.removed === 0;
    if (isFirst && !mode.recording.isCI)
      terminal.write(`See it: ${paint('cyan', 'npx essay-blog preview')}\n`);
  }
  if (workspace !== null) annotate(problems, request.root, workspace, terminal);
  return commit === null ? 1 : 0;
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
