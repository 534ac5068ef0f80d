/**
 * JSON: reads its files, values and records for all sources; and records as a source of their own: a list of
 * essays, a list under `posts`, or one record per line, as in database dumps.
 *
 * Fields have the names of front matter keys, those common in other programs, or those given with `--map`.
 */
import { FRONT_MATTER_KEYS } from '../../essays/front-matter.ts';
import type { Table } from '../../essays/values.ts';
import { decodeEntities } from '../../text/text.ts';
import type { ImportedEssay, Source, SourceFacts } from '../imported-essay.ts';
import { ImportFault, type Input, listFiles } from '../input.ts';

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
  async *read(input, { names }) {
    for await (const value of readJson(input)) {
      if (input.files.length > 1 && !isRecords(value, names)) continue;
      for (const [index, record] of listRecordsOf(value).entries()) {
        const essay = readRecord(record, names);
        const { id, slug, addresses } = essay;
        // The original system's addresses, which its essays use in links to each other.
        const ofSlug = slug === '' ? [] : [`/blog/${slug}`, `/blog/post/${slug}`];
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

/** Settings of editors and compilers; they are never part of an export. */
const SETTINGS = /(?:^|\/)(?:\.|[jt]sconfig[^/]*\.json$|deno\.json$)|\.code-workspace$/;
const COMMENT = /^\s*(?:\/\/|\/\*)/m;

/** True for settings, which may be JSON with comments, so that they can't be parsed as JSON. */
export const isSettings = (path: string, source: string) =>
  SETTINGS.test(path) || COMMENT.test(source);

/** Yields the values of all JSON files. */
export async function* readJson(input: Input): AsyncGenerator<unknown> {
  for (const path of listFiles(input, /\.(?:json|ndjson|jsonl)$/i)) {
    if (!/^\s*[[{]/.test(await input.head(path))) continue;
    const source = await input.readText(path);
    if (input.files.length === 1 || !isSettings(path, source)) yield parseJson(source, path);
  }
}

/** True for a value that has a record with title and content. */
export function isRecords(value: unknown, names: Names): boolean {
  return listRecordsOf(value).some(
    (each) => findField(each, 'title', names) !== '' && findField(each, 'content', names) !== '',
  );
}

const listRecordsOf = (value: unknown) =>
  listRecords(isRecord(value) ? Object.values(value).find(Array.isArray) : value);

/** Parses JSON, or one value per line. A fault names the place. */
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

type Names = ReadonlyMap<string, string>;

function findField(record: JsonRecord, key: string, mapped: Names): unknown {
  const rows: Table = FRONT_MATTER_KEYS;
  const own = [key, ...(rows[key]?.also ?? []), ...(NAMES[key]?.split(' ') ?? [])];
  return (
    [mapped.get(key) ?? own]
      .flat()
      .map((name) => record[name])
      .find((value) => value !== undefined && value !== null) ?? ''
  );
}

/** Reads the fields of a record; its id and texts are taken unchanged. */
export function readRecord(record: JsonRecord, names: Names = new Map()): ImportedEssay {
  const get = (key: string) => nameOf(findField(record, key, names)).trim();
  const [html, tags] = ['content', 'tags'].map((key) => findField(record, key, names));
  const published = get('published');
  const stamp = get('publishedTimestamp') || (/^\d{9,}$/.test(published) ? published : '');
  const keys = ['readTime', 'formattedDate', 'lang', 'dir'].map((key) => [key, get(key)]);
  return {
    id: get('id'),
    title: get('title'),
    html: text(html),
    isText: !TAG.test(text(html)),
    published: stamp === published ? '' : published,
    ...(stamp === '' ? {} : { timestamp: Number(stamp) * (stamp.length < 11 ? 1000 : 1) }),
    updated: get('updated'),
    slug: get('slug'),
    tags: Array.isArray(tags) ? tags.map(nameOf) : text(tags).split(','),
    excerpt: get('excerpt'),
    image: get('image'),
    imageAlt: get('imageAlt'),
    author: [findField(record, 'author', names)].flat().map(nameOf).join(' and '),
    isDraft:
      findField(record, 'draft', names) === true ||
      /^(?:draft|private|hidden|trash)$/i.test(get('status')),
    addresses: [get('url')],
    guid: get('guid'),
    keys: Object.fromEntries(keys.filter(([, value]) => value !== '')),
  };
}

/** Returns a text, the name or URL of a record, or that of the first item in a list. */
function nameOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(one) ? text(one.name ?? one.title ?? one.url ?? one.src) : text(one);
}

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export type JsonRecord = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the records in a value that may be a list. */
export const listRecords = (value: unknown) => (Array.isArray(value) ? value : []).filter(isRecord);

/** Finds a value by its path of keys: `permalinks.page`. */
export const find = (record: JsonRecord, keys: string) =>
  keys
    .split('.')
    .reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), record);

/** The keys of a blog's facts in sources, in order of preference. */
const FACTS = {
  title: 'title name',
  description: 'description params.description desc subtitle',
  url: 'url home_page_url link baseurl base_url website',
  language: 'lang locale languagecode default_language defaultcontentlanguage language xml:lang',
  author:
    'author.name author params.author.name params.author extra.author.name extra.author social.name name',
  timezone: 'timezone',
} as const;

/** Fills in facts about a blog that are still unknown from a record in its source. */
export function addFacts(facts: SourceFacts, said: JsonRecord): void {
  for (const [fact, keys] of Object.entries(FACTS) as [keyof typeof FACTS, string][]) {
    const stated = keys.split(' ').map((key) => text(find(said, key)).trim());
    const isFit = (value: string) => value !== '' && (fact !== 'url' || URL.canParse(value));
    facts[fact] ||= stated.find(isFit) ?? '';
  }
  // `name` is the title's other name: where there is no title, it isn't the author's.
  if (text(find(said, 'title')).trim() === '' && facts.author === facts.title) facts.author = '';
}
