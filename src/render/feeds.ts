/**
 * The newest essays → Atom (RFC 4287), RSS 2.0 (rssboard.org) and JSON Feed (jsonfeed.org, version 1.1),
 * all made from one model. Pure.
 *
 * An essay's id in feeds is made of its file's name and its year: it stays the same through new titles,
 * slugs, folders and days, and nothing is shown as new twice.
 */
import { createHash } from 'node:crypto';
import { escape as escapeXml } from 'he';
import type { SiteConfig } from '../content/config.ts';
import { splitFileName } from '../content/paths.ts';
import type { Essay, EssaySummary } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';

/** A feed as its readers get it: texts are plain, URLs absolute. */
export type Feed = ReturnType<typeof makeFeed> & {
  /** Where the feed itself is published. */
  readonly feedUrl: string;
};

/** The formats: their paths relative to out/, and their names where a page offers several. */
export const FEED_FORMATS = [
  { path: 'feed.xml', mediaType: 'application/atom+xml', name: 'Atom', write: writeAtom },
  { path: 'rss.xml', mediaType: 'application/rss+xml', name: 'RSS', write: writeRss },
  { path: 'feed.json', mediaType: 'application/feed+json', name: 'JSON Feed', write: writeJson },
];

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
  { config, urls: at }: Pick<Site, 'config' | 'urls'>,
  essays: readonly EssaySummary[],
  contents: readonly string[],
) {
  const ids = makeIds(essays, config.url);
  const items = essays.map((essay, index) => {
    const { publishedTimestamp, image } = essay;
    const url = urls.toAbsoluteUrl(at, urls.essayPath(essay.slug));
    return {
      id: ids[index] ?? '',
      url,
      title: essay.title,
      author: essay.author,
      summary: essay.excerpt,
      content: contents[index] ?? '',
      published: new Date(publishedTimestamp),
      // The date itself, unless the author states a later one.
      updated: new Date(Math.max(essay.updated ?? 0, publishedTimestamp)),
      tags: essay.tags,
      image: image && new URL(image.url, at.origin).href,
    };
  });
  return {
    title: titleOfFeeds(config),
    description: config.description || config.intro,
    homeUrl: urls.toAbsoluteUrl(at, urls.HOME_PATH),
    aboutUrl: urls.toAbsoluteUrl(at, urls.ABOUT_PATH),
    language: config.language,
    author: config.name,
    // A feed without essays has not changed yet.
    updated: new Date(items.reduce((latest, { updated }) => Math.max(latest, +updated), 0)),
    items,
  };
}

/** The ids of essays (newest first). Of two files of one name in one year the older keeps it. */
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

function writeAtom(feed: Feed): string {
  const head = [
    element('id', feed.homeUrl),
    element('title', feed.title),
    ...textElement('subtitle', feed.description),
    empty('link', { rel: 'alternate', type: 'text/html', href: feed.homeUrl }),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.feedUrl }),
    element('updated', feed.updated.toISOString()),
    `<author>${element('name', feed.author)}${element('uri', feed.aboutUrl)}</author>`,
  ];
  const entries = feed.items.map((item) => {
    const parts = [
      element('id', item.id),
      element('title', item.title),
      empty('link', { rel: 'alternate', type: 'text/html', href: item.url }),
      element('published', item.published.toISOString()),
      element('updated', item.updated.toISOString()),
      `<author>${element('name', item.author)}</author>`,
      ...item.tags.map((term) => empty('category', { term })),
      ...textElement('summary', item.summary),
      `<content type="html">${writeCData(item.content)}</content>`,
    ];
    return `<entry>\n${parts.join('\n')}\n</entry>`;
  });
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language };
  return `${XML}<feed${writeAttributes(attributes)}>\n${[...head, ...entries].join('\n')}\n</feed>\n`;
}

function writeRss(feed: Feed): string {
  const head = [
    element('title', feed.title),
    element('link', feed.homeUrl),
    // The one element that RSS wants even where there is nothing to say.
    element('description', feed.description || feed.title),
    empty('atom:link', { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' }),
    element('language', feed.language),
    element('lastBuildDate', feed.updated.toUTCString()),
  ];
  const items = feed.items.map((item) => {
    const parts = [
      element('title', item.title),
      element('link', item.url),
      element('guid', item.id, { isPermaLink: 'false' }),
      element('pubDate', item.published.toUTCString()),
      // RSS's own <author> is a mail address.
      element('dc:creator', item.author),
      ...item.tags.map((tag) => element('category', tag)),
      ...textElement('description', item.summary),
      `<content:encoded>${writeCData(item.content)}</content:encoded>`,
    ];
    return `<item>\n${parts.join('\n')}\n</item>`;
  });
  const attributes = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  const channel = `<channel>\n${[...head, ...items].join('\n')}\n</channel>`;
  return `${XML}<rss${writeAttributes(attributes)}>\n${channel}\n</rss>\n`;
}

function writeJson(feed: Feed): string {
  const { language } = feed;
  const author = { name: clean(feed.author), url: feed.aboutUrl };
  const value = {
    version: 'https://jsonfeed.org/version/1.1',
    title: clean(feed.title),
    home_page_url: feed.homeUrl,
    feed_url: feed.feedUrl,
    ...(feed.description === '' ? {} : { description: clean(feed.description) }),
    authors: [author],
    language,
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: clean(item.title),
      content_html: clean(item.content),
      ...(item.summary === '' ? {} : { summary: clean(item.summary) }),
      ...(item.image === null ? {} : { image: item.image }),
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: [item.author === feed.author ? author : { name: clean(item.author) }],
      ...(item.tags.length === 0 ? {} : { tags: item.tags.map(clean) }),
      language,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * All but text: what XML cannot hold, not even escaped (XML 1.0, production 2), such as most control
 * characters and halves of pairs; and the other control characters.
 */
const NO_TEXT = /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function clean(text: string): string {
  return text.replace(NO_TEXT, '');
}

/** An element with text in it. */
function element(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${writeAttributes(attributes)}>${escapeXml(clean(text))}</${name}>`;
}

/** The same, left out where there is no text. */
function textElement(name: string, text: string): string[] {
  return text === '' ? [] : [element(name, text)];
}

function empty(name: string, attributes: Record<string, string>): string {
  return `<${name}${writeAttributes(attributes)}/>`;
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(clean(value))}"`)
    .join('');
}

/** HTML as it is; where it holds the end of such a section, that is divided among two. */
function writeCData(html: string): string {
  return `<![CDATA[${clean(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
