/**
 * Compares the output folder that the development server serves with a clean build, byte by byte.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { fingerprint } from '../../src/files/fingerprint.ts';
import type { Problem } from '../../src/problems/problems.ts';
import type { DevSite } from './dev.ts';
import { buildIn } from './site.ts';

/** The result of a clean build: a tree, or errors. */
interface CleanBuild {
  readonly tree: readonly string[];
  readonly errors: readonly string[];
}

/** Expects the served tree to equal that of a clean build of the same content. */
export async function expectCleanTree(site: DevSite, showDrafts = true): Promise<void> {
  const clean = await buildFromNothing(site.root, showDrafts);
  expect(clean.errors).toEqual([]);
  expect(listTree(site.session.view.folder)).toEqual(clean.tree);
}

/**
 * Waits until the served tree, or the errors, equal those of a clean build of the current content; returns
 * true for a tree. Fails with the difference after a timeout.
 */
export async function untilClean(site: DevSite, showDrafts = true): Promise<boolean> {
  const clean = await buildFromNothing(site.root, showDrafts);
  const isGood = clean.errors.length === 0;
  const look = (): CleanBuild => ({
    errors: listErrors(site.builds.at(-1)?.result.problems ?? []),
    tree: isGood ? listTree(site.session.view.folder) : clean.tree,
  });
  const reached = site.until(() => isDeepStrictEqual(look(), clean));
  await Promise.race([reached, setTimeout(TOO_LATE_MS, null, { ref: false })]);
  expect(look()).toEqual(clean);
  return isGood;
}

/** Much longer than a check of all files takes, even on a busy machine. */
const TOO_LATE_MS = 120_000;

async function buildFromNothing(root: string, showDrafts: boolean): Promise<CleanBuild> {
  const place = mkdtempSync(join(tmpdir(), 'blog-clean-'));
  try {
    const [outDir, cacheDir] = [join(place, 'out'), join(place, '.blog')];
    const { problems } = await buildIn(root, { outDir, cacheDir, showDrafts });
    return { errors: listErrors(problems), tree: listTree(outDir) };
  } finally {
    rmSync(place, { recursive: true });
  }
}

function listErrors(problems: readonly Problem[]): string[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, file, line }) => `${code} ${file} ${line}`);
}

/** All files and folders below a folder, sorted, each with its contents. */
export function listTree(folder: string): string[] {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    return []; // There is none.
  }
  return entries
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const contents = entry.isFile() ? describeFile(file) : 'folder';
      return `${file.slice(folder.length + 1)} ${contents}`;
    })
    .sort();
}

function describeFile(file: string): string {
  try {
    return fingerprint(readFileSync(file));
  } catch {
    return 'gone in this moment, by a build that goes on';
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true });
}

/** Waits until nothing is in flight, including the check that follows each change. */
export function untilQuiet(site: DevSite): Promise<void> {
  return site.until(() => site.builds.length > 1 && site.builds.at(-1)?.changed.length === 0);
}
