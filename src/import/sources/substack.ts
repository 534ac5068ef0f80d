/**
 * Substack: a zip with a table of the posts and one HTML file for each. The lists of readers in it are never read.
 */
import type { CheerioAPI } from 'cheerio';
import { decodeEntities, decodePercent } from '../../text/text.ts';
import { addCount } from '../counts.ts';
import { makeEmbed } from '../embeds.ts';
import { ImportFault } from '../input.ts';
import { isRecord, type JsonRecord, listRecords, toText } from '../json.ts';
import type { Source } from './source.ts';

const SUBSTACK_ONLY =
  '[class^="subscription-widget"], .subscribe-widget, p.button-wrapper, .captioned-button-wrap, .poll-embed, .install-substack-app-embed, .community-chat, .image-link-expand, .header-anchor-parent, .hide-text, .paywall-jump';
const FILMS: Readonly<Record<string, string>> = {
  'youtube-wrap': 'https://youtu.be/',
  'vimeo-wrap': 'https://vimeo.com/',
};

const LINKED = '.tweet, .digest-post-embed, .embedded-post-wrap, .embedded-publication-wrap';

export const substack: Source = {
  async *read(input, facts) {
    const [header = [], ...posts] = parseCsv(await input.readText('posts.csv'));
    if (!header.includes('post_id')) {
      const hint = 'Export the posts from Substack again.';
      throw new ImportFault('posts.csv has no column post_id', hint);
    }
    for (const row of posts) {
      const get = (name: string) => row[header.indexOf(name)]?.trim() ?? '';
      const [, number, slug = ''] = /^(\d+)\.?(.*)$/.exec(get('post_id')) ?? [];
      const path = `posts/${get('post_id')}.html`;
      const html = input.files.includes(path) ? await input.readText(path) : '';
      const sound = get('podcast_url');
      const isThread = /^(?:thread|restack)$/.test(get('type'));
      if (isThread || html + sound === '')
        addCount(facts.leftOut, isThread ? 'threads' : 'posts without text');
      if (number === undefined || isThread || html + sound === '') continue;
      const uploads = new Set(html.match(/(?<=class="native-)(?:audio|video)(?=-embed)/g));
      const audio = `<audio src="${sound.replace(/"/g, '%22')}" controls></audio>`;
      yield {
        id: `substack:${number}`,
        title: decodeEntities(get('title')),
        html: (sound === '' ? '' : audio) + html,
        published: get('post_date'),
        slug,
        subtitle: decodeEntities(get('subtitle')),
        isDraft: !/^true$/i.test(get('is_published')),
        isPrivate: !/^(?:everyone)?$/.test(get('audience')),
        isPage: get('type') === 'page',
        addresses: [`/p/${slug}`],
        guid: facts.url && `${facts.url.replace(/\/$/, '')}/p/${slug}`,
        notes: Array.from(uploads, (kind) => `its ${kind} isn't in the export`),
      };
    }
  },
  tidy($) {
    $(SUBSTACK_ONLY).remove();
    for (const each of $('picture, a.image-link').get())
      $(each).replaceWith($(each).find('img').first());
    for (const each of $('.captioned-image-container').get()) {
      const own = $(each).children('figure').contents();
      $(each).replaceWith($('<figure>').append(own.length > 0 ? own : $(each).contents()));
    }
    for (const each of $('[data-attrs]').get()) {
      const data = readData($(each).attr('data-attrs') ?? '');
      const kind = Object.keys(FILMS).find((name) => $(each).hasClass(name));
      if (kind !== undefined && data.videoId)
        $(each).replaceWith(makeEmbed(FILMS[kind] + data.videoId));
      else if (data.persistentExpression)
        $(each).replaceWith(
          $('<pre>').append($('<code class="language-latex">').text(data.persistentExpression)),
        );
      else if (isRecord(data.gallery)) $(each).replaceWith(makeGallery($, data.gallery));
      else if ($(each).is(LINKED)) {
        const href = data.url || data.canonical_url || '';
        const link = $('<a>')
          .attr('href', href)
          .text(data.title || data.username || href);
        const said = data.full_text ? $('<blockquote>').append($('<p>').text(data.full_text)) : '';
        $(each).replaceWith($('<div>').append(said, $('<p>').append(link)).contents());
      } else if (data.name && $(each).is('.mention-wrap:empty'))
        $(each).text(data.name).removeAttr('class');
    }
  },
  pictureHosts:
    /(?:^|\.)(?:substackcdn\.com|substack-post-media\.s3\.amazonaws\.com|bucketeer-[\w-]+\.s3\.amazonaws\.com)$/,
  original: (url) => {
    const form =
      /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/fetch\/[^/]*\/(?:[^/]*\/)?(https?(?::|%3A).*)$/i;
    const inner = form.exec(url)?.[1];
    return inner === undefined ? url : decodePercent(inner);
  },
};

function readData(json: string): Readonly<Record<string, string>> & { gallery?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

function makeGallery($: CheerioAPI, { images, caption }: JsonRecord) {
  const pictures = listRecords(images).map(({ src }) => $('<img alt="">').attr('src', toText(src)));
  const words = toText(caption) === '' ? [] : [$('<figcaption>').text(toText(caption))];
  return $('<figure>').append(...pictures, ...words);
}

const FIELD = /("(?:[^"]|"")*"?|[^,\r\n]*)(,|\r?\n|\r|$)/gy;

/** Reads CSV (RFC 4180): quoted fields may contain commas, line breaks and doubled quotes. */
function parseCsv(source: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, written = '', end] of source.matchAll(FIELD)) {
    const isQuoted = written.startsWith('"');
    const value = isQuoted ? written.replace(/^"|"$/g, '').replaceAll('""', '"') : written;
    rows.at(-1)?.push(value);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((each) => each.length > 1 || (each[0] ?? '') !== '');
}
