/**
 * The size of the home page, which lists all essays unless the settings say otherwise. An edge.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONFIG_PATH } from '../essays/paths.ts';
import { readOwnFile } from '../files/file-state.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { HOME_OUTPUT } from '../site/urls.ts';

/** Compressed bytes. A slow phone takes two seconds to load them. */
const MAX_BYTES = 100_000;

/** Reports the home page in an output folder if it is large. */
export function findLargeHome(folder: string): Problem[] {
  const page = readOwnFile(join(folder, HOME_OUTPUT));
  if (page === null || page.length <= MAX_BYTES || gzipSync(page).length <= MAX_BYTES) return [];
  const message = 'The home page is larger than 100 KB, compressed';
  const hint =
    '`homeEssays: 100` in content/site.yaml shows the newest hundred essays there, and all of them in an archive.';
  return [makeProblem('home-large', wholeFile(CONFIG_PATH), message, hint)];
}
