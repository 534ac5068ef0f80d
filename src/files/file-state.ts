/**
 * The room of files: everything that touches the disk, git or another host. It imports from no other room; every
 * stage that reads or writes files imports from here. This file has file states and the calls that all edges share.
 *
 * A file state is its ctime, size and inode: ctime changes with every write and can't be set. Two writes in one tick of
 * the file system's clock look alike (git calls that racily clean), so a file just written has its digest as state.
 */
import { createHash, type Hash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { digest } from './fingerprint.ts';

/** The state of a file or folder; empty if it doesn't exist, `=` and a digest if it was just written. */
export type FileState = string;

/** The longest clock tick of file systems that don't record fractions of a second (FAT). */
const COARSE_TICK_MS = 2000;

/**
 * Returns the state of a file or folder (absolute). `clockMs` comes from a call of `readFileClock` made before
 * anything was read.
 */
export function readFileState(file: string, clockMs: number): FileState {
  const stats = findStats(file);
  if (stats === null) return '';
  const tickMs = stats.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : 0;
  return stats.ctimeMs + tickMs < clockMs ? formatState(stats) : digestState(file, stats);
}

/** True if a file or folder (absolute) still has the given state. */
export function hasFileState(file: string, state: FileState): boolean {
  const stats = findStats(file);
  if (stats === null) return state === '';
  return state === (state.startsWith('=') ? digestState(file, stats) : formatState(stats));
}

/**
 * Reads the file system's clock, in milliseconds since the epoch, by writing a file into the folder. The machine's
 * own clock may differ, as with a network drive.
 */
export function readFileClock(folder: string): number {
  const file = join(folder, 'clock');
  replaceFile(file, '');
  return fs.statSync(file).ctimeMs;
}

/** A state that matches no file. */
const UNKNOWN = '?';

/** The number of bytes read at a time. */
const PIECE = 1 << 18;

/** Computes the SHA-256 of a file that may be larger than memory. */
export function hashFile(file: string): Hash {
  const descriptor = fs.openSync(file, 'r');
  try {
    const running = createHash('sha256');
    const piece = Buffer.alloc(PIECE);
    const read = () => fs.readSync(descriptor, piece);
    for (let length = read(); length > 0; length = read())
      running.update(piece.subarray(0, length));
    return running;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The states of a build's inputs, each determined once, before the file is read. */
export class InputStates {
  private readonly states = new Map<string, FileState>();

  private readonly root: string;
  readonly clockMs: number;
  private readonly last: Readonly<Record<string, FileState>>;
  private readonly changed: ReadonlySet<string> | null;

  /**
   * `last` holds the states that the last build recorded. If `changed` is given, only its paths are checked: a
   * file watcher has seen no other change.
   */
  constructor(
    root: string,
    clockMs: number,
    last: Readonly<Record<string, FileState>>,
    changed: ReadonlySet<string> | null,
  ) {
    this.root = root;
    this.clockMs = clockMs;
    this.last = last;
    this.changed = changed;
  }

  /** The state of a file or folder (relative to the root, or absolute). Call it before reading the file. */
  of(path: string): FileState {
    const isTrusted = this.changed !== null && !this.changed.has(path);
    const known = this.states.get(path) ?? (isTrusted ? this.last[path] : undefined);
    const state = known ?? readFileState(resolve(this.root, path), this.clockMs);
    this.states.set(path, state);
    return state;
  }

  /** Records a file that was already read. Its state is unknown if the file may have changed since the build began. */
  takeLate(path: string): void {
    if (!this.of(path).startsWith('=')) return;
    if (this.last[path] !== this.of(path)) this.states.set(path, UNKNOWN);
  }

  /** Takes the state of a file again after the build itself has written the file. */
  retake(path: string): void {
    this.states.set(path, readFileState(resolve(this.root, path), this.clockMs));
  }

  /** True if the file has the state that the last build found, or is missing as it was then. */
  isUnchanged(path: string): boolean {
    const known = this.last[path];
    if (known === undefined || known === UNKNOWN) return false;
    if (known === this.of(path)) return true;
    return known.startsWith('=') && hasFileState(resolve(this.root, path), known);
  }

  /** All states determined so far, to be recorded. */
  list(): Record<string, FileState> {
    return Object.fromEntries(this.states);
  }
}

function formatState({ ctimeMs, size, ino }: fs.Stats): FileState {
  return `${ctimeMs} ${size} ${ino}`;
}

/** The digest of a file's bytes or a folder's names; unknown if they can't be read. */
function digestState(file: string, stats: fs.Stats): FileState {
  // Opening a pipe would block until something writes to it.
  if (!stats.isFile() && !stats.isDirectory()) return formatState(stats);
  try {
    return `=${stats.isDirectory() ? digest(fs.readdirSync(file).sort().join('\n')) : digest(hashFile(file))}`;
  } catch (error) {
    return isAbsent(error) ? '' : UNKNOWN;
  }
}

/** System errors that mean there is no such file. After any other error, there may be one. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENAMETOOLONG'];

export function isAbsent(error: unknown): boolean {
  return ABSENT.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** True for a system error after which the file may still be there; false for a missing file and for a bug. */
export function isRefusal(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined && !isAbsent(error);
}

/** Returns the result of a file-system call; null if there is no such file. */
export function ifThere<Result>(call: () => Result): Result | null {
  try {
    return call();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Returns null if there is no such file, or if it is a dangling symlink. */
export function findStats(file: string, look: typeof fs.statSync = fs.statSync): fs.Stats | null {
  return ifThere(() => look(file, { throwIfNoEntry: false }) ?? null);
}

/** The path (absolute) of a file as the disk spells it. A disk that ignores case finds a file by any spelling. */
export function withRealCase(file: string): string {
  const real = ifThere(() => fs.realpathSync.native(file));
  return real?.toLowerCase() === file.toLowerCase() ? real : file;
}

/** Reads a file that a build wrote; null if there is none, or only a symlink, pipe or folder. */
export function readOwnFile(file: string): Buffer | null {
  return findStats(file, fs.lstatSync)?.isFile() ? ifThere(() => fs.readFileSync(file)) : null;
}

/**
 * Replaces a file, symlink or pipe atomically: readers see either the old contents or the new. If it throws, the
 * error names the file, which is unchanged.
 */
export function replaceFile(file: string, contents: string | Uint8Array): void {
  fs.mkdirSync(dirname(file), { recursive: true });
  // The name has the process id, since a build into another folder may write this file at the same time.
  const aside = `${file}.${process.pid}.new`;
  removeTree(aside);
  try {
    fs.writeFileSync(aside, contents, { flag: 'wx' });
    if (findStats(file, fs.lstatSync)?.isDirectory()) removeTree(file);
    renameFile(aside, file);
  } catch (error) {
    fs.rmSync(aside, { force: true });
    throw Object.assign(error as Error, { path: file });
  }
}

/** Errors while another program, such as a virus scanner, briefly holds a file. */
const HELD = ['EPERM', 'EBUSY'];
/** On Windows, any program that has a file open holds it. A folder stays until its last file is let go. */
const HELD_ON_WINDOWS = [...HELD, 'EACCES', 'ENOTEMPTY'];
/** How long to retry: the first wait takes 10 ms, and each wait is twice the last, up to `longestMs`. */
const PATIENCE = { longestMs: 160, totalMs: 320 };
const PATIENCE_ON_WINDOWS = { longestMs: 1000, totalMs: 10_000 };

/**
 * Calls the file system, and retries while another program holds the file. If the program never lets go, throws the
 * error of the last attempt.
 */
export function whileHeld<Result>(
  call: () => Result,
  platform = process.platform,
  wait: (ms: number) => unknown = sleep,
): Result {
  const isWindows = platform === 'win32';
  const codes = isWindows ? HELD_ON_WINDOWS : HELD;
  const { longestMs, totalMs } = isWindows ? PATIENCE_ON_WINDOWS : PATIENCE;
  let waitedMs = 0;
  for (let waitMs = 10; ; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      return call();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!codes.includes(code) || waitedMs + waitMs > totalMs) throw error;
      wait(waitMs);
      waitedMs += waitMs;
    }
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Renames a file, and retries for a while if another program holds it. */
export function renameFile(from: string, to: string): void {
  whileHeld(() => fs.renameSync(from, to));
}

/** Renames a file; from another volume, copies it first. */
export function moveFile(from: string, to: string): void {
  try {
    renameFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // A build ignores files whose names end in "~".
    const near = join(dirname(to), `.blog-${process.pid}~`);
    try {
      fs.copyFileSync(from, near);
      renameFile(near, to);
    } finally {
      fs.rmSync(near, { force: true });
    }
    fs.rmSync(from);
  }
}

/** Removes a file or a whole folder, if it is there, and retries for a while if another program holds it. */
export function removeTree(file: string): void {
  whileHeld(() => fs.rmSync(file, { recursive: true, force: true }));
}
