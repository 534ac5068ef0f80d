/**
 * Destination: the folder that an import is for. The whole site is made in a workspace, and put in its place at the
 * end, so an import that fails or is stopped leaves the old essays, and one that succeeds leaves all the new ones.
 *
 * A folder that doesn't exist yet is the workspace itself, renamed. Otherwise the workspace is in its `.blog`: settings,
 * pages and public files are written first, and `content/essays` is exchanged by renaming, last.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { isAlive, isWithin, lockOutput } from '../build/out-folder.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, pageAddressOf } from '../essays/paths.ts';
import { findLock, readBytes, rewriteFile } from '../files/author-files.ts';
import { findStats, ifThere, removeTree, renameFile, replaceFile } from '../files/file-state.ts';
import { explainRefusal } from '../files/system-errors.ts';
import { ImportFault } from './input.ts';

/** The files of `blog init`'s samples, by path. In their texts, `{{name}}` and the like stand for the author's answers. */
export type Samples = ReadonlyMap<string, Buffer>;

export interface Destination {
  /** The folder in which the site is made, absolute. */
  readonly root: string;
  /** The folder that it gets, absolute. */
  readonly folder: string;
  /** The addresses of the pages that the site already has, in lower case. */
  readonly pages: ReadonlySet<string>;
  /** True if it has an about.md other than the sample. */
  readonly hasAbout: boolean;
  /** Puts the site in its place. */
  finish(): void;
  /** Removes the rest of the workspace. */
  close(): void;
}

/** The folders of the site that the check of the new essays needs. */
const SITE_FOLDERS = ['content', 'templates'];

/** Opens the destination; throws if it has essays that would be in the way. */
export function openDestination(folder: string, samples: Samples, isDryRun: boolean): Destination {
  const isNew = findStats(folder, fs.lstatSync) === null;
  if (!isNew) checkFolder(folder, samples);
  const lock =
    isNew || isDryRun ? null : lockOutput(join(folder, '.blog'), join(folder, 'content'));
  if (lock !== null && 'problem' in lock)
    throw new ImportFault('another import is running', 'Wait for it to finish.');
  const root = makeWorkspace(folder, isNew, isDryRun);
  copySite(folder, root);
  const before = new Map(listPaths(root).map((path) => [path, readBytes(join(root, path))]));
  return {
    root,
    folder,
    pages: new Set([...before.keys()].flatMap((path) => pageAddressOf(path)?.toLowerCase() ?? [])),
    hasAbout: before.has(ABOUT_PATH) && !isSample(root, ABOUT_PATH, samples),
    finish() {
      removeTree(join(root, '.blog'));
      if (isNew) moveWhole(root, folder);
      else moveInto(folder, root, before);
    },
    close() {
      try {
        removeTree(root);
        lock?.release();
      } catch {
        // The import itself has succeeded, or has said why it failed; the next one tries again.
      }
    },
  };
}

/** Refuses a folder in which an import would change what its author wrote. */
function checkFolder(folder: string, samples: Samples): void {
  if (findStats(folder)?.isDirectory() !== true)
    throw new ImportFault(`${folder} isn't a folder`, 'Name a new folder with `--to`.');
  const link = ['content', ESSAYS_FOLDER].find((path) =>
    findStats(join(folder, path), fs.lstatSync)?.isSymbolicLink(),
  );
  if (link !== undefined)
    throw new ImportFault(`${link} is a symlink`, 'Import into a new folder: `--to ../new-blog`.');
  const own = listPaths(folder, ESSAYS_FOLDER).find((path) => !isSample(folder, path, samples));
  if (own === undefined) return;
  const hint = 'Import into a new folder, and copy what you want from it: `--to ../new-blog`.';
  throw new ImportFault(`this site already has essays, such as ${own}`, hint);
}

/** True for a file that is as `blog init` wrote it. */
function isSample(folder: string, path: string, samples: Samples): boolean {
  const sample = samples.get(path);
  const bytes = readBytes(join(folder, path));
  if (sample === undefined || bytes === null) return false;
  const texts = String(sample).split(/\{\{\w+\}\}/);
  const pattern = texts.map((text) => text.replace(/[^\w\s]/g, '\\$&')).join('[^\\n]+');
  return bytes.equals(sample) || new RegExp(`^${pattern}$`).test(String(bytes));
}

/** Lists the files of a folder and of all folders in it, with "/". */
function listPaths(root: string, folder = ''): string[] {
  const entries = ifThere(() => fs.readdirSync(join(root, folder), { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? listPaths(root, path) : [path];
  });
}

/** The folder of a workspace, on the volume of the destination; removes those of imports that were killed. */
function makeWorkspace(folder: string, isNew: boolean, isDryRun: boolean): string {
  if (isDryRun) return fs.mkdtempSync(join(tmpdir(), 'blog-import-'));
  const parent = isNew ? dirname(folder) : join(folder, '.blog');
  const start = isNew ? `.${basename(folder)}.import.` : 'import.';
  for (const name of ifThere(() => fs.readdirSync(parent)) ?? []) {
    const pid = name.startsWith(start) ? name.slice(start.length) : '';
    if (/^\d+$/.test(pid) && !isAlive(pid)) removeTree(join(parent, name));
  }
  const root = join(parent, start + process.pid);
  removeTree(root);
  return root;
}

/** Copies the site without its essays, so that the new essays can be checked together with the rest. */
function copySite(folder: string, root: string): void {
  fs.mkdirSync(root, { recursive: true });
  const essays = join(folder, ESSAYS_FOLDER);
  // Nothing is written through a symlink of the author's until the end.
  const filter = (from: string) => from !== essays && findStats(from) !== null;
  for (const name of SITE_FOLDERS.filter((each) => findStats(join(folder, each)) !== null))
    fs.cpSync(join(folder, name), join(root, name), { recursive: true, dereference: true, filter });
}

/** Gives a new site its name. */
function moveWhole(root: string, folder: string): void {
  if (findStats(folder, fs.lstatSync) !== null) throw changedMeanwhile(folder);
  renameFile(root, folder);
}

/** Writes the new files of a workspace into the site, settings first, then exchanges the essays. */
function moveInto(folder: string, root: string, before: ReadonlyMap<string, Buffer | null>): void {
  const cacheDir = join(folder, '.blog');
  const after = listPaths(root).filter((path) => !path.startsWith(`${ESSAYS_FOLDER}/`));
  const isSettings = (path: string) => path === CONFIG_PATH;
  for (const path of [...after.filter(isSettings), ...after.filter((path) => !isSettings(path))]) {
    const bytes = readBytes(join(root, path)) ?? Buffer.alloc(0);
    const old = before.get(path) ?? null;
    if (old?.equals(bytes)) continue;
    const file = join(folder, path);
    const lock = findLock(file);
    if (lock !== null) throw new ImportFault(`${path} ${lock}`, 'Import into a new folder.');
    // The report, and what is beside it.
    if (!path.includes('/')) replaceFile(file, bytes);
    else if (!rewriteFile(file, old, bytes, cacheDir)) throw changedMeanwhile(path);
  }
  for (const path of before.keys())
    if (!after.includes(path)) fs.rmSync(join(folder, path), { force: true });
  exchange(join(root, ESSAYS_FOLDER), join(folder, ESSAYS_FOLDER), join(root, 'samples'));
}

/** Puts a folder in the place of another one, if there is one, which goes to `aside`. */
function exchange(from: string, to: string, aside: string): void {
  const isThere = findStats(to) !== null;
  if (isThere) renameFile(to, aside);
  try {
    renameFile(from, to);
  } catch (error) {
    if (isThere) renameFile(aside, to);
    throw error;
  }
}

const changedMeanwhile = (path: string) =>
  new ImportFault(`${path} has changed since the import began`, 'Run the import again.');

/** The place of a file in a workspace that couldn't be opened. */
const inPlace = (file: string) =>
  file.replace(/[/\\]\.blog[/\\]import\.\d+/, '').replace(/\.([^/\\]+)\.import\.\d+/, '$1');

/** Explains a system error, without the paths of the program's own files. */
export function explainFailure(
  error: NodeJS.ErrnoException & { readonly dest?: string },
  { root, folder }: Pick<Destination, 'root' | 'folder'>,
): string {
  const { path, dest = path, code = '', syscall = '' } = error;
  if (dest === undefined) return error.message;
  const named = inPlace(isWithin(dest, root) ? join(folder, relative(root, dest)) : dest);
  const isOwn = isWithin(named, folder);
  // Outside the site, an import only reads.
  const call = isOwn ? syscall : 'read';
  return explainRefusal(
    Object.assign(new Error(`${named}: ${code}`), { code, syscall: call, path: named }),
  );
}
