/**
 * Feeds: RSS, Atom and JSON Feed; and exports that have the form of a feed.
 */
import { decodeEntities, foldSpace } from '../../text/text.ts';
import { lastPart } from '../addresses.ts';
import type { ExportedPost } from '../exported-post.ts';
import { addFacts, type SourceFacts } from '../facts.ts';
import { type ImportInput, listMatching } from '../input.ts';
import { isRecord, listRecords, readJson, toText } from '../json.ts';
import { readElements, type XmlElement } from '../xml.ts';
import { readRecord } from './records.ts';
import type { Source } from './source.ts';

export const feed: Source = {
  async *read(input, facts) {
    for await (const item of readItems(input, facts)) {
      if (/^(?:item|entry)$/.test(item.name)) yield readItem(item);
    }
    for await (const value of readJson(input, facts.leftOut)) {
      if (!isRecord(value)) continue;
      addFacts(facts, value);
      for (const item of listRecords(value.items)) {
        const id = toText(item.id);
        const url = toText(item.url);
        yield {
          ...readRecord(item),
          id: `feed:${id || url}`,
          isText: item.content_html === undefined,
          slug: lastPart(url),
          guid: id,
        };
      }
    }
  },
};

/** Parameters that are added to links to count their readers. */
const TRACKING = /(?<=[?&])(?:utm_\w+|source)=[^&#]*&?/g;

/** Reads an RSS item or an Atom entry. */
export function readItem(item: XmlElement): ExportedPost {
  const isRss = item.name === 'item';
  const links = item.list('link').map(({ attributes }) => attributes);
  const link = isRss
    ? item.get('link')
    : (links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? '');
  const full = item.get('content:encoded', 'content');
  const short = item.get('description', 'summary');
  const id = item.get('guid', 'id');
  const isHtmlTitle = /html/.test(item.list('title')[0]?.attributes.type ?? '');
  const isShort =
    full === '' || /\[(?:…|&#8230;|\.\.\.)\]|(?:…|\.\.\.)\s*(?:<\/p>)?\s*$/.test(full);
  const language = item.attributes['xml:lang'];
  return {
    id: `feed:${id || link}`,
    title: isHtmlTitle ? stripTags(item.get('title'), '') : decodeEntities(item.get('title')),
    html: full || short,
    published: item.get('pubDate', 'published', 'dc:date', 'updated'),
    updated: item.get('updated', 'atom:updated'),
    slug: lastPart(link),
    tags: item.list('category').map(({ attributes: { label, term }, text: words }) => {
      return decodeEntities(isRss ? words : (label ?? term ?? ''));
    }),
    excerpt: full === '' ? '' : stripTags(short),
    author: item.get('dc:creator') || (item.list('author')[0]?.get('name') ?? ''),
    addresses: [link.replace(TRACKING, '').replace(/[?&](?=#|$)/, '')],
    guid: id,
    keys: language ? { lang: language } : {},
    notes: isShort ? ['posts that the feed may have cut short'] : [],
  };
}

/** The text of a piece of HTML, on one line. */
export const stripTags = (html: string, between = ' ') =>
  foldSpace(decodeEntities(html.replace(/<[!/a-z][^<>]*>/gi, between)));

/** True for the start of a feed, or of an export in the form of one. */
export const isFeed = (head: string) => /^\s*<(?:[\s\S]*?<)?(?:rss|feed|rdf:RDF)[\s>]/.test(head);

/** Yields the items of all feeds in order, and the elements beside them; takes the blog's facts from the latter. */
export async function* readItems(
  input: ImportInput,
  facts: SourceFacts,
): AsyncGenerator<XmlElement> {
  for (const path of listMatching(input, /\.(?:xml|rss|atom)$/i)) {
    if (!isFeed(await input.head(path))) continue;
    for await (const element of readElements(input, path)) {
      const { name, attributes, text } = element;
      const isOther = name === 'link' && !/^(?:alternate)?$/.test(attributes.rel ?? '');
      const value = isOther ? '' : decodeEntities(attributes.href ?? text);
      const isItem = /^(?:item|entry)$/.test(name);
      if (!isItem) addFacts(facts, { 'xml:lang': attributes['xml:lang'], [name]: value });
      yield element;
    }
  }
}
