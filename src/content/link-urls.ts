/**
 * What a URL in a body is by its own characters: script, external, or possibly of this site.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what browsers skip
const MAY_BE_SCRIPT = /^[\u0000-\u0020jv]/i;

/** True for a URL that would run script. Browsers skip control characters and space inside it. */
export function isScriptUrl(url: string): boolean {
  // Few URLs begin so, and all are asked.
  if (!MAY_BE_SCRIPT.test(url)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what browsers skip
  return /^(javascript|vbscript):/i.test(url.replace(/[\u0000-\u0020]/g, ''));
}

/**
 * True for a URL with a scheme or a host. `https:/x` has neither: on a page that came by https, browsers
 * take it for the path `/x` (URL Standard, section 4.4).
 */
export function isExternalUrl(url: string): boolean {
  return /^(?:(?!https?:(?![/\\]{2}))[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(url);
}

/**
 * The path, query and fragment of an absolute URL that lies in this site, as seen from its home
 * ("/blog/x?y#z"); null for any other URL. `siteUrl` has no slash at its end.
 */
export function stripSiteUrl(url: string, siteUrl: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(url)) return null;
  const bare = siteUrl.replace(/^https?:/i, '').toLowerCase();
  const lower = url.replace(/^https?:/i, '').toLowerCase();
  if (!lower.startsWith(bare)) return null;
  const rest = url.slice(url.length - lower.length + bare.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return /^[?#]/.test(rest) ? `/${rest}` : null;
}

/** The from-to offsets of the URLs in a `srcset` attribute's value. */
export function splitSrcset(value: string): [number, number][] {
  const places: [number, number][] = [];
  const candidate = /[\s,]*(\S*[^\s,])(?:\s+[^,]*)?(?:,|$)/y;
  for (let match = candidate.exec(value); match?.[1]; match = candidate.exec(value)) {
    const from = match.index + match[0].indexOf(match[1]);
    places.push([from, from + match[1].length]);
    if (candidate.lastIndex >= value.length) break;
  }
  return places;
}
