/**
 * When a watch reports changes, on a fake clock, and its fallback to polling when the system runs out of
 * watches. An emitter stands in for chokidar.
 */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteWatch } from '../../../src/dev/watch.ts';

class Watcher extends EventEmitter {
  readonly isPolling: boolean;

  constructor(isPolling: boolean) {
    super();
    this.isPolling = isPolling;
  }

  readonly close = vi.fn(async () => {});
}

const watchers: Watcher[] = [];

vi.mock('chokidar', () => ({
  watch: (_: unknown, { usePolling }: { usePolling: boolean }) => {
    watchers.push(new Watcher(usePolling));
    return watchers.at(-1);
  },
}));

// Other test files in this process share its modules, but not this chokidar.
vi.resetModules();
const watching = await import('../../../src/dev/watch.ts');
afterAll(() => void vi.resetModules());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch whose first build has been requested. */
async function startWatch(onPolling = (_: string) => {}, onChange = () => {}) {
  watchers.length = 0;
  const watch = new watching.SiteWatch('/site', onPolling, onChange);
  expect(await watch.next(0)).toEqual([]);
  const change = (path: string) => watchers.at(-1)?.emit('all', 'change', join('/site', path));
  return { watch, change };
}

/** The result of `next`, and the milliseconds until it; `act` runs meanwhile. */
async function measure(watch: SiteWatch, act: () => Promise<void>, maxMs = 60_000) {
  const start = performance.now();
  const next = watch.next(maxMs).then((paths) => ({ paths, ms: performance.now() - start }));
  await act();
  await vi.runAllTimersAsync();
  return next;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a watch reports', () => {
  test('one save together, after a moment of quiet', async () => {
    const { watch, change } = await startWatch();
    const save = async () => {
      for (const path of ['a.md', 'a.md~', 'a.md']) {
        change(path);
        await pass(2);
      }
    };
    expect(await measure(watch, save)).toEqual({ paths: ['a.md', 'a.md~'], ms: 9 });
  });

  test('a checkout once, even if it pauses', async () => {
    const { watch, change } = await startWatch();
    const paths = Array.from({ length: 500 }, (_, index) => `${index}.md`);
    const checkOut = async () => {
      for (const [index, path] of paths.entries()) {
        change(path);
        if (index % 100 === 99) await pass(100);
      }
    };
    expect((await measure(watch, checkOut)).paths).toEqual(paths);
  });

  test('the changes of a program that never stops every ten seconds', async () => {
    const { watch, change } = await startWatch();
    const write = async () => {
      for (let ms = 0; ms < 12_000; ms += 4) {
        change(`${ms % 7}.md`);
        await pass(4);
      }
    };
    expect((await measure(watch, write)).ms).toBeCloseTo(10_000, -2);
  });

  test('changes from before the call', async () => {
    const { watch, change } = await startWatch();
    change('a.md');
    await pass(1000);
    expect(await measure(watch, async () => {})).toEqual({ paths: ['a.md'], ms: 5 });
  });

  test('a change or a requested build at once to a running build', async () => {
    const onChange = vi.fn();
    const { watch, change } = await startWatch(undefined, onChange);
    await pass(1000);
    expect(onChange).toHaveBeenCalledTimes(0);
    change('a.md');
    watch.requestBuild();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('no paths for a requested build, and null after a timeout', async () => {
    const { watch } = await startWatch();
    expect(await measure(watch, async () => watch.requestBuild())).toEqual({ paths: [], ms: 0 });
    expect(await measure(watch, async () => {}, 400)).toEqual({ paths: null, ms: 400 });
  });

  test('nothing once it is closed', async () => {
    const { watch, change } = await startWatch();
    const close = async () => {
      change('a.md');
      await watch.close();
    };
    expect((await measure(watch, close)).ms).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each(['ENOSPC', 'EMFILE'])(
  '%s is reported once, and files are polled from then on',
  async (code) => {
    const codes: string[] = [];
    const { watch, change } = await startWatch((each) => void codes.push(each));
    const [first] = watchers;
    for (let times = 0; times < 3; times++)
      first?.emit('error', Object.assign(new Error(code), { code }));
    expect(watchers.map(({ isPolling }) => isPolling)).toEqual([false, true]);
    expect(first?.close).toHaveBeenCalledOnce();
    watchers[1]?.emit('error', Object.assign(new Error(code), { code }));
    expect(codes).toEqual([code]);
    change('a.md');
    expect((await measure(watch, async () => {})).paths).toEqual(['a.md']);
  },
);
