/**
 * Digests of bytes. Pure.
 *
 * A file is published under its fingerprint; files and values with equal digests are taken to be equal.
 */
import { Hash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Bytes, or the SHA-256 of bytes that were read in pieces. */
type Bytes = Uint8Array | string | Hash;

/** The first ten hexadecimal digits of the SHA-256. */
export function fingerprint(bytes: Bytes): string {
  return encode(bytes, 'hex').slice(0, 10);
}

/** The first 22 characters of the SHA-256 in base64url: 132 bits, which no two inputs share in practice. */
export function digest(bytes: Bytes): string {
  return encode(bytes, 'base64url').slice(0, 22);
}

/** The CRC-32 of all parts, as eight hexadecimal digits: it detects damage in a fraction of the time a digest takes. */
export function checksum(parts: readonly (Uint8Array | string)[]): string {
  return parts
    .reduce((sum, part) => crc32(part, sum), 0)
    .toString(16)
    .padStart(8, '0');
}

function encode(bytes: Bytes, encoding: 'hex' | 'base64url'): string {
  return bytes instanceof Hash ? bytes.digest(encoding) : hash('sha256', bytes, encoding);
}
