/**
 * Old addresses of an export: reads them, and resolves links to them to posts. Pure.
 */
import { stripSiteUrl } from '../markdown/url-syntax.ts';
import { findPattern, findPlaceholders } from '../site/placeholders.ts';
import { readOldPath } from '../site/redirect-rules.ts';
import type { SluggedEssay } from '../site/slugs.ts';
import { addressKey, trimPath } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';

/** The path and query of an old address on the site with this URL. */
export function findOldPath(address: string, siteUrl: string): string {
  const { pathname, search } = toOldUrl(address);
  return stripSiteUrl(address, siteUrl) ?? pathname + search;
}

/** The pattern of an old path that ends in the post's slug: `/:year/:slug/`; empty for a path of another form. */
export function findPostPattern(
  path: string,
  { slug, timestamp }: { readonly slug: string; readonly timestamp: number },
  timezone: string,
): string {
  const decoded = decodePercent(path);
  const isOwn = trimPath(decoded).endsWith(`/${slug}`);
  if (!isOwn || path.includes('?')) return '';
  const dated = { publishedTimestamp: timestamp } as SluggedEssay;
  return findPattern(decoded, dated, timezone) ?? '';
}

/** True for a path that can be an alias, where a redirecting page is written. */
export const canBeAlias = (path: string) =>
  readOldPath(path, '') !== null && findPlaceholders(path).length === 0;

/** Where a link leads. */
interface FoundPost {
  /** Null for an address of the old site that no post had. */
  readonly index: number | null;
  readonly hash: string;
}

/** Finds the post that a link in a post leads to; undefined for other sites. */
export type FindPost = (href: string, base: string) => FoundPost | undefined;

/**
 * Makes a function that resolves a link to the index of a post.
 */
export function makeLookup(
  posts: readonly { readonly addresses: readonly string[] }[],
  hosts: ReadonlySet<string>,
): FindPost {
  const indexes = new Map<string, number>();
  const keyOfUrl = ({ pathname, search }: URL) => {
    const query = /^\?(?:p|page_id)=\d+/.exec(search)?.[0];
    return pathname === '/' && query !== undefined ? query : addressKey(pathname);
  };
  for (const [index, { addresses }] of posts.entries()) {
    for (const address of addresses) indexes.set(keyOfUrl(toOldUrl(address)), index);
  }
  return (href, base) => {
    const from = toOldUrl(base);
    if (!URL.canParse(href, from) || href.startsWith('#')) return undefined;
    const url = new URL(href, from);
    // Medium finds a post by the id at the end of its address, whatever precedes the id.
    const number = /-([0-9a-f]{10,12})$/.exec(url.pathname)?.[1];
    const byNumber = indexes.get(`/p/${number}`);
    const isOld = /^https?:$/.test(url.protocol) && isOwnHost(url.host, hosts);
    if (!isOld && byNumber === undefined) return undefined;
    const index = (isOld ? indexes.get(keyOfUrl(url)) : undefined) ?? byNumber ?? null;
    return { index, hash: /^#(?:comment|respond)/.test(url.hash) ? '' : url.hash };
  };
}

/** The placeholder host of addresses that are only paths. */
export const OLD = 'http://old';

/** Makes a URL of an address that may be a path. */
export const toOldUrl = (address: string) =>
  new URL(URL.canParse(address, OLD) ? address : '', OLD);

/** True for one of the hosts, with or without `www.`. */
export const isHost = (host: string, hosts: ReadonlySet<string>) =>
  hosts.has(host.replace(/^www\./, ''));

/** True for one of the hosts, and for the placeholder host of paths. */
export const isOwnHost = (host: string, hosts: ReadonlySet<string>) =>
  host === new URL(OLD).host || isHost(host, hosts);

/** The last part of a URL or path, without the extension of a page; empty for none. */
export function lastPart(address: string): string {
  const path = toOldUrl(address).pathname;
  const parts = path.replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, '').split('/');
  return parts.findLast((part) => part !== '') ?? '';
}
