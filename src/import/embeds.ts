/**
 * Embeds: videos, sounds and pages of other sites that a post shows, as HTML and as directives. Pure.
 */
import type { CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { escape as escapeHtml } from 'he';
import { decodeEntities, foldSpace } from '../text/text.ts';
import { writeDirective } from '../translate/writing.ts';

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
export function writeEmbedDirective($: CheerioAPI, element: Element): string | null {
  if (element.name !== 'figure') return writePlayer(element);
  const [player, caption, ...others] = $(element).children().get();
  const isCaption = caption === undefined || caption.name === 'figcaption';
  const [words, marks] = caption === undefined ? ['', 0] : readCaption($, caption);
  // Words in the figure besides its caption would be lost, and so would marks in the caption.
  const isWhole = marks === 0 && foldSpace($(element).text()) === words;
  if (player === undefined || others.length > 0 || !isCaption || !isWhole) return null;
  return Object.keys(element.attribs).length > 0 ? null : writePlayer(player, words);
}

function readCaption($: CheerioAPI, caption: Element): [words: string, elements: number] {
  return [foldSpace($(caption).text()), $(caption).children().length];
}

function writePlayer({ name, attribs }: Element, caption = ''): string | null {
  const { src = '', poster = '' } = attribs;
  const title = (attribs.title ?? '').replace(USUAL_TITLE, '');
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
