import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDay, dayBounds, formatDay, parseDate } from '../../../src/essays/dates.ts';
import { type Problem, wholeFile } from '../../../src/problems/problems.ts';

/** Expects the moment (UTC) that a text is read as, or its problems, or both. */
function check(text: string, expected: string, timeZone = 'UTC'): void {
  const problems: Problem[] = [];
  const timestamp = parseDate({ value: text, place: wholeFile('a.md') }, timeZone, problems);
  const moment =
    timestamp === null ? [] : [new Date(timestamp).toISOString().replace('.000Z', 'Z')];
  const reports = problems.map(({ code, message }) => `${code} ${message}`);
  expect([...moment, ...reports].join(' ')).toBe(expected);
}

test.each([
  ['2020-1-2', '2020-01-02T00:00:00Z'],
  ['2020/12/03', '2020-12-03T00:00:00Z'],
  ['  2020-12-03\n', '2020-12-03T00:00:00Z'],
  ['2020-12-03 22:15', '2020-12-03T22:15:00Z'],
  ['2020-12-03T22:15:07,5Z', '2020-12-03T22:15:07.500Z'],
  ['2020-12-03T22:15:07.123456789Z', '2020-12-03T22:15:07.123Z'],
  ['2020-12-03t22:15:00z', '2020-12-03T22:15:00Z'],
  ['2020-12-03T22:15:00-05:00', '2020-12-04T03:15:00Z'],
  ['2020-12-03 22:15:00 +0530', '2020-12-03T16:45:00Z'],
  ['2020-12-03 10:15 PM EST', '2020-12-04T03:15:00Z'],
  ['0050-01-01', '0050-01-01T00:00:00Z'],
  ['2000-02-29', '2000-02-29T00:00:00Z'],
  ['1607033700', '2020-12-03T22:15:00Z'],
  [' 1607033700123 ', '2020-12-03T22:15:00.123Z'],
])('reads ISO 8601 and Unix time: %j', (text, expected) => check(text, expected));

test.each([
  ['en', 'Dec 3', 'December 2020', 'December 3, 2020'],
  ['en-GB', '3 Dec', 'December 2020', '3 December 2020'],
  ['de', '3. Dez.', 'Dezember 2020', '3. Dezember 2020'],
  ['ja', '12月3日', '2020年12月', '2020年12月3日'],
  // Western digits and the Gregorian calendar, as on the rest of the page.
  ['ar-EG', '3 ديسمبر', 'ديسمبر 2020', '3 ديسمبر 2020'],
  ['fa', '3 دسامبر', 'دسامبر 2020', '3 دسامبر 2020'],
])('writes dates in %s', (language, ...expected) => {
  const day = { year: 2020, month: 12, day: 3 };
  const written = (['short', 'month', 'full'] as const).map((form) =>
    formatDay(day, language, form),
  );
  expect(written).toEqual(expected);
});

test.each([
  ['Thu, 03 Dec 2020 22:15:00 -0500', '2020-12-04T03:15:00Z'],
  ['3 Dec 2020 22:15:00 UT', '2020-12-03T22:15:00Z'],
  ['Thu, 03 Dec 2020 22:15:00 EST (New York)', '2020-12-04T03:15:00Z'],
  ['3 Dec 2020 22:15 CET', '2020-12-03T21:15:00Z'],
])('reads RFC 2822: %j', (text, expected) => check(text, expected));

test.each([
  ['Fri Sep 3 11:21:31 CEST 2021', '2021-09-03T09:21:31Z'],
  ['Fri Sep  3 11:21:31 2021', '2021-09-03T11:21:31Z'],
  ['Sep 3 11:21 +0530 2021', '2021-09-03T05:51:00Z'],
])('reads the output of the command date: %j', (text, expected) => check(text, expected));

test.each([
  ['2020-01-02 15:04:05 +0900 JST', '2020-01-02T06:04:05Z'],
  ['2020-01-02 15:04:05 -0500 EST', '2020-01-02T20:04:05Z'],
  ['2020-01-02 15:04:05.123456789 +0530 IST', '2020-01-02T09:34:05.123Z'],
  ['2020-01-02 15:04:05 +0000 UTC', '2020-01-02T15:04:05Z'],
  ['2020-01-02 15:04:05 -0300 -03', '2020-01-02T18:04:05Z'],
  // The offset counts, whatever the name.
  ['2020-01-02 15:04:05 +0100 BST', '2020-01-02T14:04:05Z'],
])('reads dates as Go prints them: %j', (text, expected) => check(text, expected, 'Asia/Tokyo'));

test.each([
  ['thursday, december 3, 2020 AT 10:15 pm est', '2020-12-04T03:15:00Z'],
  ['Thursday, December 3, 2020, 10:15 p.m. EST', '2020-12-04T03:15:00Z'],
  ['December 3, 2020 at 12:59 AM', '2020-12-03T00:59:00Z'],
  ['December 3, 2020 at 12:00 PM', '2020-12-03T12:00:00Z'],
  ['December 3rd, 2020', '2020-12-03T00:00:00Z'],
  ['Dec. 3 2020', '2020-12-03T00:00:00Z'],
  ['Tues, Dec 1, 2020', '2020-12-01T00:00:00Z'],
])('reads the long human form: %j', (text, expected) => check(text, expected));

const YEAR =
  'January February March April May June July August September October November December';
const MONTHS = YEAR.split(' ').map((name, index) => [name, index + 1] as const);
test.each(MONTHS)('knows the month %s by its name and first letters', (name, month) => {
  const expected = `2021-${String(month).padStart(2, '0')}-09T00:00:00Z`;
  check(`${name} 9, 2021`, expected);
  check(`9 ${name.slice(0, 3)} 2021`, expected);
});

test.each(
  'EST 17 EDT 16 CST 18 CDT 17 MST 19 MDT 18 PST 20 PDT 19 GMT 12 UTC 12 UT 12 Z 12'
    .match(/\w+ \d+/g)
    ?.map((each) => each.split(' ')) ?? [],
)('noon %s is %s:00 in UTC, whatever the site’s zone', (zone, hour) => {
  const expected = `2020-12-03T${hour}:00:00Z`;
  check(`December 3, 2020 at 12:00 PM ${zone}`, expected);
  check(`December 3, 2020 at 12:00 PM ${zone}`, expected, 'Asia/Tokyo');
});

test.each([
  ['2020-12-03 22:15', 'Asia/Kolkata', '2020-12-03T16:45:00Z'],
  ['1969-12-31T23:59:59.5', 'America/New_York', '1970-01-01T04:59:59.500Z'],
  // Before, in and after the gap of a spring, in which the offset from before holds.
  ['2021-03-14 01:59', 'America/New_York', '2021-03-14T06:59:00Z'],
  ['2021-03-14 02:30', 'America/New_York', '2021-03-14T07:30:00Z'],
  ['2021-03-14 03:00', 'America/New_York', '2021-03-14T07:00:00Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  // The first of two equal times, but for its zone.
  ['2021-11-07 01:30', 'America/New_York', '2021-11-07T05:30:00Z'],
  ['2021-11-07 1:30 AM EST', 'America/New_York', '2021-11-07T06:30:00Z'],
])('a date without a zone is in the site’s zone: %j in %s', (text, timeZone, expected) =>
  check(text, expected, timeZone),
);

test('tests run in a zone far from UTC, so that any use of the machine’s zone shows', () =>
  expect(new Date(2020, 0, 1).getTimezoneOffset()).toBe(-14 * 60));

test.each([
  ['February 30, 2020', 'February 2020 has no day 30'],
  ['1900-02-29', 'February 1900 has no day 29'],
  ['2020-12-00', 'December 2020 has no day 0'],
  ['2020-00-01', 'There is no month 0'],
  ['2020-12-03 24:00', 'There is no time of day 24:00'],
  ['2020-12-03 10:10:60', 'There is no time of day 10:10:60'],
  ['December 3, 2020 at 13:00 PM', 'There is no 13:00 PM'],
  ['December 3, 2020 at 0:30 AM', 'There is no 0:30 AM'],
  ['2020-12-03T22:15:00+25:00', 'There is no time zone +25:00'],
])('an impossible date never becomes another day: %j', (text, reason) =>
  check(text, `date-impossible ${reason}: \`${text}\``),
);

test.each([
  ...['', 'soon', '2020', '12/03/2020', '03.12.2020', 'December 2020', 'Smarch 3, 2020'],
  ...['December 3, 2020 at 10:15 PM XYZ', 'December 3, 2020 at 10:15 PM BST'],
  ...['2020-12-03 and more', '2020-12-03 22:15 EST EST'],
  ...['2020-12-03 22:15 +0100 and more'],
])('does not guess at %j', (text) =>
  check(text, `date-unreadable \`${text}\` cannot be read as a date`),
);

describe('the first moment of a day and of the next', () => {
  test.each([
    // Days of 23, 25 and 24½ hours; without midnight, or with a repeated hour; and beside a skipped day.
    ['2021-03-14T12:00Z', 'America/New_York', '2021-03-14T05:00Z', '2021-03-15T04:00Z'],
    ['2021-04-04T00:00Z', 'Australia/Lord_Howe', '2021-04-03T13:00Z', '2021-04-04T13:30Z'],
    ['2018-11-04T12:00Z', 'America/Sao_Paulo', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ['2021-11-07T05:30Z', 'America/Havana', '2021-11-07T04:00Z', '2021-11-08T05:00Z'],
    ['2011-12-30T12:00Z', 'Pacific/Apia', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  ])('%s in %s', (moment, timeZone, start, end) => {
    const bounds = dayBounds(Date.parse(moment), timeZone);
    expect(bounds).toEqual({ start: Date.parse(start), end: Date.parse(end) });
  });

  test('enclose exactly one calendar day', () => {
    const zones =
      'UTC America/New_York America/Sao_Paulo America/Havana Pacific/Apia Atlantic/Azores ' +
      'Asia/Kolkata Australia/Lord_Howe Pacific/Chatham';
    const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones.split(' ')), (timestamp, timeZone) => {
        const { start, end } = dayBounds(timestamp, timeZone);
        const day = calendarDay(timestamp, timeZone);
        expect(start).toBeLessThanOrEqual(timestamp);
        expect(end).toBeGreaterThan(timestamp);
        for (const inside of [start, end - 1]) expect(calendarDay(inside, timeZone)).toEqual(day);
        for (const outside of [start - 1, end]) {
          expect(calendarDay(outside, timeZone)).not.toEqual(day);
        }
      }),
      { numRuns: 500 },
    );
  });
});
