/**
 * Attribute lists of kramdown on a line of their own, `{: .lead }` below or above a block, at the end of a heading or at
 * the start of an item. Lists below a quotation may name a callout, and those below a block of code its file. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList } from './attribute-list.ts';
import {
  type Dialect,
  type DialectResult,
  type ForeignBody,
  findLiteral,
  MARKDOWN,
  type Untranslated,
} from './dialect.ts';
import { listParsed, type ParsedNode } from './parsed-nodes.ts';
import { writeAttributes } from './writing.ts';

export const blockAttributes: Dialect = {
  name: 'attributes of blocks',
  formats: MARKDOWN,
  sign: /\{:/,
  translate: (body) => {
    const edits: TextEdit[] = [];
    const left: Untranslated[] = [];
    const blocks = listParsed(body, BLOCKS);
    /** The start of a line that the one above it takes in. */
    let joined = -1;
    for (const { 0: line, index, groups = {} } of body.text.matchAll(LINE)) {
      const { before = '', list = '', heading } = groups;
      const at = index + before.length;
      if (!list.includes('{:') || findLiteral(body.literals, at) !== undefined) continue;
      const attributes = readList(list);
      if (attributes === null) {
        left.push({ at, shown: '{: … }', hint: 'Write `{.class}`, or HTML with the attributes.' });
        continue;
      }
      const end = index + line.length;
      const next = NEXT.exec(body.text.slice(end))?.[0];
      if (next !== undefined) edits.push({ at: end, was: next, is: ' ' });
      if (next !== undefined || joined === index) {
        joined = end + 1;
        continue;
      }
      const found = { at, list, attributes, lineStart: index, lineEnd: index + line.length };
      edits.push(
        ...(heading === undefined ? writeLine(found, blocks, body) : writeInHeading(found)),
      );
    }
    return { edits: [...edits, ...dropInItems(body)], left } satisfies DialectResult;
  },
};

const BLOCKS: ReadonlySet<string> = new Set([
  'heading',
  'code',
  'table',
  'blockquote',
  'paragraph',
  'list',
]);
const LINE = new RegExp(
  String.raw`^(?<before>[ \t>]*|(?<heading> {0,3}#{1,6}[ \t][^\n]*?[ \t]*(?<![\w*_)\]\x60])))(?<list>${LISTS})[ \t]*$`,
  'gm',
);

/** What is between a list and one on the next line: they belong together. */
const NEXT = /^\n[ \t>]*(?=\{:(?!:)[^{}\n]*\}[ \t]*(?:\n|$))/;

/** A list, and the line that it stands in. */
interface FoundList {
  readonly at: number;
  readonly list: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly lineStart: number;
  readonly lineEnd: number;
}

function writeInHeading({ at, list, attributes }: FoundList): TextEdit[] {
  return [{ at, was: list, is: writeAttributes(attributes) }];
}

/** Moves a list to the block that it belongs to. */
function writeLine(found: FoundList, blocks: readonly ParsedNode[], body: ForeignBody): TextEdit[] {
  const { text } = body;
  const { at, list, attributes, lineStart, lineEnd } = found;
  const [above = ''] = /[^\n]*(?=\n$)/.exec(text.slice(0, lineStart)) ?? [];
  if (/^[ \t>]*$/.test(above)) return writeAhead(found, blocks, text);
  const lastOfAbove = lineStart - 1 - (above.length - above.trimEnd().length) - 1;
  const isQuoted = text.slice(lineStart, at).includes('>');
  const around = blocks.filter(({ start, end }) => start <= lastOfAbove && lastOfAbove < end);
  const quote = isQuoted ? undefined : around.find(({ node }) => node.type === 'blockquote');
  const block = quote ?? around.findLast(({ node }) => node.type !== 'list');
  const drop: TextEdit = { at: lineStart - 1, was: text.slice(lineStart - 1, lineEnd), is: '' };
  switch (block?.node.type) {
    case 'heading': {
      const [line = ''] = text.slice(block.start).split('\n', 1);
      const bare = line.replace(/[ \t]+#*[ \t]*$/, '');
      const closing = line.slice(bare.length);
      const is = ` ${writeAttributes(attributes)}`;
      return [{ at: block.start + bare.length, was: closing, is }, drop];
    }
    case 'code': {
      const infoEnd = text.indexOf('\n', block.start);
      const words = writeCodeWords(attributes, text.slice(block.start, infoEnd));
      return words === null ? [drop] : [drop, { at: infoEnd, was: '', is: words }];
    }
    case 'blockquote': {
      const kind = findKind(attributes);
      if (kind === undefined) break;
      return [
        drop,
        { at: block.start, was: '', is: `> [!${kind}]\n${indentOf(text, block.start)}` },
      ];
    }
  }
  return [{ at, was: list, is: writeAttributes(listOfPicture(attributes)) }];
}

/** Moves a list that stands above its block. */
function writeAhead(
  { attributes, lineStart, lineEnd }: FoundList,
  blocks: readonly ParsedNode[],
  text: string,
): TextEdit[] {
  const was = text.slice(lineStart, lineEnd + 1);
  const drop: TextEdit = { at: lineStart, was, is: '' };
  // The engine takes the lines of a paragraph for one block with the list above them.
  const next = blocks.find(({ start, end }) => start <= lineEnd + 1 && lineEnd + 1 < end);
  const [line = ''] = text.slice(lineEnd + 1).split('\n', 1);
  if (next === undefined || line.trim() === '') return [drop];
  const kind = findKind(attributes);
  if (kind === undefined) {
    const is = `\n${indentOf(text, lineStart)}${writeAttributes(attributes)}`;
    return [drop, { at: next.end, was: '', is }];
  }
  const [, title] = attributes.get('class')?.endsWith('-title')
    ? (/^[ \t]*>?[ \t]*([^\n]*)\n(?:[ \t>]*\n)?/.exec(text.slice(lineEnd + 1)) ?? [])
    : [];
  const titleEnd = title === undefined ? lineEnd + 1 : skipTitle(text, lineEnd + 1);
  const isQuote = line.trimStart().startsWith('>');
  const head = `> [!${kind}]${title === undefined ? '' : ` ${title}`}\n`;
  const edits: TextEdit[] = [{ at: lineStart, was: text.slice(lineStart, titleEnd), is: head }];
  if (isQuote) return edits;
  for (const { index } of text.slice(titleEnd, next.end).matchAll(/^/gm)) {
    edits.push({ at: titleEnd + index, was: '', is: '> ' });
  }
  return edits;
}

/** Returns the end of the line at an offset, and of a blank one below it. */
function skipTitle(text: string, from: number): number {
  const [line = ''] = /^[^\n]*\n(?:[ \t>]*\n)?/.exec(text.slice(from)) ?? [];
  return from + line.length;
}

/** Returns the kind of callout that a class names: `.prompt-tip`, `.note`, `.note-title`. */
function findKind(attributes: ReadonlyMap<string, string>): string | undefined {
  const names = attributes.get('class')?.split(' ') ?? [];
  const kinds = names.map((name) => name.replace(/^prompt-|-title$/g, '').toLowerCase());
  return kinds.find((kind) => CALLOUTS.has(kind))?.toUpperCase();
}

/** Returns the white space that begins the lines of a block, for one that may begin an item. */
function indentOf(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).replace(/[^\s>]/g, ' ');
}

/** Writes what a list says of a block of code as the words after its fence; null for nothing. */
function writeCodeWords(attributes: ReadonlyMap<string, string>, opening: string): string | null {
  const names = attributes.get('class')?.split(' ') ?? [];
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  const file = attributes.get('file') ?? attributes.get('filename') ?? attributes.get('title');
  const isNumbered = names.some((name) => /^(?:number-?lines|line-?numbers|linenos)$/i.test(name));
  const lines = attributes.get('highlight_lines') ?? attributes.get('hl_lines');
  const words = [
    file && `title="${file.replaceAll('"', "'")}"`,
    lines && `{${lines.trim().replace(/[\s,]+/g, ',')}}`,
    isNumbered && 'linenos',
  ].filter(Boolean);
  const hasLanguage = /[^`~\s]/.test(opening);
  if (hasLanguage) return words.length === 0 ? null : ` ${words.join(' ')}`;
  if (language === undefined && words.length === 0) return null;
  return [language ?? 'text', ...words].join(' ');
}

const ITEM = new RegExp(
  String.raw`^(?<marker>[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?<list>${LISTS})[ \t]*`,
  'gm',
);

/** Drops lists at the start of an item: the engine has no attributes for items. */
function dropInItems({ text, literals }: ForeignBody): TextEdit[] {
  return [...text.matchAll(ITEM)].flatMap(({ 0: all, index, groups = {} }) => {
    const { marker = '', list = '' } = groups;
    const at = index + marker.length;
    const isDropped =
      list.startsWith('{:') && readList(list) !== null && !findLiteral(literals, at);
    return isDropped ? [{ at, was: all.slice(marker.length), is: '' }] : [];
  });
}
