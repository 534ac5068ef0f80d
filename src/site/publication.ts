/**
 * Which essays the site shows: the one place that decides about drafts and dates to come.
 */
import { dayBounds } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

export interface Publication {
  /** Newest first; essays of the same moment in the order of their paths. */
  readonly essays: readonly ParsedEssay[];
  /** Drafts that are left out. */
  readonly draftCount: number;
  /** Essays left out because their date is yet to come. */
  readonly futureCount: number;
  /** All this holds before this moment: the next midnight, or the first date that is yet to come. */
  readonly validUntil: number;
}

/**
 * Leaves out drafts, unless `showDrafts`, and what is dated after `now` (ms), unless `publishFuture`.
 * A draft without a date stands first, as if published now, but bears the date of the day, so that
 * its page does not change with every build.
 */
export function selectPublished(
  essays: readonly ParsedEssay[],
  showDrafts: boolean,
  publishFuture: boolean,
  now: number,
  timeZone: string,
): { value: Publication; problems: Problem[] } {
  const today = dayBounds(now, timeZone);
  const ready = essays
    .filter((essay) => showDrafts || !essay.draft)
    .map((essay) => (essay.isUndated ? { ...essay, publishedTimestamp: today.start } : essay));
  const isFuture = (essay: ParsedEssay) => essay.publishedTimestamp > now;
  const shown = publishFuture ? ready : ready.filter((essay) => !isFuture(essay));
  const problems = ready.filter(isFuture).map((essay) => dateFuture(essay, publishFuture));
  const moment = (essay: ParsedEssay) => (essay.isUndated ? now : essay.publishedTimestamp);
  const newestFirst = [...shown].sort(
    (a, b) => moment(b) - moment(a) || (a.path < b.path ? -1 : 1),
  );
  const future = ready.map(({ publishedTimestamp }) => publishedTimestamp).filter((t) => t > now);
  const value = {
    essays: newestFirst,
    draftCount: essays.length - ready.length,
    futureCount: ready.length - shown.length,
    validUntil: future.reduce((first, date) => Math.min(first, date), today.end),
  };
  return { value, problems };
}

function dateFuture(essay: ParsedEssay, isPublished: boolean): Problem {
  const message = `The date \`${essay.published}\` is yet to come`;
  const hint = isPublished
    ? 'It is published all the same; `publishFuture: false` in content/site.yaml holds it back.'
    : 'It is left out until then, as `publishFuture: false` in content/site.yaml says.';
  return makeProblem('date-future', wholeFile(essay.path), message, hint);
}
