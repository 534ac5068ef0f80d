/**
 * Headings: an id as other generators make it, a link of the heading to itself, and the list from which tables of contents
 * are made. The first heading is dropped if it repeats the title.
 */
import { detach, dropControls, foldSpace, straighten } from '../../text/text.ts';
import { fillText } from '../../text/texts.ts';
import { makeHeadingId } from '../heading-ids.ts';
import type { FoundHeading, Place, Rule } from '../rule.ts';
import {
  classesOf,
  type Element,
  element,
  HEADINGS,
  readText,
  remove,
  TEXTLESS,
  textOf,
  UNDIVIDED,
} from '../tree.ts';

/** An id that needs no escaping in a URL. */
const LINKABLE = /^[^\s%&"'<>`]+$/;

/** A heading whose id is chosen at the end, when all of the author's ids are known. */
interface Unnamed {
  readonly node: Element;
  readonly anchor: Element | null;
  readonly heading: FoundHeading;
}

export const headings: Rule = ({ found, options: { title, texts, isReservedId } }) => {
  const unnamed: Unnamed[] = [];
  const visit = (node: Element, { parents }: Place) => {
    const stated = readText(node.properties.id);
    if (stated === 'footnote-label' || parents.some(({ tagName }) => TEXTLESS.has(tagName))) return;
    const words = detach(foldSpace(dropControls(textOf(node))));
    const isFirst = found.heading === null;
    found.heading ??= words;
    if (isFirst && isTitle(words, title ?? words)) {
      remove(node);
      return;
    }
    const id = stated ?? makeHeadingId(words);
    if (id === null) return;
    const isListed = !classesOf(node).some((name) => name === 'no_toc' || name === 'unlisted');
    const heading = { id, text: words, level: Number(node.tagName[1]), isListed };
    if (words !== '' && id !== '') found.headings.push(heading);
    const isUndivided = parents.some(({ tagName }) => UNDIVIDED.has(tagName));
    const isLinked = node.tagName !== 'h1' && words !== '' && !isUndivided && LINKABLE.test(id);
    const anchor = isLinked ? makeAnchor(id, fillText(texts.linkTo, { heading: words })) : null;
    if (anchor !== null) node.after = [...(node.after ?? []), anchor];
    if (stated === undefined) unnamed.push({ node, anchor, heading });
  };
  const nameAll = () => {
    const taken = new Set(found.ids);
    const counts = new Map<string, number>();
    for (const { node, anchor, heading } of unnamed) {
      const base = heading.id;
      let id = base;
      for (let count = counts.get(base) ?? 1; taken.has(id) || isReservedId(id); count++) {
        id = `${base}-${count}`;
        counts.set(base, count);
      }
      taken.add(id);
      found.ids.push(id);
      heading.id = id;
      node.properties.id = id;
      if (anchor !== null) anchor.properties.href = `#${id}`;
    }
  };
  return { elements: { [HEADINGS]: visit }, end: nameAll };
};

function makeAnchor(id: string, ariaLabel: string): Element {
  const anchor = element('a', { className: ['anchor'], href: `#${id}`, ariaLabel });
  return { ...anchor, isPageOnly: true };
}

/**
 * True if a heading repeats the title. Case and the style of quotes and dashes are ignored, and so are tags in
 * the title (`In the middle with <center>`), because a heading parses them.
 */
function isTitle(heading: string, title: string): boolean {
  const wanted = foldTitle(heading);
  const isSame = (text: string) => wanted === foldTitle(text);
  return wanted !== '' && (isSame(title) || isSame(title.replace(/<[^>]*>/g, '')));
}

function foldTitle(text: string): string {
  return foldSpace(straighten(text.toLowerCase()).replace(/-{2,3}/g, '-'));
}
