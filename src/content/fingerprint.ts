/**
 * Digests of bytes. Pure.
 *
 * A file is published under its fingerprint; files and values with equal digests are taken to be equal.
 */
import { createHash, hash } from 'node:crypto';

/** The first ten hexadecimal digits of the SHA-256. */
export function fingerprint(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex').slice(0, 10);
}

/** Characters of 6 bits each: long enough that two inputs never share a digest. */
const DIGEST_LENGTH = 22;

/** The beginning of the SHA-256, in base64url. */
export function digest(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, DIGEST_LENGTH);
}

/** Starts a digest of bytes that arrive in pieces. */
export function startDigest(): { update(piece: Uint8Array): void; finish(): string } {
  const running = createHash('sha256');
  return {
    update: (piece) => void running.update(piece),
    finish: () => running.digest('base64url').slice(0, DIGEST_LENGTH),
  };
}
