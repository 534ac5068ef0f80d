/**
 * From the body of an essay as written to a `Body`: leaves out its comments, masks its formulas, reads the shortcodes of components, translates
 * other programs' syntax, lets the engine make HTML, looks for lint, and puts the formulas back. Each step reports its
 * problems where they are in the file.
 */

import { translateMarks } from '../dialects/marks.ts';
import { translateDialects } from '../dialects/translate.ts';
import { type Body, readBody } from '../markdown/body.ts';
import { findComments } from '../markdown/comments.ts';
import { readShortcodes, type Shortcode } from '../markdown/components.ts';
import type { Toc } from '../markdown/contents.ts';
import { applyEdits, type BodyFormat, covers, type Edit } from '../markdown/edits.ts';
import { findLint, findUnnamed } from '../markdown/lint.ts';
import type { MarkdownEngine, Tell } from '../markdown/markdown.ts';
import { isCode } from '../markdown/nodes.ts';
import { describeBody } from '../markdown/places.ts';
import type { Unlinks } from '../markdown/unlink.ts';
import { moveEdits } from '../problems/edits.ts';
import {
  countParts,
  MAX_LISTED,
  type Problem,
  type ProblemPart,
  placeAt,
} from '../problems/problems.ts';
import type { SiteConfig } from './config.ts';
import { type EditionSettings, listEditions } from './editions.ts';
import { readMath } from './essay-math.ts';
import type { EssaySource } from './front-matter.ts';
import type { Gallery, ListGallery, UsedGallery } from './galleries.ts';
import type { MathSetting } from './math-setting.ts';
import { type PageKind, TEMPLATE_IDS } from './page-kinds.ts';
import { splitFileName, stemOf } from './paths.ts';
import { report } from './yaml-source.ts';

/** The settings that parsed essays depend on. */
export interface ParserConfig
  extends Pick<
    SiteConfig,
    'timezone' | 'wordsPerMinute' | 'url' | 'language' | 'texts' | 'toc' | 'math' | 'markdown'
  > {
  /** The languages of the site, the main one first; none for a site in one language. */
  readonly editions: readonly EditionSettings[];
  /** The names of the components for shortcodes. */
  readonly components: readonly string[];
}

/** What is needed to parse essays. */
export interface EssayParser {
  readonly config: ParserConfig;
  readonly markdown: MarkdownEngine;
  /** Without it, a folder has no pictures. */
  readonly listGallery?: ListGallery | undefined;
}

/** Picks the settings that parsed essays depend on; `components` are the names of those for shortcodes. */
export function pickParserConfig(site: SiteConfig, components: readonly string[]): ParserConfig {
  const { timezone, wordsPerMinute, url, language, texts, toc, math, markdown } = site;
  const editions = listEditions(site).map(({ language, texts, prefix }) => {
    return { language, texts, prefix };
  });
  const own = { timezone, wordsPerMinute, url, language, texts, toc, math, markdown };
  return { ...own, editions, components };
}

/** The id of a year in the list on the home page. */
const YEAR_ID = /^y\d+$/;

/** A body as the engine gets it. */
export interface TranslatedBody {
  /** Translated, with placeholders for shortcodes. */
  readonly source: EssaySource;
  readonly shortcodes: readonly Shortcode[];
  /** The syntax of other programs that stays, as problems that are reported once for all files. */
  readonly foreign: readonly ProblemPart[];
  /** The pictures of the folders that it shows, by their names in the body. */
  readonly galleries: ReadonlyMap<string, Gallery>;
}

/** Replaces shortcodes of components in a body with placeholders, and translates those of other programs. */
export function translateBody(
  written: EssaySource,
  format: BodyFormat,
  { config, markdown: { listParts }, listGallery: list }: EssayParser,
): TranslatedBody {
  const { path, text } = written;
  const { components, url, texts, markdown: marks } = config;
  const own = readShortcodes(written, {
    format,
    isMdx: splitFileName(path).extension === 'mdx',
    components,
    text,
    listParts,
  });
  const galleries = new Map<string, Gallery>();
  const stem = stemOf(
    path,
    config.editions.map(({ language }) => language),
  );
  const listGallery = (folder: string) => {
    const gallery = list?.({ path, stem }, folder);
    if (gallery === undefined) return null;
    galleries.set(folder, gallery);
    return gallery.pictures;
  };
  const context = { format, siteUrl: url, texts, components, listParts, listGallery };
  const others = translateDialects(own.source, context);
  const marked = translateMarks(others.source, { format, marks, listParts });
  const foreign = [
    ...countParts(own.foreign, ({ at }) => placeAt(path, text, written.offsetInText(at))),
    ...countParts(others.foreign, ({ at }) => placeAt(path, text, own.source.offsetInText(at))),
    ...countParts(marked.foreign, ({ at }) => placeAt(path, text, others.source.offsetInText(at))),
  ];
  return { source: marked.source, shortcodes: own.shortcodes, foreign, galleries };
}

/** Leaves the author's comments out of a body, and reports those that are never closed. */
export function leaveOutComments(
  written: EssaySource,
  format: BodyFormat,
  { listParts }: Pick<MarkdownEngine, 'listParts'>,
): EssaySource {
  if (format === 'text') return written;
  const { body } = written;
  const list = () => (format === 'html' ? [] : listParts(body).filter(isCode));
  let isInCode: ((offset: number) => boolean) | null = null;
  const { comments, unclosed } = findComments(body, (offset) => {
    isInCode ??= covers(list());
    return isInCode(offset);
  });
  for (const { at, message, hint } of unclosed) {
    report(written, written.offsetInText(at), { code: 'comment-unclosed', message, hint });
  }
  const edits = comments.map(({ start, end, text }): Edit => {
    // Docusaurus ends its excerpts with `{/* truncate */}`.
    return [start, end, text.trim() === 'truncate' ? '<!--more-->' : ''];
  });
  return applyEdits(written, edits);
}

/** What the parser needs to know about a file to parse its body. */
export interface BodyInput {
  readonly format: BodyFormat;
  /** See `readBody`. */
  readonly title: string | null;
  readonly kind: PageKind;
  readonly language: string;
  readonly toc: Toc | null;
  readonly math: MathSetting;
  readonly unlinks: Unlinks;
}

/** A body that has been read, and the problems in it. */
export interface BodyParse extends Pick<TranslatedBody, 'source' | 'shortcodes'> {
  readonly galleries: readonly UsedGallery[];
  readonly body: Body;
  readonly problems: readonly Problem[];
  readonly parts: readonly ProblemPart[];
}

/** Translates and reads the body of an essay, formulas included. */
export function parseBody(
  file: EssaySource,
  { format, title, kind, language, toc, math: setting, unlinks }: BodyInput,
  { config, markdown: shared, listGallery }: EssayParser,
): BodyParse {
  const markdown = shared.forOneBody(language);
  const written = leaveOutComments(file, format, markdown);
  const math = readMath(written, format, setting, markdown, config.components);
  const translated = translateBody(math.source, format, { config, markdown, listGallery });
  const { source, foreign, galleries } = translated;
  const shortcodes = math.restore(translated.shortcodes);
  const tell: Tell = (at, code, message, hint) => {
    report(source, source.offsetInText(at), { code, message, hint });
  };
  const html = markdown.toHtml(source.body, format, { language, texts: config.texts, tell });
  const lints = findLint(source.body, format, html, markdown.listParts).slice(0, MAX_LISTED);
  for (const { at, code, message, hint, edits = [] } of lints) {
    const moved = moveEdits(edits, source.text, source.offsetInText);
    report(source, source.offsetInText(at), { code, message, hint, edits: moved });
  }
  const read = readBody(math.place(html), {
    title,
    siteUrl: config.url,
    isReservedId: (id) => TEMPLATE_IDS[kind].includes(id) || (kind === 'home' && YEAR_ID.test(id)),
    shortcodes,
    components: config.components,
    texts: config.texts,
    language,
    toc,
    format,
    unlinks,
  });
  const body = math.fill(read);
  const faults = [...body.faults, ...findUnnamed(source.body, html)];
  const { problems, parts } = describeBody(faults, source, markdown.makeLocator(source, format));
  const used = [...galleries].map(([folder, { key }]) => ({ folder, key }));
  problems.push(...[...galleries.values()].flatMap((each) => each.problems));
  const allParts = [...math.parts, ...foreign, ...parts];
  return { source, body, shortcodes, galleries: used, problems, parts: allParts };
}
