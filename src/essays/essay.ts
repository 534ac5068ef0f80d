/**
 * Parser: the file of an essay or page → ParsedEssay and its body.
 *
 * A parsed essay depends only on its file and the parser's configuration. Values that depend on other essays or
 * on the clock (slug, links, the shown date) are derived in `site/`. The body is returned separately: only the
 * essay's own page needs it, and an incremental build renders few pages.
 */

import { translateDialects } from '../dialects/translate.ts';
import { digest } from '../files/fingerprint.ts';
import { readBody } from '../markdown/body.ts';
import { readMarks } from '../markdown/components.ts';
import type { BodyFormat } from '../markdown/edits.ts';
import { findSlips, findUnnamed } from '../markdown/lint.ts';
import type { MarkdownEngine, Tell } from '../markdown/markdown.ts';
import { describeBody } from '../markdown/places.ts';
import {
  countParts,
  MAX_LISTED,
  type Problem,
  type ProblemPart,
  placeAt,
} from '../problems/problems.ts';
import { joinNames } from '../text/languages.ts';
import { closeUp, type SourceFile, straighten, typeset } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import type { SiteConfig } from './config.ts';
import { parseDate } from './dates.ts';
import {
  type EssaySource,
  FRONT_MATTER_KEYS,
  readCategories,
  readFormat,
  readFrontMatter,
  readPublished,
} from './front-matter.ts';
import { ABOUT_ADDRESS, pageAddressOf, splitFileName } from './paths.ts';
import { findUnusedKeys } from './unused-keys.ts';
import { findValue, readTable, report } from './values.ts';

/** The front matter of an essay or page, with defaults, and facts about its body. */
export type ParsedEssay = Readonly<ReturnType<typeof parseEssay>['essay']>;

export interface EssayParser {
  readonly config: ReturnType<typeof pickParserConfig>;
  readonly markdown: MarkdownEngine;
}

/** The ids of the templates' own elements, by the kind of page. */
export const TEMPLATE_IDS = {
  essay: ['main-content', 'essay-title', 'enjoyed-this-essay'],
  about: ['main-content', 'contact'],
  page: ['main-content'],
};

/** Picks the settings that parsed essays depend on; `components` are the names of those for marks. */
export function pickParserConfig(
  { timezone, wordsPerMinute, url, language, texts }: SiteConfig,
  components: readonly string[],
) {
  return { timezone, wordsPerMinute, url, language, texts, components };
}

/**
 * Parses an essay or page. Errors stop the build, but the result is as complete as possible, so that links to the
 * essay are not reported as broken.
 */
export function parseEssay(file: SourceFile, parser: EssayParser) {
  const written = readFrontMatter(file);
  const { text, isSound, problems } = written;
  const front = readTable(FRONT_MATTER_KEYS, written);
  const { config } = parser;
  const { updated, nav } = front;
  const page = pageAddressOf(file.path);
  const what = page === null ? 'essay' : 'page';
  const kind = page === ABOUT_ADDRESS ? 'about' : what;
  const stated = front.title ?? (kind === 'about' ? fillText(config.texts.about) : null);
  const { name: fileName, extension } = splitFileName(file.path);
  const isTold = isSound && !front.draft && page === null;
  const date = readPublished(written, front, config.timezone, isTold);
  const draft = front.draft || problems.some(({ code }) => code === 'date-missing');
  const format = readFormat(front.format ?? extension);
  const language = front.lang ?? config.language;
  const read = parseBody(written, format, stated, kind, language, parser);
  const { source, body, marks } = read;
  const parts = [...findUnusedKeys(written, page !== null), ...read.parts];
  const set = (text: string) => typeset(text, language);
  // The engine has typeset the headings of Markdown, except for code in them.
  const heading = (format === 'html' ? set : String)(body.heading ?? '');
  const title = stated === null ? heading : set(stated);
  const isUntitled = title === '' && findValue(source, ['title']) === null;
  if (isUntitled && isSound && !front.draft) {
    const isBare = format === 'text' && source.bodyOffset === 0;
    const more = format === 'text' ? '.' : ', or begin the body with a heading.';
    const hint = isBare
      ? 'Begin the file with a line `title: …` and a blank line.'
      : `Add a line \`title: …\` to the front matter${more}`;
    report(source, 0, 'title-missing', `This ${what} has no title`, hint);
  }
  const needsBody = kind !== 'about' && front.template === null;
  if (body.isEmpty && isSound && !draft && needsBody) {
    const hint = 'Write it below the front matter, or add `draft: true` until then.';
    report(source, 0, 'body-empty', `This ${what} has no body`, hint);
  }
  problems.push(...read.problems);
  const essay = {
    /** Relative to the site's root. */
    path: file.path,
    /** The address of a page, decoded; null for an essay. */
    page,
    /** The label of a page's link in the header, or null. */
    nav: nav === true ? title : nav || null,
    template: front.template,
    series: front.series && set(front.series),
    data: front.data,
    /** The digest of the file's bytes. */
    digest: digest(file.bytes),
    title: title || fileName,
    /** The title with straight quotes and hyphens, for the slug. */
    plainTitle: stated ?? (straighten(title) || fileName),
    /** The front matter's language, a BCP 47 tag, or null. */
    statedLanguage: front.lang,
    /** The front matter's direction, or null. */
    statedDirection: front.dir,
    /** One name, or several joined as in the site's language, or null. */
    author: front.author && joinNames(front.author, config.language),
    tags: front.tags,
    /** As written. */
    published: date?.published ?? '',
    /** Milliseconds since the epoch. */
    publishedTimestamp: date?.timestamp ?? 0,
    /** The front matter's slug, or null. */
    statedSlug: page === null ? front.slug : null,
    /** For `:category` in redirects. */
    categories: readCategories(source),
    /** The file's name without extension and date. */
    fileName,
    excerpt: front.excerpt === null ? body.excerpt : set(closeUp(front.excerpt)),
    /** The thumbnail's path or URL as written, or null. */
    image: front.image.path,
    imageAlt: front.imageAlt ?? front.image.alt ?? '',
    /** Whole minutes, at least 1. */
    readTime: front.readTime ?? Math.max(1, Math.ceil(body.wordCount / config.wordsPerMinute)),
    /** The front matter's `formattedDate`, or null. */
    statedDate: front.formattedDate,
    draft: draft && kind !== 'about',
    /** True if there is no readable date, as in some drafts and pages; the timestamp is then 0. */
    isUndated: date === null,
    aliases: front.aliases,
    /** The essay's addresses in another generator, as written. */
    permalinks: front.permalink,
    guid: front.guid,
    /** Milliseconds since the epoch, or null. */
    updated: updated === null ? null : parseDate(updated, config.timezone, problems),
    format,
    links: body.links,
    ids: body.ids,
    hasOutboundLinks: body.hasOutboundLinks,
    embedded: body.embedded,
    /** True if the body has marks of components, so that its HTML depends on the templates. */
    hasMarks: marks.length > 0,
    sketch: body.sketch,
  };
  // An unreadable or empty file has one problem, since all others follow from it.
  const unread = problems.find(({ code }) => /^(encoding-invalid|body-unreadable)$/.test(code));
  if (unread !== undefined) return { essay, body, problems: [unread], parts: [] };
  if (text.trim() === '' && kind !== 'about') {
    const keys = page === null ? '`title` and `published`' : '`title`';
    const hint = `Write ${keys} between lines of three hyphens (---), and a body below.`;
    problems.length = 0;
    report(source, 0, 'title-missing', 'This file is empty', hint);
  }
  return { essay, body, ...splitProblems(problems, parts) };
}

/** Separates the problems that are reported once for all files. */
function splitProblems(all: readonly Problem[], parts: readonly ProblemPart[]) {
  const isShared = ({ code }: Problem) => code === 'value-ignored';
  const shared = countParts(all.filter(isShared), ({ file, line, column, excerpt }) => {
    return { file, line, column, excerpt };
  });
  return { problems: all.filter((each) => !isShared(each)), parts: [...parts, ...shared] };
}

/** Replaces marks of components in a body with placeholders, and translates those of other programs. */
export function translateBody(
  written: EssaySource,
  format: BodyFormat,
  { config: { components, url, texts }, markdown: { listParts } }: EssayParser,
) {
  const { path, text, bodyOffset } = written;
  const own = readMarks(written, {
    format,
    isMdx: splitFileName(path).extension === 'mdx',
    components,
    firstLine: text.slice(0, bodyOffset).split('\n').length,
    listParts,
  });
  const context = { format, siteUrl: url, texts, components, listParts };
  const others = translateDialects(own.source, context);
  const foreign = [
    ...countParts(own.foreign, ({ at }) => placeAt(path, text, written.offsetInText(at))),
    ...countParts(others.foreign, ({ at }) => placeAt(path, text, own.source.offsetInText(at))),
  ];
  return { source: others.source, marks: own.marks, foreign };
}

/** Parses a body; `title` is as for `readBody`. */
function parseBody(
  written: EssaySource,
  format: BodyFormat,
  title: string | null,
  page: keyof typeof TEMPLATE_IDS,
  language: string,
  parser: EssayParser,
) {
  const { config } = parser;
  const markdown = parser.markdown.forOneBody(language);
  const { source, marks, foreign } = translateBody(written, format, { config, markdown });
  const tell: Tell = (at, ...problem) => report(source, source.offsetInText(at), ...problem);
  const html = markdown.toHtml(source.body, format, { language, texts: config.texts, tell });
  const slips = findSlips(source.body, format, html, markdown.listParts).slice(0, MAX_LISTED);
  for (const { at, code, message, hint } of slips) tell(at, code, message, hint);
  const body = readBody(html, {
    title,
    siteUrl: config.url,
    reservedIds: TEMPLATE_IDS[page],
    marks,
    texts: config.texts,
    language,
    format,
  });
  const faults = [...body.faults, ...findUnnamed(source.body, html)];
  const { problems, parts } = describeBody(faults, source, markdown.makeLocator(source, format));
  return { source, body, marks, problems, parts: [...foreign, ...parts] };
}
