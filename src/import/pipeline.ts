/**
 * The pipeline: the posts of an old blog → their addresses → their files, with what the report says about each. Exports
 * and folders share it.
 */
import type { SiteConfig } from '../essays/config.ts';
import { count } from '../problems/report.ts';
import { rootPermalink } from '../site/redirect-rules.ts';
import { pagePath } from '../site/urls.ts';
import { findPostPattern } from './addresses.ts';
import { attemptPost } from './attempt.ts';
import { addCount, addNote } from './counts.ts';
import { listCandidates } from './folder-addresses.ts';
import { isGenerator } from './generators.ts';
import type { ImportedPost } from './imported-post.ts';
import type { ImportJob, WrittenEssay } from './job.ts';
import { type FormChoice, keepAddresses, type SortedPosts } from './kept-addresses.ts';
import { findRedirects, type MovedPost } from './redirects.ts';
import { UNKEPT } from './report.ts';
import { movesToOtherDay } from './zones.ts';

/** The addresses that the front matter of a post has to state. */
export interface StatedAddresses {
  /** Its `permalink`; empty if its address follows the site's form. */
  readonly permalink: string;
  /** The old addresses that no rule covers. */
  readonly aliases: readonly string[];
  /** The address of the post; empty for one that nobody could read. */
  readonly address: string;
}

/** What an export or a folder is read into. */
export interface OldBlog<Post extends ImportedPost> {
  readonly posts: readonly Post[];
  /** The settings of the new site, apart from the form of its addresses. */
  readonly config: SiteConfig;
  readonly choice: FormChoice;
  /** Writes the file of a post, and those that belong to it. */
  write(post: Post, addresses: StatedAddresses): WrittenEssay | Promise<WrittenEssay>;
  /** Does what needs all posts to be written. */
  finish(): void | Promise<void>;
}

const OTHER_DAY = 'dates that `timezone` in site.yaml moves to another day';

/** Gives the posts their addresses, and writes them into the site. */
export async function writeBlog<Post extends ImportedPost>(
  blog: OldBlog<Post>,
  job: ImportJob,
): Promise<void> {
  const { report, essays } = job;
  const { language, timezone } = blog.config;
  const addressesOf = settleAddresses(blog, job);
  for (const post of blog.posts) {
    const { id, hiddenFor, essay } = post;
    const written = await attemptPost(id, report, () => blog.write(post, addressesOf(id)));
    if (written === null) continue;
    essays.set(id, written);
    addCount(report.counts, written.kind);
    addCount(report.counts, written.format);
    if (hiddenFor !== null) addNote(report, hiddenFor, written.path);
    // Exports have most dates in UTC, whatever their blogs showed.
    if (isGenerator(report.kind) && movesToOtherDay(essay.published, timezone))
      addNote(report, OTHER_DAY, `${written.path}: ${essay.published}`);
  }
  const others = blog.posts.filter(({ essay }) => essay.edition !== language).length;
  if (others > 0) addCount(report.counts, 'in other languages', others);
  await blog.finish();
}

/** Keeps the addresses of the posts as far as possible, and finds redirects for the others. */
function settleAddresses(
  { posts: all, config, choice }: OldBlog<ImportedPost>,
  job: ImportJob,
): (id: string) => StatedAddresses {
  const { report, pages, facts } = job;
  const posts = all.map((post) => dropForeignAddress(post, config.url));
  const ofPages = posts.flatMap(({ essay }) => (essay.page === null ? [] : [essay.page]));
  const taken = [...pages, ...config.redirects.map(({ from }) => from), ...ofPages];
  const candidates = posts.filter(({ essay, oldPaths }) => !essay.draft || oldPaths.length > 0);
  const essays = candidates.filter(({ isPage }) => !isPage);
  const kept = keepAddresses(essays, taken, choice, job, config);
  const unread = essays.filter(
    ({ essay, oldAddress, oldPaths }) =>
      oldAddress.path === '' && oldPaths.length + essay.permalinks.length === 0,
  );
  const assumed = unread.map(({ id }) => kept.essays.get(id)?.address ?? '').sort();
  if (assumed.length > 0 && isGenerator(report.kind))
    report.decisions.unshift(describeUnread(assumed, facts.url));
  const moved = candidates.flatMap((post) => findMoved(post, kept, config));
  const found = findRedirects(moved, kept.needed, config.timezone);
  addCount(report.counts, 'kept addresses', found.keptCount);
  addCount(report.counts, 'redirected addresses', found.redirectedCount);
  if (found.lost.length > 0) report.notes[UNKEPT] = [...found.lost];
  const known = new Set(config.redirects.map(({ from }) => from));
  report.rules.push(...found.rules.filter((rule) => !known.has(rule)));
  report.queries.push(...found.queries);
  return (id) => {
    return {
      permalink: kept.stated.get(id) ?? '',
      aliases: found.singles.get(id) ?? [],
      address: kept.essays.get(id)?.address ?? '',
    };
  };
}

/** Drops an address on another site: the `url` of a post may be the page that the post is about. */
function dropForeignAddress(post: ImportedPost, siteUrl: string): ImportedPost {
  const permalinks = post.essay.permalinks.filter(
    ({ value }) => rootPermalink(value, siteUrl) !== null,
  );
  return { ...post, essay: { ...post.essay, permalinks } };
}

/** A post with its new address and its old ones. */
function findMoved(
  { id, essay, oldAddress, oldPaths }: ImportedPost,
  { essays }: SortedPosts,
  { timezone }: SiteConfig,
): MovedPost[] {
  const page = essay.page === null ? null : { ...essay, slug: '', address: pagePath(essay.page) };
  const slugged = page ?? essays.get(id);
  if (slugged === undefined) return [];
  // An address that the post states is its old one, whatever the form says.
  const isStated = essay.permalinks.length > 0 || essay.oldPaths.length > 0;
  const paths = isStated ? [slugged.address, ...oldPaths.slice(1)] : oldPaths;
  const dated = { slug: slugged.slug, timestamp: essay.publishedTimestamp };
  const ofPaths = paths.map((path) => findPostPattern(path, dated, timezone));
  const ofForm = listCandidates(oldAddress.pattern).filter((each) => /:[a-z]/.test(each));
  const patterns = page === null ? [...ofForm, ...ofPaths].filter((each) => each !== '') : [];
  return [{ id, essay: slugged, paths, patterns: [...new Set(patterns)] }];
}

const MOST_SHOWN = 3;

/** Says that the old addresses couldn't be determined and which were assumed, with links to compare on the old site. */
export function describeUnread(assumed: readonly string[], siteUrl: string): string {
  const base = URL.canParse(siteUrl) ? siteUrl.replace(/\/+$/, '') : '';
  const step = Math.max(1, Math.floor(assumed.length / MOST_SHOWN));
  const shown = assumed.filter((_, at) => at % step === 0).slice(0, MOST_SHOWN);
  const [first = ''] = shown;
  const form = first.replace(/[^/]+(\/?)$/, '…$1');
  const links = shown.map((address) => base + address).join(' ');
  const sitemap = base === '' ? 'FILE' : `${base}/sitemap.xml`;
  return (
    `I couldn't find the form of your addresses for ${count(assumed.length, 'post')}, and assumed \`${form}\`. ` +
    `Compare these: ${links} If the old site has others, import again with \`--sitemap ${sitemap}\`.`
  );
}
