/**
 * Finished files → the staging folder, whole, and only those that the output folder does not hold
 * already: an edge. Several threads fill one staging folder, each with files of its own.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileStamp, stampFile } from '../content/stamps.ts';
import { makeFolders } from './folders.ts';

/** The stamp of a staged file; null for an output that the output folder holds already. */
export type Staged = FileStamp | null;

export class Staging {
  private readonly makeFolder = makeFolders();

  /** Both absolute. Without a staging folder nothing is written: a build with errors only looks. */
  constructor(
    private readonly folder: string | null,
    private readonly outDir: string,
  ) {}

  /** Stages the output at `path`, unless it is there; `isPresent` when some file is. */
  put(path: string, contents: Uint8Array | string, isPresent: boolean): Staged {
    if (this.folder === null || (isPresent && this.isThere(path, contents))) return null;
    const file = join(this.folder, path);
    this.makeFolder(dirname(file));
    writeFileSync(file, contents);
    return stampFile(file);
  }

  private isThere(path: string, contents: Uint8Array | string): boolean {
    const file = join(this.outDir, path);
    try {
      const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
      return statSync(file).size === bytes.length && readFileSync(file).equals(bytes);
    } catch {
      return false; // A folder, or a file that cannot be read: it is replaced.
    }
  }
}
