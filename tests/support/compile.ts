/**
 * Global setup of all tests: compiles the program, so that command line tests run what is in src/, clears the
 * environment, and creates the folder for temporary files, which is removed after the tests.
 *
 * The folder is in memory if there is room, since tests otherwise wait mostly for the disk.
 * `TMPDIR=/tmp npm test` runs the tests on a disk.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './npm.ts';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

/** Environment variables from a git hook, a package build or the user's shell that would affect tests. */
const FOREIGN = /^GIT_|^(SOURCE_DATE_EPOCH|FORCE_COLOR|NO_COLOR)$/;

export default function prepare(): () => void {
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];
  runScript('compile');
  // With garbage collection only at this limit, esbuild takes three quarters of the time.
  Object.assign(process.env, { GOGC: 'off', GOMEMLIMIT: '300MiB' });
  const isInMemory = process.env.TMPDIR === undefined && hasRoom(MEMORY);
  const folder = mkdtempSync(join(realpathSync(isInMemory ? MEMORY : tmpdir()), 'blog-tests-'));
  process.env.TMPDIR = folder;
  // Browsers may still be deleting their own files.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}
