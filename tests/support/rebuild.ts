/**
 * Rebuilds a small site incrementally and from scratch, to compare the results.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../src/files/fingerprint.ts';
import { passTick } from './damages.ts';
import { type BuiltSite, buildIn, buildSite, essay, type Files, type Options } from './site.ts';

export const picture = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="3"/>`;

/** A site with a bit of everything. */
export const FILES: Files = {
  'content/about.md': 'I am Ann.\n',
  'content/essays/a.md': essay(
    'title: A\npublished: 2020-01-01\ntags: [one]',
    '[b](/blog/b#part) [c](walk/index.md) ![p](walk/pic.svg)\n',
  ),
  'content/essays/b.md': essay(
    'title: B\npublished: 2019-01-01\ntags: [one, two]',
    '## Part\n\nx\n',
  ),
  'content/essays/d.md': essay('title: D\npublished: 2018-01-01\ndraft: true'),
  'content/essays/walk/index.md': essay('title: Walk\npublished: 2017-01-01\naliases: /old/walk'),
  'content/essays/walk/pic.svg': picture(4),
  'content/public/robots.txt': 'User-agent: *\n',
  'content/public/_redirects': '/x /blog/a 301\n',
};

/** True if a build found nothing to do. */
export function isStanding({ site, commit }: BuiltSite): boolean {
  return site === null && commit?.written === 0;
}

/** Rebuilds until there is nothing to do: files that were just written are checked once more. */
export async function settle(site: BuiltSite): Promise<BuiltSite> {
  for (let times = 0; times < 3; times++) {
    passTick(site.root);
    const next = await site.rebuild();
    if (isStanding(next)) {
      // Later writes get a later timestamp.
      passTick(site.root);
      return next;
    }
  }
  throw new Error('The build finds something to do each time');
}

/** Builds the site of `FILES` with changes, until there is nothing left to do. */
export async function buildSettled(files: Files = {}): Promise<BuiltSite> {
  return settle(await buildSite({ ...FILES, ...files }));
}

/** The result of a build: all files, and all problems. */
export function describeResult({ paths, text, report }: BuiltSite) {
  return { files: paths.map((path) => `${path} ${fingerprint(text(path))}`), report };
}

/** Builds the site from scratch, into a separate folder. */
export async function buildFresh(root: string, options: Options = {}) {
  const outDir = join(root, 'fresh');
  const cacheDir = join(root, '.blog/fresh');
  const result = describeResult(await buildIn(root, { ...options, outDir, cacheDir }));
  for (const folder of [outDir, cacheDir]) rmSync(folder, { recursive: true, force: true });
  return result;
}

/** Replaces words in a file by others of the same length, and restores its times. */
export function rewriteUnseen(file: string, words: string, others: string): void {
  const { size, atime, mtime } = statSync(file);
  writeFileSync(file, readFileSync(file, 'utf8').replace(words, others));
  utimesSync(file, atime, mtime);
  if (statSync(file).size !== size) throw new Error(`${others} is not as long as ${words}`);
}
