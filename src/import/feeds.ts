/**
 * Feeds: RSS and Atom, with items read as a stream, and JSON Feed.
 */
import { decodeEntities, foldSpace } from '../content/text.ts';
import { type ImportedEssay, lastPart, type Source } from './imported-essay.ts';
import { addFacts, isRecord, listRecords, readJson, readRecord, text } from './records.ts';
import { readItems, type XmlElement } from './xml.ts';

export const feed: Source = {
  async *read(input, facts) {
    for await (const item of readItems(input, facts)) {
      if (/^(?:item|entry)$/.test(item.name)) yield readItem(item);
    }
    for await (const value of readJson(input)) {
      if (!isRecord(value)) continue;
      addFacts(facts, value);
      for (const item of listRecords(value.items)) {
        const [id, url] = [text(item.id), text(item.url)];
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
export function readItem(item: XmlElement): ImportedEssay {
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
    title: (isHtmlTitle ? stripTags : decodeEntities)(item.get('title')),
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
    notes: isShort ? ['the feed may hold only the beginning of it'] : [],
  };
}

export const stripTags = (html: string) =>
  foldSpace(decodeEntities(html.replace(/<[^<>]*>/g, ' ')));
