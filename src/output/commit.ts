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
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { OutputFile } from '../render/output-files.ts';
import { lockOutput, readRecord, writeRecord } from './record.ts';

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
  const lock = lockOutput(cacheDir, outDir);
  if ('problem' in lock) return { value: NOTHING, problems: [lock.problem] };
  try {
    return new Committer(files, root, outDir, cacheDir).run();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const hint = 'Check the disk’s space and the rights on the folder, then build again.';
    return {
      value: NOTHING,
      problems: [makeProblem('output-failed', wholeFile(outDir), message, hint)],
    };
  } finally {
    lock.release();
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
    rmSync(join(this.outDir, STAGING), { recursive: true, force: true });
    rmSync(this.staging, { recursive: true, force: true });
    const record = readRecord(this.cacheDir, this.outDir);
    const present = listFiles(this.outDir);
    const changed = this.files.filter((file) => !present.has(file.path) || !this.isSame(file));
    this.stage(changed);

    const known = record ?? new Set<string>();
    const problems = this.describeForeign(changed, present, known, record === null);
    writeRecord(this.cacheDir, this.outDir, new Set([...known, ...this.paths]));
    const stale = [...known].filter((path) => !this.paths.has(path) && present.has(path));
    const inTheWay = stale.filter((path) => this.isInTheWay(path));
    for (const path of inTheWay) this.remove(path);
    this.moveIntoPlace(changed, present.size === 0);
    for (const path of stale) if (!inTheWay.includes(path)) this.remove(path);
    rmSync(this.staging, { recursive: true, force: true });
    writeRecord(this.cacheDir, this.outDir, this.paths);
    const unchanged = this.files.length - changed.length;
    return { value: { written: changed.length, unchanged, removed: stale.length }, problems };
  }

  private isSame(file: OutputFile): boolean {
    const target = join(this.outDir, file.path);
    const present = statSync(target);
    if (!present.isFile()) return false;
    if ('bytes' in file) {
      const bytes = toBuffer(file.bytes);
      return present.size === bytes.length && readFileSync(target).equals(bytes);
    }
    const original = join(this.root, file.copyOf);
    if (statSync(original).size !== present.size) return false;
    return readFileSync(target).equals(readFileSync(original));
  }

  private stage(files: readonly OutputFile[]): void {
    const made = new Set<string>();
    mkdirSync(this.staging, { recursive: true });
    for (const file of files) {
      const staged = join(this.staging, file.path);
      const folder = dirname(staged);
      if (!made.has(folder)) {
        mkdirSync(folder, { recursive: true });
        made.add(folder);
      }
      if ('bytes' in file) writeFileSync(staged, file.bytes);
      else copyFileSync(join(this.root, file.copyOf), staged);
    }
  }

  private moveIntoPlace(files: readonly OutputFile[], isEmpty: boolean): void {
    if (isEmpty && files.length > 0) {
      rmSync(this.outDir, { recursive: true, force: true });
      mkdirSync(dirname(this.outDir), { recursive: true });
      renameSync(this.staging, this.outDir);
      return;
    }
    const made = new Set<string>();
    for (const { path } of files) {
      const target = join(this.outDir, path);
      const folder = dirname(target);
      if (!made.has(folder)) {
        mkdirSync(folder, { recursive: true });
        made.add(folder);
      }
      renameSync(join(this.staging, path), target);
    }
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
    const file = join(this.outDir, path);
    if (this.isOtherNameOfOutput(path)) return;
    rmSync(file, { force: true });
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

  /** Says which files that no build is known to have written are overwritten, or stand in out/. */
  private describeForeign(
    changed: readonly OutputFile[],
    present: ReadonlySet<string>,
    known: ReadonlySet<string>,
    isFirst: boolean,
  ): Problem[] {
    const overwritten = changed
      .map(({ path }) => path)
      .filter((path) => present.has(path) && !known.has(path));
    const left = [...present].filter((path) => !this.paths.has(path) && !known.has(path));
    const problems: Problem[] = [];
    const place = wholeFile(basename(this.outDir));
    if (overwritten.length > 0) {
      const message = `Overwritten, though no build is known to have written them: ${listSome(overwritten)}`;
      problems.push(makeProblem('out-overwritten', place, message));
    }
    if (isFirst && left.length > 0) {
      const message = `Left as they are, since no build is known to have written them: ${listSome(left)}`;
      const hint = 'If they come from an older build, delete the folder and build again.';
      problems.push(makeProblem('out-unknown-files', place, message, hint));
    }
    return problems;
  }
}

/** A folder of this build's own on the volume of the output folder. */
function placeStaging(outDir: string, cacheDir: string): string {
  mkdirSync(cacheDir, { recursive: true });
  let existing = outDir;
  while (!existsSync(existing)) existing = dirname(existing);
  const isSameVolume = statSync(existing).dev === statSync(cacheDir).dev;
  return isSameVolume ? join(cacheDir, 'staging') : join(outDir, STAGING);
}

/** The files in a folder and below, relative to it, with "/"; empty where there is no folder. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = new Set<string>();
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '.git') visit(inside);
      } else files.add(inside);
    }
  };
  visit('');
  return files;
}

function toBuffer(bytes: Uint8Array | string): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function listSome(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
