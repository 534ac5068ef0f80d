/**
 * Tables of contents: the first `[TOC]` in a paragraph of its own becomes a list of the body's
 * headings. Feeds leave it out: feed readers show an entry among others, and many remove the ids that the list links to.
 * Without a `[TOC]`, the list is shown outside the body.
 */
import { fillText } from '../../text/texts.ts';
import { makeElement } from '../markdown-nodes.ts';
import { type Heading, placeholder, type Rule } from '../rule.ts';
import { type Element, element, remove, text } from '../tree.ts';

/** The lowest level unless `toc` states another, as in Hugo and Quarto. */
const USUAL_DEPTH = 3;
/** A list outside the body needs at least this many headings. */
const MIN_HEADINGS = 2;

const PLACE = /\[TOC\]/i;

export const contents: Rule = ({ found, options: { toc, texts }, source }) => {
  const places: Element[] = [];
  return {
    ...(PLACE.test(source) && {
      markdown: {
        paragraph(node, context) {
          const [only, other] = node.children;
          const isPlace = only?.type === 'text' && /^\[TOC\]$/i.test(only.value);
          if (!isPlace || other !== undefined) return;
          const { hName, hProperties } = placeholder(found, 'nav', 'contents', null);
          context.replaceNode(node, makeElement(hName, hProperties));
        },
      },
    }),
    placeholders: {
      contents(node) {
        places.push(node);
      },
    },
    end() {
      const depth = typeof toc === 'number' ? toc : USUAL_DEPTH;
      const listed = found.headings.filter(({ level, isListed }) => isListed && level <= depth);
      const [place, ...others] = places;
      for (const other of others) remove(other);
      if (place === undefined) {
        const isLong = toc !== false && listed.length >= MIN_HEADINGS;
        const shown = listed.map(({ id, text: words, level }) => ({ id, text: words, level }));
        if (toc !== null) found.contents = isLong ? shown : [];
        if (found.contents !== null && found.contents.length > 0) found.styles.add('contents');
        return;
      }
      found.contents = [];
      found.styles.add('contents');
      if (listed.length === 0) remove(place);
      place.tagName = 'nav';
      place.isPageOnly = true;
      place.properties.className = ['toc'];
      place.properties.ariaLabel = fillText(texts.contents);
      place.children = [makeList(listed)];
    },
  };
};

/** Makes nested lists. A heading is in the list of the nearest one above it with a higher rank. */
function makeList(headings: readonly Heading[]): Element {
  const list = element('ul');
  /** The open items with their levels, outermost first. */
  const open: { readonly level: number; readonly item: Element }[] = [];
  for (const { id, text: words, level } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const item = element('li', {}, [
      element('a', { href: `#${escapeFragment(id)}` }, [text(words)]),
    ]);
    addToList(open.at(-1)?.item ?? null, list, item);
    open.push({ level, item });
  }
  return list;
}

function addToList(outer: Element | null, list: Element, item: Element): void {
  const last = outer?.children.at(-1);
  if (outer === null) list.children.push(item);
  else if (last?.type === 'element' && last.tagName === 'ul') last.children.push(item);
  else outer.children.push(element('ul', {}, [item]));
}

/** Escapes what a fragment can't contain. */
function escapeFragment(id: string): string {
  return id.replace(/[\s%"<>`]/g, encodeURIComponent);
}
