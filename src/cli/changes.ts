/**
 * Changes of the author's files: they are shown, and written if the author agrees. The edits are for decoded text with
 * "\n" line ends; the file itself may have other line ends.
 */
import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compareLists } from '../build/diff.ts';
import type { BuildRequest } from '../build/request.ts';
import { moveNew, readBytes, rewriteFile } from '../files/author-files.ts';
import { type Problem, showControls, type TextEdit } from '../problems/problems.ts';
import * as report from '../problems/report.ts';

/** A file with the edits chosen for it. */
export interface EditedFile {
  readonly path: string;
  /** The path that it gets, if it is renamed. */
  readonly newPath?: string;
  readonly bytes: Buffer;
  /** The real path of the file when it was read: a symlink may replace the file later. */
  readonly realPath: string;
  /** The text before the edits, with the file's line ends; as Latin-1 if it isn't UTF-8. */
  readonly original: string;
  /** The edits, in the order of the text. */
  readonly edits: readonly TextEdit[];
  /** The text after the edits. Until the first edit, the bytes decoded as UTF-8. */
  readonly text: string;
}

/** A change to the text of a file, and the problem that it fixes, if it fixes one. */
export interface FileChange {
  readonly problem?: Pick<Problem, 'code'>;
  readonly file: string;
  /** The path that the file gets, if it is renamed. */
  readonly newPath?: string;
  readonly was: string;
  readonly is: string;
}

/** The changes to make, shown in this order. */
export interface ChosenChanges {
  readonly changes: readonly FileChange[];
  /** By path. */
  readonly files: ReadonlyMap<string, EditedFile>;
  /** Why a file is left alone, by path. */
  readonly locks: ReadonlyMap<string, string>;
}

/** Asks whether to make changes; null if nobody can be asked. */
export type Agree = ((question: string) => Promise<boolean>) | null;

/** Shows changes, asks, and writes them. Returns false if they aren't made. */
export async function makeChanges(
  { changes, files, locks }: ChosenChanges,
  request: BuildRequest,
  ask: Agree,
  terminal: report.Terminal,
): Promise<boolean> {
  for (const change of changes) terminal.write(showChange(change, terminal.paint));
  for (const [file, lock] of locks) {
    terminal.write(`${showControls(file)} is left unchanged: it ${lock}\n`);
  }
  if (changes.length === 0) return false;
  const these = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  if (ask === null) {
    terminal.write(`To make ${these}, add \`--yes\`.\n`);
    return false;
  }
  if (!(await ask(`Make ${these}?`))) return false;
  const edited = writeChanges(files, request);
  if (edited !== null) {
    const message = `${showControls(edited)} was edited in the meantime`;
    report.refuse(message, 'Run this again.', terminal);
    return false;
  }
  const done = terminal.paint('bold', `${report.count(changes.length, 'change')} made`);
  terminal.write(`${terminal.paint('green', '✓')} ${done}\n`);
  return true;
}

/** Reads a file to edit; null if there is none, or if its bytes aren't UTF-8 and may not be read as Latin-1. */
export function readEditable(root: string, path: string, mayBeLatin1 = false): EditedFile | null {
  const file = join(root, path);
  const bytes = readBytes(file);
  if (bytes === null || (!mayBeLatin1 && !isUtf8(bytes))) return null;
  const original = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return { path, bytes, realPath: realpathSync(file), original, edits: [], text: bytes.toString() };
}

/** Applies edits to a text with the file's line ends; null if the text that an edit replaces isn't there. */
export function applyTextEdits(original: string, edits: readonly TextEdit[]): string | null {
  const hasReturns = original.includes('\r\n');
  const mark = original.startsWith('\uFEFF') ? 1 : 0;
  const offsetOf = (at: number) => (hasReturns ? skipReturns(original, at + mark) : at + mark);
  const pieces: string[] = [];
  let done = 0;
  for (const { at, was, is } of edits) {
    const start = offsetOf(at);
    const end = offsetOf(at + was.length);
    if (original.slice(start, end).replaceAll('\r\n', '\n') !== was) return null;
    pieces.push(original.slice(done, start), hasReturns ? is.replaceAll('\n', '\r\n') : is);
    done = end;
  }
  return pieces.join('') + original.slice(done);
}

/** Maps an offset in a text whose lines end with "\n" to the same text with "\r\n" in some lines. */
function skipReturns(text: string, at: number): number {
  let offset = at;
  let end = text.indexOf('\r\n');
  while (end !== -1 && end < offset) {
    offset++;
    end = text.indexOf('\r\n', end + 2);
  }
  return offset;
}

/**
 * Checks every file first, and writes none if one has changed since it was read. Returns the path of the first file that
 * has changed or couldn't be moved; null if all are written.
 */
function writeChanges(
  files: ReadonlyMap<string, EditedFile>,
  { root, cacheDir }: BuildRequest,
): string | null {
  for (const [file, { bytes, realPath }] of files) {
    const now = join(root, file);
    if (!readBytes(now)?.equals(bytes) || realpathSync(now) !== realPath) return file;
  }
  for (const [file, { bytes, text, newPath }] of files) {
    if (!rewriteFile(join(root, file), bytes, text, cacheDir)) return file;
    if (newPath !== undefined && !moveNew(join(root, file), join(root, newPath))) return newPath;
  }
  return null;
}

/** Formats a change: its place and perhaps its code, then the lines that it removes and adds. */
function showChange({ problem, file, newPath, was, is }: FileChange, paint: report.Paint): string {
  const runs = compareLists(was.split('\n'), is.split('\n'));
  const first = runs.findIndex(({ removed, added }) => removed || added);
  const line = runs.slice(0, first).reduce((sum, { value }) => sum + value.length, 1);
  const name = newPath === undefined ? `${file}:${line}` : `${file} → ${newPath}`;
  const place = paint('cyan', showControls(name));
  const lines = runs.flatMap(({ value, removed, added }) => {
    const [color, sign] = removed ? (['red', '-'] as const) : (['green', '+'] as const);
    const shown = removed || added ? value : [];
    return shown.map((each) => paint(color, `  ${sign} ${showControls(each)}`));
  });
  const code = problem === undefined ? '' : ` ${paint('dim', `[${problem.code}]`)}`;
  return `${[place + code, ...lines].join('\n')}\n\n`;
}
