/**
 * Files of the templates → scripts and style sheets, with all that went into them.
 *
 * An edge: the only file that runs esbuild. Nothing is written to the disk, and what is wrong with a
 * template is a problem at its own line.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BuildFailure, BuildOptions } from 'esbuild';
import type { Problem } from '../problems.ts';
import { compilerMissing, ENTRY_NAME, templateInvalid } from './template-errors.ts';

/** What came of one run of the compiler; no files where there are problems. */
export interface Compiled {
  readonly files: readonly { path: string; text: string; contents: Uint8Array }[];
  /** Absolute. */
  readonly inputs: readonly string[];
  readonly problems: Problem[];
}

const SHARED_OPTIONS = {
  bundle: true,
  write: false,
  logLevel: 'silent',
  metafile: true,
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/** Compiles for the site at `root`; `options` says what, and into which form. */
export async function runEsbuild(
  root: string,
  packageRoot: string,
  options: BuildOptions,
): Promise<Compiled> {
  try {
    const { build } = await import('esbuild');
    const { outputFiles = [], metafile } = await build({ ...SHARED_OPTIONS, ...options });
    const inputs = Object.keys(metafile?.inputs ?? {})
      .filter((path) => !path.endsWith(ENTRY_NAME) && !path.startsWith('react-without-suspense:'))
      // Pinned: another version of it comes with another version of this program.
      .filter((path) => !/node_modules[/\\]@takumi-rs[/\\]/.test(path))
      .map((path) => resolve(root, path));
    return { files: outputFiles, inputs: [...inputs, ...listManifests(inputs)], problems: [] };
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) {
      return { files: [], inputs: [], problems: [compilerMissing(error as Error)] };
    }
    const problems = errors.map((each) => templateInvalid(each, root, packageRoot));
    return { files: [], inputs: [], problems };
  }
}

/** The package.json of each package that a file comes from: it says which file of it is taken. */
function listManifests(files: readonly string[]): string[] {
  const manifests = files.map((file) =>
    /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/.exec(file),
  );
  const paths = manifests.flatMap((match) => (match ? [join(match[0], 'package.json')] : []));
  return [...new Set(paths)].filter((path) => existsSync(path));
}
