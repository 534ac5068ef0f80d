/**
 * Checks and locks an output folder before a build writes into it. An edge.
 *
 * A build refuses folders that hold the author's own files, and one build at a time, in whatever process,
 * writes into a folder. The lock of a process that has died is ignored.
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/** Folders of the site that a build reads or that tools own. */
const OWN_FOLDERS = ['content', 'templates', 'node_modules', '.git', '.blog'];

/**
 * Refuses the root, the content, the home folder, anything above them, and anything inside the
 * site's own folders. All paths are absolute; links are followed. No problems for a folder to build into.
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
  if (!statSync(nearestExisting(out)).isDirectory())
    return refuse('This is a file, or lies in one');
  return [];
}

/** True when `path` is `folder` or lies in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
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

/** The locks that this very process holds. */
const ownLocks = new Set<string>();

/**
 * Locks an output folder until `release` is called. A build that was killed leaves its lock behind, which
 * is ignored once its process is gone.
 */
export function lockOutput(
  cacheDir: string,
  outDir: string,
): { release(): void } | { problem: Problem } {
  const file = lockFileOf(cacheDir, outDir);
  const own = `${file}.${process.pid}`;
  mkdirSync(cacheDir, { recursive: true });
  // Written whole under a name of its own and then linked: nobody sees a lock without its holder.
  writeFileSync(own, `${hostname()} ${process.pid}`);
  try {
    let isOurs = tryLink(own, file);
    if (!isOurs && !ownLocks.has(file) && !isHeld(file)) {
      discardDeadLock(file, `${own}.dead`);
      isOurs = tryLink(own, file);
    }
    if (isOurs) {
      ownLocks.add(file);
      return {
        release() {
          rmSync(file, { force: true });
          ownLocks.delete(file);
        },
      };
    }
  } finally {
    rmSync(own, { force: true });
  }
  const message = 'Another build is writing into this folder';
  const hint = `Wait for it to end. If there is none, delete ${file}.`;
  return { problem: makeProblem('build-running', wholeFile(outDir), message, hint) };
}

/** The lock file for an output folder, absolute. */
export function lockFileOf(cacheDir: string, outDir: string): string {
  return join(cacheDir, `lock-${fingerprint(outDir)}`);
}

/** Creates the lock as a hard link to `own`; false if it exists. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock. If another build has replaced it in the meantime, that build's lock is put back. */
function discardDeadLock(lock: string, aside: string): void {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (isHeld(aside)) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function isHeld(lockFile: string): boolean {
  let holder: string;
  try {
    holder = readFileSync(lockFile, 'utf8');
  } catch {
    return false; // It was released just now.
  }
  const [host, pid] = holder.split(' ');
  if (host !== hostname() || Number(pid) === process.pid || !/^\d+$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
