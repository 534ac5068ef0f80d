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
import { basename, dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { OutputFile } from '../render/output-files.ts';
import { describeForeign, findBlocked } from './foreign-files.ts';
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
    return new Committer(files, root, outDir, cacheDir).run();
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
  private readonly staging: string;
  private readonly paths: ReadonlySet<string>;

  constructor(
    private readonly files: readonly OutputFile[],
    private readonly root: string,
    private readonly outDir: string,
    private readonly cacheDir: string,
  ) {
    this.staging = placeStaging(outDir, cacheDir);
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
    this.stage(changed);
    const overwritten = changed
      .map(({ path }) => path)
      .filter((p) => present.has(p) && !known.has(p));
    writeRecord(this.cacheDir, outDir, new Set([...known, ...paths]));
    this.place(changed, stale);
    rmSync(this.staging, { recursive: true, force: true });
    writeRecord(this.cacheDir, outDir, paths);
    const written = changed.length;
    return {
      value: { written, unchanged: this.files.length - written, removed: stale.length },
      problems: describeForeign(overwritten, record === null ? foreign : [], basename(outDir)),
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
    if (statSync(original).size !== present.size) return false;
    return readFileSync(target).equals(readFileSync(original));
  }

  private stage(files: readonly OutputFile[]): void {
    const makeFolder = makeFolders();
    mkdirSync(this.staging, { recursive: true });
    for (const file of files) {
      const staged = join(this.staging, file.path);
      makeFolder(dirname(staged));
      if ('bytes' in file) writeFileSync(staged, file.bytes);
      else copyFileSync(join(this.root, file.copyOf), staged);
    }
  }

  /** Moves the staged files into place and removes the stale ones; first those in the way. */
  private place(changed: readonly OutputFile[], stale: readonly string[]): void {
    if (this.swapWhole()) return;
    const inTheWay = new Set(stale.filter((path) => this.isInTheWay(path)));
    for (const path of inTheWay) this.remove(path);
    const makeFolder = makeFolders();
    for (const { path } of changed) {
      const target = join(this.outDir, path);
      makeFolder(dirname(target));
      if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) removeEmptyFolders(target);
      renameSync(join(this.staging, path), target);
    }
    for (const path of stale) if (!inTheWay.has(path)) this.remove(path);
  }

  /** Where there is nothing yet, the staging folder becomes the output folder in one step. */
  private swapWhole(): boolean {
    const { outDir, staging } = this;
    if (staging.startsWith(outDir)) return false;
    const present = lstatSync(outDir, { throwIfNoEntry: false });
    if (present !== undefined) {
      if (!present.isDirectory() || readdirSync(outDir).length > 0) return false;
      rmdirSync(outDir);
    }
    mkdirSync(dirname(outDir), { recursive: true });
    renameSync(staging, outDir);
    return true;
  }

  /** True for a stale file where a folder must come, or inside what must become a file. */
  private isInTheWay(stale: string): boolean {
    for (const path of this.paths) {
      if (path.startsWith(`${stale}/`) || stale.startsWith(`${path}/`)) return true;
    }
    return false;
  }

  /** Removes a stale file, and the folders that it leaves empty. */
  private remove(path: string): void {
    if (this.isOtherNameOfOutput(path)) return;
    rmSync(join(this.outDir, path), { force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (readdirSync(join(this.outDir, folder)).length > 0) break;
      rmdirSync(join(this.outDir, folder));
    }
  }

  /** On a disk that ignores case, a file whose name changed in case only is the new file. */
  private isOtherNameOfOutput(stale: string): boolean {
    for (const path of this.paths) {
      if (path.toLowerCase() !== stale.toLowerCase()) continue;
      const [a, b] = [path, stale].map((each) =>
        statSync(join(this.outDir, each), { throwIfNoEntry: false }),
      );
      if (a !== undefined && a.ino === b?.ino) return true;
    }
    return false;
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

/** Makes folders as they are asked for, each once. */
function makeFolders(): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
}

/** Removes a folder that holds folders only; throws for one with a file in it. */
function removeEmptyFolders(folder: string): void {
  for (const name of readdirSync(folder)) removeEmptyFolders(join(folder, name));
  rmdirSync(folder);
}

/** The files in a folder and below, relative to it, with "/"; empty where there is no folder. */
function listFiles(folder: string): Set<string> {
  const files = new Set<string>();
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.add(inside);
      else if (entry.name !== '.git') visit(inside);
    }
  };
  if (existsSync(folder)) visit('');
  return files;
}

function toBuffer(bytes: Uint8Array | string): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
