/**
 * The folder that a session builds into: its own, while it runs.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardAbandoned, lockOutput } from '../output/lock.ts';
import { placeStaging } from '../output/placing.ts';
import { readRecord } from '../output/record.ts';

export interface DevFolder {
  /** Absolute. */
  readonly folder: string;
  /** The URL of the site whose pages lie in it; null where none are known to. */
  readonly siteUrl: string | null;
  /** Gives it free, and removes what a build that was ended has left beside it. */
  release(): void;
}

/** Takes a folder that no other session is at work on: `.blog/dev`, or the next. */
export function takeDevFolder(cacheDir: string): DevFolder {
  for (let number = 1; ; number++) {
    const folder = join(cacheDir, number === 1 ? 'dev' : `dev-${number}`);
    const lock = lockOutput(cacheDir, `${folder} session`);
    if ('problem' in lock) continue;
    // Without a record nothing tells what in it is too much.
    const { record } = readRecord(cacheDir, folder);
    if (record === null) rmSync(folder, { recursive: true, force: true });
    const release = () => {
      if (!existsSync(cacheDir)) return; // Deleted, and not to be made anew for this.
      rmSync(placeStaging(folder, cacheDir), { recursive: true, force: true });
      discardAbandoned(cacheDir, folder);
      lock.release();
    };
    return { folder, siteUrl: record?.basis?.report.url ?? null, release };
  }
}
