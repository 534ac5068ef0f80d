/**
 * A build that is done → its record: an edge.
 */
import { join } from 'node:path';
import { isSettled, readFileClock, stampFile } from '../content/stamps.ts';
import { digestIfReadable } from './folders.ts';
import type { OutputPlaces } from './placing.ts';
import { type BuildBasis, type WrittenFile, writeRecord } from './record.ts';

/**
 * Keeps what stands in an output folder, and from what. What was written in this very moment is not
 * settled yet, and its bytes are kept in mind as well.
 */
export function rememberBuild(
  { outDir, cacheDir }: Omit<OutputPlaces, 'root'>,
  files: ReadonlyMap<string, WrittenFile>,
  basis: BuildBasis | null,
): void {
  const clockMs = readFileClock(cacheDir);
  const settled = new Map<string, WrittenFile>();
  for (const [path, file] of files) {
    const isSure = file.isSettled || (file.stamp !== null && isSettled(file.stamp, clockMs));
    const digest = isSure ? null : digestIfReadable(join(outDir, path));
    settled.set(path, file.isSettled ? file : { ...file, digest, isSettled: isSure });
  }
  const folders = (basis?.folders ?? []).map((path) => {
    const stamp = stampFile(path);
    return [path, { stamp, isSettled: stamp === null || isSettled(stamp, clockMs) }] as const;
  });
  const inputs = new Map([...(basis?.inputs ?? []), ...folders]);
  writeRecord(cacheDir, outDir, settled, basis === null ? null : { ...basis, inputs });
}
