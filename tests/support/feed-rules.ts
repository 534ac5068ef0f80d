/**
 * What the documents of the three feed formats ask of a feed, rule by rule: each says where it is from,
 * and gives what of a feed breaks it.
 */
import { load } from 'cheerio';
import { childrenOf, textOf, type XmlElement } from './xml.ts';

/** A rule's source, what it asks, and the places that break it. */
export type Rule<Feed> = readonly [source: string, rule: string, breaks: (feed: Feed) => unknown[]];

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const URN = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const isAbsolute = (url: unknown) => typeof url === 'string' && /^https?:\/\/[^/]/.test(url);

/** Those of the elements that have not exactly one child of a name. */
function withoutOne(elements: readonly XmlElement[], name: string): XmlElement[] {
  return elements.filter((element) => childrenOf(element, name).length !== 1);
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** What is not absolute among the addresses in a piece of HTML. */
export function listRelativeUrls(html: string): string[] {
  const $ = load(html, null, false);
  // A drawing's addresses are places in itself.
  $('svg').remove();
  const urls = ['href', 'src', 'poster', 'cite', 'action', 'data'].flatMap((name) =>
    $(`[${name}]`)
      .map((_, element) => $(element).attr(name))
      .get(),
  );
  const sets = $('[srcset]')
    .map((_, element) => ($(element).attr('srcset') ?? '').split(/,\s+/))
    .get()
    .map((each) => each.trim().split(/\s/)[0] ?? '');
  return [...urls, ...sets].filter((url) => !/^[a-z][a-z0-9+.-]*:/i.test(url));
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isLanguage = (value: unknown) => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(String(value));
const entriesOf = (feed: XmlElement) => childrenOf(feed, 'entry');
const withEntries = (feed: XmlElement) => [feed, ...entriesOf(feed)];
const linksOf = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link').filter(({ attributes }) => attributes.rel === rel);

/** All children of some names that the feed and its entries have. */
const partsOf = (feed: XmlElement, ...names: readonly string[]) =>
  withEntries(feed).flatMap((each) => names.flatMap((name) => childrenOf(each, name)));
const entryPartsOf = (feed: XmlElement, name: string) =>
  entriesOf(feed).flatMap((entry) => childrenOf(entry, name));

const ATOM = 'http://www.w3.org/2005/Atom';

/** The rules of one document, by what they ask. */
function rulesOf<Feed>(
  document: string,
  rules: Readonly<Record<string, (feed: Feed) => unknown[]>>,
): Rule<Feed>[] {
  return Object.entries(rules).map(([text, breaks]) => {
    const [, section = '', rule = ''] = /^(.*?): (.*)$/.exec(text) ?? [];
    return [`${document}, ${section}`, rule, breaks];
  });
}

export const ATOM_RULES: readonly Rule<XmlElement>[] = rulesOf('RFC 4287', {
  '2: the root is a feed of the Atom namespace': (feed) =>
    feed.name === 'feed' && feed.attributes.xmlns === ATOM ? [] : [feed],
  '4.1.1: a feed has one id, one title and one updated': (feed) =>
    ['id', 'title', 'updated'].flatMap((name) => withoutOne([feed], name)),
  '4.1.1: a feed should have a link to itself': (feed) =>
    linksOf(feed, 'self').length === 1 ? [] : [feed],
  '4.1.1: a feed has no more than one alternate of a type': (feed) =>
    linksOf(feed, 'alternate').length === 1 ? [] : [feed],
  '4.1.1: a feed has an author, unless every entry has': (feed) =>
    childrenOf(feed, 'author').length > 0 ? [] : withoutOne(entriesOf(feed), 'author'),
  '4.1.1: a feed has no more than one subtitle': (feed) => childrenOf(feed, 'subtitle').slice(1),
  '4.1.2: an entry has one id, title, updated, published and content': (feed) =>
    ['id', 'title', 'updated', 'published', 'content'].flatMap((name) =>
      withoutOne(entriesOf(feed), name),
    ),
  '4.1.2: an entry has no more than one summary': (feed) =>
    entriesOf(feed).flatMap((entry) => childrenOf(entry, 'summary').slice(1)),
  '4.1.2: an entry has one alternate': (feed) =>
    entriesOf(feed).filter((entry) => linksOf(entry, 'alternate').length !== 1),
  '3.1.1: what has no type is plain text': (feed) =>
    partsOf(feed, 'title', 'subtitle', 'summary').filter(({ children }) => children.length > 0),
  '3.2.1: a person has one name, which is not empty': (feed) =>
    partsOf(feed, 'author', 'contributor').filter((person) => !textOf(person, 'name')),
  '3.3: dates are those of RFC 3339, in UTC': (feed) =>
    partsOf(feed, 'updated', 'published').filter(({ text }) => !RFC_3339.test(text)),
  '4.1.3.3: HTML is text, without elements of XML': (feed) =>
    entryPartsOf(feed, 'content').filter(
      ({ attributes, children }) => attributes.type !== 'html' || children.length > 0,
    ),
  '4.2.2.1: a category has a term': (feed) =>
    entryPartsOf(feed, 'category').filter(({ attributes }) => !attributes.term),
  '4.2.6: an id is an absolute IRI, and that of one entry alone': (feed) => {
    const ids = entriesOf(feed).map((entry) => textOf(entry, 'id') ?? '');
    return [...ids.filter((id) => !URN.test(id)), ...repeated(ids)];
  },
  '4.2.7.1: a link has an address': (feed) =>
    partsOf(feed, 'link').filter(({ attributes }) => !isAbsolute(attributes.href)),
  '4.2.15: a feed is as new as its newest entry': (feed) => {
    const updated = entriesOf(feed).map((entry) => textOf(entry, 'updated') ?? '');
    return updated.every((each) => each <= (textOf(feed, 'updated') ?? '')) ? [] : updated;
  },
  'issue: URLs in contents are absolute': (feed) =>
    entryPartsOf(feed, 'content').flatMap(({ text }) => listRelativeUrls(text)),
});

const channelsOf = (rss: XmlElement) => childrenOf(rss, 'channel');
const itemsOf = (rss: XmlElement) =>
  channelsOf(rss).flatMap((channel) => childrenOf(channel, 'item'));
const itemPartsOf = (rss: XmlElement, name: string) =>
  itemsOf(rss).flatMap((item) => childrenOf(item, name));
const textsOf = (elements: readonly XmlElement[], name: string) =>
  elements.flatMap((element) => childrenOf(element, name)).map(({ text }) => text);

export const RSS_RULES: readonly Rule<XmlElement>[] = rulesOf('RSS 2.0', {
  'what is RSS: the root is an rss of version 2.0, with one channel': (rss) =>
    rss.name === 'rss' && rss.attributes.version === '2.0' && channelsOf(rss).length === 1
      ? []
      : [rss],
  'required elements: a channel has one title, link and description, none of them empty': (rss) =>
    ['title', 'link', 'description'].flatMap((name) => [
      ...withoutOne(channelsOf(rss), name),
      ...textsOf(channelsOf(rss), name).filter((text) => text === ''),
    ]),
  'comments: links are absolute': (rss) =>
    textsOf([...channelsOf(rss), ...itemsOf(rss)], 'link').filter((url) => !isAbsolute(url)),
  'dates: dates are those of RFC 822, with four digits for the year': (rss) =>
    [...textsOf(channelsOf(rss), 'lastBuildDate'), ...textsOf(itemsOf(rss), 'pubDate')].filter(
      (date) => !RFC_822.test(date),
    ),
  'language: a language is a tag': (rss) =>
    textsOf(channelsOf(rss), 'language').filter((language) => !isLanguage(language)),
  'items: an item has a title or a description': (rss) =>
    itemsOf(rss).filter((item) => !textOf(item, 'title') && !textOf(item, 'description')),
  'items: an item has one title, link, pubDate and guid': (rss) =>
    ['title', 'link', 'pubDate', 'guid'].flatMap((name) => withoutOne(itemsOf(rss), name)),
  'author: an author is a mail address, so names stand elsewhere': (rss) =>
    itemPartsOf(rss, 'author'),
  'guid: a guid that is no address says so, and is that of one item alone': (rss) => {
    const guids = itemPartsOf(rss, 'guid');
    const open = guids.filter(({ attributes }) => attributes.isPermaLink !== 'false');
    return [...open, ...repeated(guids.map(({ text }) => text))];
  },
  'category: a category is not empty': (rss) =>
    textsOf(itemsOf(rss), 'category').filter((name) => name === ''),
  'Best Practices, atom.link: a channel has a link to itself': (rss) => {
    const links = channelsOf(rss).flatMap((channel) => childrenOf(channel, 'atom:link'));
    const own = links.filter(({ attributes: { rel, href } }) => rel === 'self' && isAbsolute(href));
    return own.length === 1 ? [] : [rss];
  },
  'Best Practices, content.encoded: an item has no more than one, which is text': (rss) =>
    itemPartsOf(rss, 'content:encoded').filter(({ children }) => children.length > 0),
  'Best Practices, dc.creator: an item has its author’s name': (rss) =>
    itemsOf(rss).filter((item) => !textOf(item, 'dc:creator')),
  'issue: URLs in contents are absolute': (rss) =>
    textsOf(itemsOf(rss), 'content:encoded').flatMap(listRelativeUrls),
});

/** A JSON Feed, as far as the rules look at it. */
export interface JsonFeed {
  readonly [name: string]: unknown;
  readonly items: readonly {
    readonly [name: string]: unknown;
    readonly id: string;
    readonly content_html: string;
  }[];
}

export const JSON_FEED_RULES: readonly Rule<JsonFeed>[] = rulesOf('JSON Feed 1.1', {
  'top-level: version, title and items are required': (feed) =>
    feed.version === 'https://jsonfeed.org/version/1.1' &&
    isText(feed.title) &&
    Array.isArray(feed.items)
      ? []
      : [feed.version],
  'top-level: home_page_url and feed_url are addresses': (feed) =>
    ['home_page_url', 'feed_url'].filter((name) => !isAbsolute(feed[name])),
  'top-level: what is not there is left out, not null or empty': (feed) =>
    [feed, ...feed.items].flatMap((each) =>
      Object.entries(each).filter(([name, value]) => {
        const isEmpty = value === null || value === '' || (value as unknown[]).length === 0;
        return isEmpty && name !== 'items' && name !== 'content_html';
      }),
    ),
  'authors: an author is an object with a name, a url or an avatar': (feed) =>
    [feed, ...feed.items].filter(
      ({ authors }) => !Array.isArray(authors) || !authors.every(({ name }) => isText(name)),
    ),
  'authors: author, without s, is deprecated': (feed) =>
    [feed, ...feed.items].filter((each) => 'author' in each),
  'items: an id is a text, and that of one item alone': (feed) => {
    const ids = feed.items.map(({ id }) => id);
    return [...ids.filter((id) => !URN.test(id)), ...repeated(ids)];
  },
  'items: an item has content_html or content_text': (feed) =>
    feed.items.filter((item) => typeof item.content_html !== 'string'),
  'items: url and image are addresses': (feed) =>
    feed.items.filter(
      ({ url, image }) => !isAbsolute(url) || (image !== undefined && !isAbsolute(image)),
    ),
  'items: dates are those of RFC 3339': (feed) =>
    feed.items
      .flatMap(({ date_published, date_modified }) => [date_published, date_modified])
      .filter((date) => !RFC_3339.test(String(date))),
  'items: tags are texts': (feed) =>
    feed.items.filter(
      ({ tags }) => tags !== undefined && !(Array.isArray(tags) && tags.every(isText)),
    ),
  'items: a language is a tag': (feed) =>
    [feed, ...feed.items].filter(({ language }) => !isLanguage(language)),
  'issue: URLs in contents are absolute': (feed) =>
    feed.items.flatMap(({ content_html }) => listRelativeUrls(content_html)),
});
