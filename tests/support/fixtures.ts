/**
 * Fixtures: folders with what a test reads and what it expects, as files that open in an editor. With `BLOG_UPDATE=1`,
 * tests write their results over what was expected.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Files, listFiles, packageRoot, writeFiles } from './site.ts';

const isUpdating = (process.env.BLOG_UPDATE ?? '') !== '';

/** The cases in a folder of tests/fixtures/, each with its name and its own folder. */
export function listFixtures(folder: string): [name: string, folder: string][] {
  const all = join(packageRoot, 'tests/fixtures', folder);
  const names = readdirSync(all).sort();
  return names.map((name) => [name, join(all, name)]);
}

/** The text of every file below a folder, by its path. */
function readTree(folder: string): Record<string, string> {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  return Object.fromEntries(listFiles(folder).map((path) => [path, read(path)]));
}

/** Expects exactly these files in a folder of a fixture. */
export function expectTree(folder: string, files: Files): void {
  if (isUpdating) {
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, files);
  }
  expect(files).toEqual(readTree(folder));
}

/** Expects exactly this text in a file of a fixture. */
export function expectText(file: string, text: string): void {
  if (isUpdating) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
