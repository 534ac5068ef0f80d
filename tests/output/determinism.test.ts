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

describe('one thread or several', () => {
  const COUNT = 130;
  const number = (index: number) => (index + COUNT) % COUNT;
  /** Essays that link to each other; some links lead nowhere. */
  const manyEssays: Files = Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      `content/essays/${index}.md`,
      essay(
        `title: Essay ${index}\npublished: 20${String(10 + (index % 9))}-01-01\ntags: [t${index % 7}]`,
        `[before](${number(index - 1)}.md), [after](/blog/essay-${index + 1}#x)\n\n## X\n`,
      ),
    ]),
  );
  const templates: Files = {
    'templates/Prose.tsx': 'export const Prose = () => { throw new Error("No prose"); };\n',
  };

  test.each([
    ['build the same, and find the same problems', {}],
    ['find the same problems when templates throw', templates],
  ])('%s', async (_, more) => {
    const files = { 'content/site.yaml': SITE_YAML, ...manyEssays, ...more };
    const one = await buildIn(makeSite(files), { threads: 1 });
    expect(one.codes).not.toEqual([]);
    for (const threads of [2, 3]) {
      const several = await buildIn(makeSite(files), { threads });
      expect(several.report).toBe(one.report);
      expect(describeTree(join(several.root, 'out'))).toEqual(describeTree(join(one.root, 'out')));
    }
  });
});
