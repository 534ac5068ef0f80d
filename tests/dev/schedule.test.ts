/**
 * When the development server builds, told by a clock that only the tests move.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Schedule } from '../../src/dev/schedule.ts';

/** Longer than anything is waited for, but for a stream of changes that never ends. */
const LONG_MS = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A schedule, the changes that each of its builds was told, and how long the builds take. */
function makeSchedule(buildMs = 0) {
  const builds: (readonly string[])[] = [];
  const starts: number[] = [];
  let atWork = 0;
  const schedule = new Schedule(async (changed) => {
    expect(++atWork, 'builds at work').toBe(1);
    starts.push(performance.now());
    builds.push(changed);
    await new Promise((resolve) => setTimeout(resolve, buildMs));
    atWork--;
  });
  return { schedule, builds, starts };
}

const pass = (ms = LONG_MS) => vi.advanceTimersByTimeAsync(ms);

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}.md`);

describe('without a build at work', () => {
  test('nothing is built while nothing changes', async () => {
    const { builds } = makeSchedule();
    await pass();
    expect(builds).toEqual([]);
  });

  test('one change is built once, after a moment of quiet', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.note('a.md');
    await pass(9);
    expect(builds).toEqual([]);
    await pass(1);
    expect(builds).toEqual([['a.md']]);
    await pass();
    expect(builds).toHaveLength(1);
  });

  test('the few changes of a save are built once, without a pause', async () => {
    const { schedule, builds, starts } = makeSchedule();
    const begin = performance.now();
    for (const path of ['a.md', 'a.md~', 'a.md', 'a.md~', 'a.md']) {
      schedule.note(path);
      await pass(2);
    }
    await pass();
    expect(builds).toEqual([['a.md', 'a.md~']]);
    expect((starts[0] ?? 0) - begin).toBe(18);
  });

  test('each of two saves is built', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.note('a.md');
    await pass();
    schedule.note('a.md');
    await pass();
    expect(builds).toEqual([['a.md'], ['a.md']]);
  });

  test('a burst is built once, though it has pauses', async () => {
    const { schedule, builds } = makeSchedule();
    const paths = numbered(1000);
    for (const [index, path] of paths.entries()) {
      schedule.note(path);
      if (index % 100 === 99) await pass(100);
    }
    await pass();
    expect(builds).toEqual([paths]);
  });

  test('a build that is asked for comes at once', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.ask();
    schedule.ask();
    await pass(1);
    expect(builds).toEqual([[]]);
    await pass();
    expect(builds).toHaveLength(1);
  });

  test('a build that is asked for waits for changes that are on their way', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.note('a.md');
    schedule.ask();
    schedule.note('b.md');
    await pass();
    expect(builds).toEqual([['a.md', 'b.md']]);
  });

  test('a stream of changes that never ends is built every ten seconds', async () => {
    const { schedule, starts } = makeSchedule();
    const begin = performance.now();
    for (let ms = 0; ms < 30_500; ms += 5) {
      schedule.note(`${ms % 7}.md`);
      await pass(5);
    }
    expect(starts.map((start) => Math.round((start - begin) / 1000))).toEqual([10, 20, 30]);
  });
});

describe('while a build is at work', () => {
  const BUILD_MS = 500;

  test('changes are seen to by one more after it', async () => {
    const { schedule, builds, starts } = makeSchedule(BUILD_MS);
    schedule.note('a.md');
    await pass(20);
    for (const path of ['b.md', 'c.md', 'a.md']) {
      schedule.note(path);
      await pass(50);
    }
    expect(builds).toEqual([['a.md']]);
    await pass(2 * LONG_MS);
    expect(builds).toEqual([['a.md'], ['b.md', 'c.md', 'a.md']]);
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(BUILD_MS + 10);
  });

  test('a build that is asked for comes after it', async () => {
    const { schedule, builds } = makeSchedule(BUILD_MS);
    schedule.ask();
    await pass(20);
    schedule.ask();
    schedule.ask();
    await pass(BUILD_MS - 21);
    expect(builds).toHaveLength(1);
    await pass(2 * LONG_MS);
    expect(builds).toEqual([[], []]);
  });

  test('the time that it takes counts for the patience with a stream of changes', async () => {
    const { schedule, starts } = makeSchedule(11_000);
    schedule.note('a.md');
    await pass(20);
    for (let ms = 0; ms < 12_000; ms += 5) {
      schedule.note(`${ms % 7}.md`);
      await pass(5);
    }
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeLessThan(11_100);
  });
});

describe('after it is closed', () => {
  test('what has changed before is not built', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.note('a.md');
    schedule.close();
    await pass();
    expect(builds).toEqual([]);
  });

  test('nothing that changes or is asked for is built', async () => {
    const { schedule, builds } = makeSchedule();
    schedule.close();
    schedule.note('a.md');
    schedule.ask();
    await pass();
    expect(builds).toEqual([]);
  });

  test('the build at work is the last', async () => {
    const { schedule, builds } = makeSchedule(500);
    schedule.note('a.md');
    await pass(20);
    schedule.note('b.md');
    schedule.close();
    await pass(2 * LONG_MS);
    expect(builds).toEqual([['a.md']]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
