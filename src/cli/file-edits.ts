/**
 * Edits of an author's files. The edits are for decoded text with "\n" line ends; the file itself may have other line
 * ends. Pure.
 */
import type { Problem, TextEdit } from '../problems/problems.ts';

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
  /** The text after them; before the first, as UTF-8. */
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
