/**
 * Pictures that are alone in a paragraph or figure. They may be wider than the text; several of them are a row, and the
 * title of a single one, or emphasis below it, is its caption. Their sizes are known only when links are resolved.
 */
import { foldSpace } from '../../text/text.ts';
import type { PictureHolder, Placement } from '../body-link.ts';
import { type Found, newSlot, type Options, type Place, type Rule } from '../rule.ts';
import {
  classesOf,
  type Element,
  element,
  elementsOf,
  isSpace,
  type Node,
  readText,
  text,
  textOf,
} from '../tree.ts';
import { markBeside, setBeside } from './notes.ts';

/** A class, alignment or style in old HTML that lets text flow around a picture. */
const FLOATED = /left|right|float/;
const PLACEMENT = /^(?:wide|full|left|right)$/;
/** The number of characters of text beside a title block in the margin. */
const OPENING_LENGTH = 450;
/** A video. Markdown has no syntax for videos, so it is written like a picture. */
const FILM = /\.(?:m4v|mov|mp4|ogv|webm)(?:[?#].*)?$/i;
/** Feed readers show a picture in its own size, even wider than the window, unless it says otherwise. */
const FIT = 'max-width: 100%; height: auto;';

/** Reads the place of a picture; null if its classes name none. Classes of old HTML have their own meanings. */
export function readPlacement(
  classes: readonly string[],
  format: Options['format'],
): Placement | null {
  const name = classes.find((each) => PLACEMENT.test(each)) ?? null;
  return format === 'markdown' ? (name as Placement | null) : null;
}

export const pictures: Rule = ({ found, options: { format } }) => {
  /** The captions of pictures, by the paragraph that becomes a figure. */
  const captions = new Map<Element, string>();
  return {
    elements: {
      'p figure'(node, place) {
        if (node.tagName === 'figure') {
          found.styles.add('media');
          markBeside(found, () => setBeside(node));
        }
        const group = findPictures(node, format);
        if (group === null || !hold(node, group, place, found, format)) return;
        const caption = group.isFigure || group.emphasis !== null ? '' : takeTitle(group, format);
        if (caption === '' && group.emphasis === null) return;
        node.tagName = 'figure';
        found.styles.add('media');
        if (group.emphasis !== null) group.emphasis.tagName = 'figcaption';
        else captions.set(node, caption);
      },
      img(node) {
        if (format === 'markdown' && FILM.test(readText(node.properties.src) ?? '')) makeFilm(node);
        else {
          const own = readText(node.properties.style) ?? '';
          node.feed = { ...node.feed, style: `${FIT} ${own}`.trim() };
        }
      },
    },
    ends: {
      p(node) {
        const caption = captions.get(node);
        if (caption !== undefined) node.children.push(element('figcaption', {}, [text(caption)]));
      },
    },
  };
};

/** The pictures of a paragraph or figure that holds nothing else. */
interface Group {
  readonly pictures: readonly [Element, ...Element[]];
  readonly isFigure: boolean;
  /** The emphasis below a picture that is its caption, as in Chirpy; or null. */
  readonly emphasis: Element | null;
}

function findPictures(node: Element, format: Options['format']): Group | null {
  const isFigure = node.tagName === 'figure';
  const emphasis = isFigure || format !== 'markdown' ? null : findEmphasis(node);
  const others = node.children.filter((child) => {
    const isCaption = isFigure && child.type === 'element' && child.tagName === 'figcaption';
    return child !== emphasis && !isCaption;
  });
  const [first, ...more] = listPictures(others);
  if (first === undefined) return null;
  if (more.length > 0 && (isFigure || emphasis !== null)) return null;
  return { pictures: [first, ...more], isFigure, emphasis };
}

/** Lists pictures, linked or not; none if there is anything else. */
function listPictures(nodes: readonly Node[]): Element[] {
  const found: Element[] = [];
  for (const node of nodes) {
    if (isSpace(node) || node.type === 'comment') continue;
    if (node.type !== 'element') return [];
    if (node.tagName === 'img') found.push(node);
    else if (node.tagName === 'a') {
      const inner = listPictures(node.children);
      if (inner.length === 0) return [];
      found.push(...inner);
    } else return [];
  }
  return found;
}

/** Finds emphasis on the last line of a paragraph, below something else. */
function findEmphasis({ children }: Element): Element | null {
  const last = children.findLastIndex((child) => !isSpace(child));
  const [line, emphasis] = [children[last - 1], children[last]];
  if (line?.type !== 'text' || !line.value.endsWith('\n')) return null;
  if (emphasis?.type !== 'element' || emphasis.tagName !== 'em') return null;
  return elementsOf(emphasis).some(({ tagName }) => tagName === 'em') ? null : emphasis;
}

/** Makes a paragraph or figure a holder of pictures; false for an old one around which text flows. */
function hold(
  node: Element,
  { pictures: held, isFigure }: Group,
  { parents }: Place,
  found: Found,
  format: Options['format'],
): boolean {
  const isTile = classesOf(node).join(' ') === 'tile';
  const places = [node, ...held].map((each) => readPlacement(classesOf(each), format));
  const placement = isTile ? 'tile' : (places.find((each) => each !== null) ?? null);
  if (placement === null && [node, held[0]].some(isFloated)) return false;
  const isTop = parents.length === 0;
  const slot = isTop || isTile ? newSlot(found) : null;
  const holder: PictureHolder | null = slot && {
    slot: slot.slot,
    count: held.length,
    placement,
    isBesideNote: false,
  };
  for (const picture of held) found.holders.set(picture, holder);
  if (slot === null || holder === null) return true;
  if (isTile) {
    const captions = elementsOf(node).filter(({ tagName }) => tagName === 'figcaption');
    held[0].properties.alt ??= foldSpace(captions.map(textOf).join(''));
    node.inTag = [...(node.inTag ?? []), slot];
    return true;
  }
  const isOpening = found.length < OPENING_LENGTH;
  // A list of attributes below the paragraph gives it the class.
  const added = places[0] === placement ? null : placement;
  const names = [...classesOf(node), 'picture', added, isOpening ? 'opening' : null];
  const className = { pieces: [names.filter((name) => name !== null).join(' '), slot] };
  node.page = { ...node.page, className };
  markBeside(found, () => {
    holder.isBesideNote = true;
    if (!isFigure) setBeside(node);
  });
  return true;
}

function isFloated({ properties: { align, className, style } }: Element): boolean {
  return [align, className, style].some((value) => FLOATED.test(readText(value) ?? ''));
}

/** Takes the title of a single picture, which becomes its caption. */
function takeTitle({ pictures: [picture, ...others] }: Group, format: Options['format']): string {
  if (others.length > 0 || format !== 'markdown') return '';
  const title = readText(picture.properties.title) ?? '';
  if (title !== '') delete picture.properties.title;
  return title;
}

/** Makes a picture whose address is a video's a video. */
function makeFilm(node: Element): void {
  const { properties } = node;
  const description = readText(properties.alt) ?? '';
  delete properties.alt;
  if (description !== '') properties.ariaLabel = description;
  properties.controls = true;
  properties.preload = 'metadata';
  node.tagName = 'video';
}
