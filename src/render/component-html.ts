/**
 * The HTML that a component renders, for feeds. Pure.
 */
import type { MarkdownEngine } from '../markdown/engine.ts';
import { fillLine } from '../markdown/fill-parts.ts';
import type { Element, Root } from '../markdown/tree.ts';
import { writeTree } from '../markdown/write.ts';

/** Removes scripts and style sheets. */
export function dropScripts(html: string, { toTree }: Pick<MarkdownEngine, 'toTree'>): string {
  const root = toTree(html);
  dropIn(root);
  return fillLine(writeTree(root), []);
}

function dropIn(node: Element | Root): void {
  node.children = node.children.filter((child) => {
    if (child.type !== 'element') return true;
    dropIn(child);
    return child.tagName !== 'script' && child.tagName !== 'style';
  });
}
