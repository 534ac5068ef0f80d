/**
 * The program as npm installs it: a copy that tests may take parts of away.
 */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeSite, packageRoot } from './site.ts';

/** Installs the program, with all that it depends on, into a new folder; gives the folder. */
export function installProgram(): string {
  const program = makeSite({});
  for (const path of ['bin', 'dist', 'templates', 'package.json']) {
    cpSync(join(packageRoot, path), join(program, path), { recursive: true });
  }
  mkdirSync(join(program, 'node_modules'));
  for (const name of readdirSync(join(packageRoot, 'node_modules'))) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(program, 'node_modules', name));
  }
  return program;
}
