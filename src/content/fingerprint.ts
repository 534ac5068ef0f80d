/**
 * Digests of bytes. Pure.
 *
 * A file is published under its fingerprint; files and values with equal digests are taken to be equal.
 */
import { Hash, hash } from 'node:crypto';

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

function encode(bytes: Bytes, encoding: 'hex' | 'base64url'): string {
  return bytes instanceof Hash ? bytes.digest(encoding) : hash('sha256', bytes, encoding);
}
