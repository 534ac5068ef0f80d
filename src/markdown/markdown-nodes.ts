/**
 * Nodes of the engine's Markdown tree: their places in the source, and functions that make new ones.
 */
import type { MdastNode, MdastVisitorContext } from 'satteri';
import type { Properties } from './tree.ts';

/** A node of this type. */
export type NodeOf<Type extends MdastNode['type']> = Extract<MdastNode, { type: Type }>;

export type PlacedNode = Pick<MdastNode, 'type' | 'position'>;

/** The offsets of a node in the source. Nodes that rules make have none. */
export function placeOf({ position }: PlacedNode): {
  readonly start: number;
  readonly end: number;
} {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** What the author wrote for a node. */
export function sourceOf(node: PlacedNode, source: string): string {
  const { start, end } = placeOf(node);
  return source.slice(start, end);
}

export function makeText(value: string): MdastNode {
  return { type: 'text', value };
}

export function makeHtml(value: string): MdastNode {
  return { type: 'html', value };
}

/** Makes a node that becomes an element with this name. */
export function makeElement(
  hName: string,
  hProperties: Properties,
  children: readonly MdastNode[] = [],
): MdastNode {
  // The engine writes a type of ours as its `data` says.
  return { type: 'element', data: { hName, hProperties }, children } as unknown as MdastNode;
}

/** Makes a paragraph that becomes an element with this name. Rules for texts visit paragraphs. */
export function makeParagraph(
  hName: string,
  hProperties: Properties,
  children: readonly MdastNode[],
): MdastNode {
  return { type: 'paragraph', data: { hName, hProperties }, children } as unknown as MdastNode;
}

/** The element that a node becomes. */
interface ElementData {
  readonly hName?: string;
  readonly hProperties?: Properties;
}

/** Adds to the element that a node becomes. Several rules may do so; if `data` were set twice, one would be lost. */
export function addData(context: MdastVisitorContext, node: MdastNode, added: ElementData): void {
  // The engine gives each visitor an object of its own for a node.
  const key = `${node.type} ${placeOf(node).start}`;
  const { hProperties = {}, ...last } = (context.data[key] ?? node.data ?? {}) as ElementData;
  const className = [hProperties, added.hProperties ?? {}].flatMap((each) => each.className ?? []);
  const data = {
    ...last,
    ...added,
    hProperties: {
      ...hProperties,
      ...added.hProperties,
      ...(className.length > 0 && { className }),
    },
  };
  context.data[key] = data;
  context.setProperty(node, 'data', data);
}
