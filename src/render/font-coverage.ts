/**
 * A font file → the characters that it has, read from its `cmap` table (OpenType 1.9, "cmap"; WOFF 1
 * and 2, W3C). Pure.
 *
 * Only what tells one character from none is read: formats 4 and 12, in which all fonts for the web
 * have their characters.
 */
import { brotliDecompressSync, inflateSync } from 'node:zlib';

/** Code points as ranges, first and last of each one after the other, in ascending order. */
export type Coverage = readonly number[];

/** True when a code point lies in one of the ranges. */
export function covers(coverage: Coverage, codePoint: number): boolean {
  let [low, high] = [0, coverage.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (coverage[2 * middle] as number)) high = middle - 1;
    else if (codePoint > (coverage[2 * middle + 1] as number)) low = middle + 1;
    else return true;
  }
  return false;
}

/** What several fonts have together. */
export function joinCoverages(coverages: readonly Coverage[]): Coverage {
  const ranges = coverages.flatMap((coverage) =>
    Array.from({ length: coverage.length / 2 }, (_, index) => [
      coverage[2 * index] as number,
      coverage[2 * index + 1] as number,
    ]),
  );
  const joined: number[] = [];
  for (const [first = 0, last = 0] of ranges.sort(([a = 0], [b = 0]) => a - b)) {
    const end = joined.at(-1);
    if (end !== undefined && first <= end + 1) joined[joined.length - 1] = Math.max(end, last);
    else joined.push(first, last);
  }
  return joined;
}

/** The characters of a .ttf, .otf, .woff or .woff2; throws for anything else. */
export function readCoverage(bytes: Uint8Array): Coverage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cmap = findCmap(file);
  const count = cmap.readUInt16BE(2);
  const offsets = new Set<number>();
  for (let record = 4; record < 4 + 8 * count; record += 8) {
    const [platform, encoding] = [cmap.readUInt16BE(record), cmap.readUInt16BE(record + 2)];
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (isUnicode) offsets.add(cmap.readUInt32BE(record + 4));
  }
  const coverage = joinCoverages([...offsets].map((offset) => readSubtable(cmap, offset)));
  if (coverage.length === 0) throw new Error('it has no characters of Unicode');
  return coverage;
}

function readSubtable(cmap: Buffer, offset: number): Coverage {
  const format = cmap.readUInt16BE(offset);
  if (format === 4) return readFormat4(cmap, offset);
  return format === 12 ? readFormat12(cmap, offset) : [];
}

/** Segments of the first plane, whose characters may still lead to the glyph of none (0). */
function readFormat4(cmap: Buffer, offset: number): Coverage {
  const size = cmap.readUInt16BE(offset + 6);
  const [ends, starts] = [offset + 14, offset + 16 + size];
  const found: number[] = [];
  for (let at = 0; at < size; at += 2) {
    const [first, last] = [cmap.readUInt16BE(starts + at), cmap.readUInt16BE(ends + at)];
    const delta = cmap.readUInt16BE(starts + size + at);
    const place = starts + 2 * size + at;
    const range = cmap.readUInt16BE(place);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = range === 0 ? code : cmap.readUInt16BE(place + range + 2 * (code - first));
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) found.push(code, code);
    }
  }
  return joinCoverages([found]);
}

function readFormat12(cmap: Buffer, offset: number): Coverage {
  const count = cmap.readUInt32BE(offset + 12);
  const found: number[] = [];
  for (let group = 0; group < count; group++) {
    const at = offset + 16 + 12 * group;
    const isNone = cmap.readUInt32BE(at + 8) === 0;
    const first = cmap.readUInt32BE(at) + (isNone ? 1 : 0);
    const last = cmap.readUInt32BE(at + 4);
    if (first <= last) found.push(first, last);
  }
  return found;
}

function findCmap(file: Buffer): Buffer {
  const signature = file.toString('latin1', 0, 4);
  if (signature === 'wOF2') return findInWoff2(file);
  if (signature === 'wOFF') return findInWoff(file);
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(signature)) throw new Error('it is no font');
  const entry = findEntry(file, 12, 16, file.readUInt16BE(4));
  const [start, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)];
  return file.subarray(start, start + length);
}

function findInWoff(file: Buffer): Buffer {
  const entry = findEntry(file, 44, 20, file.readUInt16BE(12));
  const [start, packed] = [file.readUInt32BE(entry + 4), file.readUInt32BE(entry + 8)];
  const table = file.subarray(start, start + packed);
  return packed < file.readUInt32BE(entry + 12) ? inflateSync(table) : table;
}

/** Where the directory's entry of the table stands. */
function findEntry(file: Buffer, start: number, size: number, count: number): number {
  for (let entry = start; entry < start + size * count; entry += size) {
    if (file.toString('latin1', entry, entry + 4) === 'cmap') return entry;
  }
  throw new Error('it has no table of characters');
}

/** The numbers by which WOFF 2 knows the tables that matter here. */
const [CMAP, GLYF, LOCA, NAMED] = [0, 10, 11, 63];

/** All tables are packed as one stream, in which they follow each other as in the directory. */
function findInWoff2(file: Buffer): Buffer {
  const [count, packed] = [file.readUInt16BE(12), file.readUInt32BE(20)];
  let at = 48;
  const readLength = () => {
    let length = 0;
    for (let byte = 0x80; byte >= 0x80; ) {
      byte = file.readUInt8(at++);
      length = length * 128 + (byte & 0x7f);
    }
    return length;
  };
  let [start, found, length] = [0, -1, 0];
  for (let index = 0; index < count; index++) {
    const flags = file.readUInt8(at++);
    const table = flags & 0x3f;
    const isCmap =
      table === CMAP || (table === NAMED && file.toString('latin1', at, at + 4) === 'cmap');
    if (table === NAMED) at += 4;
    const version = flags >> 6;
    const isTransformed = table === GLYF || table === LOCA ? version !== 3 : version !== 0;
    let size = readLength();
    if (isTransformed) size = readLength();
    if (isCmap) [found, length] = [start, size];
    start += size;
  }
  if (found === -1) throw new Error('it has no table of characters');
  return brotliDecompressSync(file.subarray(at, at + packed)).subarray(found, found + length);
}
