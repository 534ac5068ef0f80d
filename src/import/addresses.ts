/**
 * Old addresses: finds the rules and aliases that keep all of them working, and resolves links to old addresses to
 * essays. Pure.
 */
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import { trimPath } from '../hosts/host-rules.ts';
import { stripSiteUrl } from '../markdown/html.ts';
import { findPattern, findPlaceholders } from '../site/placeholders.ts';
import { readOldPath } from '../site/redirects.ts';
import type { SluggedEssay } from '../site/slugs.ts';
import { essayPath, HOME_PATH } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { addCount, type Counts } from './counts.ts';

/** The facts about an essay that its addresses depend on. */
export interface AddressedPost {
  readonly id: string;
  readonly slug: string;
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
}

/** Finds rules and aliases for old addresses; `taken` are paths already in use. */
export function settleAddresses(
  essays: readonly AddressedPost[],
  { url, timezone }: { readonly url: string; readonly timezone: string },
  taken: Iterable<string>,
): SettledAddresses {
  const toPath = (address: string) => {
    const { pathname, search } = toOldUrl(address);
    return stripSiteUrl(address, url) ?? pathname + search;
  };
  const isEssay = ({ slug, target }: AddressedPost) => target === essayPath(slug);
  const patternOf = (path: string, essay: AddressedPost) => {
    const { slug, timestamp } = essay;
    if (lastPart(path) !== slug || !isEssay(essay) || timestamp === null || path.includes('?'))
      return null;
    return findPattern(path, { publishedTimestamp: timestamp } as SluggedEssay, timezone);
  };
  const all = essays.flatMap((essay) => {
    const paths = [...new Set(essay.addresses.map(toPath))];
    return paths.map((path) => ({ essay, path, pattern: patternOf(path, essay) ?? '' }));
  });
  const uses: Counts = {};
  for (const { pattern } of all) addCount(uses, pattern);
  const known = essays.filter((essay) => essay.addresses.length > 0 && isEssay(essay)).length;
  const least = Math.max(MIN_USES, known * MIN_SHARE);
  const isOwn = (pattern: string) => trimPath(pattern) === essayPath(':slug');
  const rules = Object.entries(uses).flatMap(([pattern, count]) =>
    pattern !== '' && count >= least && !isOwn(pattern) ? [pattern] : [],
  );
  const targets = essays.map(({ target }) => target);
  const owners = new Set([...taken, HOME_PATH, ABOUT_ADDRESS, ...targets].map(addressKeyOf));
  const aliases = new Map<string, string[]>();
  const queries: string[] = [];
  const unkept: string[] = [];
  for (const { essay, path, pattern } of all) {
    const query = /^\/\?([a-z_]+=\d+)$/.exec(path)?.[1];
    const isKept =
      isOwn(pattern) ||
      rules.includes(pattern) ||
      addressKeyOf(path) === addressKeyOf(essay.target);
    if (query !== undefined) queries.push(`/ ${query} ${essay.target} 301`);
    else if (isKept) continue;
    else if (!canBeAlias(path) || owners.has(addressKeyOf(path))) unkept.push(path);
    else {
      owners.add(addressKeyOf(path));
      aliases.set(essay.id, [...(aliases.get(essay.id) ?? []), path]);
    }
  }
  return { rules, aliases, queries, unkept };
}

/** A key that is the same for all forms of a path that hosts treat as equal. */
export const addressKeyOf = (path: string) =>
  trimPath(decodePercent(path)).normalize().toLowerCase();

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
    return pathname === '/' && query !== undefined ? query : addressKeyOf(pathname);
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
