/**
 * Edits of TeX: what the program changes in a formula before the engine gets it. Offsets in the changed TeX lead back to
 * the author's formula, so that errors have their places there.
 */

/** A part of a formula, and the TeX that replaces it. */
export interface TexEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A formula with edits. */
export interface TexSource {
  readonly text: string;
  /** The offset in the author's formula of an offset in `text`. */
  readonly toSource: (offset: number) => number;
}

/** By place; an insertion comes before a replacement of what follows it. */
function compareEdits(a: TexEdit, b: TexEdit): number {
  return a.start - b.start || a.end - b.end;
}

/** Applies edits to a formula. An edit inside another one is ignored. */
export function editTex(tex: string, edits: readonly TexEdit[]): TexSource {
  const pieces: { at: number; from: number; length: number }[] = [];
  let text = '';
  let done = 0;
  for (const { start, end, text: written } of edits.toSorted(compareEdits)) {
    if (start < done) continue;
    pieces.push({ at: text.length, from: done, length: start - done });
    text += tex.slice(done, start);
    pieces.push({ at: text.length, from: start, length: 0 });
    text += written;
    done = end;
  }
  pieces.push({ at: text.length, from: done, length: tex.length - done });
  text += tex.slice(done);
  const toSource = (offset: number) => {
    const { at, from, length } = pieces.findLast((piece) => piece.at <= offset) ?? {
      at: 0,
      from: 0,
      length: 0,
    };
    return from + Math.min(offset - at, length);
  };
  return { text, toSource };
}

/** Reads the group in braces at an offset, after any space: its content, and the offset after it. */
export function readGroup(tex: string, from: number): { content: string; end: number } | null {
  const open = /\s*\{/y;
  open.lastIndex = from;
  if (!open.test(tex)) return null;
  const start = open.lastIndex;
  let depth = 1;
  const braces = /\\[\s\S]|[{}]/g;
  braces.lastIndex = start;
  for (let match = braces.exec(tex); match !== null; match = braces.exec(tex)) {
    if (match[0] === '{') depth += 1;
    else if (match[0] === '}') depth -= 1;
    if (depth === 0) return { content: tex.slice(start, match.index), end: braces.lastIndex };
  }
  return null;
}
