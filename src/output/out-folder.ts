/**
 * Which folder a build may fill: never one whose loss the author would mourn.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/** Folders of the site that a build reads or that tools own. */
const OWN_FOLDERS = ['content', 'templates', 'node_modules', '.git', '.blog'];

/**
 * Refuses the root, the content, the home folder, anything above them, and anything inside the
 * site's own folders. All paths are absolute; links are followed. An empty list means: go on.
 */
export function checkOutFolder(outDir: string, root: string, homeDir: string): Problem[] {
  const out = realPath(outDir);
  const refuse = (message: string) => {
    const hint = 'Choose a folder of its own, such as `out`.';
    return [makeProblem('out-dangerous', wholeFile(outDir), message, hint)];
  };
  if (isWithin(realPath(root), out)) return refuse('This folder is, or holds, the whole site');
  if (isWithin(realPath(homeDir), out)) return refuse('This folder is, or holds, your home folder');
  for (const name of OWN_FOLDERS) {
    const folder = realPath(join(root, name));
    // `blog dev` builds into `.blog/dev`, a second one at the same time into `.blog/dev-2`.
    const isDevFolder = name === '.blog' && /^dev(-\d+)?([/\\]|$)/.test(relative(folder, out));
    if (isWithin(out, folder) && !isDevFolder) return refuse(`This folder belongs to \`${name}\``);
  }
  if (!isFolder(nearestExisting(out))) return refuse('This is a file, or lies in one');
  return [];
}

/** True when `path` is `folder` or lies in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** The path itself, or the nearest above it that exists. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/** The path with links followed as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
