/**
 * A font file → its format, and whether its weight can vary. Pure. Reads only the list of tables at the beginning of a
 * TrueType, OpenType, WOFF or WOFF 2.0 file.
 */

/** What a font says about itself. */
export interface FontFacts {
  /** The extension of such files. */
  readonly format: 'woff2' | 'woff' | 'ttf' | 'otf';
  readonly isVariable: boolean;
}

/** Formats by the first four bytes of a file, and where the list of tables begins. */
const FORMATS: Readonly<Record<string, readonly [format: FontFacts['format'], first: number]>> = {
  wOF2: ['woff2', 48],
  wOFF: ['woff', 44],
  '\0\x01\0\0': ['ttf', 12],
  true: ['ttf', 12],
  OTTO: ['otf', 12],
};

/** Reads a font; null for bytes that aren't a font. */
export function readFont(bytes: Buffer): FontFacts | null {
  const [format, first] = FORMATS[bytes.toString('latin1', 0, 4)] ?? [];
  if (format === undefined || first === undefined) return null;
  try {
    const isWoff = format === 'woff' || format === 'woff2';
    const count = bytes.readUInt16BE(isWoff ? 12 : 4);
    const tags =
      format === 'woff2'
        ? listWoff2(bytes, first, count)
        : Array.from({ length: count }, (_, table) => {
            const at = first + table * (isWoff ? 20 : 16);
            bytes.readUInt32BE(at + 12);
            return bytes.toString('latin1', at, at + 4);
          });
    return tags.includes('cmap') ? { format, isVariable: tags.includes('fvar') } : null;
  } catch {
    return null; // The list points outside the file.
  }
}

/** The numbers for table tags in WOFF 2.0, as far as they matter here. */
const TAGS: Readonly<Record<number, string>> = { 0: 'cmap', 10: 'glyf', 11: 'loca', 47: 'fvar' };
/** The file states the tag itself. */
const OTHER_TAG = 63;

/** W3C, "WOFF File Format 2.0", section 4.1: tags may be numbers, and lengths have one to five bytes. */
function listWoff2(bytes: Buffer, first: number, count: number): string[] {
  let at = first;
  const skipLength = () => {
    while (bytes.readUInt8(at++) >= 0x80);
  };
  return Array.from({ length: count }, () => {
    const flags = bytes.readUInt8(at++);
    const number = flags & 63;
    const tag = TAGS[number] ?? String(number);
    if (number === OTHER_TAG) at += 4;
    skipLength();
    const isPlain = flags >> 6 === (tag === 'glyf' || tag === 'loca' ? 3 : 0);
    if (!isPlain) skipLength();
    return tag;
  });
}
