/**
 * The program's entry point, compiled to `dist/main.cjs`: command line → action → exit code.
 *
 * `command-line.ts` has the table of commands and flags, `commands.ts` and `build.ts` run them, and `process.ts` is what
 * they ask of the process. Nothing imports from here but `bin/blog.js` and `run.mjs`. Exit codes: 0 success, 1 the site
 * has errors, 2 wrong usage; for commands that compare or check: 0 no findings, 1 some, 2 failure.
 */
import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { explainRefusal } from '../files/system-errors.ts';
import { type CommandFlags, type CommandName, makeProgram } from './command-line.ts';
import { endWithoutReader, terminal, version } from './process.ts';

/** Runs the command that the arguments name. Rejects only for a bug, whose stack Node then prints. */
export async function runCommandLine(): Promise<void> {
  endWithoutReader();
  const isSite = existsSync('content');
  try {
    await makeProgram(version, isSite, runCommand).parseAsync();
  } catch (error) {
    process.exitCode = tellFailure(error);
  }
}

/** Runs the builder for the `blog dev` that started this process. */
export async function runBuilder(): Promise<void> {
  const commands = await import('./commands.ts');
  return commands.runBuilder();
}

/** Runs a command, and sets the exit code. */
async function runCommand(name: CommandName, words: string[], flags: CommandFlags): Promise<void> {
  // If the process ends before the command does.
  process.exitCode = name === 'diff' || name === 'check' ? 2 : 1;
  // A build with nothing to do loads neither the stages nor the other commands.
  const action =
    name === 'build'
      ? (await import('./build.ts')).buildSite
      : (await import('./commands.ts')).ACTIONS[name];
  process.exitCode = await action(words, flags);
}

/** Reports wrong usage or a system error, and returns the exit code. Any other error is a bug, and is rethrown. */
function tellFailure(error: unknown): number {
  // Commander has already printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  const isFolderGone = syscall === 'uv_cwd';
  const message = isFolderGone
    ? 'the current folder is gone'
    : explainRefusal(error as NodeJS.ErrnoException);
  terminal.writeError(`error: ${message}\n`);
  return Number(process.exitCode ?? 1);
}
