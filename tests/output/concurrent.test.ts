/**
 * Builds in processes of their own: some that are killed, and two at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../src/content/fingerprint.ts';
import {
  buildIn,
  buildSite,
  essay,
  type Files,
  listFiles,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';

const A = 'content/essays/a.md';
const GONE = 'content/essays/gone.md';
const OLD: Files = {
  'content/site.yaml': SITE_YAML,
  [A]: essay('title: A\npublished: 2020-01-01', 'old '.repeat(300)),
  [GONE]: essay('title: Gone\npublished: 2001-01-01'),
  'content/public/x.txt': 'old',
};
const NEW = {
  [A]: essay('title: A\npublished: 2020-01-01', 'new '.repeat(300)),
  'content/essays/b.md': essay('title: B\npublished: 2021-01-01'),
  'content/public/x.txt': 'new',
  [GONE]: null,
};
/** The page of this essay may be there already, and is not wanted any more. */
const NEXT = { 'content/essays/b.md': null };

/** Of the changes of the disk in a first build, one of those that stage files. */
const STAGING = 10;

/** Starts a build that gets a signal at its change of the disk with this number. */
function startBuild(root: string, signal: NodeJS.Signals, place: number, ...flags: string[]) {
  const interrupt = join(packageRoot, 'tests/support/interrupt.cjs');
  const program = ['--require', interrupt, join(packageRoot, 'bin/blog.js')];
  const told = { SOURCE_DATE_EPOCH: String(NOW / 1000), BLOG_INTERRUPT: `${signal} ${place}` };
  const env = { ...process.env, ...told };
  const child = spawn(process.execPath, [...program, 'build', ...flags], { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

function hashes(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder).map((path) => [path, fingerprint(readFileSync(join(folder, path)))]),
  );
}

describe('a build that is killed leaves whole files, and the next finishes the job:', () => {
  test.each([
    ['the first', 1],
    ['a later one', 2],
  ])('%s', async (_, start) => {
    const { root: other, rebuild } = await buildSite(OLD);
    await rebuild({ ...NEW, out: null, '.blog': null });
    const clean = hashes(join(other, 'out'));
    await rebuild({ ...NEXT, out: null, '.blog': null });
    const next = hashes(join(other, 'out'));
    // At each second change of the disk, one by one.
    let place = start;
    for (let isKilled = true; isKilled; place += 2) {
      const root = makeSite(OLD);
      if (start === 2) await buildIn(root);
      const old = hashes(join(root, 'out'));
      writeFiles(root, NEW);
      isKilled = (await startBuild(root, 'SIGKILL', place).ended).code === null;
      const left = hashes(join(root, 'out'));
      for (const path of Object.keys({ ...old, ...left })) {
        expect([clean[path], old[path]], `${path} at ${place}`).toContain(left[path]);
      }
      writeFiles(root, NEXT);
      expect((await buildIn(root)).report).toBe('');
      expect(hashes(join(root, 'out')), `at ${place}`).toEqual(next);
      const working = /^staging|^lock-\w+$/;
      expect(listFiles(join(root, '.blog')).filter((path) => working.test(path))).toEqual([]);
    }
    expect(place).toBeGreaterThan(30);
  });
});

describe('of two builds at once', () => {
  /** Starts a build of a site, and stops it while it renders. */
  async function stopBuild(root: string) {
    const build = startBuild(root, 'SIGSTOP', STAGING);
    await Promise.race([once(build.child.stdout, 'data'), build.ended]);
    const isStaging = listFiles(join(root, '.blog')).some((path) => path.startsWith('staging'));
    expect(isStaging).toBe(true);
    return build;
  }

  test('into one folder, the second is refused and touches nothing', async () => {
    const root = makeSite(OLD);
    const first = await stopBuild(root);
    const second = await startBuild(root, 'SIGKILL', 0).ended;
    expect([second.code, existsSync(join(root, 'out'))]).toEqual([1, false]);
    const message = 'error [build-running] Another build is writing into this folder';
    expect(second.output).toContain(message);
    expect(second.output).toContain('nothing was written');
    first.child.kill('SIGCONT');
    expect((await first.ended).code).toBe(0);
    expect((await buildIn(root)).commit).toMatchObject({ written: 0, removed: 0 });
  });

  test('into two folders, both are whole', async () => {
    const root = makeSite(OLD);
    const first = await stopBuild(root);
    expect((await startBuild(root, 'SIGKILL', 0, '--out', 'other').ended).code).toBe(0);
    first.child.kill('SIGCONT');
    expect((await first.ended).code).toBe(0);
    expect(hashes(join(root, 'out'))).toEqual(hashes(join(root, 'other')));
  });
});

describe('a lock', () => {
  /** Builds a site with a lock in which a holder stands. */
  async function buildUnderLock(holder: string) {
    const root = makeSite(OLD);
    mkdirSync(join(root, '.blog'));
    const lock = join(root, '.blog', `lock-${fingerprint(join(root, 'out'))}`);
    writeFileSync(lock, holder);
    return { site: await buildIn(root), lock };
  }

  test('of a live process is respected, and says how to be rid of it', async () => {
    const { site, lock } = await buildUnderLock(`${hostname()} ${process.ppid}`);
    expect(site.report).toBe(
      [
        'error [build-running] Another build is writing into this folder',
        `  ${join(site.root, 'out')}`,
        `  → Wait for it to end. If there is none, delete ${lock}.`,
      ].join('\n'),
    );
    expect([site.paths, existsSync(lock)]).toEqual([[], true]);
  });

  test('of a process that is gone, or of nobody, is taken and given back', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    for (const holder of [`${hostname()} ${child.pid}`, '', 'nonsense', 'host -1', '\0']) {
      const { site, lock } = await buildUnderLock(holder);
      expect([site.report, existsSync(lock)], holder).toEqual(['', false]);
    }
  });
});
