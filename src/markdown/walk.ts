/**
 * The walk over a body's HTML tree: visits each element at its start and at its end, and calls the rules' visitors.
 * A visitor sees what those before it did. Changes the tree in place.
 */
import { listByTag } from './compose.ts';
import { type Found, type OnElement, PLACEHOLDER, type Place, type Visitors } from './rule.ts';
import type { Element, Root } from './tree.ts';

const NONE: readonly OnElement[] = [];

/** A placeholder that is part of a text or a value, because an open `<script>` or quotation mark before it swallows it. */
const SWALLOWED = new RegExp(` ?${PLACEHOLDER}(?:="\\d+"|=)?`, 'g');

/** Walks over a tree, and then runs what rules do at the end. */
export function walkTree(root: Root, rules: readonly Visitors[], { placeholders }: Found): void {
  const starts = listByTag(rules.map(({ elements }) => elements));
  const ends = listByTag(rules.map((rule) => rule.ends));
  const everyStart = starts.get('*');
  const everyEnd = ends.get('*') ?? NONE;
  const kinds = listByTag(rules.map((rule) => rule.placeholders));
  const texts = rules.flatMap(({ text }) => text ?? []);
  const comments = rules.flatMap(({ comment }) => comment ?? []);
  const parents: Element[] = [];
  const place = { parents, siblings: root.children } satisfies Place;
  const visitAll = (visits: readonly OnElement[] = NONE, node: Element): void => {
    for (const visit of visits) if (!node.isRemoved) visit(node, place);
  };
  const visitPlaceholder = (node: Element): void => {
    const { kind = '', value } = placeholders[Number(node.properties[PLACEHOLDER])] ?? {};
    delete node.properties[PLACEHOLDER];
    for (const visit of kinds.get(kind) ?? []) visit(node, value as never, place);
  };
  const visitElement = (node: Element): void => {
    const { siblings } = place;
    // A rule may change it.
    const { tagName } = node;
    if (PLACEHOLDER in node.properties) visitPlaceholder(node);
    if (placeholders.length > 0) dropSwallowed(node);
    visitAll(starts.get(tagName), node);
    visitAll(everyStart, node);
    if (node.isRemoved) return;
    parents.push(node);
    visitChildren(node);
    parents.pop();
    place.siblings = siblings;
    for (const visit of ends.get(tagName) ?? NONE) visit(node, place);
    for (const visit of everyEnd) visit(node, place);
  };
  const visitChildren = ({ children }: Element | Root): void => {
    for (const node of children) {
      if (node.type === 'text') {
        if (placeholders.length > 0) node.value = node.value.replace(SWALLOWED, '');
        for (const visit of texts) visit(node, place);
      } else if (node.type === 'element') {
        place.siblings = children;
        visitElement(node);
      } else if (node.type === 'comment') for (const visit of comments) visit(node.value);
    }
  };
  visitChildren(root);
  for (const { end } of rules) end?.();
}

function dropSwallowed({ properties }: Element): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') properties[name] = value.replace(SWALLOWED, '');
  }
}
