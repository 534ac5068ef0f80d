/**
 * What the commit does to folders and files: each step small, none of them knows why.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { digest, startDigest } from '../content/fingerprint.ts';
import { listFoldersAbove } from './foreign-files.ts';

/** Makes folders as they are asked for, each once. */
export function makeFolders(): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
}

/** Removes a folder that holds folders only; throws for one with a file in it. */
export function removeEmptyFolders(folder: string): void {
  for (const name of readdirSync(folder)) removeEmptyFolders(join(folder, name));
  rmdirSync(folder);
}

/** The files and folders in a folder and below, relative to it, with "/"; none where it is missing. */
export function listFiles(folder: string): { files: Set<string>; folders: Set<string> } {
  const files = new Set<string>();
  const folders = new Set<string>();
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.add(inside);
      else if (entry.name !== '.git') {
        folders.add(inside);
        visit(inside);
      }
    }
  };
  if (existsSync(folder)) visit('');
  return { files, folders };
}

/** Removes stale files, and the folders that they leave empty. */
export function removeStale(
  outDir: string,
  stale: readonly string[],
  paths: ReadonlySet<string>,
): void {
  if (stale.length === 0) return;
  const lowerPaths = new Map([...paths].map((path) => [path.toLowerCase(), path]));
  for (const path of stale) {
    const twin = lowerPaths.get(path.toLowerCase());
    if (twin === undefined || !isOneFile(join(outDir, twin), join(outDir, path))) {
      rmSync(join(outDir, path), { force: true });
    }
  }
  const folders = new Set(stale.flatMap(listFoldersAbove));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    const path = join(outDir, folder);
    if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
  }
}

/** On a disk that ignores case, a file whose name changed in case only is the new file. */
function isOneFile(a: string, b: string): boolean {
  const inode = statSync(a, { throwIfNoEntry: false })?.ino;
  return inode !== undefined && inode === statSync(b, { throwIfNoEntry: false })?.ino;
}

/** Throws when a folder that is there, and is to take one of the files, takes none. */
export function checkRights(outDir: string, paths: readonly string[]): void {
  const folders = new Set(paths.map((path) => dirname(join(outDir, path))));
  for (const folder of folders) if (existsSync(folder)) accessSync(folder, constants.W_OK);
}

/** Writes a file in one step: whoever reads it finds the old contents or the new. */
export function replaceFile(file: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  // Another build, into another folder, may write this file at the same time.
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, contents);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  renameSync(aside, file);
}

/** What is read of a file at a time, in bytes. */
const PIECE = 1 << 20;

/** The same as `digest` of the file's bytes, which need not fit into memory. */
export function digestFile(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const running = startDigest();
    const piece = Buffer.alloc(PIECE);
    for (
      let length = readSync(descriptor, piece);
      length > 0;
      length = readSync(descriptor, piece)
    ) {
      running.update(piece.subarray(0, length));
    }
    return running.finish();
  } finally {
    closeSync(descriptor);
  }
}

/** The digest of a file; null where there is none that can be read. */
export function digestIfReadable(file: string): string | null {
  try {
    return digest(readFileSync(file));
  } catch {
    return null;
  }
}

/** True for two files of the same bytes, which need not fit into memory. */
export function isSameFile(a: string, b: string): boolean {
  const [sizeA, sizeB] = [a, b].map((file) => statSync(file, { throwIfNoEntry: false })?.size);
  return sizeA !== undefined && sizeA === sizeB && digestFile(a) === digestFile(b);
}

/** True for a folder that is there. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** True for a file that can be read. */
export function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
