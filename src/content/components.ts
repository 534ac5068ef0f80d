/**
 * Marks that stand for the author's React components, in `templates/marks/`: pairs the tags that `marks.ts` finds,
 * writes placeholder elements in their places, and finds these again in the engine's HTML. Pure.
 */

/** A mark, as its component gets it. */
export interface Mark {
  /** The name of the component's file, without its ending. */
  readonly name: string;
  readonly props: Readonly<Record<string, string | number | boolean>>;
  /** The values without a name. */
  readonly args: readonly string[];
  /** True for a mark that encloses something. */
  readonly hasContent: boolean;
  /** In the author's file, from 1. */
  readonly line: number;
}

/** One of the tags of a mark. */
export interface Tag extends Omit<Mark, 'hasContent' | 'line'> {
  readonly start: number;
  readonly end: number;
  /** As shown to the author. */
  readonly shown: string;
  readonly isElement: boolean;
  /** Arguments that only running code would tell. */
  readonly expressions: readonly string[];
  readonly kind: 'open' | 'close' | 'void';
}

/** Replaces the part of a body between two offsets. */
export type Edit = readonly [start: number, end: number, text: string];

/** What makes a block of a mark that has its lines for itself; empty for a mark within a line. */
export interface Gaps {
  /** A line end with the indentation of the mark. */
  readonly gap: string;
  /** The same where Markdown needs a blank line, else empty. */
  readonly above: string;
  readonly below: string;
}

/** The element that a mark becomes; its `data-n` is the number of the mark. */
export const PLACEHOLDER = 'blog-mark';

/** Lists the marks of tags, and the edits that replace them; `firstLine` is the number of the body's first line. */
export function placeMarks(
  body: string,
  tags: readonly Tag[],
  isMarkdown: boolean,
  firstLine: number,
  tell: (message: string, at: number, hint: string) => void,
): { marks: Mark[]; edits: Edit[] } {
  const pairs = pairTags(tags, tell);
  let [line, counted] = [firstLine, 0];
  const marks = pairs.map(({ open: { name, props, args, start }, close }): Mark => {
    line += body.slice(counted, start).split('\n').length - 1;
    counted = start;
    return { name, props, args, hasContent: close !== null, line };
  });
  const edits = pairs.flatMap((pair, number) => placeMark(body, pair, number, isMarkdown));
  return { marks, edits };
}

/** A mark: its tag, or the two around its content. */
interface Pair {
  readonly open: Tag;
  close: Tag | null;
}

/** Pairs each end with the nearest open tag of its component; a tag that is left without an end is void. */
function pairTags(tags: readonly Tag[], tell: Parameters<typeof placeMarks>[4]): Pair[] {
  const pairs: Pair[] = [];
  const open = new Map<string, Pair[]>();
  for (const tag of tags) {
    const { name, kind, shown, start } = tag;
    const same = open.get(name) ?? [];
    open.set(name, same);
    const begun = kind === 'close' ? same.pop() : undefined;
    if (begun !== undefined) begun.close = tag;
    else if (kind === 'close')
      tell(`\`${shown}\` is ended here, but not begun`, start, 'Remove this end.');
    else pairs.push({ open: tag, close: null });
    if (kind === 'open') same.push(...pairs.slice(-1));
  }
  for (const { open: tag, close } of pairs) {
    const isUnclosed = tag.isElement && tag.kind === 'open' && close === null;
    if (isUnclosed) tell(`\`${tag.shown}\` has no end`, tag.start, UNCLOSED);
  }
  return pairs;
}

const UNCLOSED = 'Write `<Name />` for a mark that encloses nothing, or `</Name>` at its end.';

/** Writes a placeholder; a mark that has its lines for itself becomes a block of Markdown. */
function placeMark(body: string, { open, close }: Pair, number: number, isMarkdown: boolean) {
  const [start, end] = [`<${PLACEHOLDER} data-n="${number}">`, `</${PLACEHOLDER}>`];
  const { gap, above, below } = findGaps(body, open.start, (close ?? open).end, isMarkdown);
  if (close === null) return [[open.start, open.end, above + start + end + below]] as const;
  const indent = gap === '' ? null : findIndent(body, close.start);
  return [
    [open.start, open.end, above + start + (matchAt(LINE_END, body, open.end) ? gap : '')],
    [close.start, close.end, (indent === null ? '' : `\n${indent}`) + end + below],
  ] as const;
}

/** Finds what stands around a mark. Only Markdown needs blank lines. */
export function findGaps(body: string, start: number, end: number, isMarkdown: boolean): Gaps {
  const before = findIndent(body, start);
  const isBlock = before !== null && matchAt(LINE_END, body, end) !== null;
  if (!isBlock || !isMarkdown) return { gap: isBlock ? '\n' : '', above: '', below: '' };
  const gap = `\n${before.replace(/[^>\s]/g, ' ')}`;
  // What begins an item of a list stays there.
  const above = /[^>\s]/.test(before) ? '' : gap;
  return { gap, above, below: matchAt(BELOW, body, end) ? '' : gap };
}

/** The most characters before a mark that has its line for itself. */
const MAX_INDENT = 200;

/** What stands before an offset on its line: white space, `>` and markers of lists; null for any other text. */
export function findIndent(body: string, at: number): string | null {
  const before = (at < MAX_INDENT ? '\n' : '') + body.slice(Math.max(0, at - MAX_INDENT), at);
  return /\n((?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)$/.exec(before)?.[1] ?? null;
}

const LINE_END = /[ \t]*(?:\n|$)/y;
/** What ends a paragraph: a blank line, or an item of a list. */
const BELOW = /[ \t]*(?:$|\n[ \t>]*(?:\n|$|(?:[-+*]|1[.)])[ \t]))/y;

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const PARAGRAPH = new RegExp(String.raw`<p>(?=\s*<${PLACEHOLDER} )([^]*?)<\/p>`, 'g');
const TAG = new RegExp(String.raw`<(\/?)${PLACEHOLDER}\b[^>]*>`, 'g');

/** Removes the paragraphs, in the HTML of the engine, around placeholders that stand alone. */
export function unwrapMarks(html: string): string {
  return html.replace(PARAGRAPH, (paragraph, content: string) => {
    let [depth, done] = [0, 0];
    for (const { 0: tag, 1: slash, index } of content.matchAll(TAG)) {
      if (depth === 0 && content.slice(done, index).trim() !== '') return paragraph;
      depth += slash === '' ? 1 : -1;
      done = index + tag.length;
    }
    return content.slice(done).trim() === '' ? content : paragraph;
  });
}
