/**
 * OutputFile[] → the output folder: an edge, and the last step of a build.
 *
 * Changed files are written whole into a staging folder on the same volume, then renamed into place;
 * then goes what an earlier build wrote and this one did not. The record of what builds wrote is
 * widened before the first rename and narrowed after the last removal, so a build that is killed at
 * any point leaves whole files, and the next one finishes the job.
 */
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { fileUnreadable } from '../content/read.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { OutputFile } from '../render/output-files.ts';
import {
  checkRights,
  isReadable,
  listFiles,
  makeFolders,
  removeEmptyFolders,
  removeStale,
} from './folders.ts';
import { describeForeign, findBlocked, listFoldersAbove } from './foreign-files.ts';
import { nearestExisting } from './out-folder.ts';
import { lockOutput, readRecord, writeRecord } from './record.ts';

/** What a build did to the output folder, in files. */
export interface Commit {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}

const STAGING = '.blog-staging';
const NOTHING: Commit = { written: 0, unchanged: 0, removed: 0 };

/** Makes `outDir` hold the files, and of what builds wrote before nothing else. Folders are absolute. */
export function commitOutput(
  files: readonly OutputFile[],
  root: string,
  outDir: string,
  cacheDir: string,
): { value: Commit; problems: Problem[] } {
  let release = () => {};
  try {
    const lock = lockOutput(cacheDir, outDir);
    if ('problem' in lock) return { value: NOTHING, problems: [lock.problem] };
    release = lock.release;
    try {
      const staging = placeStaging(outDir, cacheDir);
      return new Committer(files, root, outDir, cacheDir, staging).run();
    } catch (error) {
      // A folder mounted into the same volume takes no rename from outside of it.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      return new Committer(files, root, outDir, cacheDir, join(outDir, STAGING)).run();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const hint = 'Check the disk’s space and the rights on the folder, then build again.';
    const problem = makeProblem('output-failed', wholeFile(outDir), message, hint);
    return { value: NOTHING, problems: [problem] };
  } finally {
    release();
  }
}

class Committer {
  private readonly paths: ReadonlySet<string>;

  constructor(
    private readonly files: readonly OutputFile[],
    private readonly root: string,
    private readonly outDir: string,
    private readonly cacheDir: string,
    private readonly staging: string,
  ) {
    this.paths = new Set(files.map((file) => file.path));
  }

  run(): { value: Commit; problems: Problem[] } {
    const { outDir, paths } = this;
    rmSync(join(outDir, STAGING), { recursive: true, force: true });
    rmSync(this.staging, { recursive: true, force: true });
    const record = readRecord(this.cacheDir, outDir);
    const known = record ?? new Set<string>();
    const present = listFiles(outDir);
    const stale = [...known].filter((path) => !paths.has(path) && present.has(path));
    const foreign = [...present].filter((path) => !paths.has(path) && !known.has(path));
    const blocked = findBlocked(paths, foreign, basename(outDir));
    if (blocked !== null) return { value: NOTHING, problems: [blocked] };

    const changed = this.files.filter((file) => !present.has(file.path) || !this.isSame(file));
    checkRights(
      outDir,
      changed.map(({ path }) => path),
    );
    const unreadable = this.stage(changed);
    if (unreadable.length > 0) return { value: NOTHING, problems: unreadable };
    const overwritten = changed
      .map(({ path }) => path)
      .filter((path) => present.has(path) && !known.has(path));
    writeRecord(this.cacheDir, outDir, new Set([...known, ...paths]));
    this.place(changed, stale);
    rmSync(this.staging, { recursive: true, force: true });
    writeRecord(this.cacheDir, outDir, paths);
    const written = changed.length;
    // Pages that no build knows stay in readers' reach, so they are named each time.
    const left = record === null ? foreign : foreign.filter((path) => path.endsWith('.html'));
    return {
      value: { written, unchanged: this.files.length - written, removed: stale.length },
      problems: describeForeign(overwritten, left, basename(outDir)),
    };
  }

  private isSame(file: OutputFile): boolean {
    const target = join(this.outDir, file.path);
    const present = statSync(target, { throwIfNoEntry: false });
    if (!present?.isFile()) return false;
    if ('bytes' in file) {
      const bytes = toBuffer(file.bytes);
      return present.size === bytes.length && readFileSync(target).equals(bytes);
    }
    const original = join(this.root, file.copyOf);
    if (statSync(original, { throwIfNoEntry: false })?.size !== present.size) return false;
    return isReadable(original) && readFileSync(target).equals(readFileSync(original));
  }

  /** Writes the files into the staging folder; says which of the author's files cannot be copied. */
  private stage(files: readonly OutputFile[]): Problem[] {
    const problems: Problem[] = [];
    const makeFolder = makeFolders();
    mkdirSync(this.staging, { recursive: true });
    for (const file of files) {
      const staged = join(this.staging, file.path);
      makeFolder(dirname(staged));
      if ('bytes' in file) writeFileSync(staged, file.bytes);
      else if (isReadable(join(this.root, file.copyOf))) {
        copyFileSync(join(this.root, file.copyOf), staged);
      } else problems.push(fileUnreadable(file.copyOf, 'EACCES'));
    }
    return problems;
  }

  /** Moves the staged files into place and removes the stale ones; first those in the way. */
  private place(changed: readonly OutputFile[], stale: readonly string[]): void {
    if (this.swapWhole()) return;
    const { outDir, paths } = this;
    const folders = new Set([...paths].flatMap(listFoldersAbove));
    const isInTheWay = (path: string) =>
      folders.has(path) || listFoldersAbove(path).some((above) => paths.has(above));
    removeStale(outDir, stale.filter(isInTheWay), paths);
    const makeFolder = makeFolders();
    for (const { path } of changed) {
      const target = join(outDir, path);
      makeFolder(dirname(target));
      if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) removeEmptyFolders(target);
      renameSync(join(this.staging, path), target);
    }
    removeStale(
      outDir,
      stale.filter((path) => !isInTheWay(path)),
      paths,
    );
  }

  /** Where there is no output folder yet, the staging folder becomes it in one step. */
  private swapWhole(): boolean {
    if (lstatSync(this.outDir, { throwIfNoEntry: false }) !== undefined) return false;
    mkdirSync(dirname(this.outDir), { recursive: true });
    renameSync(this.staging, this.outDir);
    return true;
  }
}

/** A folder of this build's own on the volume of the output folder. */
function placeStaging(outDir: string, cacheDir: string): string {
  mkdirSync(cacheDir, { recursive: true });
  const isSameVolume = statSync(nearestExisting(outDir)).dev === statSync(cacheDir).dev;
  return join(
    isSameVolume ? cacheDir : outDir,
    isSameVolume ? `staging-${fingerprint(outDir)}` : STAGING,
  );
}

function toBuffer(bytes: Uint8Array | string): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
