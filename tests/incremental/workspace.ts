/**
 * The author's workspace: one site in a folder of its own, and everything that can be done to its files.
 *
 * Nothing here knows what a build makes of it. Every file gets a modification time of whole seconds,
 * so that a time can be set again exactly as it was.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pngHeader } from '../support/pictures.ts';
import { listFiles, NOW } from '../support/site.ts';
import { type EssayText, PLAIN, writeEssay } from './essay-text.ts';

export { pngHeader as png };

/** What a build is told besides its folders. */
export interface Flags {
  readonly now: number;
  readonly showDrafts: boolean;
  readonly isStrict: boolean;
  readonly program: string;
  readonly remembers: 'all' | 'none';
}

const FIRST_FLAGS = {
  ...{ now: NOW, showDrafts: false, isStrict: false, program: 'version 1' },
  remembers: 'all' as const,
};

interface Version {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

/** The author's own folders. */
const OWN = ['content', 'templates'];
/** Written by builds; who goes back to an earlier site keeps it. */
export const ADDRESSES = 'content/addresses.txt';

export class Workspace {
  flags: Flags = FIRST_FLAGS;
  settings = new Map<string, string>();
  /** True when what builds remember of out/ may be lost or out of date. */
  isRecordDamaged = false;
  private texts = new Map<string, EssayText>();
  private readonly versions: Version[] = [];
  private good: { files: Map<string, Uint8Array>; restore(): void } | null = null;
  private seconds = 1_500_000_000;

  /** The folder, which may be moved. */
  constructor(public root: string) {}

  get outDir(): string {
    return join(this.root, 'out');
  }

  get cacheDir(): string {
    return join(this.root, '.blog');
  }

  file(path: string): string {
    return join(this.root, path);
  }

  /** The files below a folder of the site, from its root, sorted. */
  list(folder: string): string[] {
    return listFiles(this.file(folder)).map((path) => `${folder}/${path}`);
  }

  /** The files that the author has written. */
  listOwn(): string[] {
    return OWN.flatMap((folder) => this.list(folder)).filter((path) => path !== ADDRESSES);
  }

  listEssays(): string[] {
    return this.list('content/essays').filter((path) => /\.(md|html|txt)$/.test(path));
  }

  /** The folders below a folder of the site, from its root, sorted. */
  listFolders(folder: string): string[] {
    if (!existsSync(this.file(folder))) return [];
    return readdirSync(this.file(folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => lstatSync(this.file(path)).isDirectory())
      .sort();
  }

  read(path: string): Buffer {
    return readFileSync(this.file(path));
  }

  /** Writes a file; whatever stands in its way goes. */
  write(path: string, contents: Uint8Array | string): void {
    this.keepVersion(path);
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      if (this.isFile(above)) this.remove(above);
    }
    if (existsSync(this.file(path)) && !this.isFile(path)) this.remove(path);
    mkdirSync(dirname(this.file(path)), { recursive: true });
    writeFileSync(this.file(path), contents);
    this.setTime(path, new Date(this.seconds++ * 1000));
  }

  setTime(path: string, time: Date): void {
    utimesSync(this.file(path), time, time);
  }

  timeOf(path: string): Date {
    return statSync(this.file(path)).mtime;
  }

  /** Removes a file or a folder, if it is there. */
  remove(path: string): void {
    if (this.isFile(path)) this.keepVersion(path);
    rmSync(this.file(path), { recursive: true, force: true });
  }

  /** Moves a file or a folder; does nothing where the new place is taken. */
  move(from: string, to: string): void {
    if (existsSync(this.file(to)) || `${to}/`.startsWith(`${from}/`)) return;
    mkdirSync(dirname(this.file(to)), { recursive: true });
    renameSync(this.file(from), this.file(to));
    for (const [path, text] of [...this.texts]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.texts.delete(path);
      this.texts.set(to + path.slice(from.length), text);
    }
  }

  essay(path: string): EssayText {
    return this.texts.get(path) ?? PLAIN;
  }

  writeEssay(path: string, text: EssayText): void {
    this.texts.set(path, text);
    this.write(path, writeEssay(path, text));
  }

  /** Sets a key of site.yaml to YAML, or takes it out (null). */
  set(key: string, yaml: string | null): void {
    if (yaml === null) this.settings.delete(key);
    else this.settings.set(key, yaml);
    const lines = [...this.settings].map(([name, value]) => `${name}: ${value}\n`);
    this.write('content/site.yaml', lines.join(''));
  }

  /** The version of a file, of all that were ever overwritten, with this number. */
  version(number: number): Version | null {
    return this.versions[number % this.versions.length] ?? null;
  }

  /** Keeps the site as it stands now as the one to go back to. */
  keep(): void {
    const { texts, settings, flags } = structuredClone({
      texts: this.texts,
      settings: this.settings,
      flags: this.flags,
    });
    const files = new Map(this.listOwn().map((path) => [path, this.read(path)]));
    const restore = () => {
      [this.texts, this.settings, this.flags] = [new Map(texts), new Map(settings), flags];
    };
    this.good = { files, restore };
  }

  /** Goes back to the site that was kept: only files that differ are touched, as git does it. */
  goBack(): void {
    if (this.good === null) return;
    const { files, restore } = this.good;
    for (const path of this.listOwn()) {
      if (!files.has(path)) this.remove(path);
    }
    for (const [path, bytes] of files) {
      if (!this.isFile(path) || !this.read(path).equals(bytes)) this.write(path, bytes);
    }
    restore();
  }

  private keepVersion(path: string): void {
    if (!OWN.some((folder) => path.startsWith(`${folder}/`)) || !this.isFile(path)) return;
    this.versions.push({ path, bytes: this.read(path), modified: this.timeOf(path) });
  }

  private isFile(path: string): boolean {
    try {
      return statSync(this.file(path)).isFile();
    } catch {
      return false;
    }
  }
}
