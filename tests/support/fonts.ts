/**
 * Fonts made for tests: TrueType files in which every character is one black square of a whole em.
 */
import { deflateSync } from 'node:zlib';

const EM = 1000;

/** A .ttf of that family with these characters; `format` is that of its table of characters. */
export function makeTrueType(family: string, characters: string, format: 4 | 12 = 12): Buffer {
  const tables = makeTables(family, characters, format);
  const chunks: Buffer[] = [];
  let offset = 12 + 16 * tables.length;
  const directory = tables.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(0), u32(offset), u32(bytes.length)]);
    chunks.push(pad(bytes));
    offset += pad(bytes).length;
    return entry;
  });
  const head = Buffer.concat([u32(0x00010000), u16(tables.length), u16(0), u16(0), u16(0)]);
  return Buffer.concat([head, ...directory, ...chunks]);
}

/** The same as a .woff, each table of which is packed by itself. */
export function makeWoff(family: string, characters: string): Buffer {
  const tables = makeTables(family, characters, 4);
  const chunks: Buffer[] = [];
  let offset = 44 + 20 * tables.length;
  const directory = tables.map(([tag, bytes]) => {
    const packed = deflateSync(bytes);
    const stored = packed.length < bytes.length ? packed : bytes;
    chunks.push(pad(stored));
    const numbers = [offset, stored.length, bytes.length, 0].map(u32);
    offset += pad(stored).length;
    return Buffer.concat([Buffer.from(tag), ...numbers]);
  });
  const size = 12 + 16 * tables.length + tables.reduce((sum, [, b]) => sum + pad(b).length, 0);
  const head = [Buffer.from('wOFF'), u32(0x00010000), u32(offset), u16(tables.length), u16(0)];
  return Buffer.concat([...head, u32(size), Buffer.alloc(24), ...directory, ...chunks]);
}

type Table = readonly [tag: string, bytes: Buffer];

function makeTables(family: string, characters: string, format: 4 | 12): Table[] {
  const codes = [...new Set([...characters].map((each) => each.codePointAt(0) as number))];
  codes.sort((a, b) => a - b);
  const square = Buffer.concat([
    ...[1, 0, 0, EM, EM, 3, 0].map(u16),
    Buffer.of(1, 1, 1, 1),
    ...[0, EM, 0, -EM & 0xffff, 0, 0, EM, 0].map(u16),
  ]);
  const glyf = pad(square);
  const names = Buffer.concat([u16(0), u16(1), u16(18), ...[3, 1, 0x409, 1].map(u16)]);
  const utf16 = Buffer.from(family, 'utf16le').swap16();
  return [
    ['cmap', format === 4 ? makeFormat4(codes) : makeFormat12(codes)],
    ['glyf', glyf],
    [
      'head',
      Buffer.concat([
        ...[0x00010000, 0, 0, 0x5f0f3cf5].map(u32),
        ...[0, EM].map(u16),
        Buffer.alloc(16),
        ...[0, 0, EM, EM, 0, 8, 2, 0, 0].map(u16),
      ]),
    ],
    [
      'hhea',
      Buffer.concat([u32(0x00010000), ...[EM, 0, 0, EM].map(u16), Buffer.alloc(22), u16(1)]),
    ],
    ['hmtx', Buffer.concat([u16(EM), u16(0), u16(0)])],
    // Glyph 0, for what is missing, is empty.
    ['loca', Buffer.concat([0, 0, glyf.length / 2].map(u16))],
    ['maxp', Buffer.concat([u32(0x00010000), u16(2), Buffer.alloc(26)])],
    ['name', Buffer.concat([names, u16(utf16.length), u16(0), utf16])],
  ];
}

/** One segment for each character, and the one that ends them. */
function makeFormat4(codes: readonly number[]): Buffer {
  const starts = [...codes, 0xffff];
  const deltas = [...codes.map((code) => (1 - code) & 0xffff), 1];
  const none = starts.map(() => 0);
  const count = 2 * starts.length;
  const segments = [...starts, 0, ...starts, ...deltas, ...none];
  const body = [14 + 2 * segments.length + 2, 0, count, 0, 0, 0, ...segments];
  return Buffer.concat([...[0, 1, 3, 1].map(u16), u32(12), u16(4), ...body.map(u16)]);
}

function makeFormat12(codes: readonly number[]): Buffer {
  const groups = codes.flatMap((code) => [code, code, 1]);
  const body = [16 + 4 * groups.length, 0, codes.length, ...groups];
  return Buffer.concat([...[0, 1, 3, 10].map(u16), u32(12), u16(12), u16(0), ...body.map(u32)]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function u16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
