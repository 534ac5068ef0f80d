/**
 * URL policy: the output path and the URL of everything that is published. Pure. No other module knows the form of an
 * address: whoever has an essay takes its `address`, and whoever has only a slug asks `essayPath`.
 *
 * A *site path* ("/blog/x") is relative to the site's home and is used between stages; a *url* is what a reader's
 * browser sees, with the base path. Neither has an extension or a trailing slash, as every static host serves that form
 * without a redirect, unless a `permalink` says otherwise: `/x/` is x/index.html, `/x.html` that file.
 */
import { posix } from 'node:path';
import { type LinkedFile, SAME_FORMAT, type Variant } from '../essays/images.ts';
import { PUBLIC_FOLDER } from '../essays/paths.ts';
import { cutText, decodePercent, foldCase } from '../text/text.ts';

export const HOME_PATH = '/';
/** Essays lie below this path. */
export const ESSAYS_PATH = '/blog';
/** The address of every essay, as `redirects` in site.yaml states it. */
export const ESSAY_PATTERN = essayPath(':slug');
/** A former form of essay addresses, which old essays use to link to each other. */
export const FORMER_ESSAY_PATTERN = '/blog/post/:slug';
/** The pages of `tagPages` and `homeEssays`. */
export const TAGS_PATH = '/tags';
export const ARCHIVE_PATH = '/archive';

export const HOME_OUTPUT = 'index.html';
/** The page that hosts show at unknown addresses. */
export const NOT_FOUND_OUTPUT = '404.html';
export const REDIRECTS_OUTPUT = '_redirects';
export const HEADERS_OUTPUT = '_headers';
export const ATOM_OUTPUT = 'feed.xml';
export const RSS_OUTPUT = 'rss.xml';
export const SITEMAP_OUTPUT = 'sitemap.xml';
/** The folder of compiled or copied assets, in the output folder. */
export const ASSETS_FOLDER = 'assets';

/** The output path of a file of the edition with this prefix: `de/feed.xml` for `/de` and `feed.xml`. */
export function editionOutput(prefix: string, path: string): string {
  return `${prefix}/${path}`.slice(1);
}

/** False for a file such as `.nojekyll`, which is for the host and has no address. */
export function isServed(outputPath: string): boolean {
  return !outputPath.startsWith('.');
}

/** The two parts of the site's URL. */
export interface SiteUrls {
  readonly origin: string;
  /** The base path, without a slash at its end; empty for a site at the root of its host. */
  readonly base: string;
}

/**
 * Splits the site's URL, as site.yaml states it, into its origin (`https://me.github.io`) and its base
 * path (`/blog`; empty for a site at the root of its host).
 */
export function makeSiteUrls(siteUrl: string): SiteUrls {
  const url = new URL(siteUrl);
  return { origin: url.origin, base: url.pathname.replace(/\/+$/, '') };
}

/** The address of the essay with this slug, percent-encoded, unless a `permalink` says otherwise. */
export function essayPath(slug: string): string {
  return `${ESSAYS_PATH}/${encodeURI(slug)}`;
}

/** The site path of this decoded path: percent-encoded, with the signs that slugs may have as they are. */
export function pagePath(path: string): string {
  return encodeURI(path);
}

/** The slug in an address of this form, decoded; null for an address of another form. */
export function slugOfAddress(address: string): string | null {
  return address.startsWith(`${ESSAYS_PATH}/`)
    ? decodePercent(address.slice(ESSAYS_PATH.length + 1))
    : null;
}

/** The same text for all forms of an address that hosts or file systems treat as equal. */
export function addressKey(address: string): string {
  return foldCase(trimPath(decodePercent(address)));
}

/** The limit of file systems for a name, in bytes, with room for an extension. */
const MAX_NAME = 240;

/** True for an address, percent-encoded or not, that a page may have: no part of it is empty, hidden or too long for a file. */
export function isAddress(address: string): boolean {
  const parts = decodePercent(address).replace(/\/$/, '').split('/');
  const isName = (part: string) => {
    const isWritten =
      /^(?:[\p{L}\p{M}\p{N}_~(!-]|(?![\0-\x7f])\p{S})(?:[^\p{Cc}\s/\\?#"<>|*%]| )*$/u;
    return isWritten.test(part) && Buffer.byteLength(part.replace(/\.html$/, '')) <= MAX_NAME;
  };
  return parts[0] === '' && parts.length > 1 && parts.slice(1).every(isName);
}

/** Names an essay within a page that shows several: `x` for `/blog/x`, `2020-x` for `/2020/x/`. */
export function pagePartOf(address: string): string {
  return (slugOfAddress(address) ?? decodePercent(trimPath(address)).slice(1)).replaceAll('/', '-');
}

/** The address of the home page with this prefix that shows only the essays with this tag. */
export function tagQueryPath(tag: string, prefix: string): string {
  return `${prefix}${HOME_PATH}?tag=${encodeURIComponent(tag)}`;
}

/** The address of the page of the tag with this slug, which is percent-encoded. */
export function tagPagePath(slug: string, prefix: string): string {
  return `${prefix}${TAGS_PATH}/${slug}`;
}

/** The feed of the tag whose page has this address. */
export function tagFeedPath(address: string): string {
  return `${address}.xml`;
}

export function tagFeedOutput(address: string): string {
  return decodePercent(tagFeedPath(address)).slice(1);
}

/** The site path of a compiled or copied asset. */
export function assetPath(name: string, hash: string, extension: string): string {
  return `/${ASSETS_FOLDER}/${name}.${hash}${extension}`;
}

/** The URL of a site path in a reader's browser, with the base path. */
export function toUrl(urls: SiteUrls, sitePath: string): string {
  return urls.base + sitePath;
}

/** With scheme and host, for canonical links and feeds. */
export function toAbsoluteUrl(urls: SiteUrls, sitePath: string): string {
  return urls.origin + toUrl(urls, sitePath);
}

/** The absolute form of a URL that already includes the base path. */
export function addOrigin({ origin }: SiteUrls, url: string): string {
  return new URL(url, origin).href;
}

/** Percent-encodes a file's path for use in a site path; "/" stays. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The file under out/ from which hosts serve a page's site path. */
export function outputPathOf(sitePath: string): string {
  const path = decodePercent(sitePath).slice(1);
  if (path === '' || path.endsWith('/')) return path + HOME_OUTPUT;
  return path.endsWith('.html') ? path : `${path}.html`;
}

/**
 * The file under out/ from which hosts serve an old path: a/b.html for `/a/b`, a/b/index.html for `/a/b/`. A path with
 * an extension other than .html becomes a folder, since hosts derive the content type from it.
 */
export function redirectOutput(from: string): string {
  const path = decodePercent(from).slice(1);
  if (path.endsWith('/')) return `${path}index.html`;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1];
  if (extension === undefined) return `${path}.html`;
  return /^html?$/i.test(extension) ? path : `${path}/index.html`;
}

/** The files under out/ any of which makes a host answer at a site path. */
export function listOutputs(sitePath: string): string[] {
  const path = decodePercent(sitePath)
    .slice(1)
    .replace(/\/$|\.html$/, '');
  return [path, `${path}.html`, `${path}/index.html`];
}

/** The name under which a file of content/public is published. */
export function publicName(path: string): string {
  return path.slice(PUBLIC_FOLDER.length + 1);
}

/** The output path of a file beside an essay: `assets/cat.0123456789.jpg`. */
export function assetOutput({ path, hash }: Pick<LinkedFile, 'path' | 'hash'>): string {
  return assetPath(assetName(path), hash, posix.extname(path).toLowerCase()).slice(1);
}

/**
 * The output path of a copy of a picture: `assets/cat-480.0123456789.webp`, or that of the picture itself for a copy
 * without the metadata.
 */
export function variantOutput(path: string, { width, hash, file }: Variant): string {
  const extension = posix.extname(file);
  if (extension === SAME_FORMAT) return assetOutput({ path, hash });
  return assetPath(`${assetName(path)}-${width}`, hash, extension).slice(1);
}

function assetName(path: string): string {
  return cutText(posix.basename(path, posix.extname(path)).normalize().toLowerCase(), 60);
}

/**
 * The files that may be the 404 page for a decoded path, nearest first, as Cloudflare Pages looks for them:
 * de/x/404.html, de/404.html and 404.html for `/de/x/y`.
 */
export function listNotFoundOutputs(path: string): string[] {
  const folders = path.split('/').slice(1, -1);
  return [...folders.keys(), folders.length]
    .map((depth) => [...folders.slice(0, depth), NOT_FOUND_OUTPUT].join('/'))
    .reverse();
}

/** Reduces the forms that hosts treat as the same ("/x/", "/x.html", "/x/index.html") to "/x". */
export function trimPath(path: string): string {
  if (!/\/$|\/index$|\.html?$/i.test(path)) return path === '' ? '/' : path;
  const trimmed = path.replace(/(?:\/index)?\.html?$/i, '').replace(/\/+$/, '');
  return trimmed === '' || trimmed === '/index' ? '/' : trimmed;
}

/** True for a URL that already has the base path. */
export function isBelow(url: string, base: string): boolean {
  return base !== '' && url.startsWith(base) && /^(?:[/?#]|$)/.test(url.slice(base.length));
}
