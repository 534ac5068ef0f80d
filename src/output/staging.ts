/**
 * Finished files → the staging folder, whole, and only those that the output folder does not hold
 * already: an edge. Several threads fill one staging folder, each with files of its own.
 */
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileStamp, stampFile } from '../content/stamps.ts';
import { isSameFile, makeFolders } from './folders.ts';

/** What became of an output. */
export interface Staged {
  /** False for one that the output folder holds already. */
  readonly isNew: boolean;
  /** Of the staged file; else of the one that is there, taken before its bytes were looked at. */
  readonly stamp: FileStamp | null;
}

export class Staging {
  private readonly makeFolder = makeFolders();

  /** Both absolute. Without a staging folder nothing is written: a build with errors only looks. */
  constructor(
    private readonly folder: string | null,
    private readonly outDir: string,
  ) {}

  /** Stages the output at `path`, unless it is there; `isPresent` when some file is. */
  put(path: string, contents: Uint8Array | string, isPresent: boolean): Staged {
    const present = join(this.outDir, path);
    const stamp = isPresent ? stampFile(present) : null;
    if (this.folder === null) return { isNew: false, stamp };
    if (isPresent && isThere(present, contents)) return { isNew: false, stamp };
    const file = join(this.folder, path);
    this.makeFolder(dirname(file));
    writeFileSync(file, contents);
    return { isNew: true, stamp: stampFile(file) };
  }

  /** Stages a copy of a file (absolute), unless its bytes are there. */
  putCopy(path: string, original: string, isPresent: boolean): Staged {
    const present = join(this.outDir, path);
    const stamp = isPresent ? stampFile(present) : null;
    if (this.folder === null) return { isNew: false, stamp };
    if (isPresent && isSameFile(original, present)) return { isNew: false, stamp };
    const file = join(this.folder, path);
    this.makeFolder(dirname(file));
    copyFileSync(original, file);
    return { isNew: true, stamp: stampFile(file) };
  }
}

function isThere(file: string, contents: Uint8Array | string): boolean {
  try {
    const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
    return statSync(file).size === bytes.length && readFileSync(file).equals(bytes);
  } catch {
    return false; // A folder, or a file that cannot be read: it is replaced.
  }
}
