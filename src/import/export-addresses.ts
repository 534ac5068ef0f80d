/**
 * Old addresses of an export's posts: finds those that a page of the site can have, and the patterns that they follow.
 * Pure.
 */
import { parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { decodePercent } from '../text/text.ts';
import { findOldPath, findPostPattern, OLD } from './addresses.ts';
import { writeFrontMatter } from './convert.ts';
import { addCount, type Counts } from './counts.ts';
import type { OldPost } from './kept-addresses.ts';
import type { PlacedPost } from './posts.ts';

/** Services that number their posts. Addresses on their hosts are meaningless on the author's domain. */
const SERVICE = /(?:^|\.)medium\.com$/;
/** Only the most frequent patterns are tried: in a hostile export, every post may have a different one. */
const MAX_PATTERNS = 8;

/** What the addresses of the old site depend on. */
export interface OldHome {
  /** The old site's URL, for addresses that are only paths; empty if it isn't known. */
  readonly oldUrl: string;
  /** The URL of the new site. */
  readonly url: string;
  readonly timezone: string;
}

/** Lists the essays among the posts with their old addresses. The path of an address that no page can have is empty. */
export function listOldPosts(
  posts: readonly PlacedPost[],
  home: OldHome,
  parser: EssayParser,
): OldPost[] {
  const uses: Counts = {};
  const read = posts
    .filter(({ isPage }) => !isPage)
    .map((post) => {
      const bytes = Buffer.from(
        writeFrontMatter(post.essay, { permalink: '', aliases: [] }, parser),
      );
      const { essay } = parseEssay({ path: `${post.stem}.md`, bytes }, parser);
      const path = findKeepable(post, home);
      const dated = { slug: post.slug, timestamp: essay.publishedTimestamp };
      const pattern = findPostPattern(path, dated, home.timezone);
      if (pattern !== '') addCount(uses, pattern);
      return { id: post.id, essay, oldAddress: { path, pattern } };
    });
  const patterns = Object.entries(uses).sort(([, a], [, b]) => b - a);
  const tried = new Set(patterns.slice(0, MAX_PATTERNS).map(([pattern]) => pattern));
  return read.map((post) => {
    const { path, pattern } = post.oldAddress;
    return tried.has(pattern) ? post : { ...post, oldAddress: { path, pattern: '' } };
  });
}

/** The path, decoded, of the address that readers used; empty if it isn't known, or if no page can have it. */
function findKeepable({ essay, addresses }: PlacedPost, { oldUrl, url }: OldHome): string {
  const [address = ''] = essay.addresses;
  if (!addresses.includes(address)) return '';
  const base = URL.canParse(oldUrl) ? oldUrl : OLD;
  // A damaged export may state any text as the address of a post or of the home page.
  if (!URL.canParse(address, base)) return '';
  const { hostname, search } = new URL(address, base);
  if (search !== '' || SERVICE.test(hostname)) return '';
  const path = decodePercent(findOldPath(address, url));
  return /[?#%]/.test(path) ? '' : path;
}
