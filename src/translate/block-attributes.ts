/**
 * Attribute lists of kramdown on a line of their own, `{: .lead }` below or above a block.
 * Lists below a quotation may name a callout. Those below a code block stay. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList } from './attribute-list.ts';
import { listNodes, type ParsedNode } from './code-spans.ts';
import { type Dialect, findLiteral, MARKDOWN, type Untranslated } from './dialect.ts';
import { writeAttributes } from './writing.ts';

export const blockAttributes: Dialect = {
  formats: MARKDOWN,
  sign: /\{:/,
  translate: (body) => {
    const edits: TextEdit[] = [];
    const left: Untranslated[] = [];
    const blocks = listNodes(body.text, BLOCKS, body.context.math);
    for (const { 0: line, index, groups = {} } of body.text.matchAll(LINE)) {
      const { before = '', list = '' } = groups;
      const at = index + before.length;
      if (!list.includes('{:') || findLiteral(body.literals, at) !== undefined) continue;
      const attributes = readList(list);
      const found = { at, list, attributes, lineStart: index, lineEnd: index + line.length };
      const written = editLine(found, blocks, body.text);
      if (written !== null) edits.push(...written);
      else left.push({ at, shown: '{: … }', hint: HINT });
    }
    return { edits, left };
  },
};

const BLOCKS = 'heading code table blockquote paragraph list';
const LINE = new RegExp(String.raw`^(?<before>[ \t>]*)(?<list>${LISTS})[ \t]*$`, 'gm');

const HINT = 'Write `{.class}`; for code, write the words after the fence.';

/** A list, and the line that it stands in. */
interface FoundList {
  readonly at: number;
  readonly list: string;
  readonly attributes: ReadonlyMap<string, string> | null;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Edits a list that fills a line; null if it stays. */
function editLine(
  found: FoundList,
  blocks: readonly ParsedNode[],
  text: string,
): TextEdit[] | null {
  const { at, list, attributes, lineStart, lineEnd } = found;
  const above =
    lineStart < 2 ? '' : text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1);
  if (attributes === null) return null;
  const replace = { at, was: list, is: writeAttributes(listOfPicture(attributes)) };
  if (/^[ \t>]*$/.test(above)) {
    // kramdown gives a list below a blank line to the block below it.
    const next = blocks.find(({ start, end }) => start <= lineEnd + 1 && lineEnd + 1 < end);
    const drop = { at: lineStart, was: text.slice(lineStart, lineEnd + 1), is: '' };
    if (next === undefined || text.charAt(lineEnd + 1) === '\n') return [drop];
    return [
      drop,
      { at: next.end, was: '', is: `\n${text.slice(lineStart, at)}${writeAttributes(attributes)}` },
    ];
  }
  const last = lineStart - 1 - (above.length - above.trimEnd().length) - 1;
  const around = blocks.filter(({ start, end }) => start <= last && last < end);
  const drop = { at: lineStart - 1, was: text.slice(lineStart - 1, lineEnd), is: '' };
  // Below a code block, a list has no effect.
  if (around.some(({ type }) => type === 'code')) return null;
  const isQuoted = text.slice(lineStart, at).includes('>');
  const quote = isQuoted ? undefined : around.find(({ type }) => type === 'blockquote');
  const kind = quote && findKind(attributes);
  if (quote === undefined || kind === undefined) return [replace];
  const indent = text.slice(text.lastIndexOf('\n', quote.start - 1) + 1, quote.start);
  const head = `> [!${kind}]\n${indent.replace(/[^\s>]/g, ' ')}`;
  return [drop, { at: quote.start, was: '', is: head }];
}

/** Returns the kind of callout that a class names: `.prompt-tip`, `.note`. */
function findKind(attributes: ReadonlyMap<string, string>): string | undefined {
  const names = attributes.get('class')?.split(' ') ?? [];
  const kinds = names.map((name) => name.replace(/^prompt-/, '').toLowerCase());
  return kinds.find((kind) => CALLOUTS.has(kind))?.toUpperCase();
}
