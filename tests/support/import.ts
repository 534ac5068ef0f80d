/**
 * Runs `blog import` in a temporary folder: an export in, essays and a report out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../src/build/build.ts';
import { runImport } from '../../src/import/import.ts';
import type { ImportOptions } from '../../src/import/options.ts';
import { type BuiltSite, buildIn, type Files, listFiles, makeRequest, makeSite } from './site.ts';
import { makeTerminal } from './terminal.ts';

export interface Imported {
  readonly root: string;
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The paths of the site's files, without the cache and the output. */
  readonly paths: string[];
  text(path: string): string;
  /** The front matter and the body of the essay that was imported under an id. */
  essay(id: string): { path: string; front: string; body: string };
  build(): Promise<BuiltSite>;
  /** Imports the same into the same site. */
  again(options?: Partial<ImportOptions>): Promise<Imported>;
}

/** Writes the files into a new site, and imports `sources`, paths among them, into it. */
export async function importFiles(
  files: Files,
  sources: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  return importIn(makeSite(files), sources, options);
}

/** Imports into the site at `root`. */
export async function importIn(
  root: string,
  sources: readonly string[],
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const terminal = makeTerminal();
  const files = sources.map((source) => join(root, source));
  const all = { root, as: 'auto', images: 'local', ...options } as const;
  const listener = { onProgress() {}, onPreview() {}, isHurried: () => true };
  const { mode, now, ...places } = makeRequest(root);
  const check = async () => (await build(places, mode, now, listener)).problems;
  const code = await runImport(files, all, terminal, check, now);
  const { out, err } = terminal.texts;
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const paths = listFiles(root).filter((path) => !/^(?:\.blog|out)\//.test(path));
  const essays = paths
    .filter((path) => /^content\/(?:essays|pages)\/.*\.(?:md|html|txt)$/.test(path))
    .map((path) => [path, text(path)] as const);
  return {
    ...{ root, code, out, err, paths, text },
    essay(id) {
      const marks = [id, `"${id}"`].map((written) => `importedFrom: ${written}\n`);
      const found = essays.find(([, each]) => marks.some((mark) => each.includes(mark)));
      if (found === undefined) throw new Error(`${id} was not imported:\n${out}${err}`);
      const [path, written] = found;
      const [, front = '', body = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(written) ?? [];
      return { path, front, body };
    },
    build: () => buildIn(root),
    again: (more = {}) => importIn(root, sources, { ...options, ...more }),
  };
}
