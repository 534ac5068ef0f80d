/**
 * Whether a file is still the one that was read, told without reading it: an edge.
 *
 * A stamp is what the system says of a file: it changes with every write, also with one that keeps
 * size and modification time, since nobody can set the time of the change itself (ctime). Only two
 * writes in one tick of the system's clock look alike; `isSettled` knows when that cannot have been.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, to a quarter of a microsecond: finer than the system's ticks. */
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
}

/** The stamp of a file or folder, links followed; null where there is none to be had. */
export function stampFile(file: string): FileStamp | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const { size, mtimeMs, ctimeMs, ino } = stats;
    return { size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
  } catch {
    return null; // A file where a folder should be, or a folder that may not be looked into.
  }
}

/** True when nothing tells the two apart; also for two files that are both not there. */
export function isSameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.size === b.size &&
    a.modifiedMs === b.modifiedMs &&
    a.changedMs === b.changedMs &&
    a.inode === b.inode
  );
}

/** File systems without fractions of a second count in steps of up to two seconds (FAT). */
const COARSE_TICK_MS = 2000;

/**
 * True for a stamp that no write after `clockMs` can have left as it is. `clockMs` is the clock of
 * `readFileClock`, read before the stamp was taken.
 */
export function isSettled(stamp: FileStamp, clockMs: number): boolean {
  const tickMs = stamp.changedMs % 1000 === 0 ? COARSE_TICK_MS : 0;
  return stamp.changedMs + tickMs < clockMs;
}

/**
 * The time by the clock that stamps files, in milliseconds since the epoch: that of a file written
 * into the folder just now. The program's own clock can differ from it, as on a network drive.
 */
export function readFileClock(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'clock');
  writeFileSync(file, '');
  return statSync(file).ctimeMs;
}
