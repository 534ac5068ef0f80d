/**
 * Plan: what an import changes in the site. It is saved in the folder of a move, so that the next import can complete a
 * move that was stopped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABOUT_ADDRESS, pageAddressOf } from '../essays/paths.ts';
import { readBytes } from '../files/author-files.ts';
import { readOwnFile, replaceFile } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import type { BlogFacts } from './facts.ts';
import type { ImportJob, StagedEssay } from './job.ts';
import type { Redirect } from './old-site.ts';
import type { ImportReport } from './report.ts';
import { hasAbout } from './site-files.ts';

export const moveFolderOf = (root: string) => join(root, '.blog/import-move');
/** The folder, in that of a move, with the files that the import replaces. */
const REPLACED = 'replaced';

/** What a move does; saved beside the staged files. */
export interface Plan {
  readonly report: ImportReport;
  readonly facts: BlogFacts;
  readonly hasEssays: boolean;
  /** The text of site.yaml before the import; null where there was none. */
  readonly settings: string | null;
  readonly redirects: readonly Redirect[];
  /** The digests of all imported essays, by id. */
  readonly digests: readonly (readonly [id: string, digest: string])[];
  readonly essays: readonly EssayMove[];
  /** Pictures and other files. */
  readonly extras: readonly string[];
  /** True if an imported page takes the place of the about.md that `blog init` wrote. */
  readonly bringsAbout: boolean;
}

/** An essay or page to move into the site. */
export interface EssayMove extends StagedEssay {
  readonly id: string;
  /** The path of the file that it replaces, or its own. */
  readonly former: string;
  /** The digest of that file; absent if there is none. */
  readonly known?: string | undefined;
}

/** Plans what an import changes. */
export function makePlan(job: ImportJob, redirects: readonly Redirect[]): Plan {
  const { root, staging, facts, report, present, essays, extras } = job;
  const digests = new Map(present.digests);
  for (const [id, { path }] of essays) digests.set(id, digest(readFileSync(join(staging, path))));
  const moves = Array.from(essays, ([id, essay]) => {
    const former = present.imported.get(id)?.path ?? essay.path;
    return { ...essay, id, former, known: present.digests.get(id) };
  });
  const all = [...moves.map(({ path }) => path), ...extras];
  const { title, description, url, language, languages, author } = facts;
  const { timezone, writtenZone, marks, keys } = facts;
  return {
    report,
    facts: {
      ...{ title, description, url, language, languages, author },
      ...{ timezone, writtenZone, marks, keys },
    },
    hasEssays: present.hasEssays,
    settings: job.settings,
    redirects,
    digests: [...digests],
    essays: moves,
    extras,
    bringsAbout: all.some((path) => pageAddressOf(path) === ABOUT_ADDRESS) && !hasAbout(root),
  };
}

/** Copies the files that the import is about to replace, to restore them if a build would refuse the new files. */
export function keepReplaced(root: string, staging: string, { essays, extras }: Plan): void {
  for (const path of [...essays.map((essay) => essay.path), ...extras]) {
    const bytes = readBytes(join(root, path));
    if (bytes !== null) replaceFile(join(staging, REPLACED, path), bytes);
  }
}

/** The bytes that an essay or another file had before the import; null if there was no file. */
export function readReplaced(root: string, path: string): Buffer | null {
  return readOwnFile(join(moveFolderOf(root), REPLACED, path));
}
