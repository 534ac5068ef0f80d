/**
 * Files in the output folder that no build is known to have written: never removed, never overwritten
 * without a word.
 */
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/**
 * The problem of a foreign file that stands where a folder must come, or of a foreign folder where a
 * file must come; null where all is free. `folder` is the output folder's name.
 */
export function findBlocked(
  paths: ReadonlySet<string>,
  foreign: readonly string[],
  folder: string,
): Problem | null {
  if (foreign.length === 0) return null;
  const files = new Set(foreign);
  const folders = new Set(foreign.flatMap(listFoldersAbove));
  for (const path of paths) {
    const file = listFoldersAbove(path).find((above) => files.has(above));
    if (file === undefined && !folders.has(path)) continue;
    const message =
      file === undefined
        ? `A folder stands where the file ${path} must come, and no build has written it`
        : `The file ${file} stands where a folder must come, and no build has written it`;
    const hint = 'Move it away, then build again.';
    return makeProblem('output-failed', wholeFile(`${folder}/${file ?? path}`), message, hint);
  }
  return null;
}

/** Says which foreign files were overwritten, and which were found and left. */
export function describeForeign(
  overwritten: readonly string[],
  left: readonly string[],
  folder: string,
): Problem[] {
  const problems: Problem[] = [];
  const unknown = 'no build is known to have written them';
  if (overwritten.length > 0) {
    const message = `Overwritten, though ${unknown}: ${listSome(overwritten)}`;
    problems.push(makeProblem('out-overwritten', wholeFile(folder), message));
  }
  if (left.length > 0) {
    const message = `Left as they are, since ${unknown}: ${listSome(left)}`;
    const hint = 'If they come from an older build, delete the folder and build again.';
    problems.push(makeProblem('out-unknown-files', wholeFile(folder), message, hint));
  }
  return problems;
}

/** `a/b/c.html` → `a/b`, `a` */
export function listFoldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

function listSome(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
