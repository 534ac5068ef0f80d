/**
 * Rendered outputs → the output folder: the write stage of a build. An edge.
 *
 * Changed files are written to a staging folder, then renamed into place; then files
 * of earlier builds that this one did not make are removed. New paths are recorded before the first
 * rename: a build that is killed leaves whole files, and the next one finishes the job. A file that no
 * build is known to have written is never removed, and never overwritten silently.
 */
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listFoldersAbove } from '../essays/paths.ts';
import * as disk from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { makeProblem, type Problem, type ProblemCode, wholeFile } from '../problems/problems.ts';
import type { Contents } from '../render/outputs.ts';
import { foldCase, joinSome } from '../text/text.ts';
import type { BuildState, WrittenFile } from './cache.ts';
import { keyOfFolder } from './out-folder.ts';
import type { BuildPlaces } from './request.ts';

/** Numbers of files, by what the build did to them. */
export type WriteCounts = Readonly<Record<'written' | 'unchanged' | 'removed', number>>;

/** The differences between an output folder and the files that a build has planned for it. */
export interface OutputChanges {
  /** The paths of the files that are there. */
  readonly present: ReadonlySet<string>;
  readonly planned: readonly string[];
  /** The planned files that have other bytes, or are new. */
  readonly staged: ReadonlySet<string>;
  readonly removed: readonly string[];
  /** The present text of a file; null if the file doesn't exist. */
  readOld(path: string): string | null;
  /** The text of a planned file; null if no such file is planned. */
  readNew(path: string): string | null;
}

/** The output folder during a build; the caller holds the lock. */
export class OutputFolder {
  private readonly present: { files: ReadonlySet<string>; folders: ReadonlySet<string> };
  /** The planned files; those already in the output folder with their state. */
  private readonly planned = new Map<string, { key: string; state: disk.FileState | null }>();
  private readonly staged = new Set<string>();
  private readonly outDir: string;
  private readonly staging: string;
  /** True if every file is known to be as the last build wrote it. */
  private readonly isTrusted: boolean;
  private readonly makeFolder = makeFolders();

  private readonly last: BuildState['outputs'];
  private readonly clockMs: number;

  /**
   * `last` are the files as the last build wrote them; with `isTrusted`, none has changed since. `clockMs` is that of
   * the build's inputs. A preview must not commit.
   */
  constructor(
    { outDir, cacheDir }: Pick<BuildPlaces, 'outDir' | 'cacheDir'>,
    last: BuildState['outputs'],
    isTrusted: boolean,
    clockMs: number,
  ) {
    this.last = last;
    this.clockMs = clockMs;
    this.outDir = outDir;
    this.isTrusted = isTrusted && disk.findStats(outDir) !== null;
    this.staging = join(cacheDir, `staging-${keyOfFolder(cacheDir, outDir)}`);
    // A build that was killed may have left files in it.
    this.close();
    disk.whileHeld(() => fs.mkdirSync(this.staging, { recursive: true }));
    const paths = new Set(last.keys());
    this.present = this.isTrusted ? { files: paths, folders: new Set() } : walkOutput(outDir);
  }

  /** Plans a file; true if it is there already, made from the same inputs. */
  plan(path: string, key: string): boolean {
    const [lastKey, state] = this.last.get(path) ?? [];
    const file = join(this.outDir, path);
    const isPresent = state !== undefined && key === lastKey && this.present.files.has(path);
    // The state is taken before the file is compared, so that the next build sees any later change.
    const settled =
      isPresent && state.startsWith('=') ? disk.readFileState(file, this.clockMs) : state;
    const isCurrent = isPresent && (this.isTrusted || disk.hasFileState(file, state));
    this.planned.set(path, { key, state: (isCurrent && settled) || null });
    return isCurrent;
  }

  /** Stages the contents of a planned file, unless the output folder holds them already. */
  stage(path: string, contents: Contents): void {
    const target = join(this.outDir, path);
    const state = this.present.files.has(path) ? disk.readFileState(target, this.clockMs) : null;
    if (state !== null && holds(target, contents)) {
      const key = this.planned.get(path)?.key ?? '';
      this.planned.set(path, { key, state });
      return;
    }
    const file = join(this.staging, path);
    this.makeFolder(dirname(file));
    if (typeof contents === 'string' || !('copyOf' in contents)) fs.writeFileSync(file, contents);
    else fs.copyFileSync(contents.copyOf, file);
    this.staged.add(path);
  }

  /** True if the folder already has a file at a path, with whatever contents. */
  has(path: string): boolean {
    return this.present.files.has(path);
  }

  /** The text of a planned page; null if it is not planned, or not there. */
  readPage(path: string): string | null {
    if (!this.planned.has(path)) return null;
    const file = join(this.staged.has(path) ? this.staging : this.outDir, path);
    // A build with errors has not made it.
    return disk.ifThere(() => fs.readFileSync(file, 'utf8'));
  }

  /**
   * Compares the folder as it is with the plan. A build leaves foreign files alone; if no record of a build tells them
   * apart, every file counts as part of the old site.
   */
  compare(): OutputChanges {
    const { outDir, present, planned, staged, last } = this;
    const isOurs = (path: string) => last.size === 0 || last.has(path);
    return {
      present: present.files,
      planned: [...planned.keys()],
      staged,
      removed: [...present.files].filter((path) => !planned.has(path) && isOurs(path)),
      readOld: (path: string) => disk.readOwnFile(join(outDir, path))?.toString() ?? null,
      readNew: (path: string) => this.readPage(path),
    };
  }

  /**
   * Moves the staged files into place; nothing in the output folder was touched before. First `record` is
   * given the paths that no build has written so far.
   */
  commit(record: (added: readonly string[]) => void) {
    const { outDir, planned, present, last: known, staged } = this;
    const foreign = [...present.files].filter((path) => !planned.has(path) && !known.has(path));
    const name = basename(outDir);
    const [blocked] = this.findInTheWay(foreign);
    if (blocked) return { value: null, problems: [outputBlocked(`${name}/${blocked}`)] };
    const stale = [...known.keys()].filter((path) => !planned.has(path) && present.files.has(path));
    const overwritten = [...staged].filter((path) => present.files.has(path) && !known.has(path));
    checkRights(outDir, [...staged]);
    record([...planned.keys()].filter((path) => !known.has(path)));
    if (!this.swapWhole()) this.moveStaged(stale);
    // Foreign pages would be published as well, so every build reports them.
    const isFirst = known.size === 0;
    const left = isFirst ? foreign : foreign.filter((path) => path.endsWith('.html'));
    const [written, removed] = [staged.size, stale.length];
    const value: WriteCounts = { written, unchanged: planned.size - written, removed };
    const problems = [
      ...reportForeign('out-overwritten', 'Overwritten, though', overwritten, name),
      ...reportForeign('out-unknown-files', 'Left as they are, since', left, name, LEFT_HINT),
    ];
    return { value, problems };
  }

  /** The planned files with their states after the commit; `clockMs` is the file clock, read after it. */
  listWritten(clockMs: number): Map<string, WrittenFile> {
    const written = new Map<string, WrittenFile>();
    for (const [path, { key, state }] of this.planned) {
      written.set(path, [key, state ?? disk.readFileState(join(this.outDir, path), clockMs)]);
    }
    return written;
  }

  /** The states of the folders that hold files. */
  listFolders(clockMs: number): Record<string, disk.FileState> {
    const folders = new Set(['', ...this.present.folders]);
    for (const path of this.planned.keys()) {
      if (path.includes('/')) folders.add(path.slice(0, path.lastIndexOf('/')));
    }
    const files = [...folders].map((folder) => join(this.outDir, folder));
    return Object.fromEntries(files.map((file) => [file, disk.readFileState(file, clockMs)]));
  }

  /** Removes the staging folder. */
  close(): void {
    disk.removeTree(this.staging);
  }

  /** Renames the staging folder to the output folder if there is none yet; false if it cannot. */
  private swapWhole(): boolean {
    const { staging, outDir } = this;
    if (disk.findStats(outDir, fs.lstatSync) !== null) return false;
    fs.mkdirSync(dirname(outDir), { recursive: true });
    try {
      disk.renameFile(staging, outDir);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      return false;
    }
  }

  /** Moves staged files into place and removes stale ones, starting with those in the way. */
  private moveStaged(stale: readonly string[]): void {
    this.matchCase();
    const first = new Set(this.findInTheWay(stale));
    this.removeStale([...first], []);
    for (const path of sortForReaders(this.staged)) {
      const target = join(this.outDir, path);
      this.makeFolder(dirname(target));
      if (disk.findStats(target, fs.lstatSync)?.isDirectory()) removeEmptyFolders(target);
      disk.moveFile(join(this.staging, path), target);
    }
    const rest = stale.filter((path) => !first.has(path));
    this.removeStale(rest, this.present.folders);
  }

  /**
   * Gives files and folders the names of planned ones that differ only in case, on a disk that ignores case: a file that
   * is moved over another one there keeps the old name.
   */
  private matchCase(): void {
    const { outDir, planned, present } = this;
    const left = [...present.files].filter((path) => !planned.has(path));
    if (left.length === 0) return;
    const withFolders = (path: string) => [...listFoldersAbove(path).reverse(), path];
    const names = new Set([...planned.keys()].flatMap(withFolders));
    const byLower = new Map(Array.from(names, (path) => [foldCase(path), path]));
    for (const path of new Set(left.flatMap(withFolders))) {
      const name = byLower.get(foldCase(path));
      if (name === undefined || names.has(path)) continue;
      const [before, after] = [join(outDir, path), join(outDir, name)];
      if (!isOneFile(before, after)) continue;
      // In two steps, since some systems take a file that is moved to itself for one that need not be moved.
      const between = `${after}.moved~`;
      disk.renameFile(before, between);
      disk.renameFile(between, after);
    }
  }

  /** Finds those of `others` at a path that must become a folder, or below one that must become a file. */
  private findInTheWay(others: readonly string[]): string[] {
    if (others.length === 0) return [];
    const { planned } = this;
    const folders = new Set([...planned.keys()].flatMap(listFoldersAbove));
    const isBelow = (path: string) => listFoldersAbove(path).some((above) => planned.has(above));
    return others.filter((path) => folders.has(path) || isBelow(path));
  }

  /** Removes files, except those that a planned one has replaced on a disk that ignores case. */
  private removeFiles(stale: readonly string[]): void {
    const { outDir, planned } = this;
    const lowerPaths = new Map([...planned.keys()].map((path) => [foldCase(path), path]));
    for (const path of stale) {
      const twin = lowerPaths.get(foldCase(path));
      if (twin !== undefined && isOneFile(join(outDir, twin), join(outDir, path))) continue;
      disk.whileHeld(() => fs.rmSync(join(outDir, path), { force: true }));
    }
  }

  /** Removes stale files, then the empty folders among theirs and `present`. */
  private removeStale(stale: readonly string[], present: Iterable<string>): void {
    const { outDir } = this;
    if (stale.length > 0) this.removeFiles(stale);
    const folders = new Set([...stale.flatMap(listFoldersAbove), ...present]);
    for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
      const path = join(outDir, folder);
      const isEmpty = disk.ifThere(() => fs.readdirSync(path))?.length === 0;
      if (isEmpty) disk.whileHeld(() => fs.rmdirSync(path));
    }
  }
}

/** The problem of a foreign file that is in the way. */
function outputBlocked(file: string): Problem {
  const message =
    "A file of the site must go here, but this file or folder wasn't written by a build";
  return makeProblem('output-failed', wholeFile(file), message, 'Move it away, then build again.');
}

/** The codes of problems with foreign files. */
export const FOREIGN: readonly ProblemCode[] = ['out-overwritten', 'out-unknown-files'];

const LEFT_HINT = 'If they come from an older build, delete the folder and build again.';

/** Reports foreign files and what was done with them. `folder` is the name of the output folder. */
function reportForeign(
  code: ProblemCode,
  done: string,
  paths: readonly string[],
  folder: string,
  hint: string | null = null,
): Problem[] {
  if (paths.length === 0) return [];
  const message = `${done} no build is known to have written them: ${joinSome(paths)}`;
  return [makeProblem(code, wholeFile(folder), message, hint)];
}

/** Returns a function that makes a folder, each only once. */
function makeFolders(): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (made.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
}

/** The files and folders in a folder and below, relative to it, with "/"; none where it is missing. */
function walkOutput(folder: string): { files: Set<string>; folders: Set<string> } {
  const files = new Set<string>();
  const folders = new Set<string>();
  const visit = (path: string) => {
    for (const entry of fs.readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.add(inside);
      else if (entry.name !== '.git') {
        folders.add(inside);
        visit(inside);
      }
    }
  };
  if (disk.findStats(folder) !== null) visit('');
  return { files, folders };
}

/** Throws if an existing folder that will receive one of the files is not writable. */
function checkRights(outDir: string, paths: readonly string[]): void {
  const folders = new Set(paths.map((path) => dirname(join(outDir, path))));
  for (const folder of folders)
    if (disk.findStats(folder) !== null) fs.accessSync(folder, fs.constants.W_OK);
}

/** Removes a folder that holds folders only; throws for one with a file in it. */
function removeEmptyFolders(folder: string): void {
  for (const name of fs.readdirSync(folder)) removeEmptyFolders(join(folder, name));
  disk.whileHeld(() => fs.rmdirSync(folder));
}

/** True if two paths are the same file, such as paths that differ only in case on a case-insensitive disk. */
function isOneFile(a: string, b: string): boolean {
  const inode = disk.findStats(a)?.ino;
  return inode !== undefined && inode === disk.findStats(b)?.ino;
}

/** True for a file with these contents; false also for a folder or a dangling symlink. */
function holds(file: string, contents: Contents): boolean {
  const stats = disk.findStats(file);
  if (!stats?.isFile()) return false;
  if (typeof contents === 'string') return holds(file, Buffer.from(contents));
  if (!('copyOf' in contents))
    return stats.size === contents.length && fs.readFileSync(file).equals(contents);
  // Such files need not fit into memory.
  const { copyOf } = contents;
  if (disk.findStats(copyOf)?.size !== stats.size) return false;
  return digest(disk.hashFile(copyOf)) === digest(disk.hashFile(file));
}

/** Sorts files so that each comes after those that it refers to: pages after pictures and styles, feeds after pages. */
function sortForReaders(paths: Iterable<string>): string[] {
  const rankOf = (path: string) =>
    /\.(?:xml|json)$/.test(path) ? 2 : path.endsWith('.html') ? 1 : 0;
  return [...paths].sort((a, b) => rankOf(a) - rankOf(b));
}
