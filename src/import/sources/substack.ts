/**
 * Substack: a zip with a table of the posts and one HTML file for each. The lists of readers in it are never read.
 */
import { decodeEntities, decodePercent } from '../../text/text.ts';
import { addCount } from '../counts.ts';
import { makeEmbed } from '../embeds.ts';
import { ImportFault } from '../input.ts';
import { isRecord, type JsonRecord, listRecords, toText } from '../json.ts';
import type { Element, Node } from '../tree.ts';
import * as dom from '../tree.ts';
import type { Source } from './source.ts';

const SUBSTACK_ONLY =
  '[class^="subscription-widget"], .subscribe-widget, p.button-wrapper, .captioned-button-wrap, .poll-embed, .install-substack-app-embed, .community-chat, .image-link-expand, .header-anchor-parent, .hide-text, .paywall-jump';
const FILMS: Readonly<Record<string, string>> = {
  'youtube-wrap': 'https://youtu.be/',
  'vimeo-wrap': 'https://vimeo.com/',
};

const LINKED = ['tweet', 'digest-post-embed', 'embedded-post-wrap', 'embedded-publication-wrap'];

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
        notes: Array.from(uploads, (kind) => `posts whose ${kind} isn't in the export`),
      };
    }
  },
  tidy(tree, parse) {
    dom.removeAll(tree, SUBSTACK_ONLY);
    dom.replaceAll(tree, 'picture, a.image-link', (each) => dom.selectAll('img', each).slice(0, 1));
    dom.replaceAll(tree, '.captioned-image-container', (each) => {
      const figure = dom.elementsIn(each).find(({ tagName }) => tagName === 'figure');
      return [dom.element('figure', {}, (figure ?? each).children)];
    });
    dom.replaceAll(tree, '[data-attrs]', (each) => replaceWidget(each, parse) ?? [each]);
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

/** What a widget says about itself, in an attribute. */
type WidgetData = Readonly<Record<string, string>> & { gallery?: unknown };

function readData(json: string): WidgetData {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Replaces a widget by what a reader needs of it; null for one that stays. */
function replaceWidget(widget: Element, parse: dom.Parse): Node[] | null {
  const data = readData(dom.attributeOf(widget, 'dataAttrs'));
  const classes = dom.classesOf(widget);
  const film = Object.keys(FILMS).find((name) => classes.includes(name));
  if (film !== undefined && data.videoId)
    return dom.parseBody(makeEmbed(FILMS[film] + data.videoId), parse).children;
  if (data.persistentExpression) {
    const formula = [dom.text(data.persistentExpression)];
    return [
      dom.element('pre', {}, [dom.element('code', { className: ['language-latex'] }, formula)]),
    ];
  }
  if (isRecord(data.gallery)) return [makeGallery(data.gallery)];
  if (LINKED.some((name) => classes.includes(name))) {
    const href = data.url || data.canonical_url || '';
    const link = dom.element('a', { href }, [dom.text(data.title || data.username || href)]);
    const words = data.full_text ? [makeParagraph(dom.text(data.full_text))] : [];
    const quote = words.length > 0 ? [dom.element('blockquote', {}, words)] : [];
    return [...quote, makeParagraph(link)];
  }
  const isMention = classes.includes('mention-wrap') && widget.children.length === 0;
  return data.name && isMention ? [dom.text(data.name)] : null;
}

const makeParagraph = (node: Node) => dom.element('p', {}, [node]);

function makeGallery({ images, caption }: JsonRecord): Element {
  const pictures = listRecords(images).map(({ src }) =>
    dom.element('img', { alt: '', src: toText(src) }),
  );
  const words = toText(caption);
  const said = words === '' ? [] : [dom.element('figcaption', {}, [dom.text(words)])];
  return dom.element('figure', {}, [...pictures, ...said]);
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
