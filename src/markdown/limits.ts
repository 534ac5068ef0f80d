/**
 * The bodies that the engine (satteri 0.10.5) can't read within seconds, as measured: everything else takes time in
 * proportion to its length, or nearly so. Pure.
 */
import type { BodyFormat } from './body-source.ts';
import { type Element, elementsOf, type Root, VOIDS } from './tree.ts';

/** The engine copies a paragraph at each quote, dash, ellipsis and entity in it: this is 300 MB. */
const MAX_COPIES = 3e8;
const COPIED = /["']|--|\.{3}|&#?\w+;/g;
/** The engine adds the cells that are missing in the rows of a table. */
const MAX_CELLS = 1e6;
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*$/m;
/** One of these is in every such row of more than one column. */
const ROW_SIGNS = ['-|', '- |', ':|', ': |'];
/** For each block, the engine looks back at all open elements. */
const MAX_OPEN = 5000;
/** Elements that may lack an end tag without being nested. */
const UNCLOSED = /^(?:p|li|h[1-6]|d[dt]|opt(?:ion|group)|t(?:[dhr]|head|body|foot)|colgroup)$/i;
const NESTED_LINE = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){1000}/m;
/** The depth of a tree that the program walks. */
const MAX_DEPTH = 1000;

/** The offset of what can't be read; null for any ordinary body. */
export function findUnreadable(body: string, format: BodyFormat): number | null {
  if (format === 'text') return null;
  if (format === 'markdown') {
    const isLong = body.length ** 2 > MAX_COPIES;
    const isLarge = body.length ** 2 > 32 * MAX_CELLS;
    const isTabular = isLarge && ROW_SIGNS.some((sign) => body.includes(sign));
    const blocks = isLong || isTabular ? body.split(/\n[ \t]*\n/) : [];
    const block = blocks.find((each) => countCopies(each) > MAX_COPIES || isSparse(each));
    if (block !== undefined) return body.indexOf(block);
    const line = isLong ? body.search(NESTED_LINE) : -1;
    if (line !== -1) return line;
  }
  return findOpen(body);
}

function countCopies(block: string): number {
  return block.length * (block.match(COPIED)?.length ?? 0);
}

function isSparse(block: string): boolean {
  if (!block.includes('|') || !DELIMITER_ROW.test(block)) return false;
  const rows = block.split('\n');
  const columns = Math.max(...rows.map((row) => row.split('|').length));
  return rows.length * columns > MAX_CELLS;
}

/** The offset of the tag at which too many elements are open. */
function findOpen(body: string): number | null {
  if (body.length <= 3 * MAX_OPEN || body.split('<').length <= MAX_OPEN) return null;
  const counts = new Map<string, number>();
  let open = 0;
  for (const { 1: slash, 2: written = '', index } of body.matchAll(/<(\/?)([a-z]\w*)/gi)) {
    const name = written.toLowerCase();
    if (VOIDS.has(name) || UNCLOSED.test(name)) continue;
    const count = counts.get(name) ?? 0;
    // An end tag without a start tag closes nothing.
    const change = slash === '' ? 1 : -Math.min(count, 1);
    counts.set(name, count + change);
    open += change;
    if (open > MAX_OPEN) return index;
  }
  return null;
}

/** True for a tree that is too deep for recursive functions. */
export function isDeep(root: Root, most = MAX_DEPTH): boolean {
  let level: readonly (Element | Root)[] = [root];
  for (let depth = 0; depth < most; depth++) {
    level = level.flatMap(elementsOf);
    if (level.length === 0) return false;
  }
  return true;
}
