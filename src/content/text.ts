/**
 * A file's bytes → its text, and small rules about text that several readers share.
 */
import { isUtf8 } from 'node:buffer';
import { decode } from 'he';
import { makeProblem, type Problem, placeAt, wholeFile } from '../problems.ts';

/** A file of the author's, as read. */
export interface SourceFile {
  /** Relative to the site's root, with "/" on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Decodes UTF-8, drops a byte-order mark and turns every line end into "\n". A file in another
 * encoding gives one problem at the first byte that is not UTF-8, and is read as Latin-1 so that
 * the rest of the site can still be checked.
 */
export function decodeSource(file: SourceFile): { text: string; problems: Problem[] } {
  const { path, bytes } = file;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return { text: normalize(buffer.toString('utf8')), problems: [] };
  return {
    text: normalize(buffer.toString('latin1')),
    problems: [encodingInvalid(path, buffer)],
  };
}

/** Without a byte-order mark, and with "\n" for every line end. */
function normalize(text: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
}

/** Decodes the HTML entities of a title or an excerpt, once. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decode(text) : text;
}

/** Every run of white space becomes one space; none at the ends. */
export function foldSpace(text: string): string {
  // Single spaces, nearly all there is, are not matched, because each match costs.
  return text.replace(/ \s+|[^\S ]\s*/g, ' ').trim();
}

/** Characters of an excerpt before its ellipsis. Specification, section 9. */
export const EXCERPT_LENGTH = 180;

/** Cuts text (white space folded) at a word's end within the length, and adds "…" where it cut. */
export function cutExcerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const head = text.slice(0, EXCERPT_LENGTH + 1);
  const wordEnd = head.lastIndexOf(' ');
  // Scripts without spaces, and long URLs, are cut where they are.
  const end = wordEnd > EXCERPT_LENGTH / 2 ? wordEnd : EXCERPT_LENGTH;
  const cut = head.slice(0, end);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:–—-]+$/, '')}…`;
}

function encodingInvalid(path: string, buffer: Buffer): Problem {
  if ((buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff)) {
    const message = 'This file is UTF-16, not UTF-8';
    return makeProblem('encoding-invalid', wholeFile(path), message, 'Save it as UTF-8.');
  }
  const good = countUtf8Prefix(buffer);
  const before = normalize(buffer.toString('utf8', 0, good));
  const place = placeAt(path, normalize(buffer.toString('utf8')), before.length);
  const byte = `0x${(buffer[good] ?? 0).toString(16).toUpperCase()}`;
  const message = `This file is not UTF-8: the byte ${byte} cannot stand here`;
  const hint = 'Save the file as UTF-8 (it may be Latin-1 or Windows-1252).';
  return makeProblem('encoding-invalid', place, message, hint);
}

/** The number of bytes before the first that is not UTF-8. */
function countUtf8Prefix(buffer: Buffer): number {
  let low = 0;
  let high = buffer.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isUtf8Prefix(buffer, middle)) low = middle;
    else high = middle - 1;
  }
  // The last character may be cut, because what follows does not belong to it: it is the bad one.
  while (!isUtf8(buffer.subarray(0, low))) low--;
  return low;
}

/** True when the first `length` bytes are UTF-8, but for a character that is cut at their end. */
function isUtf8Prefix(buffer: Buffer, length: number): boolean {
  for (let cut = 0; cut < 4; cut++) {
    const end = length - cut;
    if (end < 0) return false;
    if (isUtf8(buffer.subarray(0, end))) {
      return cut === 0 || isLeadByteOf(buffer.subarray(end, length));
    }
  }
  return false;
}

function isLeadByteOf(tail: Buffer): boolean {
  const lead = tail[0] ?? 0;
  const size = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  return tail.length < size && tail.subarray(1).every((byte) => (byte & 0xc0) === 0x80);
}
