/**
 * Ghost: its JSON export, alone or in a zip with `content/images`.
 */
import { addCount } from '../counts.ts';
import { addFacts } from '../facts.ts';
import { isRecord, type JsonRecord, listRecords, readJson, toText } from '../json.ts';
import type { Element } from '../tree.ts';
import * as dom from '../tree.ts';
import { readRecord } from './records.ts';
import type { Source } from './source.ts';

/** Finds the tables of an export; null for other JSON. */
export function findGhostData(value: unknown): JsonRecord | null {
  if (!isRecord(value)) return null;
  const [first] = listRecords(value.db);
  const data = first === undefined ? value.data : first.data;
  return isRecord(data) && Array.isArray(data.posts) ? data : null;
}

const UNREAD =
  "posts whose text isn't HTML in the export: open them in Ghost, save them and export again";
const PARTLY = 'posts of which a part was for members only';
const CAPTION = 'captions of cover pictures, which were left out';

const SERVED =
  '.kg-signup-card, .kg-toggle-card-icon, .kg-audio-thumbnail, .kg-audio-player, .kg-video-overlay, .kg-video-player-container';

export const ghost: Source = {
  feed: ['/rss', '/rss.xml'],
  tagPages: '/tag/:tag/',
  async *read(input, facts) {
    for await (const value of readJson(input, facts.leftOut)) {
      const data = findGhostData(value);
      if (data === null) continue;
      const settings = listRecords(data.settings).map((each) => [each.key, each.value]);
      addFacts(facts, Object.fromEntries(settings));
      const metas = new Map(listRecords(data.posts_meta).map((each) => [each.post_id, each]));
      const namesOf = (table: unknown, rows: unknown) => {
        const names = new Map(listRecords(rows).map((row) => [row.id, toText(row.name)]));
        const ordered = listRecords(table).sort(
          (a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0),
        );
        return (id: unknown) =>
          ordered.flatMap((each) =>
            each.post_id === id ? (names.get(each.tag_id ?? each.author_id) ?? []) : [],
          );
      };
      const tagsOf = namesOf(data.posts_tags, data.tags);
      const authorsOf = namesOf(data.posts_authors, data.users);
      for (const post of listRecords(data.posts)) {
        if (post.status === 'sent') {
          addCount(facts.leftOut, 'posts that were only sent by email');
          continue;
        }
        const essay = readRecord(post);
        const isPartly = essay.html.includes('<!--members-only-->');
        const isUnread = essay.html === '' && toText(post.lexical) + toText(post.mobiledoc) !== '';
        const caption = toText(metas.get(post.id)?.feature_image_caption);
        const notes = [
          ...(isUnread ? [UNREAD] : []),
          ...(isPartly ? [PARTLY] : []),
          ...(caption === '' ? [] : [[CAPTION, caption] as const]),
        ];
        yield {
          ...essay,
          id: `ghost:${toText(post.uuid) || toText(post.id)}`,
          title: essay.title === '(Untitled)' ? '' : essay.title,
          // Ghost's themes show it below the title.
          subtitle: essay.excerpt ?? '',
          excerpt: '',
          html: essay.html.replaceAll('__GHOST_URL__', ''),
          isText: false,
          // Ghost's internal tags begin with #.
          tags: tagsOf(post.id).filter((tag) => !tag.startsWith('#')),
          image: essay.image?.replace('__GHOST_URL__', ''),
          imageAlt: toText(metas.get(post.id)?.feature_image_alt),
          author: authorsOf(post.id).join(' and '),
          isDraft: post.status !== 'published',
          isPrivate: isPartly || !/^(?:public)?$/.test(toText(post.visibility)),
          isPage: post.type === 'page' || Boolean(post.page),
          addresses: [`/${essay.slug}/`],
          guid: toText(post.id),
          keys: {},
          notes,
        };
      }
    }
  },
  tidy(tree) {
    dom.replaceAll(tree, '.kg-bookmark-card', (card) => {
      const link = dom.select('a[href]', card);
      const title = dom.wordsOf(dom.select('.kg-bookmark-title', card)) || dom.wordsOf(link);
      const caption = dom.select('figcaption', card)?.children ?? [];
      return [makeLink(link, title), ...caption];
    });
    dom.replaceAll(tree, '.kg-file-card', (card) => {
      const caption = dom.wordsOf(dom.select('.kg-file-card-caption', card));
      const title = dom.wordsOf(dom.select('.kg-file-card-title', card));
      const link = makeLink(dom.select('a[href]', card), title);
      if (caption !== '') link.children.push(dom.text(` ${caption}`));
      return [link];
    });
    // Players and forms need Ghost's script, which also replaces the posters of films.
    dom.removeAll(tree, SERVED);
    for (const { properties } of dom.selectAll(
      '.kg-audio-card audio, .kg-video-card video',
      tree,
    )) {
      properties.controls = true;
      delete properties.poster;
    }
    dom.replaceAll(tree, '.kg-callout-card', (card) => {
      const words = dom.select('.kg-callout-text', card)?.children ?? [];
      return [dom.element('blockquote', {}, [dom.element('p', {}, words)])];
    });
  },
};

/** Makes a paragraph with a link; without words, it shows its address. */
function makeLink(link: Element | undefined, words: string): Element {
  const href = link === undefined ? '' : dom.attributeOf(link, 'href');
  return dom.element('p', {}, [dom.element('a', { href }, [dom.text(words || href)])]);
}
