/**
 * Likely mistakes in blocks that the engine silently reads as something else: `#Heading`, rows that aren't a table, cells that
 * a table has no column for, and indented HTML.
 */
import type { MdastNode } from 'satteri';
import { type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Fault, Rule } from '../rule.ts';
import { VOIDS } from '../tree.ts';

const HEADING = /^(#{1,6})([\p{L}\p{N}"'“‘*_][^\n]*)$/gmu;
/** A hashtag, or a sentence that begins with one. */
const HASHTAG = /^(?!\p{Lu})|^\p{Lu}\p{L}*\p{Lu}\p{L}*$|[.!?,;:…]$|\s#[\p{L}\d]/u;
/** The signs at the beginning of a line; looking for them first is faster than looking at each line. */
const SIGNS = /#{1,6}(?<=^[ \t>]*#{1,6})[^\s#]|\|(?<=^[ \t>]*\|)|-\|[-:\s]|^[ \t>]+<\/?[a-z]/im;

export const blockFaults: Rule = ({ found, source }) => {
  if (!SIGNS.test(source)) return null;
  const add = (faults: Iterable<Fault>) => void found.faults.push(...faults);
  /** The number of elements that blocks of raw HTML have left open. */
  let open = 0;
  /** The end of the last text, in which HTML is no block. */
  let textEnd = 0;
  const passText = (node: MdastNode) => {
    textEnd = placeOf(node).end;
  };
  return {
    needsPlaces: true,
    markdown: {
      paragraph(node) {
        passText(node);
        const written = sourceOf(node, source);
        if (written.includes('|')) add(findRows(node, written));
        if (written.includes('#')) add(findHeadings(node, written));
      },
      table: (node) => add(findCells(node, source)),
      heading: passText,
      tableCell: passText,
      html(node) {
        if (placeOf(node).start >= textEnd) open = Math.max(0, open + countOpened(node.value));
      },
      code(node) {
        const isIndented = /^[ \t<]/.test(sourceOf(node, source));
        if (open > 0 && isIndented && TAG.test(node.value)) add([htmlIndented(node, source)]);
      },
    },
  };
};

function* findHeadings(node: MdastNode, written: string): Generator<Fault> {
  for (const { 0: line, 1: signs = '', 2: words = '', index } of written.matchAll(HEADING)) {
    const isAlone = line.length === written.trimEnd().length;
    if (signs === '#' && (!isAlone || HASHTAG.test(words.slice(0, 200).trim()))) continue;
    const at = placeOf(node).start + index;
    const message = `\`${line.slice(0, 60)}\` isn't a heading without a space after \`${signs}\``;
    const hint = `Write \`${signs} ${words.trim().slice(0, 60)}\`; to show it as it is, \`\\${signs}\`.`;
    const edits = [{ at: at + signs.length, was: '', is: ' ' }];
    yield { code: 'heading-space', message, hint, at, written: line, edits };
  }
}

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The bar between two cells. */
const STROKE = /(?<!\\)\|/;

/** The bars at the ends of a row. */
const EDGES = /^\||(?<!\\)\|$/g;

const splitCells = (row: string) => row.trim().replace(EDGES, '').split(STROKE);

/** Finds rows that aren't a table, because the second isn't a delimiter row or has another number of cells. */
function* findRows(node: MdastNode, written: string): Generator<Fault> {
  const lines = written.split('\n');
  let at = placeOf(node).start;
  for (const [index, line] of lines.entries()) {
    const row = index === 0 ? line.trimEnd() : line.replace(/^[ \t>]+/, '').trimEnd();
    const [indent = ''] = /^[ \t>]*/.exec(lines[index + 1] ?? '') ?? [];
    const next = (lines[index + 1] ?? '').slice(indent.length).trimEnd();
    const nextAt = at + line.length + 1 + indent.length;
    const isRuled = RULED.test(next) && row.includes('|');
    if (isRuled || (index === 0 && FRAMED.test(row) && FRAMED.test(next))) {
      const count = splitCells(row).length;
      if (DELIMITERS.test(next) && splitCells(next).length === count) return;
      const cells = isRuled ? splitCells(next).map((cell) => cell.trim()) : [];
      const ruler = Array.from({ length: count }, (_, column) => cells[column] || '---');
      const is = `|${ruler.join('|')}|`;
      yield {
        code: 'table-delimiter',
        message: `These lines aren't a table yet: the first needs a row of hyphens for ${count} ${count === 1 ? 'column' : 'columns'} below it`,
        hint: `Write \`${is.slice(0, 80)}\` below the first row.`,
        at: at + line.indexOf(row),
        written: row,
        edits: [
          isRuled ? { at: nextAt, was: next, is } : { at: nextAt, was: '', is: `${is}\n${indent}` },
        ],
      };
      return;
    }
    at += line.length + 1;
  }
}

/** A row of bars and hyphens. */
const RULED = /^(?=.*-)(?=.*\|)[ \t:|-]+$/;
const FRAMED = /^\|.*\|$/;

/** Finds table rows with more cells than the table has columns; the engine drops the extra cells. */
function* findCells({ children }: NodeOf<'table'>, source: string): Generator<Fault> {
  const columns = children[0]?.children.length ?? 0;
  for (const row of children) {
    const cells = splitCells(
      sourceOf(row, source).replace(/`[^`\n]*`/g, (code) => code.replaceAll('\\|', '  ')),
    );
    const rest = cells.slice(columns).join('|').trim();
    if (rest === '') continue;
    yield {
      code: 'table-cells',
      message: `This row has more cells than its table, so \`${rest.slice(0, 60)}\` is not shown`,
      hint: "Add a column to the head of the table; write `\\|` for a bar that doesn't end a cell, `\\vert` in a formula.",
      at: placeOf(row).start,
      written: rest,
    };
  }
}

/** HTML that begins a code block. */
const TAG = /^\s*<\/?[a-z][\w-]*(?:[\s/>]|$)/i;
const TAGS = /<(\/?)([a-z][\w-]*)[^<>]*>/gi;
/** Elements whose end tags authors leave out. */
const UNENDED = /^(?:p|li|d[td]|t[rdh]|thead|tbody|tfoot|option)$/i;

/** Counts the elements that raw HTML opens, less those that it closes. */
function countOpened(html: string): number {
  let count = 0;
  for (const { 0: tag, 1: slash, 2: name = '' } of html.matchAll(TAGS)) {
    if (VOIDS.has(name.toLowerCase()) || UNENDED.test(name) || tag.endsWith('/>')) continue;
    count += slash === '/' ? -1 : 1;
  }
  return count;
}

function htmlIndented(node: NodeOf<'code'>, source: string): Fault {
  const { start } = placeOf(node);
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const lines = source.slice(lineStart, placeOf(node).end).matchAll(/^[ \t]+/gm);
  return {
    code: 'html-indented',
    message: 'After a blank line, HTML that is indented by four spaces becomes a code block',
    hint: 'Remove the indentation, or the blank line above it.',
    at: start,
    written: node.value,
    edits: Array.from(lines, ({ 0: was, index }) => ({ at: lineStart + index, was, is: '' })),
  };
}
