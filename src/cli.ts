/**
 * Flags in, exit code out: the only file that touches the arguments, the streams and the clock.
 *
 * Exit codes: 0 done, 1 the site has errors, 2 wrong usage. Each command is loaded when it is called.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Controls, Terminal } from './commands/terminal.ts';
import { digest } from './content/fingerprint.ts';

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

/** The compiled entries name what they import by digests, so theirs tells the whole program. */
function readProgramDigest(): string {
  const entries = ['cli.js', 'thread.js'].map((name) => join(packageRoot, 'dist', name));
  return digest(entries.map((file) => readFileSync(file, 'utf8')).join());
}

/**
 * Lets Node keep what it compiles the program to beside what builds remember, from the second build
 * on; before version 22.1 it cannot.
 */
function keepMachineCode(cacheDir: string): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
  if (existsSync(cacheDir)) enableCompileCache?.(join(cacheDir, 'program'));
}

interface BuildFlags {
  root: string;
  out?: string;
  drafts?: boolean;
  strict?: boolean;
  json?: boolean;
  timing?: boolean;
  threads: number;
}

async function build(flags: BuildFlags): Promise<void> {
  const now = readClock();
  keepMachineCode(join(resolve(flags.root), '.blog'));
  const { runBuild } = await import('./commands/build.ts');
  const root = followLinks(resolve(flags.root));
  const request = {
    root,
    outDir: flags.out === undefined ? join(root, 'out') : resolve(flags.out),
    cacheDir: join(root, '.blog'),
    packageRoot: followLinks(packageRoot),
    program: readProgramDigest(),
    homeDir: homedir(),
    showDrafts: flags.drafts === true,
    isStrict: flags.strict === true,
    now,
    threads: flags.threads,
  };
  const format = flags.json === true ? 'json' : flags.timing === true ? 'timing' : 'text';
  process.exitCode = await runBuild(request, format, terminal);
}

interface DevFlags {
  root: string;
  port?: number;
  host?: string | true;
  open?: boolean;
  drafts: boolean;
}

async function dev(flags: DevFlags): Promise<void> {
  readClock(); // Wrong usage is told at once, not by every build.
  const root = followLinks(resolve(flags.root));
  const { runDev } = await import('./commands/dev.ts');
  const settings = {
    root,
    cacheDir: join(root, '.blog'),
    packageRoot: followLinks(packageRoot),
    program: readProgramDigest(),
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
  const code = await runDev(settings, terminal, takeControls());
  // Node cannot exit in peace from a terminal that is gone; the signal's own way out is left.
  if (code === STOP_CODES.SIGHUP) process.kill(process.pid, 'SIGHUP');
  // Nothing is left to be done, and the keyboard would keep the process waiting.
  else process.exit(code);
}

/** The signals that end a session, and what a shell takes the exit code of such an end to be. */
const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Listens to signals, and to the keyboard if there is one. */
function takeControls(): Controls {
  let stop = (_: number) => {};
  const onStop = (listener: (code: number) => void) => {
    stop = listener;
    for (const [signal, code] of Object.entries(STOP_CODES)) {
      process.once(signal, () => listener(code));
    }
  };
  const { stdin } = process;
  if (!stdin.isTTY || !process.stdout.isTTY || !isInForeground()) return { onStop, onKey: null };
  const onKey = (listener: (key: string) => void) => {
    stdin.setRawMode(true).setEncoding('utf8');
    stdin.on('data', (text) => pressKey(String(text), listener, stop));
    // A terminal that is closed sends a signal too.
    stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO') throw error;
    });
    process.on('SIGCONT', () => stdin.setRawMode(true));
  };
  return { onStop, onKey };
}

/** In raw mode a terminal sends no signals: three keys mean them all the same. */
function pressKey(
  text: string,
  listener: (key: string) => void,
  stop: (code: number) => void,
): void {
  if (text.includes('\u0003')) stop(STOP_CODES.SIGINT);
  else if (text === '\u0004') stop(0);
  else if (text === '\u001a' && process.platform !== 'win32') {
    process.stdin.setRawMode(false);
    // With whatever has started this program, as npm does, which would wait for it in vain.
    process.kill(0, 'SIGTSTP');
  } else if (text === '\r') process.stdout.write('\n');
  // More at a time is an arrow key, or was pasted.
  else if (text.length === 1) listener(text);
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

function readHost(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return Number(text);
}

/** A whole number of at least 1; anything else is wrong usage. */
function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new InvalidArgumentError('It must be a number from 1 on.');
  return Number(text);
}

function makeProgram(): Command {
  const program = new Command('blog')
    .description('Turns a folder of essays into a finished site of plain HTML pages.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showHelpAfterError('Run `blog --help` for what there is.');
  program
    .command('build')
    .description('build the site into out/')
    .option('--root <dir>', 'the folder of the site', '.')
    .option('--out <dir>', 'the folder to fill (default: out in the root)')
    .option('--drafts', 'publish drafts too, marked as such')
    .option('--strict', 'take warnings for errors')
    .option('--json', 'print one JSON document instead of text')
    .option('--timing', 'print how long each stage took')
    .option('--threads <number>', 'read and render essays in so many threads', readCount, 1)
    .action(build);
  program
    .command('dev')
    .description('show the site while you write, and build it again with every change')
    .option('--root <dir>', 'the folder of the site', '.')
    .option(
      '--port <number>',
      'the port to listen at (default: 4321, or the next that is free)',
      readPort,
    )
    .option('--host [address]', 'let other machines in, at this address or at all', readHost)
    .option('--open', 'open the site in the browser')
    .option('--no-drafts', 'leave drafts out, as a build does')
    .action(dev);
  return program;
}

// Whoever reads our output may stop reading, as `head` does, or close the terminal.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

try {
  await makeProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  if (error.code === 'clock') terminal.writeError(`${error.message}\n`);
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
