/**
 * Feeds: RSS and Atom, whose items are read as a stream, and JSON Feed.
 */
import { decodeEntities, foldSpace } from '../content/text.ts';
import {
  type ImportedEssay,
  isRecord,
  lastPart,
  listRecords,
  type Source,
  type SourceFacts,
  text,
} from './imported-essay.ts';
import { parseJson } from './records.ts';
import { childText, listChildren, readItems, type XmlElement } from './xml.ts';

export const feed: Source = {
  async *read(input, facts) {
    for (const path of input.files) {
      if (input.files.length > 1 && !/\.(?:xml|rss|atom|json)$/i.test(path)) continue;
      const isJson = (await input.head(path)).trimStart().startsWith('{');
      if (isJson) yield* readJsonFeed(parseJson(await input.readText(path), path), facts);
      else {
        for await (const item of readItems(await input.stream(path), path)) {
          if (item.name === 'item' || item.name === 'entry') yield readItem(item);
          else readFact(item, facts);
        }
      }
    }
  },
};

/** Reads an item of RSS or an entry of Atom. */
export function readItem(item: XmlElement): ImportedEssay {
  const isRss = item.name === 'item';
  const get = (...names: string[]) =>
    names.map((name) => childText(item, name)).find(Boolean) ?? '';
  const links = listChildren(item, 'link').map(({ attributes }) => attributes);
  const link = isRss
    ? get('link')
    : (links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? '');
  const [full, short, id] = [
    get('content:encoded', 'content'),
    get('description', 'summary'),
    get('guid', 'id'),
  ];
  const isHtmlTitle = /html/.test(listChildren(item, 'title')[0]?.attributes.type ?? '');
  const isShort =
    full === '' || /\[(?:…|&#8230;|\.\.\.)\]|(?:…|\.\.\.)\s*(?:<\/p>)?\s*$/.test(full);
  const [author] = listChildren(item, 'author');
  const language = item.attributes['xml:lang'];
  return {
    id: `feed:${id || link}`,
    title: isHtmlTitle ? stripTags(get('title')) : decodeEntities(get('title')),
    html: full || short,
    published: get('pubDate', 'published', 'dc:date', 'updated'),
    updated: get('updated', 'atom:updated'),
    slug: lastPart(link),
    tags: listChildren(item, 'category').map(({ attributes: { label, term }, text: words }) => {
      return decodeEntities(isRss ? words : (label ?? term ?? ''));
    }),
    excerpt: full === '' ? '' : stripTags(short),
    author: get('dc:creator') || (author ? childText(author, 'name') : ''),
    addresses: [link],
    guid: id,
    keys: language ? { lang: language } : {},
    notes: isShort ? ['the feed may hold only the beginning of it'] : [],
  };
}

export const stripTags = (html: string) =>
  foldSpace(decodeEntities(html.replace(/<[^<>]*>/g, ' ')));

function readFact({ name, attributes, text: words }: XmlElement, facts: SourceFacts): void {
  if (name === 'title') facts.title ||= words.trim();
  if (name === 'description' || name === 'subtitle') facts.description ||= words.trim();
  if (name === 'language') facts.language ||= words.trim();
  facts.language ||= attributes['xml:lang'] ?? '';
  if (name === 'link' && /^(?:alternate)?$/.test(attributes.rel ?? ''))
    facts.url ||= attributes.href ?? words.trim();
}

function* readJsonFeed(value: unknown, facts: SourceFacts): Generator<ImportedEssay> {
  if (!isRecord(value)) return;
  facts.title ||= text(value.title);
  facts.url ||= text(value.home_page_url);
  facts.description ||= text(value.description);
  facts.language ||= text(value.language);
  for (const item of listRecords(value.items)) {
    const [url, language] = [text(item.url), text(item.language)];
    const authors = [...listRecords(item.authors), ...listRecords([item.author])];
    yield {
      id: `feed:${text(item.id) || url}`,
      title: text(item.title),
      html: text(item.content_html) || text(item.content_text),
      isText: item.content_html === undefined,
      published: text(item.date_published),
      updated: text(item.date_modified),
      slug: lastPart(url),
      tags: Array.isArray(item.tags) ? item.tags.map(text) : [],
      excerpt: text(item.summary),
      image: text(item.image) || text(item.banner_image),
      author: authors.map(({ name }) => text(name)).join(' and '),
      addresses: [url],
      guid: text(item.id),
      keys: language === '' ? {} : { lang: language },
    };
  }
}
