/**
 * `$$` without an end, for which a build refuses a post that the old program published: mends it by the build's own edits
 * or, where these aren't enough, shows the dollars as text. Pure.
 */
import { applyEdits, orderEdits } from '../markdown/source-edits.ts';
import type { Problem } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';
import type { LeftMarkup } from './translation.ts';

const isOpen = ({ code }: Problem) => code === 'math-unclosed';

/** Mends the formulas of a post; null if all of them have an end. `parse` finds the problems of a text. */
export function closeFormulas(
  path: string,
  bytes: Buffer,
  problems: readonly Problem[],
  parse: (bytes: Buffer) => readonly Problem[],
): Buffer | null {
  const open = problems.filter(isOpen);
  if (open.length === 0) return null;
  const { text } = decodeSource({ path, bytes });
  const write = (written: string) =>
    Buffer.from(bytes.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
  const lines = text.split('\n');
  const numbers = open.map(({ line }) => (line ?? 1) - 1);
  const isTex = numbers.every((at) => /[\\^_={}]/.test(lines.slice(at, at + 2).join(' ')));
  const edits = isTex ? orderEdits(open.flatMap((each) => each.edits ?? [])) : [];
  const mended = write(applyEdits(text, edits));
  if (edits.length > 0 && !parse(mended).some(isOpen)) return mended;
  const shown = lines.map((words, at) =>
    numbers.includes(at) ? words.replace(/(?<!\\)\$/g, '\\$&') : words,
  );
  return write(shown.join('\n'));
}

/** The formulas that had no end, for the report. */
export function listOpenFormulas(problems: readonly Problem[]): LeftMarkup[] {
  const hint = 'It had no end in the old text: check whether it is a formula.';
  return problems.filter(isOpen).map(({ line }) => ({ shown: '$$', hint, line: line ?? 1 }));
}
