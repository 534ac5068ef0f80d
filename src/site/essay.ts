/**
 * Essays as the site publishes them: selects them by draft state and date, and adds to each parsed essay
 * everything that depends on the rest of the site. Pure.
 *
 * Drafts and future dates are decided here and nowhere else.
 */
import type { Fill } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, dayBounds, formatFullDate, formatMonthAndDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { isExternalUrl, stripSiteUrl } from '../content/html.ts';
import type { PictureSize } from '../content/images.ts';
import { type Direction, findDirection } from '../content/text.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import * as links from './links.ts';
import type { SluggedEssay } from './slugs.ts';
import { essayPath, toUrl } from './urls.ts';

/** The facts about an essay that other pages and the feeds show. */
export interface EssaySummary
  extends Pick<SluggedEssay, 'slug' | 'title' | 'tags' | 'published' | 'publishedTimestamp'>,
    Pick<SluggedEssay, 'excerpt' | 'readTime' | 'draft' | 'updated'> {
  /** Its file, relative to the site's root. */
  readonly source: string;
  readonly author: string;
  /** In the site's time zone. */
  readonly year: number;
  /** The year, or month and day for an essay of the build's own year. */
  readonly formattedDate: string;
  /** `December 3, 2020` */
  readonly fullDate: string;
  readonly image: Picture | null;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly direction: Direction;
}

/** Everything that an essay's page is made from, except its body. */
export interface Essay extends EssaySummary, Pick<SluggedEssay, 'digest' | 'hasOutboundLinks'> {
  /** The URLs and attributes to fill into the holes of its body. */
  readonly fills: readonly Fill[];
  readonly isPlainText: boolean;
}

/** A thumbnail: its URL, and its size in pixels unless it is external. */
interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** A smaller copy for lists, or null. */
  readonly thumbnail: ({ readonly url: string } & PictureSize) | null;
}

/** Completes an essay and resolves its links; `year` is that of the build, in the site's time zone. */
export function makeEssay(
  parsed: SluggedEssay,
  { name, timezone, language }: SiteConfig,
  year: number,
  index: links.LinkIndex,
): Essay {
  const day = calendarDay(parsed.publishedTimestamp, timezone);
  const shownDate = day.year === year ? formatMonthAndDay(day) : String(day.year);
  const origin = { sitePath: essayPath(parsed.slug), source: parsed.path };
  return {
    ...parsed,
    source: parsed.path,
    author: parsed.author ?? name,
    year: day.year,
    formattedDate: parsed.statedDate ?? shownDate,
    fullDate: formatFullDate(day),
    image: resolveImage(parsed, origin, index),
    fills: links.resolveLinks(parsed.links, origin, index),
    isPlainText: parsed.format === 'text',
    language: parsed.statedLanguage ?? language,
    direction: parsed.statedDirection ?? findDirection(parsed.statedLanguage, language),
  };
}

export type Selection = ReturnType<typeof selectPublished>;

/**
 * Selects the essays to publish: without drafts, unless `showDrafts`, and without essays dated after
 * `now` (ms), unless `publishFuture`. A draft without a date sorts as if published now, but gets the
 * start of the day as its date, so that its page does not change with every build.
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
  const future = ready.filter((essay) => essay.publishedTimestamp > now);
  const past = ready.filter((essay) => essay.publishedTimestamp <= now);
  const shown = publishFuture ? ready : past;
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  return {
    /** Newest first; essays of the same moment by path. */
    essays: shown.sort((a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1)),
    /** The number of drafts left out. */
    draftCount: essays.length - ready.length,
    /** The number of essays left out because their date is in the future. */
    futureCount: ready.length - shown.length,
    /** The same files make the same site until then: the next midnight or the first future date (ms). */
    validUntil: future.reduce((first, each) => Math.min(first, each.publishedTimestamp), today.end),
    problems: future.map((essay) => dateFuture(essay, publishFuture)),
  };
}

/** An essay's thumbnail; null where it has none, or the file is missing. */
function resolveImage(
  { image, imageAlt: alt }: ParsedEssay,
  origin: links.LinkOrigin,
  index: links.LinkIndex,
): Picture | null {
  if (image === null) return null;
  const { urls } = index;
  const path = stripSiteUrl(image.value, urls.origin + urls.base) ?? image.value;
  if (isExternalUrl(path)) return { url: path, alt, width: null, height: null, thumbnail: null };
  const { file, address } = links.readLink(path, origin, index);
  if (file === null) {
    index.problems.push(links.imageMissing(image.value, image.place));
    return null;
  }
  const [copy] = links.publishVariants(file, 'thumbnail', index);
  const thumbnail = copy && {
    url: toUrl(urls, copy.address),
    width: copy.variant.width,
    height: copy.variant.height,
  };
  const shown = links.publishPicture(file, 'page', address, index);
  return {
    url: toUrl(urls, shown.address),
    alt,
    width: shown.size?.width ?? null,
    height: shown.size?.height ?? null,
    thumbnail: thumbnail ?? null,
  };
}

function dateFuture(essay: ParsedEssay, isPublished: boolean): Problem {
  const message = `The date \`${essay.published}\` is in the future`;
  const hint = isPublished
    ? 'It is published anyway; `publishFuture: false` in content/site.yaml holds it back.'
    : 'It is left out until then, because content/site.yaml has `publishFuture: false`.';
  return makeProblem('date-future', wholeFile(essay.path), message, hint);
}
