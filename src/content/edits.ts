/**
 * Replacements in a body before it is parsed. Pure.
 *
 * An edited body maps its offsets back to the author's file, so that a problem found after all replacements still
 * has its place there.
 */

/** The text of a body, edited or not. */
export interface EditableBody {
  readonly body: string;
  /** Maps an offset in the body to the author's file; inside a replacement, to where it begins. */
  offsetInText(offset: number): number;
}

/** A piece of Markdown that is not text. `type` and `name` come from the engine; only footnotes are named. */
export interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Splits a body or a part of it so that every second piece is one of these parts; skips parts inside others. */
export function splitAt(
  body: string,
  parts: readonly Part[],
  from = 0,
  to = body.length,
): string[] {
  const pieces: string[] = [];
  let done = from;
  for (const { start, end } of parts) {
    if (start < done) continue;
    pieces.push(body.slice(done, start), body.slice(start, end));
    done = end;
  }
  return [...pieces, body.slice(done, to)];
}

/** A replacement for the part of a body between two offsets. */
export type Edit = readonly [start: number, end: number, text: string];

/** Applies edits, which must not overlap. */
export function applyEdits<Source extends EditableBody>(
  source: Source,
  edits: readonly Edit[],
): Source {
  if (edits.length === 0) return source;
  const { body } = source;
  const pieces: string[] = [];
  const applied: { at: number; length: number; start: number; end: number }[] = [];
  let [done, at] = [0, 0];
  for (const [start, end, text] of [...edits].sort((a, b) => a[0] - b[0])) {
    pieces.push(body.slice(done, start), text);
    at += start - done;
    applied.push({ at, length: text.length, start, end });
    at += text.length;
    done = end;
  }
  const offsetInText = (offset: number): number => {
    const edit = applied.findLast((each) => each.at <= offset);
    if (edit === undefined) return source.offsetInText(offset);
    const past = offset - edit.at - edit.length;
    return source.offsetInText(past < 0 ? edit.start : edit.end + past);
  };
  return { ...source, body: pieces.join('') + body.slice(done), offsetInText };
}

/**
 * Applies the edits of marks, which put a mark on lines of its own between blank lines. A deeply indented one must not
 * become such a block if that would turn it into code: `edit` is then called again, with the starts of these edits.
 */
export function applyMarkEdits<Source extends EditableBody, Edited extends { edits: Edit[] }>(
  source: Source,
  edit: (torn: ReadonlySet<number>) => Edited,
  listIndented: (body: string) => readonly Part[],
): { readonly source: Source } & Edited {
  const blocks = edit(new Set());
  const edited = applyEdits(source, blocks.edits);
  const torn = findEditsIn(listIndented(edited.body), blocks.edits);
  if (torn.size === 0) return { source: edited, ...blocks };
  const lines = edit(torn);
  return { source: applyEdits(source, lines.edits), ...lines };
}

/** Finds the edits, by their starts, whose text lies at least partly in one of these parts of the edited body. */
function findEditsIn(parts: readonly Part[], edits: readonly Edit[]): ReadonlySet<number> {
  const found = new Set<number>();
  let [shift, passed] = [0, 0];
  for (const [start, end, text] of [...edits].sort((a, b) => a[0] - b[0])) {
    const at = start + shift;
    shift += text.length - (end - start);
    while ((parts[passed]?.end ?? Number.POSITIVE_INFINITY) <= at) passed++;
    if ((parts[passed]?.start ?? Number.POSITIVE_INFINITY) < at + text.length) found.add(start);
  }
  return found;
}
