/**
 * What builds remember of the author's files, in `.blog/`: for each essay what parsing it gave, for
 * each picture its size and what was made of it. One file for all output folders of a site.
 *
 * Whatever cannot be read, or was written by another program or for other settings, is dropped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
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
  STAMP_SIZE,
  type StampTable,
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
  private readonly key: string;
  private readonly old: Remembered;
  private readonly essays = new Map<string, RememberedEssay>();
  private readonly pictures = new Map<string, RememberedPicture>();

  /** `program` and `config` are what all this depends on: what others remember is not taken. */
  constructor(
    private readonly cacheDir: string,
    program: string,
    config: ParserConfig,
  ) {
    this.key = digest(JSON.stringify([program, config]));
    this.old = new Remembered(cacheDir, this.key);
  }

  /** What is remembered of the essay at a path, be it up to date or not. */
  essay(path: string): RememberedEssay | null {
    return this.essays.get(path) ?? this.old.essay(path);
  }

  picture(path: string): RememberedPicture | null {
    return this.old.picture(path);
  }

  keepEssay(path: string, essay: RememberedEssay): void {
    this.essays.set(path, essay);
  }

  /** The paths of the pictures that are in use. */
  keptPictures(): Iterable<string> {
    return this.pictures.keys();
  }

  /** The files in which the variants of those pictures are kept. */
  keptPacks(): Set<string> {
    const sets = [...this.pictures.values()].flatMap(({ file }) => Object.values(file.variants));
    return new Set(sets.map(({ pack }) => pack));
  }

  keepPicture(path: string, picture: RememberedPicture): void {
    this.pictures.set(path, picture);
  }

  /** Writes down what was kept, unless that is what an earlier build wrote down. */
  save(): void {
    const { essays, pictures, old } = this;
    const isSame =
      essays.size === old.essayCount &&
      pictures.size === old.pictureCount &&
      [...essays].every(([path, essay]) => old.essay(path) === essay) &&
      [...pictures].every(([path, picture]) => isDeepStrictEqual(old.picture(path), picture));
    if (!isSame) writeMemory(this.cacheDir, this.key, essays, pictures);
  }
}

const FILE = 'content';
const FORMAT = 2;

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

/** What the file says; of an essay only when it is asked for. Nothing where it cannot be read. */
class Remembered {
  private readonly table: StampTable<Head> | null;
  private readonly indexes: Map<string, number>;
  private readonly brokenLinks: Map<number, RememberedEssay['brokenLinks']>;
  private readonly essays = new Map<string, RememberedEssay>();
  private readonly pictures = new Map<string, RememberedPicture>();
  private records: readonly string[] | null = null;

  constructor(cacheDir: string, key: string) {
    this.table = readTable(cacheDir, key);
    const { paths = [], brokenLinks = [], pictures = [] } = this.table?.head ?? {};
    this.indexes = new Map(paths.map((path, index) => [path, index]));
    this.brokenLinks = new Map(brokenLinks);
    pictures.forEach((file, index) => {
      const numbers = this.table?.numbers ?? new Float64Array();
      const { stamp, isSettled } = decodeStamp(numbers, paths.length + index);
      this.pictures.set(file.path, { stamp, isSettled, file });
    });
  }

  get essayCount(): number {
    return this.indexes.size;
  }

  get pictureCount(): number {
    return this.pictures.size;
  }

  picture(path: string): RememberedPicture | null {
    return this.pictures.get(path) ?? null;
  }

  /** Always the same object. */
  essay(path: string): RememberedEssay | null {
    const known = this.essays.get(path);
    const index = this.indexes.get(path);
    if (known !== undefined || index === undefined || this.table === null) return known ?? null;
    const { head, numbers } = this.table;
    this.records ??= this.table.text.split('\n');
    const { stamp, isSettled } = decodeStamp(numbers, index);
    const essay = {
      stamp,
      isSettled,
      digest: head.digests[index] ?? '',
      record: this.records[index] ?? '',
      brokenLinks: this.brokenLinks.get(index) ?? null,
    };
    this.essays.set(path, essay);
    return essay;
  }
}

function readTable(cacheDir: string, key: string): StampTable<Head> | null {
  try {
    const table = decodeTable<Head>(readFileSync(join(cacheDir, FILE)));
    const { format, key: writtenFor, paths, pictures } = table.head;
    const isWhole = table.numbers.length === (paths.length + pictures.length) * STAMP_SIZE;
    return format === FORMAT && writtenFor === key && isWhole ? table : null;
  } catch {
    return null; // None, or a damaged one: everything is read again.
  }
}

/** Replaces the file in one step. */
function writeMemory(
  cacheDir: string,
  key: string,
  essays: ReadonlyMap<string, RememberedEssay>,
  pictures: ReadonlyMap<string, RememberedPicture>,
): void {
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
