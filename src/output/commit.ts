/**
 * Planned outputs → the output folder: an edge, and the last step of a build.
 *
 * An output whose key is that of the file that stands there is not made again. The others are written
 * whole into a staging folder on the same volume, then renamed into place; then goes what an earlier
 * build wrote and this one did not. The record of what builds wrote is widened before the first
 * rename and narrowed after the last removal, so a build that is killed at any point leaves whole
 * files, and the next one finishes the job.
 */
import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileUnreadable } from '../content/read.ts';
import { stampFile } from '../content/stamps.ts';
import type { Problem } from '../problems.ts';
import { checkRights, isFolder, isReadable } from './folders.ts';
import { describeForeign, findBlocked } from './foreign-files.ts';
import { FoundFolder } from './found-folder.ts';
import { lockOutput } from './lock.ts';
import { makeStaging, type OutputPlaces, placeFiles } from './placing.ts';
import {
  type BuildBasis,
  type BuildRecord,
  type RecordReading,
  readRecord,
  type WrittenFile,
  writePending,
} from './record.ts';
import { rememberBuild } from './remember-build.ts';
import { type Staged, Staging } from './staging.ts';

/** What a build did to the output folder, in files. */
export interface Commit {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** One output that is to be there: its path and what it is made from. */
export interface OutputKey {
  readonly path: string;
  readonly key: string;
}

/** The output folder while a build is at work on it. */
export class OutputFolder {
  /** Where finished files wait, absolute; null for a build that only looks. */
  readonly staging: string | null;
  private readonly stage: Staging;
  private readonly files = new Map<string, WrittenFile>();
  private readonly keys = new Map<string, string>();
  private readonly made = new Map<string, Staged>();
  private readonly found: FoundFolder;

  private constructor(
    private readonly record: BuildRecord | null,
    private readonly root: string,
    readonly outDir: string,
    private readonly cacheDir: string,
    private readonly release: (() => void) | null,
    isRecordAsKnown: boolean,
  ) {
    this.found = new FoundFolder(outDir, record, isRecordAsKnown);
    this.staging = release === null ? null : makeStaging(outDir, cacheDir);
    this.stage = new Staging(this.staging, outDir);
  }

  /**
   * Opens a folder for writing, which no other build may do at the same time, or for looking only: a
   * build with errors still renders what is new, to find all of them. `known` is the record as this
   * build has read it.
   */
  static open(
    { root, outDir, cacheDir }: OutputPlaces,
    known: RecordReading,
    willWrite: boolean,
  ): { value: OutputFolder; problem: null } | { value: null; problem: Problem } {
    if (!willWrite) {
      const value = new OutputFolder(known.record, root, outDir, cacheDir, null, true);
      return { value, problem: null };
    }
    const lock = lockOutput(cacheDir, outDir);
    if ('problem' in lock) return { value: null, problem: lock.problem };
    try {
      // Another build may have written since the record was read.
      const { record } = readRecord(cacheDir, outDir, known);
      const isAsKnown = record === known.record;
      const { release } = lock;
      const value = new OutputFolder(record, root, outDir, cacheDir, release, isAsKnown);
      return { value, problem: null };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /**
   * Says which of all the site's outputs are to be made, and whether some file stands in their
   * places. The others are there already, made from the same. With `isWhole` every file is known to
   * stand as it was written.
   */
  inspect(outputs: readonly OutputKey[], isWhole: boolean): Map<string, boolean> {
    const toMake = new Map<string, boolean>();
    for (const { path, key } of outputs) {
      this.keys.set(path, key);
      const file = this.found.findWritten(path, key, isWhole);
      if (file === null) toMake.set(path, this.found.files.has(path));
      else this.files.set(path, file);
    }
    return toMake;
  }

  /** The text of a page that is finished; null for one that is not to be there, or was not written. */
  readPage(path: string): string | null {
    if (!this.keys.has(path)) return null;
    const isNew = this.made.get(path)?.isNew === true;
    const folder = isNew ? this.staging : this.outDir;
    try {
      return folder === null ? null : readFileSync(join(folder, path), 'utf8');
    } catch {
      return null; // A build that only looks has not written it.
    }
  }

  /** Adds an output that was made. */
  put(path: string, contents: Uint8Array | string, isPresent: boolean): void {
    this.add(path, this.stage.put(path, contents, isPresent));
  }

  /** Adds an output that was staged already, by another thread perhaps. */
  add(path: string, staged: Staged): void {
    this.made.set(path, staged);
  }

  /** Adds a copy of an author's file (relative to the root); one that cannot be read is a problem. */
  putCopy(path: string, source: string, isPresent: boolean): Problem | null {
    const original = join(this.root, source);
    if (!isReadable(original)) return fileUnreadable(source, 'EACCES');
    this.add(path, this.stage.putCopy(path, original, isPresent));
    return null;
  }

  /** Puts everything in its place. Nothing has been touched in the output folder before. */
  commit(): { value: Commit; problems: Problem[] } {
    const { outDir, keys, found } = this;
    const paths = new Set(keys.keys());
    const foreign = found.listForeign(paths);
    const blocked = findBlocked(paths, foreign, basename(outDir));
    const nothing: Commit = { written: 0, unchanged: 0, removed: 0 };
    if (blocked !== null) return { value: nothing, problems: [blocked] };
    const changed = [...this.made].filter(([, { isNew }]) => isNew).map(([path]) => path);
    const stale = found.listStale(paths);
    const overwritten = changed.filter((path) => found.files.has(path) && !found.known.has(path));
    checkRights(outDir, changed);
    const added = [...paths].filter((path) => !found.known.has(path));
    if (added.length > 0) {
      writePending(this.cacheDir, outDir, [...(this.record?.pending ?? []), ...added]);
    }
    const staging = this.staging as string;
    const isSwapped = placeFiles(staging, outDir, changed, stale, paths);
    rmSync(staging, { recursive: true, force: true });
    for (const [path, staged] of this.made) {
      const key = keys.get(path) ?? '';
      const isMoved = staged.isNew && !isSwapped;
      const stamp = isMoved ? stampFile(join(outDir, path)) : staged.stamp;
      this.files.set(path, { key, digest: null, stamp, isSettled: false });
    }
    // Pages that no build knows stay in readers' reach, so they are named each time.
    const left = this.record === null ? foreign : foreign.filter((path) => path.endsWith('.html'));
    const written = changed.length;
    const value = { written, unchanged: keys.size - written, removed: stale.length };
    return { value, problems: describeForeign(overwritten, left, basename(outDir)) };
  }

  /** The folders in which the site's files and foreign ones stand, absolute. */
  listFolders(): string[] {
    const folders = new Set(this.found.folders);
    for (const path of this.keys.keys()) {
      const folder = dirname(path);
      if (folder !== '.') folders.add(folder);
    }
    const inside = [...folders].map((folder) => join(this.outDir, folder));
    return [this.outDir, ...inside].filter((folder) => isFolder(folder));
  }

  /** Keeps what was written, and from what, for the next build. */
  remember(basis: BuildBasis | null): void {
    const { outDir, cacheDir } = this;
    rememberBuild({ outDir, cacheDir }, this.files, basis);
  }

  /** Gives the folder free. What is still staged is thrown away. */
  close(): void {
    if (this.staging !== null) rmSync(this.staging, { recursive: true, force: true });
    this.release?.();
  }
}
