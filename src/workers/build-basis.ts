/**
 * What a build's result rests on, for the record: while all of it is as it was, the result stands, and
 * the next build has nothing to do (`output/up-to-date.ts`).
 */
import type { BuildRequest } from '../build-request.ts';
import { ABOUT_PATH, CONFIG_PATH } from '../content/paths.ts';
import { keyOfListing } from '../content/read.ts';
import type { OutputFolder } from '../output/commit.ts';
import type { BuildBasis, SiteReport } from '../output/record.ts';
import type { SettledStamp } from '../output/stamp-table.ts';
import { type Problem, sortProblems } from '../problems.ts';
import type { PreparedTemplates } from '../render/templates.ts';
import { encodePlacement } from '../site/placement.ts';
import type { Site } from '../site/site.ts';
import type { FileKeys } from './file-keys.ts';
import type { ReadSite } from './read-site.ts';

/** Everything that must be as it was for this build's result to stand. */
export function describeBasis(
  request: BuildRequest,
  { content, derived, memory }: ReadSite,
  files: FileKeys,
  templates: PreparedTemplates,
  folder: OutputFolder,
  problems: readonly Problem[],
  asked: string,
): Omit<BuildBasis, 'feeds'> {
  const inputs = new Map<string, SettledStamp>();
  for (const path of content.essays) {
    const known = memory.essay(path);
    if (known !== null) inputs.set(path, known);
  }
  const { folders, publicFiles, others: links } = content;
  const contents = [CONFIG_PATH, ABOUT_PATH, ...folders, ...publicFiles, ...links];
  const others = [...contents, ...memory.keptPictures()];
  for (const path of [...others, ...templates.inputs]) inputs.set(path, files.stampOf(path));
  for (const path of templates.files) {
    const { stamp, isSettled } = files.stampOf(path);
    inputs.set(path, { stamp, isSettled: isSettled && stamp !== null });
  }
  return {
    request: asked,
    inputs,
    folders: folder.listFolders(),
    listing: keyOfListing(content),
    placements: derived.value.essays.map(encodePlacement).join('\n'),
    validFrom: request.now,
    validUntil: derived.value.validUntil,
    report: describeSite(derived.value),
    problems: sortProblems(problems),
  };
}

/** The numbers that a build tells of a site. */
export function describeSite(site: Site): SiteReport {
  return {
    essays: site.essays.length,
    draftsShown: site.essays.filter((essay) => essay.draft).length,
    draftsLeftOut: site.draftCount,
    futureLeftOut: site.futureCount,
    url: site.config.url,
  };
}
