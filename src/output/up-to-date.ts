/**
 * Whether the last build's result still stands: every file that went into it and every file that came
 * out of it is as it was. Then there is nothing to do, and nothing is read but stamps.
 */
import { join, resolve } from 'node:path';
import { isSameStamp, stampFile } from '../content/stamps.ts';
import type { Problem } from '../problems.ts';
import type { BuildRecord, SiteReport } from './record.ts';

/** What the last build said, and how many files it left in the output folder. */
export interface StandingResult {
  readonly report: SiteReport;
  readonly problems: readonly Problem[];
  readonly fileCount: number;
}

/**
 * The last result for an output folder, or null when something has changed since, or may have.
 * `request` tells what the build is asked for, `now` is its clock (ms since the epoch).
 */
export function findStandingResult(
  record: BuildRecord | null,
  root: string,
  outDir: string,
  request: string,
  now: number,
): StandingResult | null {
  const basis = record?.basis;
  if (!record || !basis || basis.request !== request || record.pending.length > 0) return null;
  if (now < basis.validFrom || now >= basis.validUntil) return null;
  for (const [path, { stamp, isSettled }] of basis.inputs) {
    if (!isSettled || !isSameStamp(stampFile(resolve(root, path)), stamp)) return null;
  }
  for (const [path, { stamp, isSettled }] of record.files) {
    if (!isSettled || !isSameStamp(stampFile(join(outDir, path)), stamp)) return null;
  }
  const { report, problems } = basis;
  return { report, problems, fileCount: record.files.size };
}
