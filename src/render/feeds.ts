/**
 * The newest essays → Atom (RFC 4287), RSS 2.0 (rssboard.org) and JSON Feed (jsonfeed.org, version 1.1),
 * all written from one model. Pure.
 *
 * An essay's id is its `guid` or derived from its file name and its year. It survives a new title, slug,
 * folder or day, so that no feed reader shows the essay as new a second time.
 */
import { escape as escapeXml } from 'he';
import { lookup } from 'mrmime';
import type { SiteConfig } from '../essays/config.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeUrn, nameInFeeds } from '../site/feed-ids.ts';
import type { IconName } from '../site/icons.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { findAboutAddress } from './language-links.ts';

/** The model of a feed: texts are plain, URLs absolute. */
interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly feedUrl: string;
  readonly homeUrl: string;
  readonly aboutUrl: string;
  /** The style sheet that browsers show the feed with. */
  readonly styleUrl: string;
  /** Of several icons, the one that browsers prefer. */
  readonly icon: string | null;
  /** RSS allows only a PNG. */
  readonly pngIcon: string | null;
  readonly language: string;
  readonly author: string;
  /** The latest update of an item. A feed without essays dates from the epoch. */
  readonly updated: Date;
  readonly items: readonly FeedItem[];
}

/** An essay in a feed. */
interface FeedItem extends Pick<Essay, 'title' | 'excerpt' | 'authors' | 'language' | 'tags'> {
  readonly id: string;
  readonly url: string;
  /** HTML. */
  readonly content: string;
  readonly image: string | null;
  /** A recording or a film; its length in bytes is null if it isn't known. */
  readonly enclosure: { url: string; type: string; length: number | null } | null;
  readonly published: Date;
  readonly updated: Date;
}

/** A feed of a site: where it is published, what it is about, and its essays, newest first. */
export interface PlannedFeed {
  /** The output path. */
  readonly path: string;
  /** The settings in the language of the feed. */
  readonly config: SiteConfig;
  /** The site path of the about page. */
  readonly aboutAddress: string;
  readonly title: string;
  /** The site path of the page whose essays it has. */
  readonly address: string;
  readonly essays: readonly Essay[];
  /** For each essay, in the same order, what its id is made from. */
  readonly names: readonly string[];
  /** Writes the feed in its format. */
  write(feed: Feed): string;
}

/** A format of the feed of the whole site. */
interface FeedFormat {
  readonly path: string;
  readonly mediaType: string;
  readonly name: string;
  write(feed: Feed): string;
}

/** Paths are relative to out/; names are shown where readers choose between the formats. */
export const FEED_FORMATS: readonly FeedFormat[] = [
  { path: urls.ATOM_OUTPUT, mediaType: 'application/atom+xml', name: 'Atom', write: writeAtom },
  { path: urls.RSS_OUTPUT, mediaType: 'application/rss+xml', name: 'RSS', write: writeRss },
  { path: 'feed.json', mediaType: 'application/feed+json', name: 'JSON Feed', write: writeJson },
];

/** Selects the newest of the published essays, which are sorted, for the feeds. Drafts are left out. */
export function selectForFeeds(essays: readonly Essay[], { feedItems }: SiteConfig): Essay[] {
  return essays.filter(({ draft }) => !draft).slice(0, feedItems);
}

/** Lists the feeds: in each language, the site's feeds in every format, and one for each tag that has a page. */
export function listFeeds({
  config: main,
  essays: all,
  editions,
  listings,
}: Pick<Site, 'config' | 'essays' | 'editions' | 'listings'>): PlannedFeed[] {
  const nameItem = makeItemNamer(all, main.language);
  return editions.flatMap(({ config, essays, tags, pages }) => {
    const select = (from: readonly Essay[]) => {
      const selected = selectForFeeds(from, config);
      return { essays: selected, names: selected.map(nameItem) };
    };
    const title = titleOfFeeds(config);
    const aboutAddress = findAboutAddress(pages);
    const address = config.prefix + urls.HOME_PATH;
    const shared = { config, aboutAddress };
    const site = { ...shared, title, address, ...select(essays) };
    const tagged = groupBy(listings.size > 0 ? essays : [], ({ tags }) => tags);
    const ofTags = tags.flatMap((tag): PlannedFeed[] => {
      if (!listings.has(tag.address)) return [];
      const selection = { ...shared, ...select(tagged.get(tag.name) ?? []) };
      const path = urls.tagFeedOutput(tag.address);
      const titled = `#${tag.name} · ${title}`;
      return [{ ...selection, path, write: writeAtom, title: titled, address: tag.address }];
    });
    const ofSite = FEED_FORMATS.map(({ path, write }): PlannedFeed => {
      return { ...site, path: urls.editionOutput(config.prefix, path), write };
    });
    return [...ofSite, ...ofTags];
  });
}

export function titleOfFeeds({ title, name }: SiteConfig): string {
  return `${title} · ${name}`;
}

/**
 * Writes a feed. `contents` are the HTML of its essays' bodies, in the same order, and `stylePath` is the site path of
 * the style sheet that browsers show it with.
 */
export function writeFeed(
  { urls: at, icons }: Pick<Site, 'urls' | 'icons'>,
  { config, path, title, address, aboutAddress, essays, names, write }: PlannedFeed,
  contents: readonly string[],
  stylePath: string,
): string {
  const firstUrl = config.formerUrl ?? config.url;
  const findIcon = (isMeant: (icon: IconName) => boolean) => {
    const found = icons.findLast(isMeant);
    return found === undefined ? null : urls.toAbsoluteUrl(at, urls.encodePath(`/${found.path}`));
  };
  const items = essays.map((essay, index) => {
    const name = names[index] ?? '';
    const id = essay.guid && name === essay.guid ? name : makeUrn(`${firstUrl}/${name}`);
    return makeItem(essay, id, contents[index] ?? '', at);
  });
  const times = items.map(({ updated }) => updated.getTime());
  return write({
    id: urls.toAbsoluteUrl(urls.makeSiteUrls(firstUrl), address),
    title,
    description: config.description || config.intro,
    feedUrl: urls.toAbsoluteUrl(at, urls.encodePath(`/${path}`)),
    homeUrl: urls.toAbsoluteUrl(at, address),
    aboutUrl: urls.toAbsoluteUrl(at, aboutAddress),
    styleUrl: urls.toUrl(at, stylePath),
    icon: findIcon(({ rel }) => rel === 'icon'),
    pngIcon: findIcon(({ path, rel }) => rel !== 'manifest' && path.endsWith('.png')),
    language: config.language,
    author: config.name,
    updated: new Date(times.length === 0 ? 0 : Math.max(...times)),
    items,
  });
}

/**
 * Returns a function that finds what an essay's id is made from: the `guid`, or the file's name and the year, with the
 * language if that isn't the main one. If several essays have the same name, the oldest, which comes last, gets it, and
 * each of the others gets its whole path. All published essays count, even those that a feed leaves out, so that an
 * essay has the same id in every feed, and keeps it.
 */
function makeItemNamer(essays: readonly Essay[], language: string): (essay: Essay) => string {
  const nameOf = ({ guid, fileName, year, edition }: Essay) => {
    const name = nameInFeeds(fileName, year);
    return guid ?? (edition === language ? name : `${edition}/${name}`);
  };
  const owners = new Map<string, string>();
  for (const essay of essays) {
    if (!essay.draft && !essay.unlisted) owners.set(nameOf(essay), essay.source);
  }
  return (essay) => {
    const name = nameOf(essay);
    return owners.get(name) === essay.source ? name : essay.source;
  };
}

function makeItem(essay: Essay, id: string, html: string, at: urls.SiteUrls): FeedItem {
  const { title, excerpt, authors, language, tags, image, publishedTimestamp } = essay;
  const { subtitle, enclosure } = essay;
  // No format has an element for it.
  const opening = subtitle === null ? '' : `<p><em>${escapeXml(subtitle)}</em></p>\n`;
  const content = opening + html;
  // Feed readers pass on neither language nor direction.
  const isRtl = essay.direction === 'rtl';
  return {
    id,
    title,
    url: urls.toAbsoluteUrl(at, essay.address),
    content: isRtl ? `<div lang="${language}" dir="rtl">${content}</div>` : content,
    excerpt,
    authors,
    language,
    tags,
    image: image && urls.addOrigin(at, image.url),
    enclosure: enclosure && {
      url: urls.addOrigin(at, enclosure.url),
      type: lookup(enclosure.url.replace(/[?#].*$/s, '')) ?? 'application/octet-stream',
      length: enclosure.byteCount,
    },
    published: new Date(publishedTimestamp),
    // An author may state an update that is older than the publication.
    updated: new Date(Math.max(essay.updated ?? publishedTimestamp, publishedTimestamp)),
  };
}

function writeAtom(feed: Feed): string {
  const head = [
    element('id', feed.id),
    element('title', feed.title),
    ...textElement('subtitle', feed.description),
    empty('link', { rel: 'alternate', type: 'text/html', href: feed.homeUrl }),
    empty('link', { rel: 'self', type: 'application/atom+xml', href: feed.feedUrl }),
    ...textElement('icon', feed.icon ?? ''),
    element('updated', feed.updated.toISOString()),
    `<author>${element('name', feed.author)}${element('uri', feed.aboutUrl)}</author>`,
  ];
  const entries = feed.items.map((item) => {
    const enclosures = item.enclosure ? [item.enclosure] : [];
    const parts = [
      // Atom requires an IRI.
      element('id', URL.canParse(item.id) ? item.id : makeUrn(item.id)),
      element('title', item.title),
      empty('link', { rel: 'alternate', type: 'text/html', href: item.url }),
      element('published', item.published.toISOString()),
      element('updated', item.updated.toISOString()),
      ...item.authors.map((name) => `<author>${element('name', name)}</author>`),
      ...item.tags.map((term) => empty('category', { term })),
      ...textElement('summary', item.excerpt),
      ...enclosures.map(({ url: href, type, length }) => {
        const size = length === null ? {} : { length: `${length}` };
        return empty('link', { rel: 'enclosure', type, href, ...size });
      }),
      `<content type="html">${writeCData(item.content)}</content>`,
    ];
    const lang = item.language === feed.language ? {} : { 'xml:lang': item.language };
    return `<entry${writeXmlAttributes(lang)}>\n${parts.join('\n')}\n</entry>`;
  });
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language };
  return `${startXml(feed)}<feed${writeXmlAttributes(attributes)}>\n${[...head, ...entries].join('\n')}\n</feed>\n`;
}

function writeRss(feed: Feed): string {
  const head = [
    element('title', feed.title),
    element('link', feed.homeUrl),
    // RSS requires this element.
    element('description', feed.description || feed.title),
    empty('atom:link', { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' }),
    element('language', feed.language),
    element('lastBuildDate', feed.updated.toUTCString()),
    ...writeRssImage(feed),
  ];
  const items = feed.items.map((item) => {
    const enclosures = item.enclosure ? [item.enclosure] : [];
    const parts = [
      element('title', item.title),
      element('link', item.url),
      element('guid', item.id, { isPermaLink: 'false' }),
      element('pubDate', item.published.toUTCString()),
      // RSS's own <author> is an email address.
      ...item.authors.map((name) => element('dc:creator', name)),
      ...(item.language === feed.language ? [] : [element('dc:language', item.language)]),
      ...item.tags.map((tag) => element('category', tag)),
      ...textElement('description', item.excerpt),
      // RSS requires the length; 0 says that it isn't known.
      ...enclosures.map(({ url, type, length }) =>
        empty('enclosure', { url, type, length: `${length ?? 0}` }),
      ),
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
  return `${startXml(feed)}<rss${writeXmlAttributes(attributes)}>\n${channel}\n</rss>\n`;
}

function writeRssImage({ pngIcon, title, homeUrl }: Feed): string[] {
  if (pngIcon === null) return [];
  const parts = [element('url', pngIcon), element('title', title), element('link', homeUrl)];
  return [`<image>${parts.join('')}</image>`];
}

function writeJson(feed: Feed): string {
  const author = { name: dropForbidden(feed.author), url: feed.aboutUrl };
  const value = {
    version: 'https://jsonfeed.org/version/1.1',
    title: dropForbidden(feed.title),
    home_page_url: feed.homeUrl,
    feed_url: feed.feedUrl,
    description: dropForbidden(feed.description) || undefined,
    icon: feed.pngIcon ?? undefined,
    favicon: feed.icon ?? undefined,
    authors: [author],
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: dropForbidden(item.title),
      content_html: dropForbidden(item.content),
      summary: dropForbidden(item.excerpt) || undefined,
      image: item.image ?? undefined,
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: item.authors.map((name) =>
        name === feed.author ? author : { name: dropForbidden(name) },
      ),
      tags: item.tags.length === 0 ? undefined : item.tags.map(dropForbidden),
      language: item.language,
      attachments: item.enclosure
        ? [
            {
              url: item.enclosure.url,
              mime_type: item.enclosure.type,
              size_in_bytes: item.enclosure.length ?? undefined,
            },
          ]
        : undefined,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The beginning of an XML feed; its style sheet makes a page of it in browsers. */
function startXml({ styleUrl }: Feed): string {
  const style = writeXmlAttributes({ type: 'text/css', href: styleUrl });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet${style}?>\n`;
}

/**
 * Characters that XML doesn't allow, not even escaped (XML 1.0, production 2), such as lone surrogates and most control
 * characters; and the other control characters.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function dropForbidden(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** An element that contains text. */
function element(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${writeXmlAttributes(attributes)}>${escapeXml(dropForbidden(text))}</${name}>`;
}

/** An element that contains text; none if the text is empty. */
function textElement(name: string, text: string): string[] {
  return text === '' ? [] : [element(name, text)];
}

function empty(name: string, attributes: Record<string, string>): string {
  return `<${name}${writeXmlAttributes(attributes)}/>`;
}

function writeXmlAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(dropForbidden(value))}"`)
    .join('');
}

/** A CDATA section with HTML. A `]]>` in the HTML is split between two sections. */
function writeCData(html: string): string {
  return `<![CDATA[${dropForbidden(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
