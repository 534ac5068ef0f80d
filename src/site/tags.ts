/**
 * Tags: the essays of each tag, their number, and tags that differ only in spelling. Pure.
 */
import { replaceFrom } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Problem, placeAt, wholeFile } from '../problems/problems.ts';
import { askMeant, foldWord } from '../text/text.ts';

/** A tag, and the number of essays that have it. */
export interface TagCount {
  readonly name: string;
  readonly count: number;
}

/** A tag, and the page that lists its essays. */
export interface SiteTag extends TagCount {
  /** The address of its page, or that of the home page with the tag. */
  readonly address: string;
}

/**
 * Counts tags, highest count first. Ties keep the order in which the tags first appear, newest essay
 * first. Names are exact: case counts.
 */
export function countTags(newestFirst: readonly { tags: readonly string[] }[]): TagCount[] {
  const counts = Array.from(
    groupBy(newestFirst, ({ tags }) => tags),
    ([name, { length }]) => {
      return { name, count: length };
    },
  );
  return counts.sort((a, b) => b.count - a.count);
}

/** A tag that seems to be another one, and the file of the first essay that has it. */
export interface SimilarTag {
  readonly tag: string;
  /** The other tag. */
  readonly meant: string;
  readonly source: string;
}

/**
 * Finds tags that differ from a more frequent one in case and hyphens alone. `tags` are sorted, highest count first.
 */
export function findSimilarTags(
  tags: readonly { readonly name: string }[],
  essays: readonly { readonly tags: readonly string[]; readonly source: string }[],
): SimilarTag[] {
  const known = new Map<string, string>();
  return tags.flatMap(({ name: tag }) => {
    const folded = foldWord(tag);
    const meant = known.get(folded);
    if (meant === undefined) {
      known.set(folded, tag);
      return [];
    }
    const first = essays.findLast((each) => each.tags.includes(tag));
    return [{ tag, meant, source: first?.source ?? '' }];
  });
}

/** Describes a similar tag, at its place in its file. */
export function describeSimilarTag({ tag, meant, source }: SimilarTag, text: string): Problem {
  const key = /^\W*(?:tags?|categor|keywords|topics)[^:=\n]*[:=]/im.exec(text);
  const at = text.indexOf(tag, key === null ? 0 : key.index + key[0].length);
  const place = at === -1 ? wholeFile(source) : placeAt(source, text, at);
  const message = `The tag \`${tag}\` seems to be the same as \`${meant}\``;
  const hint = `${askMeant(meant)} Readers find only some of the essays under each.`;
  const edits = replaceFrom(place, tag, meant);
  return makeProblem('tag-similar', place, message, hint, { edits });
}
