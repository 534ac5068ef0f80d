/**
 * Runs `blog dev`: starts a session, reports its builds in the terminal, and handles the author's keys.
 *
 * A build is reported in one line, and each problem once.
 */
import { checkRoot, findMissing } from '../content/files.ts';
import type { BuilderResult } from '../dev/builder.ts';
import type { Listening } from '../dev/listen.ts';
import { type DevListener, DevSession, type DevSettings } from '../dev/session.ts';
import type { Problem } from '../problems.ts';
import * as report from '../report.ts';

/** The settings of `blog dev`. */
export interface DevCommand extends DevSettings {
  /** Open the site in the browser at the start. */
  readonly opensBrowser: boolean;
  readonly version: string;
}

/** The signals that end a session, with the exit code that a shell gives such an end. */
export const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Runs until a signal or a key ends it, and returns the exit code: 1 if it cannot start. `hasKeyboard` is
 * true when a person can press keys in the terminal of the `running` process.
 */
export async function runDev(
  command: DevCommand,
  terminal: report.Terminal,
  running: NodeJS.Process,
  hasKeyboard: boolean,
): Promise<number> {
  const paint = report.makePaint(terminal.hasColor);
  const missing = [...checkRoot(command.root), ...findMissing(command.root)];
  const refused = missing.filter(({ code }) => code !== 'config-missing').slice(0, 1);
  if (refused.length > 0) {
    terminal.writeError(`${report.formatProblems(refused, paint)}\n`);
    return 1;
  }
  let stop = (_: number) => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  for (const [signal, code] of Object.entries(STOP_CODES)) running.once(signal, () => stop(code));
  const started = await DevSession.start(command, makeDevReport(terminal));
  if ('refused' in started) {
    const { message, hint } = started.refused;
    terminal.writeError(`${paint('red', 'error:')} ${message}\n${hint}\n`);
    return 1;
  }
  const { session, listening } = started;
  terminal.write(describeStart(command, listening, hasKeyboard, paint));
  const [url = ''] = [...listening.local, ...listening.network];
  const open = () => openBrowser(url, terminal);
  const toggleDrafts = () => {
    const state = session.toggleDrafts() ? 'shown' : 'left out';
    terminal.write(`  Drafts are ${state} from now on.\n`);
  };
  if (command.opensBrowser) void open();
  if (hasKeyboard) listenToKeys(running, stop, { o: open, d: toggleDrafts, q: () => stop(0) });
  const code = await stopped;
  await session.close();
  return code;
}

function describeStart(
  { version, showDrafts, host }: DevCommand,
  { local, network, port, taken }: Listening,
  hasKeyboard: boolean,
  paint: report.Paint,
): string {
  const dim = (text: string) => paint('dim', text);
  const line = (label: string, text: string) => `  ${dim(label.padEnd(8))} ${text}`;
  const step = `Port ${taken} is taken, so this is ${port}.`;
  const keys = `  o ${dim('opens the browser')}  d ${dim('toggles drafts')}  q ${dim('quits')}`;
  return [
    '',
    `  ${paint('bold', 'blog')} ${dim(version)}`,
    '',
    ...local.map((url) => line('Local', paint('cyan', url))),
    ...network.map((url) => line('Network', paint('cyan', url))),
    ...(host === null ? [`  ${dim('Network  give --host to let other machines in')}`] : []),
    line('Drafts', showDrafts ? 'shown, with a mark' : 'left out, as in a build'),
    ...(taken === null ? [] : [`  ${paint('yellow', step)}`]),
    ...(hasKeyboard ? ['', keys] : []),
    '\n',
  ].join('\n');
}

async function openBrowser(url: string, terminal: report.Terminal): Promise<void> {
  try {
    await (await import('open')).default(url);
  } catch (error) {
    const { message } = error as Error;
    const advice = `Open ${url} yourself.`;
    terminal.writeError(`The browser cannot be opened from here (${message}). ${advice}\n`);
  }
}

/** Makes a listener that reports builds to the author; a problem that is still there is not repeated. */
export function makeDevReport(terminal: report.Terminal): DevListener {
  const paint = report.makePaint(terminal.hasColor);
  const bar = new report.ProgressBar(terminal);
  let last: { readonly keys: ReadonlySet<string>; readonly errors: number } | null = null;
  return {
    onProgress: (...progress) => bar.show(...progress),
    onBuild(result, changed, durationMs, hasPages) {
      bar.clear();
      const { problems } = result;
      const keys = listKeys(problems);
      const fresh = problems.filter((_, index) => !last?.keys.has(keys[index] ?? ''));
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      const [isFirst, before] = [last === null, last?.errors ?? 0];
      last = { keys: new Set(keys), errors };
      if (fresh.length > 0) terminal.writeError(`${report.formatProblems(fresh, paint)}\n`);
      if (errors === 0) {
        const facts = isFirst ? describeSite(result, paint) : describeWritten(result, before > 0);
        const cause = isFirst ? '' : describeChanged(changed);
        const time = paint('dim', `in ${report.formatDuration(durationMs)}`);
        if (facts !== '') terminal.write(`${paint('green', '✓')} ${cause}${facts} ${time}\n`);
      } else if (fresh.length > 0 || errors < before) {
        const left = report.count(errors, 'error') + (errors < before ? ' left' : '');
        const outcome = hasPages ? 'the last good pages stay up' : 'there are no pages to show';
        const line = paint('bold', `${left}: ${outcome}`);
        terminal.writeError(`${paint('red', '✗')} ${line}\n`);
      }
    },
    onPolling(code) {
      const [what, setting] =
        code === 'ENOSPC'
          ? ['watches', 'fs.inotify.max_user_watches=524288']
          : ['watchers', 'fs.inotify.max_user_instances=1024'];
      const event = paint('yellow', 'The system has no more file watches to give');
      terminal.writeError(
        `${event} (${code}), so files are looked at again and again, which is slower.\n` +
          `${paint('green', '→')} Close what else watches files, or allow more ${what}: ` +
          `sudo sysctl ${setting}. Then start blog dev again.\n\n`,
      );
    },
  };
}

/** Returns a key for each problem that stays the same when the problem moves to another line. */
function listKeys(problems: readonly Problem[]): string[] {
  const counts = new Map<string, number>();
  return problems.map(({ code, file, message }) => {
    const key = [code, file, message].join('\n');
    const number = counts.get(key) ?? 0;
    counts.set(key, number + 1);
    return `${key}\n${number}`;
  });
}

function describeSite(result: BuilderResult, paint: report.Paint): string {
  const { essays = 0, draftsShown = 0 } = result.report ?? {};
  const drafts = draftsShown > 0 ? `, ${report.count(draftsShown, 'draft')} among them` : '';
  return paint('bold', report.count(essays, 'essay') + drafts);
}

/** Empty for a build that had nothing to do. */
function describeWritten({ commit }: BuilderResult, isMended: boolean): string {
  const files = (commit?.written ?? 0) + (commit?.removed ?? 0);
  const facts = [isMended ? 'all is well again' : '', files > 0 ? report.count(files, 'file') : ''];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** Files that editors create beside a file while they save it: swap files, copies and probes. */
const EDITOR_FILE = /(^|\/)(\.[^/]*|[^/]*~|\d{4}|sed\w{6})$/;

function describeChanged(changed: readonly string[]): string {
  const typed = changed.filter((path) => !EDITOR_FILE.test(path));
  // A folder changes with every file that is added to it, so only the file is named.
  const paths = typed.filter((path) => !typed.some((other) => other.startsWith(`${path}/`)));
  const [first] = paths;
  if (first === undefined) return '';
  // A file name may hold control sequences of the terminal.
  const name = first.replace(/\p{Cc}/gu, '?');
  return paths.length === 1 ? `${name}: ` : `${name} and ${paths.length - 1} more: `;
}

/** Calls the action of each key. In raw mode a terminal sends no signals, but keys such as Ctrl-C. */
function listenToKeys(
  running: NodeJS.Process,
  stop: (code: number) => void,
  actions: Readonly<Record<string, () => unknown>>,
): void {
  const { stdin, stdout, platform } = running;
  const [CTRL_C, CTRL_D, CTRL_Z] = ['\u0003', '\u0004', '\u001a'];
  stdin.setRawMode(true).setEncoding('utf8');
  stdin.on('data', (data) => {
    const text = String(data);
    if (text.includes(CTRL_C)) stop(STOP_CODES.SIGINT);
    else if (text === CTRL_D) stop(0);
    else if (text === CTRL_Z && platform !== 'win32') {
      stdin.setRawMode(false);
      // Suspends the whole process group, and so npm, which would wait for this process.
      running.kill(0, 'SIGTSTP');
    } else if (text === '\r') stdout.write('\n');
    // Several characters at a time are an arrow key, or were pasted.
    else if (text.length === 1) actions[text]?.();
  });
  // A terminal that is closed also sends a signal, which ends the session.
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
  });
  running.on('SIGCONT', () => stdin.setRawMode(true));
}
