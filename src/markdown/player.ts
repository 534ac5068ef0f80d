/**
 * The player above the body of an essay with a recording or a film, such as an episode of a podcast. Pure.
 */
import { type Element, element } from './tree.ts';

const FILM = /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#].*)?$/i;

/** Makes the player of a recording; `data-embed` marks what isn't the essay's text. */
export function makePlayer(src: string): Element {
  const player = element(FILM.test(src) ? 'video' : 'audio', {
    src,
    controls: true,
    preload: 'none',
  });
  return element('figure', { dataEmbed: 'recording' }, [player]);
}
