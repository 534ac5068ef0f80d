/**
 * The checkbox of a task is named after the text that follows it, for screen readers.
 */
import { foldSpace } from '../../text/text.ts';
import type { Rule } from '../rule.ts';
import { BLOCKS, type Element, type Node, textOf } from '../tree.ts';

export const checkboxes: Rule = () => ({
  elements: {
    input(node, { parents, siblings }) {
      const { type, disabled, id, ariaLabel } = node.properties;
      if (type !== 'checkbox' || disabled === undefined) return;
      const isNamed = id !== undefined || ariaLabel !== undefined;
      if (isNamed || parents.some(({ tagName }) => tagName === 'label')) return;
      const name = foldSpace(readInline(siblings.slice(siblings.indexOf(node) + 1)));
      if (name !== '') node.properties.ariaLabel = name;
    },
  },
});

/** The text of nodes up to the first block, or the next box. */
function readInline(nodes: readonly Node[]): string {
  const isEdge = (node: Node): node is Element =>
    node.type === 'element' && (BLOCKS.has(node.tagName) || node.tagName === 'input');
  const end = nodes.findIndex(isEdge);
  return nodes
    .slice(0, end === -1 ? undefined : end)
    .map(textOf)
    .join('');
}
