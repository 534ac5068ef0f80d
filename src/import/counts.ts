/**
 * Counts and notes for the report, and the value that most posts share.
 */

/** Numbers by what they count. */
export type Counts = Record<string, number>;

export function addCount(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}

/** Finds the text that makes up more than half of the list; empty if none does. */
export function findMajority(texts: readonly string[]): string {
  const middle = texts.toSorted()[texts.length >> 1] ?? '';
  const times = texts.filter((each) => each === middle).length;
  return times * 2 > texts.length ? middle : '';
}

/** Adds a note about a post or a file. */
export function addNote(
  { notes }: { readonly notes: Record<string, string[]> },
  about: string,
  item: string,
): void {
  notes[about] ??= [];
  notes[about].push(item);
}
