/**
 * Stamps of the author's files → what tells one state of a file from another: an edge.
 */
import { join, resolve } from 'node:path';
import { type FileStamp, isSettled, stampFile } from '../content/stamps.ts';
import { digestFile } from '../output/folders.ts';
import type { SettledStamp } from '../output/stamp-table.ts';

export class FileKeys {
  private readonly stamps: Map<string, SettledStamp>;

  /**
   * `clockMs` is the clock that stamps files, read before any of them was looked at; `known` are
   * stamps that have been compared in this build already.
   */
  constructor(
    private readonly root: string,
    readonly clockMs: number,
    known: Iterable<readonly [string, SettledStamp]>,
  ) {
    this.stamps = new Map(known);
  }

  /** The stamp of a file or folder, from the root or absolute; always that of the first time. */
  stampOf(path: string): SettledStamp {
    const known = this.stamps.get(path);
    if (known !== undefined) return known;
    const stamp = stampFile(resolve(this.root, path));
    const settled = { stamp, isSettled: stamp === null || isSettled(stamp, this.clockMs) };
    this.stamps.set(path, settled);
    return settled;
  }

  /** A text that is another one whenever the file's bytes are; empty for one that cannot be read. */
  keyOf(path: string): string {
    const { stamp, isSettled } = this.stampOf(path);
    if (stamp === null) return '';
    if (isSettled) return describeStamp(stamp);
    try {
      return digestFile(join(this.root, path));
    } catch {
      return ''; // Whoever makes the copy says why.
    }
  }
}

function describeStamp({ size, modifiedMs, changedMs, inode }: FileStamp): string {
  return [size, modifiedMs, changedMs, inode].join(' ');
}
