/**
 * Finished files → the staging folder, whole, and only those that the output folder does not hold
 * already: an edge. Several threads fill one staging folder, each with files of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import { type FileStamp, stampFile } from '../content/stamps.ts';
import { makeFolders } from './folders.ts';

/** What is known of the file that stands where an output goes: none, some file, or its digest. */
export type Present = 'absent' | 'unknown' | { readonly digest: string };

/** What became of a finished file. */
export interface StagedFile {
  /** Of its bytes. */
  readonly digest: string;
  /** The stamp of the staged file; null where the output folder holds these bytes already. */
  readonly stamp: FileStamp | null;
}

export class Staging {
  private readonly makeFolder = makeFolders();

  /** Both absolute. Without a staging folder nothing is written: a build with errors only looks. */
  constructor(
    private readonly folder: string | null,
    private readonly outDir: string,
  ) {}

  /** Stages the bytes of the output at `path`, unless they are there. */
  put(path: string, contents: Uint8Array | string, present: Present): StagedFile {
    const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
    const ownDigest = digest(bytes);
    if (this.folder === null || this.isThere(path, ownDigest, present)) {
      return { digest: ownDigest, stamp: null };
    }
    const file = join(this.folder, path);
    this.makeFolder(dirname(file));
    writeFileSync(file, bytes);
    return { digest: ownDigest, stamp: stampFile(file) };
  }

  private isThere(path: string, ownDigest: string, present: Present): boolean {
    if (present === 'absent') return false;
    if (present !== 'unknown') return present.digest === ownDigest;
    try {
      return digest(readFileSync(join(this.outDir, path))) === ownDigest;
    } catch {
      return false; // A folder, or a file that cannot be read: it is replaced.
    }
  }
}
