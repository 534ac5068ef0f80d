/**
 * Runs `blog import` in a temporary folder: an export in, essays and a report out.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../src/build/build.ts';
import { readSamples } from '../../src/cli/init.ts';
import { type ImportTools, runImport } from '../../src/import/import.ts';
import type { ImportOptions } from '../../src/import/options.ts';
import type { Terminal } from '../../src/problems/report.ts';
import {
  type BuiltSite,
  buildIn,
  type Files,
  listFiles,
  makeRequest,
  makeSite,
  NOW,
  packageRoot,
} from './site.ts';
import { makeTerminal } from './terminal.ts';

export interface Imported {
  readonly root: string;
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The paths of the site's files, without the cache and the output. */
  readonly paths: string[];
  text(path: string): string;
  /** The front matter and the body of the essay or page whose file has this name. */
  essay(name: string): { path: string; front: string; body: string };
  build(): Promise<BuiltSite>;
}

/** Writes the files into a folder, and imports `sources`, paths among them, into a site there. */
export async function importFiles(
  files: Files,
  sources: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  return importIn(makeSite(files), sources, options);
}

/** What a test gives to `runImport`. */
export function makeTools(terminal: Terminal): ImportTools {
  const check = async (root: string) => {
    let outputs: readonly string[] = [];
    const onPreview = ({ planned }: { readonly planned: readonly string[] }) => {
      outputs = planned;
    };
    const listener = { onProgress() {}, onPreview, isHurried: () => true };
    return { problems: (await build(makeRequest(root), listener)).problems, outputs };
  };
  return { terminal, samples: readSamples(packageRoot), check, now: NOW };
}

/** Imports into the site at `root`. */
export async function importIn(
  root: string,
  sources: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const terminal = makeTerminal();
  const files = sources.map((source) => join(root, source));
  const all = { to: root, as: 'auto', images: 'local', ...options } as const;
  const code = await runImport(files, all, makeTools(terminal));
  const { out, err } = terminal.texts;
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const paths = listFiles(root).filter((path) => !/^(?:\.blog|out)\//.test(path));
  return {
    ...{ root, code, out, err, paths, text },
    essay(name) {
      const ends = ['.md', '.html', '.txt'].flatMap((end) => [
        `/${name}${end}`,
        `/${name}/index${end}`,
      ]);
      const path = paths.find(
        (each) =>
          /^content\/(?:essays|pages)\//.test(each) && ends.some((end) => each.endsWith(end)),
      );
      if (path === undefined) throw new Error(`${name} was not imported:\n${out}${err}`);
      const [, front = '', body = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text(path)) ?? [];
      return { path, front, body };
    },
    build: () => buildIn(root),
  };
}
