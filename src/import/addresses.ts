/**
 * Old addresses: finds the rules and aliases that keep all of them working, and resolves links to old addresses to
 * essays. Pure.
 */
import { stripSiteUrl } from '../markdown/url-syntax.ts';
import { findPattern, findPlaceholders } from '../site/placeholders.ts';
import { readOldPath } from '../site/redirects.ts';
import type { SluggedEssay } from '../site/slugs.ts';
import { addressKey, trimPath } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { addCount, type Counts } from './counts.ts';

/** The facts about a post that its addresses depend on. */
export interface AddressedPost {
  readonly id: string;
  readonly slug: string;
  readonly isPage: boolean;
  /** Its new address. */
  readonly target: string;
  /** Milliseconds since the epoch, or null. */
  readonly timestamp: number | null;
  readonly addresses: readonly string[];
}

/** The least share of the essays whose addresses must follow a pattern to make it a rule. */
const MIN_SHARE = 0.9;
/** The least number of them. */
const MIN_USES = 3;

/** What keeps old addresses working. */
export interface SettledAddresses {
  /** Patterns for `redirects` of site.yaml. */
  readonly rules: readonly string[];
  /** Addresses that no rule covers, by the id of the post. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Lines of `_redirects` for addresses with a query. */
  readonly queries: readonly string[];
  /** Addresses that nothing can answer. */
  readonly unkept: readonly string[];
  /** How many posts keep their first address as the new one, and for how many it redirects. */
  readonly keptCount: number;
  readonly redirectedCount: number;
}

/** The path and query of an old address on the site with this URL. */
export function findOldPath(address: string, siteUrl: string): string {
  const { pathname, search } = toOldUrl(address);
  return stripSiteUrl(address, siteUrl) ?? pathname + search;
}

/** The pattern of an old path that ends in the post's slug: `/:year/:slug/`; empty for a path of another form. */
export function findPostPattern(
  path: string,
  { slug, timestamp }: Pick<AddressedPost, 'slug' | 'timestamp'>,
  timezone: string,
): string {
  const decoded = decodePercent(path);
  const isOwn = trimPath(decoded).endsWith(`/${slug}`);
  if (!isOwn || timestamp === null || path.includes('?')) return '';
  const dated = { publishedTimestamp: timestamp } as SluggedEssay;
  return findPattern(decoded, dated, timezone) ?? '';
}

/** Finds rules and aliases for the old addresses that aren't the new ones; `taken` are paths already in use. */
export function settleAddresses(
  posts: readonly AddressedPost[],
  { url, timezone }: { readonly url: string; readonly timezone: string },
  taken: Iterable<string>,
): SettledAddresses {
  const all = posts.flatMap((post) => {
    const paths = [...new Set(post.addresses.map((address) => findOldPath(address, url)))];
    return paths.map((path, at) => ({ post, path, isFirst: at === 0 }));
  });
  const isKept = ({ post, path }: (typeof all)[number]) =>
    addressKey(path) === addressKey(post.target) && !path.includes('?');
  const moved = all
    .filter((each) => !isKept(each))
    .map((each) => {
      const { post, path } = each;
      return { ...each, pattern: post.isPage ? '' : findPostPattern(path, post, timezone) };
    });
  const uses: Counts = {};
  for (const { pattern } of moved) addCount(uses, pattern);
  const known = posts.filter(({ addresses, isPage }) => addresses.length > 0 && !isPage).length;
  const least = Math.max(MIN_USES, known * MIN_SHARE);
  const rules = Object.entries(uses).flatMap(([pattern, count]) =>
    pattern !== '' && count >= least ? [pattern] : [],
  );
  const targets = posts.map(({ target }) => target);
  const owners = new Set([...taken, ...targets].map(addressKey));
  const aliases = new Map<string, string[]>();
  const queries: string[] = [];
  const unkept: string[] = [];
  let lost = 0;
  for (const { post, path, pattern, isFirst } of moved) {
    const query = /^\/\?([a-z_]+=\d+)$/.exec(path)?.[1];
    if (query !== undefined) queries.push(`/ ${query} ${post.target} 301`);
    else if (rules.includes(pattern)) continue;
    else if (!canBeAlias(path) || owners.has(addressKey(path))) {
      unkept.push(path);
      if (isFirst) lost++;
    } else {
      owners.add(addressKey(path));
      aliases.set(post.id, [...(aliases.get(post.id) ?? []), path]);
    }
  }
  const firstCount = moved.filter(({ isFirst }) => isFirst).length;
  const keptCount = all.filter(({ isFirst }) => isFirst).length - firstCount;
  return { rules, aliases, queries, unkept, keptCount, redirectedCount: firstCount - lost };
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
export function makeLookup(essays: readonly AddressedPost[], hosts: ReadonlySet<string>): FindPost {
  const indexes = new Map<string, number>();
  const keyOfUrl = ({ pathname, search }: URL) => {
    const query = /^\?(?:p|page_id)=\d+/.exec(search)?.[0];
    return pathname === '/' && query !== undefined ? query : addressKey(pathname);
  };
  for (const [index, { addresses }] of essays.entries()) {
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
