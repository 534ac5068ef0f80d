/**
 * Footnotes: names for screen readers, and numbers by which the style sheet places notes in the margin of a page, if the
 * margin has room for all of them. Elements beside a note in the margin can't be wider than the text.
 */
import { decodePercent, foldSpace } from '../../text/text.ts';
import { fillText } from '../../text/texts.ts';
import type { Found, Rule } from '../rule.ts';
import { type Element, elementsOf, readText, textOf } from '../tree.ts';

/** The most notes in the margin, for which the style sheet has rules. */
const MARGIN_NOTES = 12;
/** In characters of the body: the height of a note's character, of the space after a note and of that below the body. */
const [NOTE_HEIGHT, NOTE_GAP, SPACE_BELOW] = [1.2, 40, 1200];
/** Like `NOTE_HEIGHT`, where margins are narrowest: nothing may overlap a note. */
const MOST_NOTE_HEIGHT = 1.5;

/** Marks an element that can be wider than the text if there may be a note in the margin beside it. */
export function markBeside({ wide, length, notes }: Found, mark: () => void): void {
  if (notes > 0 && notes <= MARGIN_NOTES) wide.push({ at: length, notes, mark });
}

/** Says on a page that there may be a note beside the element. */
export function setBeside(node: Element): void {
  node.page = { ...node.page, dataBeside: true };
}

export const notes: Rule = ({ found, options: { texts } }) => {
  /** The length of the text before the first reference to each footnote, by its target. */
  const starts = new Map<string, number>();
  let lengths: readonly number[] = [];
  let section: { readonly node: Element; readonly at: number } | null = null;
  /** Estimates where the last of the first notes ends, in characters of the body. */
  const findEnd = (count: number, height: number) => {
    let end = 0;
    for (const [index, start] of [...starts.values()].slice(0, count).entries()) {
      end = Math.max(end, start) + height * (lengths[index] ?? 0) + NOTE_GAP;
    }
    return end;
  };
  return {
    elements: {
      a(node) {
        if (!('dataFootnoteRef' in node.properties)) return;
        decodeId(node);
        const number = textOf({ type: 'root', children: node.children });
        if (/^\d+$/.test(number)) node.properties.ariaLabel = fillText(texts.footnote, { number });
        const target = readText(node.properties.href) ?? '';
        if (starts.has(target)) return;
        starts.set(target, found.length);
        found.notes = starts.size;
        found.styles.add('notes');
        node.page = { ...node.page, dataNote: String(starts.size) };
      },
      section(node) {
        if (!('dataFootnotes' in node.properties)) return;
        found.styles.add('notes');
        section = { node, at: found.length };
        const items = elementsOf(node)
          .filter(({ tagName }) => tagName === 'ol')
          .flatMap(elementsOf);
        for (const item of items) decodeId(item);
        lengths = items.map((item) => foldSpace(textOf(item)).length);
      },
    },
    end() {
      if (section === null) return;
      const { node, at } = section;
      const isShort = findEnd(starts.size, NOTE_HEIGHT) <= at + SPACE_BELOW;
      if (starts.size <= MARGIN_NOTES && isShort) node.page = { ...node.page, dataMargin: true };
      for (const each of found.wide) {
        if (findEnd(each.notes, MOST_NOTE_HEIGHT) > each.at) each.mark();
      }
    },
  };
};

/** The engine percent-encodes the id of a note whose name isn't ASCII, but browsers decode only the links to it. */
function decodeId({ properties }: Element): void {
  const { id } = properties;
  if (typeof id === 'string') properties.id = id.replace(/(?:%[89A-F][\dA-F])+/g, decodePercent);
}
