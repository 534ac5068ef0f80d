/**
 * What the system says against writing → a problem.
 */
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/** What the system says against writing; any other error is a bug, and thrown again. */
export function outputFailed(error: unknown, outDir: string): Problem {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const hint = 'Check the disk’s space and the rights on the folder, then build again.';
  return makeProblem('output-failed', wholeFile(outDir), message, hint);
}
