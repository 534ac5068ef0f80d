/**
 * The lines of a block of code with marks: reads the comments in which other programs mark lines, and puts an element
 * around each line. Pure.
 *
 * Shiki: shiki.style/packages/transformers. Docusaurus: docusaurus.io/docs/markdown-features/code-blocks.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities, splitNames } from '../text/text.ts';
import type { CodeInfo, LineMark } from './code-info.ts';

/** Code with its marks, and without the comments that made them. */
export interface MarkedCode {
  readonly lines: readonly string[];
  /** A letter for each line: its `LineMark`, or `.` for none. */
  readonly marks: string;
  readonly words: readonly string[];
  /** True if a line or word is marked, or a line is left out. */
  readonly isChanged: boolean;
  /** The comments that have no effect. */
  readonly unknown: readonly string[];
}

/** A comment in any language, of which nothing precedes the mark in it. */
const OPENING = String.raw`(?:\{\s?/\*|/[/*]{1,3}|<!--|--|[#;%"']{1,4}|\bREM)`;
const COMMENT = new RegExp(
  String.raw`${OPENING}[ \t]*(?:\[!code (?<shiki>[^\]\n]{1,99})\]|highlight-(?<word>next-line|line|start|end))[ \t]*(?:\*/[ \t]?\}?|-->)?[ \t]*$`,
);

const SHIKI_MARKS = splitNames<LineMark>({
  'highlight hl focus warning info': 'm',
  '++': 'i',
  '--': 'd',
  error: 'e',
});

const SIGNS = splitNames<LineMark>({ '+': 'i', '-': 'd' });

/** True for code with a comment that may mark a line. */
export function hasMarkComment(code: string): boolean {
  return code.includes('[!code ') || code.includes('highlight-');
}

/** What a comment says about lines. */
interface MarkComment {
  /** The line without the comment. */
  readonly rest: string;
  /** Null for a comment that marks a word. */
  readonly mark: LineMark | null;
  /** The word to mark; empty for none. */
  readonly word: string;
  /** The number of lines, with this one if it has code. */
  readonly count: number;
  /** Whether it begins or ends marked lines. */
  readonly edge: 'start' | 'end' | null;
}

/** Reads the comment that ends a line; null for none, or one without an effect, which is added to the unknown ones. */
function readComment(line: string, unknown: string[]): MarkComment | null {
  const found = hasMarkComment(line) ? COMMENT.exec(line) : null;
  if (found === null) return null;
  const { shiki = '', word: name } = found.groups ?? {};
  const rest = line.slice(0, found.index).trimEnd();
  if (name !== undefined) {
    const edge = name === 'start' || name === 'end' ? name : null;
    return { rest, mark: 'm', word: '', count: 1, edge };
  }
  const [, said = '', times = 1] = /^(.*?)(?::(\d+))?$/.exec(shiki) ?? [];
  const word = said.startsWith('word:') ? said.slice('word:'.length) : '';
  const mark = SHIKI_MARKS.get(said) ?? null;
  if (mark === null && word === '') {
    unknown.push(`[!code ${shiki}]`);
    return null;
  }
  return { rest, mark, word, count: Number(times), edge: null };
}

/** Applies an info string and the comments in the code. */
export function markLines(code: string, info: CodeInfo): MarkedCode {
  const hasSigns = info.isDiff && !/^@@ /m.test(code);
  const written = code.replace(/\n$/, '').split('\n');
  const lines: string[] = [];
  const marks: string[] = [];
  const words = [...info.words];
  const unknown: string[] = [];
  /** The mark of the last comment, and the number of further lines that have it. */
  let [last, left]: [LineMark, number] = ['m', 0];
  let isInside = false;
  for (const [index, line] of written.entries()) {
    const comment = readComment(line, unknown);
    if (comment !== null) {
      if (comment.word !== '') words.push(comment.word);
      if (comment.edge !== null) isInside = comment.edge === 'start';
      else if (comment.mark !== null) [last, left] = [comment.mark, comment.count];
      // A comment on a line of its own is about the next lines.
      if (comment.rest === '') continue;
    }
    const stated = info.ranges.find(({ from, to }) => from <= index + 1 && index < to)?.mark;
    const mark = left > 0 ? last : isInside ? 'm' : stated;
    left -= 1;
    if (mark === 'h') continue;
    const kept = comment?.rest ?? line;
    const sign = hasSigns ? SIGNS.get(kept.charAt(0)) : undefined;
    lines.push(kept);
    marks.push(sign ?? mark ?? '.');
  }
  const isMarked = marks.some((mark) => mark !== '.') || words.length > 0;
  return {
    lines: hasSigns ? dropSigns(lines) : lines,
    marks: marks.join(''),
    words,
    isChanged: isMarked || lines.length < written.length,
    unknown,
  };
}

/** Removes the signs of a diff: its first column, if every line has one. */
function dropSigns(lines: readonly string[]): string[] {
  const isColumn = lines.every((line) => /^(?:[-+ ]|$)/.test(line));
  return lines.map((line) => (isColumn ? line.slice(1) : line.replace(/^[-+]/, '')));
}

const ELEMENTS: Readonly<Record<string, string>> = { m: 'mark', i: 'ins', d: 'del', e: 'mark' };

/**
 * Puts an element around each line of highlighted code. In feeds, which have no style sheet, only marked lines get one.
 */
export function writeLines(
  html: string,
  marks: string,
  words: readonly string[],
  inFeeds: boolean,
): string {
  const lines = splitLines(html).map((line, index) => {
    const mark = marks[index] ?? '.';
    const text = words.length > 0 ? markWords(line, words) : line;
    const name = ELEMENTS[mark] ?? 'span';
    if (inFeeds) return name === 'span' ? text : `<${name}>${text}</${name}>`;
    return `<${name} class="line${mark === 'e' ? ' error' : ''}">${text}</${name}>`;
  });
  return `${lines.join('\n')}\n`;
}

/** Splits highlighted code at its line ends; an element that crosses one is closed and opened again. */
function splitLines(html: string): string[] {
  const open: string[] = [];
  const pieces = html.replace(/\n$/, '').split(/(<[^>]*>|\n)/);
  const written = pieces.map((piece) => {
    if (piece === '\n') return `${'</span>'.repeat(open.length)}\n${open.join('')}`;
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<')) open.push(piece);
    return piece;
  });
  return written.join('').split('\n');
}

/** Marks words in a line of highlighted code, in which they may cross elements. */
function markWords(line: string, words: readonly string[]): string {
  const pieces = line.match(/<[^>]*>|&[^;\s]+;|./gsu) ?? [];
  const isText = (piece: string) => piece.length === 1 || !piece.startsWith('<');
  const texts = pieces.filter(isText).map((piece) => decodeEntities(piece));
  const text = texts.join('');
  const isMarked = new Set<number>();
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      for (let i = at; i < at + word.length; i++) isMarked.add(i);
    }
  }
  if (isMarked.size === 0) return line;
  let offset = 0;
  const written = pieces.map((piece) => {
    if (!isText(piece)) return piece;
    const shown = isMarked.has(offset) ? `<mark>${piece}</mark>` : piece;
    offset += decodeEntities(piece).length;
    return shown;
  });
  return written.join('').replaceAll('</mark><mark>', '');
}

/** Writes lines of code as HTML. */
export function escapeLines(lines: readonly string[]): string {
  return `${escapeHtml(lines.join('\n'))}\n`;
}
