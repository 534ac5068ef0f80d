/**
 * The syntax of URLs as browsers read them in attributes: which lead to other sites, which run scripts, and those in a
 * `srcset`. Pure.
 */

export function replaceInSrcset(value: string, replace: (url: string) => string): string {
  // A URL may contain commas, but neither begins nor ends with one. Descriptors end with a comma.
  return value.replace(
    /([^\s,](?:\S*[^\s,])?)((?:\s[^,]*)?)/g,
    (_, url: string, after: string) => replace(url) + after,
  );
}

/** True for a URL that would run a script. Browsers ignore control characters and spaces inside it. */
export function isScriptUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore exactly these
  return /^(javascript|vbscript):/i.test(url.replace(/[\u0000-\u0020]/g, ''));
}

export function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}

/**
 * True for a URL with a scheme or a host. `https:/x` has neither: on a page served over https, browsers treat it
 * as the path `/x` (URL Standard, section 4.4).
 */
export function isExternalUrl(url: string): boolean {
  return /^(?:(?!https?:(?![/\\]{2}))[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(url);
}

/**
 * Returns the path, query and fragment of an absolute URL within this site, relative to its home page
 * ("/blog/x?y#z"); null for any other URL. `siteUrl` has no trailing slash.
 */
export function stripSiteUrl(url: string, siteUrl: string): string | null {
  const [scheme] = /^(?:https?:)?(?=\/\/)/i.exec(url) ?? [];
  if (scheme === undefined) return null;
  const bare = siteUrl.slice(siteUrl.indexOf('//')).toLowerCase();
  const address = url.slice(scheme.length);
  if (address.slice(0, bare.length).toLowerCase() !== bare) return null;
  const rest = address.slice(bare.length);
  if (rest.startsWith('/')) return rest;
  return /^(?:$|[?#])/.test(rest) ? `/${rest}` : null;
}
