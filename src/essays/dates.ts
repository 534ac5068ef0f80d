/**
 * Dates: the forms that authors write → milliseconds since the epoch, and back to calendar days.
 *
 * Reads ISO 8601, RFC 2822, the output of `date` and of Go, the long human form and Unix time, in the stated zone or else
 * the site's. An impossible date is an error, never another day. Pure: time zones come from Intl; the machine's own zone
 * and locale have no effect.
 */
import { replaceFrom } from '../problems/edits.ts';
import {
  makeProblem,
  type Problem,
  type ProblemCode,
  type TextEdit,
} from '../problems/problems.ts';
import { joinWords, type Stated, splitNames, suggestWord } from '../text/text.ts';

const YEAR =
  'January February March April May June July August September October November December';
const MONTHS = YEAR.split(' ');

const HOUR_MS = 3_600_000;

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const WEEKDAY = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;
const SECOND = String.raw`(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})${SECOND}(?:\s*(?<half>[ap])\.?m\.?)?`;
/** Hours ahead of UTC for the zone names of RFC 2822, section 4.3, and for other unambiguous names. */
const NAMED_ZONES = splitNames({
  edt: -4,
  'est cdt': -5,
  'cst mdt': -6,
  'mst pdt': -7,
  'pst akdt': -8,
  akst: -9,
  hst: -10,
  wet: 0,
  'west cet': 1,
  'cest eet': 2,
  'eest msk': 3,
  'jst kst': 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
});
/** An offset or a name. Go writes both, as in `-0500 EST` or `-0300 -03`; the offset counts. */
const ZONE =
  String.raw`(?<zone>z|utc?|gmt|${[...NAMED_ZONES.keys()].join('|')}|[+-]\d{2}:?\d{2})` +
  String.raw`(?:(?<=\d) (?:[a-z]{1,5}|[+-]\d{2,4}))?(?:\s*\([^)]*\))?`;

const FORMS = [
  // ISO 8601: 2020-12-03, 2020-12-03 22:15, 2020-12-03T22:15:00.000-05:00
  String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})`,
  // RFC 2822: Thu, 03 Dec 2020 22:15:00 -0500
  String.raw`${WEEKDAY}${DAY}\s+${MONTH},?\s+(?<year>\d{4})`,
  // The long human form: Thursday, December 3, 2020 at 10:15 PM EST
  String.raw`${WEEKDAY}${MONTH}\s+${DAY},?\s+(?<year>\d{4})`,
]
  .map((date) => `${date}(?:(?:T|,?\\s+(?:at\\s+)?)${TIME}(?:\\s*${ZONE})?)?`)
  // The output of the command `date`: Fri Sep  3 11:21:31 CEST 2021
  .concat(String.raw`${WEEKDAY}${MONTH}\s+${DAY}\s+${TIME}(?:\s*${ZONE})?\s+(?<year>\d{4})`)
  .map((form) => new RegExp(`^${form}$`, 'i'));

/**
 * Parses a date as an author writes it. A date without a zone is in `timeZone` (IANA); a date without a time is the
 * start of that day. Returns milliseconds since the epoch; null for an invalid date, and adds a problem.
 */
export function parseDate(
  { value: text, place }: Stated,
  timeZone: string,
  problems: Problem[],
): number | null {
  const report = (code: ProblemCode, message: string, hint: string, edits?: TextEdit[]) => {
    problems.push(makeProblem(code, place, message, hint, { edits: edits ?? [] }));
    return null;
  };
  const impossible = (reason: string) =>
    report('date-impossible', `${reason}: \`${text}\``, 'Correct the date.');
  // Seconds or milliseconds since 1970, as programs write them.
  if (/^\d{10}(?:\d{3})?$/.test(text.trim()))
    return Number(text) * (text.trim().length === 10 ? 1000 : 1);
  const groups = FORMS.map((form) => form.exec(text.trim())?.groups).find((found) => found);
  const month = readMonth(groups?.month ?? '');
  if (groups === undefined || month === null) {
    const message = `\`${text}\` cannot be read as a date`;
    const meant = guessDays(text.trim());
    const edits = meant.length === 1 ? replaceFrom(place, text.trim(), meant[0]) : [];
    const forms = '2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST';
    return report(
      'date-unreadable',
      message,
      `Write it as ${joinWords(meant, 'or') ?? forms}.`,
      edits,
    );
  }
  const { zone } = groups;
  const year = Number(groups.year);
  const day = Number(groups.day);
  if (month < 1 || month > 12) return impossible(`There is no month ${month}`);
  if (day < 1 || day > new Date(utc(year, month + 1, 0)).getUTCDate()) {
    return impossible(`${MONTHS[month - 1]} ${year} has no day ${day}`);
  }
  const time = readTime(groups);
  if (typeof time === 'string') return impossible(time);
  const offset = readZone(zone ?? 'UTC');
  if (offset === null) return impossible(`There is no time zone ${zone}`);
  const local = utc(year, month, day) + time;
  return zone === undefined ? localToTimestamp(local, timeZone) : local - offset;
}

/** A date in numbers: with the year first, or last. */
const NUMBERS =
  /^(\d{4})([._]?)(\d{2})\2(\d{2})(?!\d)(.*)$|^(\d{1,2})([./-])(\d{1,2})\7(\d{4})(?!\d)(.*)$/;

/** Lists the days that a date in numbers may mean, as `2020-12-03`; of two orders, dots mean that the day comes first. */
function guessDays(written: string): string[] {
  const [, year, , m = '', d = '', more, first = '', dot, second = '', last, rest] =
    NUMBERS.exec(written) ?? [];
  const days =
    year !== undefined
      ? [[year, m, d]]
      : last === undefined
        ? []
        : [[last, second, first], ...(dot === '.' ? [] : [[last, first, second]])];
  return days
    .filter(([, month, day]) => Number(month) <= 12 && Number(day) <= 31)
    .map((parts) => parts.map((part) => part.padStart(2, '0')).join('-') + (more ?? rest ?? ''));
}

/** A day of the Gregorian calendar; months count from 1. */
export interface CalendarDay {
  readonly year: number;
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

/** `2020-12-03T22:15:00-05:00`: a moment to the second, with the offset of `timeZone` (IANA). */
export function formatMoment(timestamp: number, timeZone: string): string {
  const offset = zoneOffsetAt(timestamp, timeZone);
  const show = (moment: number) => new Date(moment).toISOString();
  const size = show(Math.abs(offset)).slice(11, 16);
  return show(timestamp + offset).slice(0, 19) + (offset < 0 ? '-' : '+') + size;
}

/** A cache: making a formatter takes longer than using it a thousand times. */
const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/** The forms of a day: `December 2020`, `Dec 3`, `December 3` and `December 3, 2020`. */
const DAY_FORMS = {
  month: { month: 'long', year: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  long: { month: 'long', day: 'numeric' },
  full: { month: 'long', day: 'numeric', year: 'numeric' },
} as const;

/** Formats a day in a language (BCP 47), always with Western digits and in the Gregorian calendar. */
export function formatDay(
  { year, month, day }: CalendarDay,
  language: string,
  form: keyof typeof DAY_FORMS,
): string {
  // Creating the first formatter takes as long as rendering a dozen pages.
  if (/^en(-US)?$/.test(language) && year > 0) {
    const name = MONTHS[month - 1] ?? '';
    if (form === 'month') return `${name} ${year}`;
    const start = `${form === 'short' ? name.slice(0, 3) : name} ${day}`;
    return form === 'full' ? `${start}, ${year}` : start;
  }
  const key = `${form} ${language}`;
  const fixed = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' };
  const formatter =
    dayFormatters.get(key) ?? new Intl.DateTimeFormat(language, { ...DAY_FORMS[form], ...fixed });
  dayFormatters.set(key, formatter);
  return formatter.format(utc(year, month, day));
}

/** Like Date.UTC with months from 1, but years below 100 don't mean 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The number of a month that is written as a number, a name or the beginning of a name; null for anything else. */
function readMonth(written: string): number | null {
  if (/^\d/.test(written)) return Number(written);
  const index = MONTHS.findIndex((name) => isBeginning(written, name));
  return index < 0 ? null : index + 1;
}

function isBeginning(written: string, name: string): boolean {
  return name.toLowerCase().startsWith(written.toLowerCase());
}

/** Milliseconds since midnight, or the reason why there is no such time. */
function readTime(groups: Record<string, string | undefined>): number | string {
  const { hour = '0', minute = '0', second, fraction = '0', half } = groups;
  const written = [hour, minute, second].filter((part) => part !== undefined).join(':');
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return `There is no ${written} ${half.toUpperCase()}M`;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const minutes = Number(minute);
  const seconds = Number(second ?? 0);
  if (hours > 23 || minutes > 59 || seconds > 59) return `There is no time of day ${written}`;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

/** Milliseconds ahead of UTC; null for an offset that no zone has. */
function readZone(zone: string): number | null {
  const named = NAMED_ZONES.get(zone.toLowerCase());
  if (named !== undefined) return named * HOUR_MS;
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

/** A cache: making a formatter takes longer than using it a thousand times. */
const offsetFormatters = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds clocks in the zone are ahead of UTC at a moment. */
function zoneOffsetAt(timestamp: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let formatter = offsetFormatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormatters.set(timeZone, formatter);
  }
  // 12/3/2020, GMT-05:00
  const shown = formatter.format(timestamp);
  return readOffset(shown.slice(shown.indexOf('GMT') + 3));
}

/** Suggests a zone for a mistyped zone or city. */
export function suggestZone(name: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const cities = zones.map((zone) => zone.slice(zone.lastIndexOf('/') + 1));
  return suggestWord(name, zones) ?? zones[cities.indexOf(suggestWord(name, cities) ?? '')] ?? null;
}

/**
 * The moment at which clocks in the zone show `local`. A time that is skipped by the change to daylight saving time is
 * read with the offset from before the change. A time that occurs twice means the first moment.
 */
function localToTimestamp(local: number, timeZone: string): number {
  const before = local - zoneOffsetAt(local - 86_400_000, timeZone);
  const after = local - zoneOffsetAt(local + 86_400_000, timeZone);
  if (before === after) return before;
  const shows = (timestamp: number) => timestamp + zoneOffsetAt(timestamp, timeZone) === local;
  return shows(before) || !shows(after) ? before : after;
}
