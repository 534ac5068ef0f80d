/**
 * The engine's nodes of Markdown: which of them the program asks for, and where they stand. Pure.
 */
import type { MdastNode } from 'satteri';
import { type Edit, type Part, placeEdits, splitAt } from './edits.ts';

/** A part of Markdown with the engine's node of it. */
export interface NodePart extends Part {
  readonly node: MdastNode;
}

type NodeTypes = readonly string[];
/** Everything that holds no text to typeset, except footnotes. */
export const NO_TEXT: NodeTypes = [
  'code',
  'inlineCode',
  'link',
  'image',
  'definition',
  'linkReference',
  'imageReference',
  'html',
];
/** Everything that is not text, and links. */
export const PART_TYPES: NodeTypes = [...NO_TEXT, 'footnoteReference', 'footnoteDefinition'];
/** Blocks, within which quotes are paired; each is listed before its content. */
export const BLOCK_TYPES: NodeTypes = ['paragraph', 'heading', 'tableCell'];
/** What has to be known of a text to typeset it. */
export const TEXT_TYPES: NodeTypes = [...BLOCK_TYPES, 'text', 'link', 'linkReference'];

export function isCode({ type }: Part): boolean {
  return type === 'code' || type === 'inlineCode';
}

/** Markdown of an author, and what the repairs make of it. */
export interface MarkdownText {
  readonly body: string;
  /** Lists the nodes of the author's Markdown where they stand in this body; texts only if `hasTexts`. */
  listNodes(hasTexts: boolean): readonly NodePart[];
}

/** Applies edits inside the parts of a text, which stay the same parts. */
export function editMarkdown(text: MarkdownText, edits: readonly Edit[]): MarkdownText {
  if (edits.length === 0) return text;
  const placed = placeEdits(edits);
  const pieces = splitAt(text.body, placed);
  const body = pieces.map((each, i) => (i % 2 === 0 ? each : placed[(i - 1) / 2]?.text)).join('');
  /** Maps an offset to the new body. */
  const move = (offset: number): number => {
    let [low, high] = [0, placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((placed[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const last = placed[low - 1];
    return last === undefined ? offset : last.at + last.text.length + offset - last.end;
  };
  const listNodes = (hasTexts: boolean) =>
    text
      .listNodes(hasTexts)
      .map((each) => ({ ...each, start: move(each.start), end: move(each.end) }));
  return { body, listNodes };
}
