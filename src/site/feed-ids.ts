/**
 * The ids of essays in feeds. Pure.
 */
import { createHash } from 'node:crypto';

/** The UUID namespace of URLs (RFC 9562, section 6.6). */
const URL_NAMESPACE = '6ba7b8119dad11d180b400c04fd430c8';

/** Names an essay without a `guid` by its file. The name survives a new title, slug, folder or day. */
export function nameInFeeds(fileName: string, year: number): string {
  return `${year}/${fileName}`;
}

/** The URN of a name, such as one below the site's URL: a UUID of version 5, which is a hash. */
export function makeUrn(name: string): string {
  const hash = createHash('sha1').update(URL_NAMESPACE, 'hex').update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const uuid = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `urn:uuid:${uuid}`;
}
