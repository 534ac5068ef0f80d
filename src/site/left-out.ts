/**
 * New essays with errors, which `blog dev` leaves out of the site, so that the rest of it can go on. Pure.
 */
import { ESSAYS_FOLDER } from '../content/paths.ts';
import type { SourceFile } from '../content/text.ts';
import type { Problem } from '../problems.ts';
import { parseAddresses } from './addresses.ts';

/** The last build of a session: what it left out, and all essays that it read, by their paths. */
interface LastBuild {
  readonly leftOut: ReadonlySet<string>;
  readonly cached: { readonly essays: Readonly<Record<string, unknown>> };
}

/**
 * Makes the functions by which a build that `leavesOut` new essays with errors adds them to `leftOut`, and has
 * their errors as warnings. New is an essay that was never published, nor in the site of this session. One at
 * least of all `essays` stays, so that a site of a single essay shows its error.
 */
export function makeLeaveOut(
  leavesOut: boolean,
  facts: { previous: LastBuild | null; addressFile: SourceFile | null; essays: number },
  leftOut: Set<string>,
) {
  const { previous, addressFile, essays } = facts;
  const isNew = (path: string) =>
    previous === null
      ? parseAddresses(addressFile).value.every(({ file }) => file !== path)
      : previous.leftOut.has(path) || !(path in previous.cached.essays);
  /** Leaves out the new essays that have errors among these problems; returns those errors. */
  const leaveOut = (problems: readonly Problem[]): readonly Problem[] => {
    const found = problems.filter(({ severity, file }) => {
      return leavesOut && severity === 'error' && ESSAY_PATH.test(file) && isNew(file);
    });
    const paths = new Set([...leftOut, ...found.map(({ file }) => file)]);
    if (paths.size === essays) return [];
    for (const path of paths) leftOut.add(path);
    return found;
  };
  const soften = (problem: Problem): Problem => {
    const { severity, file, hint } = problem;
    if (severity !== 'error' || !leftOut.has(file)) return problem;
    const left = 'Until then, this new essay is left out.';
    return { ...problem, severity: 'warning', hint: hint === null ? left : `${hint} ${left}` };
  };
  return { leaveOut, soften };
}

const ESSAY_PATH = new RegExp(`^${ESSAYS_FOLDER}/`);
