/**
 * Keeps templates from ending the process or keeping it alive, and collects what they throw after they have returned.
 */
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { exit, terminal } from './process.ts';
import type { TakeErrors } from './site.ts';

/** How long a build waits for timers that templates have started. */
const LATE_MS = 200;

/** Runs a command that builds. Returns its exit code. */
export async function contain(
  run: (takeLateErrors: TakeErrors) => Promise<number>,
): Promise<number> {
  const code = await run(catchLateErrors());
  // A template may have started timers that never end.
  setTimeout(exit, LATE_MS).unref();
  return code;
}

/**
 * Catches the errors that templates throw in timers and promises. The returned function waits for pending timers, and
 * returns and clears the errors.
 */
export function catchLateErrors(): TakeErrors {
  const failed = process.exitCode ?? 1;
  const errors: unknown[] = [];
  process.on('uncaughtException', (error) => errors.push(error));
  process.on('unhandledRejection', (reason) => errors.push(reason));
  // Errors that were not taken: a timer was too slow, or the program has a bug.
  process.once('exit', () => {
    if (errors.length > 0) process.exitCode = failed;
    for (const error of errors) terminal.writeError(`error: ${inspect(error)}\n`);
  });
  refuseToEnd();
  return async () => {
    const end = performance.now() + LATE_MS;
    do await setImmediate();
    while (process.getActiveResourcesInfo().includes('Timeout') && performance.now() < end);
    return errors.splice(0);
  };
}

/**
 * Makes `process.exit()` and `process.abort()` in a template errors at their lines, like any other that it throws. A
 * listener of the event `exit` could only set the exit code: the build would lose its other problems and its JSON, and
 * `blog dev` its process.
 */
function refuseToEnd(): void {
  const refuse = () => {
    throw new Error('A template cannot end the process');
  };
  Object.assign(process, { exit: refuse, abort: refuse });
}
