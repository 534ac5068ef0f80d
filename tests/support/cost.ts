/**
 * Tests that the cost of work doesn't grow with the square of its input. Inputs are so long that sound code takes up
 * to a second, and a square much longer: the cheaper a step, the longer its input. The limit in between is processor time
 * of this process: other programs hardly change it, unlike the clock or the ratio of two short times.
 */
import { expect } from 'vitest';

const LIMIT_MS = 5000;

export async function expectCheap(work: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000, 'milliseconds of processor time').toBeLessThan(LIMIT_MS);
}
