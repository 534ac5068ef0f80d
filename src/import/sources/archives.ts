/**
 * Substack and Medium: zips with one HTML file for each post.
 *
 * Substack adds a table of the posts; Medium has their facts in each page. The lists of readers beside the posts
 * are never read.
 */
import type { CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { decodeEntities, decodePercent } from '../../text/text.ts';
import { loadPage } from '../clean.ts';
import { addTo, embed, lastPart, type Source } from '../imported-essay.ts';
import { ImportFault } from '../input.ts';
import { isRecord, type JsonRecord, listRecords, text } from './records.ts';

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
        addTo(facts.leftOut, isThread ? 'threads' : 'posts without a text');
      if (number === undefined || isThread || html + sound === '') continue;
      const audio = `<audio src="${sound.replace(/"/g, '%22')}" controls></audio>`;
      yield {
        id: `substack:${number}`,
        title: decodeEntities(get('title')),
        html: (sound === '' ? '' : audio) + html,
        published: get('post_date'),
        slug,
        excerpt: decodeEntities(get('subtitle')),
        isDraft: !/^true$/i.test(get('is_published')),
        isPrivate: !/^(?:everyone)?$/.test(get('audience')),
        isPage: get('type') === 'page',
        addresses: [`/p/${slug}`],
        guid: facts.url && `${facts.url.replace(/\/$/, '')}/p/${slug}`,
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
        $(each).replaceWith(embed(FILMS[kind] + data.videoId));
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
  complete(essay) {
    const uploads = new Set(essay.html.match(/(?<=class="native-)(?:audio|video)(?=-embed)/g));
    const notes = Array.from(uploads, (kind) => `its ${kind} is not in the export`);
    return { ...essay, notes };
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
  const pictures = listRecords(images).map(({ src }) => $('<img alt="">').attr('src', text(src)));
  const words = text(caption) === '' ? [] : [$('<figcaption>').text(text(caption))];
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

/** Lists the files of stories: those in `posts/`, or all if the input is that folder itself. */
export function listStories(files: readonly string[]): string[] {
  const own = files.filter((path) => /(?:^|\/)posts\/[^/]+\.html$/.test(path));
  return own.length > 0 ? own : files.filter((path) => /^[^/]+\.html$/.test(path));
}

/** A picture in the size of its page. */
const FITTED = /^(https:\/\/cdn-images-\d\.medium\.com)\/(?:max|fit)\/.*\/([^/]+)$/;

export const medium: Source = {
  async *read(input, facts) {
    for (const path of listStories(input.files)) {
      const $ = loadPage(await input.readText(path));
      const name = path.split('/').at(-1) ?? '';
      const link = $('.p-canonical').attr('href') ?? '';
      const isDraft = name.startsWith('draft_');
      const id = /([0-9a-f]{8,})(?:\.html)?$/.exec(link || name)?.[1] ?? lastPart(name);
      const body = $('.e-content');
      if (
        !isDraft &&
        body.find('img, iframe, h3, h4, ul, ol, pre, .graf--p ~ .graf--p').length === 0
      ) {
        addTo(facts.leftOut, 'responses');
        continue;
      }
      const tags = $('.p-tags a').map((_, each) => $(each).text().trim());
      const title = $('.p-name').first().text().trim();
      const heading = body.find('h3, h4').first();
      if (heading.text().trim() === title) heading.remove();
      body.children('section').first().find('.section-divider').remove();
      yield {
        id: `medium:${id}`,
        title,
        html: body.html() ?? '',
        published: $('.dt-published').attr('datetime') ?? '',
        slug: lastPart(link).replace(/-[0-9a-f]{8,}$/, ''),
        tags: tags.get(),
        excerpt: $('.p-summary').text().trim(),
        isDraft,
        addresses: [link, `/${id}`, `/p/${id}`],
        guid: `https://medium.com/p/${id}`,
      };
    }
  },
  tidy($) {
    for (const each of $('.graf--mixtapeEmbed').get()) {
      const link = $(each).find('a[href]').first();
      link.text(link.find('strong').text() || link.text());
      $(each).replaceWith($('<p>').append(link));
    }
    for (const each of $('pre').get()) {
      if ($(each).find(':not(br, span)').length > 0) continue;
      $(each).find('br').replaceWith('\n');
      const language = $(each).attr('data-code-block-lang');
      const code = $('<code>').text($(each).text());
      if (language) code.addClass(`language-${language}`);
      $(each).empty().append(code);
    }
    // The two levels of its headings, of which the title takes the first.
    for (const each of $<Element, 'h3, h4'>('h3, h4').get()) {
      const level = each.name === 'h3' ? 'h2' : 'h3';
      each.name = $(each).is('.graf--subtitle') ? 'p' : level;
    }
  },
  pictureHosts: /^(?:cdn-images-\d\.medium\.com|miro\.medium\.com)$/,
  original: (url) => url.replace(FITTED, '$1/max/2400/$2'),
};
