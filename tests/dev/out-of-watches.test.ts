/**
 * Where the system gives no more watches, that is said once, and files are polled from there on. And
 * where it never says that all is watched, that is not waited for.
 */
import { expect, test, vi } from 'vitest';
import { type DevSite, startDevSite } from '../support/dev.ts';
import { essay } from '../support/site.ts';
import { expectCleanTree, untilQuiet } from './clean-build.ts';

/** What the system says to each attempt to watch a folder; null: nothing, it watches. */
const system = vi.hoisted(() => ({ code: null as string | null, isMute: false }));

vi.mock('chokidar', async (importOriginal) => {
  const chokidar = await importOriginal<typeof import('chokidar')>();
  const watch: typeof chokidar.watch = (paths, options) => {
    const { code } = system;
    const isRefused = code !== null && options?.usePolling !== true;
    const watcher = chokidar.watch(isRefused ? [] : paths, options);
    if (system.isMute) {
      const emit = watcher.emit.bind(watcher);
      watcher.emit = (event, ...rest) => event !== 'ready' && emit(event, ...rest);
    }
    if (!isRefused) return watcher;
    // As chokidar does it: an error for each of the folders, and then it is ready.
    process.nextTick(() => {
      for (const path of [paths].flat()) {
        watcher.emit('error', Object.assign(new Error(`${code}: ${path}`), { code }));
      }
      watcher.emit('ready');
    });
    return watcher;
  };
  return { ...chokidar, watch };
});

const titled = (title: string) => essay(`title: ${title}\npublished: 2020-01-01`);

async function seeEdit(site: DevSite, title: string): Promise<void> {
  await untilQuiet(site);
  site.write({ 'content/essays/new/a.md': titled(title) });
  await site.until(() => site.read('index.html')?.includes(title) ?? false);
  await expectCleanTree(site);
}

test.each(['ENOSPC', 'EMFILE'])('%s at the start', async (code) => {
  system.code = code;
  const site = await startDevSite({ 'content/essays/a.md': titled('Alpha') });
  await seeEdit(site, 'Beta');
  await seeEdit(site, 'Gamma');
  expect(site.pollingCodes).toEqual([code]);
});

test('ENOSPC later, for a folder that is new', async () => {
  system.code = null;
  const site = await startDevSite({ 'content/essays/a.md': titled('Alpha') });
  await untilQuiet(site);
  system.code = 'ENOSPC';
  await seeEdit(site, 'Beta');
  await site.until(() => site.pollingCodes.length > 0);
  await seeEdit(site, 'Gamma');
  expect(site.pollingCodes).toEqual(['ENOSPC']);
});

test('a watch that is never ready', async () => {
  Object.assign(system, { code: null, isMute: true });
  const site = await startDevSite({ 'content/essays/new/a.md': titled('Alpha') });
  await seeEdit(site, 'Beta');
});
