/**
 * Addresses of pages and files as other programs write them, turned into addresses for links of Markdown. Pure.
 */

/**
 * Turns the name of a file or page into an address for a Markdown link; `site/resolution.ts` finds the essay by it. Null
 * if there is no name.
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
