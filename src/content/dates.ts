/**
 * The dates that authors write → milliseconds since the epoch, and back to calendar parts.
 *
 * Reads ISO 8601, RFC 2822 and the long human form, in the zone the text names or else the site's.
 * An impossible date is never bent into another day. Pure: time zones come from Intl, and the
 * machine's own zone and locale play no part.
 */

export type DateReading =
  | { readonly kind: 'date'; readonly timestamp: number; readonly weekdayFault: string | null }
  | { readonly kind: 'impossible'; readonly reason: string }
  | { readonly kind: 'unreadable' };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

/** Hours east of Greenwich: RFC 2822 section 4.3, and the names that the specification's dates use. */
const ZONE_HOURS: Record<string, number> = {
  z: 0,
  utc: 0,
  ut: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const ZONE = String.raw`(?<zone>[a-z]{1,4}|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?`;
const MONTH = String.raw`(?<monthName>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)\.?`;
const WEEKDAY = String.raw`(?:(?<weekday>[a-z]{3,9})\.?,?\s+)?`;

const FORMS = [
  // ISO 8601: 2020-12-03, 2020-12-03 22:15, 2020-12-03T22:15:00.000-05:00
  new RegExp(
    `^(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})(?:(?:T|\\s+)${TIME}\\s*(?:${ZONE})?)?$`,
    'i',
  ),
  // RFC 2822: Thu, 03 Dec 2020 22:15:00 -0500
  new RegExp(
    `^${WEEKDAY}(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH},?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+)?${TIME}\\s*(?:${ZONE})?)?$`,
    'i',
  ),
  // Long human form: Thursday, December 3, 2020 at 10:15 PM EST
  new RegExp(
    `^${WEEKDAY}${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?:,?\\s+(?:at\\s+)?${TIME}\\s*(?:${ZONE})?)?$`,
    'i',
  ),
];

/**
 * Reads a date as an author writes it. Without a zone of its own it stands in `timeZone` (IANA);
 * without a time of day it is that day's first moment. Unknown forms are `unreadable`.
 */
export function parseDate(text: string, timeZone: string): DateReading {
  const trimmed = text.trim();
  const groups = FORMS.map((form) => form.exec(trimmed)?.groups).find((found) => found);
  if (groups === undefined) return { kind: 'unreadable' };
  const year = Number(groups.year);
  const month = groups.monthName
    ? MONTHS.indexOf(groups.monthName.slice(0, 3).toLowerCase()) + 1
    : Number(groups.month);
  const day = Number(groups.day);
  if (month < 1 || month > 12) return { kind: 'impossible', reason: `There is no month ${month}` };
  if (day < 1 || day > daysInMonth(year, month)) {
    return { kind: 'impossible', reason: `${MONTH_NAMES[month - 1]} ${year} has no day ${day}` };
  }
  const time = readTime(groups);
  if (typeof time === 'string') return { kind: 'impossible', reason: time };
  const local = utc(year, month, day) + time;
  const offset = groups.zone === undefined ? null : zoneOffsetMs(groups.zone);
  if (Number.isNaN(offset)) {
    if (!/\d/.test(groups.zone ?? '')) return { kind: 'unreadable' };
    return { kind: 'impossible', reason: `There is no time zone ${groups.zone}` };
  }
  const timestamp = offset === null ? localToTimestamp(local, timeZone) : local - offset;
  return { kind: 'date', timestamp, weekdayFault: findWeekdayFault(groups.weekday, local) };
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
  return `${MONTH_NAMES[month - 1]?.slice(0, 3)} ${day}`;
}

/** `December 3, 2020`. English on any machine. */
export function formatFullDate({ year, month, day }: CalendarDay): string {
  return `${MONTH_NAMES[month - 1]} ${day}, ${year}`;
}

/** True for a zone name that Intl knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function daysInMonth(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** Like Date.UTC, but years below 100 are those years. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** Milliseconds since midnight, or why there is no such time. */
function readTime(groups: Record<string, string | undefined>): number | string {
  if (groups.hour === undefined) return 0;
  let hour = Number(groups.hour);
  const minute = Number(groups.minute);
  const second = Number(groups.second ?? 0);
  const seconds = groups.second === undefined ? '' : `:${groups.second}`;
  const written = `${groups.hour}:${groups.minute}${seconds}`;
  if (groups.half !== undefined) {
    if (hour < 1 || hour > 12) return `There is no ${written} ${groups.half.toUpperCase()}M`;
    hour = (hour % 12) + (groups.half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || minute > 59 || second > 59) return `There is no time of day ${written}`;
  const ms = Math.floor(Number(`0.${groups.fraction ?? 0}`) * 1000);
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

/** Milliseconds east of Greenwich; NaN for a name or an offset that no zone has. */
function zoneOffsetMs(zone: string): number {
  const numeric = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (numeric) {
    const [hours, minutes] = [Number(numeric[2]), Number(numeric[3])];
    if (hours > 14 || minutes > 59) return Number.NaN;
    const ms = (hours * 60 + minutes) * 60_000;
    return numeric[1] === '-' ? -ms : ms;
  }
  return (ZONE_HOURS[zone.toLowerCase()] ?? Number.NaN) * 3_600_000;
}

/** Says so when the text names a weekday that the day is not. */
function findWeekdayFault(written: string | undefined, local: number): string | null {
  if (written === undefined) return null;
  const name = WEEKDAY_NAMES[new Date(local).getUTCDay()] as string;
  if (name.toLowerCase().startsWith(written.slice(0, 3).toLowerCase())) return null;
  return `That day is a ${name}, not a ${written}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that clocks in the zone are ahead of UTC at a moment. */
function zoneOffsetAt(timestamp: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(timestamp)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return shown - Math.floor(timestamp / 1000) * 1000;
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
