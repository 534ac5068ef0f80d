/**
 * Writes zip archives, valid and hostile ones: APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  readonly path: string;
  readonly contents: string | Uint8Array;
  /** Makes the entry a symlink; its contents are the target. */
  readonly isLink?: true;
  /** The size that the entry claims to have. */
  readonly claimed?: number;
}

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { path, contents, isLink, claimed } of entries) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(contents)];
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2); // UTF-8
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimed ?? bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(((isLink ? 0o120777 : 0o100644) << 16) >>> 0, 6);
    end.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), facts, end, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(entries.length, 4);
  tail.writeUInt16LE(entries.length, 6);
  tail.writeUInt32LE(list.length, 8);
  tail.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), tail]);
}
