/**
 * Counts: what a report counts.
 */

/** Numbers by what they count. */
export type Counts = Record<string, number>;

export function addCount(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}
