/**
 * Edits that fix problems, and subjects that group problems. Whoever finds a problem makes both; `blog fix` and
 * editors apply the edits. Pure.
 */
import { excerptStart, type Place, type TextEdit } from './problems.ts';

/**
 * Replaces the first `was` at or after a place, within its line. Empty if there is nothing to replace it with, or if
 * the line doesn't contain it, as when the author wrote it in another form.
 */
export function replaceFrom(
  { column, excerpt, offset }: Place,
  was: string,
  is: string | null | undefined,
): TextEdit[] {
  if (offset === undefined || column === null || excerpt === null) return [];
  if (is === null || is === undefined || was === '' || was === is) return [];
  const start = column - 1 - excerptStart(column);
  const rest = excerpt.slice(start);
  // The excerpt may end within a long URL.
  const found = was.length > rest.length && was.startsWith(rest) ? 0 : rest.indexOf(was);
  return found === -1 ? [] : [{ at: offset + found, was, is }];
}

/** How to mend a problem. */
interface Remedy {
  readonly hint: string;
  readonly edits: readonly TextEdit[];
}

/** Says how to write a path of Windows that a setting states; for any other path, gives the usual hint. */
export function mendBackslashes(path: string, place: Place, usual: string): Remedy {
  if (!path.includes('\\')) return { hint: usual, edits: [] };
  const mended = path.replaceAll('\\', '/');
  const hint = `Write it with \`/\`, on Windows too: \`${mended}\`.`;
  return { hint, edits: replaceFrom(place, path, mended) };
}

/** Moves edits of a body into its file. Empty if the file has other text there, as where a shortcode was translated. */
export function moveEdits(
  edits: readonly TextEdit[],
  text: string,
  offsetInText: (offset: number) => number,
): TextEdit[] {
  const moved = edits.map(({ at, was, is }) => ({ at: offsetInText(at), was, is }));
  return moved.every(({ at, was }) => text.startsWith(was, at)) ? moved : [];
}

/** The subject of a problem with a path or URL: its first folder or host, `/images/…`; else all of it. */
export function subjectOf(path: string): string {
  const [folder] = /^(?:\w+:\/\/)?[^/]*\/(?:\.\.\/)*(?:[^/]+\/)?/.exec(path) ?? [];
  return folder === undefined ? path : `${folder}…`;
}
