/**
 * The places of shortcodes in a body, and edits that put blocks there: with line ends where the author wrote none, and
 * blank lines where HTML or a paragraph would swallow them. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { listNodes, type Span } from './code-spans.ts';
import type { ForeignBody } from './dialect.ts';

/** A part of a body. */
export type Range = Pick<Span, 'start' | 'end'>;

/** White space, the signs of quotations and the markers of list items before a block. */
const PREFIX = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t>]*/;

/** A line of a body around a range, and what the edits of that range need to know of it. */
export interface Place {
  /** True if only a prefix stands before the range. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
  /** The prefix that lines below need in order to belong to the same block. */
  readonly indent: string;
}

export function findPlace(text: string, { start, end }: Range): Place {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [prefix = ''] = PREFIX.exec(before) ?? [];
  return {
    startsLine: prefix.length === before.length,
    endsLine: /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 200)),
    indent: prefix.replace(/[^>\s]/g, ' '),
  };
}

/** Makes a function that says what must be written in HTML: what is in raw HTML and can't be a block of its own. */
export function makeHtmlTest({ format, text, context }: ForeignBody): (range: Range) => boolean {
  if (format === 'html') return () => true;
  let nodes: readonly Span[] | undefined;
  return (range) => {
    nodes ??= listNodes(text, 'html', context.math);
    const around = nodes.find(({ start, end }) => start < range.start && range.end < end);
    if (around === undefined) return false;
    const { startsLine, endsLine } = findPlace(text, range);
    // A blank line would make code of indented HTML.
    const lines = linePrefix(text, range) + text.slice(range.end, around.end);
    const isIndented = format !== 'mdx' && /^(?: {4}| {0,3}\t)/m.test(lines);
    return !(startsLine && endsLine) || isIndented;
  };
}

/** What comes before an address that isn't running text: the start of a link, definition, value or tag. */
const NOT_BARE = /\[[^\]\n]*$|\]\(\s*<?$|\]:\s*<?$|=\s*$|<[a-z/][^<>]*$|[^\s(>*_|]$/i;

/** True for a shortcode in running text. */
export function isBare(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  return !NOT_BARE.test(before.replace(/(?:\{\{[^{}\n]*\}\})+$/, ''));
}

export function replaceRange(text: string, { start, end }: Range, is: string): TextEdit {
  return { at: start, was: text.slice(start, end), is };
}

/** Removes a range, and its line if nothing else is on it. */
export function removeRange(text: string, range: Range): TextEdit {
  const { startsLine, endsLine, indent } = findPlace(text, range);
  if (!startsLine || !endsLine || /\S/.test(indent)) return replaceRange(text, range, '');
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  const lineEnd = text.indexOf('\n', range.end);
  return replaceRange(text, { start, end: lineEnd === -1 ? text.length : lineEnd + 1 }, '');
}

/** Replaces a range on a line of its own with a block of one line; null if it has no line of its own. */
export function replaceBlock(text: string, range: Range, block: string): TextEdit[] | null {
  const { startsLine, endsLine, indent } = findPlace(text, range);
  if (!startsLine || !endsLine) return null;
  // Only a directive or a fence ends a paragraph or HTML.
  const isParagraph = !/^(?:::|`{3}|~{3})/.test(block);
  const { above, below } = readNeighbors(text, range);
  const mustPart = (line: string) =>
    line !== '' && (HTML_TAG.test(line) || (isParagraph && !PICTURE.test(line)));
  const prefix = linePrefix(text, range);
  const isFirst = /^[ \t>]*$/.test(prefix);
  const gap = isFirst && mustPart(above) ? `${indent.trimEnd()}\n` : '';
  const after = mustPart(below) ? `\n${indent.trimEnd()}` : '';
  if (gap === '') return [replaceRange(text, range, block + after)];
  const line = { start: range.start - prefix.length, end: range.end };
  return [replaceRange(text, line, gap + prefix + block + after)];
}

const linePrefix = (text: string, { start }: Range) =>
  text.slice(text.lastIndexOf('\n', start - 1) + 1, start);

/** A tag of HTML, which may begin a block that ends at a blank line. */
const HTML_TAG = /^<(?:!|\/?[a-z])/;
/** A picture, or a shortcode that may become one: pictures on lines one below the other make a row. */
const PICTURE = /^(?:\[?!\[|\{[{%])/;

/** Returns the lines above and below without their prefixes. */
function readNeighbors(text: string, { start, end }: Range) {
  const lineStart = text.lastIndexOf('\n', start - 1);
  const lineEnd = text.indexOf('\n', end);
  const above =
    lineStart < 0 ? '' : text.slice(text.lastIndexOf('\n', lineStart - 1) + 1, lineStart);
  const below = lineEnd < 0 ? '' : (text.slice(lineEnd + 1).split('\n', 1)[0] ?? '');
  const bare = (line: string) => line.replace(/^[ \t>]+/, '').trim();
  return { above: bare(above), below: bare(below) };
}

/** The lines that are put around a content, and what changes in it. */
interface Wrapping {
  readonly open: string;
  readonly close: string;
  readonly change?: ((content: string) => string) | undefined;
}

/** Replaces the tags around a content with lines of their own; null in headings and tables, which have one line. */
export function wrapContent(
  text: string,
  tag: Range,
  end: Range,
  { open, close, change }: Wrapping,
): TextEdit[] | null {
  const first = findPlace(text, tag);
  const last = findPlace(text, end);
  const line = linePrefix(text, tag).trimStart();
  if (!first.startsLine && /^(?:#{1,6}\s|\|)/.test(line)) return null;
  const { above } = readNeighbors(text, tag);
  const { below } = readNeighbors(text, end);
  const lineEnd = `\n${first.indent}`;
  const isBelowHtml = first.startsLine && HTML_TAG.test(above) && line === '';
  const before = !first.startsLine || isBelowHtml ? lineEnd : '';
  const content = text.slice(tag.end, end.start);
  const spaceBefore = first.endsLine ? 0 : content.length - content.trimStart().length;
  const spaceAfter = last.startsLine ? 0 : content.length - content.trimEnd().length;
  const inner = content.slice(spaceBefore, content.length - spaceAfter);
  const start = { start: tag.start, end: tag.end + spaceBefore };
  const stop = { start: end.start - spaceAfter, end: end.end };
  const shown = change?.(inner) ?? inner;
  const after = last.endsLine ? (HTML_TAG.test(below) ? '\n' : '') : lineEnd;
  return [
    replaceRange(text, start, before + open + (first.endsLine ? '' : lineEnd)),
    ...(shown === inner ? [] : [replaceRange(text, { start: start.end, end: stop.start }, shown)]),
    replaceRange(text, stop, (last.startsLine ? '' : lineEnd) + close + after),
  ];
}
