/**
 * Feeds: RSS, Atom and JSON Feed; and exports that have the form of a feed.
 *
 * XML is read as a stream, item by item, so that a file of any size needs only the memory of its largest post. Only
 * the entities of XML and HTML are known: a document type cannot define any.
 */
import { decode, escape as escapeXml } from 'he';
import { SaxesParser } from 'saxes';
import { traitsOf, VOID } from '../markdown/html.ts';
import { decodeEntities, dropControls, foldSpace } from '../text/text.ts';
import { type ImportedEssay, lastPart, type Source, type SourceFacts } from './imported-essay.ts';
import { encodingOf, ImportFault, type Input, listFiles } from './input.ts';
import { addFacts, isRecord, listRecords, readJson, readRecord, text } from './records.ts';

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
    notes: isShort ? ['the feed may hold only the beginning of it'] : [],
  };
}

/** The text of a piece of HTML, on one line. */
export const stripTags = (html: string, between = ' ') =>
  foldSpace(decodeEntities(html.replace(/<[!/a-z][^<>]*>/gi, between)));

/** An element. Its name is as in the source, without Atom's prefix. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  /** With the markup of the XHTML in it. */
  text = '';

  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** True for an element of XHTML, which becomes part of the text around it. */
  readonly isMarkup: boolean;

  constructor(name: string, attributes: Readonly<Record<string, string>>, isMarkup: boolean) {
    this.name = name;
    this.attributes = attributes;
    this.isMarkup = isMarkup;
  }

  /** The children with that name. */
  list(name: string): XmlElement[] {
    return this.children.filter((each) => each.name === name);
  }

  /** The first text of a child with one of these names; empty if there is none. */
  get(...names: string[]): string {
    return names.map((name) => this.list(name)[0]?.text.trim()).find(Boolean) ?? '';
  }
}

/** Elements that contain the items of a document. */
const OUTER = /^(?:rss|feed|channel|rdf:RDF|tumblr|posts)$/;
const [MAX_ITEM, MAX_DEPTH] = [64 * 2 ** 20, 200];
/** HTML entities that feeds use although XML does not define them. */
const HTML_ENTITIES =
  'nbsp ndash mdash hellip lsquo rsquo ldquo rdquo laquo raquo copy reg trade bull middot eacute egrave agrave ccedil auml ouml uuml szlig euro times';

/** True for the start of a feed, or of an export in the form of one. */
export const isFeed = (head: string) => /^\s*<(?:[\s\S]*?<)?(?:rss|feed|rdf:RDF)[\s>]/.test(head);

/** Yields the items of all feeds in order, and the elements beside them; takes the blog's facts from the latter. */
export async function* readItems(input: Input, facts: SourceFacts): AsyncGenerator<XmlElement> {
  for (const path of listFiles(input, /\.(?:xml|rss|atom)$/i)) {
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

/** Yields the elements of an XML file that are no containers of items. */
export async function* readElements(input: Input, file: string): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  for (const name of HTML_ENTITIES.split(' ')) parser.ENTITIES[name] = decode(`&${name};`);
  const open: XmlElement[] = [];
  const found: XmlElement[] = [];
  let size = 0;
  const fail = (reason: string) => {
    const message = `${file} cannot be read at line ${parser.line}: ${reason}`;
    return new ImportFault(message, 'Export it again: it may be incomplete, or changed by hand.');
  };
  const addText = (text: string, isTag = false) => {
    const last = open.at(-1);
    if (last === undefined) return;
    size += text.length;
    if (size > MAX_ITEM) throw fail('one post has more than 64 million characters');
    last.text += last.isMarkup && !isTag ? escapeXml(text) : text;
  };
  parser.on('error', (error) => {
    throw fail(error.message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('opentag', ({ name: written, attributes: all }) => {
    const attributes = all as Record<string, string>;
    const name = written.replace(/^atom:(?!link)/, '');
    const outer = open.at(-1);
    const isMarkup = outer?.isMarkup === true || outer?.attributes.type === 'xhtml';
    const element = new XmlElement(name, attributes, isMarkup);
    if (outer === undefined && OUTER.test(name)) found.push(element);
    else open.push(element);
    if (open.length > MAX_DEPTH) throw fail('its elements are nested too deeply');
    const values = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escapeXml(value)}"`,
    );
    if (isMarkup) addText(`<${name}${values.join('')}>`, true);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const outer = open.at(-1);
    if (outer === undefined) size = 0;
    if (element === undefined) return;
    // In HTML, `</br>` would be another line break.
    const end = traitsOf(element.name) & VOID ? '' : `</${element.name}>`;
    if (outer && element.isMarkup) outer.text += element.text + end;
    else (outer?.children ?? found).push(element);
  });
  let decoder: TextDecoder | null = null;
  for await (const piece of input.stream(file)) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(dropControls(decoder.decode(piece, { stream: true })));
    yield* found.splice(0);
  }
  if (decoder === null) throw new ImportFault(`${file} is empty`, 'Export it again.');
  parser.close();
  yield* found.splice(0);
}
