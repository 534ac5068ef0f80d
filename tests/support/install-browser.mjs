/**
 * Installs Debian's Chromium for the browser tests, unless there is one. Prefers its headless
 * shell, which takes a third of the time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = (process.env.PATH ?? '').split(delimiter);
const isThere = (program) =>
  existsSync(program) || folders.some((folder) => existsSync(join(folder, program)));
const wanted = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['chromium-headless-shell', 'chromium'];

if (!wanted.some(isThere)) {
  if (!isThere('apt-get')) {
    console.error('The browser tests need Chromium: install it, and name its program in CHROMIUM.');
    process.exit(1);
  }
  console.log('Installing Chromium for the browser tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const command = ['apt-get', '-qq', ...args];
    const [program = '', ...rest] = process.getuid?.() === 0 ? command : ['sudo', ...command];
    execFileSync(program, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  apt('update');
  try {
    apt('install', '-y', 'chromium-headless-shell');
  } catch {
    apt('install', '-y', 'chromium');
  }
}
