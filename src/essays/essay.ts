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
import { countParts, type Problem, type ProblemPart, type TextEdit } from '../problems/problems.ts';
import { joinNames } from '../text/languages.ts';
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
import { type PageKind, usualTitle } from './page-kinds.ts';
import { findUnusedKeys } from './unused-keys.ts';
import { report } from './yaml-source.ts';

/** The front matter of an essay or page, with defaults applied, and facts about its body. */
export interface ParsedEssay extends Hiding {
  /** Relative to the site's root. */
  readonly path: string;
  /** The address of a page, decoded, with the prefix of its language; null for an essay. */
  readonly page: string | null;
  readonly kind: PageKind;
  /** The label of a page's link in the header, or null. */
  readonly nav: string | null;
  /** The name of a page's own template, with its place, or null. */
  readonly template: Stated | null;
  /** True for an about page that shows facts about the site. */
  readonly facts: boolean;
  readonly series: string | null;
  /** The front matter's values for templates, or null. */
  readonly data: FrontMatter['data'];
  /** The digest of the file's bytes, of its galleries, and of the links that became their labels. */
  readonly digest: string;
  readonly title: string;
  /** The title with straight quotes and hyphens, for the slug. */
  readonly plainTitle: string;
  /** Plain text, or null. */
  readonly subtitle: string | null;
  /** The front matter's language, a BCP 47 tag, or null. */
  readonly statedLanguage: string | null;
  /** The site's language that this belongs to: that of its front matter, or of its file's name or folder. */
  readonly edition: string;
  /** The path of the file without language and extension, which is the same for translations of each other. */
  readonly stem: string;
  /** A key that translations share if their files have different names, or null. */
  readonly translationKey: string | null;
  /** The essay or page that it translates, as written, or null. */
  readonly translates: Stated | null;
  /** The front matter's direction, or null. */
  readonly statedDirection: Direction | null;
  /** One name, several names joined as in the site's language, or null. */
  readonly author: string | null;
  readonly tags: readonly string[];
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
  /** Whole minutes, at least 1. */
  readonly readTime: number;
  /** The front matter's `formattedDate`, or null. */
  readonly statedDate: string | null;
  /**
   * True for a text that a plain build leaves out; after `selectPublished`, also for one that is shown before its time.
   */
  readonly draft: boolean;
  /** For an essay that is shown before its time: that moment (ms). Null for any other text. */
  readonly scheduled: number | null;
  /** True for an essay that comes first on the home page. */
  readonly pinned: boolean;
  /** True if there is no readable date, as in some drafts and pages; the timestamp is then 0. */
  readonly isUndated: boolean;
  /** Old addresses, as written. */
  readonly aliases: readonly Stated[];
  /** The addresses that the essay states for itself, as written: the first that can be one counts. */
  readonly permalinks: readonly Stated[];
  /** The essay's addresses in another generator, as written. */
  readonly oldPaths: readonly Stated[];
  /** The essay's id in feeds, or null for the usual one. */
  readonly guid: string | null;
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
  readonly format: BodyFormat;
  readonly links: Body['links'];
  readonly ids: Body['ids'];
  readonly hasOutboundLinks: boolean;
  readonly styles: Body['styles'];
  readonly embedded: Body['embedded'];
  readonly hasComponents: Body['hasComponents'];
  /** The galleries in the body, with the keys of what their folders have. */
  readonly galleries: readonly UsedGallery[];
  /** The sketch of the body's words (`text/sketches.ts`). */
  readonly sketch: string;
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
interface EssayFile extends Pick<EssayPlace, 'stem' | 'name' | 'page' | 'kind'> {
  readonly file: SourceFile;
  readonly source: EssaySource;
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
  const written = readFrontMatter(file);
  const { text, isSound, problems } = written;
  const given = readTable(FRONT_MATTER_KEYS, written);
  const { editions } = shared.config;
  const { edition, stem, name, page, kind } = placeEssay(file.path, given.lang, editions);
  const parser = edition === null ? shared : inEdition(shared, edition);
  const { config } = parser;
  const math = joinMath(given.math, config.math);
  const front = spellFormulas(given, math);
  const stated = front.title ?? usualTitle(kind, config.texts);
  const { hidingFacts } = written;
  const stateOf = (isUndated: boolean) => joinHiding(hidingFacts, config.timezone, isUndated);
  const isTold = isSound && stateOf(false).hidden === null && page === null;
  const date = readPublishedDate(written, front, name, config.timezone, isTold);
  const hiding = stateOf(problems.some(({ code }) => code === 'date-missing'));
  reportDoubts(written, hidingFacts);
  const format = readFormat(front.format ?? name.extension);
  const language = front.lang ?? config.language;
  // No template of a page has a place for the contents.
  const toc = page === null ? (front.toc ?? config.toc) : null;
  const input = { format, title: stated, kind, language, toc, math, unlinks };
  const read = parseBody(written, input, parser);
  const use = { isPage: page !== null, hasLanguages: editions.length > 0 };
  const parts = [...findUnusedKeys(written, use), ...read.parts];
  const set = (text: string) => typeset(text, language);
  const found = findTitle(stated, read.body.heading ?? '', format, set);
  const title = kind === 'notFound' ? found || fillText(config.texts.postNotFound) : found;
  const place = { file, stem, name, page, kind };
  const facts: EssayFile = {
    ...place,
    source: written,
    front,
    format,
    stated,
    title,
    language,
    date,
    hiding,
    read,
  };
  reportMissing(facts, isSound);
  problems.push(...read.problems);
  const essay = makeEssay(facts, config, problems);
  const { body } = read;
  // An unreadable or empty file gets one problem, since all others follow from that one.
  const unread = problems.find(({ code }) => /^(encoding-invalid|body-unreadable)$/.test(code));
  if (unread !== undefined) return { essay, body, problems: [unread], parts: [] };
  if (text.trim() === '' && kind !== 'about') {
    const keys = page === null ? '`title` and `published`' : '`title`';
    const hint = `Write ${keys} between lines of three hyphens (---), and a body below.`;
    problems.length = 0;
    report(written, 0, { code: 'title-missing', message: 'This file is empty', hint });
  }
  return { essay, body, ...splitProblems(problems, parts) };
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
  const { front, kind, page, format, title, hiding } = facts;
  const { source } = facts;
  const { body } = facts.read;
  const what = page === null ? 'essay' : 'page';
  const isUntitled = title === '' && findValue(source, ['title']) === null;
  if (isUntitled && isSound && hiding.hidden === null && kind !== 'home') {
    const isBare = format === 'text' && source.bodyOffset === 0;
    const more = format === 'text' ? '.' : ', or begin the body with a heading.';
    const hint = isBare
      ? 'Begin the file with a line `title: …` and a blank line.'
      : `Add a line \`title: …\` to the front matter${more}`;
    const edits = addTitle(source.text, facts.name.name);
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
  const { file, source, front, page, kind, format, stated, title, language, date } = facts;
  const { hiding, read } = facts;
  const { body } = read;
  const { updated, nav } = front;
  const { name: fileName } = facts.name;
  const set = (text: string) => typeset(text, language);
  return {
    path: file.path,
    page,
    kind,
    nav: nav === true ? title : nav || null,
    template: front.template,
    facts: front.facts,
    series: front.series && set(front.series),
    data: front.data,
    digest: digestEssay(file.bytes, { galleries: read.galleries, links: body.links }),
    title: title || fileName,
    plainTitle: stated ?? (straighten(title) || fileName),
    subtitle: front.subtitle && set(closeUp(front.subtitle)),
    statedLanguage: front.lang,
    edition: config.language,
    stem: facts.stem,
    translationKey: front.translationKey,
    translates: front.translates,
    statedDirection: front.dir,
    author: front.author && joinNames(front.author, config.language),
    tags: front.tags,
    published: date?.published ?? '',
    publishedTimestamp: date?.timestamp ?? 0,
    statedSlug: page === null ? front.slug : null,
    categories: readCategories(source),
    fileName,
    excerpt: front.excerpt === null ? body.excerpt : set(closeUp(front.excerpt)),
    image: front.image.path,
    imageAlt: front.imageAlt ?? front.image.alt ?? '',
    readTime: front.readTime ?? Math.max(1, Math.ceil(body.wordCount / config.wordsPerMinute)),
    statedDate: front.formattedDate,
    ...hiding,
    draft: hiding.hidden !== null,
    scheduled: null,
    pinned: front.pinned,
    isUndated: date === null,
    aliases: front.aliases,
    permalinks: front.permalink,
    oldPaths: front.path,
    guid: front.guid,
    updated: updated === null ? null : parseDate(updated, config.timezone, problems),
    format,
    links: body.links,
    ids: body.ids,
    hasOutboundLinks: body.hasOutboundLinks,
    styles: body.styles,
    embedded: body.embedded,
    galleries: read.galleries,
    hasComponents: body.hasComponents,
    sketch: body.sketch,
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

/** Separates the problems that are reported once for all files from the others. */
function splitProblems(
  all: readonly Problem[],
  parts: readonly ProblemPart[],
): Pick<EssayParse, 'problems' | 'parts'> {
  const isShared = ({ code }: Problem) => code === 'value-ignored';
  const shared = countParts(all.filter(isShared), ({ file, line, column, excerpt }) => {
    return { file, line, column, excerpt };
  });
  return { problems: all.filter((each) => !isShared(each)), parts: [...parts, ...shared] };
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
  const own = digest(bytes);
  const unlinks = [...listUnlinks({ links })];
  if (galleries.length + unlinks.length === 0) return own;
  return digest(own + JSON.stringify([galleries, unlinks]));
}
