/**
 * Conversion: an imported essay and its cleaned body → the file that the author gets.
 *
 * The body becomes Markdown only if the build makes the same HTML of it; else it stays HTML. Front matter holds
 * what the build would not make by itself.
 */
import type { CheerioAPI } from 'cheerio';
import { calendarDay, formatMonthAndDay, parseDate } from '../content/dates.ts';
import { type EssayParser, parseEssay, translateBody } from '../content/essay.ts';
import { readFormat, readFrontMatter } from '../content/front-matter.ts';
import { decodeEntities, foldSpace, straighten } from '../content/text.ts';
import { type Problem, wholeFile } from '../problems.ts';
import type { ImportedEssay } from './imported-essay.ts';
import { escapeMarks, writeMarkdown } from './markdown-writer.ts';
import { findDifference } from './same-tree.ts';

/** Beyond this share of the text in blocks of HTML, Markdown makes nothing easier. */
const MAX_RAW = 0.5;

const INLINE = '(?:strong|b|em|i|del|s|strike|a)\\b[^<>]*';
const SPACE_AFTER = new RegExp(`((?:<${INLINE}>)+)(\\s+)`, 'g');
const SPACE_BEFORE = new RegExp(`(?<!\\s)(\\s+)((?:</${INLINE}>)+)`, 'g');

export interface EssayFile {
  readonly extension: 'md' | 'html' | 'txt';
  readonly text: string;
  readonly notes: readonly string[];
}

/** `keys` are those that depend on the other essays. */
export function makeEssayFile(
  essay: ImportedEssay,
  $: CheerioAPI,
  keys: {
    readonly slug: string;
    readonly published: string;
    readonly aliases: readonly string[];
    readonly author: string;
  },
  as: string,
  parser: EssayParser,
): EssayFile {
  // Spaces go out of emphasis and links, and braces that other generators would read as marks are escaped.
  const spaced = $.html().replace(SPACE_AFTER, '$2$1').replace(SPACE_BEFORE, '$2$1');
  const html = escapeMarks(spaced).trim();
  const front = writeFrontMatter(essay, keys, parser);
  if (essay.isText) return finish('txt', essay.html.trim(), []);
  const render = (body: string, extension: 'md' | 'html') => {
    const file = { path: `x.${extension}`, bytes: Buffer.from(front([]) + body) };
    const format = readFormat(extension);
    const { source } = translateBody(readFrontMatter(file), format, parser);
    return parser.markdown.toHtml(source.body, format, parser.config.language);
  };
  if (as !== 'html') {
    const { markdown, rawShare } = writeMarkdown(html);
    const lost = findDifference(html, render(markdown, 'md'));
    if (as === 'markdown' || (lost === null && rawShare <= MAX_RAW)) {
      return finish('md', markdown, lost === null ? [] : [`as Markdown, ${lost}`]);
    }
  }
  const lost = findDifference(html, render(html, 'html'));
  return finish('html', html, lost === null ? [] : [`in the build, ${lost}`]);

  function finish(
    extension: EssayFile['extension'],
    body: string,
    notes: readonly string[],
  ): EssayFile {
    const result = (others: Parameters<typeof front>[0]) => {
      return { extension, text: `${front(others)}${body.trimEnd()}\n`, notes };
    };
    const stated = Object.entries(essay.keys ?? {});
    if (stated.length === 0 && !essay.excerpt) return result([]);
    const bytes = Buffer.from(front([]) + body);
    const { essay: built } = parseEssay({ path: `content/essays/x.${extension}`, bytes }, parser);
    const bare = (words: string) =>
      foldSpace(straighten(words))
        .replace(/(?:\.\.\.|\s*\[\.\.\.\])$/, '')
        .trimEnd();
    const [own, made] = [bare(essay.excerpt ?? ''), bare(built.excerpt)];
    const isCut = own.length >= 100 && (own.startsWith(made) || made.startsWith(own));
    const day = calendarDay(built.publishedTimestamp, parser.config.timezone);
    const usual = [
      String(day.year),
      formatMonthAndDay(day, parser.config.language),
      String(built.readTime),
    ];
    const others = stated.filter(([key, value]) => {
      return !/^(?:readTime|formattedDate)$/.test(key) || !usual.includes(value);
    });
    if (own !== '' && own !== made && !isCut) others.unshift(['excerpt', essay.excerpt ?? '']);
    return result(others);
  }
}

/** Reads the date of an essay; null if it cannot be read, or has problems. */
export function readDate(written: string, timeZone: string): number | null {
  const problems: Problem[] = [];
  if (written === '') return null;
  const timestamp = parseDate({ value: written, place: wholeFile('') }, timeZone, problems);
  return problems.length > 0 ? null : timestamp;
}

const DAY_MS = 86_400_000;

function writeFrontMatter(
  essay: ImportedEssay,
  { slug, published, aliases, author }: Parameters<typeof makeEssayFile>[2],
  { config: { timezone, language } }: EssayParser,
): (others: readonly (readonly [string, string])[]) => string {
  const date = essay.timestamp ?? readDate(published, timezone);
  const changed = readDate(essay.updated ?? '', timezone);
  const isUpdated = date !== null && changed !== null && changed > date + DAY_MS;
  const { lang, ...keys } = essay.keys ?? {};
  const isOdd = essay.timestamp !== undefined && readDate(published, timezone) !== essay.timestamp;
  // Titles and excerpts are decoded when they are read.
  const prose = (words = '') =>
    decodeEntities(words) === words ? words : words.replaceAll('&', '&amp;');
  return (others) => {
    const entries: (readonly [key: string, value: string | readonly string[]])[] = [
      ['title', prose(essay.title) || slug],
      ['published', published],
      ['publishedTimestamp', isOdd ? String(essay.timestamp) : ''],
      ['updated', isUpdated ? (essay.updated ?? '') : ''],
      ['slug', slug],
      ['tags', [...new Set(essay.tags?.map(foldSpace))].filter((tag) => tag !== '')],
      ...others
        .filter(([key]) => key in keys || key === 'excerpt')
        .map(([key, value]) => [key, prose(value)] as const),
      ['image', essay.image ?? ''],
      ['imageAlt', essay.image ? prose(essay.imageAlt) : ''],
      ['author', author],
      ['draft', essay.isDraft ? 'true' : ''],
      ['aliases', aliases],
      ['lang', lang !== undefined && lang !== language ? lang : ''],
      ['guid', essay.guid ?? ''],
      ['importedFrom', essay.id],
    ];
    const lines = entries.flatMap(([key, value]) => {
      if (value.length === 0) return [];
      return [
        `${key}: ${typeof value === 'string' ? quote(value) : `[${value.map(quote).join(', ')}]`}`,
      ];
    });
    return `---\n${lines.join('\n')}\n---\n`;
  };
}

const PLAIN = /^[\p{L}\p{N}/](?:[\p{L}\p{N} .…()!?’“”'/_+@%&–—-]|:(?=[^\s:]))*$/u;

/** YAML for one line of text; JSON is YAML, too. */
export const quote = (value: string) => {
  const line = foldSpace(value);
  return PLAIN.test(line) ? line : JSON.stringify(line);
};
