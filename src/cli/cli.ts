/**
 * The program's entry point, compiled to `dist/main.js`: parses the arguments and runs the command.
 *
 * The only file that touches the process: arguments, streams, signals, environment and clock. Commands
 * are loaded on demand. Exit codes: 0 success, 1 the site has errors, 2 wrong usage; for commands that
 * compare or check: 0 no findings, 1 some, 2 failure.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { BuildRequest } from '../build/request.ts';
import { explainRefusal } from '../files/file-state.ts';
import type { ImportOptions } from '../import/options.ts';
import { makePaint, type Terminal } from '../problems/report.ts';
import type { CommandName, Flags } from './command-line.ts';
import type { Ask } from './init.ts';

/** The digest of the compiled program, which keeps the caches of versions apart; set by compile.mjs. */
declare const PROGRAM_DIGEST: string;

/** Runs the command that the arguments name. Rejects only for a bug, whose stack Node then prints. */
export async function runCommandLine(): Promise<void> {
  // The reader of a pipe may close it, as `head` does, or the terminal may be closed.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EIO') return;
      if (stream === process.stdout) terminal.writeError(`error: cannot print: ${message}\n`);
      exit(1);
    });
  }
  const [{ CommanderError }, { makeProgram }] = await Promise.all([
    import('commander'),
    import('./command-line.ts'),
  ]);
  const isSite = existsSync('content');
  const program = makeProgram(version, isSite, async (name, words, flags) => {
    // If the process ends before the command does.
    process.exitCode = name === 'diff' || name === 'check' ? 2 : 1;
    process.exitCode = await ACTIONS[name](words, flags);
  });
  try {
    const isBare = process.argv.length === 2 && !isSite;
    const ask = isBare ? await makeAsk() : null;
    const offer = 'There is no site in this folder. Start one here?';
    const isStart = ask !== null && isYes(await ask(offer, 'yes'));
    await program.parseAsync(isStart ? ['init'] : process.argv.slice(2), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else await stopWith(error as NodeJS.ErrnoException);
  }
}

/** Reports a system error in one sentence; any other error is a bug, and is rethrown. */
async function stopWith(error: NodeJS.ErrnoException): Promise<void> {
  if (error.syscall === undefined) throw mapStack(error);
  const isFolderGone = error.syscall === 'uv_cwd';
  const message = isFolderGone ? 'the current folder is gone' : explainRefusal(error);
  terminal.writeError(`error: ${message}\n`);
  process.exitCode ??= 1;
}

/**
 * Names the source files in the stack of an error. Node would do so, too, but then reads the source maps of all scripts
 * when they are loaded, which takes a build with nothing to do 7 ms.
 */
function mapStack<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error) || error.stack === undefined) return error;
  error.stack = error.stack.replace(FRAME, (frame, url: string, line: string, column: string) => {
    const map = `${fileURLToPath(url)}.map`;
    if (!existsSync(map)) return frame;
    const entry = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    if (!('originalSource' in entry)) return frame;
    const source = fileURLToPath(new URL(entry.originalSource, url));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
  return error;
}

/** The place in a compiled script that a frame of a stack names. */
const FRAME = /(file:[^\s()]+\/dist\/[^\s():]+\.js):(\d+):(\d+)/g;

/** Runs the builder for the `blog dev` that started this process. */
export async function answerBuilds(): Promise<void> {
  const commands = await loadCommands();
  return commands.answerBuilds(process, catchLateErrors());
}

const loadCommands = async () => (await import('./commands.ts')).commands;

/** Runs a command with its arguments and its flags. Returns the exit code. */
type Action = (words: string[], flags: Flags & ImportFlags) => Promise<number>;
type ImportFlags = Partial<ImportOptions> & { readonly to?: string };

const ACTIONS: Readonly<Record<CommandName, Action>> = {
  async init([dir = ''], flags) {
    const { runInit } = await loadCommands();
    // A new site starts with the time zone of the machine.
    const { timeZone } = new Intl.DateTimeFormat('en-US').resolvedOptions();
    const year = new Date(readClock()).getUTCFullYear();
    const facts = { root: resolve(dir), packageRoot, version, timeZone, year };
    return runInit({ ...flags, ...facts }, flags.yes ? null : await makeAsk(), terminal);
  },

  async new(title, flags) {
    const { chooseEditor, runNew } = await loadCommands();
    const editor = flags.edit ? chooseEditor(process.env, process.platform) : null;
    const facts = { ...readRequest(flags), title: title.join(' '), editor };
    return runNew({ ...flags, ...facts }, terminal);
  },

  async publish([name = ''], flags) {
    const { runPublish } = await loadCommands();
    return runPublish(readRequest(flags), name, terminal);
  },

  async build(_, flags) {
    const request = readRequest(flags);
    const format = flags.json ? 'json' : flags.timing ? 'timing' : 'text';
    const { runBuild } = await import('./build.ts');
    const workspace = findWorkspace();
    return contain((take) =>
      runBuild(request, format, terminal, take, { workspace, why: flags.why ?? null }),
    );
  },

  async dev(_, flags) {
    const request = readRequest(flags);
    const settings = {
      ...request,
      mode: { ...request.mode, leavesOut: true },
      readClock,
      script: join(packageRoot, isSource ? 'src/run.mjs' : 'bin/blog.js'),
      ...readAddress(flags),
      // The variable that chokidar and the tools built on it read.
      isPolling: /^(1|true)$/i.test(process.env.CHOKIDAR_USEPOLLING ?? ''),
      opensBrowser: flags.open === true,
      version,
    };
    const { endProcess, runDev } = await loadCommands();
    const code = await runDev(settings, terminal, process, hasKeyboard());
    endProcess(code, process);
    return code;
  },

  async diff([dir], flags) {
    // Shows missing addresses as differences, where a build would refuse them.
    const request = readRequest({ ...flags, ...(dir && { out: dir }), forget: true });
    const { runDiff } = await loadCommands();
    return contain((take) => runDiff(request, flags, terminal, take));
  },

  async check(files, flags) {
    const request = readRequest(flags);
    if (flags.live) {
      const { runLive } = await loadCommands();
      return runLive(request.root, request.outDir, terminal);
    }
    const { GITHUB_WORKSPACE } = process.env;
    const format = flags.format ?? (findWorkspace() === null ? 'text' : 'github');
    const workspace = GITHUB_WORKSPACE ?? resolve('.');
    const options = { files, format, links: flags.links === true, workspace };
    const { runCheck } = await loadCommands();
    return contain((take) => runCheck(request, options, terminal, take));
  },

  async fix(files, flags) {
    const request = readRequest(flags);
    const ask = await makeAsk();
    const agrees = ask && (async (question: string) => isYes(await ask(question, 'no')));
    const { runFix } = await loadCommands();
    const answer = flags.yes ? async () => true : agrees;
    return contain((take) => runFix(request, files, answer, terminal, take));
  },

  async preview(_, flags) {
    const { endProcess, runPreview } = await loadCommands();
    const settings = { ...readRequest(flags), ...readAddress(flags) };
    const code = await runPreview(settings, terminal, process);
    endProcess(code, process);
    return code;
  },

  async explain([code]) {
    const { runExplain } = await loadCommands();
    return runExplain(code, readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8'), terminal);
  },

  async eject([name = ''], flags) {
    const { runEject } = await loadCommands();
    return runEject(readRequest(flags), version, name, terminal);
  },

  async import(sources, { to = '', ...flags }) {
    const { runImport } = await import('../import/import.ts');
    const { previewSite } = await loadCommands();
    const options = { as: 'auto', images: 'local', ...flags, root: resolve(to) } as const;
    return contain((take) => {
      const isHurried = () => true;
      const check = () => previewSite(readRequest({ root: to }), terminal, take, { isHurried });
      return runImport(sources, options, terminal, check);
    });
  },
};

const isYes = (answer: string) => /^y(es)?$/i.test(answer);

/** Makes a function that asks questions; null without a terminal. */
async function makeAsk(): Promise<Ask | null> {
  const { stdin: input, stdout: output } = process;
  if (input.isTTY !== true || output.isTTY !== true) return null;
  const { createInterface } = await import('node:readline/promises');
  // Ctrl-C and Ctrl-D end the program before it has written anything.
  const leave = () => exit(130);
  return async (question, fallback) => {
    const lines = createInterface({ input, output }).once('close', leave);
    const answer = await lines.question(`${question} (${fallback}) `);
    lines.off('close', leave).close();
    return answer.trim() || fallback;
  };
}

/** Runs a command that builds, and keeps templates from ending the process or keeping it alive. */
async function contain(
  run: (takeLateErrors: ReturnType<typeof catchLateErrors>) => Promise<number>,
): Promise<number> {
  const code = await run(catchLateErrors());
  Object.assign(process, { exit, abort });
  // A template may have started timers that never end.
  setTimeout(exit, LATE_MS).unref();
  return code;
}

/** How long a build waits for timers that templates have started. */
const LATE_MS = 200;

/**
 * Keeps templates from ending the process, and collects the errors that they throw in timers and promises.
 * The returned function waits for pending timers, and returns and clears the errors.
 */
function catchLateErrors(): () => Promise<unknown[]> {
  const failed = process.exitCode ?? 1;
  const errors: unknown[] = [];
  process.on('uncaughtException', (error) => errors.push(error));
  process.on('unhandledRejection', (reason) => errors.push(reason));
  // Errors that were not taken: a timer was too slow, or the program has a bug.
  process.once('exit', () => {
    if (errors.length > 0) process.exitCode = failed;
    for (const error of errors) terminal.writeError(`error: ${inspect(mapStack(error))}\n`);
  });
  const refuse = () => {
    throw new Error('A template cannot end the process');
  };
  Object.assign(process, { exit: refuse, abort: refuse });
  return async () => {
    const end = performance.now() + LATE_MS;
    do await setImmediate();
    while (process.getActiveResourcesInfo().includes('Timeout') && performance.now() < end);
    return errors.splice(0);
  };
}

/** The repository's folder in GitHub Actions; null elsewhere. */
function findWorkspace(): string | null {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE } = process.env;
  return GITHUB_ACTIONS === 'true' ? (GITHUB_WORKSPACE ?? resolve('.')) : null;
}

/** Reads the address that a server listens on, as `listen` takes it. */
function readAddress({ host, port }: Flags) {
  return { host: host ?? null, port: port === undefined ? null : Number(port) };
}

/** The originals: `catchLateErrors` replaces both while a build runs. */
const { exit, abort } = process;
/** True if Node runs the sources: see run.mjs. */
const isSource = import.meta.url.endsWith('.ts');
const packageRoot = findPackageRoot();
const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  paint: makePaint(wantsColor()),
  isInteractive: process.stderr.isTTY === true,
};

/** Finds the folder of the program's package.json, above `dist/` or, when the sources run, above `src/cli/`. */
function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return realpathSync(folder);
}

function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return process.stdout.isTTY === true && process.stderr.isTTY === true && TERM !== 'dumb';
}

/** Makes a build request from the flags. */
function readRequest(flags: Flags): BuildRequest {
  const stated = resolve(flags.root ?? '');
  // The real path, because the template compiler reports real paths.
  const root = existsSync(stated) ? realpathSync(stated) : stated;
  return {
    root,
    outDir: flags.out === undefined ? join(root, 'out') : resolve(flags.out),
    cacheDir: join(root, '.blog'),
    packageRoot,
    program: PROGRAM_DIGEST,
    mode: {
      showDrafts: flags.drafts === true,
      isStrict: flags.strict === true,
      leavesOut: false,
      host: flags.for ?? null,
      recording: {
        remembers: flags.drafts ? 'none' : 'all',
        forgets: flags.forget === true,
        isTrial:
          (flags.out !== undefined && resolve(flags.out) !== join(root, 'out')) ||
          readClock() > Date.now(),
        isCI: !/^(false|0|)$/i.test(process.env.CI ?? ''),
      },
    },
    now: readClock(),
  };
}

/**
 * Reads the build's clock in ms: SOURCE_DATE_EPOCH (seconds) if it is set, as reproducible-builds.org
 * specifies. Ends the process if that is not a number.
 */
function readClock(): number {
  const stated = process.env.SOURCE_DATE_EPOCH;
  if (stated === undefined || stated === '') return Date.now();
  if (/^\d{1,12}$/.test(stated)) return Number(stated) * 1000;
  terminal.writeError('error: SOURCE_DATE_EPOCH must be a whole number of seconds since 1970\n');
  process.exit(2);
}

/** True when the author can press keys: in a terminal, with this program in the foreground. */
function hasKeyboard(): boolean {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  try {
    // The system stops a background process (`blog dev &`) that reads keys. proc(5): after the
    // name come state, parent, process group, session, terminal and the terminal's process group.
    const [, facts = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    const [, , group, , , foreground] = facts.split(' ');
    return group === foreground;
  } catch {
    return true; // Only Linux has this file.
  }
}
