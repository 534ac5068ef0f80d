/**
 * Fonts made for tests: TrueType files in which every character is one black square of a whole em.
 */
const EM = 1000;

/** A .ttf of that family with these characters. */
export function makeTrueType(family: string, characters: string): Buffer {
  const tables = makeTables(family, characters);
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

type Table = readonly [tag: string, bytes: Buffer];

function makeTables(family: string, characters: string): Table[] {
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
    ['cmap', makeCharacterTable(codes)],
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

/** Format 12: one group for each character. */
function makeCharacterTable(codes: readonly number[]): Buffer {
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
