/**
 * WordPress: its export (WXR), in one file or in several parts, whose items are read as a stream.
 *
 * Bodies are those of the editor, not of the page: paragraphs may be blank lines, and shortcodes stand for
 * galleries and captions, whose pictures may come later in the file.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../content/text.ts';
import { readItem, stripTags } from './feeds.ts';
import {
  addTo,
  embed,
  type ImportedEssay,
  lastPart,
  type Source,
  type SourceFacts,
} from './imported-essay.ts';
import { childText, listChildren, readItems, type XmlElement } from './xml.ts';

export const wordpress: Source = {
  async *read(input, facts) {
    const authors = new Map<string, string>();
    for await (const item of readItems(input, facts)) {
      const get = (name: string) => childText(item, name);
      if (item.name === 'link') facts.url = item.text.trim() || facts.url;
      if (item.name === 'wp:author')
        authors.set(get('wp:author_login'), get('wp:author_display_name'));
      const essay = item.name === 'item' ? readPost(item, authors, facts) : null;
      if (essay !== null) yield essay;
    }
  },
  complete(essay, { attachments }) {
    const notes = new Set(essay.notes);
    const html = expandBody(essay.html, attachments, notes);
    return { ...essay, html, image: attachments.get(essay.image ?? '') ?? '', notes: [...notes] };
  },
  pictureHosts: /(?:^|\.)(?:files\.wordpress\.com|i[0-3]\.wp\.com)$/,
  original: (url) =>
    url
      .replace(/^https?:\/\/i[0-3]\.wp\.com\//, 'https://')
      .replace(/-\d+x\d+(?=\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$))/i, '')
      .replace(/(\.(?:jpe?g|png|gif|webp|avif))\?.*$/i, '$1'),
};

/** What WordPress keeps as posts, and no reader knows. */
const INTERNAL =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*)$/;

function readPost(
  item: XmlElement,
  authors: Map<string, string>,
  facts: SourceFacts,
): ImportedEssay | null {
  const get = (name: string) => childText(item, name);
  const [id, type, status] = [get('wp:post_id'), get('wp:post_type'), get('wp:status')];
  if (type === 'attachment') facts.attachments.set(id, get('wp:attachment_url'));
  if (INTERNAL.test(type) || status === 'auto-draft') return null;
  const isEssay = type === 'post' || type === 'page';
  if (!isEssay || status === 'trash') {
    addTo(facts.leftOut, isEssay ? 'posts in the trash' : `items of the type ${type}`);
    return null;
  }
  keepComments(item, id, facts);
  const metas = listChildren(item, 'wp:postmeta').map(
    (each) => [childText(each, 'wp:meta_key'), childText(each, 'wp:meta_value')] as const,
  );
  const listTags = (domain: string) =>
    listChildren(item, 'category').flatMap(({ attributes, text }) => {
      const name = decodeEntities(text.trim());
      return attributes.domain === domain && name !== 'Uncategorized' ? [name] : [];
    });
  const link = get('link');
  const moved = metas.flatMap(([key, old]) =>
    key === '_wp_old_slug' ? [link.replace(/[^/]+\/?$/, `${old}/`)] : [],
  );
  const query = `/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
  return {
    ...readItem(item),
    id: `wordpress:${id}`,
    published: readGmt(get('wp:post_date_gmt')) || get('pubDate') || get('wp:post_date'),
    updated: readGmt(get('wp:post_modified_gmt')),
    slug: get('wp:post_name') || (/[?&]p=/.test(link) ? '' : lastPart(link)),
    tags: [...listTags('post_tag'), ...listTags('category')],
    excerpt: stripTags(get('excerpt:encoded')),
    image: metas.find(([key]) => key === '_thumbnail_id')?.[1] ?? '',
    author: authors.get(get('dc:creator')) ?? get('dc:creator'),
    isDraft: status !== 'publish',
    isPrivate: status === 'private' || get('wp:post_password') !== '',
    isPage: type === 'page',
    addresses: [link, ...moved, query],
    notes: status === 'future' ? ['was scheduled, and is a draft'] : [],
  };
}

/** `2019-03-04 10:00:00`; drafts have zeros. */
const readGmt = (date: string) => (/^[1-9]\d{3}-/.test(date) ? `${date.replace(' ', 'T')}Z` : '');

function keepComments(item: XmlElement, id: string, facts: SourceFacts): void {
  for (const comment of listChildren(item, 'wp:comment')) {
    const isShown = childText(comment, 'wp:comment_approved') === '1';
    if (!isShown || /^(?:pingback|trackback)$/.test(childText(comment, 'wp:comment_type')))
      continue;
    facts.keepComment({
      to: `wordpress:${id}`,
      published: readGmt(childText(comment, 'wp:comment_date_gmt')),
      author: childText(comment, 'wp:comment_author'),
      content: childText(comment, 'wp:comment_content'),
    });
  }
}

type Attachments = SourceFacts['attachments'];

/** The HTML that WordPress would make of a body. */
export function expandBody(body: string, attachments: Attachments, notes: Set<string>): string {
  const isBlocks = body.includes('<!-- wp:');
  const plain = body.replaceAll('\r\n', '\n').replace(/<!--\s*\/?wp:[^>]*-->\n?/g, '');
  const outsideCode = (html: string, change: (piece: string) => string) =>
    splitCode(html)
      .map((piece, i) => (i % 2 === 0 ? change(piece) : piece))
      .join('');
  const listed = replaceShortcodes(
    plain,
    ['code', 'sourcecode', 'preformatted'],
    (_, values, content) => {
      const language = values.get('language') ?? values.get('lang') ?? values.get('0') ?? '';
      const mark = /^[\w+#-]+$/.test(language) ? ` class="language-${language}"` : '';
      return `<pre><code${mark}>${escapeHtml(decodeEntities(content)).replace(/^\n|\n$/g, '')}</code></pre>`;
    },
  );
  const expanded = outsideCode(listed, (piece) =>
    replaceShortcodes(
      piece.replace(/^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gm, (_, url) => `\n${embed(url)}\n`),
      null,
      (name, values, content) => expandShortcode(name, values, content, attachments),
      notes,
    ),
  );
  return isBlocks ? expanded : addParagraphs(expanded);
}

type Values = ReadonlyMap<string, string>;
const PICTURE = /^(\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i;

/** The HTML of a shortcode; null for one that is not known. */
function expandShortcode(
  name: string,
  values: Values,
  content: string,
  attachments: Attachments,
): string | null {
  if (name === 'caption' || name === 'wp_caption') {
    const [, picture = content, words = ''] = PICTURE.exec(content) ?? [];
    const caption = words.trim() || values.get('caption') || '';
    return `\n<figure>${picture.trim()}<figcaption>${caption}</figcaption></figure>\n`;
  }
  if (name === 'gallery') {
    const ids = (values.get('ids') ?? values.get('include') ?? '')
      .split(',')
      .map((id) => id.trim());
    const urls = ids.flatMap((id) => attachments.get(id) ?? []);
    if (urls.length === 0) return null;
    return `\n<figure>${urls.map((url) => `<img src="${escapeHtml(url)}" alt="">`).join('')}</figure>\n`;
  }
  const url =
    values.get('src') ??
    values.get('mp4') ??
    values.get('mp3') ??
    values.get('m4a') ??
    values.get('url') ??
    '';
  const written = content.trim() || url || [...values.values()][0] || '';
  if (name === 'embed') return `\n${embed(written)}\n`;
  if (name === 'youtube' || name === 'vimeo') {
    const host = name === 'youtube' ? 'https://www.youtube.com/watch?v=' : 'https://vimeo.com/';
    const address = written.replace(/^=/, '');
    return `\n${embed(/^https?:/.test(address) ? address : host + (values.get('id') ?? address))}\n`;
  }
  if ((name === 'audio' || name === 'video') && url !== '') {
    return `\n<${name} src="${escapeHtml(url)}" controls></${name}>\n`;
  }
  return null;
}

/**
 * Replaces shortcodes, of these names or of any, by what `expand` returns; one of which it returns null stays,
 * and is noted. Each name is searched to its end once, so the time is that of the text's length.
 */
function replaceShortcodes(
  html: string,
  names: readonly string[] | null,
  expand: (name: string, values: Values, content: string) => string | null,
  notes?: Set<string>,
): string {
  const opening = /\[([a-z][\w-]*)((?:\s|=)[^[\]]*)?\]/gi;
  const unclosed = new Set<string>();
  let written = '';
  let done = 0;
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const [whole, written_ = '', attributes = ''] = found;
    const name = written_.toLowerCase();
    if (html[found.index - 1] === '[' || (names !== null && !names.includes(name))) continue;
    const start = found.index + whole.length;
    const closing = `[/${name}]`;
    const end =
      attributes.trimEnd().endsWith('/') || unclosed.has(name) ? -1 : html.indexOf(closing, start);
    if (end === -1) unclosed.add(name);
    if (end === -1 && names !== null) continue;
    const content = end === -1 ? '' : html.slice(start, end);
    const instead = expand(name, readValues(attributes), content);
    if (instead === null) {
      if (end !== -1 || /=/.test(attributes)) notes?.add(`the shortcode [${name}] stays as text`);
      continue;
    }
    written += html.slice(done, found.index) + instead;
    done = opening.lastIndex = end === -1 ? start : end + closing.length;
  }
  return written + html.slice(done);
}

function readValues(attributes: string): Values {
  const values = new Map<string, string>();
  const form = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"'=]\S*)/g;
  for (const [, key, quoted, single, bare, alone = ''] of decodeEntities(attributes).matchAll(
    form,
  )) {
    if (key === undefined) values.set(String(values.size), alone);
    else values.set(key.toLowerCase(), quoted ?? single ?? bare ?? '');
  }
  return values;
}

const BLOCK_NAMES =
  'address|article|aside|audio|blockquote|center|dd|details|div|dl|dt|embed|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|noscript|object|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video';
const BLOCK_TAG = new RegExp(`(</?(?:${BLOCK_NAMES})\\b[^>]*>|<!--[^>]*-->)`, 'i');
/** Blocks whose content gets no paragraphs. */
const WHOLE =
  /^<(\/?)(p|h[1-6]|figure|table|[uod]l|audio|video|iframe|object|form|address|noscript)\b/i;
/** Stands for a piece of code, which is not changed. */
const KEPT = '\u0001';
const KEPT_PIECE = new RegExp(`${KEPT}(\\d+)${KEPT}`, 'g');

/** Paragraphs and line breaks for text that has none, by the rules of WordPress (`wpautop`). */
export function addParagraphs(html: string): string {
  const kept: string[] = [];
  const joined = splitCode(html)
    .map((piece, i) => {
      if (i % 2 === 0) return piece;
      const mark = `${KEPT}${kept.push(piece) - 1}${KEPT}`;
      return /^<code/i.test(piece) ? mark : `\n\n${mark}\n\n`;
    })
    .join('');
  const countOf = (form: RegExp) => joined.match(form)?.length ?? 0;
  const closesParagraphs = countOf(/<p\b/gi) === countOf(/<\/p\b/gi);
  let depth = 0;
  const parts = joined.split(BLOCK_TAG).map((part, i) => {
    if (i % 2 === 0)
      return depth > 0
        ? part
        : part
            .split(/\n[ \t]*\n\s*/)
            .map(toParagraph)
            .join('\n');
    const [, slash, name] = WHOLE.exec(part) ?? [];
    const isWhole = slash !== undefined && (closesParagraphs || !/^p$/i.test(name ?? ''));
    if (isWhole) depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    return part;
  });
  return parts.join('').replace(KEPT_PIECE, (_, at) => kept[Number(at)] ?? '');
}

function toParagraph(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  const isCode = words.startsWith(KEPT) && words.indexOf(KEPT, 1) === words.length - 1;
  if (isCode && !words.includes('\n')) return words;
  return `<p>${words.replace(/(<br\s*\/?>)?[ \t]*\n/gi, '<br>\n')}</p>`;
}

/** Pieces of HTML, of which every second one is code, and is not to be changed. */
function splitCode(html: string): string[] {
  const pieces: string[] = [];
  const opening = /<(pre|code|script|style)\b[^>]*>/gi;
  const lower = html.toLowerCase();
  const unclosed = new Set<string>();
  let done = 0;
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = (found[1] ?? '').toLowerCase();
    const end = unclosed.has(name) ? -1 : lower.indexOf(`</${name}>`, opening.lastIndex);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    const after = end + name.length + 3;
    pieces.push(html.slice(done, found.index), html.slice(found.index, after));
    done = opening.lastIndex = after;
  }
  return [...pieces, html.slice(done)];
}
