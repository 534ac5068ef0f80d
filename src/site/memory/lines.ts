/**
 * The lines of content/addresses.txt, each an address at which an essay was published: reads, makes and writes
 * them. Pure.
 *
 * Lines are a set; several lines for one address, as a merge of branches leaves them, mean that their files hold the
 * same essay.
 */
import { calendarDay } from '../../essays/dates.ts';
import { ADDRESSES_PATH } from '../../essays/paths.ts';
import {
  cutLine,
  makeProblem,
  type Place,
  type Problem,
  type TextEdit,
} from '../../problems/problems.ts';
import * as texts from '../../text/text.ts';
import type { SluggedEssay } from '../slugs.ts';
import { isAddress, pagePath } from '../urls.ts';

/** One line: an address at which an essay was published. */
export interface AddressLine {
  /** Site path. */
  readonly address: string;
  /** The essay's file, relative to the site's root. */
  readonly file: string;
  /** The day of its first publication: `2020-12-03`, in the site's zone; `-` for a page without a date. */
  readonly day: string;
  /** True if the essay was gone, or the address led nowhere, when the line was written. */
  readonly isGone: boolean;
  /** The line as it was read, and its number; empty and 0 for one that is not written yet. */
  readonly text: string;
  readonly number: number;
}

/** Early sites have a digest after the day, which is dropped when the file is next written. */
const LINE = /^(\S+) (\S.*?) (-?\d{4,}-\d\d-\d\d|-)(?: [\w-]{38})?( gone)?$/;

/** The lines of content/addresses.txt, sorted. */
export interface AddressFile {
  readonly value: readonly AddressLine[];
  /** As it is written. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Reads content/addresses.txt; null stands for a missing file. */
export function parseAddresses(file: texts.SourceFile | null): AddressFile {
  const { text, problems } = file === null ? { text: '', problems: [] } : texts.decodeSource(file);
  const value: AddressLine[] = [];
  let next = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const at = next;
    next += line.length + 1;
    const written = line.trimEnd();
    if (written === '') continue;
    const [, where = '', path = '', day = '', gone] = LINE.exec(written) ?? [];
    if (isAddress(where)) {
      const address = pagePath(texts.decodePercent(where).normalize());
      const facts = { address, file: texts.decodePercent(path), day };
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
export function formatAddresses(lines: ReadonlyMap<string, AddressLine>): string {
  const written = Array.from(lines.values(), ({ address, file, day, isGone }) => {
    const path = file.replace(/[\p{Cc}%]/gu, encodeURIComponent);
    const shown = texts.decodePercent(address).replaceAll(' ', '%20');
    return `${shown} ${path} ${day}${isGone ? ' gone' : ''}\n`;
  });
  return written.sort().join('');
}

/** The day of an essay as its line states it; `-` for a page without a date. */
export function dayOf({ publishedTimestamp, isUndated }: SluggedEssay, timeZone: string): string {
  if (isUndated) return '-';
  const { year, month, day } = calendarDay(publishedTimestamp, timeZone);
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month)}-${pad(day)}`;
}

/** Makes the line of an essay at its present address. */
export function makeLine(essay: SluggedEssay, timeZone: string): AddressLine {
  const { path, address } = essay;
  return { address, file: path, day: dayOf(essay, timeZone), isGone: false, text: '', number: 0 };
}

/** The place of a line in content/addresses.txt. */
export function placeOfLine({ text, number }: Pick<AddressLine, 'text' | 'number'>): Place {
  return { file: ADDRESSES_PATH, line: number, column: 1, excerpt: cutLine(text, 1) };
}

function addressInvalid(text: string, number: number, edits: readonly TextEdit[]): Problem {
  const message = "This line doesn't consist of an address, the file of its essay and a day";
  const hint =
    'Restore it from the last commit. If it is the marker of a merge conflict, delete it.';
  return makeProblem('address-invalid', placeOfLine({ text, number }), message, hint, { edits });
}
