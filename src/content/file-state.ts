/**
 * Detects changed files without reading them. An edge.
 *
 * A file state is its ctime, size and inode: ctime changes with every write and cannot be set. Two writes
 * within one tick of the file system's clock look alike (git calls such a file racily clean), so the state
 * of a file written since the build's clock was read is its digest instead.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { digest } from './fingerprint.ts';

/** The state of a file or folder; empty if there is none, `=` and a digest if it was just written. */
export type FileState = string;

/** File systems without fractions of a second count in steps of up to two seconds (FAT). */
const COARSE_TICK_MS = 2000;

/** The state of a file or folder (absolute); `clockMs` is the time of `readFileClock` before anything was read. */
export function readFileState(file: string, clockMs: number): FileState {
  const stats = readStats(file);
  if (stats === null) return '';
  const tickMs = stats.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : 0;
  return stats.ctimeMs + tickMs < clockMs ? describe(stats) : digestState(file, stats);
}

/** True when a file or folder (absolute) still has a state. */
export function hasFileState(file: string, state: FileState): boolean {
  const stats = readStats(file);
  if (stats === null) return state === '';
  return state === (state.startsWith('=') ? digestState(file, stats) : describe(stats));
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

/** A state that no file has. */
const UNKNOWN = '?';

/** Bytes that are read of a file at a time. */
const PIECE = 1 << 18;

/** The SHA-256 of a file, which need not fit into memory. */
export function hashFile(file: string): Hash {
  const descriptor = openSync(file, 'r');
  try {
    const running = createHash('sha256');
    const piece = Buffer.alloc(PIECE);
    for (let length = readSync(descriptor, piece); length > 0; ) {
      running.update(piece.subarray(0, length));
      length = readSync(descriptor, piece);
    }
    return running;
  } finally {
    closeSync(descriptor);
  }
}

/** The states of a build's inputs, each taken once, before the file is read. */
export class InputStates {
  private readonly states = new Map<string, FileState>();

  /**
   * `last` are the states that the last build recorded. Only the paths in `changed` are looked at
   * where it is given: somebody watches all others.
   */
  constructor(
    private readonly root: string,
    readonly clockMs: number,
    private readonly last: Readonly<Record<string, FileState>>,
    private readonly changed: ReadonlySet<string> | null,
  ) {}

  /** The state of a file or folder, from the root or absolute, taken before it is read. */
  of(path: string): FileState {
    let state = this.states.get(path);
    if (state === undefined) {
      const known = this.last[path];
      const isTrusted = known !== undefined && this.changed !== null && !this.changed.has(path);
      state = isTrusted ? known : readFileState(resolve(this.root, path), this.clockMs);
      this.states.set(path, state);
    }
    return state;
  }

  /** Records a file that was read earlier; if it has changed since the build began, as unknown. */
  takeLate(path: string): void {
    if (!this.of(path).startsWith('=')) return;
    if (this.last[path] !== this.of(path)) this.states.set(path, UNKNOWN);
  }

  /** True if the file exists and is as the last build found it. */
  isUnchanged(path: string): boolean {
    const known = this.last[path];
    if (!known) return false;
    return known === this.of(path) || (known.startsWith('=') && this.isSameFile(path, known));
  }

  /** All states that were taken, to be recorded. */
  list(): Record<string, FileState> {
    return Object.fromEntries(this.states);
  }

  private isSameFile(path: string, known: FileState): boolean {
    return hasFileState(resolve(this.root, path), known);
  }
}

function describe({ ctimeMs, size, ino }: Stats): FileState {
  return `${ctimeMs} ${size} ${ino}`;
}

/** The digest of a file's bytes or a folder's names; empty if it cannot be read. */
function digestState(file: string, stats: Stats): FileState {
  try {
    return `=${stats.isDirectory() ? digest(readdirSync(file).sort().join('\n')) : digest(hashFile(file))}`;
  } catch {
    return '';
  }
}

/** Null for a file that does not exist or is not accessible. */
function readStats(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // A file where a folder should be, or a folder that may not be looked into.
  }
}
