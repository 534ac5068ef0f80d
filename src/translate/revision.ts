/**
 * A text under revision: which of its pieces are the author's and which were written by edits, so that several rounds
 * of edits become one list of edits of the author's text. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';

/** A text, and where it came from. */
export interface Revision {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A piece of the original text, or a text that replaces something (`from` is -1). */
interface Piece {
  readonly text: string;
  /** The offset in the original text. */
  readonly from: number;
}

export function beginRevision(text: string): Revision {
  return { text, pieces: [{ text, from: 0 }] };
}

/** Applies edits in order of their places; those that overlap an earlier one are dropped. */
export function revise(revision: Revision, edits: readonly TextEdit[]): Revision {
  const sorted = [...edits].sort((a, b) => a.at - b.at);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, was, is } of sorted) {
    if (!revision.text.startsWith(was, at)) throw new Error(`No \`${was}\` at ${at}`);
    if (at < done) continue;
    pieces.push(...cutPieces(revision.pieces, done, at), { text: is, from: -1 });
    done = at + was.length;
  }
  pieces.push(...cutPieces(revision.pieces, done, revision.text.length));
  return { text: pieces.map(({ text }) => text).join(''), pieces };
}

function cutPieces(pieces: readonly Piece[], start: number, end: number): Piece[] {
  let offset = 0;
  return pieces.flatMap(({ text, from }) => {
    const cutStart = Math.max(0, start - offset);
    const cutEnd = Math.min(text.length, end - offset);
    offset += text.length;
    if (cutStart >= cutEnd) return [];
    return [{ text: text.slice(cutStart, cutEnd), from: from === -1 ? -1 : from + cutStart }];
  });
}

/** Returns the offset in the original text; for text that was written by an edit, the place of that edit. */
export function findOriginal({ pieces }: Revision, at: number): number {
  let offset = 0;
  let original = 0;
  for (const { text, from } of pieces) {
    if (from !== -1) original = from;
    if (at < offset + text.length) return from === -1 ? original : from + at - offset;
    offset += text.length;
    if (from !== -1) original = from + text.length;
  }
  return original;
}

/** Lists the edits that make the revised text of the original one. */
export function listEdits(original: string, { pieces }: Revision): TextEdit[] {
  const edits: TextEdit[] = [];
  let done = 0;
  let written = '';
  for (const { text, from } of [...pieces, { text: '', from: original.length }]) {
    if (from === -1) {
      written += text;
      continue;
    }
    const edit = { at: done, was: original.slice(done, from), is: written };
    if (edit.was !== edit.is) edits.push(edit);
    written = '';
    done = from + text.length;
  }
  return edits;
}
