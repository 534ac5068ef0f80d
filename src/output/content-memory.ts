/**
 * What builds remember of the author's files, in `.blog/`: for each essay what parsing it gave, for
 * each picture its size. One file for all output folders of a site.
 *
 * Whatever cannot be read, or was written by another program or for other settings, is dropped.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkedFile } from '../content/pictures.ts';
import type { Problem } from '../problems.ts';
import type { SettledStamp } from './record.ts';

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
  private readonly kept: Entries = { essays: new Map(), pictures: new Map() };

  /** `key` tells the program and the settings that all this depends on. */
  constructor(
    private readonly cacheDir: string,
    private readonly key: string,
  ) {
    this.old = readEntries(cacheDir, key);
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

const FILE = 'content.ndjson';
const FORMAT = 1;

function readEntries(cacheDir: string, key: string): Entries {
  try {
    const text = readFileSync(join(cacheDir, FILE), 'utf8');
    const [head = '', pictures = '', ...lines] = text.split('\n');
    if (head === makeHead(key) && lines.pop() === END) {
      return { essays: new Map(lines.map(decodeEssay)), pictures: new Map(JSON.parse(pictures)) };
    }
  } catch {
    // None, or a damaged one: everything is read again.
  }
  return { essays: new Map(), pictures: new Map() };
}

/** Replaces the file in one step. */
function writeEntries(cacheDir: string, key: string, { essays, pictures }: Entries): void {
  const lines = [...essays].map(encodeEssay);
  const text = [makeHead(key), JSON.stringify([...pictures]), ...lines, END].join('\n');
  mkdirSync(cacheDir, { recursive: true });
  const file = join(cacheDir, FILE);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** What the last line says of a file that is whole. */
const END = 'end';

function makeHead(key: string): string {
  return `${FORMAT} ${key}`;
}

type Head = readonly [path: string, digest: string, ...stamp: (number | boolean)[]];

/** JSON holds no tabs, so they part the pieces: only what is used of an essay is ever parsed. */
function encodeEssay([path, essay]: readonly [string, RememberedEssay]): string {
  const { stamp, isSettled, digest, record, brokenLinks } = essay;
  const { size = -1, modifiedMs = 0, changedMs = 0, inode = 0 } = stamp ?? {};
  const head: Head = [path, digest, size, modifiedMs, changedMs, inode, isSettled];
  const links = brokenLinks === null ? '' : JSON.stringify(brokenLinks);
  return `${JSON.stringify(head)}\t${record}\t${links}`;
}

function decodeEssay(line: string): [string, RememberedEssay] {
  const first = line.indexOf('\t');
  const second = line.indexOf('\t', first + 1);
  const [path, digest, size, modifiedMs, changedMs, inode, isSettled] = JSON.parse(
    line.slice(0, first),
  );
  const links = line.slice(second + 1);
  const essay = {
    stamp: { size, modifiedMs, changedMs, inode },
    isSettled,
    digest,
    record: line.slice(first + 1, second),
    brokenLinks: links === '' ? null : JSON.parse(links),
  };
  return [path, essay];
}
