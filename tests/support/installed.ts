/**
 * Installs a copy of the program as npm does, from which tests can remove parts.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeSite, packageRoot } from './site.ts';

const INSTALLED = ['AGENTS.md', 'bin', 'dist', 'docs', 'src/starter', 'templates', 'package.json'];

/** Installs the program, as it is before its first build, with its dependencies; returns its folder. */
export function installProgram(): string {
  const program = makeSite({});
  for (const path of INSTALLED) {
    const filter = (file: string) => !file.endsWith('.code');
    cpSync(join(packageRoot, path), join(program, path), { recursive: true, filter });
  }
  mkdirSync(join(program, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  // A scope is linked as a whole, for its native packages; @esbuild belongs to a dependency.
  for (const name of new Set(['@esbuild', ...packages.map((each) => each.replace(/\/.*/, ''))])) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(program, 'node_modules', name));
  }
  return program;
}
