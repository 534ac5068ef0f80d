/**
 * The program as npm installs it: a copy that tests may take parts of away.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeSite, packageRoot } from './site.ts';

/** Installs the program, with all that it depends on, into a new folder; gives the folder. */
export function installProgram(): string {
  const program = makeSite({});
  for (const path of ['bin', 'dist', 'docs', 'src/starter', 'templates', 'package.json']) {
    cpSync(join(packageRoot, path), join(program, path), { recursive: true });
  }
  mkdirSync(join(program, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  // A scope stands for the native parts in it; that of esbuild is a dependency's own.
  for (const name of new Set(['@esbuild', ...packages.map((each) => each.replace(/\/.*/, ''))])) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(program, 'node_modules', name));
  }
  return program;
}
