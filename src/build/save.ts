/**
 * The save stage: the state of a build for the next one. An edge.
 */
import { basename, dirname } from 'node:path';
import { ADDRESSES_PATH } from '../essays/paths.ts';
import { readFileClock } from '../files/file-state.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
import { selectForFeeds } from '../render/feeds.ts';
import type { Output } from '../render/outputs.ts';
import type { DescribedLinks } from '../site/broken-links.ts';
import * as cache from './cache.ts';
import type { BuildRequest } from './request.ts';
import type { BuildStart, CheckedSite, ReadSite } from './stage-values.ts';
import { listTagPages } from './tag-pages.ts';
import { FOREIGN, type OutputFolder } from './write.ts';

/** Saves the state for the next build; `folder` is null where nothing was written. */
export function saveBuild(
  { outDir, cacheDir, program, mode }: BuildRequest,
  { changed, state: last }: BuildStart,
  { read, plan, problems, described }: CheckedSite,
  folder: OutputFolder | null,
): cache.BuildState {
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  if (folder !== null) takeLateStates(read, mode.recording.isTrial);
  // The next build in this process is given the changed paths and checks nothing else.
  const isLasting = changed === null && !mayPass(read, problems);
  const outcome =
    folder === null
      ? { result: null, outputs: last.outputs }
      : describeOutput(folder, read, isLasting ? problems : null, cacheDir);
  const state = { ...outcome, inputs: read.inputs.states.list() };
  const tagPages =
    folder === null ? last.readContent().tagPages : listTagPages(read.derived.site.value);
  const content = { ...collectContent(read, described), tagPages };
  if (changed !== null) return cache.keepBuildState(cacheFile, state, content);
  const { essays, config } = read.derived.site.value;
  const inFeeds = new Set(selectForFeeds(essays, config).map(({ source }) => source));
  const withBodies = { ...content, essays: read.parsed.reader.addBodies(content.essays, inFeeds) };
  const saved = cache.writeBuildState(cacheFile, program, state, withBodies);
  if (folder !== null && plan !== null) cleanCache(plan, read, cacheDir);
  return saved;
}

/** The content to cache for the next build. */
function collectContent(
  { inputs, parsed, derived }: ReadSite,
  described: DescribedLinks,
): Omit<cache.CachedContent, 'tagPages'> {
  const { content } = inputs.files;
  return {
    key: parsed.key,
    listing: hasErrors(content.problems) ? null : content.value.listing,
    essays: parsed.essays,
    pictures: Object.fromEntries(derived.pictures.value),
    related: derived.site.related,
    described,
  };
}

/** Problems that can go away although no input has changed; foreign files, for example, are reported once. */
const PASSING = [
  ...FOREIGN,
  'images-unscaled',
  'cards-undrawn',
  'addresses-uncommitted',
  'addresses-unrecorded',
];

/** True if problems of a build, or missing copies of pictures, can go away without a change to any input. */
function mayPass({ derived }: ReadSite, problems: readonly Problem[]): boolean {
  const isPassing = problems.some(({ code }) => PASSING.includes(code));
  return isPassing || derived.site.isPassing || derived.pictures.waiting !== null;
}

/** Takes the states of the files and folders that the build may have changed, or may not have read. */
function takeLateStates({ inputs, derived }: ReadSite, isTrial: boolean): void {
  const { states, files } = inputs;
  const { publicFiles, folders } = files.content.value.listing;
  for (const path of publicFiles) states.of(path);
  for (const path of [...folders, ...(derived.templates.value?.inputs ?? [])])
    states.takeLate(path);
  // The build itself has changed the folder of the addresses.
  if (derived.site.newAddresses !== null && !isTrial) states.retake(dirname(ADDRESSES_PATH));
}

/** Describes the output folder and the result in it, with its problems; null for a result that can't be reused. */
function describeOutput(
  folder: OutputFolder,
  { inputs, derived }: ReadSite,
  problems: readonly Problem[] | null,
  cacheDir: string,
): Pick<cache.BuildState, 'result' | 'outputs'> {
  const clockMs = readFileClock(cacheDir);
  const outputs = folder.listWritten(clockMs);
  if (problems === null) return { result: null, outputs };
  const site = derived.site.value;
  const result = {
    key: inputs.key,
    validFrom: inputs.now,
    validUntil: site.validUntil,
    folders: folder.listFolders(clockMs),
    report: cache.describeSite(site),
    problems,
  };
  return { result, outputs };
}

/** Removes what the site no longer uses from the cache: pictures, cards and compiled templates. */
function cleanCache(
  outputs: readonly Output[],
  { inputs, derived: { pictures, templates } }: ReadSite,
  cacheDir: string,
): void {
  const sets = [...pictures.value.values()].flatMap(({ variants }) => Object.values(variants));
  const used = [
    ...sets.flatMap((set) => set.variants.map(({ file }) => file)),
    ...outputs.map(({ key }) => key),
    basename(dirname(templates.value?.script ?? '')),
  ];
  cache.removeUnused(cacheDir, used, inputs.states.clockMs);
}
