/**
 * Tumblr: its export (`posts/html/NUMBER.html` and `media/NUMBER…`; newer ones also have `posts/posts.xml`, which alone
 * says what is a draft), and the JSON of its API v2, with posts in blocks (the Neue Post Format) or of the legacy types.
 */
import { load } from 'cheerio';
import { escape as escapeHtml } from 'he';
import { OLD } from '../addresses.ts';
import { flattenBody, loadPage } from '../clean.ts';
import { addCount } from '../counts.ts';
import { makeEmbed } from '../embeds.ts';
import { addFacts } from '../facts.ts';
import type { ImportedEssay } from '../imported-essay.ts';
import { isRecord, type JsonRecord, listRecords, readJson, toText } from '../json.ts';
import { readElements, type XmlElement } from '../xml.ts';
import type { Source } from './source.ts';

const MAX_TITLE = 80;
const MAX_INDENT = 7;
const POST_PAGE = /(?:^|\/)(\d{5,})\.html$/;
const TABLE = /(?:^|\/)posts\.xml$/;

export const tumblr: Source = {
  home: 'https://www.tumblr.com',
  feed: ['/rss', '/rss.xml'],
  tagPages: '/tagged/:tag',
  async *read(input, facts) {
    /** The media of each post. Its page may name other files, or none. */
    const media = new Map<string, string[]>();
    for (const path of input.files) {
      const [url, id = ''] = /\/media\/(\d{5,})[^/]*$/.exec(`/${path}`) ?? [];
      if (url !== undefined) media.set(id, [...(media.get(id) ?? []), url]);
    }
    const table = input.files.find((path) => TABLE.test(path));
    for await (const post of table === undefined ? [] : readElements(input, table)) {
      const essay = post.name === 'post' && readXmlPost(post, media);
      const [url = ''] = essay ? essay.addresses : [];
      if (URL.canParse(url)) addFacts(facts, { url: new URL(url).origin });
      if (essay) yield essay;
      else if (essay === null) addCount(facts.leftOut, 'reblogs');
    }
    for (const path of table === undefined ? input.files : []) {
      const [, id] = POST_PAGE.exec(path) ?? [];
      const essay = id && readPage(id, await input.readText(path), media.get(id) ?? []);
      if (essay) yield essay;
      else if (essay === null) addCount(facts.leftOut, 'reblogs');
    }
    for await (const value of readJson(input, facts.leftOut)) {
      const { blog, posts } = findPosts(value) ?? {};
      addFacts(facts, { title: blog?.title, url: blog?.url });
      for (const post of posts ?? []) {
        const isOthers = listRecords(post.trail).some(({ blog: by }) => isOther(by, post));
        if (post.reblogged_from_id || isOthers) addCount(facts.leftOut, 'reblogs');
        else yield readApiPost(post);
      }
    }
  },
  pictureHosts: /(?:^|\.)media\.tumblr\.com$/,
};

/** Finds the posts in an API response; null for other JSON. */
export function findPosts(
  value: unknown,
): { blog: JsonRecord | undefined; posts: readonly JsonRecord[] } | null {
  const outer = isRecord(value) && isRecord(value.response) ? value.response : value;
  const all = isRecord(outer) ? (outer.posts ?? [outer]) : outer;
  const posts = listRecords(all).filter(
    ({ id, id_string, post_url }) => toText(id_string ?? id) !== '' && toText(post_url) !== '',
  );
  const blog = isRecord(outer) && isRecord(outer.blog) ? outer.blog : undefined;
  return posts.length > 0 ? { blog, posts } : null;
}

/** True for the files of an export. */
export const isTumblrExport = (files: readonly string[]) =>
  files.some((path) => POST_PAGE.test(path) || TABLE.test(path)) &&
  files.some((path) => /(?:^|\/)media\/\d{5,}/.test(path));

const isOther = (by: unknown, post: JsonRecord) =>
  isRecord(by) && toText(by.name) !== '' && toText(by.name) !== toText(post.blog_name);

/** Reads a post's page; null for a reblog. */
function readPage(id: string, html: string, media: readonly string[]): ImportedEssay | null {
  const $ = loadPage(html);
  if ($('body a.tumblr_blog').length > 0) return null;
  const footer = $('#footer').remove();
  const title = $('h1').first().remove().text().trim();
  const shown = $('img, video, audio, source').get();
  for (const [at, each] of shown.entries()) {
    const own = ($(each).attr('src') ?? '').replace(/^(?:\.\.\/)+/, '/');
    $(each).attr('src', media.includes(own) ? own : (media[at] ?? own));
  }
  const sources = shown.map((each) => $(each).attr('src'));
  const lost = media.filter((url) => !sources.includes(url));
  $('body').prepend(lost.map(writeMedia).join(''));
  const date = footer.find('#timestamp').text().trim();
  const tags = footer.find('.tag').map((_, each) => $(each).text().trim());
  return {
    id: `tumblr:${id}`,
    title: title || firstWords($('body').html() ?? ''),
    html: $('body').html() ?? '',
    published: date.replace(/(\d)(?:st|nd|rd|th)\b/, '$1').replace(/(\d)([ap]m)$/i, '$1 $2'),
    slug: '',
    tags: tags.get(),
    addresses: [`/post/${id}`],
  };
}

/** The types of posts whose names in the table differ from those in the API. */
const TYPES: Readonly<Record<string, string>> = { regular: 'text', conversation: 'chat' };

/** Reads a post of the table, by the names of the API; null for a reblog. */
function readXmlPost(
  post: XmlElement,
  media: ReadonlyMap<string, readonly string[]>,
): ImportedEssay | null {
  const { id = '', state, slug, is_reblog: isReblog, ...own } = post.attributes;
  if (isReblog === 'true') return null;
  const type = (own.type ?? '').toLowerCase();
  const files = media.get(id) ?? [];
  const photos = post.list('photoset').flatMap((set) => set.list('photo'));
  const remote = (photos.length > 0 ? photos : [post]).map((each) => each.get('photo-url'));
  const lines = post.list('conversation').flatMap((each) => each.list('line'));
  const isPhoto = type === 'photo' && files.length === 0;
  const essay = readApiPost({
    id,
    slug,
    state,
    type: TYPES[type] ?? type,
    post_url: own['url-with-slug'] ?? own.url,
    timestamp: own['unix-timestamp'],
    title: post.get('regular-title', 'conversation-title', 'link-text'),
    body: post.get('regular-body'),
    text: post.get('quote-text'),
    source: post.get('quote-source'),
    url: post.get('link-url'),
    description: post.get('link-description'),
    question: post.get('question'),
    answer: post.get('answer'),
    caption: post.get('photo-caption', 'video-caption', 'audio-caption'),
    dialogue: lines.map(({ attributes, text }) => ({ label: attributes.label, phrase: text })),
    photos: isPhoto ? remote.map((url) => ({ original_size: { url } })) : [],
    tags: post.list('tag').map(({ text }) => text.trim()),
  });
  // Files in the export, whatever the host of the post.
  const shown = files.map((path) => writeMedia(new URL(path, OLD).href)).join('');
  const player = files.length === 0 ? post.get('video-player', 'audio-player') : '';
  return { ...essay, html: shown + player + essay.html };
}

function writeMedia(url: string): string {
  const src = escapeHtml(url);
  if (/\.(?:mp4|mov|webm)$/.test(url)) return `<p><video src="${src}" controls></video></p>`;
  if (/\.(?:mp3|m4a|ogg)$/.test(url)) return `<p><audio src="${src}" controls></audio></p>`;
  return `<p><img src="${src}" alt=""></p>`;
}

function writeFigure(url: string, alt: string, caption: string): string {
  const words = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${words}</figure>`;
}

/** The beginning of the first visible line, as the title of a post without one. */
function firstWords(html: string): string {
  const lines = html.replace(/<(?:\/(?:p|h\d|li|blockquote|figcaption)|br\s*\/?)>/g, '$&\n');
  const words = load(flattenBody(lines) ?? lines).text();
  const [line = ''] = words.trim().split('\n', 1);
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE).replace(/\s+\S*$/, '')}…`;
}

function readApiPost(post: JsonRecord) {
  const id = toText(post.id_string) || toText(post.id);
  const url = toText(post.post_url);
  const content = listRecords(post.content);
  const html = content.length > 0 ? writeBlocks(content, post.layout) : writeOld(post);
  return {
    id: `tumblr:${id}`,
    title: toText(post.title) || firstWords(escapeHtml(toText(post.summary)) || html),
    html,
    published: toText(post.date),
    ...(toText(post.timestamp) === '' ? {} : { timestamp: Number(post.timestamp) * 1000 }),
    slug: toText(post.slug),
    tags: Array.isArray(post.tags) ? post.tags.map(toText) : [],
    isDraft: !/^(?:published)?$/.test(toText(post.state)),
    isPrivate: post.state === 'private',
    addresses: [url, `/post/${id}`],
    guid: url.replace(/(\/post\/\d+).*$/, '$1'),
  };
}

/** Writes the body of a post of a legacy type: photo, quote, link, chat, audio, video, answer. */
function writeOld(post: JsonRecord): string {
  const get = (key: string) => toText(post[key]);
  const photos = listRecords(post.photos).map(({ original_size: size, caption }) =>
    writeFigure(isRecord(size) ? toText(size.url) : '', '', toText(caption)),
  );
  const lines = listRecords(post.dialogue).map(({ label, phrase }) => {
    return `<p><strong>${escapeHtml(toText(label))}</strong> ${escapeHtml(toText(phrase))}</p>`;
  });
  const film =
    get('permalink_url') || get('video_url') || get('audio_source_url') || get('audio_url');
  const source = get('source') === '' ? '' : `<p>${get('source')}</p>`;
  const parts: Readonly<Record<string, string>> = {
    quote: `<blockquote><p>${get('text')}</p></blockquote>${source}`,
    link: `<p><a href="${escapeHtml(get('url'))}">${escapeHtml(get('title') || get('url'))}</a></p>${get('description')}`,
    chat: lines.join(''),
    answer: `<blockquote><p>${get('question')}</p></blockquote>${get('answer')}`,
    video: film && makeEmbed(film),
    audio: film && makeEmbed(film),
  };
  const words = get(get('type') === 'text' ? 'body' : 'caption');
  return photos.join('') + (parts[get('type')] ?? '') + words;
}

const TAGS: Readonly<Record<string, string>> = {
  heading1: 'h2',
  heading2: 'h3',
  quote: 'blockquote',
  indented: 'blockquote',
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  small: 'small',
};
const LISTS: Readonly<Record<string, string>> = {
  'ordered-list-item': 'ol',
  'unordered-list-item': 'ul',
};

/** Writes blocks as HTML; the pictures in a row become one figure. */
function writeBlocks(blocks: readonly JsonRecord[], layout: unknown): string {
  const rows = listRecords(layout).flatMap(({ display }) => listRecords(display));
  const joined = new Set(rows.flatMap(({ blocks: own }) => [own].flat().slice(1)));
  let html = '';
  /** Open lists, the innermost last. */
  const open: string[] = [];
  for (const [at, block] of blocks.entries()) {
    const list = LISTS[toText(block.subtype)];
    const indent = Math.min(Math.max(0, Number(block.indent_level ?? 0)), MAX_INDENT);
    const depth = list === undefined ? 0 : indent + 1;
    const kept = open[depth - 1] === list ? depth : depth - 1;
    while (open.length > kept) html += `</${open.pop()}>`;
    if (list !== undefined) {
      if (open.length === depth) html += '<li>';
      for (; open.length < depth; open.push(list)) html += `<${list}><li>`;
      html += formatText(block);
    } else if (joined.has(at) && block.type === 'image' && html.endsWith('</figure>')) {
      html = html.slice(0, -'</figure>'.length) + writeBlock(block).replace('<figure>', '');
    } else html += writeBlock(block);
  }
  return html;
}

function writeBlock(block: JsonRecord): string {
  const media = [block.media].flat().find(isRecord);
  const url = toText(block.url) || toText(media?.url);
  if (block.type === 'text') {
    const tag = TAGS[toText(block.subtype)] ?? 'p';
    const words = formatText(block).replaceAll('\n', '<br>');
    const inner = tag === 'blockquote' ? `<p>${words}</p>` : words;
    return `<${tag}>${inner}</${tag}>`;
  }
  if (block.type === 'image')
    return writeFigure(url, toText(block.alt_text), escapeHtml(toText(block.caption)));
  const title = escapeHtml(toText(block.title) || url);
  if (block.type === 'link') return `<p><a href="${escapeHtml(url)}">${title}</a></p>`;
  return url === '' ? '' : media ? writeMedia(url) : makeEmbed(url);
}

/** Writes a block's text with its formats. Their offsets count code points; the parser untangles overlaps. */
function formatText(block: JsonRecord): string {
  const letters = [...toText(block.text)].map(escapeHtml);
  for (const { type, url, blog, start, end } of listRecords(block.formatting).reverse()) {
    const href = toText(url) || (isRecord(blog) ? toText(blog.url) : '');
    const name = href === '' ? TAGS[toText(type)] : 'a';
    const from = Number(start);
    const to = Math.min(Number(end), letters.length) - 1;
    if (name === undefined || !(from <= to)) continue;
    const attribute = href && ` href="${escapeHtml(href)}"`;
    letters[from] = `<${name}${attribute}>${letters[from]}`;
    letters[to] += `</${name}>`;
  }
  return letters.join('');
}
