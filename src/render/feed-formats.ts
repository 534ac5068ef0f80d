/**
 * A feed → Atom (RFC 4287), RSS 2.0 (rssboard.org) or JSON Feed (jsonfeed.org, version 1.1). Pure.
 */
import { escape as escapeXml } from 'he';
import type { Feed, FeedItem } from './feeds.ts';

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

function empty(name: string, attributes: Record<string, string>): string {
  return `<${name}${writeAttributes(attributes)}/>`;
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(clean(value))}"`)
    .join('');
}

/** HTML as it is; where it holds the end of such a section, that is divided among two. */
function asIs(html: string): string {
  return `<![CDATA[${clean(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function writeAtom(feed: Feed): string {
  const { language, author, aboutUrl } = feed;
  const head = [
    element('id', feed.homeUrl),
    element('title', feed.title),
    ...(feed.description === '' ? [] : [element('subtitle', feed.description)]),
    empty('link', { rel: 'alternate', type: 'text/html', href: feed.homeUrl }),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.feedUrl }),
    element('updated', toRfc3339(feed.updatedMs)),
    `<author>${element('name', author)}${element('uri', aboutUrl)}</author>`,
  ];
  const entries = feed.items.map((item) => writeEntry(item));
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language };
  return `${XML}<feed${writeAttributes(attributes)}>\n${[...head, ...entries].join('\n')}\n</feed>\n`;
}

function writeEntry(item: FeedItem): string {
  const parts = [
    element('id', item.id),
    element('title', item.title),
    empty('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    element('published', toRfc3339(item.publishedMs)),
    element('updated', toRfc3339(item.updatedMs)),
    `<author>${element('name', item.author)}</author>`,
    ...item.tags.map((term) => empty('category', { term })),
    ...(item.summary === '' ? [] : [element('summary', item.summary)]),
    `<content type="html">${asIs(item.content)}</content>`,
  ];
  return `<entry>\n${parts.join('\n')}\n</entry>`;
}

export function writeRss(feed: Feed): string {
  const self = { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' };
  const head = [
    element('title', feed.title),
    element('link', feed.homeUrl),
    // The one element that RSS wants even where there is nothing to say.
    element('description', feed.description || feed.title),
    empty('atom:link', self),
    element('language', feed.language),
    element('lastBuildDate', toRfc822(feed.updatedMs)),
  ];
  const items = feed.items.map((item) => writeItem(item));
  const attributes = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  const channel = `<channel>\n${[...head, ...items].join('\n')}\n</channel>`;
  return `${XML}<rss${writeAttributes(attributes)}>\n${channel}\n</rss>\n`;
}

function writeItem(item: FeedItem): string {
  const parts = [
    element('title', item.title),
    element('link', item.url),
    element('guid', item.id, { isPermaLink: 'false' }),
    element('pubDate', toRfc822(item.publishedMs)),
    // RSS's own <author> is a mail address.
    element('dc:creator', item.author),
    ...item.tags.map((tag) => element('category', tag)),
    ...(item.summary === '' ? [] : [element('description', item.summary)]),
    `<content:encoded>${asIs(item.content)}</content:encoded>`,
  ];
  return `<item>\n${parts.join('\n')}\n</item>`;
}

export function writeJsonFeed(feed: Feed): string {
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
      date_published: toRfc3339(item.publishedMs),
      date_modified: toRfc3339(item.updatedMs),
      authors: [item.author === feed.author ? author : { name: clean(item.author) }],
      ...(item.tags.length === 0 ? {} : { tags: item.tags.map(clean) }),
      language,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** In UTC, as Atom and JSON Feed want it. */
function toRfc3339(moment: number): string {
  return new Date(moment).toISOString();
}

/** In UTC, as RSS wants it: `Thu, 03 Dec 2020 22:15:00 GMT`. */
function toRfc822(moment: number): string {
  return new Date(moment).toUTCString();
}
