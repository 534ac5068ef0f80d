/**
 * Whether the last build's result still stands: every file that went into it and every file that came
 * out of it is as it was. Then there is nothing to do, and nothing is read but stamps.
 */
import { join, resolve } from 'node:path';
import { isSameStamp, stampFile } from '../content/stamps.ts';
import { digestIfReadable } from './folders.ts';
import type { BuildBasis, BuildRecord, WrittenFile } from './record.ts';

/** How the site stands to the last build. */
export interface Comparison {
  readonly record: BuildRecord;
  readonly basis: BuildBasis;
  /** The inputs that have changed since then, or may have; none: the result stands. */
  readonly changed: readonly string[];
}

/** With more changes than this the question is not which. */
const MAX_CHANGED = 20;

/**
 * Compares the site with the last build for an output folder. Null where that result is of no use any
 * more: it was asked for something else, its time is over, an output is not as it was, or much has
 * changed. `request` tells what the build is asked for, `now` is its clock (ms since the epoch).
 */
export function compareWithRecord(
  record: BuildRecord | null,
  root: string,
  outDir: string,
  request: string,
  now: number,
): Comparison | null {
  const basis = record?.basis;
  if (!record || !basis || basis.request !== request || record.pending.length > 0) return null;
  if (now < basis.validFrom || now >= basis.validUntil) return null;
  const changed: string[] = [];
  for (const [path, { stamp, isSettled }] of basis.inputs) {
    if (isSettled && isSameStamp(stampFile(resolve(root, path)), stamp)) continue;
    if (changed.length === MAX_CHANGED) return null;
    changed.push(path);
  }
  for (const [path, written] of record.files) {
    if (!isAsWritten(join(outDir, path), written)) return null;
  }
  return { record, basis, changed };
}

/** True when a file stands as a build wrote it. */
export function isAsWritten(file: string, { stamp, isSettled, digest }: WrittenFile): boolean {
  if (isSettled) return isSameStamp(stampFile(file), stamp);
  // Written in the last moment of the last build: only its bytes can tell.
  return digest !== null && digest === digestIfReadable(file);
}
