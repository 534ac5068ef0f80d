/**
 * Records: essays as JSON: a list, a list under `posts`, or one record per line, as in database dumps.
 *
 * Fields have the names of front matter keys, names that are common in other programs, or those given with `--map`.
 */
import { FRONT_MATTER_KEYS } from '../../essays/front-matter.ts';
import { findHidingFacts } from '../../essays/hiding.ts';
import type { KeyTable } from '../../essays/key-table.ts';
import type { YamlEntries } from '../../essays/yaml.ts';
import { decodeEntities } from '../../text/text.ts';
import { addCount } from '../counts.ts';
import type { ExportedPost } from '../exported-post.ts';
import type { JsonRecord } from '../json.ts';
import { isRecord, listRecords, readJson, toText } from '../json.ts';
import type { Source } from './source.ts';

/** Field names besides those of the front matter, in order of preference. */
const NAMES: Readonly<Record<string, string>> = {
  content: 'content body html content_html content_text text',
  published: 'published_at publishedAt date_published post_date createdAt created_at',
  updated: 'date_modified',
  excerpt: 'custom_excerpt',
  image: 'banner_image',
  id: 'id _id uuid',
  title: 'headline name',
  url: 'url permalink link',
};
const TAG =
  /<\/?(?:p|br|hr|div|h[1-6]|[uod]l|li|blockquote|pre|code|img|figure|iframe|table|audio|video|section|center|a|b|i|u|s|em|strong|span|font|su[bp]|small|del)\b/i;

export const records: Source = {
  async *read(input, { names, leftOut }) {
    for await (const value of readJson(input, leftOut)) {
      if (input.files.length > 1 && !isRecords(value, names)) continue;
      for (const [index, record] of listRecordsOf(value).entries()) {
        if (/^(?:trash|trashed|deleted)$/i.test(toText(findField(record, 'status', names)))) {
          addCount(leftOut, 'posts in the trash');
          continue;
        }
        const essay = readRecord(record, names);
        const { id, slug, addresses } = essay;
        // The original system's addresses, which its essays use in links to each other.
        const ofSlug = slug === '' ? [''] : [`/blog/${slug}`, `/blog/post/${slug}`];
        const ofId = id === '' ? [] : [`/blog/post/${id}`];
        yield {
          ...essay,
          id: `records:${id || slug || index + 1}`,
          title: decodeEntities(essay.title),
          tags: essay.tags?.map(decodeEntities),
          excerpt: decodeEntities(essay.excerpt ?? ''),
          addresses: addresses[0] === '' ? [...new Set([...ofSlug, ...ofId])] : addresses,
        };
      }
    }
  },
};

/** True for a value that has a record with title and content. */
export function isRecords(value: unknown, names: Names): boolean {
  return listRecordsOf(value).some(
    (each) => findField(each, 'title', names) !== '' && findField(each, 'content', names) !== '',
  );
}

const listRecordsOf = (value: unknown) =>
  listRecords(isRecord(value) ? Object.values(value).find(Array.isArray) : value);

type Names = ReadonlyMap<string, string>;

function findField(record: JsonRecord, key: string, mapped: Names): unknown {
  const rows: KeyTable = FRONT_MATTER_KEYS;
  const own = [key, ...(rows[key]?.also ?? []), ...(NAMES[key]?.split(' ') ?? [])];
  return (
    [mapped.get(key) ?? own]
      .flat()
      .map((name) => record[name])
      .find((value) => value !== undefined && value !== null) ?? ''
  );
}

/** Reads the fields of a record; its id and texts are taken unchanged. */
export function readRecord(record: JsonRecord, names: Names = new Map()): ExportedPost {
  const get = (key: string) => nameOf(findField(record, key, names)).trim();
  const html = findField(record, 'content', names);
  const tags = findField(record, 'tags', names);
  const published = get('published');
  const stamp = get('publishedTimestamp') || (/^\d{9,}$/.test(published) ? published : '');
  const hiding = findHidingFacts({ path: '', text: '', problems: [], entries: toEntries(record) });
  // As in the old program, the date decides whether such a text is published.
  const dated = hiding.flatMap(({ key, value, date }) => (date === null ? [] : [[key, value]]));
  const unlisted = hiding.some(({ meaning }) => meaning === 'unlisted') ? 'true' : '';
  const keys = [
    ...['readTime', 'formattedDate', 'lang', 'dir'].map((key) => [key, get(key)] as const),
    ...dated,
    ['unlisted', unlisted],
  ];
  return {
    id: get('id'),
    title: get('title'),
    html: toText(html),
    isText: !TAG.test(toText(html)),
    published: stamp === published ? '' : published,
    ...(stamp === '' ? {} : { timestamp: Number(stamp) * (stamp.length < 11 ? 1000 : 1) }),
    updated: get('updated'),
    slug: get('slug'),
    tags: Array.isArray(tags) ? tags.map(nameOf) : toText(tags).split(','),
    excerpt: get('excerpt'),
    image: get('image'),
    imageAlt: get('imageAlt'),
    author: [findField(record, 'author', names)].flat().map(nameOf).join(' and '),
    isDraft:
      toText(findField(record, 'draft', names)) === 'true' ||
      hiding.some(({ meaning }) => meaning === 'draft' || meaning === 'private'),
    addresses: [get('url')],
    guid: get('guid'),
    keys: Object.fromEntries(keys.filter(([, value]) => value !== '')),
  };
}

/** The fields of a record as front matter: only strings, numbers and booleans. */
function toEntries(record: JsonRecord): YamlEntries {
  const texts = Object.entries(record).filter(([, value]) => /^[snb]/.test(typeof value));
  return new Map(
    texts.map(([key, value]) => {
      return [key, { keyOffset: 0, value: { kind: 'text', value: String(value), offset: 0 } }];
    }),
  );
}

/** Returns a text, the name or URL of a record, or that of the first item in a list. */
function nameOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(one) ? toText(one.name ?? one.title ?? one.url ?? one.src) : toText(one);
}
