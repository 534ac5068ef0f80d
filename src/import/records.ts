/**
 * Records of JSON: a list of essays, a list under `posts`, or one record a line, as databases are dumped.
 *
 * Fields go by the names that front matter has, and by those that `--map` gives them.
 */
import { FRONT_MATTER_KEYS } from '../content/front-matter.ts';
import { decodeEntities } from '../content/text.ts';
import type { Table } from '../content/values.ts';
import type * as shape from './imported-essay.ts';
import { isRecord, type JsonRecord, listRecords, text } from './imported-essay.ts';
import { ImportFault } from './input.ts';

/** Names of fields, the first first; other fields have the names of the front matter. */
const NAMES: Readonly<Record<string, string>> = {
  content: 'content body html content_html text',
  published: 'published date published_at publishedAt createdAt created_at pubDate',
  id: 'id _id uuid',
  title: 'title headline name',
  url: 'url permalink link',
};
const TAG =
  /<\/?(?:p|br|hr|div|h[1-6]|[uod]l|li|blockquote|pre|code|img|figure|iframe|table|audio|video|section|center|a|b|i|u|s|em|strong|span|font|su[bp]|small|del)\b/i;

export const records: shape.Source = {
  async *read(input, { names }) {
    const path =
      input.files.find((each) => /\.(?:json|ndjson|jsonl)$/i.test(each)) ?? input.files[0] ?? '';
    const value = parseJson(await input.readText(path), path);
    const list = listRecords(isRecord(value) ? Object.values(value).find(Array.isArray) : value);
    for (const [index, record] of list.entries()) yield readRecord(record, index, names);
  },
};

/** True for text that begins as a list of essays does. */
export function isRecords(value: unknown, names: ReadonlyMap<string, string>): boolean {
  const list = listRecords(isRecord(value) ? Object.values(value).find(Array.isArray) : value);
  return list.some(
    (each) => find(each, 'title', names) !== '' && find(each, 'content', names) !== '',
  );
}

/** Parses JSON, or one value a line; the fault names the place. */
export function parseJson(source: string, file: string): unknown {
  const hint = 'The file may be incomplete: export it again.';
  const parse = (json: string, place: string): unknown => {
    try {
      return JSON.parse(json);
    } catch (error) {
      throw new ImportFault(`${file} is not JSON${place}: ${(error as Error).message}`, hint);
    }
  };
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const isLines =
    lines.length > 1 && lines.slice(0, 2).every((line) => /^\s*\{.*\}\s*$/.test(line));
  return isLines ? lines.map((line, at) => parse(line, ` in line ${at + 1}`)) : parse(source, '');
}

function find(record: JsonRecord, key: string, mapped: ReadonlyMap<string, string>): unknown {
  const rows: Table = FRONT_MATTER_KEYS;
  const own = mapped.get(key) ?? NAMES[key] ?? [key, ...(rows[key]?.also ?? [])].join(' ');
  return (
    own
      .split(' ')
      .map((name) => record[name])
      .find((value) => value !== undefined && value !== null) ?? ''
  );
}

function readRecord(
  record: JsonRecord,
  index: number,
  names: ReadonlyMap<string, string>,
): shape.ImportedEssay {
  const get = (key: string) => text(find(record, key, names)).trim();
  const [slug, url, published, html] = [
    get('slug'),
    get('url'),
    get('published'),
    text(find(record, 'content', names)),
  ];
  const id = get('id') || slug || String(index + 1);
  const stamp = get('publishedTimestamp') || (/^\d{9,}$/.test(published) ? published : '');
  const [tags, image, draft] = ['tags', 'image', 'draft'].map((key) => find(record, key, names));
  const ofSlug = slug === '' ? [] : [`/blog/${slug}`, `/blog/post/${slug}`];
  const ofId = get('id') === '' ? [] : [`/blog/post/${get('id')}`];
  const keys = ['readTime', 'formattedDate', 'lang', 'dir'].map((key) => [key, get(key)]);
  return {
    id: `records:${id}`,
    title: decodeEntities(get('title')),
    html,
    isText: !TAG.test(html),
    published: stamp === published ? '' : published,
    ...(stamp === '' ? {} : { timestamp: Number(stamp) * (stamp.length < 11 ? 1000 : 1) }),
    updated: get('updated'),
    slug,
    tags: (Array.isArray(tags) ? tags.map(nameOf) : text(tags).split(',')).map(decodeEntities),
    excerpt: decodeEntities(get('excerpt')),
    image: nameOf(image),
    imageAlt: get('imageAlt'),
    author: nameOf(find(record, 'author', names)),
    isDraft: draft === true || /^(?:draft|private|hidden|trash)$/i.test(get('status')),
    // The addresses of the original system, which its essays use to link to each other.
    addresses: url === '' ? [...new Set([...ofSlug, ...ofId])] : [url],
    guid: get('guid'),
    keys: Object.fromEntries(keys.filter(([, value]) => value !== '')),
  };
}

/** A text, or the name or URL of a record. */
const nameOf = (value: unknown): string =>
  isRecord(value) ? text(value.name ?? value.title ?? value.url ?? value.src) : text(value);
