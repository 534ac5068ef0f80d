/**
 * Redirects for the old addresses that no page of the new site has: rules that most posts follow, single addresses, and
 * addresses with a query. Pure.
 */
import { fillRule } from '../site/placeholders.ts';
import type { SluggedEssay } from '../site/slugs.ts';
import { addressKey } from '../site/urls.ts';
import { canBeAlias } from './addresses.ts';
import { addCount, type Counts } from './counts.ts';

/** A post, by its new address and its old ones. */
export interface MovedPost {
  readonly id: string;
  /** With its new address. */
  readonly essay: SluggedEssay;
  /** Old paths, perhaps with a query; the first is the one that readers used, or empty if it isn't known. */
  readonly paths: readonly string[];
  /** Rules of `redirects` that its old paths may follow. */
  readonly patterns: readonly string[];
}

/** What leads the old addresses to the new ones. */
interface FoundRedirects {
  /** Patterns for `redirects` of site.yaml. */
  readonly rules: readonly string[];
  /** Single addresses, by the id of the post. */
  readonly singles: ReadonlyMap<string, readonly string[]>;
  /** Lines of `_redirects` for addresses with a query. */
  readonly queries: readonly string[];
  /** Addresses that nothing can answer. */
  readonly lost: readonly string[];
  /** How many posts keep the address that readers used, and for how many a page redirects from it. */
  readonly keptCount: number;
  readonly redirectedCount: number;
}

/** The least share of the posts whose addresses must follow a pattern to make it a rule. */
const MIN_SHARE = 0.9;
/** The least number of them. */
const MIN_USES = 3;

/** Finds redirects for the old addresses that aren't the new ones; `needed` addresses are in use. */
export function findRedirects(
  posts: readonly MovedPost[],
  needed: Iterable<string>,
  timezone: string,
): FoundRedirects {
  const old = posts.flatMap((post) =>
    [...new Set(post.paths)].map((path, at) => ({ post, path, isFirst: at === 0 })),
  );
  const known = old.filter(({ path }) => path !== '');
  const moved = known.filter(({ post, path }) => !isAt(path, post.essay.address));
  const rules = findRules(moved, posts.length, timezone);
  const owners = new Set([...needed, ...posts.map(({ essay }) => essay.address)].map(addressKey));
  const singles = new Map<string, string[]>();
  const queries: string[] = [];
  const lost: string[] = [];
  let lostCount = 0;
  for (const { post, path, isFirst } of moved) {
    const { id, essay } = post;
    const [, query] = /^\/\?([a-z_]+=\d+)$/.exec(path) ?? [];
    const isRule = rules.some((rule) => isCovered(path, rule, essay, timezone));
    if (isRule) continue;
    if (query !== undefined || !canBeAlias(path) || owners.has(addressKey(path))) {
      if (query === undefined) lost.push(path);
      else queries.push(`/ ${query} ${essay.address} 301`);
      if (isFirst && !essay.draft) lostCount++;
    } else {
      owners.add(addressKey(path));
      singles.set(id, [...(singles.get(id) ?? []), path]);
    }
  }
  // A draft has no page yet.
  const count = (list: typeof known) =>
    list.filter(({ post, isFirst }) => isFirst && !post.essay.draft).length;
  const redirectedCount = count(moved) - lostCount;
  return { rules, singles, queries, lost, keptCount: count(known) - count(moved), redirectedCount };
}

const isAt = (path: string, address: string) =>
  addressKey(path) === addressKey(address) && !path.includes('?');

/** Finds the patterns that most posts follow. */
function findRules(
  moved: readonly { readonly post: MovedPost; readonly path: string }[],
  postCount: number,
  timezone: string,
): string[] {
  const uses: Counts = {};
  for (const { post, path } of moved)
    for (const pattern of new Set(post.patterns))
      if (isCovered(path, pattern, post.essay, timezone)) addCount(uses, pattern);
  const least = Math.max(MIN_USES, postCount * MIN_SHARE);
  return Object.entries(uses).flatMap(([pattern, times]) => (times >= least ? [pattern] : []));
}

/** True if a rule leads an old path to the post. */
function isCovered(path: string, rule: string, essay: SluggedEssay, timezone: string): boolean {
  const filled = fillRule(rule, '', essay, timezone);
  return filled.some(({ from }) => addressKey(from) === addressKey(path));
}
