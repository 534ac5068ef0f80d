/**
 * Writes exports in the formats of other services.
 */
import { load } from 'cheerio';
import type { Files } from './site.ts';
import { makeZip } from './zip.ts';

export interface OddPost {
  readonly html?: string;
  /** Default: the text of `html`. */
  readonly text?: string;
  /** Default: `The NAME`. */
  readonly title?: string;
  /** Default: the title, or else the name. */
  readonly heading?: string;
  /** Elements that the page must have. */
  readonly has?: string;
  /** The body of the essay’s file. */
  readonly written?: string;
  /** Its front matter. */
  readonly front?: string;
  /** Fields of the export that override or add to those of the post. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Its old addresses, if they differ from the default ones. */
  readonly old?: readonly string[];
  /** Set for a post that becomes a draft, or is not imported. */
  readonly as?: 'draft' | 'none';
}

export type PackedPost = OddPost & { name: string; title: string; html: string; index: number };

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const zip = (parts: Files) =>
  makeZip(Object.entries(parts).map(([path, contents]) => ({ path, contents })));
export const hexOf = (index: number) => (0xabcdef0000 + index).toString(16).padStart(12, '0');
/** An address in the list of subscribers, which an import must never read. */
export const READER = 'reader@example.com';

export function makeGhostData(posts: readonly PackedPost[]) {
  return {
    posts: posts.map(({ name, title, html, index, fields }) => ({
      ...{ id: `g${index}`, uuid: `u${index}`, slug: name, html, status: 'published' },
      ...{ title: load(title).text(), type: 'post', visibility: 'public' },
      ...{ published_at: '2020-01-02T03:04:05.000Z', ...fields },
    })),
    tags: [
      { id: 't', name: 'News' },
      { id: 'u', name: '#internal' },
    ],
    posts_tags: [
      { post_id: 'g2', tag_id: 't', sort_order: 0 },
      { post_id: 'g2', tag_id: 'u', sort_order: 1 },
    ],
    users: [{ id: 'a', name: 'Ann' }],
    posts_authors: [{ post_id: 'g2', author_id: 'a' }],
    settings: [{ key: 'title', value: 'My Ghost' }],
  };
}

/** The posts.csv of a Substack export, with both kinds of line endings. */
export function makeCsv(posts: readonly PackedPost[]): string {
  const columns =
    'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url';
  const rows = posts.map(({ name, title, index, fields }) => {
    const row: Readonly<Record<string, unknown>> = {
      ...{ post_id: `${index + 100}.${name}`, post_date: '2021-02-03T10:00:00.000Z', title },
      ...{ is_published: 'true', type: 'newsletter', audience: 'everyone', ...fields },
    };
    const values = columns.split(',').map((column) => String(row[column] ?? ''));
    const quoted = values.map((value) =>
      /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
    );
    return `${quoted.join(',')}\r\n`;
  });
  return `${columns}\n${rows.join('')}`;
}

/** The file of a Medium story; a bare one has no heading and no footer. */
export function makeMediumPage({ name, title, html, index, fields, as }: PackedPost) {
  const link = as === 'draft' ? '' : `https://medium.com/@ann/${name}-${hexOf(index)}`;
  const heading = `<h3 class="graf graf--h3 graf--title">${title}</h3>`;
  const inner = fields?.isBare
    ? html
    : `${heading}${html}<p class="graf">End.</p><p class="graf">Bye.</p>`;
  const body = `<section class="section"><div class="section-content"><div class="section-inner">${inner}</div></div></section>`;
  const footer = `<time class="dt-published" datetime="2020-01-02T03:04:05.000Z"></time><a href="${link}" class="p-canonical">x</a>`;
  const page = `<html><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section class="p-summary">A summary of its own.</section><section class="e-content">${body}</section><footer>${link && footer}</footer></article></body></html>`;
  return [`posts/${link === '' ? 'draft' : '2020-01-02'}_x-${hexOf(index)}.html`, page] as const;
}

export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The URL of the exported WordPress blog. */
export const OLD = 'https://old.example';

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
export const category = (domain: string, name: string) =>
  `<category domain="${domain}" nicename="x">${cdata(name)}</category>`;
export const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

/** An item of a WordPress export; its fields are those of `export.php`, `more` additional elements. */
function makeItem({ name, title, html, index, fields = {} }: PackedPost): string {
  const id = index + 1;
  const { slug, date, modified, status, type, excerpt, more } = {
    ...{ slug: name, date: '2020-01-02', modified: '2020-01-02', excerpt: '', more: '' },
    ...{ status: 'publish', type: 'post', ...fields },
  };
  const path = type === 'page' ? `${slug}/` : `${String(date).replaceAll('-', '/')}/${slug}/`;
  return `<item><title>${cdata(title)}</title><link>${OLD}/${status === 'publish' ? path : `?p=${id}`}</link><dc:creator>${cdata('ann')}</dc:creator>
<guid isPermaLink="false">${OLD}/?p=${id}</guid><description></description>
<content:encoded>${cdata(html)}</content:encoded><excerpt:encoded>${cdata(String(excerpt))}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${date} 10:00:00</wp:post_date><wp:post_date_gmt>${date} 10:00:00</wp:post_date_gmt>
<wp:post_modified_gmt>${modified} 12:00:00</wp:post_modified_gmt><wp:post_name>${slug}</wp:post_name>
<wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
}

/** A WordPress export; the attachments 9001 and 9002 are pictures, the first described, and come after all posts. */
export function makeWxr(posts: readonly PackedPost[]): string {
  const attachments = ['cat.jpg', 'gone.png'].map((file, at) => {
    const url = cdata(`${OLD}/wp-content/uploads/2019/03/${file}`);
    const isFirst = at === 0;
    const alt = isFirst ? meta('_wp_attachment_image_alt', 'A cat') : '';
    const more = `<wp:attachment_url>${url}</wp:attachment_url>${alt}`;
    const excerpt = isFirst ? 'Our <em>cat</em>' : '';
    const fields = { type: 'attachment', status: 'inherit', excerpt, more };
    return makeItem({ name: file, title: file, html: '', index: 9000 + at, fields });
  });
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Old &amp; Gone</title><link>${OLD}</link><description>Just another site</description><language>en-GB</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>${OLD}</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('ann')}</wp:author_login><wp:author_display_name>${cdata('Ann Author')}</wp:author_display_name></wp:author>
${posts.map(makeItem).join('\n')}${attachments.join('')}</channel></rss>`;
}
