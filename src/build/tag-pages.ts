/**
 * Pages of tags that changed since the last build: the addresses of tags aren't recorded, so the author gets one notice
 * when a page is gone or belongs to another tag. Pure.
 */
import { CONFIG_PATH } from '../essays/paths.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import type { Site } from '../site/site.ts';
import { decodePercent } from '../text/text.ts';

/** The tag of each page of a tag, by its address. */
export type TagPages = Readonly<Record<string, string>>;

export function listTagPages({ editions, listings }: Site): TagPages {
  const pages = editions.flatMap(({ tags }) => tags.filter(({ address }) => listings.has(address)));
  return Object.fromEntries(pages.map(({ name, address }) => [address, name]));
}

/** Reports the pages that were those of other tags in the last build. */
export function findLostTagPages(before: TagPages, site: Site): Problem[] {
  const now = listTagPages(site);
  const redirected = new Set(site.redirects.map(({ from }) => from));
  const known = new Set([...Object.keys(before), ...Object.values(before)]);
  const added = Object.keys(now).filter((at) => !known.has(at) && !known.has(now[at] ?? ''));
  return Object.entries(before).flatMap(([address, tag]) => {
    const heir = now[address];
    if (heir === tag || redirected.has(address)) return [];
    const goal = Object.keys(now).find((each) => now[each] === tag);
    // If exactly one page appeared in this build, the old tag was probably renamed to that page's tag.
    const target = goal ?? (added.length === 1 ? added[0] : '/tags');
    const [message, hint] =
      heir === undefined
        ? ['is gone', `Add \`${address}: ${target}\` to \`redirects\` in ${CONFIG_PATH}.`]
        : [`now belongs to \`${heir}\``, 'To have a page for each, rename one with `blog tag`.'];
    const page = `${decodePercent(address)}, the page of the tag \`${tag}\`,`;
    return [makeProblem('tag-page-lost', wholeFile(CONFIG_PATH), `${page} ${message}`, hint)];
  });
}
