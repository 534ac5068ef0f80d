/**
 * File system operations of the write stage. An edge.
 *
 * None of them knows about builds: each takes absolute paths, or paths relative to a folder.
 */
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile } from '../content/file-state.ts';
import { digest } from '../content/fingerprint.ts';

/** Returns a function that makes a folder, each only once. */
export function makeFolders(): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
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

/** `a/b/c.html` → `a/b`, `a` */
export function listFoldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** Throws if an existing folder that will receive one of the files is not writable. */
export function checkRights(outDir: string, paths: readonly string[]): void {
  const folders = new Set(paths.map((path) => dirname(join(outDir, path))));
  for (const folder of folders) if (existsSync(folder)) accessSync(folder, constants.W_OK);
}

/** Replaces a file atomically: readers see the old contents or the new. */
export function replaceFile(file: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  // Another build, into another folder, may write this file at the same time.
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, contents);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  renameSync(aside, file);
}

/** Renames a file; where `to` is in a bind mount, a copy in `nearby` is renamed instead. */
export function moveFile(from: string, to: string, nearby: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory()) removeEmptyFolders(to);
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    mkdirSync(nearby, { recursive: true });
    const aside = join(nearby, 'file');
    copyFileSync(from, aside);
    renameSync(aside, to);
  }
}

/** Removes a folder that holds folders only; throws for one with a file in it. */
function removeEmptyFolders(folder: string): void {
  for (const name of readdirSync(folder)) removeEmptyFolders(join(folder, name));
  rmdirSync(folder);
}

/** Removes stale files, and folders that become empty; `paths` are the files that stay. */
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

/** True for a file that holds these bytes; false also for a folder, or what cannot be read. */
export function holdsBytes(file: string, contents: Uint8Array | string): boolean {
  try {
    const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
    return statSync(file).size === bytes.length && readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

/** True for two files of the same bytes, which need not fit into memory. */
export function isSameFile(a: string, b: string): boolean {
  const [sizeA, sizeB] = [a, b].map((file) => statSync(file, { throwIfNoEntry: false })?.size);
  return sizeA !== undefined && sizeA === sizeB && digest(hashFile(a)) === digest(hashFile(b));
}
