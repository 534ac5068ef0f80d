/**
 * Before all tests: compiles the program, so that those of the command line run what is in src/, and makes
 * the folder of the sites that several test files look at, which is removed after them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function prepare(): () => void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'blog-tests-'));
  process.env.BLOG_TEST_SITES = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
