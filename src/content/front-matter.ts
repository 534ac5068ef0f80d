/**
 * An essay file's text → its front matter and its body; and what the file's name says beside them.
 *
 * The table holds the keys of design section 4, with the names that Jekyll, Hugo, Eleventy and Astro use
 * for them. A new key is a row here, a field of `ParsedEssay`, and the place where that is used.
 */
import {
  makeProblem,
  type Place,
  type Problem,
  type ProblemCode,
  placeAt,
  wholeFile,
} from '../problems.ts';
import { parseDate } from './dates.ts';
import { joinWords } from './text.ts';
import type { Reader, Stated, Table, ValuesOf, YamlSource } from './values.ts';
import * as values from './values.ts';

/** A date, to be read when the site's zone is known. The place is looked for when it is asked for. */
interface WrittenDate {
  readonly text: string;
  readonly place: () => Place;
}

const date = values.convert(values.text, (words, value): WrittenDate => {
  return { text: words, place: () => values.placeOf(value) };
});

const names = values.convert(values.texts, (each) => joinWords(each, 'and'));

/** A list; a string with commas is split at them; a string without is one tag, spaces and all. */
const tags = values.convert(values.texts, (each, { node }) => {
  const all = node.kind === 'text' ? each.flatMap((words) => words.split(',')) : each;
  return [...new Set(all.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
});

const aliases = values.convert(values.texts, (paths, value) => {
  const place = values.placeOf(value);
  return paths.map((path): Stated => ({ value: path, place }));
});

const IMAGE_KEYS = {
  path: { also: ['image', 'src', 'url', 'feature'], read: values.stated, doc: 'a path or a URL' },
  alt: { also: ['caption'], read: values.prose, doc: 'its description' },
} as const satisfies Table;

/** A path or URL; Hugo's and Jekyll's map of a path and a description is read too. */
const image: Reader<ValuesOf<typeof IMAGE_KEYS>> = (value) => {
  if (value.node.kind !== 'map') return { path: values.stated(value), alt: null };
  return values.readTable(IMAGE_KEYS, { ...value.source, entries: value.node.entries });
};

export const FRONT_MATTER_KEYS = {
  title: { read: values.prose, doc: 'the title', without: 'the first heading' },
  published: {
    also: ['date'],
    read: date,
    doc: "ISO 8601, RFC 2822 or `December 3, 2020 at 10:15 PM EST`; without a zone, the site's",
    without: "the date in the file's name",
  },
  publishedTimestamp: {
    read: values.timestamp,
    doc: 'milliseconds since 1970; goes before `published`',
  },
  tags: {
    also: ['categories'],
    read: tags,
    default: [],
    doc: 'a list; or one string, split at its commas; a string without a comma is one tag',
    without: 'no tags',
  },
  slug: {
    read: values.stated,
    doc: 'the last part of the address',
    without: "made from the title or the file's name",
  },
  excerpt: {
    also: ['description', 'summary', 'spoiler'],
    read: values.prose,
    doc: 'the text of the card',
    without: 'the first 180 characters',
  },
  image: {
    also: ['cover', 'thumbnail', 'hero'],
    read: image,
    default: { path: null, alt: null },
    doc: 'a thumbnail: a file beside the essay, a path in `public/`, or a URL',
    without: 'none',
  },
  imageAlt: { read: values.prose, doc: 'its description', without: 'empty' },
  author: { also: ['authors'], read: names, doc: 'who wrote it', without: '`name` of site.yaml' },
  draft: {
    read: values.boolean,
    default: false,
    doc: '`true` keeps it out of the site, and so does `published: false`',
  },
  updated: { also: ['modified', 'lastmod'], read: date, doc: 'a date' },
  aliases: {
    also: ['redirect_from', 'alias'],
    read: aliases,
    default: [],
    doc: 'old addresses that lead here',
  },
  readTime: {
    read: values.count,
    doc: 'minutes',
    without: 'words by `wordsPerMinute`, rounded up',
  },
  formattedDate: {
    read: values.prose,
    doc: 'the date on the card',
    without: 'the year; month and day in the current year',
  },
  format: {
    read: values.oneOf('markdown', 'md', 'html', 'text', 'txt'),
    doc: '`markdown`, `html` or `text`',
    without: "by the file's ending",
  },
} as const satisfies Table;
export type FrontMatter = ValuesOf<typeof FRONT_MATTER_KEYS>;

const NAMES = values.listNames(FRONT_MATTER_KEYS);
/** Keys of other generators that lie close to one of ours and mean something else. */
const FOREIGN_NAMES = new Set(['data', 'tag', 'time', 'authored', 'update', 'imageAlign']);

/** A file parted into the entries of its front matter and its body. */
export interface EssaySource extends YamlSource {
  readonly body: string;
  /** Where the body begins in `text`. */
  readonly bodyOffset: number;
}

const OPENING = /^---[ \t]*\n/;
/** Three hyphens, or YAML's own end mark, which Jekyll and Pandoc take as well. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
const TOML = /^\+\+\+[ \t]*\n(?:[\s\S]*\n)?\+\+\+[ \t]*(?:\n|$)/;

/**
 * Splits a file into front matter and body. Front matter that cannot be read is reported, and
 * counts as empty, so that the rest of the file is still looked at; `sound` is then false.
 */
export function readFrontMatter(
  path: string,
  text: string,
): { source: EssaySource; sound: boolean; problems: Problem[] } {
  const problems: Problem[] = [];
  const yamlOffset = OPENING.exec(text)?.[0].length ?? 0;
  const closing = yamlOffset === 0 ? null : CLOSING.exec(text.slice(yamlOffset));
  const yamlEnd = yamlOffset + (closing?.index ?? 0);
  let bodyOffset = closing === null ? 0 : Math.min(yamlEnd + closing[0].length + 1, text.length);
  if (yamlOffset > 0 && closing === null) {
    const message = 'The front matter that begins here is never closed';
    const hint = 'Put a line of three hyphens (---) after its last key.';
    reportAtTop({ path, text, problems }, 'front-matter-unclosed', message, hint);
    bodyOffset = text.length;
  } else if (TOML.test(text)) {
    const message = 'The front matter is TOML (+++), which is not read';
    const hint = 'Write it as YAML: `key: value` lines between lines of three hyphens (---).';
    reportAtTop({ path, text, problems }, 'front-matter-invalid', message, hint);
    bodyOffset = text.length;
  }
  const file = { path, text, yamlOffset, bodyOffset, body: text.slice(bodyOffset), problems };
  const yaml = text.slice(yamlOffset, yamlEnd);
  const entries = values.parseEntries(yaml, file, 'The front matter', 'front-matter-invalid');
  const source = { ...file, entries };
  const sound = problems.length === 0;
  values.reportUnknownKeys(NAMES, source, (key, meant) => {
    return meant === null || entries.has(meant) || FOREIGN_NAMES.has(key);
  });
  return { source: readFlag(source), sound, problems };
}

/** Reports a problem of an essay as a whole. */
export function reportAtTop(
  { path, text, problems }: Pick<EssaySource, 'path' | 'text' | 'problems'>,
  code: ProblemCode,
  message: string,
  hint: string,
): void {
  problems.push(makeProblem(code, placeAt(path, text, 0), message, hint));
}

/**
 * The date of publication: `publishedTimestamp`, else `published`, else the file's name; null for
 * none, which is an error if the essay `needsDate`.
 */
export function readPublished(
  source: EssaySource,
  { published, publishedTimestamp }: FrontMatter,
  timeZone: string,
  needsDate: boolean,
): { published: string; timestamp: number } | null {
  if (publishedTimestamp !== null) {
    const text = published?.text ?? new Date(publishedTimestamp).toISOString();
    return { published: text, timestamp: publishedTimestamp };
  }
  // What stands there and was refused has been reported, and is not missing.
  const names = ['published', 'date', 'publishedTimestamp'];
  if (published === null && values.findValue(source, names) !== null) return null;
  const { date } = splitFileName(source.path);
  if (published === null && date === null) {
    const hint =
      'Add a line `published: 2020-12-03` to the front matter, or begin the file’s name with the date.';
    if (needsDate) reportAtTop(source, 'date-missing', 'This essay has no date', hint);
    return null;
  }
  const written = published ?? { text: date ?? '', place: () => wholeFile(source.path) };
  const timestamp = readDate(written, source, timeZone);
  return timestamp === null ? null : { published: written.text, timestamp };
}

/** Milliseconds since the epoch, or null. */
export function readDate(
  { text, place }: WrittenDate,
  { problems }: EssaySource,
  timeZone: string,
): number | null {
  const { timestamp, fault } = parseDate(text, timeZone);
  if (fault !== null) problems.push(makeProblem(fault.code, place(), fault.message, fault.hint));
  return timestamp;
}

export type BodyFormat = 'markdown' | 'html' | 'text';

/** The format that is meant by a word of `format`, or by the ending of a file. */
export function readFormat(word: string): BodyFormat {
  return /^html?$/.test(word) ? 'html' : /^te?xt$/.test(word) ? 'text' : 'markdown';
}

/** `2020-12-03-title.md` → its date, name and extension; `name/index.md` has the folder's name. */
export function splitFileName(path: string): {
  date: string | null;
  name: string;
  extension: string;
} {
  const [, folder = '', stem = '', extension = ''] =
    /(?:([^/]+)\/)?([^/]+)\.([^./]*)$/.exec(path) ?? [];
  const base = stem === 'index' && folder !== '' ? folder : stem;
  const [, date = null, name = base] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(base) ?? [];
  return { date, name, extension: extension.toLowerCase() };
}

/** `published: false`, Jekyll's draft, becomes `draft: true`; `published: true` says nothing. */
function readFlag(source: EssaySource): EssaySource {
  const flag = values.findValue(source, ['published'])?.node;
  if (flag?.kind !== 'text' || !/^(true|false|yes|no)$/i.test(flag.value)) return source;
  const entries = new Map(source.entries);
  entries.delete('published');
  if (/^(false|no)$/i.test(flag.value) && values.findValue(source, ['draft']) === null) {
    entries.set('draft', { keyOffset: flag.offset, value: { ...flag, value: 'true' } });
  }
  return { ...source, entries };
}
