/**
 * The lines of content/addresses.txt, each an address at which an essay was published: reads, compares, makes and writes
 * them. Pure.
 *
 * Lines are a set; several lines for one address, as a merge of branches leaves them, mean that their files hold the
 * same essay.
 */
import { calendarDay } from '../essays/dates.ts';
import { ADDRESSES_PATH, identifyFile, splitFileName } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import {
  cutLine,
  makeProblem,
  type Place,
  type Problem,
  type TextEdit,
} from '../problems/problems.ts';
import { type Sketch, shareOfWords, unpackSketch } from '../text/sketches.ts';
import * as texts from '../text/text.ts';
import type { SluggedEssay } from './slugs.ts';
import { isAddress, pagePath } from './urls.ts';

/** One line: an address at which an essay was published. */
export interface PublishedAddress {
  /** Site path. */
  readonly address: string;
  /** The essay's file, relative to the site's root. */
  readonly file: string;
  /** The day of its first publication: `2020-12-03`, in the site's zone; `-` for a page without a date. */
  readonly day: string;
  /** The digest of the feed identity, cut to `IDENTITY`, and the sketch of the words. */
  readonly digest: string;
  /** True if the essay was gone, or the address led nowhere, when the line was written. */
  readonly isGone: boolean;
  /** The line as it was read, and its number; empty and 0 for one that is not written yet. */
  readonly text: string;
  readonly number: number;
}

/** The number of characters of a line's digest that stand for the feed identity. */
export const IDENTITY = 6;
const LINE = /^(\S+) (\S.*) (-?\d{4,}-\d\d-\d\d|-) ([\w-]{38})( gone)?$/;
/** An essay is recognised in another file by this share of its words. */
export const SAME_ESSAY = 0.8;
/** Below this share a line's digest is rewritten, so that slow edits never add up to a different essay. */
const FRESH = 0.9;

/** The lines of content/addresses.txt, sorted. */
export interface AddressFile {
  readonly value: readonly PublishedAddress[];
  /** As it is written. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Reads content/addresses.txt; null stands for a missing file. */
export function parseAddresses(file: texts.SourceFile | null): AddressFile {
  const { text, problems } = file === null ? { text: '', problems: [] } : texts.decodeSource(file);
  const value: PublishedAddress[] = [];
  let next = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const at = next;
    next += line.length + 1;
    const written = line.trimEnd();
    if (written === '') continue;
    const [, where = '', path = '', day = '', code = '', gone] = LINE.exec(written) ?? [];
    if (isAddress(where)) {
      const address = pagePath(texts.decodePercent(where).normalize());
      const facts = { address, file: texts.decodePercent(path), day, digest: code };
      value.push({ ...facts, isGone: gone !== undefined, text: written, number: index + 1 });
    } else {
      const isMarker = /^(?:<{7}|={7}|\|{7}|>{7})/.test(line);
      const edits = isMarker ? [{ at, was: text.slice(at, next), is: '' }] : [];
      problems.push(addressInvalid(written, index + 1, edits));
    }
  }
  // Sorted, so that the order in the file has no effect, and the lines of one address follow each other.
  value.sort((a, b) => {
    const isBefore = a.address === b.address ? a.text < b.text : a.address < b.address;
    return isBefore ? -1 : 1;
  });
  return { value, text, problems };
}

/** Formats the text of the file, each address once and as people read it; only spaces stay encoded. */
export function formatAddresses(lines: ReadonlyMap<string, PublishedAddress>): string {
  const written = Array.from(lines.values(), ({ address, file, day, digest, isGone }) => {
    const path = file.replace(/[\p{Cc}%]/gu, encodeURIComponent);
    const shown = texts.decodePercent(address).replaceAll(' ', '%20');
    return `${shown} ${path} ${day} ${digest}${isGone ? ' gone' : ''}\n`;
  });
  return written.sort().join('');
}

/** The date and the feed identity of a line's essay. */
export function identityOf({ day, digest }: PublishedAddress): string {
  return day + digest.slice(0, IDENTITY);
}

/** The sketch of the words of a line's essay. */
export function sketchOf({ digest }: PublishedAddress): Sketch {
  return unpackSketch(digest.slice(IDENTITY));
}

function shareWith({ sketch }: Pick<SluggedEssay, 'sketch'>, line: PublishedAddress): number {
  return shareOfWords(unpackSketch(sketch), sketchOf(line));
}

/** True if an essay has nearly the same words as that of a line. */
export function isLike(essay: SluggedEssay, line: PublishedAddress): boolean {
  return line.digest.endsWith(essay.sketch) || shareWith(essay, line) >= SAME_ESSAY;
}

/** True if the words of a line's essay have changed so much that the line must be rewritten. */
export function isOutdated(line: PublishedAddress, essay: Pick<SluggedEssay, 'sketch'>): boolean {
  return !line.digest.endsWith(essay.sketch) && shareWith(essay, line) < FRESH;
}

/** The day of an essay as its line states it. */
export function dayOf({ publishedTimestamp }: SluggedEssay, timeZone: string): string {
  const { year, month, day } = calendarDay(publishedTimestamp, timeZone);
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month)}-${pad(day)}`;
}

/** Makes the line of an essay at its present address. */
export function makeLine(essay: SluggedEssay, timeZone: string): PublishedAddress {
  const { path, address, guid, sketch, publishedTimestamp, isUndated } = essay;
  const { year } = calendarDay(publishedTimestamp, timeZone);
  const identity = digest(guid ?? identifyFile(splitFileName(path).name, year)).slice(0, IDENTITY);
  return {
    address,
    file: path,
    day: isUndated ? '-' : dayOf(essay, timeZone),
    digest: identity + sketch,
    isGone: false,
    text: '',
    number: 0,
  };
}

/** The place of a line in content/addresses.txt. */
export function placeOfLine({ text, number }: Pick<PublishedAddress, 'text' | 'number'>): Place {
  return { file: ADDRESSES_PATH, line: number, column: 1, excerpt: cutLine(text, 1) };
}

function addressInvalid(text: string, number: number, edits: readonly TextEdit[]): Problem {
  const message = "This line isn't an address with the file of its essay, a day and a digest";
  const hint =
    'Restore it from the last commit. If it is the marker of a merge conflict, delete it.';
  return makeProblem('address-invalid', placeOfLine({ text, number }), message, hint, { edits });
}
