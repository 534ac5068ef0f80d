/**
 * Embeds: films and pages of other sites that a post shows. Pure.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';

const FILM =
  /^https?:\/\/(?:(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#\s]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,})|(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+))/;

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
