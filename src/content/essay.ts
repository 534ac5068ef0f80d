/**
 * An essay's file → ParsedEssay: everything that the file alone can tell.
 *
 * What depends on other essays or on the clock (slug, links, the shown date) is left to `site/`, so
 * that a parsed essay is a function of its file and of site.yaml, and of nothing else. The body's HTML
 * stands apart from it: only the page itself needs that, and most builds make few pages.
 */
import { makeProblem, type Place, type Problem, placeAt } from '../problems.ts';
import { type Body, readBody } from './body.ts';
import { describeBody } from './body-problems.ts';
import type { SiteConfig } from './config.ts';
import {
  type BodyFormat,
  joinNames,
  readFormat,
  readImage,
  readPublished,
  readTags,
  readUpdated,
  type Stated,
} from './essay-fields.ts';
import { splitFileName } from './file-names.ts';
import { digest } from './fingerprint.ts';
import { type EssaySource, readFrontMatter } from './front-matter.ts';
import type { MarkdownEngine } from './markdown.ts';
import { cutExcerpt, decodeSource, type SourceFile } from './text.ts';
import { type NamedValue, ValueReader } from './values.ts';

export interface ParsedEssay {
  /** Relative to the site's root. */
  readonly path: string;
  /** Of the file's bytes. */
  readonly digest: string;
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
  /** True for a draft that has no date yet; its timestamp is 0. */
  readonly isUndated: boolean;
  readonly aliases: readonly Stated[];
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
  readonly format: BodyFormat;
  /** What the body links to and shows, and what `#…` can point at in it. */
  readonly links: Body['links'];
  readonly ids: Body['ids'];
  readonly hasOutboundLinks: boolean;
  /** What its body brings along, as `Body.embedded` names it. */
  readonly embedded: readonly string[];
}

/** What parsing an essay depends on besides its file and this program. */
export type ParserConfig = Pick<SiteConfig, 'timezone' | 'wordsPerMinute' | 'url'>;

export function pickParserConfig({ timezone, wordsPerMinute, url }: SiteConfig): ParserConfig {
  return { timezone, wordsPerMinute, url };
}

export interface EssayParser {
  readonly config: ParserConfig;
  readonly markdown: MarkdownEngine;
}

/**
 * Reads an essay. One with errors, which will stop the build, is as complete as can be, so that links
 * to it are not taken for broken.
 */
export function parseEssay(
  file: SourceFile,
  parser: EssayParser,
): { essay: ParsedEssay; body: Body; problems: Problem[] } {
  const decoded = decodeSource(file);
  const { source, sound, problems } = readFrontMatter(file.path, decoded.text);
  const values = new ValueReader();
  const format = readFormat(source, values);
  const stated = values.prose(source.get('title'));
  const body = parseBody(source.body, format, stated, parser);
  const title = stated ?? body.heading ?? '';
  const { name: fileName } = splitFileName(source.path);
  const draft = values.boolean(source.get('draft')) ?? source.unpublished;
  const date = readPublished(source, parser.config.timezone, sound && !draft, problems);
  if (title === '' && sound && source.get('title') === null) problems.push(titleMissing(source));
  problems.push(...describeBody(source, format, body, parser.markdown));
  const stateOf = (value: NamedValue, text: string) => ({ value: text, place: value.place });
  const slug = source.get('slug');
  const slugText = values.text(slug);
  const image = readImage(source, values);
  const aliases = source.get('aliases');
  const essay: ParsedEssay = {
    path: source.path,
    digest: digest(file.bytes),
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
    draft,
    isUndated: date === null,
    aliases: values.texts(aliases).map(({ text }) => stateOf(aliases as NamedValue, text)),
    updated: readUpdated(source, parser.config.timezone, values, problems),
    format,
    links: body.links,
    ids: body.ids,
    hasOutboundLinks: body.hasOutboundLinks,
    embedded: body.embedded,
  };
  problems.push(...values.problems);
  if (sound && !draft && body.isEmpty) problems.push(bodyEmpty(source));
  if (decoded.problems.length > 0) return { essay, body, problems: decoded.problems };
  if (source.text.trim() === '') return { essay, body, problems: [fileEmpty(source)] };
  return { essay, body, problems };
}

/** Turns a body into HTML and reads that. A null title is the body's first heading. */
export function parseBody(
  source: string,
  format: BodyFormat,
  title: string | null,
  parser: EssayParser,
): Body {
  return readBody(parser.markdown.toHtml(source, format), title, parser.config.url);
}

function countMinutes(body: Body, parser: EssayParser): number {
  return Math.max(1, Math.ceil(body.wordCount / parser.config.wordsPerMinute));
}

function fileEmpty(source: EssaySource): Problem {
  const hint =
    'Write `title` and `published` between lines of three hyphens (---), and a body below.';
  return makeProblem('title-missing', topOf(source), 'This file is empty', hint);
}

function titleMissing(source: EssaySource): Problem {
  const hint = 'Add a line `title: …` to the front matter, or begin the body with a heading.';
  return makeProblem('title-missing', topOf(source), 'This essay has no title', hint);
}

function bodyEmpty(source: EssaySource): Problem {
  const hint = 'Write it below the front matter, or mark it `draft: true` until then.';
  return makeProblem('body-empty', topOf(source), 'This essay has no body', hint);
}

function topOf(source: EssaySource): Place {
  return placeAt(source.path, source.text, 0);
}
