/**
 * The room of essays: the author's files → parsed essays (this file, and `essay-body.ts` for what is below the front
 * matter) and the site's settings (`config.ts`). `site/` and all later rooms may import from here.
 *
 * A parsed essay depends only on its file and the parser's configuration; whatever depends on other essays or on the
 * clock is derived in `site/`. The body is returned separately, since an incremental build renders few pages.
 */

import { digest } from '../files/fingerprint.ts';
import type { Body } from '../markdown/body.ts';
import type { Unlinks } from '../markdown/body-link.ts';
import type { BodyFormat } from '../markdown/body-source.ts';
import { writeFormulasAsText } from '../markdown/tex/temml.ts';
import type { Problem, ProblemPart, TextEdit } from '../problems/problems.ts';
import { joinNames } from '../text/language-tags.ts';
import { type Direction, type SourceFile, type Stated, straighten, typeset } from '../text/text.ts';
import { fillText } from '../text/texts.ts';
import { closeUp } from '../text/unspaced.ts';
import { parseDate } from './dates.ts';
import { type EditionSettings, type EssayPlace, placeEssay } from './editions.ts';
import { type BodyParse, type EssayParser, type ParserConfig, parseBody } from './essay-body.ts';
import {
  type EssaySource,
  FRONT_MATTER_KEYS,
  type FrontMatter,
  readCategories,
  readFormat,
  readFrontMatter,
  readPublishedDate,
} from './front-matter.ts';
import type { UsedGallery } from './galleries.ts';
import { type Hiding, joinHiding, reportDoubts } from './hiding.ts';
import { findValue, readTable } from './key-table.ts';
import { joinMath, type MathSetting } from './math-setting.ts';
import { usualTitle } from './page-kinds.ts';
import { report } from './yaml-source.ts';

/** The keys of front matter whose values the essay has under other names or in another form. */
type ConvertedKey =
  | 'slug'
  | 'permalink'
  | 'path'
  | 'formattedDate'
  | 'lang'
  | 'dir'
  | 'published'
  | 'updated'
  | 'expires'
  | 'image'
  | 'cover'
  | 'author';

/** The facts about a body that the whole site needs. */
type BodyFacts = Pick<
  Body,
  'links' | 'ids' | 'hasOutboundLinks' | 'styles' | 'embedded' | 'hasComponents'
>;

/**
 * The front matter of an essay or page, with defaults applied, and facts about its file and body. The values of keys
 * that aren't converted are here as they are stated.
 */
export interface ParsedEssay
  extends Omit<FrontMatter, ConvertedKey>,
    Pick<EssayPlace, 'stem' | 'page' | 'kind'>,
    Hiding,
    BodyFacts {
  /** Relative to the site's root. */
  readonly path: string;
  /** The label of a page's link in the header, or null. */
  readonly nav: string | null;
  /** The digest of the file's bytes, of its galleries, and of the links that became their labels. */
  readonly digest: string;
  readonly title: string;
  /** The title with straight quotes and hyphens, for the slug. */
  readonly plainTitle: string;
  /** The front matter's language, a BCP 47 tag, or null. */
  readonly statedLanguage: string | null;
  /** The site's language that this belongs to: that of its front matter, or of its file's name or folder. */
  readonly edition: string;
  /** The front matter's direction, or null. */
  readonly statedDirection: Direction | null;
  /** One name, several names joined as in the site's language, or null. */
  readonly author: string | null;
  /** The names, each by itself; none for the site's author. */
  readonly authors: readonly string[];
  /** As written. */
  readonly published: string;
  /** Milliseconds since the epoch. */
  readonly publishedTimestamp: number;
  /** The front matter's slug, or null. */
  readonly statedSlug: Stated | null;
  /** For `:category` in redirects. */
  readonly categories: readonly string[];
  /** The file's name without extension, date and language. */
  readonly fileName: string;
  readonly excerpt: string;
  /** The thumbnail's path or URL as written, or null. */
  readonly image: Stated | null;
  readonly imageAlt: string;
  /** The path or URL of a recording or a film, as written, or null. */
  readonly audio: Stated | null;
  /** True if its page shows the picture above the title. */
  readonly hasCover: boolean;
  /** Whole minutes, at least 1. */
  readonly readTime: number;
  readonly wordCount: number;
  /** The front matter's `formattedDate`, or null. */
  readonly statedDate: string | null;
  /**
   * True for a text that a plain build leaves out; after `selectTexts`, also for one that is shown before its time.
   */
  readonly draft: boolean;
  /** For an essay that is shown before its time: that moment (ms). Null for any other text. */
  readonly scheduled: number | null;
  /** True if there is no readable date, as in some drafts and pages; the timestamp is then 0. */
  readonly isUndated: boolean;
  /** The addresses that the essay states for itself, as written: the first that can be one counts. */
  readonly permalinks: readonly Stated[];
  /** The essay's addresses in another generator, as written. */
  readonly oldPaths: readonly Stated[];
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
  readonly format: BodyFormat;
  /** The galleries in the body, with the keys of what their folders have. */
  readonly galleries: readonly UsedGallery[];
}

/** The result of parsing the file of an essay or page. */
export interface EssayParse {
  readonly essay: ParsedEssay;
  readonly body: Body;
  readonly problems: readonly Problem[];
  /** Parts of the problems that are reported once for all files. */
  readonly parts: readonly ProblemPart[];
}

/** The facts about a file from which its essay is put together. */
interface EssayFile {
  readonly file: SourceFile;
  readonly source: EssaySource;
  readonly place: EssayPlace;
  readonly front: FrontMatter;
  readonly format: BodyFormat;
  /** The title in the front matter, or the usual title of the about page; null if the first heading is the title. */
  readonly stated: string | null;
  /** The title as readers see it; empty if there is none. */
  readonly title: string;
  readonly language: string;
  /** Null if there is no readable date. */
  readonly date: { readonly published: string; readonly timestamp: number } | null;
  readonly hiding: Hiding;
  readonly read: BodyParse;
}

/**
 * Parses an essay or page; the links in `unlinks` become their labels. Errors stop the build, but the
 * result is as complete as possible, so that links to the essay aren't reported as broken.
 */
export function parseEssay(
  file: SourceFile,
  shared: EssayParser,
  unlinks: Unlinks = new Map(),
): EssayParse {
  const source = readFrontMatter(file);
  const { text, isSound, problems, hidingFacts } = source;
  const given = readTable(FRONT_MATTER_KEYS, source);
  const place = placeEssay(file.path, given.lang, shared.config.editions);
  const { edition, name, page, kind, stem } = place;
  const parser = edition === null ? shared : inEdition(shared, edition);
  const { config } = parser;
  const math = joinMath(given.math, config.math);
  const front = spellFormulas(given, math);
  const stated = front.title ?? usualTitle(kind, config.texts);
  const stateOf = (isUndated: boolean) => joinHiding(hidingFacts, config.timezone, isUndated);
  const needsDate = isSound && stateOf(false).hidden === null && page === null;
  const date = readPublishedDate(source, front, name, config.timezone, needsDate);
  const hiding = stateOf(problems.some(({ code }) => code === 'date-missing'));
  reportDoubts(source, hidingFacts);
  const format = readFormat(front.format ?? name.extension);
  const language = front.lang ?? config.language;
  // No template of a page has a place for the contents.
  const toc = page === null ? (front.toc ?? config.toc) : null;
  const recording = front.audio?.value;
  const input = { format, title: stated, kind, stem, language, toc, math, unlinks, recording };
  const read = parseBody(source, input, parser);
  const set = (text: string) => typeset(text, language);
  const found = findTitle(stated, read.body.heading ?? '', format, set);
  const title = kind === 'notFound' ? found || fillText(config.texts.postNotFound) : found;
  const essayFile = {
    file,
    source,
    place,
    front,
    format,
    stated,
    title,
    language,
    date,
    hiding,
    read,
  };
  reportMissing(essayFile, isSound);
  problems.push(...read.problems);
  const essay = makeEssay(essayFile, config, problems);
  const { body } = read;
  // An unreadable or empty file gets one problem, since all others follow from that one.
  const unread = problems.find(({ code }) => /^(encoding-invalid|body-unreadable)$/.test(code));
  if (unread !== undefined) return { essay, body, problems: [unread], parts: [] };
  if (text.trim() === '' && kind !== 'about') {
    const keys = page === null ? '`title` and `published`' : '`title`';
    const hint = `Write ${keys} between lines of three hyphens (---), and a body below.`;
    problems.length = 0;
    report(source, 0, { code: 'title-missing', message: 'This file is empty', hint });
  }
  return { essay, body, problems, parts: read.parts };
}

/** Adapts the parser to essays in one of the site's languages. */
function inEdition(parser: EssayParser, { language, texts }: EditionSettings): EssayParser {
  return { ...parser, config: { ...parser.config, language, texts } };
}

/** Writes the formulas in the texts of front matter as readable text. */
function spellFormulas(front: FrontMatter, math: MathSetting): FrontMatter {
  const spell = (text: string | null) => text && writeFormulasAsText(text, math);
  return {
    ...front,
    title: spell(front.title),
    subtitle: spell(front.subtitle),
    excerpt: spell(front.excerpt),
  };
}

/** The title as readers see it: the stated one, or else the first heading. */
function findTitle(
  stated: string | null,
  heading: string,
  format: BodyFormat,
  set: (text: string) => string,
): string {
  if (stated !== null) return set(stated);
  // The engine has already typeset the headings of Markdown, except for code in them.
  return format === 'html' ? set(heading) : heading;
}

/** Reports a missing title and a missing body. */
function reportMissing(facts: EssayFile, isSound: boolean): void {
  const { source, front, format, title, hiding } = facts;
  const { kind, page, name } = facts.place;
  const { body } = facts.read;
  const what = page === null ? 'essay' : 'page';
  const isUntitled = title === '' && findValue(source, ['title']) === null;
  if (isUntitled && isSound && hiding.hidden === null && kind !== 'home') {
    const isBare = format === 'text' && source.bodyOffset === 0;
    const more = format === 'text' ? '.' : ', or begin the body with a heading.';
    const hint = isBare
      ? 'Begin the file with a line `title: …` and a blank line.'
      : `Add a line \`title: …\` to the front matter${more}`;
    const edits = addTitle(source.text, name.name);
    const message = `This ${what} has no title`;
    report(source, 0, { code: 'title-missing', message, hint, edits });
  }
  const needsBody = kind !== 'about' && kind !== 'notFound' && front.template === null;
  if (body.isEmpty && isSound && hiding.hidden === null && needsBody) {
    const hint = 'Write it below the front matter, or add `draft: true` until then.';
    report(source, 0, { code: 'body-empty', message: `This ${what} has no body`, hint });
  }
}

/** Puts an essay together. If its date `updated` is unreadable, adds that to the problems. */
function makeEssay(facts: EssayFile, config: ParserConfig, problems: Problem[]): ParsedEssay {
  const { file, source, front, format, stated, title, language, date, hiding, read } = facts;
  const { page, kind, stem, name } = facts.place;
  const { slug, permalink, path, formattedDate, lang, dir, cover, ...others } = front;
  const { links, ids, hasOutboundLinks, styles, embedded, hasComponents } = read.body;
  const { author, updated, nav } = front;
  const set = (text: string) => typeset(text, language);
  const hasCover = cover.path !== null;
  const picture = hasCover ? cover : front.image;
  return {
    ...others,
    path: file.path,
    page,
    kind,
    stem,
    nav: nav === true ? title : nav || null,
    series: front.series && set(front.series),
    digest: digestEssay(file.bytes, { galleries: read.galleries, links }),
    title: title || name.name,
    plainTitle: stated ?? (straighten(title) || name.name),
    subtitle: front.subtitle && set(closeUp(front.subtitle)),
    statedLanguage: lang,
    edition: config.language,
    statedDirection: dir,
    author: author && joinNames(author, config.language),
    authors: author ?? [],
    published: date?.published ?? '',
    publishedTimestamp: date?.timestamp ?? 0,
    statedSlug: page === null ? slug : null,
    categories: readCategories(source),
    fileName: name.name,
    excerpt: front.excerpt === null ? read.body.excerpt : set(closeUp(front.excerpt)),
    image: picture.path,
    imageAlt: front.imageAlt ?? picture.alt ?? '',
    hasCover,
    readTime: front.readTime ?? Math.max(1, Math.ceil(read.body.wordCount / config.wordsPerMinute)),
    wordCount: read.body.wordCount,
    statedDate: formattedDate,
    ...hiding,
    draft: hiding.hidden !== null,
    scheduled: null,
    isUndated: date === null,
    permalinks: permalink,
    oldPaths: path,
    updated: updated === null ? null : parseDate(updated, config.timezone, problems),
    format,
    links,
    ids,
    hasOutboundLinks,
    styles,
    embedded,
    galleries: read.galleries,
    hasComponents,
  };
}

/** Adds a title made from the file's name to front matter in YAML. */
function addTitle(text: string, fileName: string): TextEdit[] {
  const [opening] = /^---[ \t]*\n/.exec(text) ?? [];
  const words = fileName.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  if (opening === undefined) return [];
  return [{ at: opening.length, was: '', is: `title: ${JSON.stringify(title)}\n` }];
}

/** The links of an essay that became their labels, by URL. */
export function listUnlinks({ links }: Pick<ParsedEssay, 'links'>): Unlinks {
  return new Map(
    links.flatMap(({ url, unlinked }) => (unlinked === null ? [] : [[url, unlinked] as const])),
  );
}

/** The digest of a file, of the galleries in it, and of the links that became their labels. */
export function digestEssay(
  bytes: Uint8Array,
  { galleries, links }: Pick<ParsedEssay, 'galleries' | 'links'>,
): string {
  const fileDigest = digest(bytes);
  const unlinks = [...listUnlinks({ links })];
  if (galleries.length + unlinks.length === 0) return fileDigest;
  return digest(fileDigest + JSON.stringify([galleries, unlinks]));
}
