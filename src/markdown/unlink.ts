/**
 * Links to texts that aren't published become their labels, before any rule sees the HTML tree: headings, excerpts and
 * feeds know nothing of them. If the text is hidden, a label that is only its address, or its name in `[[name]]`, is
 * removed as well.
 */
import { BARE, type Found, type Options, PLACEHOLDER } from './rule.ts';
import { recordUnlinked } from './rules/links.ts';
import { type Element, type Node, readText } from './tree.ts';

/** Removes the links in `unlinks`, and returns the remaining nodes. */
export function unlink(nodes: Node[], found: Found, options: Options): Node[] {
  if (options.unlinks.size === 0) return nodes;
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return node;
    node.children = unlink(node.children, found, options);
    if (node.tagName !== 'a') return node;
    const written = readText(node.properties.href) ?? '';
    const unlinked = recordUnlinked(written, 'a', found, options);
    if (unlinked === null) return node;
    return unlinked === 'hidden' && hasNoLabel(node, written, found) ? [] : node.children;
  });
}

function hasNoLabel({ properties, children }: Element, written: string, found: Found): boolean {
  const [first, second] = children;
  const isAddress = first?.type === 'text' && first.value === written && second === undefined;
  return isAddress || found.placeholders[Number(properties[PLACEHOLDER])]?.kind === BARE;
}
