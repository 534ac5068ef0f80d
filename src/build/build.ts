/**
 * The build pipeline: check → read → parse → derive → plan → render → write → save.
 *
 * One run finds all problems, and the output folder is not touched while there is an error. A build with nothing to
 * do ends after the check, and never loads the other stages (`stages.ts`). Other rooms start builds here, with the
 * types of `request.ts` and `stage-values.ts`.
 */
import { homedir } from 'node:os';
import { relative, sep } from 'node:path';
import { checkRoot, findMissing } from '../essays/site-root.ts';
import { explainRefusal, mayBeInUse } from '../files/system-errors.ts';
import {
  BuildStop,
  fileUnreadable,
  makeProblem,
  type Problem,
  sortProblems,
  wholeFile,
} from '../problems/problems.ts';
import * as cache from './cache.ts';
import { checkOutFolder, lockOutput, removeLeftovers } from './out-folder.ts';
import type { BuildRequest } from './request.ts';
import type {
  BuildListener,
  BuildMemory,
  BuildStart,
  LastInProcess,
  Outcome,
} from './stage-values.ts';

export interface BuildResult extends Outcome {
  /** The problems of the last build into the same folder, if they were recorded. */
  readonly known: readonly Problem[];
}

/** The outcome of a build that stops before it has read anything. */
const NOTHING = {
  site: null,
  report: null,
  commit: null,
  waiting: null,
  templateFiles: null,
  themeFolder: null,
  memory: null,
};

/** Builds the site. Never throws for a mistake of the author's. */
export async function build(
  request: BuildRequest,
  listener: BuildListener,
  { memory, changed }: LastInProcess = { memory: null, changed: null },
): Promise<BuildResult> {
  const { root, outDir, cacheDir, program } = request;
  let known: readonly Problem[] = [];
  try {
    const noRoot = checkRoot(root);
    const missing = findMissing(root);
    const refused = noRoot.length > 0 ? noRoot : findRefusal(outDir, root, missing);
    if (refused.length > 0) return { ...NOTHING, problems: refused, known };
    removeLeftovers(cacheDir);
    const cacheFile = cache.cacheFileOf(cacheDir, outDir);
    const state = cache.readBuildState(cacheFile, program, memory?.state ?? null);
    known = state.result?.problems ?? [];
    // The last build's problems cover all files, so a command that selects some of the files runs all stages.
    const mayBeCurrent = changed === null && missing.length === 0 && !listener.selects;
    const current = mayBeCurrent ? findCurrent(request, state, memory) : null;
    const start = { changed, missing, state, memory };
    const outcome = current ?? (await buildLocked(request, start, listener));
    return { ...outcome, problems: sortProblems(outcome.problems), known };
  } catch (error) {
    return { ...NOTHING, problems: [describeFailure(error, root, outDir)], known };
  }
}

/** Finds the problems of folders for which nothing is built: the site's, or that of the output. */
function findRefusal(
  outDir: string,
  root: string,
  missing: readonly Problem[],
): readonly Problem[] {
  const hasContent = missing.every(({ code }) => code !== 'content-missing');
  const all = [checkOutFolder(outDir, root, homedir()), hasContent ? [] : missing];
  return all.find(({ length }) => length > 0) ?? [];
}

/** Returns the outcome of a build with nothing to do; null if there may be something. */
function findCurrent(
  request: BuildRequest,
  state: cache.BuildState,
  memory: BuildMemory | null,
): Outcome | null {
  const current = cache.findCurrentResult(state, request);
  if (current === null) return null;
  return {
    ...NOTHING,
    report: current.report,
    commit: { written: 0, unchanged: state.outputs.size, removed: 0 },
    problems: current.problems,
    memory: state === memory?.state ? memory : { state, read: null, plan: null },
  };
}

/** Runs the stages while no other build can write into the output folder. */
async function buildLocked(
  request: BuildRequest,
  checked: BuildStart,
  listener: BuildListener,
): Promise<Outcome> {
  const { outDir, cacheDir, program } = request;
  const { missing } = checked;
  // A folder without settings or essays may not be a site: nothing is written there, not even a lock.
  const lock = missing.length > 0 ? null : lockOutput(cacheDir, outDir);
  if (lock && 'problem' in lock) throw new BuildStop(lock.problem);
  try {
    // Another build may have changed the state before the folder was locked.
    const state = cache.readBuildState(cache.cacheFileOf(cacheDir, outDir), program, checked.state);
    const memory = state === checked.memory?.state ? checked.memory : null;
    // The changed paths count from the build in memory; without that build, every file is checked.
    const changed = memory && checked.changed;
    const { runStages } = await import('./stages.ts');
    return await runStages(request, { ...checked, state, memory, changed }, listener);
  } finally {
    lock?.release();
  }
}

/** Turns a system error into a problem, at the author's file if it concerns one; rethrows any other error, a bug. */
export function describeFailure(error: unknown, root: string, outDir: string): Problem {
  if (error instanceof BuildStop) return error.problem;
  // When a rename or a copy fails, `dest` names the file that cannot be written.
  const facts: NodeJS.ErrnoException & { readonly dest?: string } = error as Error;
  const { code, syscall, path = '', dest = path } = facts;
  const own = dest && relative(root, dest).replaceAll(sep, '/');
  const isOwn = /^(content|templates)(\/|$)/.test(own);
  if (isOwn && dest === path) return fileUnreadable(own, code ?? '');
  if (syscall === undefined && !code?.startsWith('ERR_FS_')) throw error;
  const [file, named] = isOwn ? [own, own] : [outDir, dest];
  const message = explainRefusal(Object.assign(facts, dest && { dest: named }));
  const hint = `${adviseOn(code ?? '')}, then build again.`;
  return makeProblem('output-failed', wholeFile(file), message, hint);
}

/** What to do about a file that cannot be written. */
function adviseOn(code: string): string {
  if (code === 'EISDIR') return 'Move it away';
  if (mayBeInUse(code)) return 'Close the program that has it open, such as an editor or a preview';
  return "Check the free disk space and the folder's permissions";
}
