/**
 * Installs the browsers of the tests from Debian's packages, unless they are there: Chromium, of which it prefers the
 * headless shell, which takes a third of the time; Firefox; and WebKitGTK with its Python bindings and a virtual screen.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = (process.env.PATH ?? '').split(delimiter);
const isThere = (program) =>
  existsSync(program) || folders.some((folder) => existsSync(join(folder, program)));

function hasWebKit() {
  const test = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
  try {
    // Debian's Python has the bindings, another one need not.
    execFileSync('/usr/bin/python3', ['-c', test], { stdio: 'ignore' });
    return isThere('xvfb-run');
  } catch {
    return false;
  }
}

const chromium = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['chromium-headless-shell', 'chromium'];
/** Each is a list of alternatives, which are lists of packages. */
const missing = [
  ...(chromium.some(isThere) ? [] : [[['chromium-headless-shell'], ['chromium']]]),
  ...(isThere('firefox-esr') ? [] : [[['firefox-esr']]]),
  ...(hasWebKit() ? [] : [[['gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'xauth']]]),
];

if (missing.length > 0) {
  const names = missing.map(([[first]]) => first).join(', ');
  if (!isThere('apt-get')) {
    console.error(
      `The browser tests need ${names}: install them, and name the program of Chromium in CHROMIUM.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${names} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const command = ['apt-get', '-qq', ...args];
    const [program = '', ...rest] = process.getuid?.() === 0 ? command : ['sudo', ...command];
    execFileSync(program, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  apt('update');
  for (const alternatives of missing) {
    const last = alternatives.at(-1);
    for (const packages of alternatives) {
      try {
        apt('install', '-y', ...packages);
        break;
      } catch (error) {
        if (packages === last) throw error;
      }
    }
  }
}
