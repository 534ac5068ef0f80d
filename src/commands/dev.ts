/**
 * `blog dev`: a session, what it tells the author in the terminal, and what the author's keys do.
 *
 * Each build is told in a line, and each problem once.
 */
import { checkRoot, findMissing } from '../content/files.ts';
import type { BuilderResult } from '../dev/builder.ts';
import type { Listening } from '../dev/listen.ts';
import { type DevListener, DevSession, type DevSettings } from '../dev/session.ts';
import { hasErrors, type Problem } from '../problems.ts';
import { count, formatDuration, formatProblems, makePaint, type Paint } from '../report.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

/** What `blog dev` is told. */
export interface DevCommand extends DevSettings {
  /** Open the site in the browser at once. */
  readonly opensBrowser: boolean;
  readonly version: string;
}

/** As much of a process as is listened to, or stopped for a while. */
type RunningProcess = Pick<
  NodeJS.Process,
  'kill' | 'on' | 'once' | 'platform' | 'stdin' | 'stdout'
>;

/** The signals that end a session, and what a shell takes the exit code of such an end to be. */
export const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs until a signal or a key ends it, and tells the exit code: 1 if it cannot start. `running` is this
 * process; `hasKeyboard` says that somebody sits at its terminal.
 */
export async function runDev(
  command: DevCommand,
  terminal: Terminal,
  running: RunningProcess,
  hasKeyboard: boolean,
): Promise<number> {
  const { root } = command;
  const paint = makePaint(terminal.hasColor);
  const missing = [...checkRoot(root), ...findMissing(root)];
  const refused = missing.filter(({ code }) => code !== 'config-missing').slice(0, 1);
  if (refused.length > 0) {
    terminal.writeError(`${formatProblems(refused, paint)}\n`);
    return 1;
  }
  const report = new DevReport(terminal);
  let stop = (_: number) => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  for (const [signal, code] of Object.entries(STOP_CODES)) running.once(signal, () => stop(code));
  const started = await DevSession.start(command, report);
  if ('refused' in started) {
    const { message, hint } = started.refused;
    terminal.writeError(`${paint.red('error:')} ${message}\n${hint}\n`);
    return 1;
  }
  const { session, listening } = started;
  terminal.write(describeStart(command, listening, hasKeyboard, paint));
  const url = listening.local[0] ?? listening.network[0] ?? '';
  const open = () => void openBrowser(url, terminal);
  if (command.opensBrowser) open();
  if (hasKeyboard) {
    listenToKeys(running, stop, (key) => {
      if (key === 'o') open();
      else if (key === 'd') report.tellDrafts(session.toggleDrafts());
      else if (key === 'q') stop(0);
    });
  }
  const code = await stopped;
  await session.close();
  return code;
}

function describeStart(
  { version, showDrafts, host }: DevCommand,
  { local, network, port, taken }: Listening,
  hasKeys: boolean,
  { bold, cyan, dim, yellow }: Paint,
): string {
  const line = (label: string, text: string) => `  ${dim(label.padEnd(8))} ${text}`;
  const keys = `  o ${dim('opens the browser')}  d ${dim('toggles drafts')}  q ${dim('quits')}`;
  return [
    '',
    `  ${bold('blog')} ${dim(version)}`,
    '',
    ...local.map((url) => line('Local', cyan(url))),
    ...network.map((url) => line('Network', cyan(url))),
    ...(host === null ? [`  ${dim('Network  give --host to let other machines in')}`] : []),
    line('Drafts', showDrafts ? 'shown, with a mark' : 'left out, as in a build'),
    ...(taken === null ? [] : [`  ${yellow(`Port ${taken} is taken, so this is ${port}.`)}`]),
    ...(hasKeys ? ['', keys] : []),
    '',
    '',
  ].join('\n');
}

async function openBrowser(url: string, terminal: Terminal): Promise<void> {
  try {
    const { default: open } = await import('open');
    await open(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.writeError(
      `The browser cannot be opened from here (${reason}). Open ${url} yourself.\n`,
    );
  }
}

/** Tells the author of builds; a problem that is still there is not told of again. */
export class DevReport implements DevListener {
  private readonly paint: Paint;
  private readonly bars = new Map<string, ProgressBar>();
  /** The problems that were there after the last build; null before the first. */
  private known: ReadonlySet<string> | null = null;
  /** How many errors there were. */
  private errors = 0;

  constructor(private readonly terminal: Terminal) {
    this.paint = makePaint(terminal.hasColor);
  }

  onProgress(stage: string, done: number, total: number): void {
    const label = stage.charAt(0).toUpperCase() + stage.slice(1);
    const bar = this.bars.get(stage) ?? new ProgressBar(this.terminal, label);
    this.bars.set(stage, bar);
    bar.show(done, total);
  }

  onBuild(
    result: BuilderResult,
    changed: readonly string[],
    durationMs: number,
    hasPages: boolean,
  ): void {
    for (const bar of this.bars.values()) bar.clear();
    this.bars.clear();
    const { problems } = result;
    const { known, terminal, errors: before } = this;
    const keys = listKeys(problems);
    const fresh = problems.filter((_, index) => !known?.has(keys[index] ?? ''));
    this.known = new Set(keys);
    this.errors = problems.filter(({ severity }) => severity === 'error').length;
    if (fresh.length > 0) terminal.writeError(`${formatProblems(fresh, this.paint)}\n`);
    if (!hasErrors(problems)) {
      const facts = this.describeGood(result, known === null, before > 0);
      const time = this.paint.dim(`in ${formatDuration(durationMs)}`);
      if (facts === '') return;
      const cause = known === null ? '' : describeChanged(changed);
      terminal.write(`${this.paint.green('✓')} ${cause}${facts} ${time}\n`);
    } else if (fresh.length > 0 || this.errors < before) {
      const left = count(this.errors, 'error') + (this.errors < before ? ' left' : '');
      const outcome = hasPages ? 'the last good pages stay up' : 'there are no pages to show';
      const { red, bold } = this.paint;
      terminal.writeError(`${red('✗')} ${bold(`${left}: ${outcome}`)}\n`);
    }
  }

  onPolling(code: string): void {
    const { yellow, green } = this.paint;
    const [what, setting] =
      code === 'ENOSPC'
        ? ['watches', 'fs.inotify.max_user_watches=524288']
        : ['watchers', 'fs.inotify.max_user_instances=1024'];
    this.terminal.writeError(
      `${yellow('The system has no more file watches to give')} (${code}), so files are looked at ` +
        'again and again, which is slower.\n' +
        `${green('→')} Close what else watches files, or allow more ${what}: ` +
        `sudo sysctl ${setting}. Then start blog dev again.\n\n`,
    );
  }

  /** Tells that drafts are shown from now on, or left out. */
  tellDrafts(areShown: boolean): void {
    this.terminal.write(`  Drafts are ${areShown ? 'shown' : 'left out'} from now on.\n`);
  }

  /** Empty for a build that had nothing to do. */
  private describeGood(
    { report, commit }: BuilderResult,
    isFirst: boolean,
    isMended: boolean,
  ): string {
    if (isFirst && report !== null) {
      const { essays, draftsShown } = report;
      const drafts = draftsShown > 0 ? `, ${count(draftsShown, 'draft')} among them` : '';
      return this.paint.bold(count(essays, 'essay') + drafts);
    }
    const files = (commit?.written ?? 0) + (commit?.removed ?? 0);
    const facts = [isMended ? 'all is well again' : '', files > 0 ? count(files, 'file') : ''];
    return facts.filter((fact) => fact !== '').join(', ');
  }
}

/** What editors make beside a file while they save it: swap files, copies, and files to try with. */
const BY_THE_WAY = /(^|[/\\])(\.[^/\\]*|[^/\\]*~|\d{4}|sed\w{6})$/;

function describeChanged(changed: readonly string[]): string {
  const typed = changed.filter((path) => path !== '' && !BY_THE_WAY.test(path));
  // That a folder has changed goes without saying where something in it has.
  const paths = typed.filter((path) => !typed.some((other) => other.startsWith(`${path}/`)));
  const [first] = paths;
  if (first === undefined) return '';
  // A name may hold what a terminal takes for a command.
  const name = first.replace(/\p{Cc}/gu, '?');
  return paths.length === 1 ? `${name}: ` : `${name} and ${paths.length - 1} more: `;
}

/** What tells problems apart wherever in a file they have moved to: they are told of once. */
function listKeys(problems: readonly Problem[]): string[] {
  const counts = new Map<string, number>();
  return problems.map(({ code, file, message }) => {
    const key = [code, file, message].join('\n');
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return `${key}\n${number}`;
  });
}

/** In raw mode a terminal sends no signals: three keys mean them all the same, and `onKey` gets the rest. */
function listenToKeys(
  running: RunningProcess,
  stop: (code: number) => void,
  onKey: (key: string) => void,
): void {
  const { stdin, stdout, platform } = running;
  stdin.setRawMode(true).setEncoding('utf8');
  stdin.on('data', (data) => {
    const text = String(data);
    if (text.includes('\u0003')) stop(STOP_CODES.SIGINT);
    else if (text === '\u0004') stop(0);
    else if (text === '\u001a' && platform !== 'win32') {
      stdin.setRawMode(false);
      // With whatever has started this program, as npm does, which would wait for it in vain.
      running.kill(0, 'SIGTSTP');
    } else if (text === '\r') stdout.write('\n');
    // More at a time is an arrow key, or was pasted.
    else if (text.length === 1) onKey(text);
  });
  // A terminal that is closed sends a signal too.
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
  });
  running.on('SIGCONT', () => stdin.setRawMode(true));
}
