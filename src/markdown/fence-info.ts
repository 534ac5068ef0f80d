/**
 * The words after a fence: ` ```js title="app.js" {2,4-5} linenos ins={3} del={4} `. Pure.
 */
import { manualPage } from '../problems/manual.ts';
import { askMeant, suggestWord } from '../text/text.ts';
import { findLanguage, LANGUAGES } from './code.ts';
import type { Fault } from './rule.ts';

/** How a line is marked: highlighted, inserted or deleted. */
type LineMark = 'm' | 'i' | 'd';

/** Lines to mark, counted from 1; both ends are included. */
interface LineRange {
  readonly from: number;
  readonly to: number;
  readonly mark: LineMark;
}

/** What the words after a fence say. */
export interface FenceInfo {
  /** The language's name; empty for plain text. */
  readonly name: string;
  /** The highlight.js name; null for plain text and unknown languages. */
  readonly language: string | null;
  readonly title: string;
  /** The number of the first line; null for code without numbers. */
  readonly firstNumber: number | null;
  readonly ranges: readonly LineRange[];
  /** The words that have no effect, as written. */
  readonly unknown: readonly string[];
}

const LINES = String.raw`\{(?<lines>[\d\s,-]+)\}`;
const WORD = new RegExp(
  String.raw`title=(?:"(?<title>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"']+))(?!\S)|` +
    String.raw`linenos(?<numbers>=\d{1,6})?(?!\S)|(?<mark>ins=|del=)?${LINES}(?!\S)|` +
    String.raw`(?<other>(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'{}]|["'{}])+)`,
  'g',
);
const MARKS: Readonly<Record<string, LineMark>> = { 'ins=': 'i', 'del=': 'd' };
/** The characters of a language's name; anything else is attached to it. */
const NAME = /^[\w+#.-]*$/;

/** Reads the words after a fence, of which the engine calls the first one the language. */
export function readFenceInfo(lang: string, meta: string): FenceInfo {
  const { name = '', language = null } = findLanguage(lang) ?? {};
  let title = '';
  let firstNumber: number | null = null;
  const ranges: LineRange[] = [];
  const unknown = NAME.test(lang) ? [] : [lang];
  for (const { 0: word, groups = {} } of meta.matchAll(WORD)) {
    const { other, lines, mark = '', numbers } = groups;
    if (other !== undefined) unknown.push(other);
    else if (lines !== undefined) ranges.push(...readRanges(lines, MARKS[mark] ?? 'm'));
    else if (word.startsWith('linenos')) firstNumber = Number(numbers?.slice(1) ?? 1);
    else title = (groups.title ?? groups.single ?? groups.bare ?? '').trim();
  }
  return { name, language, title, firstNumber, ranges, unknown };
}

function readRanges(lines: string, mark: LineMark): LineRange[] {
  return Array.from(lines.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g), ([, first, last = first]) => {
    const [from = 0, to = 0] = [Number(first), Number(last)].sort((a, b) => a - b);
    return { from, to, mark };
  });
}

/** The mark of each line, or `.` for none; null for code without marks and numbers. */
export function markLines({ ranges, firstNumber }: FenceInfo, count: number): string | null {
  if (ranges.length === 0 && firstNumber === null) return null;
  const marks = Array.from({ length: count }, () => '.');
  for (const { from, to, mark } of ranges) marks.fill(mark, from - 1, to);
  return marks.join('');
}

/** The names to suggest. Shorter ones resemble too many others. */
const LANGUAGE_NAMES = [...LANGUAGES.keys()].filter(({ length }) => length > 3);

/** Lists what is wrong with the words after the fence of `code`, which begins at an offset of the source. */
export function checkFence(info: FenceInfo, code: string, source: string, start: number): Fault[] {
  const find = (word: string) => Math.max(start, source.indexOf(word, start));
  const faults = info.unknown.map((word) => wordUnknown(word, find(word)));
  const count = code.split('\n').length;
  const beyond = info.ranges.find(({ from }) => from > count || from === 0);
  if (beyond !== undefined) faults.push(lineMissing(beyond.from, count, find('{')));
  return faults;
}

function wordUnknown(word: string, at: number): Fault {
  const meant = suggestWord(word.replace(/[={].*/s, ''), ['title', 'linenos']);
  const isForeign = meant === null;
  const about = isForeign ? "is another program's syntax, which has no effect" : 'has no effect';
  return {
    code: isForeign ? 'markup-foreign' : 'code-word-unknown',
    message: `\`${word}\` on a code block ${about}`,
    hint:
      askMeant(meant) ??
      'A block can have a title, line numbers and marked lines: `js title="app.js" linenos {2,4-5}`.',
    at,
    written: word,
    subject: word,
    isShared: true,
  };
}

function lineMissing(line: number, count: number, at: number): Fault {
  const message = `Line ${line} can't be marked: this code has lines 1 to ${count}`;
  const hint = 'Count from the first line of the block, which is 1 whatever number it shows.';
  return { code: 'code-word-unknown', message, hint, at, written: '' };
}

/** Says that a language isn't highlighted. */
export function languageUnknown(name: string, source: string, at: number): Fault {
  const was = source.slice(at, at + name.length);
  const meant = suggestWord(name, LANGUAGE_NAMES);
  return {
    code: 'code-language-unknown',
    message: `Unknown language \`${name}\`, so readers see the code without colours`,
    hint:
      askMeant(meant) ??
      `Write \`text\`. To draw a diagram, write a component: ${manualPage('recipes', 'Diagrams')}.`,
    at,
    written: was,
    edits: meant === null ? [] : [{ at, was, is: meant }],
  };
}
