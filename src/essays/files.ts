/**
 * Reads single files of the author's. An edge.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findStats } from '../files/file-state.ts';
import { fileUnreadable, makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import { NO_ABOUT_PATH, pathFromSettings } from './paths.ts';

/** A file of the site, or the problem of one that can't be read. */
export type FileResult =
  | { readonly value: SourceFile; readonly problem: null }
  | { readonly value: null; readonly problem: Problem };

/** Reads a file of the site; null if it is missing. */
export function readOptional(
  root: string,
  path: string,
): { value: SourceFile | null; problems: Problem[] } {
  if (!findStats(join(root, path))?.isFile()) return { value: null, problems: [] };
  const { value, problem } = readSiteFile(root, path);
  return { value, problems: problem === null ? [] : [problem] };
}

/**
 * Finds the file of a path that site.yaml states; null if there is none in content/. A symlink that leads out of
 * content/ is only followed if `followLinks` is true.
 */
export function findSettingFile(
  root: string,
  written: string,
  followLinks: boolean,
): string | null {
  const path = pathFromSettings(written);
  const file = join(root, path);
  // Windows would take them for slashes, and other machines would not.
  if (written.includes('\\')) return null;
  if (!path.startsWith('content/') || !findStats(file)?.isFile()) return null;
  const isOwn =
    followLinks || realpathSync(file).startsWith(realpathSync(join(root, 'content')) + sep);
  return isOwn ? path : null;
}

/** Reads a file of the site; returns a problem if it can't be read. */
export function readSiteFile(root: string, path: string): FileResult {
  if (path === NO_ABOUT_PATH) return { value: { path, bytes: new Uint8Array() }, problem: null };
  try {
    return { value: { path, bytes: readFileSync(join(root, path)) }, problem: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { value: null, problem: fileUnreadable(path, code) };
  }
}

/** The problem of a file that changed after the build had read it. */
export function sourceChanged(path: string): Problem {
  const message = 'This file changed while the site was being built';
  return makeProblem('file-changed', wholeFile(path), message, 'Build again.');
}
