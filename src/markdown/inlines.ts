/**
 * The texts of a block of Markdown in order, with what is between them. Several rules may split the same text; their
 * changes become a single change of the tree, because the engine loses one of two changes.
 */
import type { MdastNode, MdastPluginDefinition, MdastVisitorContext } from 'satteri';

/** A text, or something between texts, in a block of Markdown. */
export interface Inline {
  readonly node: MdastNode;
  readonly type: string;
  readonly value: string;
  /** True for text between tags such as `<code>`, and for an address that is its own link. */
  readonly isLiteral: boolean;
  /** The nodes that replace a text; null to leave it. */
  parts: MdastNode[] | null;
}

/** A tag of an element in which text is code. */
export const LITERAL_TAG = /^<(\/?)(?:code|kbd|samp|tt|pre|script|style|textarea)\b/i;

function listInlines(block: MdastNode): Inline[] {
  const inlines: Inline[] = [];
  let isLiteral = false;
  const add = (node: MdastNode, parent: MdastNode | null): void => {
    if ('children' in node) {
      for (const child of node.children) add(child, node);
      return;
    }
    const value = 'value' in node ? node.value : '';
    if (node.type === 'html') {
      const [, slash] = LITERAL_TAG.exec(value) ?? [];
      if (slash !== undefined) isLiteral = slash === '';
    }
    const isAddress = parent?.type === 'link' && parent.url === value;
    const isKept = isLiteral || isAddress;
    inlines.push({ node, type: node.type, value, isLiteral: isKept, parts: null });
  };
  add(block, null);
  return inlines;
}

/** Makes a pass over Markdown in which rules split the texts of blocks. */
export function composeInlines(
  changes: readonly ((inlines: readonly Inline[]) => void)[],
): MdastPluginDefinition[] {
  if (changes.length === 0) return [];
  const visit = (block: MdastNode, context: MdastVisitorContext): void => {
    const inlines = listInlines(block);
    for (const change of changes) change(inlines);
    for (const { node, parts } of inlines) if (parts !== null) context.replaceNode(node, parts);
  };
  const blocks = { paragraph: visit, heading: visit, tableCell: visit, descriptionTerm: visit };
  return [{ name: 'inlines', ...blocks }];
}
