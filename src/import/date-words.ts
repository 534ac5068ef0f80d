/**
 * The parts of a date that addresses of other programs may have, and ours don't: names of months and days, weeks and times.
 * Pure.
 */
import { formatMoment } from '../essays/dates.ts';

const MONTHS =
  'January February March April May June July August September October November December';
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday';
const DAY_MS = 86_400_000;

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

/** Lists the parts of a moment in a time zone, by the names that Jekyll gives to them. */
export function listDateWords(
  timestamp: number,
  timeZone: string,
): Readonly<Record<string, string>> {
  const date = new Date(`${formatMoment(timestamp, timeZone).slice(0, 19)}Z`);
  const month = MONTHS.split(' ')[date.getUTCMonth()] ?? '';
  const day = DAYS.split(' ')[date.getUTCDay()] ?? '';
  const startOf = (year: number) => Date.UTC(year, 0, 1);
  const dayOfYear = Math.floor((date.getTime() - startOf(date.getUTCFullYear())) / DAY_MS) + 1;
  // A week belongs to the year of its Thursday (ISO 8601).
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const weekYear = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - startOf(weekYear)) / (7 * DAY_MS)) + 1;
  return {
    short_month: month.slice(0, 3),
    long_month: month,
    short_day: day.slice(0, 3),
    long_day: day,
    y_day: pad(dayOfYear, 3),
    w_year: String(weekYear),
    week: pad(week),
    w_day: String(date.getUTCDay() || 7),
    hour: pad(date.getUTCHours()),
    minute: pad(date.getUTCMinutes()),
    second: pad(date.getUTCSeconds()),
  };
}
