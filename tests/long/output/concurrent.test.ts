/**
 * Two builds at once, in processes of their own, and the locks that keep them apart.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockFileOf, lockOutput } from '../../../src/build/out-folder.ts';
import {
  buildIn,
  essay,
  type Files,
  hashFiles,
  listFiles,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

const SITE: Files = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01', 'old '.repeat(300)),
};

/** Starts a build in which something fails (`faults.cjs`). */
function startBuild(root: string, fault: string, ...flags: string[]) {
  const faults = join(packageRoot, 'tests/support/faults.cjs');
  const program = ['--require', faults, join(packageRoot, 'bin/blog.js')];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000), BLOG_FAULT: fault };
  const child = spawn(process.execPath, [...program, 'build', ...flags], { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

describe('of two builds at once', () => {
  /** Starts a build of a site, and stops it while it renders. */
  async function stopBuild(root: string) {
    const build = startBuild(root, 'SIGSTOP 9 writeFileSync');
    await Promise.race([once(build.child.stdout, 'data'), build.ended]);
    const isStaging = listFiles(join(root, '.blog')).some((path) => path.startsWith('staging'));
    expect(isStaging).toBe(true);
    return build;
  }

  test('into the same folder, the second is refused and changes nothing', async () => {
    const root = makeSite(SITE);
    const first = await stopBuild(root);
    const second = await startBuild(root, '').ended;
    expect([second.code, existsSync(join(root, 'out'))]).toEqual([1, false]);
    expect(second.output).toMatch(/^error \[build-running\] [\s\S]*nothing was written/);
    first.child.kill('SIGCONT');
    expect((await first.ended).code).toBe(0);
    expect((await buildIn(root)).commit).toMatchObject({ written: 0, removed: 0 });
  });

  test('into different folders, both are complete', async () => {
    const root = makeSite(SITE);
    const first = await stopBuild(root);
    expect((await startBuild(root, '', '--out', 'other').ended).code).toBe(0);
    first.child.kill('SIGCONT');
    expect((await first.ended).code).toBe(0);
    expect(hashFiles(join(root, 'out'))).toEqual(hashFiles(join(root, 'other')));
  });
});

describe('a lock', () => {
  /** Builds a site with a lock in which a holder stands. */
  async function buildUnderLock(holder: string) {
    const root = makeSite(SITE);
    mkdirSync(join(root, '.blog'));
    const lock = lockFileOf(join(root, '.blog'), join(root, 'out'));
    writeFileSync(lock, holder);
    return { site: await buildIn(root), lock };
  }

  test.each([
    ['a live process', hostname(), process.ppid],
    ['any process of another machine', 'elsewhere', 7],
  ])('of %s is respected, and says how to be rid of it', async (_, host, pid) => {
    const { site, lock } = await buildUnderLock(`${host} ${pid}`);
    expect([site.codes, site.paths, existsSync(lock)]).toEqual([['build-running'], [], true]);
    expect(site.report).toContain(`→ Wait for it to finish. If none is running, delete ${lock}.`);
  });

  test('of a dead process, or without a holder, is taken over and released', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    const nobody = ['', 'nonsense', 'host -1', 'elsewhere 0', `${hostname()} 0`, '\0'];
    for (const holder of [`${hostname()} ${child.pid}`, ...nobody]) {
      const { site, lock } = await buildUnderLock(holder);
      expect([site.report, existsSync(lock)], holder).toEqual(['', false]);
    }
  });

  test('keeps apart two builds of one process, too', () => {
    const root = makeSite({});
    const lock = () => lockOutput(join(root, '.blog'), join(root, 'out'));
    const [first, second] = [lock(), lock()];
    expect('problem' in second && second.problem.code).toBe('build-running');
    if ('release' in first) first.release();
    expect('release' in lock()).toBe(true);
  });

  describe('on a disk without hard links', () => {
    const noLinks = 'EISDIR 1-99 linkSync';

    test('is taken and released', async () => {
      const root = makeSite(SITE);
      expect(await startBuild(root, noLinks).ended).toMatchObject({ code: 0 });
      expect(listFiles(join(root, '.blog')).filter((path) => path.startsWith('lock'))).toEqual([]);
    });

    test('of a live process is respected', async () => {
      const root = makeSite(SITE);
      const lock = lockFileOf(join(root, '.blog'), join(root, 'out'));
      writeFiles(root, { [relative(root, lock)]: `${hostname()} ${process.pid}` });
      const { code, output } = await startBuild(root, noLinks).ended;
      expect([code, output]).toEqual([1, expect.stringContaining('[build-running]')]);
    });

    test('is not taken by a build that another one has taken for dead meanwhile', () => {
      const root = makeSite({});
      const { copyFileSync } = fs;
      vi.spyOn(fs, 'linkSync').mockImplementation(() => {
        throw Object.assign(new Error(), { code: 'EISDIR' });
      });
      vi.spyOn(fs, 'copyFileSync').mockImplementation((from, to, mode) => {
        copyFileSync(from, to, mode);
        writeFileSync(to, 'elsewhere 7');
      });
      syncBuiltinESMExports();
      onTestFinished(() => {
        vi.restoreAllMocks();
        syncBuiltinESMExports();
      });
      const lock = lockOutput(join(root, '.blog'), join(root, 'out'));
      expect('problem' in lock && lock.problem.code).toBe('build-running');
    });
  });
});
