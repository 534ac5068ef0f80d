/**
 * Runs `blog dev`: starts a session, and reports its builds in the terminal.
 *
 * A build is reported in one line, and each problem once.
 */
import type { BuilderResult } from '../dev/builder.ts';
import type { Listening } from '../dev/listen.ts';
import { type DevListener, DevSession, type DevSettings } from '../dev/session.ts';
import { THEMES_URL } from '../dev/themes.ts';
import { type Problem, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { describeEssays, formatDuration, ProgressBar } from './report.ts';
import { tellNoSite } from './site.ts';

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
  { version, mode: { showDrafts }, host }: DevCommand,
  { local, network, port, taken }: Listening,
  paint: report.Paint,
): string {
  const dim = (text: string) => paint('dim', text);
  const [url = ''] = [...local, ...network];
  const step = paint('yellow', `Port ${taken} is taken, so this is port ${port}.`);
  const lines = [
    `${paint('bold', 'blog')} ${dim(version)}\n`,
    ...local.map((url) => `${dim('Local   ')} ${paint('cyan', url)}`),
    ...network.map((url) => `${dim('Network ')} ${paint('cyan', url)}`),
    ...(host === null ? [dim('Network  use --host to let other machines connect')] : []),
    `${dim('Themes  ')} ${paint('cyan', new URL(THEMES_URL, url).href)}`,
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
      } else if (fresh.length > 0 || errors < before) {
        const left = report.count(errors, 'error') + (errors < before ? ' left' : '');
        terminal.writeError(`${paint('red', '✗')} ${paint('bold', left)}\n`);
      }
    },
    onPolling(code) {
      const event = paint('yellow', 'The system is out of file watches');
      terminal.writeError(
        `${event} (${code}), so files are polled instead, which is slower.\n` +
          `${paint('green', '→')} Close other programs that watch files, or raise the limit: sudo sysctl ` +
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

/** Names the first of the changed files; empty if they aren't known. */
function describeChanged([first, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  return `${showControls(first)}${others.length === 0 ? '' : ` and ${others.length} more`}: `;
}
