/**
 * What the last build wrote into an output folder, and from what: kept in `.blog/`.
 *
 * Tells which outputs are as they should be, which files went stale, and, without even parsing the
 * site, whether there is anything to do at all. Losing the record costs time, not correctness: files
 * that no build is known to have written are then compared, and otherwise left alone.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import type { FileStamp } from '../content/stamps.ts';
import type { Problem } from '../problems.ts';

const FORMAT = 2;

/** A stamp, and whether every later write must change it. */
export interface SettledStamp {
  /** Null: there was no such file. */
  readonly stamp: FileStamp | null;
  readonly isSettled: boolean;
}

/** One file that the build wrote. */
export interface WrittenFile extends SettledStamp {
  /** What it was made from. */
  readonly key: string;
  /** Of its bytes. */
  readonly digest: string;
}

/** What the author is told of a site, apart from its problems. */
export interface SiteReport {
  readonly essays: number;
  readonly draftsShown: number;
  readonly draftsLeftOut: number;
  readonly futureLeftOut: number;
  readonly url: string;
}

/** What must be as it was for the last build's result to stand. */
export interface BuildBasis {
  /** What the build was told, and by which program. */
  readonly request: string;
  /** Every file and folder whose change would matter, from the root of the site or absolute. */
  readonly inputs: ReadonlyMap<string, SettledStamp>;
  /** The folders of the output, absolute: a file that is added to one changes it. */
  readonly folders: readonly string[];
  /** Moments in ms since the epoch: the build's own clock, and when its result is out of date. */
  readonly validFrom: number;
  readonly validUntil: number;
  readonly report: SiteReport;
  readonly problems: readonly Problem[];
}

export interface BuildRecord {
  /** Files by their paths in the output folder. */
  readonly files: ReadonlyMap<string, WrittenFile>;
  /** Paths that a build that did not finish may have written besides. */
  readonly pending: readonly string[];
  readonly basis: BuildBasis | null;
}

/** The record of an output folder; null where none can be read. */
export function readRecord(cacheDir: string, outDir: string): BuildRecord | null {
  const file = recordFile(cacheDir, outDir);
  const pending = parseOrNull<string[]>(`${file}.pending`);
  const encoded = parseOrNull<EncodedRecord>(file);
  try {
    if (encoded === null || encoded.format !== FORMAT) throw new TypeError('another format');
    const files = new Map<string, WrittenFile>();
    encoded.paths.forEach((path, index) => {
      const [key = '', digest = ''] = encoded.digests[index] ?? [];
      files.set(path, { key, digest, ...decodeStamp(encoded.stamps, index) });
    });
    return { files, pending: pending ?? [], basis: decodeBasis(encoded.basis) };
  } catch {
    // None, or a damaged one: the next build writes a new one.
    return pending === null ? null : { files: new Map(), pending, basis: null };
  }
}

/** Notes, before the first of them is written, which paths a build adds to those of the record. */
export function writePending(cacheDir: string, outDir: string, paths: readonly string[]): void {
  replaceFile(`${recordFile(cacheDir, outDir)}.pending`, JSON.stringify(paths));
}

/** Replaces the record in one step. */
export function writeRecord(
  cacheDir: string,
  outDir: string,
  files: ReadonlyMap<string, WrittenFile>,
  basis: BuildBasis | null,
): void {
  const file = recordFile(cacheDir, outDir);
  const written = [...files.values()];
  const encoded: EncodedRecord = {
    format: FORMAT,
    paths: [...files.keys()],
    digests: written.map(({ key, digest }) => [key, digest]),
    stamps: written.flatMap(encodeStamp),
    basis: basis === null ? null : encodeBasis(basis),
  };
  replaceFile(file, JSON.stringify(encoded));
  rmSync(`${file}.pending`, { force: true });
}

interface EncodedRecord {
  readonly format: number;
  readonly paths: readonly string[];
  readonly digests: readonly (readonly [key: string, digest: string])[];
  readonly stamps: readonly number[];
  readonly basis: EncodedBasis | null;
}

type EncodedBasis = Omit<BuildBasis, 'inputs'> & {
  readonly inputs: readonly string[];
  readonly stamps: readonly number[];
};

function encodeBasis({ inputs, ...rest }: BuildBasis): EncodedBasis {
  return { ...rest, inputs: [...inputs.keys()], stamps: [...inputs.values()].flatMap(encodeStamp) };
}

function decodeBasis(encoded: EncodedBasis | null): BuildBasis | null {
  if (encoded === null) return null;
  const { inputs, stamps, ...rest } = encoded;
  const entries = inputs.map((path, index) => [path, decodeStamp(stamps, index)] as const);
  return { ...rest, inputs: new Map(entries) };
}

/** Five numbers; a size below zero stands for a file that is not there. */
function encodeStamp({ stamp, isSettled }: SettledStamp): number[] {
  if (stamp === null) return [-1, 0, 0, 0, Number(isSettled)];
  return [stamp.size, stamp.modifiedMs, stamp.changedMs, stamp.inode, Number(isSettled)];
}

function decodeStamp(stamps: readonly number[], index: number): SettledStamp {
  const at = index * 5;
  const [size = -1, modifiedMs = 0, changedMs = 0, inode = 0, isSettled] = stamps.slice(at, at + 5);
  const stamp = size < 0 ? null : { size, modifiedMs, changedMs, inode };
  return { stamp, isSettled: isSettled === 1 };
}

function recordFile(cacheDir: string, outDir: string): string {
  return join(cacheDir, `written-${fingerprint(outDir)}.json`);
}

function parseOrNull<Value>(file: string): Value | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // Not there, or damaged.
  }
}

function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
