/**
 * A font file → what a style sheet has to say about it: its weights, its metrics, and whether it has serifs. Pure.
 *
 * Reads TrueType and OpenType (also variable), WOFF and WOFF 2.0. Of the packages on npm that do the same,
 * the smallest, opentype.js, is 246 KB, and this file 3 KB.
 */
import { brotliDecompressSync, inflateSync } from 'node:zlib';

/** What a font says about itself. Lengths are in em. */
export interface FontFacts {
  /** The extension of such files. */
  readonly format: 'woff2' | 'woff' | 'ttf' | 'otf';
  /** The range of a variable font's weights; null for a static font. */
  readonly weights: readonly [least: number, most: number] | null;
  /** Null if the font doesn't say. */
  readonly isSans: boolean | null;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The mean width of a character in English text; null for a font without Latin letters. */
  readonly width: number | null;
  /** True for a character that the font can draw. */
  readonly covers: (character: string) => boolean;
}

/** The tables of a font by their tags. */
type Tables = ReadonlyMap<string, Buffer>;

/** No table of a font is larger, whatever its header claims. */
const MAX_TABLES = { maxOutputLength: 100_000_000 };

/** Reads a font; null for bytes that aren't a font, or for a damaged font. */
export function readFont(bytes: Buffer): FontFacts | null {
  try {
    const format = FORMATS[bytes.toString('latin1', 0, 4)];
    return format === undefined ? null : describeFont(format, readTables(bytes, format));
  } catch {
    return null; // An offset leads out of the file, or a table can't be decompressed.
  }
}

/** Formats by the first four bytes of a file. */
const FORMATS: Readonly<Record<string, FontFacts['format']>> = {
  wOF2: 'woff2',
  wOFF: 'woff',
  '\0\x01\0\0': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
};

function readTables(bytes: Buffer, format: FontFacts['format']): Tables {
  if (format === 'woff2') return readWoff2(bytes);
  if (format === 'woff') return readWoff(bytes);
  const tables = new Map<string, Buffer>();
  for (let table = 0; table < bytes.readUInt16BE(4); table++) {
    const at = 12 + 16 * table;
    const start = bytes.readUInt32BE(at + 8);
    const end = start + bytes.readUInt32BE(at + 12);
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(start, end));
  }
  return tables;
}

/** W3C, "WOFF File Format 1.0": every table may be deflated. */
function readWoff(bytes: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  for (let table = 0; table < bytes.readUInt16BE(12); table++) {
    const at = 44 + 20 * table;
    const start = bytes.readUInt32BE(at + 4);
    const length = bytes.readUInt32BE(at + 8);
    const stored = bytes.subarray(start, start + length);
    const isPlain = length === bytes.readUInt32BE(at + 12);
    const contents = isPlain ? stored : inflateSync(stored, MAX_TABLES);
    tables.set(bytes.toString('latin1', at, at + 4), contents);
  }
  return tables;
}

/** The numbers that stand for the tags of tables in WOFF 2.0. */
const TAGS: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  6: 'OS/2',
  10: 'glyf',
  11: 'loca',
  47: 'fvar',
};
/** The file states the tag itself. */
const OTHER_TAG = 63;

/** W3C, "WOFF File Format 2.0": all tables are compressed as one, and some are rewritten first. */
function readWoff2(bytes: Buffer): Tables {
  let at = 48;
  const readByte = () => bytes.readUInt8(at++);
  const readLength = () => {
    let length = 0;
    for (let byte = 0x80; byte >= 0x80; ) {
      byte = readByte();
      length = length * 128 + (byte & 0x7f);
    }
    return length;
  };
  const found: { tag: string; start: number; length: number }[] = [];
  let start = 0;
  for (let table = 0; table < bytes.readUInt16BE(12); table++) {
    const flags = readByte();
    const number = flags & 63;
    const version = flags >> 6;
    const tag = TAGS[number] ?? String(number);
    if (number === OTHER_TAG) at += 4;
    const original = readLength();
    const isPlain = version === (tag === 'glyf' || tag === 'loca' ? 3 : 0);
    const length = isPlain ? original : readLength();
    // The rewritten table has flags, then the advance widths alone.
    found.push({ tag: tag === 'hmtx' && !isPlain ? 'widths' : tag, start, length });
    start += length;
  }
  const compressed = bytes.subarray(at, at + bytes.readUInt32BE(20));
  const all = brotliDecompressSync(compressed, MAX_TABLES);
  return new Map(found.map(({ tag, start, length }) => [tag, all.subarray(start, start + length)]));
}

function describeFont(format: FontFacts['format'], tables: Tables): FontFacts | null {
  const head = tables.get('head');
  const hhea = tables.get('hhea');
  const os2 = tables.get('OS/2');
  if (head === undefined || hhea === undefined || !tables.has('cmap')) return null;
  const map = findMap(tables.get('cmap') as Buffer);
  const unitsPerEm = head.readUInt16BE(18);
  if (unitsPerEm === 0) return null;
  // Bit 7 of fsSelection, USE_TYPO_METRICS, says which of its two sets of metrics a font should be set with.
  const usesTypo = os2 !== undefined && (os2.readUInt16BE(62) & 0x80) !== 0;
  const [table, first] = usesTypo ? [os2, 68] : [hhea, 4];
  return {
    format,
    weights: readWeights(tables.get('fvar')),
    isSans: os2 === undefined ? null : findSans(os2),
    ascent: table.readInt16BE(first) / unitsPerEm,
    descent: Math.abs(table.readInt16BE(first + 2)) / unitsPerEm,
    lineGap: table.readInt16BE(first + 4) / unitsPerEm,
    width: map && measureText(map, tables, hhea.readUInt16BE(34), unitsPerEm),
    covers: (character) => map !== null && findGlyph(map, character.codePointAt(0) ?? 0) !== 0,
  };
}

/** The range of the weight axis. */
function readWeights(fvar: Buffer | undefined): FontFacts['weights'] {
  if (fvar === undefined) return null;
  const first = fvar.readUInt16BE(4);
  const size = fvar.readUInt16BE(10);
  for (let axis = 0; axis < fvar.readUInt16BE(8); axis++) {
    const at = first + size * axis;
    if (fvar.toString('latin1', at, at + 4) !== 'wght') continue;
    return [
      Math.round(fvar.readInt32BE(at + 4) / 65536),
      Math.round(fvar.readInt32BE(at + 12) / 65536),
    ];
  }
  return null;
}

/** By the IBM font class, or else by PANOSE (OpenType, "OS/2"). */
function findSans(os2: Buffer): boolean | null {
  const family = os2.readUInt8(30);
  if (family === 8) return true;
  if (family >= 1 && family <= 7) return false;
  const [kind, serif] = [os2.readUInt8(32), os2.readUInt8(33)];
  if (kind !== 2 || serif < 2) return null;
  return serif >= 11 && serif <= 15;
}

/** How often each character occurs in a thousand characters of English text. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ' ': 180,
  e: 102,
  t: 75,
  a: 65,
  o: 62,
  i: 57,
  n: 57,
  s: 53,
  r: 50,
  h: 49,
  l: 33,
  d: 33,
  u: 23,
  c: 22,
  m: 20,
  f: 18,
  w: 17,
  g: 16,
  y: 16,
  p: 15,
  b: 13,
  v: 8,
  k: 6,
};

/** The mean width of a character in English text, in em; null if the font lacks one of the letters. */
function measureText(
  map: Buffer,
  tables: Tables,
  metricCount: number,
  unitsPerEm: number,
): number | null {
  const rewritten = tables.get('widths');
  const metrics = rewritten ?? tables.get('hmtx');
  if (metrics === undefined || metricCount === 0) return null;
  const [first, step] = rewritten ? [1, 2] : [0, 4];
  let sum = 0;
  let count = 0;
  for (const [character, frequency] of Object.entries(FREQUENCIES)) {
    const glyph = findGlyph(map, character.charCodeAt(0));
    if (glyph === 0) return null;
    sum += frequency * metrics.readUInt16BE(first + step * Math.min(glyph, metricCount - 1));
    count += frequency;
  }
  return sum === 0 ? null : sum / count / unitsPerEm;
}

/** The character map of format 4, which every font for the web has. */
function findMap(cmap: Buffer): Buffer | null {
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    const map = cmap.subarray(cmap.readUInt32BE(8 + 8 * table));
    if (map.readUInt16BE(0) === 4) return map;
  }
  return null;
}

/** Finds the glyph of a character in a map of format 4; 0 for none. */
function findGlyph(map: Buffer, code: number): number {
  const size = map.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    if (map.readUInt16BE(at) < code) continue;
    const start = map.readUInt16BE(at + size + 2);
    if (start > code) return 0;
    const delta = map.readUInt16BE(at + 2 * size + 2);
    const range = at + 3 * size + 2;
    const offset = map.readUInt16BE(range);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(range + offset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
