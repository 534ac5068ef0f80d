/**
 * The site's folder: whether there is a site in it at all. An edge, and the first thing looked at.
 */
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { CONFIG_PATH } from './paths.ts';

export function isFile(file: string): boolean {
  return findStats(file)?.isFile() ?? false;
}

export function isFolder(file: string): boolean {
  return findStats(file)?.isDirectory() ?? false;
}

/** Null for what is not there, and for what lies in a file as if that were a folder. */
function findStats(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Reports a root that is no folder. */
export function checkRoot(root: string): Problem[] {
  if (isFolder(root)) return [];
  const hint = 'Give the folder of the site with --root, or run blog inside it.';
  return [makeProblem('root-missing', wholeFile(root), 'There is no such folder', hint)];
}

/** True for a folder that holds a site's settings, and so a site. */
export function hasConfig(root: string): boolean {
  return isFile(join(root, CONFIG_PATH));
}

/** What every site has and this one has not. */
export function findMissing(root: string): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'This folder holds no site: `content` is missing';
    const hint =
      'Run blog in the folder that holds `content`, or name it with --root. A new site needs ' +
      'content/site.yaml with `name` and `url`, and essays in content/essays.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (!hasConfig(root)) {
    const message = 'The site’s settings are missing';
    const hint =
      'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
    return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
  }
  return [];
}
