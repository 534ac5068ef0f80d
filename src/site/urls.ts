/**
 * The one URL policy: where everything is published, and how it is linked.
 *
 * Two kinds of address: a *site path* ("/blog/x") is seen from the site's home and is what stages
 * talk in; a *url* is what a reader's browser sees, with the base path. No extension, no trailing
 * slash: every static host serves those without a redirect.
 */

export const HOME_PATH = '/';
export const ABOUT_PATH = '/about';
export const NOT_FOUND_OUTPUT = '404.html';
export const REDIRECTS_OUTPUT = '_redirects';
export const HEADERS_OUTPUT = '_headers';

/** What is published for machines, and can be linked to. */
export const SERVICE_OUTPUTS = ['feed.xml', 'rss.xml', 'feed.json', 'sitemap.xml', 'robots.txt'];

export interface SiteUrls {
  /** `https://me.github.io` */
  readonly origin: string;
  /** `/blog`, or empty for a site at the root of its host. */
  readonly base: string;
}

/** Splits the site's URL, as site.yaml states it, into origin and base path. */
export function makeSiteUrls(siteUrl: string): SiteUrls {
  const url = new URL(siteUrl);
  return { origin: url.origin, base: url.pathname.replace(/\/+$/, '') };
}

export function essayPath(slug: string): string {
  return `/blog/${slug}`;
}

/** The old shape of an essay's address, which still leads to it. */
export function oldEssayPath(slug: string): string {
  return `/blog/post/${slug}`;
}

export function tagPath(tag: string): string {
  return `/?tag=${encodeURIComponent(tag)}`;
}

/** The site path of a compiled or copied asset. */
export function assetPath(name: string, hash: string, extension: string): string {
  return `/assets/${name}.${hash}${extension}`;
}

/** What a browser is told: a site path with the base path, its characters made safe for a URL. */
export function toUrl(urls: SiteUrls, sitePath: string): string {
  return urls.base + sitePath;
}

/** With scheme and host, for canonical links and feeds. */
export function toAbsoluteUrl(urls: SiteUrls, sitePath: string): string {
  return urls.origin + toUrl(urls, sitePath);
}

/** Percent-encodes a file's path for use in a site path; "/" stays. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The file under out/ from which hosts serve a page's site path. */
export function outputPathOf(sitePath: string): string {
  return sitePath === HOME_PATH ? 'index.html' : `${sitePath.slice(1)}.html`;
}
