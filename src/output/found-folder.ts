/**
 * The output folder as a build finds it: what stands there, and what of it builds are known to have
 * written. An edge that only looks.
 *
 * A file is foreign when no build is known to have written it, and stale when one is but this build's
 * site does not have it any more. Looked at once, before the build adds anything of its own.
 */
import { join } from 'node:path';
import { stampFile } from '../content/stamps.ts';
import { listFiles } from './folders.ts';
import type { BuildRecord, WrittenFile } from './record.ts';
import { isAsWritten } from './up-to-date.ts';

export class FoundFolder {
  /** Paths in the output folder. */
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Paths of what builds have written, or were about to write when they ended. */
  readonly known: ReadonlySet<string>;

  /** `isRecordAsKnown` is false when another build has written since this one read the record. */
  constructor(
    private readonly outDir: string,
    private readonly record: BuildRecord | null,
    private readonly isRecordAsKnown: boolean,
  ) {
    this.known = new Set([...(record?.files.keys() ?? []), ...(record?.pending ?? [])]);
    const { files, folders } = listFiles(outDir);
    this.files = files;
    this.folders = folders;
  }

  /**
   * What an earlier build made at a path from the same, if it still stands there as it was written.
   * With `isWhole` every file is known to.
   */
  findWritten(path: string, key: string, isWhole: boolean): WrittenFile | null {
    const file = this.record?.files.get(path);
    if (!this.files.has(path) || file === undefined || file.key !== key) return null;
    const target = join(this.outDir, path);
    if (isWhole && this.isRecordAsKnown && file.isSettled) return file;
    if (!isAsWritten(target, file)) return null;
    return file.isSettled ? file : { ...file, stamp: stampFile(target) };
  }

  /** The files that are neither among the site's paths nor a build's. */
  listForeign(paths: ReadonlySet<string>): string[] {
    return [...this.files].filter((path) => !paths.has(path) && !this.known.has(path));
  }

  /** The files of builds that are not among the site's paths. */
  listStale(paths: ReadonlySet<string>): string[] {
    return [...this.known].filter((path) => !paths.has(path) && this.files.has(path));
  }
}
