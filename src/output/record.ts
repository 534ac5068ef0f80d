/**
 * What the last build wrote into an output folder, and from what: kept in `.blog/`.
 *
 * Tells which outputs are as they should be, which files went stale, and, without even parsing the
 * site, whether there is anything to do at all. Losing the record costs time, not correctness: files
 * that no build is known to have written are then compared, and otherwise left alone.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { type FileStamp, isSameStamp, stampFile } from '../content/stamps.ts';
import type { Problem } from '../problems.ts';
import { replaceFile } from './folders.ts';
import {
  decodeStamp,
  decodeTable,
  encodeStamps,
  encodeTable,
  type SettledStamp,
  STAMP_SIZE,
} from './stamp-table.ts';

const FORMAT = 3;

/** One file that the build wrote. */
export interface WrittenFile extends SettledStamp {
  /** What it was made from. */
  readonly key: string;
  /** Of its bytes; null for a settled stamp, which says enough. */
  readonly digest: string | null;
}

/** What the author is told of a site, apart from its problems. */
export interface SiteReport {
  readonly essays: number;
  readonly draftsShown: number;
  readonly draftsLeftOut: number;
  readonly futureLeftOut: number;
  readonly url: string;
}

/** Which feeds there are, and the files of the essays that they hold, newest first. */
export interface FeedBasis {
  /** Relative to the output folder. */
  readonly paths: readonly string[];
  readonly sources: readonly string[];
}

/** What must be as it was for the last build's result to stand. */
export interface BuildBasis {
  /** What the build was told, and by which program. */
  readonly request: string;
  /** Every file and folder whose change would matter, from the root of the site or absolute. */
  readonly inputs: ReadonlyMap<string, SettledStamp>;
  /** The folders of the output, absolute: a file that is added to one changes it. */
  readonly folders: readonly string[];
  /** Of the paths of all content: what changed in a folder may still be no other file. */
  readonly listing: string;
  /** For each essay that is published what `encodePlacement` makes of it, one to a line. */
  readonly placements: string;
  readonly feeds: FeedBasis;
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

/** A record, and the stamp of its file when it was read. */
export interface RecordReading {
  /** Null where none can be read. */
  readonly record: BuildRecord | null;
  /** Of its file, and of that of the pending paths, before they were read. */
  readonly stamps: readonly (FileStamp | null)[];
}

/** The record of an output folder; `known` is given back where it still is what the file says. */
export function readRecord(
  cacheDir: string,
  outDir: string,
  known: RecordReading | null = null,
): RecordReading {
  const file = recordFile(cacheDir, outDir);
  const stamps = [file, `${file}.pending`].map(stampFile);
  const isSame = known?.stamps.every((stamp, index) => isSameStamp(stamp, stamps[index] ?? null));
  return known !== null && isSame ? known : { record: parseRecord(file), stamps };
}

function parseRecord(file: string): BuildRecord | null {
  const pending = readPending(`${file}.pending`);
  try {
    const table = decodeTable<EncodedRecord>(readFileSync(file));
    const { head, numbers } = table;
    const { format, paths, keys, digests, basis } = head;
    const lastDigests = new Map(digests);
    if (format !== FORMAT) throw new TypeError('another format');
    const files = new Map<string, WrittenFile>();
    paths.forEach((path, index) => {
      const key = keys[index] ?? '';
      const digest = lastDigests.get(index) ?? null;
      const { stamp, isSettled } = decodeStamp(numbers, index);
      files.set(path, { key, digest, stamp, isSettled });
    });
    const stamps = numbers.subarray(paths.length * STAMP_SIZE);
    return { files, pending, basis: decodeBasis(basis, table, stamps) };
  } catch {
    // None, or a damaged one: the next build writes a new one.
    return pending.length === 0 ? null : { files: new Map(), pending, basis: null };
  }
}

/** Notes, before the first of them is written, which paths a build adds to those of the record. */
export function writePending(cacheDir: string, outDir: string, paths: readonly string[]): void {
  replaceFile(`${recordFile(cacheDir, outDir)}.pending`, JSON.stringify(paths));
}

function readPending(file: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return []; // No build was stopped in between.
  }
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
  const { inputs = new Map<string, SettledStamp>(), placements = '', ...rest } = basis ?? {};
  const head: EncodedRecord = {
    format: FORMAT,
    paths: [...files.keys()],
    keys: written.map(({ key }) => key),
    digests: written.flatMap(({ digest }, index) =>
      digest === null ? [] : [[index, digest] as const],
    ),
    basis: basis === null ? null : { ...(rest as EncodedBasis), inputs: [...inputs.keys()] },
  };
  const numbers = encodeStamps([...written, ...inputs.values()]);
  replaceFile(file, encodeTable({ head, text: placements, numbers }));
  rmSync(`${file}.pending`, { force: true });
}

/** What stands in the file as JSON; the stamps of files and inputs follow as numbers. */
interface EncodedRecord {
  readonly format: number;
  readonly paths: readonly string[];
  readonly keys: readonly string[];
  /** Of the few files that have one. */
  readonly digests: readonly (readonly [index: number, digest: string])[];
  readonly basis: EncodedBasis | null;
}

type EncodedBasis = Omit<BuildBasis, 'inputs' | 'placements'> & {
  readonly inputs: readonly string[];
};

function decodeBasis(
  encoded: EncodedRecord['basis'],
  table: { readonly text: string },
  numbers: Float64Array,
): BuildBasis | null {
  if (encoded === null) return null;
  const inputs = encoded.inputs.map((path, index) => [path, decodeStamp(numbers, index)] as const);
  return {
    ...encoded,
    inputs: new Map(inputs),
    get placements() {
      return table.text;
    },
  };
}

function recordFile(cacheDir: string, outDir: string): string {
  return join(cacheDir, `written-${fingerprint(outDir)}.json`);
}
