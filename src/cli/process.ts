/**
 * The process and the machine, as commands see them: streams, questions, environment, clock, the program's place.
 *
 * Besides `cli.ts` and `contain.ts`, no other file touches them.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePaint, type Terminal } from '../problems/report.ts';
import type { AskValue } from './init.ts';
import { wrapText } from './wrap.ts';

/** Ends the process. While a build runs, `process.exit` is replaced: see contain.ts. */
export const { exit } = process;

/** True if Node runs the sources: see run.mjs. */
export const isSource = import.meta.url.endsWith('.ts');

/** The folder of the program's package.json, above `dist/` or, when the sources run, above `src/cli/`. */
export const packageRoot = findPackageRoot();

export const version: string = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
).version;

export const terminal: Terminal = {
  write: (text) => process.stdout.write(fitLines(text, process.stdout)),
  writeError: (text) => process.stderr.write(fitLines(text, process.stderr)),
  paint: makePaint(wantsColor()),
  isInteractive: process.stderr.isTTY === true,
};

/** Breaks lines for a terminal; output to a file or a program isn't changed. */
function fitLines(text: string, { isTTY, columns }: NodeJS.WriteStream): string {
  return isTTY && columns > 0 ? wrapText(text, columns) : text;
}

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

/** Ends the process when nobody reads its output any more: `head` closes its pipe, or the terminal is closed. */
export function endWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EIO') return;
      if (stream === process.stdout) terminal.writeError(`error: cannot print: ${message}\n`);
      exit(1);
    });
  }
}

/** Makes a function that asks questions; null without a terminal. */
export async function makeAsk(): Promise<AskValue | null> {
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

export function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer);
}

/**
 * Reads the build's clock in ms: SOURCE_DATE_EPOCH (seconds) if it is set, as reproducible-builds.org
 * specifies. Ends the process if that is not a number.
 */
export function readClock(): number {
  const stated = process.env.SOURCE_DATE_EPOCH;
  if (stated === undefined || stated === '') return Date.now();
  if (/^\d{1,12}$/.test(stated)) return Number(stated) * 1000;
  terminal.writeError('error: SOURCE_DATE_EPOCH must be a whole number of seconds since 1970\n');
  process.exit(2);
}

/** True if the clock is ahead of the machine's, as SOURCE_DATE_EPOCH can set it. */
export function isClockAhead(): boolean {
  return readClock() > Date.now();
}

/** The repository's folder in GitHub Actions; null elsewhere. */
export function findWorkspace(): string | null {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE } = process.env;
  return GITHUB_ACTIONS === 'true' ? (GITHUB_WORKSPACE ?? resolve('.')) : null;
}

/** True on a CI machine. */
export function isCI(): boolean {
  return !/^(false|0|)$/i.test(process.env.CI ?? '');
}
