/**
 * Videos whose metadata says where they were filmed. They are published as they are, so their author is told. This file
 * reads the disk itself, because a video is too large to be read as a whole.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** The boxes that hold metadata, and the most of one that is read. */
const DESCRIBING = /^(?:moov|meta|uuid)$/;
const MAX_BYTES = 64_000_000;
/** The location in the metadata of QuickTime, 3GPP and Apple, and in XMP. */
const PLACE = /\xa9xyz|loci|com\.apple\.quicktime\.location|GPSLatitude/;

/** True for a video (absolute path) whose metadata says where it was filmed. */
export function filmHasLocation(file: string): boolean {
  const handle = openSync(file, 'r');
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
  };
  try {
    let at = 0;
    for (let head = read(at, 16); head.length >= 8; head = read(at, 16)) {
      const type = head.toString('latin1', 4, 8);
      const isLong = head.readUInt32BE(0) === 1 && head.length === 16;
      const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
      if (DESCRIBING.test(type)) {
        const box = read(at, Math.min(size || MAX_BYTES, MAX_BYTES));
        if (PLACE.test(box.toString('latin1'))) return true;
      }
      // A size of 0 means that the box is the last one.
      if (size < 8) return false;
      at += size;
    }
    return false;
  } finally {
    closeSync(handle);
  }
}
