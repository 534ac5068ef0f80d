/**
 * The tree of a post's HTML (hast), as the engine's parser gives it, and changes to many of its nodes at once, in time
 * proportional to the number of nodes. Elements are found by selectors, with hast-util-select. Pure.
 */
import type * as hast from 'hast';
import * as selectors from 'hast-util-select';
import { nameAttribute } from '../markdown/attribute-names.ts';
import type { MarkdownEngine } from '../markdown/engine.ts';
import { fillLine } from '../markdown/fill-parts.ts';
import { findUnreadable, isDeep } from '../markdown/limits.ts';
import { writeTree } from '../markdown/write.ts';
import { TOO_DEEP } from './input.ts';

export type Properties = hast.Properties;
export interface Element extends hast.Element {
  children: Node[];
}
export interface Root extends hast.Root {
  children: Node[];
}
export type Node = Element | hast.Text | hast.Comment;
export type Parent = Element | Root;
/** Parses HTML. */
export type Parse = MarkdownEngine['toTree'];

/** Tags that have no meaning within a body. */
const PAGE_TAG = /<\/?(?:html|head|body|frameset)\b[^<>]*>/gi;

/** Parses a body as a browser parses the content of an element. */
export const parseBody = (html: string, parse: Parse): Root =>
  parse(html.replace(PAGE_TAG, '')) as unknown as Root;

/** The greatest nesting depth. Real posts have a few dozen levels; deeper levels cost more and more time. */
const MAX_DEPTH = 200;

/** Parses the body or the page of a post; throws for one that is nested too deeply for this program. */
export function parsePost(html: string, parse: Parse): Root {
  if (findUnreadable(html, 'html') !== null) throw TOO_DEEP;
  const root = parseBody(html, parse);
  if (isDeep(root as never, MAX_DEPTH)) throw TOO_DEEP;
  return root;
}

export function element(
  tagName: string,
  properties: Properties = {},
  children: Node[] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

export const text = (value: string): Node => ({ type: 'text', value });

/** All elements in a tree whose names match, in order. */
export function listElements(tree: Parent, names: RegExp): Element[] {
  const found: Element[] = [];
  const list = (parent: Parent) => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      if (names.test(node.tagName)) found.push(node);
      list(node);
    }
  };
  list(tree);
  return found;
}

/** The first element in a tree, or in an element, that matches a selector. */
export const select = (selector: string, tree: Parent) =>
  selectors.select(selector, tree) as Element | undefined;

/** All elements that match a selector; slower than `listElements` if there are tens of thousands. */
export const selectAll = (selector: string, tree: Parent) =>
  selectors.selectAll(selector, tree) as Element[];

export const elementsIn = ({ children }: Parent): Element[] =>
  children.filter((each) => each.type === 'element');

export const isElement = (node: Node | Parent | undefined, names: RegExp): node is Element =>
  node?.type === 'element' && names.test(node.tagName);

/** The text of a node and all nodes in it. */
export function textOf(node: Node | Root): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The same without the white space around it; empty for no node. */
export const wordsOf = (node: Node | undefined) => (node === undefined ? '' : textOf(node).trim());

/**
 * Replaces nodes, innermost first: `change` returns the nodes that take the place of a node, or null to keep it. It sees
 * the content of an element as it will be.
 */
export function rewrite(
  parent: Parent,
  change: (node: Node, parent: Parent) => readonly Node[] | null,
): void {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'element') rewrite(node, change);
    return change(node, parent) ?? [node];
  });
}

/** Replaces the elements that match a selector. */
export function replaceAll(
  tree: Root,
  selector: string,
  change: (element: Element) => readonly Node[],
): void {
  const found = new Set<Node>(selectAll(selector, tree));
  if (found.size === 0) return;
  rewrite(tree, (node) => (found.has(node) ? change(node as Element) : null));
}

export const removeAll = (tree: Root, selector: string): void =>
  replaceAll(tree, selector, () => []);

/** Replaces elements with their children. */
export const unwrapAll = (tree: Root, selector: string): void =>
  replaceAll(tree, selector, ({ children }) => children);

/** Finds the parent of each node. */
export function mapParents(tree: Root): ReadonlyMap<Node, Parent> {
  const parents = new Map<Node, Parent>();
  rewrite(tree, (node, parent) => {
    parents.set(node, parent);
    return null;
  });
  return parents;
}

/** The element itself, or the nearest around it, whose name matches; null for none. */
export function closest(
  node: Node,
  names: RegExp,
  parents: ReadonlyMap<Node, Parent>,
): Element | null {
  let found: Node | Root | undefined = node;
  while (found !== undefined && !isElement(found, names))
    found = found.type === 'root' ? undefined : parents.get(found);
  return found ?? null;
}

const writeValue = (value: Properties[string]): string =>
  Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value);

/** The names, as in HTML, and the values of an element's attributes. */
export function attributesOf({ properties }: Element): [name: string, value: string][] {
  const stated = Object.entries(properties).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return stated.map(([key, value]) => [nameAttribute(key, false), writeValue(value)]);
}

/** The value of a property, such as `href` or `dataAttrs`; empty for none. */
export function attributeOf({ properties }: Element, key: string): string {
  const value = properties[key];
  return value === undefined || value === null || value === false ? '' : writeValue(value);
}

export const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : [];

/** Writes nodes as a build does, and the comments in them. */
export function toHtml(nodes: readonly Node[]): string {
  const root = { type: 'root', children: nodes.map(showComments) };
  return fillLine(writeTree(root as never), []).replaceAll('\u00a0', '&nbsp;');
}

/** Copies a node, with the comments in it as parts, which a build writes. */
function showComments(node: Node): Node {
  if (node.type === 'comment') return { type: 'part', part: `<!--${node.value}-->` } as never;
  if (node.type === 'text') return node;
  return { ...node, children: node.children.map(showComments) };
}
