/** Lists the characters of a WOFF2 font (W3C, "WOFF File Format 2.0"). */
import { brotliDecompressSync } from 'node:zlib';

/** The code points in a font's character map of format 4. */
export function readCharacters(font: Buffer): number[] {
  let at = 48;
  const readByte = () => font[at++] ?? 0;
  const readLength = () => {
    let length = 0;
    for (let byte = 0x80; byte >= 0x80; ) {
      byte = readByte();
      length = length * 128 + (byte & 0x7f);
    }
    return length;
  };
  let [start, cmap] = [0, -1];
  for (let table = 0; table < font.readUInt16BE(12); table++) {
    const flags = readByte();
    const [tag, version] = [flags & 63, flags >> 6];
    if (tag === 63) at += 4;
    const length = readLength();
    const isGlyphs = tag === 10 || tag === 11;
    if (tag === 0) cmap = start;
    start += version === (isGlyphs ? 3 : 0) ? length : readLength();
  }
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  const map = tables.subarray(cmap);
  const offsets = Array.from({ length: map.readUInt16BE(2) }, (_, i) =>
    map.readUInt32BE(8 + 8 * i),
  );
  const found = offsets.find((offset) => map.readUInt16BE(offset) === 4);
  if (found === undefined) throw new Error('The font has no character map of format 4');
  const segments = map.subarray(found);
  const size = segments.readUInt16BE(6);
  return Array.from({ length: size / 2 }, (_, i) => {
    const [first, last] = [
      segments.readUInt16BE(16 + size + 2 * i),
      segments.readUInt16BE(14 + 2 * i),
    ];
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  })
    .flat()
    .filter((code) => code !== 0xffff);
}
