/**
 * Changes to many nodes of a parsed body at once, in time proportional to the number of nodes.
 *
 * Cheerio changes one node at a time and moves all its later siblings for each, which takes quadratic time in a body
 * with tens of thousands of siblings; and it fails to insert as many nodes at once.
 */
import { load } from 'cheerio';
import type { AnyNode, ChildNode, Element, ParentNode, Text } from 'domhandler';

/** Gives a node new children, which may be the children of other nodes until now. */
export function setChildren(parent: ParentNode, children: readonly ChildNode[]): void {
  const list = [...children];
  for (const [index, child] of list.entries()) {
    child.parent = parent;
    child.prev = list[index - 1] ?? null;
    child.next = list[index + 1] ?? null;
  }
  parent.children = list;
}

/** Replaces each node with the nodes that `instead` returns. A node has to be listed before the nodes in it. */
export function replaceNodes(
  nodes: Iterable<AnyNode>,
  instead: (node: ChildNode) => readonly ChildNode[],
): void {
  const byParent = new Map<ParentNode, Set<AnyNode>>();
  for (const node of nodes) {
    if (node.parent === null) continue;
    const siblings = byParent.get(node.parent);
    if (siblings === undefined) byParent.set(node.parent, new Set([node]));
    else siblings.add(node);
  }
  // Innermost first, so that `instead` sees the content of a node as it will be.
  for (const [parent, replaced] of [...byParent].reverse()) {
    const children = parent.children.flatMap((child) => {
      return replaced.has(child) ? instead(child) : [child];
    });
    setChildren(parent, children);
  }
}

export const removeNodes = (nodes: Iterable<AnyNode>): void => replaceNodes(nodes, () => []);

/** Replaces each node with its children. */
export const unwrapNodes = (nodes: Iterable<AnyNode>): void =>
  replaceNodes(nodes, (node) => ('children' in node ? node.children : []));

/** Copying a node is cheaper than parsing its HTML each time. */
const $ = load('<p></p><br>text', null, false);
const PARAGRAPH = $('p');
const BREAK = $('br');
const TEXT = $.root().contents().last();

export const makeParagraph = (): Element => PARAGRAPH.clone()[0] as Element;

export const makeBreak = (): Element => BREAK.clone()[0] as Element;

export function makeText(words: string): Text {
  const text = TEXT.clone()[0] as Text;
  text.data = words;
  return text;
}
