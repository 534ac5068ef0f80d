/**
 * The ids of videos, gists and posts on X in what an author wrote, which may also be an address. Pure.
 */

const YOUTUBE = /^(?:.*(?:[?&]v=|\.be\/|\/(?:embed|shorts|live|v)\/))?([\w-]{11})(?:[?&#].*)?$/s;
const VIMEO =
  /^(?:https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?)?(\d+)(?:[/?#].*)?$/;
const GIST =
  /^(?:https?:\/\/gist\.github\.com\/)?((?:[\w-]+\/)?[0-9a-f]{5,})(?:\.js)?(?:[/?#].*)?$/i;
const POST_ON_X = /^(?:(?:https?:\/\/)?[\w.]+\/(\w+)\/status(?:es)?\/)?(\d+)(?:[/?#].*)?$/;

/** Returns the id of a video from its id or address; undefined if it is neither. */
export const readYoutubeId = (written = '') => YOUTUBE.exec(written.trim())?.[1];
/** Returns the number of a video from its number or address; undefined if it is neither. */
export const readVimeoId = (written = '') => VIMEO.exec(written.trim())?.[1];
/** Returns the end of a gist's address, `ann/0123`; undefined if it isn't one. */
export const readGistId = (written = '') => GIST.exec(written.trim())?.[1];

/** Returns the address of a post on X from its number or address; undefined if it is neither. */
export function readPostOnX(written = '', user = 'i'): string | undefined {
  const [, name = user, id] = POST_ON_X.exec(written.trim()) ?? [];
  return id === undefined ? undefined : `https://x.com/${name}/status/${id}`;
}
