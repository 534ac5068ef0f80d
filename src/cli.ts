/**
 * Flags in, exit code out: the only file that touches the arguments, the streams and the clock.
 *
 * Exit codes: 0 done, 1 the site has errors, 2 wrong usage. Each command is loaded when it is called.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { type BuildFlags, type DevFlags, makeCommandLine } from './commands/command-line.ts';
import type { Terminal } from './commands/terminal.ts';

const packageRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  hasColor: wantsColor(),
  isInteractive: process.stderr.isTTY === true,
  folder: process.cwd(),
};

function wantsColor(): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== '0';
  return (
    process.stdout.isTTY === true && process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  );
}

/** The compiler tells real paths, so the folders are real too. */
function followLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** The build's clock: SOURCE_DATE_EPOCH (seconds) where it is set, as reproducible-builds.org has it. */
function readClock(): number {
  const stated = process.env.SOURCE_DATE_EPOCH;
  if (stated === undefined || stated === '') return Date.now();
  if (!/^\d{1,12}$/.test(stated)) {
    throw new CommanderError(
      2,
      'clock',
      'error: SOURCE_DATE_EPOCH must be whole seconds since 1970',
    );
  }
  return Number(stated) * 1000;
}

function readVersion(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function build(flags: BuildFlags, program: string): Promise<void> {
  const now = readClock();
  const { runBuild } = await import('./commands/build.ts');
  const root = followLinks(resolve(flags.root));
  const request = {
    root,
    outDir: flags.out === undefined ? join(root, 'out') : resolve(flags.out),
    cacheDir: join(root, '.blog'),
    packageRoot: followLinks(packageRoot),
    program,
    homeDir: homedir(),
    showDrafts: flags.drafts === true,
    isStrict: flags.strict === true,
    now,
    changed: null,
    first: [],
  };
  const format = flags.json === true ? 'json' : flags.timing === true ? 'timing' : 'text';
  process.exitCode = await runBuild(request, format, terminal);
}

async function dev(flags: DevFlags, program: string): Promise<void> {
  readClock(); // Wrong usage is told at once, not by every build.
  const root = followLinks(resolve(flags.root));
  const { runDev, STOP_CODES } = await import('./commands/dev.ts');
  const settings = {
    root,
    cacheDir: join(root, '.blog'),
    packageRoot: followLinks(packageRoot),
    program,
    homeDir: homedir(),
    showDrafts: flags.drafts,
    readClock,
    host: flags.host === true ? '0.0.0.0' : (flags.host ?? null),
    port: flags.port ?? null,
    // As chokidar and the tools that are built on it have it.
    isPolling: /^(1|true)$/i.test(process.env.CHOKIDAR_USEPOLLING ?? ''),
    opensBrowser: flags.open === true,
    version: readVersion(),
  };
  const code = await runDev(settings, terminal, process, hasKeyboard());
  // Node cannot exit in peace from a terminal that is gone; the signal's own way out is left.
  if (code === STOP_CODES.SIGHUP) process.kill(process.pid, 'SIGHUP');
  // Nothing is left to be done, and the keyboard would keep the process waiting.
  else process.exit(code);
}

/** True where somebody sits at a terminal. */
function hasKeyboard(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && isInForeground();
}

/** A program in the background (`blog dev &`) that reads keys is stopped. */
function isInForeground(): boolean {
  try {
    // proc(5): behind the name stand state, parent, process group, session, terminal and its group.
    const [, , group, , , foreground] =
      readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return group === foreground;
  } catch {
    return true; // Only Linux tells.
  }
}

// Whoever reads our output may stop reading, as `head` does, or close the terminal.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

/**
 * Does what the arguments say; `program` is the digest of the compiled program. A bug rejects, and Node
 * tells of it with its stack.
 */
export async function runCommandLine(program: string): Promise<void> {
  const commands = {
    build: (flags: BuildFlags) => build(flags, program),
    dev: (flags: DevFlags) => dev(flags, program),
  };
  try {
    await makeCommandLine(readVersion(), commands).parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'clock') terminal.writeError(`${error.message}\n`);
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
