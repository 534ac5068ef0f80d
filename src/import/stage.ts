/**
 * Staging: the posts of an export → the files of the new site.
 *
 * posts → settings → old addresses → files → links between them
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay-body.ts';
import { replaceFile } from '../files/file-state.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import { makeLookup, type SettledAddresses, settleAddresses } from './addresses.ts';
import { attemptPost } from './attempt.ts';
import { addCount } from './counts.ts';
import { listOldPosts } from './export-addresses.ts';
import type { SourceFacts } from './facts.ts';
import { ImportFault } from './input.ts';
import type { ImportJob } from './job.ts';
import { keepAddresses } from './kept-addresses.ts';
import { type PlacedPost, readExportPosts } from './posts.ts';
import { type ImportReport, UNKEPT } from './report.ts';
import { settleSettings } from './site-settings.ts';
import type { Source } from './sources/source.ts';
import { type Conversion, replaceLinks, stageExportPost } from './stage-post.ts';
import { findZoneOfDates, noteOtherDays } from './zones.ts';

/** Writes the posts of an export into the site. */
export async function stageExport(source: Source, job: ImportJob): Promise<void> {
  const { report, facts } = job;
  const posts = await readExportPosts(source, job);
  if (posts.length === 0 && Object.keys(report.leftOut).length === 0) {
    const hint = 'Is it the right file? If so, name its kind with `--from`.';
    throw new ImportFault('no posts were found', hint);
  }
  guessExportFacts(posts, facts);
  const { config } = settleSettings(job.settings, facts, report);
  const markdown = await loadMarkdownEngine();
  const parser: EssayParser = { config: pickParserConfig(config, []), markdown };
  const { addresses, addressesOf } = keepPostAddresses(posts, source, job, config, parser);
  const conversion = { ...prepareConversion(source, posts, job, config), parser, addressesOf };
  for (const post of posts)
    await attemptPost(post.id, report, () => stageExportPost(post, conversion, job));
  linkPosts(posts, job);
  const heading = 'posts without a title, named by the last part of their address';
  const untitled = posts.filter(({ id, essay }) => essay.title === '' && job.essays.has(id));
  if (untitled.length > 0) report.notes[heading] = untitled.map(({ stem }) => stem);
  const dates = posts.map(({ stem, published }) => [stem, published] as const);
  noteOtherDays(dates, config.timezone, report);
  noteAddresses(addresses, config, report);
}

/** Fills in the author and the time zone that the source doesn't state, from what its posts state. */
function guessExportFacts(posts: readonly PlacedPost[], facts: SourceFacts): void {
  facts.author ||= posts.map(({ author }) => author).find((each) => each !== '') ?? '';
  if (facts.timezone === '')
    facts.writtenZone = findZoneOfDates(posts.map(({ published }) => published));
}

/** What becomes of the old addresses of the posts. */
interface KeptAddresses {
  readonly addresses: SettledAddresses;
  readonly addressesOf: Conversion['addressesOf'];
}

/** Keeps the addresses of the posts as far as possible, and finds redirects for the others. */
function keepPostAddresses(
  posts: readonly PlacedPost[],
  source: Source,
  job: ImportJob,
  config: SiteConfig,
  parser: EssayParser,
): KeptAddresses {
  const taken = [...job.pages, ...config.redirects.map(({ from }) => from)];
  const pages = posts.filter(({ isPage }) => isPage).map(({ target }) => target);
  const home = { ...config, oldUrl: job.facts.url || (source.home ?? '') };
  const old = listOldPosts(posts, home, parser);
  const known = old.filter(({ oldAddress }) => oldAddress.path !== '').length;
  // The form is a guess, so a single post or the posts of one category aren't enough for it.
  const choice = { slugForms: [config.slugs], most: Math.max(1, known / 2) };
  const kept = keepAddresses(old, [...taken, ...pages], choice, job, config);
  const placed = posts.map((post) => {
    return { ...post, target: kept.addresses.get(post.id) ?? post.target };
  });
  const addresses = settleAddresses(placed, config, kept.needed);
  const addressesOf = (id: string) => {
    return { permalink: kept.stated.get(id) ?? '', aliases: addresses.aliases.get(id) ?? [] };
  };
  return { addresses, addressesOf };
}

/** Collects what all posts need to become files. */
function prepareConversion(
  source: Source,
  posts: readonly PlacedPost[],
  { options, input, facts, showProgress }: ImportJob,
  config: SiteConfig,
): Omit<Conversion, 'parser' | 'addressesOf'> {
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
      namedHost: URL.canParse(named) ? new URL(named).host : '',
      showProgress,
    },
    findPost: makeLookup(posts, hosts),
    mainAuthor: authors.size > 1 ? config.name : null,
  };
}

/** Writes the paths of files into the links between posts. */
function linkPosts(posts: readonly PlacedPost[], { root, essays }: ImportJob): void {
  for (const { path } of essays.values()) {
    const text = readFileSync(join(root, path), 'utf8');
    const linked = replaceLinks(text, (index) => {
      const goal = essays.get(posts[index]?.id ?? '')?.path;
      return goal && encodeURI(posix.relative(posix.dirname(path), goal));
    });
    if (linked !== text) replaceFile(join(root, path), linked);
  }
}

/** Adds the rules for old addresses to the report, and the old addresses leading nowhere. */
function noteAddresses(
  { aliases, unkept, rules, queries, keptCount, redirectedCount }: SettledAddresses,
  { redirects }: SiteConfig,
  report: ImportReport,
): void {
  addCount(report.counts, 'kept addresses', keptCount);
  addCount(report.counts, 'redirected addresses', redirectedCount);
  addCount(report.counts, 'aliases', [...aliases.values()].flat().length);
  if (unkept.length > 0) report.notes[UNKEPT] = [...unkept];
  const known = new Set(redirects.map(({ from }) => from));
  report.rules.push(...rules.filter((rule) => !known.has(rule)));
  report.queries.push(...queries);
}
