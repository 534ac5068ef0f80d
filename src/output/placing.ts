/**
 * Where finished files wait, and their way from there into the output folder: an edge.
 *
 * The staging folder lies on the volume of the output folder, so that each file comes into its place
 * by being renamed. Every step leaves whole files.
 */
import { copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { stampFile } from '../content/stamps.ts';
import { makeFolders, removeEmptyFolders, removeStale } from './folders.ts';
import { listFoldersAbove } from './foreign-files.ts';
import { nearestExisting } from './out-folder.ts';
import { type Staged, Staging } from './staging.ts';

/** Absolute folders: of the site, of its output, and of what builds remember. */
export interface OutputPlaces {
  readonly root: string;
  readonly outDir: string;
  readonly cacheDir: string;
}

/** The folder of ours that may stand in an output folder while a build is at work. */
const STAGING = '.blog-staging';

/** A folder of this build's own on the volume of the output folder. */
export function placeStaging(outDir: string, cacheDir: string): string {
  mkdirSync(cacheDir, { recursive: true });
  const isSameVolume = statSync(nearestExisting(outDir)).dev === statSync(cacheDir).dev;
  return join(
    isSameVolume ? cacheDir : outDir,
    isSameVolume ? `staging-${fingerprint(outDir)}` : STAGING,
  );
}

/** Makes that folder, empty: a build that was killed may have left files in it. */
export function makeStaging(outDir: string, cacheDir: string): string {
  const staging = placeStaging(outDir, cacheDir);
  rmSync(join(outDir, STAGING), { recursive: true, force: true });
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  return staging;
}

/**
 * Moves staged files into place and removes the stale ones; first those in the way. All are paths in
 * the output folder; `paths` are those of the whole site. True where the staging folder became the
 * output folder, so that the files in it are the staged ones.
 */
export function placeFiles(
  staging: string,
  outDir: string,
  changed: readonly string[],
  stale: readonly string[],
  paths: ReadonlySet<string>,
): boolean {
  if (swapWhole(staging, outDir)) return true;
  const folders = new Set([...paths].flatMap(listFoldersAbove));
  const isInTheWay = (path: string) =>
    folders.has(path) || listFoldersAbove(path).some((above) => paths.has(above));
  const [first, later] = [stale.filter(isInTheWay), stale.filter((path) => !isInTheWay(path))];
  removeStale(outDir, first, paths);
  const makeFolder = makeFolders();
  for (const path of changed) {
    const target = join(outDir, path);
    makeFolder(dirname(target));
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) removeEmptyFolders(target);
    moveFile(join(staging, path), target, join(outDir, STAGING));
  }
  rmSync(join(outDir, STAGING), { recursive: true, force: true });
  removeStale(outDir, later, paths);
  return false;
}

/**
 * Replaces files that an earlier build wrote, each at once, and gives their stamps, also of those that
 * held these bytes already. A build that is killed in between leaves whole files, which the next one
 * finds changed. The right to write (`lockOutput`) is the caller's.
 */
export function replaceFiles(
  { outDir, cacheDir }: OutputPlaces,
  files: ReadonlyMap<string, string>,
): Map<string, Staged> {
  const folder = placeStaging(outDir, cacheDir);
  const staging = new Staging(folder, outDir);
  const stamps = new Map<string, Staged>();
  try {
    for (const [path, contents] of files) {
      const staged = staging.put(path, contents, true);
      const target = join(outDir, path);
      if (staged.isNew) moveFile(join(folder, path), target, join(outDir, STAGING));
      stamps.set(path, staged.isNew ? { isNew: true, stamp: stampFile(target) } : staged);
    }
    return stamps;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(outDir, STAGING), { recursive: true, force: true });
  }
}

/** Where there is no output folder yet, the staging folder becomes it in one step. */
function swapWhole(staging: string, outDir: string): boolean {
  if (lstatSync(outDir, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(dirname(outDir), { recursive: true });
  try {
    renameSync(staging, outDir);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return false;
  }
}

/** Renames; a folder mounted into the same volume takes no rename from outside of it. */
function moveFile(from: string, to: string, nearby: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    mkdirSync(nearby, { recursive: true });
    const aside = join(nearby, 'file');
    copyFileSync(from, aside);
    renameSync(aside, to);
  }
}
