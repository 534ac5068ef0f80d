/**
 * The dates that authors write → milliseconds since the epoch, and back to calendar parts.
 *
 * Reads ISO 8601, RFC 2822 and the long human form, in the zone the text names or else the site's.
 * An impossible date is never bent into another day. Pure: time zones come from Intl, and the
 * machine's own zone and locale play no part.
 */
import type { Problem } from '../problems.ts';

/** Milliseconds since the epoch, or null; and what is wrong with what was written, for a problem. */
export interface DateReading {
  readonly timestamp: number | null;
  readonly fault: Pick<Problem, 'code' | 'message' | 'hint'> | null;
}

const YEAR =
  'January February March April May June July August September October November December';
const MONTHS = YEAR.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const HOUR_MS = 3_600_000;

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const WEEKDAY = String.raw`(?:(?<weekday>[a-z]{3,9})\.?,?\s+)?`;
const SECOND = String.raw`(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})${SECOND}(?:\s*(?<half>[ap])\.?m\.?)?`;
/** An offset, or one of the names of RFC 2822, section 4.3. */
const ZONE = String.raw`(?<zone>z|utc?|gmt|[ecmp][sd]t|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?`;

const FORMS = [
  // ISO 8601: 2020-12-03, 2020-12-03 22:15, 2020-12-03T22:15:00.000-05:00
  String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})`,
  // RFC 2822: Thu, 03 Dec 2020 22:15:00 -0500
  String.raw`${WEEKDAY}${DAY}\s+${MONTH},?\s+(?<year>\d{4})`,
  // The long human form: Thursday, December 3, 2020 at 10:15 PM EST
  String.raw`${WEEKDAY}${MONTH}\s+${DAY},?\s+(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}(?:(?:T|,?\\s+(?:at\\s+)?)${TIME}(?:\\s*${ZONE})?)?$`, 'i'));

/**
 * Reads a date as an author writes it. Without a zone of its own it stands in `timeZone` (IANA);
 * without a time of day it is that day's first moment.
 */
export function parseDate(text: string, timeZone: string): DateReading {
  const trimmed = text.trim();
  const groups = FORMS.map((form) => form.exec(trimmed)?.groups).find((found) => found);
  const month = readMonth(groups?.month ?? '');
  if (groups === undefined || month === null) {
    const message = `\`${text}\` is not a date that can be read`;
    const hint = 'Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.';
    return { timestamp: null, fault: { code: 'date-unreadable', message, hint } };
  }
  const impossible = (reason: string): DateReading => {
    const fault = { message: `${reason}: \`${text}\``, hint: 'Correct the date.' };
    return { timestamp: null, fault: { code: 'date-impossible', ...fault } };
  };
  const { weekday, zone } = groups;
  const year = Number(groups.year);
  const day = Number(groups.day);
  if (month < 1 || month > 12) return impossible(`There is no month ${month}`);
  if (day < 1 || day > new Date(utc(year, month + 1, 0)).getUTCDate()) {
    return impossible(`${MONTHS[month - 1]} ${year} has no day ${day}`);
  }
  const time = readTime(groups);
  if (typeof time === 'string') return impossible(time);
  const offset = zone === undefined ? 0 : readZone(zone);
  if (offset === null) return impossible(`There is no time zone ${zone}`);
  const local = utc(year, month, day) + time;
  const timestamp = zone === undefined ? localToTimestamp(local, timeZone) : local - offset;
  return { timestamp, fault: findWeekdayFault(weekday, local) };
}

/** A moment's calendar day in a time zone. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** The calendar day of a moment in `timeZone` (IANA). */
export function calendarDay(timestamp: number, timeZone: string): CalendarDay {
  const date = new Date(timestamp + zoneOffsetAt(timestamp, timeZone));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The moments at which the calendar day of a moment begins and ends in `timeZone` (IANA). */
export function dayBounds(timestamp: number, timeZone: string): { start: number; end: number } {
  const { year, month, day } = calendarDay(timestamp, timeZone);
  const midnight = (each: number) => localToTimestamp(utc(year, month, each), timeZone);
  return { start: midnight(day), end: midnight(day + 1) };
}

/** `Dec 3`. The specification's form for essays of the build's own year; English on any machine. */
export function formatMonthAndDay({ month, day }: CalendarDay): string {
  return `${MONTHS[month - 1]?.slice(0, 3)} ${day}`;
}

/** `December 3, 2020`. English on any machine. */
export function formatFullDate({ year, month, day }: CalendarDay): string {
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

/** True for a zone name that Intl knows. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOffsetAt(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Like Date.UTC, but years below 100 are those years. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The number of a month that is written as such, or as its name or the beginning of that. */
function readMonth(written: string): number | null {
  if (/^\d/.test(written)) return Number(written);
  const index = MONTHS.findIndex((name) => isBeginning(written, name));
  return index < 0 ? null : index + 1;
}

function isBeginning(written: string, name: string): boolean {
  return name.toLowerCase().startsWith(written.toLowerCase());
}

/** Milliseconds since midnight, or why there is no such time. */
function readTime(groups: Record<string, string | undefined>): number | string {
  const { hour = '0', minute = '0', second, fraction = '0', half } = groups;
  const written = [hour, minute, second].filter((part) => part !== undefined).join(':');
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return `There is no ${written} ${half.toUpperCase()}M`;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const [minutes, seconds] = [Number(minute), Number(second ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return `There is no time of day ${written}`;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

/** Milliseconds east of Greenwich; null for an offset that no zone has. */
function readZone(zone: string): number | null {
  const [, region, half] = /^([ecmp])([sd])t$/i.exec(zone) ?? [];
  if (region !== undefined) {
    const hours = 5 + 'ecmp'.indexOf(region.toLowerCase()) - (half?.toLowerCase() === 'd' ? 1 : 0);
    return -hours * HOUR_MS;
  }
  const offset = readOffset(zone);
  return Math.abs(offset) >= 15 * HOUR_MS || /[6-9]\d$/.test(zone) ? null : offset;
}

/** Milliseconds of an offset such as -05:00, -0500 or -04:56:02; 0 for anything else. */
function readOffset(written: string): number {
  const [, sign, hours, minutes, seconds = 0] =
    /^([+-])(\d{2}):?(\d{2})(?::(\d{2}))?$/.exec(written) ?? [];
  if (sign === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Says so when the text names a weekday that the day is not. */
function findWeekdayFault(written: string | undefined, local: number): DateReading['fault'] {
  const name = WEEKDAYS[new Date(local).getUTCDay()] as string;
  if (written === undefined || isBeginning(written.slice(0, 3), name)) return null;
  const message = `That day is a ${name}, not a ${written}`;
  return { code: 'date-weekday', message, hint: 'Correct the weekday or the day.' };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that clocks in the zone are ahead of UTC at a moment. */
function zoneOffsetAt(timestamp: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formatters.set(timeZone, formatter);
  }
  // 12/3/2020, GMT-05:00
  const shown = formatter.format(timestamp);
  return readOffset(shown.slice(shown.indexOf('GMT') + 3));
}

/**
 * The moment at which clocks in the zone show `local`. A time that a change to summer time skips is
 * read with the offset from before the change, one that occurs twice is the first of the two.
 */
function localToTimestamp(local: number, timeZone: string): number {
  const before = local - zoneOffsetAt(local - 86_400_000, timeZone);
  const after = local - zoneOffsetAt(local + 86_400_000, timeZone);
  if (before === after) return before;
  const shows = (timestamp: number) => timestamp + zoneOffsetAt(timestamp, timeZone) === local;
  return shows(before) || !shows(after) ? before : after;
}
