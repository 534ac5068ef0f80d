/**
 * Symlinks that a watch does not follow, with the real chokidar and file system.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SiteWatch } from '../../src/dev/watch.ts';
import { makeSite, writeFiles } from '../support/site.ts';

const A = 'content/essays/a.md';

/** Starts a watch of a site with these symlinks, and waits until it is ready. */
async function startWatch(links: Readonly<Record<string, string>>) {
  const root = makeSite({ [A]: '' });
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  const watch = new SiteWatch(
    root,
    false,
    () => {},
    () => {},
  );
  onTestFinished(() => watch.close());
  const untilReady = async () => expect(await watch.next(5000)).toEqual([]);
  await watch.next(0);
  await untilReady();
  return { root, watch, untilReady };
}

test.each([
  ['to their own folder', { 'content/essays/x': '.', 'content/essays/y': '.' }],
  ['to the root of the disk', { 'content/essays/x': '/', 'content/essays/y': '../..' }],
])('symlinks %s cause no endless loop', async (_, links) => {
  const { root, watch } = await startWatch(links);
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});

test('the target of a symlink that the build leaves out is not watched', async () => {
  const outside = makeSite({ 'far.md': '' });
  const { root, watch, untilReady } = await startWatch({ 'content/essays/x': outside });
  watch.choose([], [join(root, 'content/essays/x')]);
  await untilReady();
  writeFiles(outside, { 'far.md': 'new' });
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});
