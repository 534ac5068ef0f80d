/**
 * From the staging folder to the output folder: an edge. Every step leaves whole files.
 */
import { copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from '../content/fingerprint.ts';
import { stampFile } from '../content/stamps.ts';
import { nearestExisting } from './out-folder.ts';
import { type Staged, Staging } from './staging.ts';

/** Absolute folders: of the site, of its output, and of what builds remember. */
export interface OutputPlaces {
  readonly root: string;
  readonly outDir: string;
  readonly cacheDir: string;
}

/** The folder of ours that may stand in an output folder while a build is at work. */
export const STAGING = '.blog-staging';

/** Where there is no output folder yet, the staging folder becomes it in one step. */
export function swapWhole(staging: string, outDir: string): boolean {
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
export function moveFile(from: string, to: string, nearby: string): void {
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

/** A folder of this build's own on the volume of the output folder. */
export function placeStaging(outDir: string, cacheDir: string): string {
  mkdirSync(cacheDir, { recursive: true });
  const isSameVolume = statSync(nearestExisting(outDir)).dev === statSync(cacheDir).dev;
  return join(
    isSameVolume ? cacheDir : outDir,
    isSameVolume ? `staging-${fingerprint(outDir)}` : STAGING,
  );
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
