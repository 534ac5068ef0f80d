/**
 * The engine's nodes of a body with their places, as a list in which outer nodes come before inner ones. Pure.
 */
import { type MdastNode, markdownToMdast } from 'satteri';
import type { ForeignBody } from './dialect.ts';

/** A node, and where it stands. */
export interface ParsedNode {
  readonly node: MdastNode;
  readonly start: number;
  readonly end: number;
  readonly parent: ParsedNode | null;
}

/** Lists the nodes of these types in a body of Markdown, in which dollars enclose formulas unless `hasMath` is false. */
export function listParsed(
  { text, context }: ForeignBody,
  types: ReadonlySet<string>,
  hasMath = true,
): readonly ParsedNode[] {
  const parsed: ParsedNode[] = [];
  const visit = (node: MdastNode, parent: ParsedNode | null): void => {
    const { start, end } = node.position ?? {};
    const each = { node, start: start?.offset ?? 0, end: end?.offset ?? 0, parent };
    if (types.has(node.type)) parsed.push(each);
    if ('children' in node) for (const child of node.children) visit(child, each);
  };
  const math = hasMath && { singleDollarTextMath: context.math };
  visit(markdownToMdast(text, { features: { gfm: true, frontmatter: false, math } }), null);
  return parsed;
}

/** True if one of the nodes around a node has this type. */
export function isInside({ parent }: ParsedNode, type: string): boolean {
  return parent !== null && (parent.node.type === type || isInside(parent, type));
}
