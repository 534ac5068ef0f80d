/**
 * What every test of the development server comes to in the end: the tree that is served is that of a
 * build from nothing, to the byte.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import type { Problem } from '../../src/problems.ts';
import type { DevSite } from '../support/dev.ts';
import { buildIn } from '../support/site.ts';

/** What a build from nothing makes of a site: a tree, or errors. */
interface CleanBuild {
  readonly tree: readonly string[];
  readonly errors: readonly string[];
}

/** Compares the tree that is served with that of a clean build of the same content. */
export async function expectCleanTree(site: DevSite, showDrafts = true): Promise<void> {
  const clean = await buildFromNothing(site.root, showDrafts);
  expect(clean.errors).toEqual([]);
  expect(listTree(site.session.view.folder)).toEqual(clean.tree);
}

/**
 * Ends when the served tree is that of a clean build of the content as it is, or the errors are; true
 * for a tree. Fails with the difference where that never comes.
 */
export async function untilClean(site: DevSite, showDrafts = true): Promise<boolean> {
  const clean = await buildFromNothing(site.root, showDrafts);
  const isGood = clean.errors.length === 0;
  const describe = (problems: readonly Problem[] = []) =>
    isGood
      ? { errors: listErrors(problems), tree: listTree(site.session.view.folder) }
      : { errors: listErrors(problems) };
  const expected = JSON.stringify(isGood ? clean : { errors: clean.errors }, ['errors', 'tree']);
  let giveUp: NodeJS.Timeout | undefined;
  const tooLate = new Promise((resolve) => {
    giveUp = setTimeout(resolve, TOO_LATE_MS);
  });
  const reached = site.until(
    (last) => JSON.stringify(describe(last?.problems), ['errors', 'tree']) === expected,
  );
  await Promise.race([reached, tooLate]);
  clearTimeout(giveUp);
  expect(describe(site.builds.at(-1)?.result.problems)).toMatchObject(JSON.parse(expected));
  return isGood;
}

/** Long after every check of all files, also on a machine that does much else. */
const TOO_LATE_MS = 30_000;

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

/** All files and folders below a folder, sorted, each with what is in it. */
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

/** Ends when nothing is on its way any more: the look that follows each change has been taken. */
export function untilQuiet(site: DevSite): Promise<void> {
  return site.until(() => site.builds.length > 1 && site.builds.at(-1)?.changed.length === 0);
}
