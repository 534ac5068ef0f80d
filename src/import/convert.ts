/**
 * Conversion: an imported essay and its cleaned body → the essay's file.
 *
 * The body becomes Markdown only if the build turns that Markdown into the same HTML; otherwise it stays HTML. Front
 * matter states only what the build wouldn't derive by itself.
 */
import { calendarDay, formatDay } from '../essays/dates.ts';
import { type ParsedEssay, parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import type { BodyFormat } from '../markdown/body-source.ts';
import { fillLine } from '../markdown/fill-parts.ts';
import { readBody } from '../markdown/read-body.ts';
import { decodeEntities, foldSpace, straighten } from '../text/text.ts';
import type { ExportedPost } from './exported-post.ts';
import type { WrittenEssay } from './job.ts';
import { escapeShortcodes, writeMarkdown } from './markdown-writer.ts';
import type { ImportOptions } from './options.ts';
import type { StatedAddresses } from './pipeline.ts';
import { findDifference } from './same-tree.ts';
import * as dom from './tree.ts';
import { readDate } from './written-dates.ts';
import { quoteYaml } from './yaml-writer.ts';

/** The share of text in HTML blocks above which Markdown is pointless. */
const MAX_RAW = 0.5;

const INLINE = '(?:strong|b|em|i|del|s|strike|a)\\b[^<>]*';
/** Also matches tags without a space after them: otherwise a long run of tags takes quadratic time. */
const SPACE_AFTER = new RegExp(`((?:<${INLINE}>)+)(\\s*)`, 'g');
const SPACE_BEFORE = new RegExp(`(?<!\\s)(\\s+)((?:</${INLINE}>)+)`, 'g');

/** The file of an essay. */
export interface EssayFile {
  readonly extension: WrittenEssay['format'];
  readonly text: string;
  /** What Markdown changes in it, if the author asked for Markdown; null for nothing. */
  readonly lost: string | null;
}

/** A body in the format that keeps all of it. */
interface WrittenBody {
  readonly extension: WrittenEssay['format'];
  readonly body: string;
  readonly lost: string | null;
}

/** A key of front matter and its value. */
type FrontMatterLine = readonly [key: string, value: string | readonly string[]];

/** Writes the front matter of an essay. */
export function writeFrontMatter(
  essay: ExportedPost,
  addresses: StatedAddresses,
  parser: EssayParser,
): string {
  return writeKeys(listKeys(essay, addresses, parser));
}

/** Makes the file of an essay. */
export function makeEssayFile(
  essay: ExportedPost,
  addresses: StatedAddresses,
  tree: dom.Root,
  as: ImportOptions['as'],
  parser: EssayParser,
): EssayFile {
  const { extension, body, lost }: WrittenBody = essay.isText
    ? { extension: 'txt', body: essay.html, lost: null }
    : writeBody(tree, as, parser);
  const entries = listKeys(essay, addresses, parser);
  const stated = entries.filter(([key]) => !DERIVED.test(key));
  const bytes = Buffer.from(writeKeys(stated) + body);
  const read = () => parseEssay({ path: `content/essays/x.${extension}`, bytes }, parser).essay;
  const built = stated.length < entries.length ? read() : null;
  const own = entries.filter(([key]) => !built || !isDerived(key, essay, built, parser));
  return { extension, text: `${writeKeys(own)}${body.trim()}\n`, lost };
}

/** Makes the HTML that a build makes of a body. */
function render(body: string, format: BodyFormat, { config, markdown }: EssayParser): string {
  const { url: siteUrl, language, texts, math, markdown: marks } = config;
  const { parts } = readBody(markdown, body, {
    ...{ title: '', firstLine: 1, components: [], toc: null },
    ...{ siteUrl, language, texts, math, marks, format },
    isReservedId: () => false,
    listGallery: () => null,
    unlinks: new Map(),
  });
  return fillLine(parts, []);
}

function writeBody(tree: dom.Root, as: ImportOptions['as'], parser: EssayParser): WrittenBody {
  const { toTree } = parser.markdown;
  // Move spaces out of emphasis and links, and escape braces that would be read as shortcodes.
  const cleaned = dom.toHtml(tree.children);
  const spaced = cleaned.replace(SPACE_AFTER, '$2$1').replace(SPACE_BEFORE, '$2$1');
  const html = escapeShortcodes(spaced).trim();
  if (as !== 'html') {
    const { markdown: body, rawShare } = writeMarkdown(html, toTree);
    const [before, after] = [render(html, 'html', parser), render(body, 'markdown', parser)];
    const lost = findDifference(before, after, toTree);
    const isWhole = lost === null && rawShare <= MAX_RAW;
    if (as === 'markdown' || isWhole) return { extension: 'md', body, lost };
  }
  return { extension: 'html', body: html, lost: null };
}

/** Keys that the build derives if the front matter doesn't have them. */
const DERIVED = /^(?:subtitle|excerpt|readTime|formattedDate)$/;

/** True if the build would derive the same value of a key. */
function isDerived(
  key: string,
  { subtitle = '', excerpt = '', keys = {} }: ExportedPost,
  built: ParsedEssay,
  { config: { timezone, language } }: EssayParser,
): boolean {
  if (key === 'readTime') return keys[key] === String(built.readTime);
  if (key === 'formattedDate') {
    const day = calendarDay(built.publishedTimestamp, timezone);
    return [String(day.year), formatDay(day, language, 'short')].includes(keys[key] ?? '');
  }
  const plain = (words: string) => foldSpace(straighten(words));
  const cut = (words: string) =>
    plain(words)
      .replace(/(?:\.\.\.|\s*\[\.\.\.\])$/, '')
      .trimEnd();
  const own = cut(key === 'subtitle' ? subtitle : excerpt);
  const made = cut(built.excerpt);
  const isCut = own.length >= 100 && (own.startsWith(made) || made.startsWith(own));
  return /^(?:subtitle|excerpt)$/.test(key) && (own === made || isCut);
}

const DAY_MS = 86_400_000;

/** Lists the keys of the front matter that have a value, in order. */
function listKeys(
  essay: ExportedPost,
  { permalink, aliases }: StatedAddresses,
  { config: { timezone, language } }: EssayParser,
): FrontMatterLine[] {
  const { published, updated = '', image = '', subtitle, excerpt, slug } = essay;
  const stated = readDate(published, timezone);
  const date = essay.timestamp ?? stated;
  const changed = readDate(updated, timezone);
  const isUpdated = date !== null && changed !== null && changed > date + DAY_MS;
  const { lang = '', ...keys } = essay.keys ?? {};
  // The build decodes entities in titles and excerpts.
  const prose = (words = '') =>
    decodeEntities(words) === words ? words : words.replaceAll('&', '&amp;');
  const entries: FrontMatterLine[] = [
    ['title', prose(essay.title) || slug],
    ['subtitle', prose(subtitle)],
    ['published', published],
    ['publishedTimestamp', date === stated ? '' : String(date)],
    ['updated', isUpdated ? updated : ''],
    ['slug', slug],
    ['permalink', permalink],
    ['tags', [...new Set(essay.tags?.map(foldSpace))].filter((tag) => tag !== '')],
    ['excerpt', prose(excerpt)],
    ...Object.entries(keys).map(([key, value]) => [key, prose(value)] as const),
    ['image', image],
    ['imageAlt', image && prose(essay.imageAlt)],
    ['author', essay.author ?? ''],
    ['draft', essay.isDraft ? 'true' : ''],
    ['aliases', aliases],
    ['lang', lang === language ? '' : lang],
    ['guid', essay.guid ?? ''],
  ];
  return entries.filter(([, value]) => value.length > 0);
}

function writeKeys(entries: readonly FrontMatterLine[]): string {
  const lines = entries.map(([key, value]) => {
    return `${key}: ${typeof value === 'string' ? quoteYaml(value) : `[${value.map(quoteYaml).join(', ')}]`}\n`;
  });
  return `---\n${lines.join('')}---\n`;
}
