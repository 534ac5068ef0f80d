/**
 * Publish, the first step: selects the essays and pages that a build publishes. Pure.
 *
 * Only this file decides about drafts, future dates, and new essays with errors, which `blog dev` leaves out so that
 * it can still build the rest of the site.
 */
import type { SiteConfig } from '../essays/config.ts';
import * as dates from '../essays/dates.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { ESSAYS_FOLDER } from '../essays/paths.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';

/** The essays and pages of a site. */
export interface EssaySelection {
  /** Newest first; essays of the same moment by path. */
  readonly essays: readonly ParsedEssay[];
  readonly pages: readonly ParsedEssay[];
}

/** The essays and pages that a build publishes. */
export interface Published extends EssaySelection {
  /** The same without the drafts that this build shows; the selection itself if it shows none. */
  readonly withoutDrafts: EssaySelection;
  /** The number of drafts left out. */
  readonly draftCount: number;
  /** The number of essays left out because their date is in the future. */
  readonly futureCount: number;
  /** The same files make the same site until then: the next midnight or the first future date (ms). */
  readonly validUntil: number;
  readonly problems: readonly Problem[];
}

/** What decides which of the parsed essays are published. */
export interface Publication {
  readonly showDrafts: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The address that a preview is built for; null for the site's own. */
  readonly previewUrl: string | null;
}

/**
 * Selects the essays and pages to publish: without drafts, unless `showDrafts`, and without essays dated after
 * `now`, unless `publishFuture`. A draft without a date sorts as if published now, but gets the start of the day as
 * its date, so that its page does not change with every build.
 */
export function selectPublished(
  essays: readonly ParsedEssay[],
  { publishFuture, timezone }: Pick<SiteConfig, 'publishFuture' | 'timezone'>,
  { showDrafts, now }: Omit<Publication, 'previewUrl'>,
): Published {
  const today = dates.dayBounds(now, timezone);
  const written = essays.filter((essay) => showDrafts || !essay.draft);
  const ready = written
    .filter(({ page }) => page === null)
    .map((essay) => (essay.isUndated ? { ...essay, publishedTimestamp: today.start } : essay));
  const future = ready.filter((essay) => essay.publishedTimestamp > now);
  const shown = publishFuture ? ready : ready.filter((each) => each.publishedTimestamp <= now);
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  const selection: EssaySelection = {
    essays: shown.sort((a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1)),
    pages: written.filter(({ page }) => page !== null),
  };
  return {
    ...selection,
    withoutDrafts: dropDrafts(selection),
    draftCount: essays.length - written.length,
    futureCount: ready.length - shown.length,
    validUntil: future.reduce((first, each) => Math.min(first, each.publishedTimestamp), today.end),
    problems: future.map((essay) => dateFuture(essay, publishFuture, today.start, timezone)),
  };
}

function dropDrafts(selection: EssaySelection): EssaySelection {
  const { essays, pages } = selection;
  if (![...essays, ...pages].some(({ draft }) => draft)) return selection;
  return {
    essays: essays.filter(({ draft }) => !draft),
    pages: pages.filter(({ draft }) => !draft),
  };
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

/** What tells new essays from those that a reader or an earlier build of the session has seen. */
export interface KnownEssays {
  /** The files of essays that were published, from content/addresses.txt. */
  readonly published: ReadonlySet<string>;
  /** What the last build of the session left out, and all that it read; null for the first build. */
  readonly last: {
    readonly leftOut: ReadonlySet<string>;
    readonly read: ReadonlySet<string>;
  } | null;
}

/** True for an essay that was neither published before nor part of this session's site. */
function isNewEssay(path: string, { published, last }: KnownEssays): boolean {
  if (last === null) return !published.has(path);
  return last.leftOut.has(path) || !last.read.has(path);
}

/**
 * Adds the new essays that have errors to `leftOut`, the essays that the build leaves out already; returns that set
 * itself if there are none. At least one of the site's `count` essays stays, so that a site with a single essay shows
 * its error.
 */
export function findLeftOut(
  problems: readonly Problem[],
  leftOut: ReadonlySet<string>,
  known: KnownEssays,
  count: number,
): ReadonlySet<string> {
  const faulty = problems.filter(({ severity, file }) => {
    return severity === 'error' && file.startsWith(`${ESSAYS_FOLDER}/`) && isNewEssay(file, known);
  });
  const all = new Set([...leftOut, ...faulty.map(({ file }) => file)]);
  const isSame = all.size === leftOut.size;
  return isSame || all.size === count ? leftOut : all;
}

/** Turns an error in an essay that is left out into a warning. */
export function softenProblem(problem: Problem, leftOut: ReadonlySet<string>): Problem {
  const { severity, file, hint } = problem;
  if (severity !== 'error' || !leftOut.has(file)) return problem;
  const left = 'Until then, this new essay is left out.';
  return { ...problem, severity: 'warning', hint: hint === null ? left : `${hint} ${left}` };
}
