/**
 * Ghost: its JSON export, alone or in a zip with `content/images`.
 */
import { addCount } from '../counts.ts';
import { addFacts } from '../facts.ts';
import { isRecord, type JsonRecord, listRecords, readJson, toText } from '../json.ts';
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
  "the export doesn't have its text as HTML: open it in Ghost, save it and export again";
const PARTLY = 'part of it was for members only';

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
        const isLost = caption !== '' && `the caption of its picture was left out: ${caption}`;
        const notes = [isUnread && UNREAD, isPartly && PARTLY, isLost].filter(
          (each) => each !== false,
        );
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
  tidy($) {
    for (const each of $('.kg-bookmark-card').get()) {
      const link = $(each).find('a[href]').first();
      const words = link.find('.kg-bookmark-title').text() || link.text();
      const own = $('<a>')
        .attr('href', link.attr('href') ?? '')
        .text(words.trim());
      const caption = $(each).find('figcaption').contents();
      $(each).replaceWith($('<p>').append(own));
      caption.insertAfter(own.parent());
    }
    for (const each of $('.kg-file-card').get()) {
      const title = $(each).find('.kg-file-card-title').text().trim();
      const caption = $(each).find('.kg-file-card-caption').text().trim();
      const href = $(each).find('a[href]').attr('href') ?? '';
      const link = $('<a>')
        .attr('href', href)
        .text(title || href);
      $(each).replaceWith($('<p>').append(link, caption ? ` ${caption}` : ''));
    }
    // Players and forms need Ghost's script, which also replaces the posters of films.
    $(SERVED).remove();
    $('.kg-audio-card audio, .kg-video-card video').attr('controls', '').removeAttr('poster');
    for (const each of $('.kg-callout-card').get()) {
      const words = $(each).find('.kg-callout-text').contents();
      $(each).replaceWith($('<blockquote>').append($('<p>').append(words)));
    }
  },
};
