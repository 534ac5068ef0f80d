/**
 * Runs `blog dev`: starts a session, and reports its builds in the terminal.
 *
 * A build is reported in one line, and each problem once.
 */
import type { BuilderResult } from '../dev/builder.ts';
import type { Listening } from '../dev/listen.ts';
import { type DevListener, DevSession, type DevSettings } from '../dev/session.ts';
import { THEMES_URL } from '../dev/themes.ts';
import type { Problem } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { describeEssays, formatDuration, ProgressBar } from './report.ts';
import { readConfig, tellNoSite } from './site.ts';

/** `opensBrowser` opens the site in the browser at the start. */
type DevCommand = DevSettings & { readonly opensBrowser: boolean; readonly version: string };

/** The signals that end a session, each with the exit code by which shells report it. SIGBREAK is Windows' Ctrl-Break. */
const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 149 };

/** Runs until a signal ends the `running` process. Returns the exit code: 1 if the session cannot start. */
export async function runDev(
  command: DevCommand,
  terminal: report.Terminal,
  running: NodeJS.Process,
): Promise<number> {
  if (tellNoSite(command.root, terminal)) return 1;
  const signalled = waitForSignal(running);
  const started = await DevSession.start(command, makeDevReport(terminal));
  if ('refused' in started) {
    return report.refuse(started.refused.message, started.refused.hint, terminal);
  }
  const { session, listening } = started;
  terminal.write(describeStart(command, listening, terminal.paint));
  if (terminal.isInteractive && listening.network[0] !== undefined) {
    const { renderUnicodeCompact } = await import('uqr');
    terminal.write(`${renderUnicodeCompact(listening.network[0], { border: 1 })}\n\n`);
  }
  if (command.opensBrowser) void openBrowser(listening, terminal);
  const code = await signalled;
  await session.close();
  return code;
}

async function openBrowser({ local, network }: Listening, terminal: report.Terminal) {
  const [url = ''] = [...local, ...network];
  const { default: open } = await import('open');
  await open(url).catch(({ message }) =>
    terminal.writeError(`Can't open a browser from here (${message}). Open ${url} yourself.\n`),
  );
}

/** Waits for a signal that ends the process; returns its exit code. */
export function waitForSignal(running: NodeJS.Process): Promise<number> {
  return new Promise((resolve) => {
    for (const [signal, code] of Object.entries(STOP_CODES)) {
      running.once(signal, () => resolve(code));
    }
  });
}

/** Ends a server's process with its exit code. */
export function endProcess(
  code: number,
  running: Pick<NodeJS.Process, 'exit' | 'kill' | 'pid' | 'platform'>,
): void {
  // `process.exit` fails when the terminal is gone, so the process ends itself with the signal. On Windows, closing
  // the console is reported as SIGHUP, but no process can send it.
  const endsBySignal = code === STOP_CODES.SIGHUP && running.platform !== 'win32';
  if (endsBySignal) running.kill(running.pid, 'SIGHUP');
  else running.exit(code);
}

function describeStart(
  { version, mode: { showDrafts }, host, root }: DevCommand,
  { local, network, port, taken }: Listening,
  paint: report.Paint,
): string {
  const dim = (text: string) => paint('dim', text);
  const hasTheme = readConfig(root).theme !== null;
  const [url = ''] = [...local, ...network];
  const step = paint('yellow', `Port ${taken} is taken, so this is port ${port}.`);
  const lines = [
    `${paint('bold', 'blog')} ${dim(version)}\n`,
    ...local.map((url) => `${dim('Local   ')} ${paint('cyan', url)}`),
    ...network.map((url) => `${dim('Network ')} ${paint('cyan', url)}`),
    ...(host === null ? [dim('Network  use --host to let other machines connect')] : []),
    ...(hasTheme ? [] : [`${dim('Themes  ')} ${paint('cyan', new URL(THEMES_URL, url).href)}`]),
    `${dim('Drafts  ')} ${showDrafts ? 'shown, marked as drafts' : 'left out, as in a build'}`,
    ...(taken === null ? [] : [step]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

/** Makes a listener that reports builds in the terminal, and each problem once. */
export function makeDevReport(terminal: report.Terminal): DevListener {
  const { paint } = terminal;
  const bar = new ProgressBar(terminal);
  let last: readonly Problem[] | null = null;
  let lastPictures = '';
  return {
    onProgress: (...progress) => bar.show(...progress),
    onBuild(result, changed, durationMs) {
      bar.clear();
      const { problems } = result;
      const fresh = report.listFresh(problems, last ?? []);
      const errors = report.countOf(problems, 'error');
      const before = report.countOf(last ?? [], 'error');
      const isFirst = last === null;
      last = problems;
      if (fresh.length > 0) {
        const shown = report.formatProblems(fresh, paint, isFirst ? result.known : []);
        terminal.writeError(`${shown}\n`);
      }
      if (errors === 0) {
        const facts = describeGood(
          result,
          isFirst,
          before > 0 && report.countOf(problems, 'warning') === 0,
        );
        const line = isFirst ? paint('bold', facts) : describeChanged(changed) + facts;
        const time = paint('dim', `in ${formatDuration(durationMs)}`);
        if (facts !== '') terminal.write(`${paint('green', '✓')} ${line} ${time}\n`);
        const pictures = describeWaiting(result);
        if (pictures !== '' && pictures !== lastPictures) terminal.write(paint('dim', pictures));
        lastPictures = pictures;
      } else if (fresh.length > 0 || errors < before) {
        const left = report.count(errors, 'error') + (errors < before ? ' left' : '');
        terminal.writeError(`${paint('red', '✗')} ${paint('bold', left)}\n`);
      }
    },
    onPolling(code) {
      const event = paint('yellow', 'The system is out of file watches');
      terminal.writeError(
        `${event} (${code}), so files are polled instead, which is slower.\n` +
          `${paint('green', '→')} Close other programs that watch files, or allow more: sudo sysctl ` +
          'fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=1024\n\n',
      );
    },
  };
}

/** Describes a build without errors; empty if it changed nothing. */
function describeGood(result: BuilderResult, isFirst: boolean, isMended: boolean): string {
  if (isFirst && result.report !== null) return describeEssays(result.report);
  const { written = 0, removed = 0 } = result.commit ?? {};
  const files = written + removed > 0 ? [report.count(written + removed, 'file')] : [];
  return [...(isMended ? ['all is well again'] : []), ...files].join(', ');
}

/** Says how many pictures are still to be made; empty for none. */
function describeWaiting({ waiting }: BuilderResult): string {
  if (waiting === null) return '';
  const { sizes, pictures } = waiting;
  return `  Making ${report.count(sizes, 'size')} of ${report.count(pictures, 'picture')}…\n`;
}

/** Matches files that editors create while they save another: swap files, backups and probes. */
const EDITOR_FILE = /(^|\/)(\.[^/]*|[^/]*~|\d{4}|sed\w{6})$/;

function describeChanged(changed: readonly string[]): string {
  const typed = changed.filter((path) => path !== '' && !EDITOR_FILE.test(path));
  // A folder changes with every file that is added to it, so folders of changed files are not listed.
  const paths = typed.filter((path) => !typed.some((other) => other.startsWith(`${path}/`)));
  const [first] = paths;
  if (first === undefined) return '';
  // A file name may contain terminal control sequences.
  const name = first.replace(/\p{Cc}/gu, '?');
  return paths.length === 1 ? `${name}: ` : `${name} and ${paths.length - 1} more: `;
}
