/**
 * Choose, the first step: selects the essays and pages that a build publishes. Pure.
 *
 * Only this file decides about drafts and future dates.
 */
import type { SiteConfig } from '../essays/config.ts';
import * as dates from '../essays/dates.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { ABOUT_ADDRESS, NO_ABOUT_PATH } from '../essays/paths.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';

/** The essays and pages of a site. */
export interface TextLists {
  /** Newest first; essays of the same moment by path. */
  readonly essays: readonly ParsedEssay[];
  readonly pages: readonly ParsedEssay[];
}

/** Why a text isn't published: an author's reason, or a date; `key` is the key that says so, if one does. */
export interface HeldBack {
  readonly state: 'draft' | 'private' | 'not yet' | 'no longer';
  readonly key: string | null;
  /** True if this build shows it nevertheless, marked. */
  readonly isShown: boolean;
}

/** The essays and pages that a build publishes. */
export interface TextSelection extends TextLists {
  /**
   * The same without the texts that this build shows before they are published; the selection itself if there are none.
   */
  readonly withoutDrafts: TextLists;
  /** The texts that aren't published, by path, in the order of the essays. */
  readonly heldBack: ReadonlyMap<string, HeldBack>;
  /**
   * Until this moment, the same files make the same site: the next midnight, or the first date that changes it (ms).
   */
  readonly validUntil: number;
  readonly problems: readonly Problem[];
}

/** What decides which of the parsed essays are published. */
export interface SelectionMode {
  /** True to show drafts and scheduled essays. */
  readonly showDrafts: boolean;
  /** True to show private texts too, as only `blog dev` does. */
  readonly showPrivate: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The address that a preview is built for; null for the site's own. */
  readonly previewUrl: string | null;
}

type SelectionConfig = Pick<SiteConfig, 'publishFuture' | 'timezone'>;
type Clock = Omit<SelectionMode, 'previewUrl'>;

/** Finds the texts that aren't published, and why. */
export function findHeldBack(
  essays: readonly ParsedEssay[],
  { publishFuture }: Pick<SiteConfig, 'publishFuture'>,
  { showDrafts, showPrivate, now }: Clock,
): ReadonlyMap<string, HeldBack> {
  const shows = {
    draft: showDrafts,
    private: showPrivate,
    'not yet': showDrafts,
    'no longer': false,
  };
  return new Map(
    essays.flatMap((essay) => {
      const reason = findReason(essay, publishFuture, now);
      return reason === null ? [] : [[essay.path, { ...reason, isShown: shows[reason.state] }]];
    }),
  );
}

function findReason(
  { hidden, expires, notBefore, page, isUndated, publishedTimestamp }: ParsedEssay,
  publishFuture: boolean,
  now: number,
): Omit<HeldBack, 'isShown'> | null {
  if (hidden !== null) return hidden;
  if (expires !== null && expires.timestamp <= now) return { state: 'no longer', key: expires.key };
  if (notBefore !== null && notBefore.timestamp > now) {
    return { state: 'not yet', key: notBefore.key };
  }
  const isFuture = page === null && !isUndated && publishedTimestamp > now;
  return isFuture && !publishFuture ? { state: 'not yet', key: null } : null;
}

/**
 * Selects the essays and pages to publish, and those that this build shows before they are published: they count as
 * drafts. A draft without a date sorts as if published now, but gets the start of the day as its date, so that its page
 * does not change with every build.
 */
export function selectTexts(
  essays: readonly ParsedEssay[],
  config: SelectionConfig,
  clock: Clock,
): TextSelection {
  const { publishFuture, timezone } = config;
  const { now } = clock;
  const today = dates.dayBounds(now, timezone);
  const heldBack = findHeldBack(essays, config, clock);
  const shown = essays.flatMap((essay) => {
    const reason = heldBack.get(essay.path);
    if (reason === undefined) return essay;
    return reason.isShown ? { ...essay, draft: true, scheduled: findDay(essay, reason) } : [];
  });
  const ready = shown
    .filter(({ page }) => page === null)
    .map((essay) => (essay.isUndated ? { ...essay, publishedTimestamp: today.start } : essay));
  const isFuture = ({ page, publishedTimestamp }: ParsedEssay) =>
    page === null && publishedTimestamp > now;
  const isTimed = ({ hidden, path }: ParsedEssay) =>
    hidden === null || heldBack.get(path)?.isShown === true;
  const timed = essays.filter(isTimed);
  const future = timed.filter(isFuture);
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  const selection: TextLists = {
    essays: ready.sort((a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1)),
    pages: dropStandIn(shown.filter(({ page }) => page !== null)),
  };
  const turns = timed.flatMap(({ publishedTimestamp, notBefore, expires }) => [
    publishedTimestamp,
    notBefore?.timestamp ?? now,
    expires?.timestamp ?? now,
  ]);
  return {
    ...selection,
    withoutDrafts: dropDrafts(selection),
    heldBack,
    validUntil: Math.min(today.end, ...turns.filter((each) => each > now)),
    problems: future.map((essay) => dateFuture(essay, publishFuture, timezone)),
  };
}

/** Drops the page that stands in for a missing about.md, if there is another with its address. */
function dropStandIn(pages: readonly ParsedEssay[]): ParsedEssay[] {
  const about = pages.filter(({ page }) => page === ABOUT_ADDRESS);
  return pages.filter(({ path }) => path !== NO_ABOUT_PATH || about.length === 1);
}

/** The moment before which an essay isn't published; null for a text that is held back for another reason. */
function findDay(
  { notBefore, publishedTimestamp }: ParsedEssay,
  { state, key }: HeldBack,
): number | null {
  if (state !== 'not yet') return null;
  return key === null || notBefore === null ? publishedTimestamp : notBefore.timestamp;
}

function dropDrafts(selection: TextLists): TextLists {
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
  timeZone: string,
): Problem {
  const date = `${dates.formatMoment(moment, timeZone)} (${timeZone})`;
  const message = `The date \`${published}\` is in the future: ${date}`;
  const hint = isPublished
    ? 'It is published anyway; `publishFuture: false` in content/site.yaml holds it back.'
    : 'It is left out until then, because content/site.yaml has `publishFuture: false`.';
  return makeProblem('date-future', wholeFile(path), message, hint);
}

/** Turns the problems of unpublished texts into notices, so that they never stop a build. */
export function softenHeldBack(
  problems: readonly Problem[],
  heldBack: ReadonlyMap<string, HeldBack>,
): Problem[] {
  return problems.map((problem) => {
    const isTold = problem.severity === 'notice' || problem.code === 'hidden-by';
    return isTold || !heldBack.has(problem.file) ? problem : { ...problem, severity: 'notice' };
  });
}
