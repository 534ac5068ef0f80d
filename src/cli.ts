/**
 * The program's entry, compiled to `dist/main.js`: flags in, exit code out.
 *
 * The only file that touches the process: arguments, streams, signals, environment and clock. Each
 * command is loaded when it is called. Exit codes: 0 done, 1 the site has errors, 2 wrong usage; of a
 * command that compares: 0 no difference, 1 some, 2 trouble.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { Ask } from './commands/init.ts';
import type { ImportOptions } from './import/stage.ts';
import type { Terminal } from './report.ts';

/** The digest of the compiled program, which tells apart the caches of versions; set by compile.mjs. */
declare const PROGRAM_DIGEST: string;

/** The flags of all commands, as given on the command line. */
interface Flags {
  root: string;
  drafts?: boolean;
  out?: string;
  strict?: boolean;
  json?: boolean;
  timing?: boolean;
  all?: boolean;
  forget?: boolean;
  for?: 'nginx' | 'caddy' | 'apache';
  format?: 'text' | 'github' | 'json';
  links?: boolean;
  live?: boolean;
  port?: string;
  host?: string | true;
  open?: boolean;
  name?: string;
  url?: string;
  yes?: boolean;
  slug?: string;
  folder?: boolean;
  page?: boolean;
  edit?: boolean;
}

const PORT_HELP = 'the port to listen on (default: 4321, or the next free one)';
const PORT_RULE = 'It must be a number from 0 to 65535.';
const HOST_HELP = 'let other machines connect, to this address or to any';
type ImportFlags = Omit<ImportOptions, 'root'> & { readonly to: string };

/** Runs the command that the arguments name. Rejects only for a bug, whose stack Node then prints. */
export async function runCommandLine(): Promise<void> {
  const { exit } = process;
  // A reader of the output may stop reading, as `head` does, or close the terminal.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EIO') return;
      if (stream === process.stdout) terminal.writeError(`error: cannot print: ${message}\n`);
      exit(1);
    });
  }
  const { Command, CommanderError, InvalidArgumentError, Option } = await import('commander');
  const accept = (isValid: (text: string) => boolean, message: string) => (text: string) => {
    if (!isValid(text)) throw new InvalidArgumentError(message);
    return text;
  };
  const notEmpty = accept((text) => text !== '', 'It must not be empty.');
  const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65535;
  const program = new Command('blog')
    .description('Turns a folder of essays into a finished site of plain HTML pages.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showHelpAfterError('Run `blog --help` to see the commands.');
  const isSite = existsSync('content');
  if (!isSite)
    program.addHelpText('after', '\nThere is no site in this folder: `blog init` starts one.');
  program
    .command('init')
    .description('start a site: settings, a first draft, a workflow that publishes it')
    .argument('[dir]', 'the folder of the site (default: the working directory)', notEmpty)
    .option('--name <name>', 'your name', notEmpty)
    .option('--url <url>', 'the address of the finished site', notEmpty)
    .addOption(new Option('--host <host>', 'where it will be published').choices(HOSTS))
    .option('--yes', 'ask nothing, and take git’s and default values')
    .action(init);
  program
    .command('new')
    .description('write the file of a new essay, a draft without a date')
    .argument('<title...>', 'its title')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option(
      '--slug <slug>',
      'the last part of its address (default: made from the title)',
      notEmpty,
    )
    .option('--folder', 'give it a folder, for pictures beside it')
    .option('--page', 'make it a page instead of an essay')
    .option('--edit', 'open it in $EDITOR')
    .action(writeDraft);
  program
    .command('publish')
    .description('give a draft the present as its date, and record its address')
    .argument('<essay>', 'its file, or the last part of its path', notEmpty)
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .action(publish);
  program
    .command('build')
    .description('build the site into out/')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--out <dir>', 'the folder to write to (default: out in the site’s folder)', notEmpty)
    .option('--drafts', 'publish drafts too, marked as such')
    .option('--strict', 'treat warnings as errors')
    .option('--forget', 'forget published addresses that are gone')
    .addOption(
      new Option('--for <server>', 'write a configuration for a server of your own, too').choices([
        'nginx',
        'caddy',
        'apache',
      ]),
    )
    .option('--json', 'print one JSON document instead of text')
    .option('--timing', 'print how long each stage took')
    .action(build);
  program
    .command('dev')
    .description('show the site while you write, and rebuild it after every change')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--port <number>', PORT_HELP, accept(isPort, PORT_RULE))
    .option('--host [address]', HOST_HELP, notEmpty)
    .option('--open', 'open the site in the browser')
    .option('--no-drafts', 'leave drafts out, as a build does')
    .action(dev);
  program
    .command('diff')
    .description('list what readers would see change between out/ and a new build')
    .argument(
      '[dir]',
      'the built site to compare with (default: out in the site’s folder)',
      notEmpty,
    )
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--all', 'list everything, not only ten differences')
    .option('--json', 'print one JSON document instead of text')
    .action((dir: string | undefined, flags: Flags) => diff(dir ? { ...flags, out: dir } : flags));
  program
    .command('check')
    .description('list all problems in full, and write nothing')
    .argument('[files...]', 'files or folders (default: the whole site)')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--out <dir>', 'the built site (default: out in the site’s folder)', notEmpty)
    .option('--drafts', 'check drafts too')
    .addOption(
      new Option(
        '--format <name>',
        'how to print them (default: github in GitHub Actions)',
      ).choices(['text', 'github', 'json']),
    )
    .option('--links', 'ask other hosts whether what links name is still there')
    .option('--live', 'list published addresses that a deploy of out/ would take away')
    .action(check);
  program
    .command('fix')
    .description('fix the problems that name their own cure, after showing how')
    .argument('[files...]', 'files or folders (default: the whole site)')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--yes', 'fix all without asking')
    .action(fix);
  program
    .command('preview')
    .description('serve the built site as a host would, redirects and headers included')
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .option('--out <dir>', 'the built site (default: out in the site’s folder)', notEmpty)
    .option('--port <number>', PORT_HELP, accept(isPort, PORT_RULE))
    .option('--host [address]', HOST_HELP, notEmpty)
    .action(preview);
  program
    .command('explain')
    .description('say what a problem code means, with an example')
    .argument('[code]', 'such as link-broken (default: all codes)')
    .action(explain);
  program
    .command('eject')
    .description('copy a template into the site, to change it there')
    .argument('<name>', 'such as EssayPage or styles/code.css', notEmpty)
    .option('--root <dir>', 'the site’s folder', notEmpty, '.')
    .action(eject);
  program
    .command('import')
    .description('bring the essays of another blog here, with their old addresses')
    .argument('<source...>', 'its export: a file, a zip archive or a folder')
    .option('--to <dir>', 'the site’s folder', notEmpty, '.')
    .addOption(
      new Option('--from <kind>', 'what it is (default: found out)').choices([
        'wordpress',
        'ghost',
        'substack',
        'medium',
        ...['blogger', 'tumblr'],
        'feed',
        'records',
        ...['jekyll', 'hugo', 'zola', 'eleventy', 'astro'],
      ]),
    )
    .addOption(
      new Option('--as <format>', 'the format of bodies')
        .choices(['auto', 'markdown', 'html'])
        .default('auto', 'Markdown where nothing is lost'),
    )
    .addOption(
      new Option('--images <where>', 'where pictures come from')
        .choices(['local', 'download', 'link'])
        .default('local', 'from the export'),
    )
    .option('--pages', 'bring pages too, into content/pages')
    .option(
      '--since <date>',
      'only posts from this day on',
      accept((text) => /^\d{4}-\d{2}-\d{2}$/.test(text), 'Write it as 2020-12-03.'),
    )
    .option('--site <url>', 'the URL of the old site', accept(URL.canParse, 'It must be a URL.'))
    .option('--map <fields>', 'names of fields of records: title=headline,content=body', notEmpty)
    .option('--overwrite', 'replace imported essays that you have not changed')
    .option('--dry-run', 'say all, and write nothing')
    .option('--json', 'print one JSON document instead of text')
    .action(importBlog);
  try {
    const isBare = process.argv.length === 2 && !isSite;
    const ask = isBare ? await makeAsk() : null;
    const offer = 'There is no site in this folder. Start one here?';
    if (ask !== null && isYes(await ask(offer, 'yes'))) await init(undefined, { root: '.' });
    else await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else await stopWith(error as NodeJS.ErrnoException);
  }
}

/** Says in a sentence what the system refuses; any other error is a bug, and thrown again. */
async function stopWith(error: NodeJS.ErrnoException): Promise<void> {
  if (error.syscall === undefined) throw error;
  const isFolderGone = error.syscall === 'uv_cwd';
  const { explainRefusal } = await import('./content/file-state.ts');
  const message = isFolderGone ? 'the current folder is gone' : explainRefusal(error);
  terminal.writeError(`error: ${message}\n`);
  process.exitCode ??= 1;
}

/** Builds for the `blog dev` that started this process. */
export const answerBuilds = async () =>
  (await import('./dev/builder.ts')).answerBuilds(process, catchLateErrors());

/** Makes the JSON Schemas of front matter and of site.yaml, for compile.mjs. */
export const makeSchemas = async (
  describe: (file: string, heading: string) => Record<string, string>,
) => {
  const { FRONT_MATTER_KEYS } = await import('./content/front-matter.ts');
  const { CONFIG_KEYS } = await import('./content/config.ts');
  const { describeTable } = await import('./content/values.ts');
  return {
    'front-matter': describeTable(FRONT_MATTER_KEYS, describe('write.md', '## Front matter')),
    site: describeTable(CONFIG_KEYS, describe('settings.md', '## content/site.yaml')),
  };
};

/** Compiles the package's own templates, for compile.mjs. */
export const shipTemplates = async (packageRoot: string) =>
  (await import('./render/templates.ts')).shipTemplates(packageRoot);

async function build(flags: Flags): Promise<void> {
  const request = await readRequest(flags);
  const format = flags.json === true ? 'json' : flags.timing === true ? 'timing' : 'text';
  const { runBuild } = await import('./commands/build.ts');
  await runContained(1, (take) => runBuild(request, format, terminal, take));
}

/** The hosts that `blog init` has a workflow for. */
const HOSTS = ['github', 'netlify', 'cloudflare', 'server'];

async function init(dir: string | undefined, flags: Flags & { host?: string }): Promise<void> {
  const { runInit } = await import('./commands/init.ts');
  // The first zone of a site is that of the machine it is started on.
  const { timeZone } = new Intl.DateTimeFormat('en-US').resolvedOptions();
  const year = new Date(readClock()).getUTCFullYear();
  const facts = { root: resolve(dir ?? ''), hosts: HOSTS, packageRoot, version, timeZone, year };
  const ask = flags.yes === true ? null : await makeAsk();
  process.exitCode = await runInit({ ...flags, ...facts }, ask, terminal);
}

const isYes = (answer: string) => /^y(es)?$/i.test(answer);

/** Makes a function that asks questions; null where nobody can answer. */
async function makeAsk(): Promise<Ask | null> {
  const { stdin: input, stdout: output } = process;
  if (input.isTTY !== true || output.isTTY !== true) return null;
  const { createInterface } = await import('node:readline/promises');
  // Ctrl-C and Ctrl-D end the program before it has written anything.
  const leave = () => process.exit(130);
  return async (question, fallback) => {
    const lines = createInterface({ input, output }).once('close', leave);
    const answer = await lines.question(`${question} (${fallback}) `);
    lines.off('close', leave).close();
    return answer.trim() || fallback;
  };
}

async function writeDraft(title: readonly string[], flags: Flags): Promise<void> {
  const { runNew } = await import('./commands/new.ts');
  const { root } = await readSite(flags);
  const { VISUAL, EDITOR } = process.env;
  const { slug = null, folder: isFolder = false, page: isPage = false } = flags;
  const editor = flags.edit === true ? VISUAL || EDITOR || 'vi' : null;
  const request = {
    root,
    title: title.join(' '),
    slug,
    isFolder,
    isPage,
    editor,
    now: readClock(),
  };
  process.exitCode = runNew(request, terminal);
}

async function publish(name: string, flags: Flags): Promise<void> {
  const { runPublish } = await import('./commands/publish.ts');
  process.exitCode = await runPublish(await readRequest(flags), name, terminal);
}

async function diff(flags: Flags): Promise<void> {
  process.exitCode = 2; // Until the sites are compared.
  // What the build would refuse for want of addresses, this command shows.
  const request = { ...(await readRequest(flags)), forgets: true };
  const { runDiff } = await import('./commands/diff.ts');
  await runContained(2, (take) => runDiff(request, flags, terminal, take));
}

async function check(files: readonly string[], flags: Flags): Promise<void> {
  process.exitCode = 2; // Until the site is checked.
  const request = await readRequest(flags);
  if (flags.live === true) {
    const { runLive } = await import('./commands/live.ts');
    process.exitCode = await runLive(request.root, request.outDir, terminal);
    return;
  }
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE } = process.env;
  const format = flags.format ?? (GITHUB_ACTIONS === 'true' ? 'github' : 'text');
  const workspace = GITHUB_WORKSPACE ?? resolve('.');
  const options = { files, format, links: flags.links === true, workspace };
  const { runCheck } = await import('./commands/check.ts');
  await runContained(2, (take) => runCheck(request, options, terminal, take));
}

async function fix(files: readonly string[], flags: Flags): Promise<void> {
  const request = await readRequest(flags);
  const ask = await makeAsk();
  const agrees = ask && (async (question: string) => isYes(await ask(question, 'no')));
  const { runFix } = await import('./commands/fix.ts');
  const answer = flags.yes === true ? async () => true : agrees;
  await runContained(1, (take) => runFix(request, files, answer, terminal, take));
}

async function explain(code: string | undefined): Promise<void> {
  const { runExplain } = await import('./commands/explain.ts');
  const manual = readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8');
  process.exitCode = runExplain(code, manual, terminal);
}

async function eject(name: string, flags: Flags): Promise<void> {
  const { runEject } = await import('./commands/eject.ts');
  process.exitCode = runEject(await readSite(flags), version, name, terminal);
}

async function importBlog(sources: readonly string[], flags: ImportFlags): Promise<void> {
  process.exitCode = 1; // Until everything is in its place.
  const { runImport } = await import('./import/import.ts');
  const options = { ...flags, root: resolve(flags.to) };
  process.exitCode = await runImport(sources, options, terminal);
}

/**
 * Runs a command that builds, and exits with the code it returns. `failed` is the exit code while it has not
 * come to its end.
 */
async function runContained(
  failed: number,
  run: (takeLateErrors: ReturnType<typeof catchLateErrors>) => Promise<number>,
): Promise<void> {
  const { exit, abort } = process;
  const takeLateErrors = catchLateErrors(failed);
  process.exitCode = failed;
  process.exitCode = await run(takeLateErrors);
  Object.assign(process, { exit, abort });
  // What a template has started may run on for ever.
  setTimeout(exit, LATE_MS).unref();
}

/** The time for which a build waits for the timers of templates. */
const LATE_MS = 200;

/**
 * Keeps templates from ending the process, and collects the errors that they throw in timers and promises:
 * the returned function waits for those that are due, and takes them.
 */
function catchLateErrors(failed = 1): () => Promise<unknown[]> {
  const errors: unknown[] = [];
  process.on('uncaughtException', (error) => errors.push(error));
  process.on('unhandledRejection', (reason) => errors.push(reason));
  // Nobody has taken these: a timer was too slow, or the program has a mistake.
  process.once('exit', () => {
    if (errors.length > 0) process.exitCode = failed;
    for (const error of errors) terminal.writeError(`error: ${inspect(error)}\n`);
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

async function dev(flags: Flags): Promise<void> {
  readClock(); // Reports an invalid SOURCE_DATE_EPOCH now, not in the first build.
  const settings = {
    ...(await readSite(flags)),
    leavesOut: true,
    readClock,
    ...readAddress(flags),
    // The variable that chokidar and the tools built on it read.
    isPolling: /^(1|true)$/i.test(process.env.CHOKIDAR_USEPOLLING ?? ''),
    opensBrowser: flags.open === true,
    version,
  };
  const { runDev } = await import('./commands/dev.ts');
  await endWith(await runDev(settings, terminal, process, hasKeyboard()));
}

async function preview(flags: Flags): Promise<void> {
  const { root, outDir } = await readRequest(flags);
  const { runPreview } = await import('./commands/preview.ts');
  const address = readAddress(flags);
  await endWith(await runPreview({ root, outDir, ...address }, terminal, process));
}

/** Where a server listens, as in `listen`. */
function readAddress({ host, port }: Flags) {
  return {
    host: host === true ? '0.0.0.0' : (host ?? null),
    port: port === undefined ? null : Number(port),
  };
}

/** Ends the process with the exit code of a server, which a signal may have ended. */
async function endWith(code: number): Promise<void> {
  const { STOP_CODES } = await import('./commands/dev.ts');
  // `process.exit` fails when the terminal is gone, so the process ends itself with the signal.
  if (code === STOP_CODES.SIGHUP) process.kill(process.pid, 'SIGHUP');
  // Without this the keyboard would keep the process running.
  else process.exit(code);
}

const packageRoot = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  hasColor: wantsColor(),
  isInteractive: process.stderr.isTTY === true,
};

function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return process.stdout.isTTY === true && process.stderr.isTTY === true && TERM !== 'dumb';
}

/** Returns the request of a build into the folder that the flags name. */
async function readRequest(flags: Flags) {
  const site = await readSite(flags);
  return {
    ...site,
    outDir: flags.out === undefined ? join(site.root, 'out') : resolve(flags.out),
    isStrict: flags.strict === true,
    leavesOut: false,
    remembers: site.showDrafts ? ('none' as const) : ('all' as const),
    forgets: flags.forget === true,
    host: flags.for ?? null,
    isCI: !/^(false|0|)$/i.test(process.env.CI ?? ''),
    now: readClock(),
    changed: null,
    first: [],
  };
}

/** Returns the part of a request that all commands have in common. */
async function readSite(flags: Flags) {
  const { ifThere } = await import('./content/file-state.ts');
  const stated = resolve(flags.root);
  // The template compiler reports real paths.
  const root = ifThere(() => realpathSync(stated)) ?? stated;
  return {
    root,
    cacheDir: join(root, '.blog'),
    packageRoot,
    program: PROGRAM_DIGEST,
    homeDir: homedir(),
    showDrafts: flags.drafts === true,
  };
}

/**
 * Reads the build's clock in ms: SOURCE_DATE_EPOCH (seconds) where it is set, as reproducible-builds.org
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
    // The system would stop a background program (`blog dev &`) that reads keys. proc(5): after
    // the name come state, parent, process group, session, terminal and the terminal's process group.
    const [, facts = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    const [, , group, , , foreground] = facts.split(' ');
    return group === foreground;
  } catch {
    return true; // Only Linux has this file.
  }
}
