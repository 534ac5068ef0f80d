/**
 * Builds in processes of their own: two at once, and some that are killed. Each child is caught at a
 * known point by watching the folders for it, and stopped there by a signal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import {
  buildIn,
  essay,
  type Files,
  listFiles,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
} from '../support/site.ts';

const ESSAYS = 100;

/** A site whose commit takes long enough to be caught. */
function bigSite(word: string): Files {
  const essays = Array.from({ length: ESSAYS }, (_, i) => [
    `content/essays/${i}.md`,
    essay(`title: Essay ${i}\npublished: 2020-01-01`, `${word} `.repeat(300)),
  ]);
  return { 'content/site.yaml': SITE_YAML, ...Object.fromEntries(essays) };
}

interface Build {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

function startBuild(root: string, ...flags: string[]): Build {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/blog.js'), 'build', ...flags], {
    cwd: root,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

/** Sends the signal at the moment at which `isReached` turns true; false when the build ended before. */
async function catchAt(build: Build, signal: NodeJS.Signals, isReached: () => boolean) {
  while (build.child.exitCode === null) {
    if (isReached()) return build.child.kill(signal);
    await new Promise(setImmediate);
  }
  return false;
}

function hashes(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder).map((path) => [path, fingerprint(readFileSync(join(folder, path)))]),
  );
}

/** Names of working folders and files, wherever the program puts them. */
function isStaging(root: string): boolean {
  return (
    existsSync(join(root, '.blog')) &&
    readdirSync(join(root, '.blog')).some((name) => name.startsWith('staging'))
  );
}

function isLocked(root: string): boolean {
  return (
    existsSync(join(root, '.blog')) &&
    readdirSync(join(root, '.blog')).some((name) => /^lock-[0-9a-f]+$/.test(name))
  );
}

describe('a build that is killed', () => {
  const isWritten = (root: string, before: Record<string, string>) => (name: string) => {
    const file = join(root, 'out', name);
    return existsSync(file) && fingerprint(readFileSync(file)) !== before[name];
  };
  const points: readonly [
    name: string,
    isFirst: boolean,
    reached: (root: string, before: Record<string, string>) => () => boolean,
  ][] = [
    ['before it writes', false, (root) => () => existsSync(join(root, '.blog'))],
    ['while it stages its files', false, (root) => () => isStaging(root)],
    ['as the first of its first files appear', true, (root) => () => existsSync(join(root, 'out'))],
    ['while it stages its first files', true, (root) => () => isStaging(root)],
    [
      'at its first renamed file',
      false,
      (root, before) => () => isWritten(root, before)('index.html'),
    ],
    [
      'among its renamed files',
      false,
      (root, before) => () => isWritten(root, before)('blog/essay-50.html'),
    ],
    ['when it removes', false, (root) => () => !existsSync(join(root, 'out/blog/gone.html'))],
  ];
  test.each(points)(
    '%s leaves whole files, and the next one finishes the job',
    async (_, isFirst, reached) => {
      const root = makeSite(bigSite('new'));
      const expected = await buildIn(root, {
        outDir: join(root, 'clean'),
        cacheDir: join(root, 'cache'),
      });
      const clean = hashes(join(root, 'clean'));
      expect(Object.keys(clean).length).toBe(expected.paths.length);
      let old: Record<string, string> = {};
      if (!isFirst) {
        const older = {
          ...bigSite('old'),
          'content/essays/gone.md': essay('title: Gone\npublished: 2001-01-01'),
        };
        for (const [path, text] of Object.entries(older)) writeFileSync(join(root, path), text);
        await buildIn(root);
        old = hashes(join(root, 'out'));
        expect(Object.keys(old)).toContain('blog/gone.html');
        for (const [path, text] of Object.entries(bigSite('new')))
          writeFileSync(join(root, path), text);
        rmSync(join(root, 'content/essays/gone.md'));
      }

      const build = startBuild(root);
      await catchAt(build, 'SIGKILL', reached(root, old));
      await build.ended;
      for (const [path, hash] of Object.entries(hashes(join(root, 'out')))) {
        expect([clean[path], old[path]], path).toContain(hash);
      }
      const next = await buildIn(root);
      expect(next.report).toBe('');
      expect(hashes(join(root, 'out'))).toEqual(clean);
      expect(isStaging(root) || isLocked(root)).toBe(false);
    },
  );
});

describe('of two builds at once', () => {
  /** Starts a build and stops it while `isReached` holds; one that was missed is started anew. */
  async function stopAt(root: string, isReached: (root: string) => boolean): Promise<Build> {
    for (;;) {
      const build = startBuild(root);
      await catchAt(build, 'SIGSTOP', () => isReached(root));
      if (build.child.exitCode === null && isReached(root)) return build;
      build.child.kill('SIGCONT');
      await build.ended;
      rmSync(join(root, 'out'), { recursive: true });
    }
  }

  test('into one folder, the second is refused and touches nothing', async () => {
    const root = makeSite(bigSite('one'));
    const first = await stopAt(root, isLocked);
    const second = await startBuild(root).ended;
    first.child.kill('SIGCONT');
    expect(second.code).toBe(1);
    expect(second.output).toContain(
      'error [build-running] Another build is writing into this folder',
    );
    expect(second.output).toContain('nothing was written');
    expect((await first.ended).code).toBe(0);
    expect((await buildIn(root)).commit).toMatchObject({ written: 0, removed: 0 });
  });

  test('into two folders, both are whole', async () => {
    const root = makeSite(bigSite('one'));
    const first = await stopAt(root, isStaging);
    const second = await startBuild(root, '--out', 'other').ended;
    first.child.kill('SIGCONT');
    expect(second.code).toBe(0);
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(hashes(join(root, 'out'))).toEqual(hashes(join(root, 'other')));
  });
});

describe('a lock', () => {
  /** A site with a lock as a build of process `pid` on `host` would leave it. */
  async function buildUnderLock(holder: (contents: string) => string) {
    const root = makeSite({
      'content/site.yaml': SITE_YAML,
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    });
    mkdirSync(join(root, '.blog'));
    const lock = join(root, '.blog', `lock-${fingerprint(join(root, 'out'))}`);
    writeFileSync(lock, holder(hostname()));
    return { site: await buildIn(root), lock };
  }

  test('of a live process is respected, and says how to be rid of it', async () => {
    const { site, lock } = await buildUnderLock((host) => `${host} ${process.ppid}`);
    expect(site.report).toBe(
      [
        'error [build-running] Another build is writing into this folder',
        `  ${join(site.root, 'out')}`,
        `  → Wait for it to end. If there is none, delete ${lock}.`,
      ].join('\n'),
    );
    expect(site.paths).toEqual([]);
    expect(existsSync(lock)).toBe(true);
  });

  test('of a process that is gone is taken, and given back', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    const { site, lock } = await buildUnderLock((host) => `${host} ${child.pid}`);
    expect(site.report).toBe('');
    expect(site.commit).not.toBeNull();
    expect(existsSync(lock)).toBe(false);
  });

  test.each(['', 'nonsense', 'host -1', '\u0000'])(
    'that holds %j counts for nothing',
    async (text) => {
      const { site } = await buildUnderLock(() => text);
      expect(site.commit).not.toBeNull();
    },
  );
});
