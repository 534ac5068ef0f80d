/**
 * What earlier builds wrote into an output folder: kept in `.blog/`, so that what went stale can be
 * removed and what no build wrote is left alone.
 *
 * Losing the record costs no correctness: unknown files are then reported and left.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

const FORMAT = 1;

/** The paths, relative to the output folder, that builds wrote; null where no record can be read. */
export function readRecord(cacheDir: string, outDir: string): Set<string> | null {
  try {
    const record: unknown = JSON.parse(readFileSync(recordFile(cacheDir, outDir), 'utf8'));
    const { format, paths } = record as { format?: unknown; paths?: unknown };
    if (format !== FORMAT || !Array.isArray(paths)) return null;
    return new Set(paths.filter((path): path is string => typeof path === 'string'));
  } catch {
    return null; // No record, or a damaged one: the next build writes a new one.
  }
}

/** Replaces the record in one step. */
export function writeRecord(cacheDir: string, outDir: string, paths: Iterable<string>): void {
  const file = recordFile(cacheDir, outDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ format: FORMAT, paths: [...paths].sort() }));
  renameSync(`${file}.new`, file);
}

function recordFile(cacheDir: string, outDir: string): string {
  return join(cacheDir, `written-${fingerprint(outDir)}.json`);
}

/**
 * Takes the right to write into an output folder, until `release`. A build that was killed has left
 * its lock behind: it counts for nothing once its process is gone.
 */
export function lockOutput(
  cacheDir: string,
  outDir: string,
): { release(): void } | { problem: Problem } {
  const file = join(cacheDir, `lock-${fingerprint(outDir)}`);
  mkdirSync(cacheDir, { recursive: true });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, `${hostname()} ${process.pid}`, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isHeld(file)) break;
      rmSync(file, { force: true });
    }
  }
  const message = 'Another build is writing into this folder';
  const hint = `Wait for it to end. If there is none, delete ${file}.`;
  return { problem: makeProblem('build-running', wholeFile(outDir), message, hint) };
}

function isHeld(lockFile: string): boolean {
  let holder: string;
  try {
    holder = readFileSync(lockFile, 'utf8');
  } catch {
    return false; // Released in this moment.
  }
  const [host, pid] = holder.split(' ');
  if (host !== hostname() || Number(pid) === process.pid || !/^\d+$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
