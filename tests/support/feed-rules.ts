/**
 * The grammars of Atom (RFC 4287), RSS 2.0 with the Best Practices of the RSS Advisory Board, and JSON
 * Feed 1.1, restricted to what the program writes: anything that a grammar does not name is a fault.
 */
import { posix } from 'node:path';
import { load } from 'cheerio';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * One line per element: how often it occurs in its parent (`1!`: once, with a unique text), its path, and its
 * text, by name or literally. `=` begins the relation of a link, `[]` ends a list. All its attributes follow,
 * by name.
 */
const GRAMMARS = {
  'feed.xml': `
    1  feed xml:lang=LANGUAGE xmlns=http://www.w3.org/2005/Atom
    1  feed/id URL
    1  feed/title TEXT
    ?  feed/subtitle TEXT
    1  feed/icon URL
    1  feed/updated RFC_3339
    1  feed/link=alternate href=URL type=text/html
    1  feed/link=self href=URL type=application/atom+xml
    1  feed/author
    1  feed/author/name TEXT
    1  feed/author/uri URL
    *  feed/entry
    1! feed/entry/id URN
    1  feed/entry/title TEXT
    1  feed/entry/link=alternate href=URL type=text/html
    1  feed/entry/published RFC_3339
    1  feed/entry/updated RFC_3339
    1  feed/entry/author
    1  feed/entry/author/name TEXT
    *  feed/entry/category term=TEXT
    ?  feed/entry/summary TEXT
    ?  feed/entry/link=enclosure href=URL length=COUNT type=MEDIA_TYPE
    1  feed/entry/content HTML type=html`,
  'rss.xml': `
    1  rss version=2.0 xmlns:atom=http://www.w3.org/2005/Atom xmlns:content=http://purl.org/rss/1.0/modules/content/ xmlns:dc=http://purl.org/dc/elements/1.1/
    1  rss/channel
    1  rss/channel/title TEXT
    1  rss/channel/link URL
    1  rss/channel/description TEXT
    1  rss/channel/atom:link=self href=URL type=application/rss+xml
    1  rss/channel/language LANGUAGE
    1  rss/channel/lastBuildDate RFC_822
    ?  rss/channel/image
    1  rss/channel/image/url URL
    1  rss/channel/image/title TEXT
    1  rss/channel/image/link URL
    *  rss/channel/item
    1  rss/channel/item/title TEXT
    1  rss/channel/item/link URL
    1! rss/channel/item/guid URN isPermaLink=false
    1  rss/channel/item/pubDate RFC_822
    1  rss/channel/item/dc:creator TEXT
    ?  rss/channel/item/dc:language LANGUAGE
    *  rss/channel/item/category TEXT
    ?  rss/channel/item/description TEXT
    ?  rss/channel/item/enclosure length=COUNT type=MEDIA_TYPE url=URL
    1  rss/channel/item/content:encoded HTML`,
  'feed.json': `
    1  feed
    1  feed/version https://jsonfeed.org/version/1.1
    1  feed/title TEXT
    1  feed/home_page_url URL
    1  feed/feed_url URL
    ?  feed/description TEXT
    ?  feed/icon URL
    1  feed/favicon URL
    1  feed/authors[]
    1  feed/authors[]/name TEXT
    1  feed/authors[]/url URL
    1  feed/language LANGUAGE
    *  feed/items[]
    1! feed/items[]/id URN
    1  feed/items[]/url URL
    1  feed/items[]/title TEXT
    ?  feed/items[]/summary TEXT
    ?  feed/items[]/image URL
    1  feed/items[]/date_published RFC_3339
    1  feed/items[]/date_modified RFC_3339
    1  feed/items[]/authors[]
    1  feed/items[]/authors[]/name TEXT
    ?  feed/items[]/authors[]/url URL
    *  feed/items[]/tags[] TEXT
    1  feed/items[]/language LANGUAGE
    ?  feed/items[]/attachments[]
    1  feed/items[]/attachments[]/url URL
    1  feed/items[]/attachments[]/mime_type MEDIA_TYPE
    1  feed/items[]/attachments[]/size_in_bytes COUNT
    1  feed/items[]/content_html HTML`,
};

const TEXTS: Readonly<Record<string, RegExp>> = {
  TEXT: /\S/,
  URL: /^https?:\/\/[^/]/,
  URN: /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  COUNT: /^\d+$/,
  MEDIA_TYPE: /^(audio|video)\/\w+$/,
  LANGUAGE: /^[a-z]{2,3}(-[a-z0-9]+)*$/i,
  RFC_3339: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  RFC_822:
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/,
};

/** The faults in the three feeds of a site, each with its place. */
export function listFeedFaults(site: { text(path: string): string }): string[] {
  return Object.entries(GRAMMARS).flatMap(([path, grammar]) => {
    const lines = grammar
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/));
    const rules = new Map(lines.map(([count, place = '', ...words]) => [place, { count, words }]));
    const seen = new Set<string>();

    function visit(element: XmlElement, place: string): string[] {
      const rule = rules.get(place);
      if (rule === undefined) return [`${place} is not known`];
      const words = wordsOf(element);
      const isAlike = words.length === rule.words.length && !seen.has(words[0] ?? '');
      if (rule.count === '1!') seen.add(words[0] ?? '');
      const wrong = words.flatMap((word, index) => findWrong(word, rule.words[index] ?? ''));
      const places = element.children.map((child) => `${place}/${nameOf(child)}`);
      const counts = [...rules].flatMap(([each, { count }]) => {
        const found = places.filter((other) => other === each).length;
        const isRight = count === '*' || found === 1 || (count === '?' && found === 0);
        return posix.dirname(each) !== place || isRight ? [] : [`${found} of ${each}`];
      });
      const inside = element.children.flatMap((child, index) => visit(child, places[index] ?? ''));
      return [
        ...(isAlike ? wrong : [words.join(' ')]).map((each) => `${place}: ${each}`),
        ...counts,
        ...inside,
      ];
    }
    const text = site.text(path);
    const root = path.endsWith('.json') ? toElements('feed', JSON.parse(text)) : [parseXml(text)];
    return root.flatMap((each) => visit(each, each.name));
  });
}

/** Its text, if it has one, and its attributes, sorted; an entry may name its language. */
function wordsOf({ name, text, attributes: { rel: _, ...others } }: XmlElement): string[] {
  const stated = Object.entries(others).filter(([key]) => `${name} ${key}` !== 'entry xml:lang');
  const attributes = stated.map(([name, value]) => `${name}=${value}`);
  return [...(text.trim() === '' ? [] : [text]), ...attributes.sort()];
}

const nameOf = ({ name, attributes: { rel } }: XmlElement) => (rel ? `${name}=${rel}` : name);

function findWrong(word: string, expected: string): string[] {
  if (expected === 'HTML') return listRelativeUrls(word);
  const [, start = '', kind = ''] = /^(.*=)?(.*)$/.exec(expected) ?? [];
  const isText = word.startsWith(start) && TEXTS[kind]?.test(word.slice(start.length));
  return (isText ?? word === expected) ? [] : [word];
}

/** JSON as a tree of elements; values such as null or an empty list become elements without text. */
function toElements(name: string, value: unknown): XmlElement[] {
  if (Array.isArray(value) && (value.length > 0 || name === 'items')) {
    return value.flatMap((each) => toElements(`${name}[]`, each));
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const children = entries.flatMap(([key, each]) => toElements(key, each));
  const isText = typeof value === 'string' || typeof value === 'number';
  return [{ name, attributes: {}, children, text: isText ? String(value) : '' }];
}

/** The relative URLs in a piece of HTML. */
function listRelativeUrls(html: string): string[] {
  const $ = load(html, null, false);
  // References within an SVG are local to it.
  $('svg').remove();
  const valuesOf = (name: string) => Array.from($(`[${name}]`), (each) => $(each).attr(name) ?? '');
  const urls = ['href', 'src', 'poster', 'cite', 'action', 'data'].flatMap(valuesOf);
  const candidates = valuesOf('srcset').flatMap((each) => each.split(/,\s+/));
  const listed = candidates.map((each) => each.trim().split(/\s/)[0] ?? '');
  return [...urls, ...listed].filter((url) => !/^[a-z][a-z0-9+.-]*:/i.test(url));
}
