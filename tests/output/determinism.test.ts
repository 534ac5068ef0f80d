/**
 * Same input, same bytes: on any machine, in any folder, time zone and locale, at any hour.
 */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import {
  buildIn,
  essay,
  type Files,
  listFiles,
  makeSite,
  packageRoot,
  SITE_YAML,
} from '../support/site.ts';

const preload = join(packageRoot, 'tests/support/shuffled-folders.cjs');

interface Place {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program in another folder than the site's. */
  readonly isElsewhere?: boolean;
}

const first: Place = {
  name: 'the first',
  env: { TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
};

const shuffledBy = (seed: number) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
  BLOG_SHUFFLE: String(seed),
});

const others: readonly Place[] = [
  {
    name: 'in another time zone and locale',
    env: { TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  },
  { name: 'in the zone and locale of machines', env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } },
  { name: 'from another working folder', env: {}, isElsewhere: true },
  { name: 'on a disk that lists folders in another order', env: shuffledBy(1) },
  { name: 'on a disk that lists them in a third order', env: shuffledBy(20_000) },
];

/** Copies the sample site to a folder of its own, whose path has `length` more letters, and builds it. */
async function buildSample(
  { env, isElsewhere = false }: Place,
  length: number,
  ownTemplates: readonly string[],
): Promise<string[]> {
  const root = join(makeSite({ 'x/y': '' }), 'a'.repeat(length));
  cpSync(join(packageRoot, 'content'), join(root, 'content'), { recursive: true });
  for (const name of ownTemplates) {
    cpSync(join(packageRoot, 'templates', name), join(root, 'templates', name));
  }
  for (const path of listFiles(root)) utimesSync(join(root, path), length * 1e6, length * 1e6);
  const flags = isElsewhere ? ['--root', root] : [];
  await promisify(execFile)(
    process.execPath,
    [join(packageRoot, 'bin/blog.js'), 'build', ...flags],
    {
      cwd: isElsewhere ? tmpdir() : root,
      env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: '1790000000', ...env },
    },
  );
  return describeTree(join(root, 'out'));
}

function describeTree(folder: string): string[] {
  return listFiles(folder).map(
    (path) => `${path} ${fingerprint(readFileSync(join(folder, path)))}`,
  );
}

describe.each([
  ['the package’s templates', []],
  ['templates of its own', ['CallToAction.tsx', 'style.css', 'styles/base.css', 'home.client.ts']],
])('one site with %s is the same, byte for byte,', (_, ownTemplates) => {
  test('wherever it is built', async () => {
    const expected = await buildSample(first, 1, ownTemplates);
    expect(expected.length).toBeGreaterThan(40);
    const built = await Promise.all(
      others.map((place, index) => buildSample(place, index * 10 + 2, ownTemplates)),
    );
    others.forEach(({ name }, index) => {
      expect(built[index], name).toEqual(expected);
    });
  });
});
