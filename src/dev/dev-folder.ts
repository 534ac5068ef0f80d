/**
 * The folder that a session builds into: its own, while it runs.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFileOf, readBuildState } from '../output/cache.ts';
import { discardAbandoned, lockOutput } from '../output/lock.ts';
import { stagingFolder } from '../output/write.ts';

export interface DevFolder {
  /** Absolute. */
  readonly folder: string;
  /** The URL of the site whose pages lie in it; null where none are known to. */
  readonly siteUrl: string | null;
  /** Gives it free, and removes what a build that was ended has left beside it. */
  release(): void;
}

/** Takes a folder that no other session is at work on: `.blog/dev`, or the next. */
export function takeDevFolder(cacheDir: string, program: string): DevFolder {
  for (let number = 1; ; number++) {
    const folder = join(cacheDir, number === 1 ? 'dev' : `dev-${number}`);
    const lock = lockOutput(cacheDir, `${folder} session`);
    if ('problem' in lock) continue;
    // Without a record nothing tells what in it is too much.
    const last = readBuildState(cacheFileOf(cacheDir, folder), program, null);
    if (last.outputs.size === 0) rmSync(folder, { recursive: true, force: true });
    const release = () => {
      if (!existsSync(cacheDir)) return; // Deleted, and not to be made anew for this.
      rmSync(stagingFolder(folder, cacheDir), { recursive: true, force: true });
      discardAbandoned(cacheDir, folder);
      lock.release();
    };
    return { folder, siteUrl: last.result?.report.url ?? null, release };
  }
}
