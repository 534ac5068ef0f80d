/**
 * Files of the cache that hold the stamps of tens of thousands of files: a digest of all that follows,
 * a line of JSON, a text, and numbers as the machine has them, which take no time to read.
 */
import { isAscii } from 'node:buffer';
import { digest } from '../content/fingerprint.ts';
import type { FileStamp } from '../content/stamps.ts';

/** A stamp, and whether every later write must change it. */
export interface SettledStamp {
  /** Null: there was no such file. */
  readonly stamp: FileStamp | null;
  readonly isSettled: boolean;
}

/** Numbers to a stamp: size, the two times, inode, settled. A size below zero: no such file. */
export const STAMP_SIZE = 5;

export function encodeStamps(stamps: readonly SettledStamp[]): Float64Array {
  const numbers = new Float64Array(stamps.length * STAMP_SIZE);
  let at = 0;
  for (const { stamp, isSettled } of stamps) {
    numbers[at] = stamp?.size ?? -1;
    numbers[at + 1] = stamp?.modifiedMs ?? 0;
    numbers[at + 2] = stamp?.changedMs ?? 0;
    numbers[at + 3] = stamp?.inode ?? 0;
    numbers[at + 4] = isSettled ? 1 : 0;
    at += STAMP_SIZE;
  }
  return numbers;
}

/** The stamp at an index; throws where there are not so many. */
export function decodeStamp(numbers: Float64Array, index: number): SettledStamp {
  const at = index * STAMP_SIZE;
  const [size, modifiedMs, changedMs] = [numbers[at], numbers[at + 1], numbers[at + 2]];
  const [inode, settled] = [numbers[at + 3], numbers[at + 4]];
  if (size === undefined || modifiedMs === undefined || changedMs === undefined) throw CUT;
  if (inode === undefined || settled === undefined) throw CUT;
  const stamp = size < 0 ? null : { size, modifiedMs, changedMs, inode };
  return { stamp, isSettled: settled === 1 };
}

const CUT = new RangeError('The file of stamps is damaged');

/** What such a file holds. */
export interface StampTable<Head> {
  readonly head: Head;
  readonly text: string;
  readonly numbers: Float64Array;
}

/** The bytes of the file. */
export function encodeTable({ head, text, numbers }: StampTable<object>): Uint8Array {
  const textBytes = Buffer.from(text);
  const first = JSON.stringify({ textLength: textBytes.length, count: numbers.length, head });
  const numberBytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const contents = Buffer.concat([Buffer.from(`${first}\n`), textBytes, numberBytes]);
  return Buffer.concat([Buffer.from(`${digest(contents)}\n`), contents]);
}

/** Reads what `encodeTable` made; throws for anything that cannot be read so. */
export function decodeTable<Head>(whole: Buffer): StampTable<Head> {
  const digestEnd = whole.indexOf('\n');
  const bytes = whole.subarray(digestEnd + 1);
  if (digest(bytes) !== whole.toString('latin1', 0, Math.max(digestEnd, 0))) throw CUT;
  const start = bytes.indexOf('\n') + 1;
  const { textLength, count, head } = JSON.parse(bytes.toString('utf8', 0, start));
  const textBytes = bytes.subarray(start, start + textLength);
  // Copied, because numbers must begin at a multiple of their size.
  const numberBytes = new Uint8Array(bytes.subarray(start + textLength));
  const numbers = new Float64Array(numberBytes.buffer);
  if (numbers.length !== count) throw CUT;
  return {
    head,
    numbers,
    // Not everybody wants it.
    get text() {
      return textBytes.toString(isAscii(textBytes) ? 'latin1' : 'utf8');
    },
  };
}
