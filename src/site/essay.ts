/**
 * An essay as the site has it: what its own file gives, and what the site around it does. Pure.
 *
 * Other essays matter to it only through its placement, so one can be made again without them.
 */
import type { Fill } from '../content/body-forms.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, formatFullDate, formatMonthAndDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import type { Picture } from './linker.ts';
import type { Placement } from './placement.ts';

/** An essay without its content: what the list, the feeds and the cache hold. */
export interface EssaySummary {
  /** Its file, relative to the site's root. */
  readonly source: string;
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** As written. */
  readonly published: string;
  /** Milliseconds since the epoch. */
  readonly publishedTimestamp: number;
  /** In the site's time zone. */
  readonly year: number;
  /** The year, or month and day for an essay of the build's own year. */
  readonly formattedDate: string;
  /** `December 3, 2020` */
  readonly fullDate: string;
  readonly excerpt: string;
  readonly image: Picture | null;
  /** Whole minutes. */
  readonly readTime: number;
  readonly draft: boolean;
  readonly aliases: readonly string[];
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
}

/** What an essay's page is made from, but for its body. */
export interface Essay extends EssaySummary {
  /** Of its file's bytes. */
  readonly digest: string;
  /** What its body has in the places of its links. */
  readonly fills: readonly Fill[];
  readonly isPlainText: boolean;
  readonly hasOutboundLinks: boolean;
}

/** Puts an essay into its place; `year` is that of the build, in the site's time zone. */
export function placeEssay(
  parsed: ParsedEssay,
  { slug, image, fills }: Placement,
  config: SiteConfig,
  year: number,
): Essay {
  const day = calendarDay(parsed.publishedTimestamp, config.timezone);
  const shownDate = day.year === year ? formatMonthAndDay(day) : String(day.year);
  return {
    source: parsed.path,
    slug,
    title: parsed.title,
    author: parsed.author ?? config.name,
    tags: parsed.tags,
    published: parsed.published,
    publishedTimestamp: parsed.publishedTimestamp,
    year: day.year,
    formattedDate: parsed.statedDate ?? shownDate,
    fullDate: formatFullDate(day),
    excerpt: parsed.excerpt,
    image,
    readTime: parsed.readTime,
    draft: parsed.draft,
    aliases: parsed.aliases.map(({ value }) => value),
    updated: parsed.updated,
    digest: parsed.digest,
    fills,
    isPlainText: parsed.format === 'text',
    hasOutboundLinks: parsed.hasOutboundLinks,
  };
}
