/**
 * The files outside of `content/` and `templates/` that a site depends on: what its templates import
 * from elsewhere, and what they would if it were there, or in order.
 */
import { dirname, join, resolve } from 'node:path';
import type { Problem } from '../problems.ts';

/** What an import may leave out. */
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '.css', '.json', '/index.tsx', '/index.ts'];

/** Of the files that templates are made from (absolute); packages are not expected to change. */
export function findOutsideFiles(
  files: readonly string[],
  root: string,
  packageRoot: string,
): string[] {
  const own = [join(root, 'templates/'), join(packageRoot, 'templates/')];
  return files.filter(
    (file) => !file.includes('node_modules') && !own.some((folder) => file.startsWith(folder)),
  );
}

/**
 * The files (absolute) that may mend templates that cannot be compiled: those in which the compiler
 * has found something, and those that it names.
 */
export function findMendingFiles(problems: readonly Problem[], root: string): string[] {
  const files = problems
    .filter(({ code }) => code === 'template-invalid')
    .flatMap(({ file, message }) => {
      const importer = resolve(root, file);
      const named = [...message.matchAll(/"([^"\n]+)"/g)].map(([, name = '']) => name);
      const bases = named
        .filter((name) => name.includes('/'))
        .flatMap((name) => [resolve(root, name), resolve(dirname(importer), name)]);
      return [importer, ...bases.flatMap((base) => ENDINGS.map((ending) => base + ending))];
    });
  return [...new Set(files)];
}
