/**
 * Likely mistakes in blocks that the engine silently reads as something else: `#Heading`, rows that aren't a table, cells
 * that a table has no column for, a year that begins a list, and pictures without a description.
 */
import type { MdastNode } from 'satteri';
import { type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Fault, Rule } from '../rule.ts';

const HEADING = /^(#{1,6})([\p{L}\p{N}"'“‘*_][^\n]*)$/gmu;
/** A hashtag, or a sentence that begins with one. */
const HASHTAG = /^(?!\p{Lu})|^\p{Lu}\p{L}*\p{Lu}\p{L}*$|[.!?,;:…]$|\s#[\p{L}\d]/u;
/** The signs at the beginning of a line; looking for them first is faster than looking at each line. */
const SIGNS =
  /#{1,6}(?<=^[ \t>]*#{1,6})[^\s#]|\|(?<=^[ \t>]*\|)|\d{4}[.)] (?<=^[ \t>]*\d{4}[.)] )|-\|[-:\s]|!\[[\][]/m;
/** A picture without a description: `![](hill.jpg)`, `![[hill.jpg]]` and `![[hill.jpg|300]]`. */
const UNNAMED = /^!\[(?:\]\(|\[[^|\]]*\.(?:png|jpe?g|gif|webp|avif|svg)(?:\|[\dx]*)?\]\])/i;

export const lintBlocks: Rule = ({ found, source }) => {
  if (!SIGNS.test(source)) return null;
  const add = (faults: Iterable<Fault>) => void found.faults.push(...faults);
  return {
    needsPlaces: true,
    markdown: {
      paragraph(node) {
        const written = sourceOf(node, source);
        if (written.startsWith('|')) add(findRows(node, written));
        if (written.includes('#')) add(findHeadings(node, written));
      },
      list(node) {
        if (isYear(node)) found.faults.push(yearOfList(node, source));
      },
      table: (node) => add(findCells(node, source)),
      image(node) {
        if (UNNAMED.test(sourceOf(node, source))) found.faults.push(pictureUnnamed(node));
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

/** A list with one item, numbered like a year, is a sentence. */
function isYear({ start, children }: NodeOf<'list'>): boolean {
  return children.length === 1 && (start ?? 0) >= 1000 && (start ?? 0) <= 9999;
}

function yearOfList(node: NodeOf<'list'>, source: string): Fault {
  const { start: at } = placeOf(node);
  const year = String(node.start);
  const sign = source.charAt(at + year.length);
  return {
    code: 'list-year',
    message: `\`${year}${sign}\` at the beginning of a paragraph makes it item ${year} of a list`,
    hint: `If it is a sentence, write \`${year}\\${sign}\`.`,
    at,
    written: year,
    edits: [{ at: at + year.length, was: '', is: '\\' }],
  };
}

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The bar between two cells. */
const STROKE = /(?<!\\)\|/;

const splitCells = (row: string) => row.replace(/^\s*\|?|(?<!\\)\|?\s*$/g, '').split(STROKE);

/** Finds rows that aren't a table, because the second isn't a delimiter row or has another number of cells. */
function* findRows(node: MdastNode, written: string): Generator<Fault> {
  const found = /^(\|[^\n]*\|)[ \t]*\n([ \t>]*)(\|[^\n]*\|)[ \t]*(?:\n|$)/.exec(written);
  if (found === null) return;
  const [, row = '', indent = '', next = ''] = found;
  const count = splitCells(row).length;
  if (DELIMITERS.test(next) && splitCells(next).length === count) return;
  const at = placeOf(node).start;
  const nextAt = at + written.indexOf('\n') + 1 + indent.length;
  const delimiters = `|${'---|'.repeat(count)}`;
  const isRuled = /^\|[ \t:|-]+\|$/.test(next);
  yield {
    code: 'table-delimiter',
    message: `These lines aren't a table yet: the first needs a row of hyphens for ${count} ${count === 1 ? 'column' : 'columns'} below it`,
    hint: `Write \`${delimiters.slice(0, 80)}\` below the first row.`,
    at,
    written: row,
    edits: [
      isRuled
        ? { at: nextAt, was: next, is: delimiters }
        : { at: nextAt, was: '', is: `${delimiters}\n${indent}` },
    ],
  };
}

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
      hint: "Add a column to the head of the table; write `\\|` for a bar that doesn't end a cell.",
      at: placeOf(row).start,
      written: rest,
    };
  }
}

function pictureUnnamed(node: NodeOf<'image'>): Fault {
  return {
    code: 'alt-missing',
    message: 'A picture has no description',
    hint: 'Say what it shows: `![a red door](door.jpg)`, `<img alt="a red door">`; or `alt=""` for decoration.',
    at: placeOf(node).start,
    written: '![](',
    isShared: true,
  };
}
