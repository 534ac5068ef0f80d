/**
 * Checks that a folder holds a site. An edge.
 *
 * A build with nothing to do loads this file, and no other code that reads content.
 */
import { join } from 'node:path';
import { findStats } from '../files/file-state.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { CONFIG_PATH } from './paths.ts';

/** Reports a root that isn't a folder. */
export function checkRoot(root: string): Problem[] {
  if (isFolder(root)) return [];
  const hint = "Name the site's folder with --root, or run blog inside it.";
  return [makeProblem('root-missing', wholeFile(root), 'There is no such folder', hint)];
}

/** Reports required files that are missing from the site at `root`. */
export function findMissing(root: string): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'There is no site in this folder: `content` is missing';
    const hint =
      'Run blog in the folder that contains `content`, or name it with --root; `npx essay-blog init` ' +
      'starts a new site here.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (findStats(join(root, CONFIG_PATH))?.isFile()) return [];
  const hint = 'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
  const message = "The site's settings are missing";
  return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
}

function isFolder(file: string): boolean {
  return findStats(file)?.isDirectory() ?? false;
}
