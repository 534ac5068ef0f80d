/**
 * Makes the file system of this process ignore case, as those of Windows and macOS do, until the test is done.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** The path as the disk spells it, as far as it exists. */
function spell(file: string): string {
  const parent = dirname(file);
  if (parent === file) return file;
  const folder = spell(parent);
  const isSame = (name: string) => name.toLowerCase() === basename(file).toLowerCase();
  const found = list(folder).find(isSame);
  return join(folder, found ?? basename(file));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder) as string[];
  } catch {
    return [];
  }
}

const { readdirSync } = fs;

const SPELLED = [
  ...(['accessSync', 'lstatSync', 'mkdirSync', 'openSync', 'readFileSync'] as const),
  ...(['rmdirSync', 'statSync'] as const),
];

/** A file that is moved over another one, or over itself, keeps the name that is there. */
export function ignoreCase(): void {
  const { renameSync, rmSync } = fs;
  for (const name of SPELLED) {
    const call = fs[name] as (...args: unknown[]) => unknown;
    const spelled = (file: unknown, ...rest: unknown[]) =>
      call(typeof file === 'string' ? spell(file) : file, ...rest);
    vi.spyOn(fs, name).mockImplementation(spelled as never);
  }
  vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => rmSync(spell(`${file}`), options));
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    renameSync(spell(`${from}`), spell(`${to}`));
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
