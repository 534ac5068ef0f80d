/**
 * Compiles the program once before all tests, so that those of the command line run what is in src/.
 */
import { execFileSync } from 'node:child_process';

export default function compileProgram(): void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
}
