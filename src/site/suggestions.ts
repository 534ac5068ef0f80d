/**
 * Suggestions: the probable target of a broken link. Pure.
 *
 * A name is compared by `suggestFolded` with the names in its folder, and then with equal names elsewhere. Nothing is
 * indexed in a site without broken links.
 */
import { posix } from 'node:path';
import { groupBy } from '../problems/group-by.ts';
import { type FoldedWord, foldWord, foldWords, suggestFolded } from '../text/text.ts';

/** Everything that links can lead to. */
interface Shelves {
  /** The names in each folder. */
  readonly names: ReadonlyMap<string, readonly FoldedWord[]>;
  /** The paths of each name, folded. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

function shelve(paths: Iterable<string>): Shelves {
  const all = [...new Set(paths)];
  const folders = [...groupBy(all, posix.dirname)].map(([folder, each]) => {
    return [folder, foldWords(each.map((path) => posix.basename(path)))] as const;
  });
  return { names: new Map(folders), paths: groupBy(all, (path) => foldWord(posix.basename(path))) };
}

/**
 * Returns a function that suggests a replacement for a decoded path, written in `source` and resolved to `sitePath`;
 * null for none. `listPaths` lists site paths, which begin with "/", and paths of files.
 */
export function makeSuggester(listPaths: () => Iterable<string>) {
  let shelves: Shelves | null = null;
  return (path: string, sitePath: string, source: string): string | null => {
    shelves ??= shelve(listPaths());
    const folder = posix.dirname(source);
    const beside = path.startsWith('/') ? [] : [posix.join(folder, path)];
    const name = posix.basename(path);
    for (const full of [...beside, sitePath]) {
      const names = shelves.names.get(posix.dirname(full)) ?? [];
      const meant = suggestFolded(name, names);
      if (meant !== null) return posix.join(posix.dirname(full === sitePath ? full : path), meant);
    }
    const [only, ...others] = shelves.paths.get(foldWord(name)) ?? [];
    if (only === undefined || others.length > 0 || /^(?:index\b|$)/.test(name)) return null;
    return only.startsWith('/') ? only : posix.relative(folder, only);
  };
}
