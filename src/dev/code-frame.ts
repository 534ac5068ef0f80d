/**
 * A problem, and the lines around its place: what the browser shows of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../problems.ts';

/** A line of a file; numbers count from 1. */
export interface CodeLine {
  readonly number: number;
  readonly text: string;
}

export interface ShownProblem {
  readonly problem: Problem;
  /** The line of the problem and those around it; empty where none is known. */
  readonly frame: readonly CodeLine[];
}

/** How many lines are shown before and after. */
const AROUND = 3;
/** A file with longer lines was not typed by hand. */
const MAX_WIDTH = 400;

/** Looks up the lines around a problem in the site at `root`. */
export function frameProblem(problem: Problem, root: string): ShownProblem {
  const { line, excerpt } = problem;
  if (line === null || excerpt === null) return { problem, frame: [] };
  const lines = readLines(join(root, problem.file));
  // A file that was edited since then is shown by what was seen of it.
  if (lines[line - 1] !== excerpt) return { problem, frame: [{ number: line, text: excerpt }] };
  const start = Math.max(0, line - 1 - AROUND);
  const frame = lines
    .slice(start, line + AROUND)
    .map((text, index) => ({ number: start + index + 1, text: text.slice(0, MAX_WIDTH) }));
  return { problem, frame };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  } catch {
    return []; // One of the package's own templates, or gone.
  }
}
