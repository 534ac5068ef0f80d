/**
 * Titles, line numbers and marks of code: the words after a fence are written in our form (`fence-words.ts`), and comments
 * that mark lines, `// [!code ++]` of Shiki and `// highlight-next-line` of Docusaurus, become such words. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { splitNames } from '../text/text.ts';
import { type Dialect, type ForeignBody, MARKDOWN } from './dialect.ts';
import { type FenceWords, type LineKind, readFenceWords, writeFenceWords } from './fence-words.ts';
import { listParsed } from './parsed-nodes.ts';

export const codeMarks: Dialect = {
  name: 'marks of code',
  formats: MARKDOWN,
  sign: /(?:`{3}|~{3})[ \t]*(?:[^\s`]*[{},:=][^`\n]*|[^\s`]+[ \t]+[^`\n]+)$|\[!code |highlight-(?:next-line|start|end)|(?:`{3}|~{3})[ \t]*diff-/m,
  translate: (body) => ({
    edits: listParsed(body, CODE).flatMap((each) => editBlock(each, body)),
    left: [],
  }),
};

const CODE: ReadonlySet<string> = new Set(['code']);
const OPENING = /^(?<fence>(?:`{3,}|~{3,})[ \t]*)(?<info>[^\n]*)/;
/** Words in our form, in any order. */
const OURS =
  /^[\w+#.-]*(?:\s+(?:title=(?:"[^"]*"|'[^']*'|[^\s"']+)|linenos(?:=\d+)?|(?:ins=|del=)?\{[\d\s,-]+\}))*\s*$/;
/** Chunks and raw blocks that stay, formulas and diagrams. */
const NOT_CODE = /^(?:\{=|math\b)/;

function editBlock(
  { start, end }: { readonly start: number; readonly end: number },
  { text }: ForeignBody,
): TextEdit[] {
  const source = text.slice(start, end);
  const { fence = '', info = '' } = OPENING.exec(source)?.groups ?? {};
  if (fence === '' || NOT_CODE.test(info)) return [];
  const words = readFenceWords(info);
  const marks = readLines(source, words);
  const written = writeFenceWords(marks.words);
  const edits = marks.edits.map((each) => ({ ...each, at: each.at + start }));
  const isOurs = marks.edits.length === 0 && OURS.test(info);
  if (isOurs || written === info.trim()) return edits;
  const opening = written === '' ? fence.trimEnd() : fence + written;
  return [{ at: start, was: fence + info, is: opening }, ...edits];
}

/** A comment in any language, of which nothing precedes the mark in it. */
const COMMENT =
  /[ \t]*(?:\{\s?\/\*|\/[/*]{1,3}|<!--|--|[#;%"']{1,4}|\bREM)[ \t]*(?:\[!code (?<shiki>[^\]\n]+)\]|highlight-(?<word>next-line|line|start|end))[ \t]*(?:\*\/[ \t]?\}?|-->)?[ \t]*$/;
const KINDS: ReadonlyMap<string, LineKind> = splitNames<LineKind>({
  'highlight hl focus warning info error': 'marked',
  '++': 'inserted',
  '--': 'deleted',
});
const SIGNS: ReadonlyMap<string, LineKind> = new Map([
  ['+', 'inserted'],
  ['-', 'deleted'],
]);

/** What a comment says about lines. */
interface LineComment {
  readonly text: string;
  readonly kind: LineKind;
  /** The number of lines, with this one if it has code. */
  readonly count: number;
  /** Whether it begins or ends marked lines. */
  readonly edge: 'start' | 'end' | null;
}

/** Reads the comment that ends a line; null for none, or one that marks something other than lines. */
function readComment(line: string): LineComment | null {
  const { 0: text = '', groups = {} } = COMMENT.exec(line) ?? {};
  const { shiki, word } = groups;
  if (word !== undefined) {
    const edge = word === 'start' || word === 'end' ? word : null;
    return { text, kind: 'marked', count: 1, edge };
  }
  const [, name = '', times = '1'] = /^(.*?)(?::(\d+))?$/.exec(shiki ?? '') ?? [];
  const kind = KINDS.get(name);
  return kind === undefined ? null : { text, kind, count: Number(times), edge: null };
}

/** Reads the marks in the lines of a block, and removes what made them. */
function readLines(source: string, words: FenceWords): { edits: TextEdit[]; words: FenceWords } {
  const [opening = '', ...lines] = source.split('\n');
  const edits: TextEdit[] = [];
  const found: Record<LineKind, number[]> = { marked: [], inserted: [], deleted: [] };
  /** The new number of each line. */
  const numbers = new Map<number, number>();
  const language = findDiffLanguage(words);
  const hasSigns =
    language !== null && lines.slice(0, -1).every((line) => /^(?:[-+ ]|$)/.test(line));
  let [at, number, left, isInside] = [opening.length + 1, 0, 0, false];
  let last: LineKind = 'marked';
  for (const [index, line] of lines.entries()) {
    const comment = readComment(line);
    const start = at;
    at += line.length + 1;
    if (comment?.edge) isInside = comment.edge === 'start';
    else if (comment !== null) [last, left] = [comment.kind, comment.count];
    // A comment on a line of its own is about the next lines.
    if (comment !== null && /^[ \t>]*$/.test(line.slice(0, -comment.text.length))) {
      edits.push({ at: start, was: `${line}\n`, is: '' });
      continue;
    }
    number += 1;
    numbers.set(index + 1, number);
    const sign = hasSigns ? SIGNS.get(line.charAt(0)) : undefined;
    const kind = sign ?? (left > 0 ? last : isInside ? 'marked' : undefined);
    if (kind !== undefined && index < lines.length - 1) found[kind].push(number);
    left -= 1;
    if (hasSigns && index < lines.length - 1 && line !== '')
      edits.push({ at: start, was: line.charAt(0), is: '' });
    if (comment !== null)
      edits.push({ at: start + line.length - comment.text.length, was: comment.text, is: '' });
  }
  const merge = (kind: LineKind) => [
    ...words.lines[kind].flatMap((each) => (edits.length === 0 ? each : (numbers.get(each) ?? []))),
    ...found[kind],
  ];
  const merged = {
    marked: merge('marked'),
    inserted: merge('inserted'),
    deleted: merge('deleted'),
  };
  if (!hasSigns) return { edits, words: { ...words, lines: merged } };
  const others = words.others.filter((each) => !each.startsWith('lang='));
  return { edits, words: { ...words, language, others, lines: merged } };
}

/** Returns the language of the lines of a diff, `diff-js` or `diff lang=js`; null for other code. */
function findDiffLanguage({ language, others }: FenceWords): string | null {
  const [, attached] = /^diff-([\w+#-]+)$/i.exec(language) ?? [];
  if (attached !== undefined) return attached;
  const stated = others.find((each) => each.startsWith('lang='));
  return language === 'diff' && stated !== undefined
    ? stated.slice('lang='.length).replace(/["']/g, '')
    : null;
}
