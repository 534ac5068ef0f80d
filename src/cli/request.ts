/**
 * The flags of a command → the request of a build.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BuildRequest } from '../build/request.ts';
import type { Flags } from './command-line.ts';
import { isCI, isClockAhead, packageRoot, readClock } from './process.ts';

/** The digest of the compiled program, which keeps the caches of versions apart; set by compile.mjs. */
declare const PROGRAM_DIGEST: string;

/** Makes a build request from the flags. */
export function readRequest(flags: Flags): BuildRequest {
  const stated = resolve(flags.root ?? '');
  // The real path, because the template compiler reports real paths.
  const root = existsSync(stated) ? realpathSync(stated) : stated;
  const usual = join(root, 'out');
  const outDir = flags.out === undefined ? usual : resolve(flags.out);
  return {
    root,
    outDir,
    cacheDir: join(root, '.blog'),
    packageRoot,
    program: PROGRAM_DIGEST,
    mode: {
      showDrafts: flags.drafts === true,
      showPrivate: false,
      isStrict: flags.strict === true,
      isForGitHub: flags.for === 'github',
      previewUrl: flags.url ?? null,
      recording: {
        remembers: flags.drafts || flags.url !== undefined ? 'none' : 'all',
        forgets: flags.forget === true,
        isTrial: outDir !== usual || isClockAhead(),
        isCI: isCI(),
      },
    },
    now: readClock(),
  };
}
