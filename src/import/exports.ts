/**
 * Exports: the posts of a source → imported posts, with what they share while they become files.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { parseEssay } from '../essays/essay.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay-body.ts';
import { replaceFile } from '../files/file-state.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import { decodePercent } from '../text/text.ts';
import { findOldPath, findPostPattern, makeLookup, toOldUrl } from './addresses.ts';
import { writeFrontMatter } from './convert.ts';
import { type Conversion, type ExportPost, replaceLinks, writeExportPost } from './export-post.ts';
import type { SourceFacts } from './facts.ts';
import type { OldAddress } from './imported-post.ts';
import { ImportFault } from './input.ts';
import type { ImportJob } from './job.ts';
import type { OldBlog } from './pipeline.ts';
import { type PlacedPost, readExportPosts } from './posts.ts';
import { settleSettings } from './site-settings.ts';
import type { Source } from './sources/source.ts';
import { findZoneOfDates } from './zones.ts';

/** Reads an export. */
export async function readExport(source: Source, job: ImportJob): Promise<OldBlog<ExportPost>> {
  const { report, facts } = job;
  const placed = await readExportPosts(source, job);
  if (placed.length === 0 && Object.keys(report.leftOut).length === 0) {
    const hint = 'Is it the right file? If so, name its kind with `--from`.';
    throw new ImportFault('no posts were found', hint);
  }
  guessExportFacts(placed, facts);
  const { config } = settleSettings(job.settings, facts, report);
  const markdown = await loadMarkdownEngine();
  const parser: EssayParser = { config: pickParserConfig(config, []), markdown };
  const posts = placed.map((post) => makeExportPost(post, config, parser, job.now));
  const known = posts.filter(({ oldAddress }) => oldAddress.path !== '').length;
  const conversion = { ...prepareConversion(source, posts, job, config), parser };
  return {
    posts,
    config,
    // The form is a guess, so a single post or the posts of one category aren't enough for it.
    choice: { slugForms: [config.slugs], most: Math.max(1, known / 2) },
    write: (post, addresses) => writeExportPost(post, addresses, conversion, job),
    finish: () => finishExport(posts, job),
  };
}

/** Fills in the author and the time zone that the source doesn't state, from what its posts state. */
function guessExportFacts(posts: readonly PlacedPost[], facts: SourceFacts): void {
  facts.author ||= posts.map(({ author }) => author).find((each) => each !== '') ?? '';
  if (facts.timezone === '')
    facts.writtenZone = findZoneOfDates(posts.map(({ published }) => published));
}

/** Makes an imported post of a placed one. */
function makeExportPost(
  post: PlacedPost,
  { url, timezone }: SiteConfig,
  parser: EssayParser,
  now: number,
): ExportPost {
  const hiddenFor = findReason(post, now);
  const fields = { ...post.fields, isDraft: hiddenFor !== null };
  const front = writeFrontMatter(fields, { permalink: '', aliases: [], address: '' }, parser);
  const { essay } = parseEssay({ path: `${post.stem}.md`, bytes: Buffer.from(front) }, parser);
  const path = findKeepable(post, url);
  const dated = { slug: fields.slug, timestamp: essay.publishedTimestamp };
  const oldAddress: OldAddress = { path, pattern: findPostPattern(path, dated, timezone) };
  const oldPaths = post.addresses.map((address) => findOldPath(address, url));
  return { ...post, essay, fields, oldAddress, oldPaths, hiddenFor };
}

/** Why a post becomes a draft, as a heading of the report; null for a post that doesn't. */
function findReason({ fields, timestamp }: PlacedPost, now: number): string | null {
  if (fields.isPrivate) return 'drafts, since not everybody could read them';
  if (fields.isDraft) return 'drafts in the old blog';
  if (timestamp === null) return 'drafts, since they have no readable date';
  return timestamp > now ? 'drafts, since their date is in the future' : null;
}

/** Services that number their posts. Addresses on their hosts are meaningless on the author's domain. */
const SERVICE = /(?:^|\.)medium\.com$/;

/** The path, decoded, of the address that readers used; empty if it isn't known, or if no page can have it. */
function findKeepable({ fields, addresses }: PlacedPost, siteUrl: string): string {
  const [address = ''] = fields.addresses;
  if (!addresses.includes(address)) return '';
  const { hostname, search } = toOldUrl(address);
  if (search !== '' || SERVICE.test(hostname)) return '';
  const path = decodePercent(findOldPath(address, siteUrl));
  return /[?#%]/.test(path) ? '' : path;
}

/** Collects what all posts need to become files. */
function prepareConversion(
  source: Source,
  posts: readonly PlacedPost[],
  { options, input, facts, showProgress }: ImportJob,
  config: SiteConfig,
): Omit<Conversion, 'parser'> {
  const named = options.site ?? '';
  const urls = [facts.url, config.url, named].filter((each) => URL.canParse(each));
  const hosts = new Set(urls.map((each) => new URL(each).host.replace(/^www\./, '')));
  const authors = new Set(posts.map(({ author }) => author));
  return {
    source,
    pictures: {
      input,
      source,
      mode: options.images,
      hosts,
      namedHost: URL.canParse(named) ? new URL(named).hostname : '',
      showProgress,
    },
    findPost: makeLookup(posts, hosts),
    mainAuthor: authors.size > 1 ? config.name : null,
  };
}

/** Writes the paths of files into the links between posts, and names the posts without a title. */
function finishExport(posts: readonly ExportPost[], { root, essays, report }: ImportJob): void {
  for (const { path } of essays.values()) {
    const text = readFileSync(join(root, path), 'utf8');
    const linked = replaceLinks(text, (index) => {
      const goal = essays.get(posts[index]?.id ?? '')?.path;
      return goal && encodeURI(posix.relative(posix.dirname(path), goal));
    });
    if (linked !== text) replaceFile(join(root, path), linked);
  }
  const heading = 'posts without a title, named by the last part of their address';
  const untitled = posts.filter(({ id, fields }) => fields.title === '' && essays.has(id));
  if (untitled.length > 0) report.notes[heading] = untitled.map(({ stem }) => stem);
}
