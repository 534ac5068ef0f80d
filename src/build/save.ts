/**
 * The save stage: the state of a build for the next one. An edge.
 */
import { basename, dirname } from 'node:path';
import { ADDRESSES_PATH } from '../essays/paths.ts';
import { readFileClock } from '../files/file-state.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
import { selectForFeeds } from '../render/feeds.ts';
import type { Output, OutputPlan } from '../render/outputs.ts';
import * as cache from './cache.ts';
import type { BuildRequest } from './request.ts';
import type { ReadSite } from './stages.ts';
import { FOREIGN, type OutputFolder } from './write.ts';

/** The values of a request that the save stage takes. */
type SaveRequest = cache.BuildParameters &
  Pick<BuildRequest, 'cacheDir' | 'isTrial' | 'now' | 'changed'>;

/** Saves the state for the next build; `folder` is null where nothing was written. */
export function saveBuild(
  request: SaveRequest,
  read: ReadSite,
  folder: OutputFolder | null,
  last: cache.BuildState,
  plan: OutputPlan | null,
  problems: readonly Problem[],
  rootPaths: cache.RootPaths,
): cache.BuildState {
  const { outDir, cacheDir, program, changed } = request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const output = folder && describeOutput(request, folder, read, problems);
  const kept = { result: null, outputs: last.outputs, rootPaths: last.rootPaths };
  const outcome = output === null ? kept : { ...output, rootPaths };
  const state = { ...outcome, inputs: read.inputs.states.list() };
  const content = listContent(read);
  if (changed !== null) return cache.keepBuildState(cacheFile, state, content);
  const { essays, config } = read.derived.site.value;
  const inFeeds = new Set(selectForFeeds(essays, config).map(({ source }) => source));
  const withBodies = { ...content, essays: read.parsed.reader.addBodies(content.essays, inFeeds) };
  const saved = cache.writeBuildState(cacheFile, program, state, withBodies);
  if (folder !== null && plan !== null) removeUnused(plan.value, read, cacheDir);
  return saved;
}

/** The content to cache for the next build. */
function listContent({ inputs, parsed, derived }: ReadSite): cache.CachedContent {
  const { content } = inputs.files;
  return {
    key: parsed.key,
    listing: hasErrors(content.problems) ? null : content.value.listing,
    essays: parsed.essays,
    pictures: Object.fromEntries(derived.pictures.value),
    related: derived.site.related,
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

/** Describes the output folder and the result in it, for the next build. */
function describeOutput(
  request: SaveRequest,
  folder: OutputFolder,
  { inputs, derived }: ReadSite,
  problems: readonly Problem[],
): Pick<cache.BuildState, 'result' | 'outputs'> {
  const { states, files } = inputs;
  const { site, templates, pictures } = derived;
  const { publicFiles, folders } = files.content.value.listing;
  for (const path of publicFiles) states.of(path);
  for (const path of [...folders, ...(templates.value?.inputs ?? [])]) states.takeLate(path);
  // The build itself has changed the folder of the addresses.
  if (site.newAddresses !== null && !request.isTrial) states.retake(dirname(ADDRESSES_PATH));
  const clockMs = readFileClock(request.cacheDir);
  const outputs = folder.listWritten(clockMs);
  // The next build in this process is given the changed paths and checks nothing else.
  const isTold = request.changed !== null;
  const isPassing = site.isPassing || problems.some(({ code }) => PASSING.includes(code));
  if (isTold || isPassing || pictures.waiting !== null) return { result: null, outputs };
  const result = {
    request: cache.keyOfRequest(request),
    validFrom: request.now,
    validUntil: site.value.validUntil,
    folders: folder.listFolders(clockMs),
    report: cache.describeSite(site.value),
    problems,
  };
  return { result, outputs };
}

/** Removes what the site no longer uses from the cache: pictures, cards and compiled templates. */
function removeUnused(
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
