/**
 * Time zones: finds the zone of a blog that doesn't state one, from dates whose local time is known.
 */
import { formatMoment } from '../essays/dates.ts';
import { readDate } from './written-dates.ts';

/** A moment, in milliseconds since 1970, and the local time of its author, as if it were in UTC. */
export interface LocalMoment {
  readonly moment: number;
  readonly local: number;
}

const MAX_DATES = 100;
const COMMON_ZONES = (
  'America/New_York America/Chicago America/Los_Angeles Europe/London Europe/Berlin Europe/Helsinki Europe/Moscow ' +
  'Asia/Kolkata Asia/Shanghai Asia/Tokyo Australia/Sydney'
).split(' ');

/**
 * Finds the zone that gives the most moments their day and, among several, their local time; this machine's zone, if
 * it is one of them. Empty for no moments.
 */
export function findZone(dates: readonly LocalMoment[]): string {
  const step = Math.ceil(dates.length / MAX_DATES);
  const sample = dates.filter((_, at) => at % step === 0);
  let best = { zone: '', days: 0, times: 0 };
  const { timeZone: own } = new Intl.DateTimeFormat('en-US').resolvedOptions();
  for (const zone of [own, 'UTC', ...COMMON_ZONES, ...Intl.supportedValuesOf('timeZone')]) {
    const { days, times } = countFits(sample, zone);
    if (days > best.days || (days === best.days && times > best.times))
      best = { zone, days, times };
    if (best.times === sample.length) break;
  }
  return best.zone;
}

function countFits(sample: readonly LocalMoment[], timeZone: string): Fits {
  const fits = { days: 0, times: 0 };
  for (const { moment, local } of sample) {
    const shown = showTime(moment, timeZone);
    const written = showTime(local, 'UTC');
    if (shown === written) fits.times++;
    if (dayOf(shown) === dayOf(written)) fits.days++;
  }
  return fits;
}

/** How many moments a zone gives their day and their local time. */
interface Fits {
  readonly days: number;
  readonly times: number;
}

/** `2019-03-04T10:00:00` */
const showTime = (moment: number, timeZone: string) => formatMoment(moment, timeZone).slice(0, 19);

const dayOf = (time: string) => time.slice(0, '2019-03-04'.length);

/** True for a date that states its zone, and is shown on another day than the one written. */
export function movesToOtherDay(written: string, timeZone: string): boolean {
  const date = readLocalMoment(written);
  if (date === null) return false;
  return dayOf(showTime(date.moment, timeZone)) !== dayOf(showTime(date.local, 'UTC'));
}

/** The zone at the end of a date. */
const ZONE = /\s*(?:(?<=[\d\s])(?:z|utc?|gmt|[a-z]{3,4})|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?$/i;

/** Reads a date that states its zone; null for a date that doesn't. */
function readLocalMoment(written: string): LocalMoment | null {
  const text = written.trim();
  const bare = text.replace(ZONE, '');
  // `2020-01-02` ends like an offset, but has no time.
  if (bare === text || !/\d:\d\d/.test(bare)) return null;
  const moment = readDate(text, 'UTC');
  const local = readDate(bare, 'UTC');
  const isFit = (each: number | null): each is number =>
    each !== null && Math.abs(each) < Date.UTC(9999, 0);
  return isFit(moment) && isFit(local) ? { moment, local } : null;
}

/**
 * Finds the zone of dates as written. Empty if none has an offset: dates in UTC don't tell where the author lives,
 * because programs write them.
 */
export function findZoneOfDates(written: readonly string[]): string {
  const dates = written.flatMap((each) => readLocalMoment(each) ?? []);
  return dates.some(({ moment, local }) => moment !== local) ? findZone(dates) : '';
}
