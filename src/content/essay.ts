/**
 * An essay's file → ParsedEssay: everything that the file alone can tell.
 *
 * What depends on other essays or on the clock (slug, links, the shown date) is left to `site/`, so
 * that a parsed essay is a function of its file and of site.yaml, and of nothing else. The body's HTML
 * stands apart from it: only the page itself needs that, and most builds make few pages.
 */
import { makeProblem, type Problem, placeAt } from '../problems.ts';
import { type Body, readBody } from './body.ts';
import type { SiteConfig } from './config.ts';
import { digest } from './fingerprint.ts';
import {
  type BodyFormat,
  FRONT_MATTER_KEYS,
  readDate,
  readFormat,
  readFrontMatter,
  readPublished,
  reportAtTop,
  splitFileName,
} from './front-matter.ts';
import { describeBody, type MarkdownEngine } from './markdown.ts';
import { cutExcerpt, decodeSource, type SourceFile } from './text.ts';
import { findValue, readTable, type Stated } from './values.ts';

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
  const front = readTable(FRONT_MATTER_KEYS, source);
  const { name: fileName, extension } = splitFileName(file.path);
  const { timezone } = parser.config;
  const date = readPublished(source, front, timezone, sound && !front.draft);
  const format = readFormat(front.format ?? extension);
  const body = parseBody(source.body, format, front.title, parser);
  const title = front.title ?? body.heading ?? '';
  if (title === '' && sound && findValue(source, ['title']) === null) {
    const hint = 'Add a line `title: …` to the front matter, or begin the body with a heading.';
    reportAtTop(source, 'title-missing', 'This essay has no title', hint);
  }
  problems.push(...describeBody(body, parser.markdown.makeLocator(source, format)));
  const essay: ParsedEssay = {
    path: file.path,
    digest: digest(file.bytes),
    title: title || fileName,
    author: front.author,
    tags: front.tags,
    published: date?.published ?? '',
    publishedTimestamp: date?.timestamp ?? 0,
    statedSlug: front.slug,
    fileName,
    excerpt: front.excerpt ?? cutExcerpt(body.text),
    image: front.image.path,
    imageAlt: front.imageAlt ?? front.image.alt ?? '',
    readTime: front.readTime ?? countMinutes(body, parser),
    statedDate: front.formattedDate,
    draft: front.draft,
    isUndated: date === null,
    aliases: front.aliases,
    updated: front.updated === null ? null : readDate(front.updated, source, timezone),
    format,
    links: body.links,
    ids: body.ids,
    hasOutboundLinks: body.hasOutboundLinks,
    embedded: body.embedded,
  };
  if (sound && !front.draft && body.isEmpty) {
    const hint = 'Write it below the front matter, or mark it `draft: true` until then.';
    reportAtTop(source, 'body-empty', 'This essay has no body', hint);
  }
  if (decoded.problems.length > 0) return { essay, body, problems: decoded.problems };
  if (source.text.trim() !== '') return { essay, body, problems };
  const hint =
    'Write `title` and `published` between lines of three hyphens (---), and a body below.';
  const top = placeAt(file.path, source.text, 0);
  const problem = makeProblem('title-missing', top, 'This file is empty', hint);
  return { essay, body, problems: [problem] };
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
