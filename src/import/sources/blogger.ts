/**
 * Blogger: its former backup (`blog-MM-DD-YYYY.xml`) and `feed.atom` from Google Takeout. Both are Atom with entries
 * for posts, pages, comments and settings, in any order.
 */
import { lastPart } from '../addresses.ts';
import { addCount } from '../counts.ts';
import type { ExportedPost } from '../exported-post.ts';
import type { SourceFacts } from '../facts.ts';
import * as dom from '../tree.ts';
import type { XmlElement } from '../xml.ts';
import { readItem, readItems } from './feeds.ts';
import type { Source } from './source.ts';

const KIND = /#kind$/;

export const blogger: Source = {
  feed: ['/feeds/posts/default', '/feed.xml'],
  async *read(input, facts) {
    for await (const item of readItems(input, facts)) {
      const essay = item.name === 'entry' ? readEntry(item, facts) : null;
      if (essay !== null) yield essay;
    }
  },
  tidy(tree) {
    for (const { properties } of dom.selectAll('div[trbidi]', tree)) {
      delete properties.trbidi;
      if (properties.dir === 'ltr') delete properties.dir;
    }
    for (const each of dom.selectAll('div.separator', tree)) each.properties = {};
    dom.replaceAll(tree, '.tr-caption-container', (table) => {
      const picture = dom.select('img', table);
      const words = dom.select('.tr-caption', table)?.children ?? [];
      const caption = words.length > 0 ? [dom.element('figcaption', {}, words)] : [];
      return [dom.element('figure', {}, [...(picture === undefined ? [] : [picture]), ...caption])];
    });
    // Unwraps pictures that link to themselves.
    dom.replaceAll(tree, 'a:has(> img:only-child)', (link) => {
      const [picture = link] = dom.selectAll('img', link);
      const isOwn =
        lastPart(dom.attributeOf(link, 'href')) === lastPart(dom.attributeOf(picture, 'src'));
      return isOwn ? link.children : [link];
    });
  },
  pictureHosts: /^(?:\d\.bp\.blogspot\.com|(?:blogger|lh\d)\.googleusercontent\.com)$/,
  original: (url) =>
    /\.blogspot\.com\/|googleusercontent\.com\//.test(url)
      ? url
          .replace(/\/(?:s|w)\d+(?:-[\w-]+)?\/(?=[^/]*$)/, '/s2000/')
          .replace(/=[sw]\d[\w-]*$/, '=s2000')
      : url,
};

/** True for the start of a Blogger file. */
export const isBlogger = (head: string) =>
  /<feed[\s>]/.test(head) && /schemas\.google\.com\/blogger|<blogger:|tag:blogger\.com/.test(head);

function readEntry(entry: XmlElement, facts: SourceFacts): ExportedPost | null {
  const categories = entry.list('category').map(({ attributes }) => attributes);
  const stated = categories.find(({ scheme = '' }) => KIND.test(scheme))?.term ?? '#post';
  const kind = (entry.get('blogger:type') || stated.replace(/^.*#/, '')).toLowerCase();
  const essay = readItem(entry);
  const control = entry.list('app:control')[0];
  const status = entry.get('blogger:status') || (control?.get('app:draft') ?? '');
  if (kind === 'comment') addCount(facts.leftOut, 'comments');
  const isTrash = /TRASH/.test(status);
  if (isTrash) addCount(facts.leftOut, 'posts in the trash');
  if (isTrash || !/^(?:post|page)$/.test(kind)) return null;
  const [link = ''] = essay.addresses;
  const address = entry.get('blogger:filename') || link;
  if (URL.canParse(link)) facts.url ||= new URL(link).origin;
  return {
    ...essay,
    id: `blogger:${idOf(entry.get('id'))}`,
    slug: lastPart(address),
    tags: categories.flatMap(({ scheme = '', term = '' }) => (KIND.test(scheme) ? [] : [term])),
    excerpt: entry.get('blogger:metaDescription'),
    isDraft: /^(?:yes|draft|scheduled)$/i.test(status),
    isPage: kind === 'page',
    addresses: [address],
    notes: [],
  };
}

/** `tag:blogger.com,1999:blog-1.post-2` → `2` */
const idOf = (id: string) => /(?:post|page)-(\d+)$/.exec(id)?.[1] ?? id;
