/**
 * Walks a Markdown tree without recursion: a line of twenty thousand ">" is a tree as deep.
 */
import type { MdastNode } from 'satteri';

/** Visits every node, parents before their children, in the order of the source. */
export function walkTree(root: MdastNode, visit: (node: MdastNode) => void): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node);
    if (!('children' in node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i] as MdastNode);
  }
}
