/**
 * What builds remember of the author's files, in `.blog/`: for each essay what parsing it gave, for
 * each picture its size. One file for all output folders of a site.
 *
 * Whatever cannot be read, or was written by another program or for other settings, is dropped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParserConfig } from '../content/essay.ts';
import { digest } from '../content/fingerprint.ts';
import type { LinkedFile } from '../content/pictures.ts';
import type { Problem } from '../problems.ts';
import { replaceFile } from './folders.ts';
import {
  decodeStamp,
  decodeTable,
  encodeStamps,
  encodeTable,
  type SettledStamp,
} from './stamp-table.ts';

export interface RememberedEssay extends SettledStamp {
  /** Of the file's bytes. */
  readonly digest: string;
  /** What `encodeResult` makes of it. */
  readonly record: string;
  /** The problems of its broken links, by what was told of the links; null where none was broken. */
  readonly brokenLinks: { readonly key: string; readonly problems: readonly Problem[] } | null;
}

export interface RememberedPicture extends SettledStamp {
  readonly file: LinkedFile;
}

/**
 * What an earlier build remembered, and what is to be remembered of this one: only what was kept
 * outlives it.
 */
export class ContentMemory {
  private readonly old: Entries;
  private readonly key: string;
  private readonly kept: Entries = { essays: new Map(), pictures: new Map() };

  /** `program` and `config` are what all this depends on: what others remember is not taken. */
  constructor(
    private readonly cacheDir: string,
    program: string,
    config: ParserConfig,
  ) {
    this.key = digest(JSON.stringify([program, config]));
    this.old = readEntries(cacheDir, this.key);
  }

  /** What is remembered of the essay at a path, be it up to date or not. */
  essay(path: string): RememberedEssay | null {
    return this.kept.essays.get(path) ?? this.old.essays.get(path) ?? null;
  }

  picture(path: string): RememberedPicture | null {
    return this.old.pictures.get(path) ?? null;
  }

  keepEssay(path: string, essay: RememberedEssay): void {
    this.kept.essays.set(path, essay);
  }

  /** The paths of the pictures that are in use. */
  keptPictures(): Iterable<string> {
    return this.kept.pictures.keys();
  }

  keepPicture(path: string, picture: RememberedPicture): void {
    this.kept.pictures.set(path, picture);
  }

  /** Writes down what was kept, unless that is what an earlier build wrote down. */
  save(): void {
    const isSame = <Entry>(kept: Map<string, Entry>, old: Map<string, Entry>) =>
      kept.size === old.size && [...kept].every(([path, entry]) => old.get(path) === entry);
    const { old, kept } = this;
    if (isSame(kept.essays, old.essays) && isSame(kept.pictures, old.pictures)) return;
    writeEntries(this.cacheDir, this.key, kept);
  }
}

interface Entries {
  readonly essays: Map<string, RememberedEssay>;
  readonly pictures: Map<string, RememberedPicture>;
}

const FILE = 'content';
const FORMAT = 1;

/** The head of the file. The essays' records follow, one to a line, and the stamps of all. */
interface Head {
  readonly format: number;
  readonly key: string;
  readonly paths: readonly string[];
  readonly digests: readonly string[];
  /** Of the few essays that have any. */
  readonly brokenLinks: readonly (readonly [index: number, RememberedEssay['brokenLinks']])[];
  readonly pictures: readonly LinkedFile[];
}

function readEntries(cacheDir: string, key: string): Entries {
  const entries: Entries = { essays: new Map(), pictures: new Map() };
  try {
    const { head, text, numbers } = decodeTable<Head>(readFileSync(join(cacheDir, FILE)));
    if (head.format !== FORMAT || head.key !== key) return entries;
    const { paths, digests, pictures } = head;
    const records = text.split('\n');
    const brokenLinks = new Map(head.brokenLinks);
    paths.forEach((path, index) => {
      const { stamp, isSettled } = decodeStamp(numbers, index);
      entries.essays.set(path, {
        stamp,
        isSettled,
        digest: digests[index] ?? '',
        record: records[index] ?? '',
        brokenLinks: brokenLinks.get(index) ?? null,
      });
    });
    pictures.forEach((file, index) => {
      const { stamp, isSettled } = decodeStamp(numbers, paths.length + index);
      entries.pictures.set(file.path, { stamp, isSettled, file });
    });
    return entries;
  } catch {
    // None, or a damaged one: everything is read again.
    return { essays: new Map(), pictures: new Map() };
  }
}

/** Replaces the file in one step. */
function writeEntries(cacheDir: string, key: string, { essays, pictures }: Entries): void {
  const all = [...essays.values()];
  const head: Head = {
    format: FORMAT,
    key,
    paths: [...essays.keys()],
    digests: all.map(({ digest }) => digest),
    brokenLinks: all.flatMap(({ brokenLinks }, index) =>
      brokenLinks === null ? [] : [[index, brokenLinks] as const],
    ),
    pictures: [...pictures.values()].map(({ file }) => file),
  };
  const text = all.map(({ record }) => record).join('\n');
  const numbers = encodeStamps([...all, ...pictures.values()]);
  replaceFile(join(cacheDir, FILE), encodeTable({ head, text, numbers }));
}
