/**
 * Essays as the site publishes them: selects them by draft state and date, and adds to each parsed essay
 * everything that depends on the rest of the site. Pure.
 *
 * Only this file decides about drafts, future dates, and new essays with errors, which `blog dev` leaves out so that
 * it can still build the rest of the site.
 */
import type { SiteConfig } from '../essays/config.ts';
import * as dates from '../essays/dates.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { ESSAYS_FOLDER } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import { isExternalUrl, stripSiteUrl } from '../markdown/html.ts';
import { groupBy, makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { decodePercent, findDirection, type SourceFile } from '../text/text.ts';
import { parseAddresses } from './addresses.ts';
import * as links from './links.ts';
import type { SluggedEssay } from './slugs.ts';
import { toUrl } from './urls.ts';

/** An essay or a page, with everything that does not depend on other essays' titles or tags. */
export type SingleEssay = Readonly<ReturnType<typeof makeEssay>>;

/** Everything that an essay's page is made from, except its body. */
export interface Essay extends SingleEssay {
  /** The neighbours in the list; null at its ends. */
  readonly newer: EssayName | null;
  readonly older: EssayName | null;
  /** The most related first. */
  readonly related: readonly EssayName[];
  /** The essays of its series, oldest first; none without a series. */
  readonly parts: readonly EssayName[];
}

/** The facts about an essay that other essays' pages show. */
export type EssayName = Pick<SingleEssay, 'slug' | 'title' | 'year' | 'formattedDate'>;

/** Completes an essay or a page and resolves its links; `year` is that of the build, in the site's time zone. */
export function makeEssay(
  parsed: SluggedEssay,
  { name, timezone, language }: SiteConfig,
  year: number,
  index: links.LinkIndex,
) {
  const day = dates.calendarDay(parsed.publishedTimestamp, timezone);
  const shownDate = day.year === year ? dates.formatDay(day, language, 'short') : String(day.year);
  const origin = { sitePath: decodePercent(parsed.address), source: parsed.path };
  return {
    ...parsed,
    /** Its file, relative to the site's root. */
    source: parsed.path,
    author: parsed.author ?? name,
    /** In the site's time zone. */
    year: day.year,
    /** The year, or month and day for an essay of the build's own year. */
    formattedDate: parsed.statedDate ?? shownDate,
    /** `December 3, 2020` */
    fullDate: dates.formatDay(day, language, 'full'),
    /** `December 3` */
    monthAndDay: dates.formatDay(day, language, 'long'),
    image: resolveImage(parsed, origin, index),
    /** The URLs and attributes to fill into the holes of its body. */
    fills: links.resolveLinks(parsed.links, origin, index),
    isPlainText: parsed.format === 'text',
    /** A BCP 47 tag. */
    language: parsed.statedLanguage ?? language,
    direction: parsed.statedDirection ?? findDirection(parsed.statedLanguage, language),
  };
}

/**
 * The related essays of each essay, as positions in the sorted list. `key` is the digest of the tags, dates and series
 * they were found by.
 */
export interface RelatedEssays {
  readonly key: string;
  readonly positions: readonly (readonly number[])[];
}

/**
 * Adds to each essay the others that its page links to. `essays` are sorted newest first; `last` is the
 * `related` of the last build, which is reused unless tags, dates, series or the order have changed.
 */
export function connectEssays(essays: readonly SingleEssay[], last: RelatedEssays | null) {
  const names = essays.map(({ slug, title, year, formattedDate }): EssayName => {
    return { slug, title, year, formattedDate };
  });
  const name = (position: number) => names[position] ?? null;
  const oldestFirst = [...essays.entries()].filter(([, { series }]) => series);
  // `part-2` before `part-10`.
  const orderOf = ({ source }: SingleEssay) =>
    source.replace(/\d+/g, (part) => part.padStart(9, '0'));
  oldestFirst.sort(([, a], [, b]) => {
    return a.publishedTimestamp - b.publishedTimestamp || (orderOf(a) < orderOf(b) ? -1 : 1);
  });
  const grouped = groupBy(oldestFirst, ([, { series }]) => series ?? '');
  const partsOf = (group: typeof oldestFirst) => group.map(([at]) => names[at] as EssayName);
  const series = new Map(Array.from(grouped, ([title, group]) => [title, partsOf(group)]));
  const facts = essays.map(({ tags, publishedTimestamp, series }) => {
    return [tags, publishedTimestamp, series];
  });
  const key = digest(JSON.stringify(facts));
  const related = last?.key === key ? last : { key, positions: findRelated(essays) };
  const connected = essays.map(
    (essay, at): Essay => ({
      ...essay,
      newer: name(at - 1),
      older: name(at + 1),
      related: (related.positions[at] ?? []).map((position) => names[position] as EssayName),
      parts: series.get(essay.series ?? '') ?? [],
    }),
  );
  return { essays: connected, related };
}

/** The number of related essays that a page shows. */
const RELATED = 3;
/** An essay is compared to this many newer and this many older essays of each of its tags. */
const COMPARED = 100;

/**
 * Finds the essays related to each of the essays, which are sorted newest first, by shared tags; returns
 * their positions, most related first. Rare tags weigh more, and a tag that all essays have weighs nothing.
 * Ties go to the nearest in time, then to the newest. Left out are an essay's neighbours in the list and the parts of
 * its series, because its page links to them anyway.
 */
export function findRelated(
  essays: readonly Pick<SingleEssay, 'tags' | 'publishedTimestamp' | 'series'>[],
): number[][] {
  const groups = groupBy(essays.keys(), (at) => essays[at]?.tags ?? []);
  /** By tag: the number of its essays that the loop below has passed. */
  const passed = new Map<string, number>();
  // Typed arrays, and essays visited from the nearest outwards, make this fast for thousands of essays.
  const moments = Float64Array.from(essays, ({ publishedTimestamp }) => publishedTimestamp);
  const sums = new Uint32Array(essays.length);
  const sumOf = (at: number) => sums[at] ?? 0;
  return essays.map(({ tags, publishedTimestamp, series }, at) => {
    const found: number[] = [];
    for (const tag of tags) {
      const positions = groups.get(tag) ?? [];
      const place = passed.get(tag) ?? 0;
      passed.set(tag, place + 1);
      // An integer, because sums of fractions depend on the order of the tags.
      const weight = Math.round(1000 * Math.log2(essays.length / positions.length));
      if (weight === 0) continue;
      const newer = positions.slice(Math.max(0, place - COMPARED), place).reverse();
      for (const other of newer.concat(positions.slice(place + 1, place + 1 + COMPARED))) {
        if (sums[other] === 0) found.push(other);
        sums[other] = sumOf(other) + weight;
      }
    }
    const distance = (other: number) => Math.abs((moments[other] ?? 0) - publishedTimestamp);
    const compare = (a: number, b: number) =>
      sumOf(b) - sumOf(a) || distance(a) - distance(b) || a - b;
    const best: number[] = [];
    for (const other of found) {
      const last = best[RELATED - 1];
      // The sums alone decide most comparisons.
      if (last !== undefined && (sumOf(other) < sumOf(last) || compare(last, other) < 0)) continue;
      if (Math.abs(other - at) === 1) continue;
      if (series && essays[other]?.series === series) continue;
      best.splice(RELATED - 1, 1, other);
      best.sort(compare);
    }
    for (const other of found) sums[other] = 0;
    return best;
  });
}

/**
 * Selects the essays and pages to publish: without drafts, unless `showDrafts`, and without essays dated after
 * `now` (ms), unless `publishFuture`. A draft without a date sorts as if published now, but gets the
 * start of the day as its date, so that its page does not change with every build.
 */
export function selectPublished(
  essays: readonly ParsedEssay[],
  { publishFuture, timezone }: SiteConfig,
  showDrafts: boolean,
  now: number,
) {
  const today = dates.dayBounds(now, timezone);
  const written = essays.filter((essay) => showDrafts || !essay.draft);
  const ready = written
    .filter(({ page }) => page === null)
    .map((essay) => (essay.isUndated ? { ...essay, publishedTimestamp: today.start } : essay));
  const future = ready.filter((essay) => essay.publishedTimestamp > now);
  const past = ready.filter((essay) => essay.publishedTimestamp <= now);
  const shown = publishFuture ? ready : past;
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  return {
    /** Newest first; essays of the same moment by path. */
    essays: shown.sort((a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1)),
    pages: written.filter(({ page }) => page !== null),
    /** The number of drafts left out. */
    draftCount: essays.length - written.length,
    /** The number of essays left out because their date is in the future. */
    futureCount: ready.length - shown.length,
    /** The same files make the same site until then: the next midnight or the first future date (ms). */
    validUntil: future.reduce((first, each) => Math.min(first, each.publishedTimestamp), today.end),
    problems: future.map((essay) => dateFuture(essay, publishFuture, today.start, timezone)),
  };
}

/**
 * An essay's thumbnail: its URL, its size in pixels unless it is external, and a smaller copy for lists, or null. Null
 * where it has none, or the file is missing.
 */
function resolveImage(
  { image, imageAlt: alt }: ParsedEssay,
  origin: links.LinkOrigin,
  index: links.LinkIndex,
) {
  if (image === null) return null;
  const { urls } = index;
  const path = stripSiteUrl(image.value, urls.origin + urls.base) ?? image.value;
  const unsized = { alt, width: null, height: null, thumbnail: null };
  if (isExternalUrl(path)) return { url: path, ...unsized };
  const reading = links.readLink(path, origin, index);
  const { file, address } = reading;
  if (file === null) {
    if (links.isElsewhere(path, index)) return { url: toUrl(urls, path), ...unsized };
    index.problems.push(links.imageMissing(image.value, image.place, reading));
    return null;
  }
  const [copy] = links.publishVariants(file, 'thumbnail', index);
  const shown = links.publishPicture(file, 'page', address, index);
  const { width = null, height = null } = shown.size ?? {};
  const url = toUrl(urls, shown.address);
  if (copy === undefined) return { url, alt, width, height, thumbnail: null };
  const { variant } = copy;
  const small = { url: toUrl(urls, copy.address), width: variant.width, height: variant.height };
  return { url, alt, width, height, thumbnail: small };
}

function dateFuture(
  { path, published, publishedTimestamp: moment }: ParsedEssay,
  isPublished: boolean,
  today: number,
  timeZone: string,
): Problem {
  const days = Math.round((dates.dayBounds(moment, timeZone).start - today) / 86_400_000);
  const when = ['later today', 'tomorrow'][days] ?? `in ${days} days`;
  const date = `${dates.formatMoment(moment, timeZone)} (${timeZone})`;
  const message = `The date \`${published}\` is in the future: ${when}, ${date}`;
  const hint = isPublished
    ? 'It is published anyway; `publishFuture: false` in content/site.yaml holds it back.'
    : 'It is left out until then, because content/site.yaml has `publishFuture: false`.';
  return makeProblem('date-future', wholeFile(path), message, hint);
}

/** The last build of a session: what it left out, and all essays that it read, by their paths. */
interface LastBuild {
  readonly leftOut: ReadonlySet<string>;
  readonly cached: { readonly essays: Readonly<Record<string, unknown>> };
}

/**
 * Makes two functions: `leaveOut` adds new essays with errors to `leftOut` if the build `leavesOut` them, and
 * `soften` turns their errors into warnings. An essay is new if it was neither published before nor part of this
 * session's site. At least one of all `essays` stays, so that a site of a single essay shows its error.
 */
export function makeLeaveOut(
  leavesOut: boolean,
  facts: { previous: LastBuild | null; addressFile: SourceFile | null; essays: number },
  leftOut: Set<string>,
) {
  const { previous, addressFile, essays } = facts;
  const isEssay = (path: string) => path.startsWith(`${ESSAYS_FOLDER}/`);
  const isNew = (path: string) =>
    previous === null
      ? parseAddresses(addressFile).value.every(({ file }) => file !== path)
      : previous.leftOut.has(path) || !(path in previous.cached.essays);
  /** Leaves out the new essays that have errors among these problems; returns those errors. */
  const leaveOut = (problems: readonly Problem[]): readonly Problem[] => {
    const found = problems.filter(({ severity, file }) => {
      return leavesOut && severity === 'error' && isEssay(file) && isNew(file);
    });
    const paths = new Set([...leftOut, ...found.map(({ file }) => file)]);
    if (paths.size === essays) return [];
    for (const path of paths) leftOut.add(path);
    return found;
  };
  const soften = (problem: Problem): Problem => {
    const { severity, file, hint } = problem;
    if (severity !== 'error' || !leftOut.has(file)) return problem;
    const left = 'Until then, this new essay is left out.';
    return { ...problem, severity: 'warning', hint: hint === null ? left : `${hint} ${left}` };
  };
  return { leaveOut, soften };
}
