/**
 * Digests: short names for bytes. Pure. A file is published under its fingerprint, and whatever has the
 * same digest is the same.
 */
import { createHash, hash } from 'node:crypto';

/** Ten hexadecimal digits of the SHA-256. */
export function fingerprint(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex').slice(0, 10);
}

/** Characters of 6 bits each: two things with one digest will not be met. */
const DIGEST_LENGTH = 22;

/** The head of the SHA-256, base64url. */
export function digest(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'base64url').slice(0, DIGEST_LENGTH);
}

/** A digest of bytes that come piece by piece. */
export function startDigest(): { update(piece: Uint8Array): void; finish(): string } {
  const running = createHash('sha256');
  return {
    update: (piece) => void running.update(piece),
    finish: () => running.digest('base64url').slice(0, DIGEST_LENGTH),
  };
}
