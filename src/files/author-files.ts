/**
 * Writes the author's files; no other file of the program does. An edge.
 *
 * A file is replaced as a whole, and only while it still has the bytes that the new text was made from. New text is
 * written to the cache folder first, so a killed command leaves nothing unfinished among the author's files; the next
 * build clears the cache folder.
 */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { findStats, ifThere, moveFile } from './file-state.ts';

/** Reads one of the author's files, also through a symlink; null if there is none. */
export function readBytes(file: string): Buffer | null {
  return findStats(file)?.isFile() ? ifThere(() => fs.readFileSync(file)) : null;
}

/** Says why a file must not be replaced, as the end of a sentence; null if it may be replaced or doesn't exist. */
export function findLock(file: string): string | null {
  const stats = findStats(file);
  if (stats === null) {
    const isLink = findStats(file, fs.lstatSync) !== null;
    return isLink ? 'is a link to a missing file' : null;
  }
  if (!stats.isFile()) return null;
  if (!isWritable(file, stats)) return PROTECTED;
  return stats.nlink > 1 ? LINKED : null;
}

const PROTECTED = 'is write-protected';
/** Replacing the file would leave the old text under the second name, and writing into the file isn't atomic. */
const LINKED = 'has a second name on this disk (a hard link), which would keep the old text';

/** True if the author may write to the file. A rename would replace it anyway, and root may write to any file. */
function isWritable(file: string, { mode }: fs.Stats): boolean {
  if ((mode & 0o222) === 0) return false;
  try {
    fs.accessSync(file, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces a file, and keeps symlinks and permissions. `before` is what the new text was made from; null if there was
 * no file. Returns false, and leaves the file alone, if it has changed since then. Throws if it has a lock.
 */
export function rewriteFile(
  file: string,
  before: Uint8Array | null,
  after: string | Uint8Array,
  cacheDir: string,
): boolean {
  const lock = findLock(file);
  if (lock !== null) throw lockError(file, lock);
  return replaceRecord(file, before, after, cacheDir);
}

/**
 * Replaces a file that the program keeps as `rewriteFile` does, but even if the file has a second name: hard-linked
 * copies of a whole site can be built.
 */
export function replaceRecord(
  file: string,
  before: Uint8Array | null,
  after: string | Uint8Array,
  cacheDir: string,
): boolean {
  const lock = findLock(file);
  if (lock !== null && lock !== LINKED) throw lockError(file, lock);
  return writeAside(cacheDir, file, after, (aside) => {
    const stats = findStats(file);
    if (stats !== null) fs.chmodSync(aside, stats.mode & 0o7777);
    const current = ifThere(() => fs.readFileSync(file));
    if (current?.equals(Buffer.from(after))) return true;
    if (!isSame(current, before)) return false;
    fs.mkdirSync(dirname(file), { recursive: true });
    moveFile(aside, current === null ? file : fs.realpathSync(file));
    return true;
  });
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b);
}

/**
 * Writes a new file, and its folder if that is missing. Returns false if something with its name exists, which is
 * then kept.
 */
export function writeNew(file: string, text: string | Uint8Array, cacheDir: string): boolean {
  if (findStats(file, fs.lstatSync) !== null) return false;
  return writeAside(cacheDir, file, text, (aside) => moveNew(aside, file));
}

/** Moves a file to a place where nothing is yet. If something is there, leaves the file and returns false. */
export function moveNew(from: string, to: string): boolean {
  fs.mkdirSync(dirname(to), { recursive: true });
  try {
    // Unlike a rename, a link never replaces a file that has just appeared.
    fs.linkSync(from, to);
    fs.rmSync(from);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // Some file systems have no hard links.
  if (findStats(to, fs.lstatSync) !== null) return false;
  moveFile(from, to);
  return true;
}

/** Writes a text to the cache folder for `place`, which returns true once the text is at `file`. */
function writeAside(
  cacheDir: string,
  file: string,
  text: string | Uint8Array,
  place: (aside: string) => boolean,
): boolean {
  // `removeLeftovers` knows this form of name, and removes the file once its process is gone.
  const aside = join(cacheDir, `file.${process.pid}.new`);
  try {
    fs.mkdirSync(cacheDir, { recursive: true });
    fs.rmSync(aside, { recursive: true, force: true });
    fs.writeFileSync(aside, text, { flag: 'wx' });
    return place(aside);
  } catch (error) {
    throw Object.assign(error as Error, { path: aside, dest: file });
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Makes an error like the system error of a rename that fails. */
function lockError(file: string, lock: string): Error {
  const code = lock === PROTECTED ? 'EACCES' : 'EMLINK';
  const facts = { code, syscall: 'rename', path: `${file}.new`, dest: file };
  return Object.assign(new Error(`${file} ${lock}`), facts);
}
