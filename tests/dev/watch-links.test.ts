/**
 * Links that a watch does not follow, with chokidar and the file system as they are.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SiteWatch } from '../../src/dev/watch.ts';
import { makeSite, writeFiles } from '../support/site.ts';

const A = 'content/essays/a.md';

/** A watch of a site with these links, which has looked at all files. */
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
])('links %s do not lead on without end', async (_, links) => {
  const { root, watch } = await startWatch(links);
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});

test('what lies behind a link that the build leaves out is not watched', async () => {
  const outside = makeSite({ 'far.md': '' });
  const { root, watch, untilReady } = await startWatch({ 'content/essays/x': outside });
  watch.choose([], [join(root, 'content/essays/x')]);
  await untilReady();
  writeFiles(outside, { 'far.md': 'new' });
  writeFiles(root, { [A]: 'new' });
  expect(await watch.next(5000)).toEqual([A]);
});
