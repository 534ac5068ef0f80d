/**
 * Footnotes: finds the notes of a post by the links to them and back, and gives them the form of the Markdown engine,
 * so that they can become `[^1]`. Pure.
 */

import type { Element, Node, Parent, Root } from './tree.ts';
import * as dom from './tree.ts';

const MAX_NOTES = 500;
const BLOCK = /^(?:li|div|p|dd|aside)$/;
/** The text above the notes. */
const HEAD = /^(?:(?:foot|end)?notes?:?)?$/i;
/** True for what stands above the notes: a rule, or a heading. */
const isHead = (node: Node | undefined) =>
  dom.isElement(node, /^(?:hr|h[1-4])$/) && HEAD.test(dom.wordsOf(node));

/** A note, by the element with its text. */
interface Note {
  readonly number: number;
  uses: number;
}

/** Numbers the notes of a body, and moves them to its end. */
export function numberNotes(tree: Root): void {
  const refs = dom
    .listElements(tree, /^a$/)
    .filter((each) => dom.attributeOf(each, 'href').startsWith('#'));
  if (refs.length < 2 || refs.length > MAX_NOTES) return;
  const parents = dom.mapParents(tree);
  const notes = replaceReferences(tree, refs, parents);
  if (notes.size === 0) return;
  const items = Array.from(notes, ([block, { number }]) => makeItem(block, number));
  const outer = new Set<Parent | undefined>();
  for (const block of notes.keys()) {
    let around = parents.get(block);
    while (around?.type === 'element' && !outer.has(around)) {
      outer.add(around);
      around = parents.get(around);
    }
  }
  dom.rewrite(tree, (node) => {
    const isNote = node.type === 'element' && notes.has(node);
    const isEmptied = node.type === 'element' && outer.has(node) && node.children.every(isRest);
    return isNote || isEmptied ? [] : null;
  });
  dropHeads(tree);
  const heading = dom.element('h2', { id: 'footnote-label' }, [dom.text('Footnotes')]);
  const list = dom.element('ol', {}, items);
  tree.children.push(dom.element('section', { dataFootnotes: '' }, [heading, list]));
}

/** True for what may be left around the notes. */
function isRest(node: Node): boolean {
  return isHead(node) || (node.type !== 'element' && dom.wordsOf(node) === '');
}

/** Replaces the references to notes, and removes the links back; returns the notes in the order of their references. */
function replaceReferences(
  tree: Root,
  refs: readonly Element[],
  parents: ReadonlyMap<Node, Parent>,
): ReadonlyMap<Element, Note> {
  const named = dom.selectAll('[id], a[name]', tree);
  const byName = new Map(
    named.map((each) => [String(each.properties.id ?? each.properties.name), each]),
  );
  const notes = new Map<Element, Note>();
  const instead = new Map<Node, readonly Node[]>();
  for (const ref of refs) {
    const around = dom.closest(ref, /^(?:sup|span)$/, parents);
    const isAlone = around !== null && dom.wordsOf(around) === dom.wordsOf(ref);
    const ends = [ref, ...(around === null ? [] : [around])];
    const ids = ends.flatMap(({ properties: { id, name } }) => [id, name].filter(Boolean));
    const goal = byName.get(dom.attributeOf(ref, 'href').slice(1));
    const block = goal === undefined ? null : dom.closest(goal, BLOCK, parents);
    if (block === null || isInside(ref, new Set([block, ...notes.keys()]), parents)) continue;
    const backs = dom
      .selectAll('a[href]', block)
      .filter(({ properties }) => ids.some((id) => properties.href === `#${id}`));
    if (backs.length === 0) continue;
    const note = notes.get(block) ?? { number: notes.size + 1, uses: 0 };
    notes.set(block, note);
    note.uses++;
    for (const back of backs) instead.set(back, []);
    instead.set(isAlone ? around : ref, [makeReference(note)]);
  }
  dom.rewrite(tree, (node) => instead.get(node) ?? null);
  return notes;
}

/** True for a node in one of these elements. */
function isInside(
  node: Node,
  outer: ReadonlySet<Node>,
  parents: ReadonlyMap<Node, Parent>,
): boolean {
  const parent = parents.get(node);
  if (parent === undefined || parent.type === 'root') return false;
  return outer.has(parent) || isInside(parent, outer, parents);
}

function makeReference({ number, uses }: Note): Element {
  const id = `fnref-${number}${uses === 1 ? '' : `-${uses}`}`;
  const link = { href: `#fn-${number}`, id, dataFootnoteRef: '' };
  return dom.element('sup', {}, [dom.element('a', link, [dom.text(String(number))])]);
}

function makeItem(block: Element, number: number): Element {
  const children = block.children.flatMap((child) =>
    dom.isElement(child, /^div$/) ? child.children : [child],
  );
  const item = dom.element('li', { id: `fn-${number}` }, children);
  const last = dom.elementsIn(item).findLast((each) => each.tagName === 'p') ?? item;
  const back = { href: `#fnref-${number}`, dataFootnoteBackref: '' };
  last.children.push(dom.element('a', back, [dom.text('↩')]));
  return item;
}

/** Removes the headings and rules at the end of a body, which stood above the notes. */
function dropHeads(tree: Root): void {
  for (;;) {
    const last = dom.elementsIn(tree).at(-1);
    if (!isHead(last)) return;
    tree.children = tree.children.filter((each) => each !== last);
  }
}
