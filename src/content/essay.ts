/**
 * An essay's file → ParsedEssay: everything that the file alone can tell.
 *
 * What depends on other essays or on the clock (slug, links, the shown date) is left to `site/`, so
 * that a parsed essay is a function of its file and of site.yaml, and of nothing else.
 */
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import { type Body, readBody } from './body.ts';
import { cutExcerpt } from './body-text.ts';
import type { SiteConfig } from './config.ts';
import { parseDate } from './dates.ts';
import { type EssaySource, readFrontMatter } from './front-matter.ts';
import type { MarkdownEngine } from './markdown.ts';
import { plainTextToHtml } from './plain-text.ts';
import { decodeSource, type SourceFile } from './text.ts';
import { type NamedValue, ValueReader } from './values.ts';

export type BodyFormat = 'markdown' | 'html' | 'text';

/** A text of the author's and where it stands. */
export interface Stated {
  readonly value: string;
  readonly place: Place;
}

export interface ParsedEssay {
  /** Relative to the site's root. */
  readonly path: string;
  readonly title: string;
  /** Null: the site's author. */
  readonly author: string | null;
  /** Trimmed, each once. */
  readonly tags: readonly string[];
  /** As written. */
  readonly published: string;
  /** Milliseconds since the epoch. */
  readonly publishedTimestamp: number;
  /** The front matter's slug, or null. */
  readonly statedSlug: Stated | null;
  /** The file's name without its ending and its date. */
  readonly fileName: string;
  readonly excerpt: string;
  /** The thumbnail's path or URL as written, or null. */
  readonly image: Stated | null;
  readonly imageAlt: string;
  /** Whole minutes, at least 1. */
  readonly readTime: number;
  /** The front matter's own, or null. */
  readonly statedDate: string | null;
  readonly draft: boolean;
  readonly aliases: readonly Stated[];
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
  readonly format: BodyFormat;
  readonly body: Body;
}

export interface EssayParser {
  readonly config: Pick<SiteConfig, 'timezone' | 'wordsPerMinute' | 'url'>;
  readonly markdown: MarkdownEngine;
}

/**
 * Reads an essay. One with errors, which will stop the build, is as complete as can be, so that links
 * to it are not taken for broken.
 */
export function parseEssay(
  file: SourceFile,
  parser: EssayParser,
): { essay: ParsedEssay; problems: Problem[] } {
  const decoded = decodeSource(file);
  const { source, sound, problems } = readFrontMatter(file.path, decoded.text);
  const values = new ValueReader();
  const format = readFormat(source, values);
  const stated = values.prose(source.get('title'));
  const body = parseBody(source.body, format, stated, parser);
  const title = stated ?? body.heading ?? '';
  const { name: fileName } = splitFileName(source.path);
  const date = readPublished(source, parser.config.timezone, sound, problems);
  if (title === '' && sound) problems.push(titleMissing(source));
  problems.push(...describeFaults(source, format, body, parser.markdown));
  const stateOf = (value: NamedValue, text: string) => ({ value: text, place: value.place });
  const slug = source.get('slug');
  const slugText = values.text(slug);
  const image = readImage(source, values);
  const aliases = source.get('aliases');
  const essay: ParsedEssay = {
    path: source.path,
    title: title || fileName,
    author: joinNames(values.texts(source.get('author')).map(({ text }) => text)),
    tags: readTags(source.get('tags'), values),
    published: date?.published ?? '',
    publishedTimestamp: date?.timestamp ?? 0,
    statedSlug: slug !== null && slugText !== null ? stateOf(slug, slugText) : null,
    fileName,
    excerpt: values.prose(source.get('excerpt')) ?? cutExcerpt(body.text),
    image: image.image,
    imageAlt: values.prose(source.get('imageAlt')) ?? image.alt ?? '',
    readTime: values.count(source.get('readTime')) ?? countMinutes(body, parser),
    statedDate: values.prose(source.get('formattedDate')),
    draft: values.boolean(source.get('draft')) ?? source.unpublished,
    aliases: values.texts(aliases).map(({ text }) => stateOf(aliases as NamedValue, text)),
    updated: readUpdated(source, parser.config.timezone, values, problems),
    format,
    body,
  };
  problems.push(...values.problems);
  if (sound && isEmptyBody(body)) problems.push(bodyEmpty(source));
  return { essay, problems: decoded.problems.length > 0 ? decoded.problems : problems };
}

/**
 * The place in an essay's file of a link or a tag of its body. `needles` are its spellings,
 * `occurrence` counts equal ones before it, `offset` is where it stands in the body's HTML.
 */
export function placeInBody(
  source: Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>,
  format: BodyFormat,
  markdown: MarkdownEngine,
  at: { needles: readonly string[]; occurrence: number; offset: number },
): Place {
  if (format === 'html') return placeAt(source.path, source.text, source.bodyOffset + at.offset);
  const found =
    format === 'markdown'
      ? markdown.locate(source.body, at.needles, at.occurrence)
      : source.body.indexOf(at.needles[0] ?? '');
  if (found === null || found < 0) return wholeFile(source.path);
  return placeAt(source.path, source.text, source.bodyOffset + found);
}

/** Turns a body into HTML and reads that. A null title is the body's first heading. */
export function parseBody(
  source: string,
  format: BodyFormat,
  title: string | null,
  parser: EssayParser,
): Body {
  const html =
    format === 'markdown'
      ? parser.markdown.toHtml(source)
      : format === 'text'
        ? plainTextToHtml(source)
        : source;
  return readBody(html, title, parser.config.url);
}

/** Problems for what is wrong with a body's HTML, each at its place in the file. */
export function describeFaults(
  source: Pick<EssaySource, 'path' | 'text' | 'bodyOffset' | 'body'>,
  format: BodyFormat,
  body: Body,
  markdown: MarkdownEngine,
): Problem[] {
  return body.faults.map((fault, index) => {
    const occurrence = body.faults.slice(0, index).filter((f) => f.needle === fault.needle).length;
    const at = { needles: [fault.needle], occurrence, offset: fault.offset };
    const place = placeInBody(source, format, markdown, at);
    const name = fault.element;
    switch (fault.code) {
      case 'element-unclosed': {
        const isComment = name === '!--';
        const message = isComment
          ? 'This comment is never closed: all that follows is hidden'
          : `<${name}> is opened here and not closed where it should be`;
        const hint = isComment ? 'Close it with -->.' : `Add </${name}>, or remove <${name}>.`;
        return makeProblem(fault.code, place, message, hint);
      }
      case 'end-tag-stray': {
        const message = `</${name}> closes nothing here, and was left out`;
        return makeProblem(
          fault.code,
          place,
          message,
          `Remove it, or add the <${name}> before it.`,
        );
      }
      case 'script-url': {
        const message = 'This address would run script, and was left out';
        return makeProblem(fault.code, place, message, 'Write the address of a page instead.');
      }
    }
  });
}

const FORMAT_OF_EXTENSION: Record<string, BodyFormat> = {
  md: 'markdown',
  html: 'html',
  txt: 'text',
};
const FORMAT_NAMES = ['markdown', 'md', 'html', 'text', 'txt'] as const;

function readFormat(source: EssaySource, values: ValueReader): BodyFormat {
  const stated = values.oneOf(source.get('format'), FORMAT_NAMES);
  if (stated === 'markdown' || stated === 'html' || stated === 'text') return stated;
  return FORMAT_OF_EXTENSION[stated ?? splitFileName(source.path).extension] ?? 'markdown';
}

/** `2020-12-03-title.md` → its date, name and extension; `name/index.md` has the folder's name. */
function splitFileName(path: string): { date: string | null; name: string; extension: string } {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const dot = file.lastIndexOf('.');
  const stem = file.slice(0, dot);
  const base = stem === 'index' ? (parts.at(-2) ?? stem) : stem;
  const dated = /^(\d{4}-\d{1,2}-\d{1,2})[-_](?=.)/.exec(base);
  return {
    date: dated?.[1] ?? null,
    name: dated === null ? base : base.slice(dated[0].length),
    extension: file.slice(dot + 1).toLowerCase(),
  };
}

function readPublished(
  source: EssaySource,
  timeZone: string,
  sound: boolean,
  problems: Problem[],
): { published: string; timestamp: number } | null {
  const values = new ValueReader();
  const written = source.get('published');
  const published = values.text(written);
  const stamp = source.get('publishedTimestamp');
  const stampText = values.text(stamp);
  problems.push(...values.problems);
  if (stamp !== null && stampText !== null) {
    const timestamp = Number(stampText);
    if (/^-?\d+$/.test(stampText) && Math.abs(timestamp) <= 8.64e15) {
      return { published: published ?? new Date(timestamp).toISOString(), timestamp };
    }
    values.refuse(stamp, 'milliseconds since 1970', 'Write a whole number, or use `published`.');
    problems.push(...values.problems.slice(-1));
    return null;
  }
  const { date } = splitFileName(source.path);
  const text = published ?? (written === null ? date : null);
  if (text === null) {
    if (sound && written === null) problems.push(dateMissing(source));
    return null;
  }
  const place = written?.place ?? wholeFile(source.path);
  const timestamp = readDate(text, place, timeZone, problems);
  return timestamp === null ? null : { published: text, timestamp };
}

function readUpdated(
  source: EssaySource,
  timeZone: string,
  values: ValueReader,
  problems: Problem[],
): number | null {
  const value = source.get('updated');
  const text = values.text(value);
  return value === null || text === null ? null : readDate(text, value.place, timeZone, problems);
}

function readDate(
  text: string,
  place: Place,
  timeZone: string,
  problems: Problem[],
): number | null {
  const reading = parseDate(text, timeZone);
  if (reading.kind === 'unreadable') {
    const message = `\`${text}\` is not a date that can be read`;
    const hint = 'Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.';
    problems.push(makeProblem('date-unreadable', place, message, hint));
    return null;
  }
  if (reading.kind === 'impossible') {
    const hint = 'Correct the date.';
    problems.push(makeProblem('date-impossible', place, `${reading.reason}: \`${text}\``, hint));
    return null;
  }
  if (reading.weekdayFault !== null) {
    const hint = 'Correct the weekday or the day.';
    problems.push(makeProblem('date-weekday', place, reading.weekdayFault, hint));
  }
  return reading.timestamp;
}

/** A list; a string with commas is split at them; a string without is one tag, spaces and all. */
function readTags(value: NamedValue | null, values: ValueReader): string[] {
  const texts = values.texts(value).map(({ text }) => text);
  const isString = value?.node.kind === 'text';
  const tags = isString ? texts.flatMap((text) => text.split(',')) : texts;
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** A path or URL; Hugo's and Jekyll's map of a path and a description is read too. */
function readImage(
  source: EssaySource,
  values: ValueReader,
): { image: Stated | null; alt: string | null } {
  const value = source.get('image');
  if (value === null) return { image: null, alt: null };
  if (value.node.kind !== 'map') {
    const text = values.text(value);
    return { image: text === null ? null : { value: text, place: value.place }, alt: null };
  }
  const { entries } = value.node;
  const pick = (names: readonly string[]) => {
    const node = names.map((name) => entries.get(name)?.value).find((found) => found);
    return node === undefined ? null : values.text({ ...value, node, place: value.place });
  };
  const path = pick(['image', 'src', 'url', 'path', 'feature']);
  const image = path === null ? null : { value: path, place: value.place };
  return { image, alt: pick(['alt', 'caption']) };
}

/** `Ann`, `Ann and Ben`, `Ann, Ben and Cid`; null for none. */
function joinNames(names: readonly string[]): string | null {
  if (names.length < 2) return names[0] ?? null;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function countMinutes(body: Body, parser: EssayParser): number {
  return Math.max(1, Math.ceil(body.wordCount / parser.config.wordsPerMinute));
}

function isEmptyBody(body: Body): boolean {
  return (
    body.wordCount === 0 &&
    !/<(img|iframe|video|audio|svg|object|embed|canvas)\b/i.test(body.segments.join(''))
  );
}

function titleMissing(source: EssaySource): Problem {
  const hint =
    source.text.trim() === ''
      ? 'The file is empty: write `title` and `published` between lines of three hyphens (---).'
      : 'Add a line `title: …` to the front matter, or begin the body with a heading.';
  return makeProblem('title-missing', topOf(source), 'This essay has no title', hint);
}

function dateMissing(source: EssaySource): Problem {
  const hint =
    'Add a line `published: 2020-12-03` to the front matter, or begin the file’s name with the date.';
  return makeProblem('date-missing', topOf(source), 'This essay has no date', hint);
}

function bodyEmpty(source: EssaySource): Problem {
  const hint = 'Write it below the front matter, or mark it `draft: true` until then.';
  return makeProblem('body-empty', topOf(source), 'This essay has no body', hint);
}

function topOf(source: EssaySource): Place {
  return placeAt(source.path, source.text, 0);
}
