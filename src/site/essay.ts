/**
 * Parsed essays → the essays that the site shows: the one place that decides about drafts and dates to
 * come, and an essay with all that the site around its file gives it. Pure.
 */

import type { Fill } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, dayBounds, formatFullDate, formatMonthAndDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { Picture } from './links.ts';

/** An essay without its content: all that the list, the feeds and the cache hold. */
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

/** All that an essay's page is made from, but for its body. */
export interface Essay extends EssaySummary {
  /** Of its file's bytes. */
  readonly digest: string;
  /** The URLs and attributes that its body is published with. */
  readonly fills: readonly Fill[];
  readonly isPlainText: boolean;
  readonly hasOutboundLinks: boolean;
}

/** An essay as its site has it; `year` is that of the build, in the site's time zone. */
export function makeEssay(
  parsed: ParsedEssay,
  { slug, image, fills }: Pick<Essay, 'slug' | 'image' | 'fills'>,
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

/**
 * Leaves out drafts, unless `showDrafts`, and what is dated after `now` (ms), unless `publishFuture`.
 * A draft without a date stands first, as if published now, but bears the date of the day, so that
 * its page does not change with every build.
 */
export function selectPublished(
  essays: readonly ParsedEssay[],
  { publishFuture, timezone }: SiteConfig,
  showDrafts: boolean,
  now: number,
) {
  const today = dayBounds(now, timezone);
  const ready = essays
    .filter((essay) => showDrafts || !essay.draft)
    .map((essay) => (essay.isUndated ? { ...essay, publishedTimestamp: today.start } : essay));
  const isFuture = (essay: ParsedEssay) => essay.publishedTimestamp > now;
  const future = ready.filter(isFuture);
  const shown = ready.filter((essay) => publishFuture || !isFuture(essay));
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  return {
    /** Newest first; essays of the same moment in the order of their paths. */
    essays: shown.sort((a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1)),
    /** Drafts that are left out. */
    draftCount: essays.length - ready.length,
    /** Essays left out because their date is yet to come. */
    futureCount: ready.length - shown.length,
    /** All this holds before this moment: the next midnight, or the first date that is yet to come. */
    validUntil: future.reduce((first, each) => Math.min(first, each.publishedTimestamp), today.end),
    problems: future.map((essay) => dateFuture(essay, publishFuture)),
  };
}

function dateFuture(essay: ParsedEssay, isPublished: boolean): Problem {
  const message = `The date \`${essay.published}\` is yet to come`;
  const hint = isPublished
    ? 'It is published all the same; `publishFuture: false` in content/site.yaml holds it back.'
    : 'It is left out until then, as `publishFuture: false` in content/site.yaml says.';
  return makeProblem('date-future', wholeFile(essay.path), message, hint);
}
