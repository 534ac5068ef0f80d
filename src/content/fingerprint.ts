/**
 * The digest that makes a file's published name change with its bytes.
 */
import { createHash } from 'node:crypto';

/** Ten hexadecimal digits of the SHA-256. */
export function fingerprint(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}
