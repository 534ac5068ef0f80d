/**
 * Planned feeds → their texts: the bodies of their essays are read once for all of them.
 */
import type { PlannedFeed } from '../render/planned-feeds.ts';
import type { Crew } from './crew.ts';

/** Writes feeds, which all hold the same essays; gives those whose files are not what was read. */
export async function makeFeeds(
  feeds: readonly PlannedFeed[],
  crew: Crew,
  put: (path: string, text: string) => void,
): Promise<string[]> {
  const [first] = feeds;
  if (first === undefined) return [];
  const bodies = await crew.readBodies(first.essays);
  const contents = bodies.filter((body) => body !== null);
  if (contents.length < bodies.length) {
    return first.essays.filter((_, index) => bodies[index] === null).map(({ source }) => source);
  }
  for (const { path, write } of feeds) put(path, write(contents));
  return [];
}
