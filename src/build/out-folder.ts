/**
 * Checks and locks an output folder before a build writes into it. An edge.
 *
 * A build refuses folders that hold the author's own files, and one build at a time, in whatever process,
 * writes into a folder. The lock of a dead process is ignored, and its leftovers are removed.
 */
import { constants, copyFileSync, linkSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as disk from '../files/file-state.ts';
import { checksum } from '../files/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';

/** Folders of the site that a build reads or that tools own. */
const OWN_FOLDERS = ['content', 'templates', 'node_modules', '.git', '.blog'];

/**
 * Refuses the root, the content, the home folder, anything above them, and anything inside the
 * site's own folders. All paths are absolute; symlinks are followed. Returns no problems for an acceptable folder.
 */
export function checkOutFolder(outDir: string, root: string, homeDir: string): Problem[] {
  const out = realPath(outDir);
  const refuse = (message: string) => {
    const hint = 'Choose a folder of its own, such as `out`.';
    return [makeProblem('out-dangerous', wholeFile(outDir), message, hint)];
  };
  if (isWithin(realPath(root), out)) return refuse('This is, or contains, the whole site');
  if (isWithin(realPath(homeDir), out)) return refuse('This is, or contains, your home folder');
  for (const name of OWN_FOLDERS) {
    const folder = realPath(join(root, name));
    // `blog dev` builds into `.blog/dev`, a second one at the same time into `.blog/dev-2`.
    const isDevFolder = name === '.blog' && /^dev(-\d+)?([/\\]|$)/.test(relative(folder, out));
    if (isWithin(out, folder) && !isDevFolder) return refuse(`This folder belongs to \`${name}\``);
  }
  if (!statSync(nearestExisting(out)).isDirectory())
    return refuse('This is a file, or is inside one');
  return [];
}

/** True when `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}

/** The path itself, or the nearest above it that exists; the topmost if none does, as on a missing drive. */
function nearestExisting(path: string): string {
  const parent = dirname(path);
  return parent === path || disk.findStats(path) !== null ? path : nearestExisting(parent);
}

/** The path with symlinks resolved as far as it exists. */
function realPath(path: string): string {
  const existing = nearestExisting(path);
  return join(disk.ifThere(() => realpathSync(existing)) ?? existing, relative(existing, path));
}

/** Names an output folder in the cache. One inside of the site keeps its name when the site is moved. */
export function keyOfFolder(cacheDir: string, outDir: string): string {
  const root = dirname(cacheDir);
  return checksum([isWithin(outDir, root) ? relative(root, outDir) : outDir]);
}

/** The locks that this very process holds. */
const ownLocks = new Set<string>();

/**
 * Locks an output folder until `release` is called. A build that was killed leaves its lock behind, which
 * is ignored once its process is gone.
 */
export function lockOutput(cacheDir: string, outDir: string) {
  const file = lockFileOf(cacheDir, outDir);
  const lock = takeLock(file);
  if (lock !== null) return lock;
  const message = 'Another build is writing to this folder';
  const hint = `Wait for it to finish. If none is running, delete ${file}.`;
  return { problem: makeProblem('build-running', wholeFile(outDir), message, hint) };
}

/** The lock file for an output folder, absolute. */
export function lockFileOf(cacheDir: string, outDir: string): string {
  return join(cacheDir, `lock-${keyOfFolder(cacheDir, outDir)}`);
}

/** How long a command waits for another one to write a few lines. */
const MAX_WAIT_MS = 2000;

/**
 * Does some short work on a file while no other process does, and returns its result. After two seconds it does so
 * anyway: the other process may be suspended.
 */
export function doAlone<Result>(cacheDir: string, file: string, work: () => Result): Result {
  const lockFile = lockFileOf(cacheDir, file);
  const endMs = performance.now() + MAX_WAIT_MS;
  let lock = takeLock(lockFile);
  while (lock === null && performance.now() < endMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    lock = takeLock(lockFile);
  }
  try {
    return work();
  } finally {
    lock?.release();
  }
}

/** Null where another build holds it. */
function takeLock(file: string): { release(): void } | null {
  const own = `${file}.${process.pid}`;
  // Written under its own name and then hard-linked, so that no process ever sees a lock without its holder.
  disk.replaceFile(own, `${hostname()} ${process.pid}`);
  try {
    if (!tryLink(own, file)) {
      if (ownLocks.has(file) || isHeld(file)) return null;
      discardDeadLock(file, `${own}.dead`);
      if (!tryLink(own, file)) return null;
    }
  } finally {
    disk.removeTree(own);
  }
  ownLocks.add(file);
  return {
    release() {
      ownLocks.delete(file);
      disk.removeTree(file);
    },
  };
}

/**
 * Removes what killed builds have left in the cache folder: unfinished files, locks, staging folders. Also removes
 * anything that is neither a file nor a folder: writing through a symlink could change the author's files.
 */
export function removeLeftovers(cacheDir: string): void {
  for (const entry of disk.ifThere(() => readdirSync(cacheDir, { withFileTypes: true })) ?? []) {
    const { name } = entry;
    const file = join(cacheDir, name);
    const [, key] = /^(?:lock|staging)-(\w+)$/.exec(name) ?? [];
    const [, pid] = /\.(\d+)(?:\.new|\.dead)?$/.exec(name) ?? [];
    const isOdd = !entry.isFile() && !entry.isDirectory();
    if (isOdd || (pid !== undefined && !isAlive(pid))) disk.removeTree(file);
    if (key === undefined) continue;
    const lock = takeLock(join(cacheDir, `lock-${key}`));
    if (lock === null) continue;
    disk.removeTree(join(cacheDir, `staging-${key}`));
    lock.release();
  }
}

/** Creates the lock as a hard link to `own`; false if it exists. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : tryCopy(own, lock);
  }
}

/**
 * Creates the lock as a copy of `own`; false if it exists. Disks such as those with exFAT have no hard links. A copy
 * names no holder for a moment: another build may take it for dead, and then it is gone, or names that build.
 */
function tryCopy(own: string, lock: string): boolean {
  try {
    copyFileSync(own, lock, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const [written, wanted] = [lock, own].map((file) => disk.readOwnFile(file)?.toString());
  return written === wanted;
}

/** Removes a dead lock. If another build has replaced it in the meantime, that build's lock is put back. */
function discardDeadLock(lock: string, aside: string): void {
  if (disk.ifThere(() => [disk.renameFile(lock, aside)]) === null) return;
  if (isHeld(aside)) tryLink(aside, lock);
  disk.removeTree(aside);
}

/** Also false if the lock was just released, or names no holder. */
function isHeld(lockFile: string): boolean {
  const [host, pid = ''] = disk.readOwnFile(lockFile)?.toString().trim().split(' ') ?? [];
  if (!/^[1-9]\d*$/.test(pid)) return false;
  // It is not known whether a process of another machine is still running.
  return host !== hostname() || (Number(pid) !== process.pid && isAlive(pid));
}

/** True if a process with this id runs. */
export function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
