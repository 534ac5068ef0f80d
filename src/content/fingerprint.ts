/**
 * The digest that makes a file's name change with its bytes.
 */
import { createHash } from 'node:crypto';

/** Hexadecimal digits. */
export const FINGERPRINT_LENGTH = 10;

/** Ten hexadecimal digits of the SHA-256. */
export function fingerprint(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, FINGERPRINT_LENGTH);
}
