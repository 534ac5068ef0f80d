/**
 * The signals and the keyboard of a process → what a command that goes on is asked for.
 *
 * Knows the process only as far as `cli.ts` hands it over. A terminal in raw mode sends no signals for
 * keys, so those keys are told from the others here, and mean the same as ever.
 */
import type { Controls } from './terminal.ts';

/** As much of a process as is listened to, or stopped for a while. */
export type RunningProcess = Pick<
  NodeJS.Process,
  'kill' | 'on' | 'once' | 'platform' | 'stdin' | 'stdout'
>;

/** The signals that end a session, and what a shell takes the exit code of such an end to be. */
export const STOP_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Listens to signals, and to the keyboard if there is one. */
export function takeControls(running: RunningProcess, hasKeyboard: boolean): Controls {
  let stop = (_: number) => {};
  const onStop = (listener: (code: number) => void) => {
    stop = listener;
    for (const [signal, code] of Object.entries(STOP_CODES)) {
      running.once(signal, () => listener(code));
    }
  };
  if (!hasKeyboard) return { onStop, onKey: null };
  const { stdin } = running;
  const onKey = (listener: (key: string) => void) => {
    stdin.setRawMode(true).setEncoding('utf8');
    stdin.on('data', (text) => pressKey(String(text), running, listener, stop));
    // A terminal that is closed sends a signal too.
    stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO') throw error;
    });
    running.on('SIGCONT', () => stdin.setRawMode(true));
  };
  return { onStop, onKey };
}

/** In raw mode a terminal sends no signals: three keys mean them all the same. */
function pressKey(
  text: string,
  running: RunningProcess,
  listener: (key: string) => void,
  stop: (code: number) => void,
): void {
  if (text.includes('\u0003')) stop(STOP_CODES.SIGINT);
  else if (text === '\u0004') stop(0);
  else if (text === '\u001a' && running.platform !== 'win32') {
    running.stdin.setRawMode(false);
    // With whatever has started this program, as npm does, which would wait for it in vain.
    running.kill(0, 'SIGTSTP');
  } else if (text === '\r') running.stdout.write('\n');
  // More at a time is an arrow key, or was pasted.
  else if (text.length === 1) listener(text);
}
