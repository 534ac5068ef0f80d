/**
 * Before all tests: compiles the program, so that those of the command line run what is in src/, and makes
 * the folder for the temporary files of all tests, which is removed after them.
 *
 * The folder is in memory where there is room: most of what a test waits for is otherwise the disk.
 * `TMPDIR=/tmp npm test` runs the tests on a disk.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

export default function prepare(): () => void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
  const isInMemory = process.env.TMPDIR === undefined && hasRoom(MEMORY);
  const folder = mkdtempSync(join(realpathSync(isInMemory ? MEMORY : tmpdir()), 'blog-tests-'));
  process.env.TMPDIR = folder;
  // Browsers may still be removing their own files.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}
