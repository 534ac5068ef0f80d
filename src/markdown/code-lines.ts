/**
 * The lines of a block of code with marks: reads the comments in which other programs mark lines, and puts an element
 * around each line. Pure.
 *
 * Shiki: shiki.style/packages/transformers. Docusaurus: docusaurus.io/docs/markdown-features/code-blocks.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';
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
const OPENING = String.raw`(?:\{\s?/\*|/[/*]+|<!--|--|[#;%"']+|\bREM)`;
const COMMENT = new RegExp(
  String.raw`${OPENING}[ \t]*(?:\[!code (?<shiki>[^\]\n]{1,99})\]|highlight-(?<word>next-line|line|start|end))[ \t]*(?:\*/[ \t]?\}?|-->)?[ \t]*$`,
);

const SHIKI_MARKS: Readonly<Record<string, LineMark>> = {
  '++': 'i',
  '--': 'd',
  highlight: 'm',
  hl: 'm',
  focus: 'm',
  warning: 'm',
  info: 'm',
  error: 'e',
};

/** True for code with a comment that may mark a line. */
export function hasMarkComment(code: string): boolean {
  return code.includes('[!code ') || code.includes('highlight-');
}

/** Applies an info string and the comments in the code. */
export function markLines(code: string, info: CodeInfo): MarkedCode {
  const isPatch = /^@@ /m.test(code);
  const lines: string[] = [];
  const marks: string[] = [];
  const words = [...info.words];
  const unknown: string[] = [];
  let [following, count, isOpen]: [LineMark, number, boolean] = ['m', 0, false];
  const written = code.replace(/\n$/, '').split('\n');
  for (const [index, line] of written.entries()) {
    const stated = info.ranges.find(({ from, to }) => from <= index + 1 && index < to)?.mark;
    const { index: at, groups = {} } = (hasMarkComment(line) && COMMENT.exec(line)) || {};
    const { shiki = '', word } = groups;
    const [, name = '', times] = /^(.*?)(?::(\d+))?$/.exec(shiki) ?? [];
    const mark = word === undefined ? SHIKI_MARKS[name] : 'm';
    const marksWord = shiki.startsWith('word:');
    if (shiki !== '' && mark === undefined && !marksWord) unknown.push(`[!code ${shiki}]`);
    const isMark = at !== undefined && (mark !== undefined || marksWord);
    const kept = isMark ? line.slice(0, at).trimEnd() : line;
    if (marksWord) words.push(name.slice('word:'.length));
    if (word === 'start' || word === 'end') isOpen = word === 'start';
    if (isMark && kept === '') {
      if (mark !== undefined && word !== 'start' && word !== 'end') {
        [following, count] = [mark, Number(times ?? 1)];
      }
      continue;
    }
    if (isMark && times !== undefined && mark) [following, count] = [mark, Number(times)];
    const own = isMark ? mark : undefined;
    const shown = own ?? (count > 0 ? following : isOpen ? 'm' : stated);
    count -= 1;
    if (shown === 'h') continue;
    const sign = info.isDiff && !isPatch ? line[0] : '';
    lines.push(kept);
    marks.push(sign === '+' ? 'i' : sign === '-' ? 'd' : (shown ?? '.'));
  }
  const isMarked = marks.some((mark) => mark !== '.') || words.length > 0;
  const isChanged = isMarked || lines.length < written.length;
  const shown = dropSigns(lines, info, isPatch);
  return { lines: shown, marks: marks.join(''), words, isChanged, unknown };
}

/** Removes the column of signs from the lines of a diff. */
function dropSigns(lines: readonly string[], { isDiff }: CodeInfo, isPatch: boolean): string[] {
  if (!isDiff || isPatch) return [...lines];
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
