import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calendarDay,
  type DateReading,
  dayBounds,
  formatFullDate,
  formatMonthAndDay,
  isTimeZone,
  parseDate,
} from '../../src/content/dates.ts';

/** The reading in short: the moment in UTC, or why there is none. */
function show(reading: DateReading): string {
  if (reading.kind === 'unreadable') return 'unreadable';
  if (reading.kind === 'impossible') return `impossible: ${reading.reason}`;
  const fault = reading.weekdayFault === null ? '' : ` (${reading.weekdayFault})`;
  return `${new Date(reading.timestamp).toISOString().replace(/\.000Z$/, 'Z')}${fault}`;
}

function check(text: string, expected: string, timeZone = 'UTC'): void {
  expect(show(parseDate(text, timeZone))).toBe(expected);
}

test.each([
  ['2020-12-03', '2020-12-03T00:00:00Z'],
  ['2020-1-2', '2020-01-02T00:00:00Z'],
  ['2020/12/03', '2020-12-03T00:00:00Z'],
  ['  2020-12-03\n', '2020-12-03T00:00:00Z'],
  ['2020-12-03 22:15', '2020-12-03T22:15:00Z'],
  ['2020-12-03T22:15', '2020-12-03T22:15:00Z'],
  ['2020-12-03T22:15:07', '2020-12-03T22:15:07Z'],
  ['2020-12-03T22:15:07.250Z', '2020-12-03T22:15:07.250Z'],
  ['2020-12-03T22:15:07,5Z', '2020-12-03T22:15:07.500Z'],
  ['2020-12-03T22:15:07.123456789Z', '2020-12-03T22:15:07.123Z'],
  ['2020-12-03t22:15:00z', '2020-12-03T22:15:00Z'],
  ['2020-12-03T22:15:00-05:00', '2020-12-04T03:15:00Z'],
  ['2020-12-03T22:15:00-0500', '2020-12-04T03:15:00Z'],
  ['2020-12-03 22:15:00 +0530', '2020-12-03T16:45:00Z'],
  ['2020-12-03 22:15:00 +0000', '2020-12-03T22:15:00Z'],
  ['2020-12-03 10:15 PM EST', '2020-12-04T03:15:00Z'],
  ['0050-01-01', '0050-01-01T00:00:00Z'],
])('reads ISO 8601: %j', (text, expected) => check(text, expected));

test.each([
  ['Thu, 03 Dec 2020 22:15:00 -0500', '2020-12-04T03:15:00Z'],
  ['Thu, 3 Dec 2020 22:15 GMT', '2020-12-03T22:15:00Z'],
  ['3 Dec 2020 22:15:00 UT', '2020-12-03T22:15:00Z'],
  ['Thu, 03 Dec 2020 22:15:00 EST (New York)', '2020-12-04T03:15:00Z'],
  ['3 December 2020', '2020-12-03T00:00:00Z'],
])('reads RFC 2822: %j', (text, expected) => check(text, expected));

test.each([
  ['Thursday, December 3, 2020 at 10:15 PM EST', '2020-12-04T03:15:00Z'],
  ['Thursday, December 3, 2020 at 10:15:30 PM EST', '2020-12-04T03:15:30Z'],
  ['thursday, december 3, 2020 AT 10:15 pm est', '2020-12-04T03:15:00Z'],
  ['Thursday, December 3, 2020, 10:15 p.m. EST', '2020-12-04T03:15:00Z'],
  ['December 3, 2020 at 10:15 PM', '2020-12-03T22:15:00Z'],
  ['December 3, 2020', '2020-12-03T00:00:00Z'],
  ['December 3rd, 2020', '2020-12-03T00:00:00Z'],
  ['Dec. 3 2020', '2020-12-03T00:00:00Z'],
  ['Sept 3, 2020', '2020-09-03T00:00:00Z'],
  ['Tues, Dec 1, 2020', '2020-12-01T00:00:00Z'],
])('reads the long human form: %j', (text, expected) => check(text, expected));

test.each([
  ['January', 1],
  ['February', 2],
  ['March', 3],
  ['April', 4],
  ['May', 5],
  ['June', 6],
  ['July', 7],
  ['August', 8],
  ['September', 9],
  ['October', 10],
  ['November', 11],
  ['December', 12],
])('knows the month %s by its name and by its first three letters', (name, month) => {
  const expected = `2021-${String(month).padStart(2, '0')}-09T00:00:00Z`;
  check(`${name} 9, 2021`, expected);
  check(`9 ${name.slice(0, 3)} 2021`, expected);
});

test.each([
  ['EST', '17:00'],
  ['EDT', '16:00'],
  ['CST', '18:00'],
  ['CDT', '17:00'],
  ['MST', '19:00'],
  ['MDT', '18:00'],
  ['PST', '20:00'],
  ['PDT', '19:00'],
  ['GMT', '12:00'],
  ['UTC', '12:00'],
  ['Z', '12:00'],
])('noon %s is %s in UTC, whatever the site’s zone', (zone, time) => {
  const expected = `2020-12-03T${time}:00Z`;
  check(`December 3, 2020 at 12:00 PM ${zone}`, expected);
  check(`December 3, 2020 at 12:00 PM ${zone}`, expected, 'Asia/Tokyo');
});

test.each([
  ['12:00 AM', '00:00'],
  ['12:59 AM', '00:59'],
  ['1:00 AM', '01:00'],
  ['11:59 AM', '11:59'],
  ['12:00 PM', '12:00'],
  ['12:59 PM', '12:59'],
  ['1:00 PM', '13:00'],
  ['11:59 PM', '23:59'],
])('%s is %s', (written, time) =>
  check(`December 3, 2020 at ${written}`, `2020-12-03T${time}:00Z`),
);

test.each([
  ['2020-12-03', 'UTC', '2020-12-03T00:00:00Z'],
  ['2020-12-03', 'America/New_York', '2020-12-03T05:00:00Z'],
  ['2020-07-03', 'America/New_York', '2020-07-03T04:00:00Z'],
  ['2020-12-03 22:15', 'Asia/Kolkata', '2020-12-03T16:45:00Z'],
  ['December 3, 2020 at 10:15 PM', 'Europe/Berlin', '2020-12-03T21:15:00Z'],
  ['3 Dec 2020', 'Pacific/Kiritimati', '2020-12-02T10:00:00Z'],
  ['1969-12-31T23:59:59.5', 'America/New_York', '1970-01-01T04:59:59.500Z'],
])('a date without a zone stands in the site’s zone: %j in %s', (text, timeZone, expected) =>
  check(text, expected, timeZone),
);

test.each([
  ['the last moment before the gap', '2021-03-14 01:59', '2021-03-14T06:59:00Z'],
  [
    'a time inside the gap, with the offset from before',
    '2021-03-14 02:30',
    '2021-03-14T07:30:00Z',
  ],
  ['the first moment after the gap', '2021-03-14 03:00', '2021-03-14T07:00:00Z'],
  ['the last moment before the overlap', '2021-11-07 00:59', '2021-11-07T04:59:00Z'],
  ['the first of two equal times', '2021-11-07 01:30', '2021-11-07T05:30:00Z'],
  ['the first moment after the overlap', '2021-11-07 02:00', '2021-11-07T07:00:00Z'],
  ['the second of two equal times, by its zone', '2021-11-07 1:30 AM EST', '2021-11-07T06:30:00Z'],
])('in New York, when clocks change, reads %s', (_name, text, expected) =>
  check(text, expected, 'America/New_York'),
);

test('a midnight that a change to summer time skips is read with the offset from before', () =>
  check('2018-11-04', '2018-11-04T03:00:00Z', 'America/Sao_Paulo'));

test('the machine’s own zone plays no part', () => {
  expect(new Date(2020, 0, 1).getTimezoneOffset()).toBe(-14 * 60);
  check('2020-12-03', '2020-12-03T00:00:00Z');
  check('December 3, 2020 at 10:15 PM', '2020-12-03T22:15:00Z');
});

test.each([
  ['2020-02-29', '2020-02-29T00:00:00Z'],
  ['2000-02-29', '2000-02-29T00:00:00Z'],
  ['2019-02-29', 'impossible: February 2019 has no day 29'],
  ['1900-02-29', 'impossible: February 1900 has no day 29'],
])('knows leap years: %s', (text, expected) => check(text, expected));

test.each([
  ['February 30, 2020', 'February 2020 has no day 30'],
  ['30 Feb 2020', 'February 2020 has no day 30'],
  ['2020-04-31', 'April 2020 has no day 31'],
  ['2020-12-00', 'December 2020 has no day 0'],
  ['2020-13-01', 'There is no month 13'],
  ['2020-00-01', 'There is no month 0'],
  ['2020-12-03 25:00', 'There is no time of day 25:00'],
  ['2020-12-03 24:00', 'There is no time of day 24:00'],
  ['2020-12-03 10:60', 'There is no time of day 10:60'],
  ['2020-12-03 10:10:60', 'There is no time of day 10:10:60'],
  ['December 3, 2020 at 13:00 PM', 'There is no 13:00 PM'],
  ['December 3, 2020 at 0:30 AM', 'There is no 0:30 AM'],
])('an impossible date is never another day: %j', (text, reason) =>
  check(text, `impossible: ${reason}`),
);

test.each(['2020-12-03T22:15:00+25:00', '2020-12-03T22:15:00-14:99'])(
  'an offset that no zone has is not read: %s',
  (text) => expect(parseDate(text, 'UTC').kind).not.toBe('date'),
);

test.each([
  ['Friday, December 3, 2020', 'That day is a Thursday, not a Friday'],
  ['Mon, 03 Dec 2020 22:15:00 -0500', 'That day is a Thursday, not a Mon'],
])('a wrong weekday is told, and the day is kept: %j', (text, fault) => {
  expect(show(parseDate(text, 'UTC'))).toContain(`(${fault})`);
  expect(show(parseDate(text, 'UTC'))).toMatch(/^2020-12-0[34]T/);
});

test('a weekday is that of the date as written, not that of the moment in UTC', () =>
  check('Thursday, December 3, 2020 at 10:15 PM EST', '2020-12-04T03:15:00Z'));

test.each([
  '',
  'soon',
  '2020',
  '12/03/2020',
  '03.12.2020',
  'December 2020',
  'Smarch 3, 2020',
  'December 3, 2020 at 10:15 PM XYZ',
  'December 3, 2020 at 10:15 PM BST',
  '2020-12-03 and more',
  '1607033700000',
])('does not guess at %j', (text) => check(text, 'unreadable'));

test.each([
  ['2020-12-31T23:30:00Z', 'UTC', 2020, 12, 31],
  ['2020-12-31T23:30:00Z', 'Europe/Berlin', 2021, 1, 1],
  ['2021-01-01T03:00:00Z', 'America/New_York', 2020, 12, 31],
  ['1969-12-31T23:59:59.500Z', 'Asia/Tokyo', 1970, 1, 1],
])('the calendar day of %s in %s', (moment, timeZone, year, month, day) => {
  expect(calendarDay(Date.parse(moment), timeZone)).toEqual({ year, month, day });
});

describe('a day’s first moment and the first of the next', () => {
  /** The bounds of a moment's day in UTC. */
  function checkBounds(moment: string, timeZone: string, start: string, end: string): void {
    const bounds = dayBounds(Date.parse(moment), timeZone);
    const shown = [bounds.start, bounds.end].map((each) => new Date(each).toISOString());
    expect(shown).toEqual([start, end].map((each) => each.replace(/Z$/, ':00.000Z')));
  }

  test.each([
    ['UTC', '2020-12-03T12:00Z', '2020-12-03T00:00Z', '2020-12-04T00:00Z'],
    [
      'UTC, at its first moment',
      '2020-12-03T00:00:00.000Z',
      '2020-12-03T00:00Z',
      '2020-12-04T00:00Z',
    ],
    [
      'UTC, at its last moment',
      '2020-12-03T23:59:59.999Z',
      '2020-12-03T00:00Z',
      '2020-12-04T00:00Z',
    ],
    ['America/New_York', '2020-12-03T12:00Z', '2020-12-03T05:00Z', '2020-12-04T05:00Z'],
    [
      'America/New_York, before midnight',
      '2020-12-03T04:59Z',
      '2020-12-02T05:00Z',
      '2020-12-03T05:00Z',
    ],
    ['America/New_York, in summer', '2020-07-03T12:00Z', '2020-07-03T04:00Z', '2020-07-04T04:00Z'],
    ['Asia/Kathmandu', '2020-12-03T12:00Z', '2020-12-02T18:15Z', '2020-12-03T18:15Z'],
    ['Pacific/Kiritimati', '2020-12-03T12:00Z', '2020-12-03T10:00Z', '2020-12-04T10:00Z'],
    ['Pacific/Pago_Pago', '2020-12-03T10:59Z', '2020-12-02T11:00Z', '2020-12-03T11:00Z'],
    ['UTC, before 1970', '1969-12-31T23:59:59.500Z', '1969-12-31T00:00Z', '1970-01-01T00:00Z'],
  ])('in %s', (name, moment, start, end) =>
    checkBounds(moment, name.split(',')[0] ?? '', start, end),
  );

  test.each([
    ['the year', 'UTC', '2020-12-31T12:00Z', '2020-12-31T00:00Z', '2021-01-01T00:00Z'],
    [
      'the year, as New York sees it',
      'America/New_York',
      '2021-01-01T03:00Z',
      '2020-12-31T05:00Z',
      '2021-01-01T05:00Z',
    ],
    [
      'the year, as Tokyo sees it',
      'Asia/Tokyo',
      '2020-12-31T14:59Z',
      '2020-12-30T15:00Z',
      '2020-12-31T15:00Z',
    ],
    ['February', 'UTC', '2021-02-28T12:00Z', '2021-02-28T00:00Z', '2021-03-01T00:00Z'],
    [
      'February of a leap year',
      'UTC',
      '2020-02-29T12:00Z',
      '2020-02-29T00:00Z',
      '2020-03-01T00:00Z',
    ],
  ])('at the end of %s', (_, timeZone, moment, start, end) =>
    checkBounds(moment, timeZone, start, end),
  );

  test.each([
    [
      'of 23 hours',
      'America/New_York',
      '2021-03-14T12:00Z',
      '2021-03-14T05:00Z',
      '2021-03-15T04:00Z',
    ],
    [
      'of 25 hours',
      'America/New_York',
      '2021-11-07T12:00Z',
      '2021-11-07T04:00Z',
      '2021-11-08T05:00Z',
    ],
    [
      'of 24 hours and a half',
      'Australia/Lord_Howe',
      '2021-04-04T00:00Z',
      '2021-04-03T13:00Z',
      '2021-04-04T13:30Z',
    ],
    [
      'without a midnight',
      'America/Sao_Paulo',
      '2018-11-04T12:00Z',
      '2018-11-04T03:00Z',
      '2018-11-05T02:00Z',
    ],
    [
      'before one without a midnight',
      'America/Sao_Paulo',
      '2018-11-04T02:59Z',
      '2018-11-03T03:00Z',
      '2018-11-04T03:00Z',
    ],
    [
      'whose last hour comes twice',
      'America/Sao_Paulo',
      '2018-02-18T02:30Z',
      '2018-02-17T02:00Z',
      '2018-02-18T03:00Z',
    ],
    [
      'whose first hour comes twice',
      'America/Havana',
      '2021-11-07T05:30Z',
      '2021-11-07T04:00Z',
      '2021-11-08T05:00Z',
    ],
    [
      'before one that a zone leaves out',
      'Pacific/Apia',
      '2011-12-29T22:00Z',
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
    ],
    [
      'after one that a zone leaves out',
      'Pacific/Apia',
      '2011-12-30T12:00Z',
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ],
  ])('on a day %s', (_, timeZone, moment, start, end) => checkBounds(moment, timeZone, start, end));

  test('bound the moments of one calendar day, and of no other', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'America/Sao_Paulo',
      'America/Havana',
      'Pacific/Apia',
    ];
    const more = ['Atlantic/Azores', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham'];
    const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones, ...more), (timestamp, timeZone) => {
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

test.each([
  [1, 9, 'Jan 9'],
  [9, 30, 'Sep 30'],
  [12, 3, 'Dec 3'],
])('month %i and day %i read %s, in English on any machine', (month, day, expected) => {
  expect(formatMonthAndDay({ year: 2020, month, day })).toBe(expected);
});

test.each([
  [2020, 12, 3, 'December 3, 2020'],
  [987, 1, 31, 'January 31, 987'],
])('of the year %i month %i and day %i are in full %s', (year, month, day, expected) => {
  expect(formatFullDate({ year, month, day })).toBe(expected);
});

test.each([
  ['UTC', true],
  ['America/New_York', true],
  ['Europe/Berlin', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected));
