/**
 * `blog dev`: a session, what it tells the author, and what the author's keys do.
 */
import { checkRoot, findMissing } from '../content/files.ts';
import type { Listening } from '../dev/listen.ts';
import { DevSession, type DevSettings } from '../dev/session.ts';
import { formatProblems, makePaint, type Paint } from '../report.ts';
import { DevReport } from './dev-report.ts';
import type { Controls, Terminal } from './terminal.ts';

/** What `blog dev` is told. */
export interface DevCommand extends DevSettings {
  /** Open the site in the browser at once. */
  readonly opensBrowser: boolean;
  readonly version: string;
}

/** Ends when it is told to, with the exit code that it is given then; with 1 if it cannot start. */
export async function runDev(
  command: DevCommand,
  terminal: Terminal,
  controls: Controls,
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
  const stopped = new Promise<number>((resolve) => controls.onStop(resolve));
  const started = await DevSession.start(command, report);
  if ('refused' in started) {
    const { message, hint } = started.refused;
    terminal.writeError(`${paint.red('error:')} ${message}\n${hint}\n`);
    return 1;
  }
  const { session, listening } = started;
  terminal.write(describeStart(command, listening, controls, paint));
  const url = listening.local[0] ?? listening.network[0] ?? '';
  const open = () => void openBrowser(url, terminal);
  if (command.opensBrowser) open();
  const ended = new Promise<number>((resolve) => {
    controls.onKey?.((key) => {
      if (key === 'o') open();
      else if (key === 'd') report.tellDrafts(session.toggleDrafts());
      else if (key === 'q') resolve(0);
    });
  });
  const code = await Promise.race([stopped, ended]);
  await session.close();
  return code;
}

function describeStart(
  { version, showDrafts, host }: DevCommand,
  { local, network, port, taken }: Listening,
  { onKey }: Controls,
  paint: Paint,
): string {
  const address = (label: string, url: string) => {
    return `  ${paint.dim(label.padEnd(8))} ${paint.cyan(url)}`;
  };
  const closed =
    host === null ? [`  ${paint.dim('Network  give --host to let other machines in')}`] : [];
  const drafts = showDrafts ? 'shown, with a mark' : 'left out, as in a build';
  const keys = `o ${paint.dim('opens the browser')}  d ${paint.dim('toggles drafts')}  q ${paint.dim('quits')}`;
  return [
    '',
    `  ${paint.bold('blog')} ${paint.dim(version)}`,
    '',
    ...local.map((url) => address('Local', url)),
    ...network.map((url) => address('Network', url)),
    ...closed,
    `  ${paint.dim('Drafts  ')} ${drafts}`,
    ...(taken === null ? [] : [`  ${paint.yellow(`Port ${taken} is taken, so this is ${port}.`)}`]),
    ...(onKey === null ? [] : ['', `  ${keys}`]),
    '',
    '',
  ].join('\n');
}

async function openBrowser(url: string, terminal: Terminal): Promise<void> {
  const { openInBrowser } = await import('../dev/browser.ts');
  const reason = await openInBrowser(url);
  if (reason === null) return;
  terminal.writeError(
    `The browser cannot be opened from here (${reason}). Open ${url} yourself.\n`,
  );
}
