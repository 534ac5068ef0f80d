/**
 * The right to write into an output folder: one build at a time has it, in whatever process.
 */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/** The locks that this very process holds. */
const ownLocks = new Set<string>();

/**
 * Takes the right to write into an output folder, until `release`. A build that was killed has left
 * its lock behind: it counts for nothing once its process is gone.
 */
export function lockOutput(
  cacheDir: string,
  outDir: string,
): { release(): void } | { problem: Problem } {
  const file = join(cacheDir, `lock-${fingerprint(outDir)}`);
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

/**
 * Removes what processes (by their ids) that were killed in the middle of a build have left in the cache:
 * a lock, and files that are half written.
 */
export function discardAbandoned(
  cacheDir: string,
  outDir: string,
  pids: ReadonlySet<number>,
): void {
  const lock = `lock-${fingerprint(outDir)}`;
  for (const name of listNames(cacheDir)) {
    const isOurs = name === lock && !isHeld(join(cacheDir, name));
    const [, pid] = /\.(\d+)(?:\.(?:new|dead))?$/.exec(name) ?? [];
    if (isOurs || pids.has(Number(pid))) rmSync(join(cacheDir, name), { force: true });
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Somebody has deleted it.
  }
}

/** False where the lock exists. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a dead lock away; one that another build has put there in the meantime is put back. */
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
    return false; // Released in this moment.
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
