import { execFile } from 'node:child_process';
import { cpSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import { listFiles, makeSite, packageRoot } from '../support/site.ts';

const places = [
  { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
];

test('one site built in several folders, time zones and locales is the same, byte for byte', async () => {
  const trees = await Promise.all(
    places.map(async (env, i) => {
      const root = join(makeSite({ 'x/y': '' }), 'a'.repeat(i * 10 + 1));
      cpSync(join(packageRoot, 'content'), join(root, 'content'), { recursive: true });
      for (const path of listFiles(root)) utimesSync(join(root, path), i * 1e6, i * 1e6);
      await promisify(execFile)(process.execPath, [join(packageRoot, 'bin/blog.js'), 'build'], {
        cwd: root,
        env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: '1790000000', ...env },
      });
      const out = join(root, 'out');
      return listFiles(out).map((path) => `${path} ${fingerprint(readFileSync(join(out, path)))}`);
    }),
  );
  expect(trees[0]?.length).toBeGreaterThan(40);
  for (const tree of trees.slice(1)) expect(tree).toEqual(trees[0]);
});
