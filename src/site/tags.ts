/**
 * Essays → the tags of the site, with their counts.
 */

/** A tag and the number of essays that carry it. */
export interface TagSummary {
  readonly name: string;
  readonly count: number;
}

/**
 * Counts tags, highest count first. Ties keep the order in which the tags first appear, newest essay
 * first. Names are exact: case counts.
 */
export function countTags(newestFirst: readonly { tags: readonly string[] }[]): TagSummary[] {
  const counts = new Map<string, number>();
  for (const { tags } of newestFirst) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
