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

/** The longest clock tick of file systems that do not record fractions of a second (FAT). */
const COARSE_TICK_MS = 2000;

/**
 * Returns the state of a file or folder (absolute). `clockMs` is the result of `readFileClock` from before
 * anything was read.
 */
export function readFileState(file: string, clockMs: number): FileState {
  const stats = findStats(file);
  if (stats === null) return '';
  const tickMs = stats.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : 0;
  return stats.ctimeMs + tickMs < clockMs ? describe(stats) : digestState(file, stats);
}

/** True if a file or folder (absolute) still has the given state. */
export function hasFileState(file: string, state: FileState): boolean {
  const stats = findStats(file);
  if (stats === null) return state === '';
  return state === (state.startsWith('=') ? digestState(file, stats) : describe(stats));
}

/**
 * Reads the clock of the file system, in milliseconds since the epoch, from a file that it writes into the
 * folder. The machine's own clock can differ from it, as on a network drive.
 */
export function readFileClock(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'clock');
  writeFileSync(file, '');
  return statSync(file).ctimeMs;
}

/** A state that no file has. */
const UNKNOWN = '?';

/** The number of bytes that are read at a time. */
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
   * `last` are the states that the last build recorded. If `changed` is given, only its paths are looked
   * at: a file watch has seen no change in any other.
   */
  constructor(
    private readonly root: string,
    readonly clockMs: number,
    private readonly last: Readonly<Record<string, FileState>>,
    private readonly changed: ReadonlySet<string> | null,
  ) {}

  /** The state of a file or folder (relative to the root, or absolute). Call it before reading the file. */
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

  /** Records a file that was read already; if it may have changed since the build began, as unknown. */
  takeLate(path: string): void {
    if (!this.of(path).startsWith('=')) return;
    if (this.last[path] !== this.of(path)) this.states.set(path, UNKNOWN);
  }

  /** True if the file exists and is in the state that the last build found. */
  isUnchanged(path: string): boolean {
    const known = this.last[path];
    if (!known) return false;
    if (known === this.of(path)) return true;
    return known.startsWith('=') && hasFileState(resolve(this.root, path), known);
  }

  /** All states that were taken, to be recorded. */
  list(): Record<string, FileState> {
    return Object.fromEntries(this.states);
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
export function findStats(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // One of its folders is a file, or may not be searched.
  }
}
