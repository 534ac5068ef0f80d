/**
 * The newest essays → what every feed says of them, whatever its format. Pure.
 *
 * One model for Atom, RSS and JSON Feed. What an essay is known by to a feed reader is made of its file's
 * name and its year: it stays the same through new titles, slugs, folders and days, and nothing is shown
 * as new twice.
 */
import { createHash } from 'node:crypto';
import type { SiteConfig } from '../content/config.ts';
import { splitFileName } from '../content/front-matter.ts';
import type { Essay, EssaySummary } from '../site/essay.ts';
import * as urls from '../site/urls.ts';
import { writeAtom, writeJsonFeed, writeRss } from './feed-formats.ts';
import { makePortable } from './portable-html.ts';

/** A feed as its readers get it: texts are plain, URLs absolute. */
export interface Feed {
  readonly title: string;
  /** Empty where the site has none. */
  readonly description: string;
  readonly homeUrl: string;
  readonly aboutUrl: string;
  /** Where the feed itself is published. */
  readonly feedUrl: string;
  /** BCP 47. */
  readonly language: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly updatedMs: number;
  /** Newest first. */
  readonly items: readonly FeedItem[];
}

/** One essay in a feed. */
export interface FeedItem {
  /** A URN that no change of title, slug, folder or day touches. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly summary: string;
  /** HTML with absolute URLs. */
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly publishedMs: number;
  /** Milliseconds since the epoch: the date itself, unless the author states a later one. */
  readonly updatedMs: number;
  readonly tags: readonly string[];
  readonly image: string | null;
}

/** A format that feeds are written in. */
export interface FeedFormat {
  /** Relative to out/. */
  readonly path: string;
  readonly mediaType: string;
  /** What readers' programs call it where a page offers several. */
  readonly name: string;
  write(feed: Feed): string;
}

export const FEED_FORMATS: readonly FeedFormat[] = [
  { path: 'feed.xml', mediaType: 'application/atom+xml', name: 'Atom', write: writeAtom },
  { path: 'rss.xml', mediaType: 'application/rss+xml', name: 'RSS', write: writeRss },
  {
    path: 'feed.json',
    mediaType: 'application/feed+json',
    name: 'JSON Feed',
    write: writeJsonFeed,
  },
];

/** The site, as far as a feed is told of it. */
export interface FeedSite {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
}

/** The essays that feeds hold, of all that are published, newest first. A draft is nobody's to read. */
export function selectForFeeds(essays: readonly Essay[], { feedItems }: SiteConfig): Essay[] {
  const selected: Essay[] = [];
  for (const essay of essays) {
    if (selected.length === feedItems) break;
    if (!essay.draft) selected.push(essay);
  }
  return selected;
}

/** The title of a site's feeds. */
export function titleOfFeeds({ title, name }: SiteConfig): string {
  return `${title} · ${name}`;
}

/** A feed of essays, but for its address; `contents` are the final HTML of their bodies, in their order. */
export function makeFeed(
  site: FeedSite,
  essays: readonly EssaySummary[],
  contents: readonly string[],
): Omit<Feed, 'feedUrl'> {
  const { config } = site;
  const ids = makeIds(essays, config.url);
  const items = essays.map((essay, index) => {
    return makeItem(site, essay, ids[index] ?? '', contents[index] ?? '');
  });
  return {
    title: titleOfFeeds(config),
    description: config.description || config.intro,
    homeUrl: urls.toAbsoluteUrl(site.urls, urls.HOME_PATH),
    aboutUrl: urls.toAbsoluteUrl(site.urls, urls.ABOUT_PATH),
    language: config.language,
    author: config.name,
    // A feed without essays has not changed yet.
    updatedMs: items.reduce((latest, { updatedMs }) => Math.max(latest, updatedMs), 0),
    items,
  };
}

function makeItem(site: FeedSite, essay: EssaySummary, id: string, content: string): FeedItem {
  const url = urls.toAbsoluteUrl(site.urls, urls.essayPath(essay.slug));
  return {
    id,
    url,
    title: essay.title,
    author: essay.author,
    summary: essay.excerpt,
    content: makePortable(content, url),
    publishedMs: essay.publishedTimestamp,
    updatedMs: Math.max(essay.updated ?? 0, essay.publishedTimestamp),
    tags: essay.tags,
    image: essay.image === null ? null : new URL(essay.image.url, site.urls.origin).href,
  };
}

/** What essays (newest first) are known by. Of two files of one name in one year the older keeps it. */
function makeIds(essays: readonly EssaySummary[], siteUrl: string): string[] {
  const taken = new Set<string>();
  const oldestFirst = [...essays].reverse().map(({ source, year }) => {
    const name = `${siteUrl}/${year}/${splitFileName(source).name}`;
    const unique = taken.has(name) ? `${siteUrl}/${source}` : name;
    taken.add(unique);
    return makeId(unique);
  });
  return oldestFirst.reverse();
}

/** The namespace of URLs (RFC 9562, section 6.6). */
const URL_NAMESPACE = '6ba7b8119dad11d180b400c04fd430c8';

/** A URN that is always the same for the same name, and another for any other (UUID version 5). */
function makeId(name: string): string {
  const hash = createHash('sha1').update(URL_NAMESPACE, 'hex').update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const uuid = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `urn:uuid:${uuid}`;
}
