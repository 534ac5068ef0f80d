/**
 * Addresses of pages, files, videos and posts as other programs write them, converted to our language. Pure.
 */

/**
 * Turns the name of a page or file into an address for a link; the build finds the essay by it. Null if there is no
 * name.
 */
export function toAddress(written = '', mayBeFile = false): string | null {
  const [, path = '', rest = ''] = /^["']?([^?#"']*)(.*?)["']?$/s.exec(written.trim()) ?? [];
  if (path === '') return rest === '' ? null : encodeAddress(rest);
  const bare = path.replace(/(?:\/_?index)?(?:\.(?:md|markdown|mdx|html?|txt))?\/?$/i, '');
  const isFile = mayBeFile && /\.[a-z][a-z0-9]{1,4}$/i.test(bare);
  return encodeAddress(isFile ? `/${path.replace(/^\//, '')}${rest}` : `${bare}.md${rest}`);
}

/** Percent-encodes characters that would end an address in Markdown or HTML. */
export function encodeAddress(url: string): string {
  return url.replace(/[ \t\n()<>"'`\\{}|^[\]]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

const YOUTUBE = /^(?:.*(?:[?&]v=|\.be\/|\/(?:embed|shorts|live|v)\/))?([\w-]{11})(?:[?&#].*)?$/s;
const VIMEO = /^(?:https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?)?(\d+)(?:[?#].*)?$/;
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
