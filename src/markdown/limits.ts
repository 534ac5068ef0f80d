/**
 * The limits of the Markdown engine: bodies on which it would spend too long, and those whose text it must get
 * typeset already. Pure.
 */
import { VOIDS } from './html.ts';

/**
 * The engine copies a run of text at each quote, dash, ellipsis and entity in it. Beyond this number of copied
 * characters (some 300 MB), it gets text that is already typeset and decoded.
 */
const MAX_COPIES = 1e8;
const SMART = /["']|--|\.{3}/g;
/** An escape or an entity. */
export const ENTITY = /\\.|&#?\w+;/gs;
export const BLANK_LINE = /\n[ \t]*\n/;

function countCopies(texts: readonly string[], marks: RegExp): number {
  return texts.reduce((sum, text) => sum + text.length * (text.match(marks)?.length ?? 0), 0);
}

/** True for a body of which the engine would make too many copies. */
export function isHeavy(body: string): boolean {
  if (body.length ** 2 <= MAX_COPIES) return false;
  const blocks = body.split(BLANK_LINE);
  return countCopies(blocks, SMART) + countCopies(blocks, ENTITY) > MAX_COPIES;
}

/**
 * For each tag, the engine looks back at all open elements, and for each emphasis mark at all marks of the
 * paragraph. A body that takes more looks (half a second) is not read. Style elements count more: unclosed ones
 * are reopened in every paragraph, as in browsers.
 */
const MAX_LOOKS = 1e8;
const STYLE = /^(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/;
const LOOKS_OF_STYLE = 50;
const CROWDED =
  /<(\/?)([a-z][^\s/>]*)|(?<nest>^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t]))+)|(?<fence>^[ \t]*(?:```|~~~))|(?<end>\n[ \t]*\n)|[*_~@]|www\.|\[\^/gim;
/** Elements that may lack an end tag without being nested. */
const UNCLOSED =
  /^(?:a|p|li|h[1-6]|d[dt]|opt(?:ion|group)|t(?:[dhr]|head|body|foot)|colgroup|r[pt])$/;

/** The most cells that may be missing from table rows, since the engine adds them. */
const MAX_LACKING = 200_000;
/** The row of hyphens and bars below the head of every table. */
const DELIMITER_ROW = /^(?=[ \t>|:-]+$).*\|.*/gm;

/** The offset of the block at which too many table cells are missing; null for any usual body. */
function findSparseTable(body: string): number | null {
  // The most cells that a body of this length can lack: half of it two wide rows, half rows of one cell.
  if (body.length ** 2 / 32 <= MAX_LACKING || body.search(DELIMITER_ROW) === -1) return null;
  const countBars = (text: string) => text.split('|').length - 1;
  let lacking = 0;
  for (const block of body.split(BLANK_LINE)) {
    const [most = 0] = (block.match(DELIMITER_ROW) ?? []).map(countBars).sort((a, b) => b - a);
    lacking += Math.max(0, most * block.split('\n').length - countBars(block));
    if (lacking > MAX_LACKING) return body.indexOf(block);
  }
  return null;
}

/** The offset at which there is too much nesting or markup to read; null for any usual body. */
export function findCrowd(body: string, format: 'html' | 'markdown'): number | null {
  const table = format === 'markdown' && body.includes('|') ? findSparseTable(body) : null;
  if (table !== null) return table;
  const tags = body.split('<').length;
  // The most looks that a body of this length can take.
  if (body.length ** 2 / 10 + (LOOKS_OF_STYLE * tags ** 2) / 2 <= MAX_LOOKS) return null;
  const open = new Map<string, number>();
  let [looks, depth, marks, isFenced] = [0, 0, 0, false];
  for (const { 1: slash, 2: tag, index, groups } of body.matchAll(CROWDED)) {
    if (tag !== undefined) {
      const name = tag.toLowerCase();
      const count = open.get(name) ?? 0;
      const step = slash === '' ? 1 : Math.max(-1, -count);
      if (!VOIDS.has(name) && !UNCLOSED.test(name)) {
        open.set(name, count + step);
        depth += STYLE.test(name) ? step * LOOKS_OF_STYLE : step;
      }
      looks += depth;
    } else if (format === 'html') continue;
    else if (groups?.fence) isFenced = !isFenced;
    else if (groups?.end || isFenced) marks = 0;
    else if (groups?.nest) looks += groups.nest.length ** 2 / 10;
    else looks += ++marks / 10;
    if (looks > MAX_LOOKS) return index;
  }
  return null;
}
