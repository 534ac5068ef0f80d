/**
 * What work costs, for tests of how its cost grows. Told by the processor's time, not by the clock's:
 * what other programs do meanwhile does not count.
 */

/** Milliseconds of the processor's time that this process takes for the work, the least of a few runs. */
export async function costOf(work: () => unknown, runs = 1): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  // Less than this is not told well.
  return Math.max(1, leastMs);
}
