/**
 * Runs `blog check`: builds a preview of the site in memory, and prints all problems in full, or those of some
 * files.
 */
import type { BuildRequest } from '../build/request.ts';
import { findStats } from '../files/file-state.ts';
import { sortProblems } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { formatAnnotation } from './report.ts';
import { makeSelection, previewSite, type TakeErrors } from './site.ts';

export interface CheckOptions {
  /** Files and folders, relative to the working directory; none means the whole site. */
  readonly files: readonly string[];
  readonly format: 'text' | 'github' | 'json';
  /** The repository's folder, to which paths in the format `github` are relative. */
  readonly workspace: string;
}

/** Returns the exit code: 0 without errors and warnings, 1 with some, 2 if a named file is missing. */
export async function runCheck(
  request: BuildRequest,
  { files, format, workspace }: CheckOptions,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1 | 2> {
  const missing = files.filter((file) => findStats(file) === null);
  if (missing.length > 0) {
    terminal.writeError(missing.map((file) => `error: there is no file ${file}\n`).join(''));
    return 2;
  }
  const { root } = request;
  const selects = makeSelection(root, files);
  const found = await previewSite(request, terminal, takeLateErrors, { selects });
  const problems = sortProblems(found);
  const { paint } = terminal;
  const counts = report.countBySeverity(problems, ['error', 'warning', 'notice']);
  if (format === 'json') terminal.write(report.formatJson({ problems }));
  else if (format === 'github') {
    terminal.write(problems.map((each) => formatAnnotation(each, root, workspace)).join(''));
  } else {
    const blocks = problems.map((each) => `${report.formatProblem(each, paint)}\n\n`);
    const outcome = counts === '' ? `${paint('green', '✓')} No problems` : paint('bold', counts);
    terminal.write(`${blocks.join('')}${outcome}\n`);
  }
  return problems.some(({ severity }) => severity !== 'notice') ? 1 : 0;
}
