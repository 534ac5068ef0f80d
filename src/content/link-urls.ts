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

/** Rewrites each URL of a `srcset` attribute's value. */
export function replaceInSrcset(value: string, replace: (url: string) => string): string {
  return value.replace(
    /([\s,]*)(\S*[^\s,])((?:\s+[^,]*)?(?:,|$))/g,
    (_, before, url, after) => before + replace(url) + after,
  );
}

/** True for a URL that is complete by itself. */
export function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}

/**
 * Attributes that hold URLs, with the elements in which these may lead to what the site publishes;
 * `any` for those in which none need lead anywhere.
 */
export const URL_ATTRIBUTES: ReadonlyMap<string, readonly string[] | 'any'> = new Map(
  Object.entries({
    href: ['a', 'area', 'link'],
    'xlink:href': [],
    src: ['audio', 'embed', 'iframe', 'img', 'script', 'source', 'track', 'video'],
    srcset: ['img', 'source'],
    poster: ['video'],
    data: ['object'],
    action: 'any',
    cite: 'any',
    formaction: 'any',
    longdesc: 'any',
  }),
);
