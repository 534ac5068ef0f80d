/**
 * WordPress: its export (WXR), in one or several files, with items read as a stream.
 *
 * Bodies are as in the editor, not as on the page: blank lines may separate paragraphs, and shortcodes
 * are galleries and captions with pictures that may come later in the file.
 */
import { escape as escapeHtml } from 'he';
import { groupBy } from '../../problems/group-by.ts';
import { decodeEntities } from '../../text/text.ts';
import { lastPart } from '../addresses.ts';
import { isBlockNode, wrapRuns } from '../clean.ts';
import { addCount } from '../counts.ts';
import { makeEmbed } from '../embeds.ts';
import type { ExportedPost } from '../exported-post.ts';
import type { SourceFacts } from '../facts.ts';
import { listRecords, toText } from '../json.ts';
import type { Node, Parent } from '../tree.ts';
import * as dom from '../tree.ts';
import type { XmlElement } from '../xml.ts';
import { findZone, type LocalMoment } from '../zones.ts';
import { readItem, readItems, stripTags } from './feeds.ts';
import type { Source } from './source.ts';

export const wordpress: Source = {
  feed: ['/feed', '/rss.xml'],
  tagPages: '/tag/:tag/ and /category/:tag/',
  async *read(input, facts) {
    const authors = new Map<string, string>();
    const dates: LocalMoment[] = [];
    for await (const item of readItems(input, facts)) {
      if (item.name === 'link') facts.url = item.text.trim() || facts.url;
      if (item.name === 'wp:author')
        authors.set(item.get('wp:author_login'), item.get('wp:author_display_name'));
      const essay = item.name === 'item' ? readWordPressItem(item, authors, facts) : null;
      if (essay === null) continue;
      const moment = Date.parse(readGmt(item.get('wp:post_date_gmt')));
      const local = Date.parse(`${item.get('wp:post_date').replace(' ', 'T')}Z`);
      if (!Number.isNaN(moment + local)) dates.push({ moment, local });
      yield essay;
    }
    facts.timezone = findZone(dates);
  },
  complete(essay, { attachments, blocks: shared }, parse) {
    const unknown = new Set<string>();
    const filled = essay.html
      .replace(SHARED_BLOCK, (whole, id) => shared.get(id) ?? whole)
      .replace(OWN_GALLERY, (whole, rest) => {
        const own = [...attachments].flatMap(([id, { url, parent }]) =>
          `wordpress:${parent}` === essay.id && IMAGE.test(url) ? [id] : [],
        );
        return own.length === 0 ? whole : `[gallery ids="${own}"${rest}]`;
      });
    const blocks = Array.from(filled.matchAll(EMPTY_BLOCK), ([, name = '']) => name);
    const left = new Set(blocks.filter((name) => !/^(?:spacer|footnotes)$/.test(name)));
    const html = expandBody(filled, attachments, unknown, parse);
    const { url: image = '', alt: imageAlt = '' } = attachments.get(essay.image ?? '') ?? {};
    const notes = [
      ...(left.size > 0 ? [[LEFT_BLOCKS, [...left].join(', ')] as const] : []),
      ...(unknown.size > 0 ? [[UNKNOWN_SHORTCODES, [...unknown].join(' ')] as const] : []),
    ];
    return { ...essay, html, image, imageAlt, notes: [...(essay.notes ?? []), ...notes] };
  },
  pictureHosts: /(?:^|\.)(?:files\.wordpress\.com|i[0-3]\.wp\.com)$/,
  original: (url) =>
    url
      .replace(/^https?:\/\/i[0-3]\.wp\.com\//, 'https://')
      .replace(/-\d+x\d+(?=\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$))/i, '')
      .replace(/(\.(?:jpe?g|png|gif|webp|avif))\?.*$/i, '$1'),
};

const LEFT_BLOCKS = 'blocks that WordPress fills in, which were left out';
const UNKNOWN_SHORTCODES = 'unknown shortcodes, left as text';
const IMAGE = /\.(?:jpe?g|png|gif|webp|avif)$/i;
/** A reference to a block that several posts share. The bounds keep damaged exports fast. */
const SHARED_BLOCK = /<!-- wp:block \{[^<>]{0,500}?"ref":(\d+)[^<>]{0,500}-->/g;
const EMPTY_BLOCK = /<!-- wp:([\w/-]{1,100})(?:\s[^<>]{0,2000})?\/-->/g;
/** A gallery of all pictures that were added to its post. */
const OWN_GALLERY = /(?<!\[)\[gallery(?![^\]]{0,500}\b(?:ids|include)=)([^\]]{0,500})\]/g;

/** Post types that WordPress uses internally. */
const INTERNAL =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*)$/;

function readWordPressItem(
  item: XmlElement,
  authors: Map<string, string>,
  facts: SourceFacts,
): ExportedPost | null {
  const id = item.get('wp:post_id');
  const type = item.get('wp:post_type');
  const status = item.get('wp:status');
  const listMetas = (key: string) => {
    const metas = item.list('wp:postmeta').filter((each) => each.get('wp:meta_key') === key);
    return metas.map((each) => each.get('wp:meta_value'));
  };
  if (type === 'attachment') {
    facts.attachments.set(id, {
      url: item.get('wp:attachment_url'),
      alt: listMetas('_wp_attachment_image_alt')[0] ?? '',
      caption: item.get('excerpt:encoded'),
      parent: item.get('wp:post_parent'),
    });
  }
  if (type === 'wp_block') facts.blocks.set(id, item.get('content:encoded'));
  if (INTERNAL.test(type) || status === 'auto-draft') return null;
  const isEssay = type === 'post' || type === 'page';
  if (!isEssay || status === 'trash') {
    addCount(facts.leftOut, isEssay ? 'posts in the trash' : `items of the type ${type}`);
    return null;
  }
  countComments(item, facts);
  const listTags = (domain: string) =>
    item.list('category').flatMap(({ attributes, text }) => {
      const name = decodeEntities(text.trim());
      return attributes.domain === domain && name !== 'Uncategorized' ? [name] : [];
    });
  const footnotes = listMetas('footnotes').map(listFootnotes);
  const read = readItem(item);
  const link = item.get('link');
  const moved = listMetas('_wp_old_slug').map((old) => link.replace(/[^/]+\/?$/, () => `${old}/`));
  const query = `/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
  return {
    ...read,
    html: read.html.replace(/<!-- wp:footnotes\s*\/-->/, () => footnotes.join('')),
    id: `wordpress:${id}`,
    title: stripTags(item.get('title'), ''),
    published:
      readGmt(item.get('wp:post_date_gmt')) || item.get('pubDate') || item.get('wp:post_date'),
    updated: readGmt(item.get('wp:post_modified_gmt')),
    slug: item.get('wp:post_name') || (/[?&]p=/.test(link) ? '' : lastPart(link)),
    tags: [...listTags('post_tag'), ...listTags('category')],
    excerpt: stripTags(item.get('excerpt:encoded')),
    image: listMetas('_thumbnail_id')[0] ?? '',
    author: authors.get(item.get('dc:creator')) ?? item.get('dc:creator'),
    isDraft: status !== 'publish',
    isPrivate: status === 'private' || item.get('wp:post_password') !== '',
    isPage: type === 'page',
    addresses: [link, ...moved, query],
    notes: [
      ...(status === 'future' ? ['posts that were scheduled'] : []),
      ...(footnotes.includes(null) ? ['posts whose footnotes are damaged in the export'] : []),
    ],
  };
}

/**
 * Makes a list of footnotes; null if they can't be read. The block of footnotes in the body is empty: their texts are
 * in a field of the post.
 */
function listFootnotes(json: string): string | null {
  try {
    const items = listRecords(JSON.parse(json)).map((note) => {
      const id = escapeHtml(toText(note.id));
      const content = toText(note.content);
      return `<li id="${id}">${content} <a href="#${id}-link">↩</a></li>`;
    });
    return `<ol>${items.join('')}</ol>`;
  } catch {
    return null;
  }
}

/** Reads `2019-03-04 10:00:00`; drafts have zeros. */
const readGmt = (date: string) => (/^[1-9]\d{3}-/.test(date) ? `${date.replace(' ', 'T')}Z` : '');

function countComments(item: XmlElement, { leftOut }: SourceFacts): void {
  for (const comment of item.list('wp:comment')) {
    const isShown = comment.get('wp:comment_approved') === '1';
    if (isShown && !/^(?:pingback|trackback)$/.test(comment.get('wp:comment_type')))
      addCount(leftOut, 'comments');
  }
}

/** The class of a paragraph after a blank line, and its opening tag. */
const GAP = 'wp-gap';
const PARAGRAPH = `<p class="${GAP}">`;

type Attachments = SourceFacts['attachments'];

/** Makes the HTML that WordPress would make of a body. */
function expandBody(
  body: string,
  attachments: Attachments,
  unknown: Set<string>,
  parse: dom.Parse,
): string {
  const plain = body.replaceAll('\r\n', '\n').replace(/<!--\s*\/?wp:[^<>]{0,2000}-->\n?/g, '');
  const isBlocks = body.includes('<!-- wp:');
  const expanded = replaceShortcodes(plain, attachments, unknown, isBlocks);
  if (isBlocks) return expanded;
  const tree = dom.parsePost(expanded, parse);
  addParagraphs(tree);
  dom.rewrite(tree, (node) => (isGap(node) ? [dom.text('\n'), node] : null));
  return dom.toHtml(tree.children);
}

type Values = ReadonlyMap<string, string>;
const PICTURE = /^(\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i;

const FILMS: Readonly<Record<string, string>> = {
  embed: '',
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
};

/** Makes the HTML of a shortcode; null for an unknown one. */
function expandShortcode(
  name: string,
  values: Values,
  content: string,
  attachments: Attachments,
): string | null {
  const get = (...keys: string[]) => keys.map((key) => values.get(key)).find(Boolean) ?? '';
  if (/^(?:code|sourcecode|preformatted)$/.test(name) && content !== '') {
    const language = get('language', 'lang', '0');
    const mark = /^[\w+#-]+$/.test(language) ? ` class="language-${language}"` : '';
    return `<pre><code${mark}>${escapeHtml(decodeEntities(content)).replace(/^\n|\n$/g, '')}</code></pre>`;
  }
  if (name === 'caption' || name === 'wp_caption') {
    const [, picture = content, words = ''] = PICTURE.exec(content) ?? [];
    const caption = words.trim() || get('caption');
    return `\n<figure>${picture.trim()}<figcaption>${caption}</figcaption></figure>\n`;
  }
  if (name === 'gallery') {
    const ids = get('ids', 'include').split(',');
    const pictures = ids.flatMap((id) => {
      const { url = '', alt = '', caption = '' } = attachments.get(id.trim()) ?? {};
      const picture = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
      // A picture with a caption is a figure of its own.
      const figure = `</figure>\n<figure>${picture}<figcaption>${caption}</figcaption></figure>\n<figure>`;
      return url === '' ? [] : [caption === '' ? picture : figure];
    });
    const html = `\n<figure>${pictures.join('')}</figure>\n`.replaceAll('<figure></figure>\n', '');
    return pictures.length === 0 ? null : html;
  }
  const url = get('src', 'mp4', 'mp3', 'm4a', 'url');
  const host = FILMS[name];
  if (host !== undefined) {
    const written = content.trim() || url || [...values.values()][0] || '';
    const address = written.replace(/^=/, '');
    return `\n${makeEmbed(/^https?:/.test(address) ? address : host + (get('id') || address))}\n`;
  }
  const first = values.get('0') ?? '';
  const media = url || (/^https?:/.test(first) ? first : '');
  if ((name === 'audio' || name === 'video') && media !== '') {
    return `\n<${name} src="${escapeHtml(media)}" controls></${name}>\n`;
  }
  return null;
}

const EMBEDS = /^(?:gallery|playlist|audio|video|wpvideo)$/;

/** A tag; a shortcode; a URL alone on its line; a blank line. */
const OPENING =
  /<(?:([a-z]\w*)\b)?[^<>]*>|\[([a-z][\w-]*)((?:\s|=)[^[\]]*)?\]|^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$|\n[ \t]*\n\s*/gim;
const CODE = /^(?:pre|code|script|style)$/;

/** An end tag of a shortcode or of code. */
const CLOSING = /\[\/[a-z][\w-]*\]|<\/(?:pre|code|script|style)>/gi;

/** Makes a function that finds the next end tag after an offset. Each call needs an offset no smaller than the last. */
function makeClosingFinder(html: string) {
  const places = groupBy([...html.matchAll(CLOSING)].reverse(), ([tag]) => tag.toLowerCase());
  return (closing: string, start: number): number => {
    const left: { index: number }[] = places.get(closing) ?? [];
    while ((left.at(-1)?.index ?? start) < start) left.pop();
    return left.at(-1)?.index ?? -1;
  };
}

/**
 * Replaces shortcodes, URLs that become embeds and, unless the body has paragraphs, blank lines. Tags and code are
 * skipped. Unknown shortcodes stay, with a note.
 */
function replaceShortcodes(
  html: string,
  attachments: Attachments,
  unknown: Set<string>,
  hasParagraphs: boolean,
): string {
  const opening = new RegExp(OPENING);
  const findClosing = makeClosingFinder(html);
  let written = '';
  let done = 0;
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const [whole, element = '', shortcode = '', attributes = '', url] = found;
    const name = (element || shortcode).toLowerCase();
    const isTag = whole.startsWith('<');
    const isPaired = isTag ? CODE.test(name) : name !== '' && !attributes.trimEnd().endsWith('/');
    if (shortcode !== '' && html[found.index - 1] === '[') continue;
    const closing = isTag ? `</${name}>` : `[/${name}]`;
    const start = found.index + whole.length;
    const end = isPaired ? findClosing(closing, start) : -1;
    const after = end === -1 ? start : end + closing.length;
    const content = end === -1 ? '' : html.slice(start, end);
    let instead: string | null = null;
    if (url !== undefined) instead = `\n${makeEmbed(url)}\n`;
    else if (shortcode !== '') {
      instead = expandShortcode(name, readValues(attributes), content, attachments);
      const isSure = end !== -1 || /=|:\/\//.test(attributes) || EMBEDS.test(name);
      if (instead === null && isSure) unknown.add(`[${name}]`);
    } else if (!hasParagraphs && !isTag) instead = PARAGRAPH;
    else if (!hasParagraphs && /^<!--\s*more/.test(whole)) instead = `</p>${whole}${PARAGRAPH}`;
    if (isTag) opening.lastIndex = after;
    if (instead === null) continue;
    written += html.slice(done, found.index) + instead;
    done = opening.lastIndex = after;
  }
  return written + html.slice(done);
}

function readValues(attributes: string): Values {
  const values = new Map<string, string>();
  const form = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"'=]\S*)/g;
  // Some editors made the quotes around values typographic.
  const straight = attributes.replace(/&#(?:8220|8221|8243);/g, '"');
  for (const [, key, quoted, single, bare, alone = ''] of straight.matchAll(form)) {
    const value = decodeEntities(key === undefined ? alone : (quoted ?? single ?? bare ?? ''));
    values.set(key?.toLowerCase() ?? String(values.size), value);
  }
  return values;
}

/** Elements whose text isn't split into paragraphs, and elements that contain paragraphs. */
const WHOLE =
  /^(?:address|audio|code|dl|figure|form|h[1-6]|iframe|noscript|object|[ou]l|p|pre|script|style|table|textarea|video)$/;
const OUTER = /^(?:article|blockquote|center|details|div|section)$/;

const isGap = (node: Node | Parent) => node.type === 'element' && dom.classesOf(node).includes(GAP);

/**
 * Turns line ends into line breaks and paragraphs by the rules of WordPress (`wpautop`). Blank lines have already
 * become paragraphs.
 */
function addParagraphs(parent: Parent): void {
  const isOuter = parent.type === 'root' || OUTER.test(parent.tagName);
  const isHolder = isOuter || isGap(parent);
  const nodes = parent.children;
  const isEdge = (node: Node | undefined) =>
    node === undefined ? isHolder : isBlockNode(node) || dom.isElement(node, /^br$/);
  const children = nodes.flatMap((each, at): Node[] => {
    if (each.type === 'text') {
      const left = isEdge(nodes[at - 1]) ? each.value.trimStart() : each.value;
      return breakLines(isEdge(nodes[at + 1]) ? left.trimEnd() : left);
    }
    if (each.type !== 'element') return [each];
    if (isGap(each) || !WHOLE.test(each.tagName)) addParagraphs(each);
    else dom.rewrite(each, (node) => (isGap(node) ? [dom.text('\n\n'), ...contentOf(node)] : null));
    return [each];
  });
  parent.children = isOuter ? wrapRuns(children) : children;
}

const contentOf = (node: Node) => (node.type === 'element' ? node.children : []);

/** Makes the nodes of a text, with line breaks at its line ends. */
function breakLines(words: string): Node[] {
  const [first = '', ...more] = words.split('\n');
  const start = first === '' ? [] : [dom.text(first)];
  return [...start, ...more.flatMap((line) => [dom.element('br'), dom.text(`\n${line}`)])];
}
