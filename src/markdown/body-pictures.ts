/**
 * Pictures that are alone in a paragraph or figure. They may be wider than the text; several of them are a row, and the
 * title of a single one is its caption. Their sizes are known only when links are resolved (`site/links.ts`). Pure.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';
import { isBesideNote, markBeside, measureText } from './body-notes.ts';
import type { BodyScan, Element } from './body-scan.ts';
import { LABEL_ATTRIBUTE, PAGE_ONLY, SLOT } from './delimiters.ts';
import * as html from './html.ts';

/** The place of a picture, by its class in Markdown: `![A hill](hill.jpg){.wide}`; those of a gallery are tiles. */
export type Placement = 'wide' | 'full' | 'left' | 'right' | 'tile';

/** A paragraph or figure at the top of a body that holds nothing but pictures, and perhaps a caption. */
export interface PictureHolder {
  /** The slot for more classes; for a tile, that for more attributes. */
  readonly slot: number;
  /** The number of its pictures. */
  readonly count: number;
  /** The first place that their classes name. */
  readonly placement: Placement | null;
  /** True if there may be a note in the margin beside it. */
  readonly isBesideNote: boolean;
}

/** A paragraph or figure of pictures that the scan is in. */
export interface OpenHolder {
  /** The offset of its end in the source. */
  readonly end: number;
  /** Null for a paragraph or figure inside another element, which is never wider than the text. */
  readonly holder: PictureHolder | null;
  /** True if the title of its picture has become its caption. */
  readonly isCaptioned: boolean;
  /** The offset of the emphasis below the picture that is its caption, or null. */
  readonly emphasis: number | null;
}

/** The most characters searched for the end of a paragraph or figure. */
const HOLDER_LENGTH = 5000;
/** Text that is one emphasis. */
const EMPHASIS = /^<em>(?:[^<]|<(?!\/?em>))*<\/em>\s*$/;
const CAPTION = /<figcaption[\s>][\s\S]*?<\/figcaption>/;
/** A class, alignment or style that lets text flow around an old picture. */
const FLOATED = /\b(?:align|class|style)="[^"]*(?:left|right|float)/;
const PLACEMENT = /(?:^|\s)(wide|full|left|right)(?:\s|$)/;
/** The number of characters of text beside a title block in the margin. */
const OPENING_LENGTH = 700;

/** Reads the place of a picture; null if its class names none. Classes of old HTML have their own meanings. */
export function readPlacement(attributes: html.Attributes, { format }: BodyScan): Placement | null {
  const [, name = null] = PLACEMENT.exec(attributes.get('class') ?? '') ?? [];
  return format === 'markdown' ? (name as Placement | null) : null;
}

/** Marks a paragraph or figure if it holds nothing but pictures. */
export function holdPictures(element: Element, scan: BodyScan): void {
  const { tag } = element;
  const isFigure = tag.name === 'figure';
  if (isFigure) markBeside(element, scan);
  const near = scan.source.slice(tag.end, tag.end + HOLDER_LENGTH);
  const length = near.indexOf(`</${tag.name}>`);
  const content = near.slice(0, length);
  const lineEnd = content.indexOf('\n<em>');
  const isBelow =
    !isFigure && scan.format === 'markdown' && EMPHASIS.test(content.slice(lineEnd + 1));
  const others = isBelow ? content.slice(0, lineEnd) : content.replace(isFigure ? CAPTION : '', '');
  const pictures = listPictures(others);
  const [first] = pictures;
  if (length === -1 || first === undefined || ((isFigure || isBelow) && pictures.length > 1))
    return;
  // Their slots would come before the one for classes.
  if ([...element.attributes.keys()].some((key) => html.URL_ATTRIBUTES.has(key))) return;
  if (element.attributes.get('class') === 'tile') {
    const holder: PictureHolder = {
      slot: scan.slots++,
      count: 1,
      placement: 'tile',
      isBesideNote: false,
    };
    scan.holder = { end: tag.end + length, holder, isCaptioned: false, emphasis: null };
    element.inTag += `${SLOT}${SLOT}`;
    return;
  }
  const attributes = html.readAttributes(first);
  const all = [element.attributes, ...pictures.map((picture) => html.readAttributes(picture))];
  const placements = all.map((each) => readPlacement(each, scan));
  const placement = placements.find((each) => each !== null) ?? null;
  if (placement === null && FLOATED.test(tag.attributes + first.attributes)) return;
  const isSingle = !isFigure && scan.format === 'markdown' && pictures.length === 1;
  const caption = isSingle && !isBelow ? writeCaption(attributes) : '';
  const emphasis = isBelow ? tag.end + lineEnd + 1 : null;
  const isTop = scan.open.length === 0;
  const isBeside = isTop && isBesideNote(tag.start, scan);
  const holder = isTop
    ? { slot: scan.slots++, count: pictures.length, placement, isBesideNote: isBeside }
    : null;
  scan.holder = { end: tag.end + length, holder, isCaptioned: caption !== '', emphasis };
  // In kramdown, a list below the paragraph gives it the class.
  if (holder !== null) addClasses(element, placements[0] === placement ? null : placement, scan);
  if (isBeside && !isFigure) markBeside(element, scan);
  if (caption === '' && emphasis === null) return;
  element.name = 'figure';
  if (emphasis !== null) return;
  element.beforeEnd = `<figcaption>${caption}</figcaption>`;
}

/** Writes the caption of a picture: its title or, for a numbered figure without one, its description. */
function writeCaption(attributes: html.Attributes): string {
  const label = attributes.get(LABEL_ATTRIBUTE);
  const title = attributes.get('title') || (label && attributes.get('alt')) || '';
  const words = escapeHtml(decodeEntities(title));
  return label ? `<b>${label}</b> ${words}`.trimEnd() : words;
}

/** Makes emphasis below a picture its caption, as in Chirpy. */
export function readEmphasis(element: Element, { holder }: BodyScan): void {
  if (holder?.emphasis === element.tag.start) element.name = 'figcaption';
}

/** Lists the pictures of a piece of HTML, linked or not; none if there is anything else. */
function listPictures(content: string): html.Tag[] {
  const pictures: html.Tag[] = [];
  let at = 0;
  for (let tag = html.findTag(content, 0); tag !== null; tag = html.findTag(content, at)) {
    if (content.slice(at, tag.start).trim() !== '' || !/^(?:a|img)$/.test(tag.name)) return [];
    if (tag.name === 'img') pictures.push(tag);
    at = tag.end;
  }
  return content.slice(at).trim() === '' ? pictures : [];
}

/** Adds classes for the page only, and the slot for more. */
function addClasses(element: Element, placement: Placement | null, scan: BodyScan): void {
  const { attributes, tag } = element;
  const isOpening = measureText(tag.start, scan) < OPENING_LENGTH;
  const names = ['picture', placement, isOpening ? 'opening' : null].filter(Boolean).join(' ');
  const own = attributes.get('class') ?? null;
  const added = `${names}${SLOT}${SLOT}`;
  if (own === null) element.inTag += `${PAGE_ONLY} class="${added}"${PAGE_ONLY}`;
  else attributes.set('class', `${own}${PAGE_ONLY} ${added}${PAGE_ONLY}`);
}

/** A video. Markdown has no syntax for videos, so it is written like a picture. */
const FILM = /\.(?:m4v|mov|mp4|ogv|webm)(?:[?#].*)?$/i;

/** Reads a picture: drops a title that has become its caption, and makes a video play. */
export function readImage(element: Element, scan: BodyScan): void {
  const { attributes, tag } = element;
  if (scan.holder?.isCaptioned && tag.start < scan.holder.end) attributes.delete('title');
  attributes.delete(LABEL_ATTRIBUTE);
  if (scan.format !== 'markdown' || !FILM.test(attributes.get('src') ?? '')) return;
  const description = attributes.get('alt');
  attributes.delete('alt');
  if (description) attributes.set('aria-label', description);
  attributes.set('controls', null);
  attributes.set('preload', 'metadata');
  element.name = 'video';
  element.content = '';
}
