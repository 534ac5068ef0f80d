/**
 * A workspace: the folder of one test site, and the operations that edits perform on its files.
 *
 * Every file gets a modification time of whole seconds, so that a time can be restored exactly.
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
import { pngHeader } from '../../support/pictures.ts';
import { listFiles, NOW } from '../../support/site.ts';
import { type EssayText, PLAIN, writeEssay } from './essay-text.ts';

export { pngHeader as png };

/** The options of a build, except its folders. */
export interface Flags {
  readonly now: number;
  readonly showDrafts: boolean;
  readonly isStrict: boolean;
  readonly program: string;
  readonly remembers: 'all' | 'none';
  readonly isForGitHub: boolean;
}

const FIRST_FLAGS = {
  ...{ now: NOW, showDrafts: false, isStrict: false, program: 'version 1' },
  remembers: 'all' as const,
  isForGitHub: false,
};

interface Version {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

/** The author's own folders. */
const OWN = ['content', 'templates', 'look'];
/** Written by builds; going back to an earlier site leaves it alone. */
export const ADDRESSES = 'content/addresses.txt';

export class Workspace {
  flags: Flags = FIRST_FLAGS;
  settings = new Map<string, string>();
  /** True if the build's record of the files in out/ may be lost or stale. */
  isRecordDamaged = false;
  private texts = new Map<string, EssayText>();
  private readonly versions: Version[] = [];
  private good: { files: Map<string, Uint8Array>; restore(): void } | null = null;
  private seconds = 1_500_000_000;

  public root: string;

  /** The folder, which may be moved. */
  constructor(root: string) {
    this.root = root;
  }

  get outDir(): string {
    return join(this.root, 'out');
  }

  get cacheDir(): string {
    return join(this.root, '.blog');
  }

  file(path: string): string {
    return join(this.root, path);
  }

  /** The files below a folder of the site, relative to its root, sorted. */
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

  /** The folders below a folder of the site, relative to its root, sorted. */
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

  /** Writes a file; removes any file or folder that blocks its path. */
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

  /** Writes or removes (null) files. */
  apply(changes: Readonly<Record<string, string | Uint8Array | null>>): void {
    for (const [path, contents] of Object.entries(changes)) {
      if (contents === null) this.remove(path);
      else this.write(path, contents);
    }
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
    // A session may write into the folder at the same time.
    rmSync(this.file(path), { recursive: true, force: true, maxRetries: 10 });
  }

  /** Moves a file or a folder; does nothing if the destination exists. */
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

  /** Sets a key of site.yaml to YAML, or removes it (null). */
  set(key: string, yaml: string | null): void {
    if (yaml === null) this.settings.delete(key);
    else this.settings.set(key, yaml);
    const lines = [...this.settings].map(([name, value]) => `${name}: ${value}\n`);
    this.write('content/site.yaml', lines.join(''));
  }

  /** One of all file versions that were ever overwritten or removed, by number (modulo their count). */
  version(number: number): Version | null {
    return this.versions[number % this.versions.length] ?? null;
  }

  /** Saves the site's current state for `goBack`. */
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

  /** Restores the saved state; like git, touches only files that differ. */
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
