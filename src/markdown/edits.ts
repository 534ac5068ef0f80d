/**
 * Parts of a body, and replacements in it before it is parsed. Pure.
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

/** A body in the author's file. */
export interface BodySource extends EditableBody {
  /** The file, relative to the site's root. */
  readonly path: string;
  /** The whole file. */
  readonly text: string;
  /** The offset of the body in `text`. */
  readonly bodyOffset: number;
  /** Returns the text of a key of the front matter; null if its value isn't a text, undefined if there is none. */
  readKey(name: string): string | null | undefined;
}

/** The format that a body is written in. */
export type BodyFormat = 'markdown' | 'html' | 'text';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of Markdown that is not text. `type` and `name` come from the engine; only footnotes are named. */
export interface Part extends Span {
  readonly type: string;
  readonly name: string;
}

/** Splits a body, from an offset on, so that every second piece is one of these parts; skips parts inside others. */
export function splitAt(body: string, parts: readonly Span[], from = 0): string[] {
  const pieces: string[] = [];
  let done = from;
  for (const { start, end } of parts) {
    if (start < done) continue;
    pieces.push(body.slice(done, start), body.slice(start, end));
    done = end;
  }
  return [...pieces, body.slice(done)];
}

/** Returns a function that finds the first part that ends after an offset; each offset is at least the one before. */
export function passParts(parts: readonly Part[]): (offset: number) => Part | undefined {
  let passed = 0;
  return (offset) => {
    while ((parts[passed]?.end ?? Number.POSITIVE_INFINITY) <= offset) passed++;
    return parts[passed];
  };
}

/** Returns a predicate for the offsets in these spans, which are in order and don't overlap. */
export function covers(spans: readonly Span[]): (offset: number) => boolean {
  return (offset) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (spans[low]?.start ?? offset + 1) <= offset;
  };
}

/** A replacement for the part of a body between two offsets. */
export type Edit = readonly [start: number, end: number, text: string];

/** An edit, with its offset in the edited body. */
interface PlacedEdit extends Span {
  readonly text: string;
  readonly at: number;
}

/** Sorts edits and adds the offset of each in the edited body. */
export function placeEdits(edits: readonly Edit[]): PlacedEdit[] {
  let shift = 0;
  const sorted = [...edits].sort((a, b) => a[0] - b[0]);
  return sorted.map(([start, end, text]) => {
    const at = start + shift;
    shift += text.length - (end - start);
    return { start, end, text, at };
  });
}

/** Applies edits, which must not overlap. */
export function applyEdits<Source extends EditableBody>(
  source: Source,
  edits: readonly Edit[],
): Source {
  if (edits.length === 0) return source;
  const placed = placeEdits(edits);
  const pieces = splitAt(source.body, placed).map((each, i) =>
    i % 2 === 0 ? each : placed[(i - 1) / 2]?.text,
  );
  const offsetInText = (offset: number): number => {
    const edit = placed.findLast((each) => each.at <= offset);
    if (edit === undefined) return source.offsetInText(offset);
    const past = offset - edit.at - edit.text.length;
    return source.offsetInText(past < 0 ? edit.start : edit.end + past);
  };
  return { ...source, body: pieces.join(''), offsetInText };
}

/**
 * Applies the edits of shortcodes, which put a shortcode on lines of its own between blank lines. A deeply indented one must not
 * become such a block if that would turn it into code: `edit` is then called again, with the starts of these edits.
 */
export function applyShortcodeEdits<Source extends EditableBody>(
  source: Source,
  edit: (torn: ReadonlySet<number>) => readonly Edit[],
  listIndented: (body: string) => readonly Part[],
): Source {
  const edits = edit(new Set());
  const edited = applyEdits(source, edits);
  const nextCode = passParts(listIndented(edited.body));
  const torn = placeEdits(edits).filter(({ at, text }) => {
    return (nextCode(at)?.start ?? Number.POSITIVE_INFINITY) < at + text.length;
  });
  if (torn.length === 0) return edited;
  return applyEdits(source, edit(new Set(torn.map(({ start }) => start))));
}
