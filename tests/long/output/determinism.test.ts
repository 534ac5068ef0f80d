/**
 * Determinism: the same input gives the same bytes in any folder, time zone, locale and listing order.
 */
import { execFile } from 'node:child_process';
import { cpSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashFiles, listFiles, makeSite, packageRoot } from '../../support/site.ts';

type Env = Readonly<Record<string, string>>;

const placed = (TZ: string, locale: string): Env => ({ TZ, LANG: locale, LC_ALL: locale });
const FIRST = placed('Pacific/Kiritimati', 'de_DE.UTF-8');
const preload = join(packageRoot, 'tests/support/shuffled-folders.cjs');
/** Shuffles the order in which folders are listed. */
const shuffledBy = (seed: string): Env => {
  return { NODE_OPTIONS: `--require ${JSON.stringify(preload)}`, BLOG_SHUFFLE: seed };
};
const OTHERS: Readonly<Record<string, Env>> = {
  'in another zone and order': {
    ...placed('America/Los_Angeles', 'tr_TR.UTF-8'),
    ...shuffledBy('1'),
  },
  'from another working folder, in the machine’s zone and locale, and in a third order':
    shuffledBy('20000'),
};

/** Copies the sample site to a new folder, whose path has `length` additional letters, and builds it. */
async function buildSample(env: Env, length: number, templates: readonly string[]) {
  const root = join(makeSite({ 'x/y': '' }), 'a'.repeat(length));
  for (const path of ['content', ...templates.map((name) => `templates/${name}`)]) {
    cpSync(join(packageRoot, path), join(root, path), { recursive: true });
  }
  for (const path of listFiles(root)) utimesSync(join(root, path), length * 1e6, length * 1e6);
  const cwd = env.TZ === undefined ? tmpdir() : root;
  await promisify(execFile)(
    process.execPath,
    [join(packageRoot, 'bin/blog.js'), 'build', '--root', cwd === root ? '.' : root],
    { cwd, env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: '1790000000', ...env } },
  );
  return hashFiles(join(root, 'out'));
}

test.each([
  ['the package’s templates', []],
  ['its own templates', ['CallToAction.tsx', 'style.css', 'styles/base.css', 'home.client.ts']],
])('a site with %s is identical byte for byte wherever it is built', async (_, templates) => {
  const expected = await buildSample(FIRST, 1, templates);
  expect(Object.keys(expected).length).toBeGreaterThan(40);
  const built = Object.entries(OTHERS).map(async ([name, env], index) => {
    expect(await buildSample(env, index * 10 + 2, templates), name).toEqual(expected);
  });
  await Promise.all(built);
});
