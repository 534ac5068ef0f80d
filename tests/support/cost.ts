/**
 * Measures the cost of work, for tests of how it grows: in CPU time rather than wall-clock time, which other
 * programs would affect.
 */

/** The CPU time that this process needs for the work, in milliseconds: the minimum of a few runs. */
export async function costOf(work: () => unknown, runs = 1): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  // Less than this cannot be measured reliably.
  return Math.max(1, leastMs);
}
