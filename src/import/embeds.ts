/**
 * Embeds: videos, sounds and pages of other sites that a post shows, as HTML and as directives. Pure.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities, foldSpace } from '../text/text.ts';
import { writeDirective } from '../translate/writing.ts';
import type { Element } from './tree.ts';
import * as dom from './tree.ts';

const FILM =
  /^(?:https?:)?\/\/(?:(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#\s]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,})|(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+))/;
/** A frame without settings in its address, since a directive can't have any. */
const PLAIN_FRAME = /^[^?#]*$/;
/** Titles that `makeEmbed` writes. */
const USUAL_TITLE = /^(?:YouTube|Vimeo)$/;

/** The video that a frame shows, in any form of address; null for none. */
export function findFilm(src: string): string | null {
  const [, youtube, vimeo] = PLAIN_FRAME.test(src) ? (FILM.exec(src) ?? []) : [];
  return youtube ?? vimeo ?? null;
}

/** Makes the HTML of an embed: a frame for videos, a link for anything else. */
export function makeEmbed(url: string): string {
  const [, youtube, vimeo] = FILM.exec(decodeEntities(url)) ?? [];
  const src = youtube
    ? `https://www.youtube-nocookie.com/embed/${youtube}`
    : `https://player.vimeo.com/video/${vimeo}`;
  const name = youtube ? 'YouTube' : 'Vimeo';
  if (youtube || vimeo) return `<iframe src="${src}" title="${name}" allowfullscreen></iframe>`;
  const safe = escapeHtml(decodeEntities(url));
  return `<p><a href="${safe}">${safe}</a></p>`;
}

/** Writes the directive of a frame or player, or of a figure around one; null for anything else. */
export function writeEmbedDirective(element: Element): string | null {
  if (element.tagName !== 'figure') return writePlayer(element);
  const [player, caption, ...others] = dom.elementsIn(element);
  const isCaption = caption === undefined || caption.tagName === 'figcaption';
  const words = caption === undefined ? '' : foldSpace(dom.textOf(caption));
  const hasMarks = caption !== undefined && dom.elementsIn(caption).length > 0;
  // Words in the figure besides its caption would be lost, and so would marks in the caption.
  const isWhole = !hasMarks && foldSpace(dom.textOf(element)) === words;
  if (player === undefined || others.length > 0 || !isCaption || !isWhole) return null;
  return Object.keys(element.properties).length > 0 ? null : writePlayer(player, words);
}

function writePlayer(player: Element, caption = ''): string | null {
  const name = player.tagName;
  const src = dom.attributeOf(player, 'src');
  const poster = dom.attributeOf(player, 'poster');
  const title = dom.attributeOf(player, 'title').replace(USUAL_TITLE, '');
  const label = caption.replace(/[\\[\]*_`<&]/g, '\\$&');
  const write = (kind: string, values: Readonly<Record<string, string>>) => {
    const stated = Object.entries(values).filter(([, value]) => value !== '');
    return writeDirective(kind, new Map(stated), label);
  };
  if ((name === 'audio' || name === 'video') && src !== '') return write(name, { src, poster });
  const [, youtube, vimeo] = FILM.exec(src) ?? [];
  if (name !== 'iframe' || !PLAIN_FRAME.test(src)) return null;
  if (youtube?.length === 11) return write('youtube', { id: youtube, title });
  return vimeo === undefined ? null : write('vimeo', { id: vimeo, title });
}
