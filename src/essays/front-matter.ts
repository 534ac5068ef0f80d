/**
 * Front matter: an essay file's text → its keys and its body.
 *
 * The table lists all keys, with their names in Jekyll, Hugo, Zola, Eleventy, Astro and Pelican. A new key needs a
 * row here and a row in docs/front-matter.md; its value is then a field of `ParsedEssay`.
 */

import type { BodyFormat, BodySource } from '../markdown/body-source.ts';
import { hasErrors, makeProblem, type TextEdit, wholeFile } from '../problems/problems.ts';
import { decodeSource, readPersonName, type SourceFile, type Stated } from '../text/text.ts';
import { formatMoment, parseDate } from './dates.ts';
import { findFrontMatter } from './front-matter-formats.ts';
import { findHidingFacts, findHidingLine, type HidingFact } from './hiding.ts';
import { findHidingRow } from './hiding-keys.ts';
import {
  findValue,
  type KeyRow,
  type KeyTable,
  listKeyNames,
  type Reader,
  readTable,
  reportUnknownKeys,
  type ValuesOf,
} from './key-table.ts';
import { mathOfEssay } from './math-setting.ts';
import { type FileName, quoteArgument } from './paths.ts';
import { convert, mayBeOwn } from './readers.ts';
import * as values from './values.ts';
import type { YamlEntries, YamlNode } from './yaml.ts';
import { parseEntries, report, type YamlSource } from './yaml-source.ts';

/** A list, or a text that is split at commas; spaces don't separate tags. */
const tags = convert(values.texts, (each, { node }) => {
  const all = node.kind === 'text' ? each.flatMap((words) => words.split(',')) : each;
  return [...new Set(all.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
});

/** Reads the addresses of all these keys. Ignores `false` and maps, which Eleventy allows. */
function addressesOf(...names: readonly string[]): Reader<Stated[]> {
  return {
    read: ({ source }) => {
      return names.flatMap((name) => {
        const found = findValue(source, [name]);
        const isPath = found?.node.kind === 'text' && values.toBoolean(found.node.value) === null;
        return isPath ? (values.stated.read(found) ?? []) : [];
      });
    },
  };
}

const split = (names: string) => names.split(' ');

const IMAGE_KEYS = {
  path: { also: ['image', 'src', 'url', 'feature'], reader: values.address },
  alt: { also: ['caption'], reader: values.prose },
} as const satisfies KeyTable;

/** A path or URL, or a map of it and a description, as in Hugo and Jekyll; of several, the first. */
const image: Reader<ValuesOf<typeof IMAGE_KEYS>> = {
  read: (given) => {
    const value = values.firstOf(given);
    if (value.node.kind !== 'map') return { path: values.address.read(value), alt: null };
    return readTable(IMAGE_KEYS, { ...value.source, entries: value.node.entries });
  },
};

/** A series; Hugo has a list of them, of which the first counts. */
const series: Reader<string> = {
  read: (value) => values.prose.read(values.firstOf(value)),
};

/** Keys that other programs' themes have for the page on another site that a post is about. */
export const LINK_KEYS = split(
  'link link_url linkUrl external external_url externalUrl external_link externalLink',
);

/** One name or several; of a map, as in Hugo and Docusaurus, the name; of an address of email, the name beside it. */
const authors: Reader<string[]> = {
  read: (value) => {
    const nameOf = (node: YamlNode): YamlNode =>
      node.kind === 'map' ? (node.entries.get('name')?.value ?? node) : node;
    const { name, node, source } = value;
    const link = name === 'authors' ? findValue(source, LINK_KEYS)?.node : undefined;
    // They wrote the page that the post is about.
    if (link?.kind === 'text' && /^https?:/i.test(link.value)) return null;
    const named = node.kind === 'list' ? { ...node, items: node.items.map(nameOf) } : nameOf(node);
    return values.texts.read({ ...value, node: named })?.map(readPersonName) ?? null;
  },
};

/** A date; not the `true` or `false` of VitePress, which says whether to show one. */
const updated = convert(values.stated, (given) =>
  values.toBoolean(given.value) === null ? given : null,
);

const nav = convert(values.prose, (label) => values.toBoolean(label) ?? label);

/** The name of a file in templates/pages; null for another generator's template, such as `page.html`. */
const template = convert(values.stated, ({ value, place }): Stated | null => {
  const name = value.replace(/\.[jt]sx$/, '');
  return /\.\w+$/.test(name) ? null : { value: name, place };
});

export const FRONT_MATTER_KEYS = {
  /** Default: the first heading. */
  title: { reader: values.prose },
  /** A line below the title. Without an `excerpt`, it is also the text of the essay's card. */
  subtitle: { reader: mayBeOwn(values.prose) },
  /** A date, parsed when the site's zone is known. Default: the date in the file's name. */
  published: {
    also: split(
      'date pubDate pub_date publishDate publish_date pubDatetime publishedAt published_at datePublished date_published',
    ),
    reader: values.stated,
  },
  /** Milliseconds since 1970; takes precedence over `published`. */
  publishedTimestamp: { reader: values.timestamp },
  tags: {
    also: split('categories category tag keywords topics'),
    reader: mayBeOwn(tags),
    default: [],
  },
  /** Default: derived from the title or the file's name. */
  slug: { also: ['postSlug'], reader: values.stated },
  /** Default: the beginning of the body's text. */
  excerpt: {
    also: ['description', 'summary', 'spoiler', 'subtitle'],
    reader: mayBeOwn(values.prose),
  },
  /** The thumbnail. */
  image: {
    also: split(
      'images thumbnail hero heroImage ogImage banner feature_image featured_image featuredImage coverImage',
    ),
    reader: mayBeOwn(image),
    default: { path: null, alt: null },
  },
  /** The picture above the title, which is also the thumbnail. */
  cover: { reader: mayBeOwn(image), default: { path: null, alt: null } },
  /** Quarto's name has a hyphen. */
  imageAlt: { also: ['image-alt'], reader: mayBeOwn(values.prose) },
  /** A recording or a film: a player above the text, and an enclosure in feeds. */
  audio: { also: ['enclosure'], reader: mayBeOwn(values.stated) },
  /** Default: the site's author. */
  author: { also: ['authors'], reader: mayBeOwn(authors) },
  /** `hiding.ts` reads this and the next three, with their names in other programs. */
  draft: { reader: values.boolean, default: false },
  /** True: only `blog dev` shows it. */
  private: { reader: values.boolean, default: false },
  /** True: it has a page that is in no list. */
  unlisted: { reader: values.boolean, default: false },
  /** The date from which it is left out. */
  expires: { reader: values.stated },
  /** A date, parsed when the site's zone is known. */
  updated: {
    also: split(
      'modified lastmod updatedDate updatedAt updated_at last_modified_at lastUpdated modDatetime',
    ),
    reader: mayBeOwn(updated),
  },
  /** True: it comes first on the home page. */
  pinned: { also: ['pin', 'sticky'], reader: mayBeOwn(values.boolean), default: false },
  aliases: { also: ['redirect_from', 'alias'], reader: values.statedTexts, default: [] },
  /** The essay's address, perhaps with placeholders; of several, the first that is one of this site. */
  permalink: { also: ['url'], reader: addressesOf('permalink', 'url'), default: [] },
  /** Old addresses, perhaps with placeholders. */
  path: { also: ['old_url'], reader: addressesOf('path', 'old_url'), default: [] },
  /** The essay's id in feeds, as it was on another site. */
  guid: { reader: mayBeOwn(values.text) },
  /** Minutes. Default: derived from the number of words. */
  readTime: { reader: mayBeOwn(values.wholeNumber) },
  /** The date as shown in lists. Default: derived from the date. */
  formattedDate: { reader: mayBeOwn(values.prose) },
  /** Default: derived from the file's extension. */
  format: { reader: mayBeOwn(values.oneOf('markdown', 'md', 'html', 'text', 'txt')) },
  /** Default: the site's language. */
  lang: { also: ['language'], reader: mayBeOwn(values.essayLanguage) },
  /** Translations of each other have the same key. */
  translationKey: {
    also: split('translation_key lang-ref lang_ref'),
    reader: mayBeOwn(values.text),
  },
  /** Default: derived from the language. */
  dir: { reader: mayBeOwn(values.oneOf('ltr', 'rtl', 'auto')) },
  /** Whether there is a table of contents, or its depth. Default: that of site.yaml. */
  toc: { also: ['showToc'], reader: mayBeOwn(values.toc) },
  /** The essays of a series are its parts, ordered by date. */
  series: { reader: mayBeOwn(series) },
  /** True: `$…$` is a formula; or a map with `macros`. Default: the site's. */
  math: {
    also: split('mathjax katex use_math useMath usemathjax hasMath'),
    reader: mayBeOwn(mathOfEssay),
  },
  /** Values for templates. */
  data: { reader: values.data },
  /** For a page: the label of its link in the header; true to use the title. */
  nav: { reader: mayBeOwn(nav) },
  /** For the about page: true to show the year of the first essay, the number of essays, and the newest ones. */
  facts: { reader: mayBeOwn(values.boolean) },
  /** For a page: the name of its own template. */
  template: { reader: mayBeOwn(template) },
} as const satisfies KeyTable;
/** Folded once, because most essays from other generators have an unknown key. */
const KEY_NAMES = listKeyNames(FRONT_MATTER_KEYS);
export type FrontMatter = ValuesOf<typeof FRONT_MATTER_KEYS>;

/** Keys of other generators that look like mistyped keys but aren't. */
const FOREIGN_NAMES = split(
  'time authored update imageAlign uuid uid translator translated translation translations',
);

/** A file split into the entries of its front matter and its body. */
export interface EssaySource extends YamlSource, BodySource {
  /** False if the file or its front matter could not be read; no key is then reported as missing. */
  readonly isSound: boolean;
  /** What the keys say about whether and when the text is published. */
  readonly hidingFacts: readonly HidingFact[];
}

/** For each key name in lower case: the name as written, and all names of that key. */
const NAMES = new Map(
  Object.entries<KeyRow>(FRONT_MATTER_KEYS)
    .map(([key, { also = [] }]) => [key, ...also])
    .flatMap((names) => names.map((name) => [name.toLowerCase(), { name, names }])),
);

/** True for a key that has a meaning here, in any case. */
const isKnown = (key: string) => NAMES.has(key.toLowerCase()) || findHidingRow(key) !== null;

/**
 * Splits a file into front matter and body. Unreadable front matter is reported and treated as empty, so that the
 * rest of the file is still checked.
 */
export function readFrontMatter(sourceFile: SourceFile): EssaySource {
  const { path } = sourceFile;
  const { text, problems } = decodeSource(sourceFile);
  const file = { path, text, problems };
  const { start, end, bodyOffset, unclosed, parse, oddFenceAt } = findFrontMatter(text, isKnown);
  if (unclosed !== null) {
    const message = 'The front matter that begins here is never closed';
    const hint = `Put ${unclosed} after its last key.`;
    const edits = closeFrontMatter(text);
    report(file, 0, { code: 'front-matter-unclosed', message, hint, edits });
  }
  if (oddFenceAt !== undefined) {
    const message = 'The front matter is read although its first or last line is not `---`';
    const hint = 'Put a line of three hyphens (---) above its first key, and one below its last.';
    const edits = [
      { at: 0, was: text.slice(0, start), is: '---\n' },
      { at: end, was: text.slice(end, bodyOffset), is: '---\n' },
    ].filter(({ was, is }) => was !== is);
    report(file, oddFenceAt, { code: 'front-matter-fence', message, hint, edits });
  }
  // Pads the front matter with line ends, so that its offsets are those of the file.
  const blanked = '\n'.repeat(start) + text.slice(start, end);
  const entries = parseEntries(blanked, file, {
    subject: 'The front matter',
    code: 'front-matter-invalid',
    parse,
    isRead: isKnown,
  });
  const isSound = !hasErrors(problems);
  const isUnreadable = !isSound && entries.size === 0;
  const hidingFacts = isUnreadable
    ? findHidingLine(file, start, unclosed === null ? end : text.search(/\n[ \t]*(?:\n|$)/))
    : findHidingFacts({ ...file, entries });
  unifyNames(entries);
  const body = text.slice(bodyOffset);
  const source = {
    ...file,
    entries,
    body,
    bodyOffset,
    isSound,
    hidingFacts,
  };
  reportUnknownKeys(KEY_NAMES, source, (key, meant) => {
    const isStated = meant !== null && findValue(source, [meant]) !== null;
    return meant === null || isStated || FOREIGN_NAMES.includes(key) || findHidingRow(key) !== null;
  });
  dropFlags(source);
  return source;
}

/** Closes front matter at the first blank line, if there are only keys, items and comments above it. */
function closeFrontMatter(text: string): TextEdit[] {
  const [, keys = '', blank] = /^(--- *\n(?:(?:[\w-]+:|- |#| +\S).*\n)*)( *\n)/.exec(text) ?? [];
  return blank === undefined ? [] : [{ at: keys.length, was: blank, is: '---\n\n' }];
}

/** Maps in which Zola and Hugo keep theme-specific keys and lists of tags. */
const INNER_MAPS = ['taxonomies', 'extra', 'params'];

/**
 * Renames keys to the table's names, ignoring case, and adds the keys of inner maps. A key that already has a value
 * keeps it.
 */
function unifyNames(entries: YamlEntries): void {
  const source = { path: '', text: '', entries, problems: [] };
  const add = (inner: YamlEntries, isInner: boolean) => {
    for (const [key, entry] of [...inner]) {
      const { name = key, names = [] } = NAMES.get(key.toLowerCase()) ?? {};
      if (names.length === 0 || (!isInner && name === key)) continue;
      if (!isInner) entries.delete(key);
      if (findValue(source, isInner ? names : [name]) === null) entries.set(name, entry);
    }
  };
  add(entries, false);
  for (const map of INNER_MAPS) {
    const inner = entries.get(map)?.value;
    if (inner?.kind === 'map') add(inner.entries, true);
  }
}

/** The post formats of WordPress, which its exporters write for `format`. */
const POST_FORMAT = /^(?:standard|aside|audio|chat|gallery|image|link|quote|status|video|false)$/;

/** Drops flags that aren't dates (`published: false`), and WordPress's post formats. */
function dropFlags({ entries }: EssaySource): void {
  const format = entries.get('format')?.value;
  if (format?.kind === 'text' && POST_FORMAT.test(format.value)) entries.delete('format');
  const published = entries.get('published')?.value;
  if (published?.kind === 'text' && values.toBoolean(published.value) !== null)
    entries.delete('published');
}

/**
 * Reads the publication date: `publishedTimestamp`, else `published`, else the file's name. Returns null if there
 * is none, and reports that if the essay `needsDate`.
 */
export function readPublishedDate(
  source: EssaySource,
  { published, publishedTimestamp }: FrontMatter,
  { date }: FileName,
  timeZone: string,
  needsDate: boolean,
): { published: string; timestamp: number } | null {
  if (publishedTimestamp !== null) {
    const text = published?.value ?? new Date(publishedTimestamp).toISOString();
    return { published: text, timestamp: publishedTimestamp };
  }
  // A rejected value has been reported already, and isn't missing.
  const names = ['published', ...FRONT_MATTER_KEYS.published.also, 'publishedTimestamp'];
  if (published === null && findValue(source, names) !== null) return null;
  if (published === null && date === null) {
    const message = 'This essay has no date, so it is a draft';
    const hint =
      `\`npx essay-blog publish ${quoteArgument(source.path)}\` dates it; or add a line \`published: 2020-12-03\` to the ` +
      'front matter, or start the file name with the date.';
    if (needsDate) report(source, 0, { code: 'date-missing', message, hint });
    return null;
  }
  const stated = published ?? { value: date ?? '', place: wholeFile(source.path) };
  const timestamp = parseDate(stated, timeZone, source.problems);
  if (timestamp === null) return null;
  if (needsDate && date !== null) reportOtherDay(date, timestamp, stated, timeZone, source);
  return { published: stated.value, timestamp };
}

/** Reports a date that isn't on the day in the file's name. */
function reportOtherDay(
  name: string,
  timestamp: number,
  { place }: Stated,
  timeZone: string,
  { problems }: EssaySource,
): void {
  const shown = formatMoment(timestamp, timeZone).slice(0, 'YYYY-MM-DD'.length);
  const isSame = (part: string, index: number) => Number(part) === Number(shown.split('-')[index]);
  if (name.split('-').every(isSame)) return;
  const message = `The file name says ${name}, but the essay's date, which counts, is on ${shown} (${timeZone})`;
  const hint = 'Correct the wrong one, or set `timezone` in site.yaml.';
  problems.push(makeProblem('date-in-name', place, message, hint));
}

/** Reads the categories, for `:category` in redirects. They may also be tags, whose reader reports problems. */
export function readCategories(source: EssaySource): string[] {
  const value = findValue({ ...source, problems: [] }, ['category', 'categories']);
  return (value && tags.read(value)) ?? [];
}

/** The format named by a value of `format` or by a file's extension. */
export function readFormat(word: string): BodyFormat {
  return /^html?$/.test(word) ? 'html' : /^te?xt$/.test(word) ? 'text' : 'markdown';
}
