/**
 * Tables of contents: `<nav data-contents></nav>`, as which `dialects/` writes `[TOC]` and its like, becomes a list of
 * the body's headings. Pure.
 */
import { escape as escapeHtml } from 'he';
import { fillText } from '../text/texts.ts';
import type { Heading } from './body.ts';
import type { BodyScan, Element, ScannedHeading } from './body-scan.ts';
import { CONTENTS, PAGE_ONLY } from './delimiters.ts';

/** What `toc` says: false for no list, true for one of the usual depth, or the level of the lowest headings in it. */
export type Toc = boolean | number;

/** The place of a table of contents, as a block of HTML. */
export const CONTENTS_PLACE = '<nav data-contents></nav>';

/** The lowest level unless `toc` states another, as in Hugo and Quarto. */
const USUAL_DEPTH = 3;
/** A list outside the body needs at least this many headings. */
const MIN_HEADINGS = 2;

/** The classes that keep a heading out of tables of contents in kramdown and Pandoc. */
export const UNLISTED = /(?:^|\s)(?:no_toc|unlisted)(?:\s|$)/;

/** Gives the place of a table of contents its label, and marks it for `writeContents`. */
export function readContentsPlace(element: Element, { labels, source }: BodyScan): void {
  const { attributes, around, tag } = element;
  const isEmpty = source.startsWith('</nav>', tag.end);
  if (!isEmpty || around.isInHeading || !attributes.delete('data-contents')) return;
  attributes.set('class', 'toc');
  attributes.set('aria-label', escapeHtml(fillText(labels.contents)));
  element.before = CONTENTS;
  element.after = CONTENTS;
}

/** The headings of levels 2 and 3. */
export function listMain(headings: readonly ScannedHeading[]): Heading[] {
  return headings.filter(({ level }) => level === 2 || level === 3).map(toHeading);
}

function toHeading({ id, text, level }: ScannedHeading): Heading {
  return { id, text, level };
}

const PLACES = new RegExp(`${CONTENTS}(<nav[^${CONTENTS}]*>)</nav>${CONTENTS}`, 'g');

/**
 * Writes the table of contents into its first place. Feeds omit it: feed readers show an entry among others, and many
 * remove the ids that the list links to. Without a place, the list is for outside the body.
 */
export function writeContents(
  html: string,
  headings: readonly ScannedHeading[],
  toc: Toc | null,
): { readonly html: string; readonly contents: readonly Heading[] | null } {
  const depth = typeof toc === 'number' ? toc : USUAL_DEPTH;
  const listed = headings
    .filter(({ level, isListed }) => isListed && level <= depth)
    .map(toHeading);
  if (!html.includes(CONTENTS)) {
    if (toc === null) return { html, contents: null };
    return { html, contents: toc === false || listed.length < MIN_HEADINGS ? [] : listed };
  }
  let list = listed.length === 0 ? '' : writeList(listed);
  const written = html.replace(PLACES, (_, tag: string) => {
    if (list === '') return '';
    const nav = `${PAGE_ONLY}${tag}${list}</nav>${PAGE_ONLY}`;
    list = '';
    return nav;
  });
  return { html: written, contents: [] };
}

/** Writes nested lists. A heading is in the list of the nearest one above it with a higher rank. */
function writeList(headings: readonly Heading[]): string {
  let html = '';
  /** The levels of the open items, outermost first. */
  const open: number[] = [];
  for (const { id, text, level } of headings) {
    const outer = open.filter((each) => each < level);
    const closed = open.length - outer.length;
    html += closed === 0 ? '<ul>' : `</li>${'</ul></li>'.repeat(closed - 1)}`;
    html += `<li><a href="#${escapeHtml(toFragment(id))}">${escapeHtml(text)}</a>`;
    open.splice(outer.length, closed, level);
  }
  return html + '</li></ul>'.repeat(open.length);
}

/** Escapes what a fragment can't contain. */
function toFragment(id: string): string {
  return id.replace(/[\s%"<>`]/g, encodeURIComponent);
}
