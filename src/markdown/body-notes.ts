/**
 * Footnotes in the margin of a page: numbers them for the style sheet, decides whether the margin has room for them, and
 * marks the elements that may have a note beside them. Pure.
 */
import { escape as escapeHtml } from 'he';
import { fillText } from '../text/texts.ts';
import type { BodyScan, Element } from './body-scan.ts';
import { PAGE_ONLY } from './delimiters.ts';
import * as html from './html.ts';

/**
 * Names a reference to a footnote, for screen readers, and numbers the first reference to each; the style sheet places
 * the note beside it.
 */
export function numberNote(element: Element, scan: BodyScan): void {
  const { attributes, tag } = element;
  const { notes, labels, source } = scan;
  const number = html.readContent(tag, source).content;
  if (/^\d+$/.test(number))
    attributes.set('aria-label', escapeHtml(fillText(labels.footnote, { number })));
  const target = attributes.get('href') ?? '';
  if (notes.has(target)) return;
  notes.set(target, measureText(tag.start, scan));
  element.inTag += `${PAGE_ONLY} data-note="${notes.size}"${PAGE_ONLY}`;
}

/** The most notes in the margin, for which the style sheet has rules. */
const MARGIN_NOTES = 12;
/** In characters of the body: the height of a note's character, of the space after a note and of that below the body. */
const [NOTE_HEIGHT, NOTE_GAP, SPACE_BELOW] = [1.2, 40, 1200];

/** Marks the notes if the margin has room for them, each beside its number or below the note above. */
export function placeNotes(element: Element, scan: BodyScan): void {
  if (scan.notes.size > MARGIN_NOTES) return;
  const height = measureText(element.tag.start, scan);
  if (findNotesEnd(scan, NOTE_HEIGHT) <= height + SPACE_BELOW) {
    element.inTag += `${PAGE_ONLY} data-margin${PAGE_ONLY}`;
  }
}

/** The number of characters of text up to an offset, which is no earlier than that of the last call. */
export function measureText(offset: number, { source, measured }: BodyScan): number {
  measured.length += html.readText(source.slice(measured.end, offset)).length;
  measured.end = offset;
  return measured.length;
}

/** Estimates where the last of the notes ends that have been referred to so far, in characters of the body. */
function findNotesEnd(scan: BodyScan, noteHeight: number): number {
  scan.noteLengths ??= scan.source
    .slice(scan.source.lastIndexOf('<section'))
    .split('<li id=')
    .slice(1)
    .map((note) => html.readText(note).length);
  let end = 0;
  for (const [index, start] of [...scan.notes.values()].entries()) {
    end = Math.max(end, start) + noteHeight * (scan.noteLengths[index] ?? 0) + NOTE_GAP;
  }
  return end;
}

export const BESIDE = `${PAGE_ONLY} data-beside${PAGE_ONLY}`;
/** As `NOTE_HEIGHT`, where margins are narrowest: nothing may lie across a note. */
const MOST_NOTE_HEIGHT = 1.5;

/** True for an element that a note in the margin may reach down to. */
export function isBesideNote(offset: number, scan: BodyScan): boolean {
  if (scan.notes.size === 0 || scan.notes.size > MARGIN_NOTES) return false;
  return findNotesEnd(scan, MOST_NOTE_HEIGHT) > measureText(offset, scan);
}

/** Marks code or a figure that may have a note beside it; others can be wider than the text. */
export function markBeside(element: Element, scan: BodyScan): void {
  if (isBesideNote(element.tag.start, scan)) element.inTag += BESIDE;
}
