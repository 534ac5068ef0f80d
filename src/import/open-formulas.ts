/**
 * `$$` without an end, for which a build refuses a post that the old program published: mends it by the build's own edits
 * or, where these aren't enough, shows the dollars as text. Pure.
 */
import { applyEdits, orderEdits } from '../markdown/source-edits.ts';
import type { Problem } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';
import type { LeftMarkup } from './translation.ts';

const isOpen = ({ code }: Problem) => code === 'math-unclosed';

/** A parsed post. */
interface Parsed {
  readonly bytes: Buffer;
  readonly problems: readonly Problem[];
}

/** Closes a post's open formulas and parses the result. Returns the post unchanged if every formula is closed. */
export function closeFormulas<Post extends Parsed>(
  path: string,
  post: Post,
  parse: (bytes: Buffer) => Post,
): Post {
  const open = post.problems.filter(isOpen);
  if (open.length === 0) return post;
  const { bytes } = post;
  const { text } = decodeSource({ path, bytes });
  const write = (written: string) =>
    Buffer.from(bytes.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
  const lines = text.split('\n');
  const numbers = open.map(({ line }) => (line ?? 1) - 1);
  const isTex = numbers.every((at) => /[\\^_={}]/.test(lines.slice(at, at + 2).join(' ')));
  const edits = isTex ? orderEdits(open.flatMap((each) => each.edits ?? [])) : [];
  const mended = edits.length > 0 ? parse(write(applyEdits(text, edits))) : post;
  if (!mended.problems.some(isOpen)) return mended;
  const shown = lines.map((words, at) =>
    numbers.includes(at) ? words.replace(/(?<!\\)\$/g, '\\$&') : words,
  );
  return parse(write(shown.join('\n')));
}

/** The formulas that had no end, for the report. */
export function listOpenFormulas(problems: readonly Problem[]): LeftMarkup[] {
  const hint = 'It had no end in the old text: check whether it is a formula.';
  return problems.filter(isOpen).map(({ line }) => ({ shown: '$$', hint, line: line ?? 1 }));
}
