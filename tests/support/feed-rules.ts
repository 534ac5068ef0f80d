/**
 * What the documents of the three feed formats ask of a feed, rule by rule: each says where it is from,
 * and gives what of a feed breaks it.
 */
import { load } from 'cheerio';
import { childrenOf, textOf, type XmlElement } from './xml.ts';

/** A rule's source, what it asks, and the places that break it. */
export type Rule<Feed> = readonly [source: string, rule: string, breaks: (feed: Feed) => unknown[]];

const ATOM_PERSON = ['author', 'contributor'];
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

const entriesOf = (feed: XmlElement) => childrenOf(feed, 'entry');
const withEntries = (feed: XmlElement) => [feed, ...entriesOf(feed)];
const linksOf = (element: XmlElement, rel: string) =>
  childrenOf(element, 'link').filter(({ attributes }) => attributes.rel === rel);

export const ATOM_RULES: readonly Rule<XmlElement>[] = [
  [
    'RFC 4287, 2',
    'the root is a feed of the Atom namespace',
    (feed) => {
      return feed.name === 'feed' && feed.attributes.xmlns === 'http://www.w3.org/2005/Atom'
        ? []
        : [feed];
    },
  ],
  [
    'RFC 4287, 4.1.1',
    'a feed has one id, one title and one updated',
    (feed) => ['id', 'title', 'updated'].filter((name) => childrenOf(feed, name).length !== 1),
  ],
  [
    'RFC 4287, 4.1.1',
    'a feed should have a link to itself',
    (feed) => (linksOf(feed, 'self').length === 1 ? [] : [feed]),
  ],
  [
    'RFC 4287, 4.1.1',
    'a feed has no more than one alternate of a type',
    (feed) => (linksOf(feed, 'alternate').length === 1 ? [] : [feed]),
  ],
  [
    'RFC 4287, 4.1.1',
    'a feed has an author, unless every entry has',
    (feed) => (childrenOf(feed, 'author').length > 0 ? [] : withoutOne(entriesOf(feed), 'author')),
  ],
  [
    'RFC 4287, 4.1.1',
    'a feed has no more than one subtitle',
    (feed) => childrenOf(feed, 'subtitle').slice(1),
  ],
  ['RFC 4287, 4.1.2', 'an entry has one id', (feed) => withoutOne(entriesOf(feed), 'id')],
  ['RFC 4287, 4.1.2', 'an entry has one title', (feed) => withoutOne(entriesOf(feed), 'title')],
  ['RFC 4287, 4.1.2', 'an entry has one updated', (feed) => withoutOne(entriesOf(feed), 'updated')],
  [
    'RFC 4287, 4.1.2',
    'an entry has no more than one published',
    (feed) => withoutOne(entriesOf(feed), 'published'),
  ],
  [
    'RFC 4287, 4.1.2',
    'an entry has no more than one content',
    (feed) => withoutOne(entriesOf(feed), 'content'),
  ],
  [
    'RFC 4287, 4.1.2',
    'an entry has no more than one summary',
    (feed) => entriesOf(feed).filter((entry) => childrenOf(entry, 'summary').length > 1),
  ],
  [
    'RFC 4287, 4.1.2',
    'an entry has one alternate',
    (feed) => entriesOf(feed).filter((entry) => linksOf(entry, 'alternate').length !== 1),
  ],
  [
    'RFC 4287, 3.1.1',
    'what has no type is plain text',
    (feed) =>
      withEntries(feed).flatMap((each) =>
        ['title', 'subtitle', 'summary']
          .flatMap((name) => childrenOf(each, name))
          .filter(({ children }) => children.length > 0),
      ),
  ],
  [
    'RFC 4287, 3.2.1',
    'a person has one name, which is not empty',
    (feed) =>
      withEntries(feed)
        .flatMap((each) => ATOM_PERSON.flatMap((name) => childrenOf(each, name)))
        .filter((person) => !textOf(person, 'name')),
  ],
  [
    'RFC 4287, 3.3',
    'dates are those of RFC 3339, in UTC',
    (feed) =>
      withEntries(feed)
        .flatMap((each) => ['updated', 'published'].flatMap((name) => childrenOf(each, name)))
        .filter(({ text }) => !RFC_3339.test(text)),
  ],
  [
    'RFC 4287, 4.1.3.3',
    'HTML is text, without elements of XML',
    (feed) =>
      entriesOf(feed)
        .flatMap((entry) => childrenOf(entry, 'content'))
        .filter(({ attributes, children }) => attributes.type !== 'html' || children.length > 0),
  ],
  [
    'RFC 4287, 4.2.2.1',
    'a category has a term',
    (feed) =>
      entriesOf(feed)
        .flatMap((entry) => childrenOf(entry, 'category'))
        .filter(({ attributes }) => !attributes.term),
  ],
  [
    'RFC 4287, 4.2.6',
    'an id is an absolute IRI, and that of one entry alone',
    (feed) => {
      const ids = entriesOf(feed).map((entry) => textOf(entry, 'id') ?? '');
      return [...ids.filter((id) => !URN.test(id)), ...repeated(ids)];
    },
  ],
  [
    'RFC 4287, 4.2.7.1',
    'a link has an address',
    (feed) =>
      withEntries(feed)
        .flatMap((each) => childrenOf(each, 'link'))
        .filter(({ attributes }) => !isAbsolute(attributes.href)),
  ],
  [
    'RFC 4287, 4.2.15',
    'a feed is as new as its newest entry',
    (feed) => {
      const updated = entriesOf(feed).map((entry) => textOf(entry, 'updated') ?? '');
      return updated.every((each) => each <= (textOf(feed, 'updated') ?? '')) ? [] : updated;
    },
  ],
  [
    'issue',
    'URLs in contents are absolute',
    (feed) => entriesOf(feed).flatMap((entry) => listRelativeUrls(textOf(entry, 'content') ?? '')),
  ],
];

const channelsOf = (rss: XmlElement) => childrenOf(rss, 'channel');
const itemsOf = (rss: XmlElement) =>
  channelsOf(rss).flatMap((channel) => childrenOf(channel, 'item'));
const textsOf = (elements: readonly XmlElement[], name: string) =>
  elements.flatMap((element) => childrenOf(element, name)).map(({ text }) => text);

export const RSS_RULES: readonly Rule<XmlElement>[] = [
  [
    'RSS 2.0, what is RSS',
    'the root is an rss of version 2.0, with one channel',
    (rss) =>
      rss.name === 'rss' && rss.attributes.version === '2.0' && channelsOf(rss).length === 1
        ? []
        : [rss],
  ],
  [
    'RSS 2.0, required channel elements',
    'a channel has one title, link and description',
    (rss) =>
      ['title', 'link', 'description'].flatMap((name) =>
        withoutOne(channelsOf(rss), name).map(() => name),
      ),
  ],
  [
    'RSS 2.0, required channel elements',
    'none of them is empty',
    (rss) =>
      ['title', 'link', 'description'].filter((name) =>
        textsOf(channelsOf(rss), name).includes(''),
      ),
  ],
  [
    'RSS 2.0, comments',
    'links are absolute',
    (rss) =>
      textsOf([...channelsOf(rss), ...itemsOf(rss)], 'link').filter((url) => !isAbsolute(url)),
  ],
  [
    'RSS 2.0, dates',
    'dates are those of RFC 822, with four digits for the year',
    (rss) =>
      [...textsOf(channelsOf(rss), 'lastBuildDate'), ...textsOf(itemsOf(rss), 'pubDate')].filter(
        (date) => !RFC_822.test(date),
      ),
  ],
  [
    'RSS 2.0, language',
    'a language is a tag',
    (rss) =>
      textsOf(channelsOf(rss), 'language').filter(
        (language) => !/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(language),
      ),
  ],
  [
    'RSS 2.0, items',
    'an item has a title or a description',
    (rss) => itemsOf(rss).filter((item) => !textOf(item, 'title') && !textOf(item, 'description')),
  ],
  [
    'RSS 2.0, items',
    'an item has one title, link, pubDate and guid',
    (rss) => ['title', 'link', 'pubDate', 'guid'].flatMap((name) => withoutOne(itemsOf(rss), name)),
  ],
  [
    'RSS 2.0, author',
    'an author is a mail address, so names stand elsewhere',
    (rss) => itemsOf(rss).flatMap((item) => childrenOf(item, 'author')),
  ],
  [
    'RSS 2.0, guid',
    'a guid that is no address says so, and is that of one item alone',
    (rss) => {
      const guids = itemsOf(rss).flatMap((item) => childrenOf(item, 'guid'));
      const open = guids.filter(({ attributes }) => attributes.isPermaLink !== 'false');
      return [...open, ...repeated(guids.map(({ text }) => text))];
    },
  ],
  [
    'RSS 2.0, category',
    'a category is not empty',
    (rss) => textsOf(itemsOf(rss), 'category').filter((name) => name === ''),
  ],
  [
    'RSS Best Practices, atom:link',
    'a channel has a link to itself',
    (rss) =>
      channelsOf(rss)
        .flatMap((channel) => childrenOf(channel, 'atom:link'))
        .filter(({ attributes }) => attributes.rel === 'self' && isAbsolute(attributes.href))
        .length === 1
        ? []
        : [rss],
  ],
  [
    'RSS Best Practices, content:encoded',
    'an item has no more than one, which is text',
    (rss) =>
      itemsOf(rss)
        .flatMap((item) => childrenOf(item, 'content:encoded'))
        .filter(({ children }) => children.length > 0),
  ],
  [
    'RSS Best Practices, dc:creator',
    'an item has its author’s name',
    (rss) => itemsOf(rss).filter((item) => !textOf(item, 'dc:creator')),
  ],
  [
    'issue',
    'URLs in contents are absolute',
    (rss) => textsOf(itemsOf(rss), 'content:encoded').flatMap(listRelativeUrls),
  ],
];

/** A JSON Feed, as far as the rules look at it. */
export interface JsonFeed {
  readonly [name: string]: unknown;
  readonly items: readonly {
    readonly [name: string]: unknown;
    readonly id: string;
    readonly content_html: string;
  }[];
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

export const JSON_FEED_RULES: readonly Rule<JsonFeed>[] = [
  [
    'JSON Feed 1.1, top-level',
    'version, title and items are required',
    (feed) =>
      feed.version === 'https://jsonfeed.org/version/1.1' &&
      isText(feed.title) &&
      Array.isArray(feed.items)
        ? []
        : [feed.version],
  ],
  [
    'JSON Feed 1.1, top-level',
    'home_page_url and feed_url are addresses',
    (feed) => ['home_page_url', 'feed_url'].filter((name) => !isAbsolute(feed[name])),
  ],
  [
    'JSON Feed 1.1, top-level',
    'what is not there is left out, not null or empty',
    (feed) =>
      [feed, ...feed.items].flatMap((each) =>
        Object.entries(each).filter(
          ([name, value]) =>
            name !== 'items' &&
            name !== 'content_html' &&
            (value === null || value === '' || (Array.isArray(value) && value.length === 0)),
        ),
      ),
  ],
  [
    'JSON Feed 1.1, authors',
    'an author is an object with a name, a url or an avatar',
    (feed) =>
      [feed, ...feed.items].filter(
        ({ authors }) => !Array.isArray(authors) || !authors.every(({ name }) => isText(name)),
      ),
  ],
  [
    'JSON Feed 1.1, authors',
    'author, without s, is deprecated',
    (feed) => [feed, ...feed.items].filter((each) => 'author' in each),
  ],
  [
    'JSON Feed 1.1, items',
    'an id is a text, and that of one item alone',
    (feed) => {
      const ids = feed.items.map(({ id }) => id);
      return [...ids.filter((id) => !URN.test(id)), ...repeated(ids)];
    },
  ],
  [
    'JSON Feed 1.1, items',
    'an item has content_html or content_text',
    (feed) => feed.items.filter((item) => typeof item.content_html !== 'string'),
  ],
  [
    'JSON Feed 1.1, items',
    'url and image are addresses',
    (feed) =>
      feed.items.filter(
        ({ url, image }) => !isAbsolute(url) || (image !== undefined && !isAbsolute(image)),
      ),
  ],
  [
    'JSON Feed 1.1, items',
    'dates are those of RFC 3339',
    (feed) =>
      feed.items
        .flatMap(({ date_published, date_modified }) => [date_published, date_modified])
        .filter((date) => !RFC_3339.test(String(date))),
  ],
  [
    'JSON Feed 1.1, items',
    'tags are texts',
    (feed) =>
      feed.items.filter(
        ({ tags }) => tags !== undefined && !(Array.isArray(tags) && tags.every(isText)),
      ),
  ],
  [
    'JSON Feed 1.1, items',
    'a language is a tag',
    (feed) =>
      [feed, ...feed.items].filter(
        ({ language }) => !/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(String(language)),
      ),
  ],
  [
    'issue',
    'URLs in contents are absolute',
    (feed) => feed.items.flatMap(({ content_html }) => listRelativeUrls(content_html)),
  ],
];
