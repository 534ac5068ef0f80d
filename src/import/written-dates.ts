/**
 * Written dates: reads dates as sources write them.
 */
import { parseDate } from '../essays/dates.ts';
import { type Problem, wholeFile } from '../problems/problems.ts';

/** Reads a date as the build does; null if it is unreadable or has problems. */
export function readDate(written: string, timeZone: string): number | null {
  const problems: Problem[] = [];
  if (written === '') return null;
  const timestamp = parseDate({ value: written, place: wholeFile('') }, timeZone, problems);
  return problems.length > 0 ? null : timestamp;
}

/** The first and the last moment of the years that a date can be written in. */
const FIRST_MOMENT = Date.parse('0001-01-01');
const LAST_MOMENT = Date.parse('9999-12-31');

/** Returns null for a number that isn't a moment of these years. */
export function toMoment(timestamp: number | null): number | null {
  const isMoment = timestamp !== null && timestamp >= FIRST_MOMENT && timestamp <= LAST_MOMENT;
  return isMoment ? timestamp : null;
}

/** Reads a date that only JavaScript understands, or else the day in the first address. */
export function readAnyDate(published: string, addresses: readonly string[]): number | null {
  const parsed = Date.parse(published);
  if (!Number.isNaN(parsed)) return parsed;
  const [, year, month, day = '01'] =
    /\/((?:19|20)\d\d)\/(\d\d)(?:\/(\d\d))?\//.exec(addresses[0] ?? '') ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}`) || null;
}
