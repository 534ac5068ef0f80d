/**
 * The keys of an essay's front matter that take more than one value's reading: date, tags, image,
 * authors, format.
 */
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import { parseDate } from './dates.ts';
import { splitFileName } from './file-names.ts';
import type { EssaySource } from './front-matter.ts';
import { type NamedValue, ValueReader } from './values.ts';

export type BodyFormat = 'markdown' | 'html' | 'text';

/** A text of the author's and where it stands. */
export interface Stated {
  readonly value: string;
  readonly place: Place;
}

const FORMAT_OF_EXTENSION = new Map<string, BodyFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['htm', 'html'],
  ['html', 'html'],
  ['txt', 'text'],
]);
const FORMAT_NAMES = ['markdown', 'md', 'html', 'text', 'txt'] as const;

/** The format that `format` states, else that of the file's ending. */
export function readFormat(source: EssaySource, values: ValueReader): BodyFormat {
  const stated = values.oneOf(source.get('format'), FORMAT_NAMES);
  if (stated === 'markdown' || stated === 'html' || stated === 'text') return stated;
  return FORMAT_OF_EXTENSION.get(stated ?? splitFileName(source.path).extension) ?? 'markdown';
}

/**
 * The date of publication: `publishedTimestamp`, else `published`, else the file's name; null for
 * none, which is an error if the essay `needsDate`.
 */
export function readPublished(
  source: EssaySource,
  timeZone: string,
  needsDate: boolean,
  problems: Problem[],
): { published: string; timestamp: number } | null {
  const values = new ValueReader();
  const written = source.get('published');
  const published = values.text(written);
  const stamp = source.get('publishedTimestamp');
  const stampText = values.text(stamp);
  problems.push(...values.problems);
  if (stamp !== null && stampText !== null) {
    const timestamp = Number(stampText);
    if (/^-?\d+$/.test(stampText) && Math.abs(timestamp) <= 8.64e15) {
      return { published: published ?? new Date(timestamp).toISOString(), timestamp };
    }
    values.refuse(stamp, 'milliseconds since 1970', 'Write a whole number, or use `published`.');
    problems.push(...values.problems.slice(-1));
    return null;
  }
  const { date } = splitFileName(source.path);
  const text = published ?? (written === null ? date : null);
  if (text === null) {
    if (needsDate && written === null) problems.push(dateMissing(source));
    return null;
  }
  const place = written?.place ?? wholeFile(source.path);
  const timestamp = readDate(text, place, timeZone, problems);
  return timestamp === null ? null : { published: text, timestamp };
}

/** Milliseconds since the epoch, or null. */
export function readUpdated(
  source: EssaySource,
  timeZone: string,
  values: ValueReader,
  problems: Problem[],
): number | null {
  const value = source.get('updated');
  const text = values.text(value);
  return value === null || text === null ? null : readDate(text, value.place, timeZone, problems);
}

function readDate(
  text: string,
  place: Place,
  timeZone: string,
  problems: Problem[],
): number | null {
  const reading = parseDate(text, timeZone);
  if (reading.kind === 'unreadable') {
    const message = `\`${text}\` is not a date that can be read`;
    const hint = 'Write it as 2020-12-03, 2020-12-03 22:15, or December 3, 2020 at 10:15 PM EST.';
    problems.push(makeProblem('date-unreadable', place, message, hint));
    return null;
  }
  if (reading.kind === 'impossible') {
    const hint = 'Correct the date.';
    problems.push(makeProblem('date-impossible', place, `${reading.reason}: \`${text}\``, hint));
    return null;
  }
  if (reading.weekdayFault !== null) {
    const hint = 'Correct the weekday or the day.';
    problems.push(makeProblem('date-weekday', place, reading.weekdayFault, hint));
  }
  return reading.timestamp;
}

/** A list; a string with commas is split at them; a string without is one tag, spaces and all. */
export function readTags(value: NamedValue | null, values: ValueReader): string[] {
  const texts = values.texts(value).map(({ text }) => text);
  const isString = value?.node.kind === 'text';
  const tags = isString ? texts.flatMap((text) => text.split(',')) : texts;
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** A path or URL; Hugo's and Jekyll's map of a path and a description is read too. */
export function readImage(
  source: EssaySource,
  values: ValueReader,
): { image: Stated | null; alt: string | null } {
  const value = source.get('image');
  if (value === null) return { image: null, alt: null };
  if (value.node.kind !== 'map') {
    const text = values.text(value);
    return { image: text === null ? null : { value: text, place: value.place }, alt: null };
  }
  const { entries } = value.node;
  const pick = (names: readonly string[]) => {
    const node = names.map((name) => entries.get(name)?.value).find((found) => found);
    return node === undefined ? null : values.text({ ...value, node, place: value.place });
  };
  const path = pick(['image', 'src', 'url', 'path', 'feature']);
  const image = path === null ? null : { value: path, place: value.place };
  return { image, alt: pick(['alt', 'caption']) };
}

/** `Ann`, `Ann and Ben`, `Ann, Ben and Cid`; null for none. */
export function joinNames(names: readonly string[]): string | null {
  if (names.length < 2) return names[0] ?? null;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function dateMissing(source: EssaySource): Problem {
  const hint =
    'Add a line `published: 2020-12-03` to the front matter, or begin the file’s name with the date.';
  return makeProblem(
    'date-missing',
    placeAt(source.path, source.text, 0),
    'This essay has no date',
    hint,
  );
}
