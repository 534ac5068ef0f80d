/**
 * Suggestions: the probable target of a broken link, and tags that are probably the same. Pure.
 *
 * A name is compared by `suggestFolded` with the names in its folder, and then with equal names elsewhere. Nothing is
 * indexed in a site without broken links.
 */
import { posix } from 'node:path';
import { replaceFrom } from '../problems/edits.ts';
import { groupBy, makeProblem, type Problem, placeAt, wholeFile } from '../problems/problems.ts';
import { askMeant, foldWord, foldWords, suggestFolded } from '../text/text.ts';

/** Groups everything that links can lead to: the names in each folder, and the paths of each name, folded. */
function shelve(paths: Iterable<string>) {
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
  let shelves: ReturnType<typeof shelve> | null = null;
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

/** A tag that seems to be another one, and the file of the first essay that has it. */
export interface SimilarTag {
  readonly tag: string;
  /** The other tag. */
  readonly meant: string;
  readonly source: string;
}

/** A tag counts as mistyped only if one essay has it, and this many have the other. */
const MIN_COUNT = 3;

/**
 * Finds tags that differ from a more frequent one in case and hyphens alone, and mistyped ones that a single essay
 * has. `tags` are sorted, highest count first.
 */
export function findSimilarTags(
  tags: readonly { readonly name: string; readonly count: number }[],
  essays: readonly { readonly tags: readonly string[]; readonly source: string }[],
): SimilarTag[] {
  const known = new Map<string, string>();
  const common = tags.filter(({ count }) => count >= MIN_COUNT).map(({ name }) => name);
  // Hardly anybody mistypes the first letter.
  const initials = groupBy(foldWords(common), ({ folded }) => folded.charAt(0));
  return tags.flatMap(({ name: tag, count }) => {
    const folded = foldWord(tag);
    const same = known.get(folded);
    if (same === undefined) known.set(folded, tag);
    const isRare = count === 1 && folded.length > 6;
    const near = suggestFolded(tag, (isRare && initials.get(folded.charAt(0))) || []);
    const meant = same ?? (near && isMistyped(folded, foldWord(near)) ? near : null);
    if (meant === null) return [];
    const first = essays.findLast((each) => each.tags.includes(tag));
    return [{ tag, meant, source: first?.source ?? '' }];
  });
}

/**
 * True for a word with a letter left out or doubled, or two swapped. A different letter or ending makes a different
 * word (writing and waiting, German and Germany), except for a plural "s".
 */
function isMistyped(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const sort = (word: string) => [...word].sort().join('');
  if (short.length === long.length) return sort(short) === sort(long);
  let same = 0;
  for (const letter of long) if (letter === short[same]) same++;
  return same === short.length && (!long.startsWith(short) || long === `${short}s`);
}

/** Describes a similar tag, at its place in its file. */
export function describeSimilarTag({ tag, meant, source }: SimilarTag, text: string): Problem {
  const key = /^\W*(?:tags?|categor|keywords|topics)[^:=\n]*[:=]/im.exec(text);
  const at = text.indexOf(tag, key === null ? 0 : key.index + key[0].length);
  const place = at === -1 ? wholeFile(source) : placeAt(source, text, at);
  const message = `The tag \`${tag}\` seems to be the same as \`${meant}\``;
  const hint = `${askMeant(meant)} Readers find only some of the essays under each.`;
  const edits = replaceFrom(place, tag, meant);
  return makeProblem('tag-similar', place, message, hint, { edits, subject: tag });
}
