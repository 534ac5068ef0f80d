/**
 * Runs the scripts of package.json.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

export function runScript(name: string): void {
  // On Windows, npm is a script of the shell.
  const shell = process.platform === 'win32';
  execFileSync('npm', ['run', '--silent', name], { cwd, shell, stdio: 'inherit' });
}
