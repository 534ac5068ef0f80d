/**
 * The last stages: plan → render → write → save. An edge.
 *
 * Everything is rendered before the output folder is touched, and nothing is written while there is an error.
 */
import { debuglog } from 'node:util';
import { hasErrors, type Problem, sortProblems } from '../problems/problems.ts';
import { type Output, planOutputs, updatePlan } from '../render/outputs.ts';
import { findMissingAnchors } from '../site/broken-links.ts';
import { softenHeldBack } from '../site/text-selection.ts';
import type { SourceFile } from '../text/text.ts';
import { restoreAddresses, saveAddresses } from './address-file.ts';
import * as cache from './cache.ts';
import { describeLinks } from './found-problems.ts';
import { type Rendered, renderOutputs } from './render.ts';
import type { BuildRequest } from './request.ts';
import { tellRootPaths } from './root-paths.ts';
import { saveBuild } from './save.ts';
import type { BuildListener, BuildStart, CheckedSite, Outcome, ReadSite } from './stage-values.ts';
import { findLostTagPages } from './tag-pages.ts';
import { OutputFolder, type WriteCounts } from './write.ts';

const debug = debuglog('blog:render');

/** The result of a site whose social cards cannot be drawn on this machine: none of its pages are rendered. */
interface Undrawn {
  readonly undrawn: Problem;
}

/** The outcome of the write stage. */
interface Written {
  readonly value: WriteCounts | null;
  readonly problems: readonly Problem[];
}

/** What the last stages need besides the site. */
interface Publishing {
  readonly request: BuildRequest;
  readonly start: BuildStart;
  readonly listener: BuildListener;
}

/** Plans, renders and writes the site, and saves the state for the next build. */
export async function publishSite(publishing: Publishing, read: ReadSite): Promise<Outcome> {
  const outcome = await publishOnce(publishing, read, publishing.start.memory?.plan ?? null);
  if (!('undrawn' in outcome)) return outcome;
  const again = await publishOnce(publishing, dropCards(read, outcome.undrawn), null);
  if ('undrawn' in again) throw new Error('A site without cards needs nothing that draws them');
  return again;
}

/** Returns the same site without cards, for a machine that cannot draw them. */
function dropCards(read: ReadSite, notice: Problem): ReadSite {
  const { derived } = read;
  const { value } = derived.templates;
  const templates = { value: value && { ...value, card: null }, problems: [notice] };
  return { ...read, derived: { ...derived, templates, problems: [...derived.problems, notice] } };
}

/** Runs the stages from the plan on. */
async function publishOnce(
  publishing: Publishing,
  read: ReadSite,
  lastPlan: readonly Output[] | null,
): Promise<Outcome | Undrawn> {
  const { request, start } = publishing;
  const { inputs, derived } = read;
  const plan = planSite(request, read, lastPlan);
  const isTrusted = start.changed !== null;
  const folder = hasErrors(derived.problems, request.mode.isStrict)
    ? null
    : new OutputFolder(request, start.state.outputs, isTrusted, inputs.states.clockMs);
  try {
    const rendered = await renderPlan(publishing, read, plan, folder);
    const { undrawn } = rendered;
    if (undrawn !== null) return { undrawn };
    const problems = [...derived.problems, ...rendered.problems];
    const checked = checkLinks(publishing, read, plan, { ...rendered, problems }, folder);
    return finishSite(publishing, checked, folder);
  } finally {
    folder?.close();
  }
}

/** Plans the outputs, or updates the last plan where only texts of essays were edited; null without templates. */
function planSite(
  { root, cacheDir, program, mode }: BuildRequest,
  { inputs, derived }: ReadSite,
  last: readonly Output[] | null,
): readonly Output[] | null {
  const { files, states } = inputs;
  const { site, edited } = derived;
  const { value: templates } = derived.templates;
  if (templates === null) return null;
  const context = {
    root,
    cacheDir,
    program,
    isForGitHub: mode.isForGitHub,
    templates,
    ownRedirects: textOf(files.redirects.value),
    ownHeaders: textOf(files.headers.value),
    stateOf: (path: string) => states.of(path),
  };
  return edited !== null && last !== null
    ? updatePlan(last, site.value, context, edited)
    : planOutputs(site.value, context);
}

function textOf(file: SourceFile | null): string {
  return file === null ? '' : Buffer.from(file.bytes).toString();
}

/** Renders the planned outputs whose keys are new, and stages them. `folder` is null for a build that will fail. */
async function renderPlan(
  { request, start, listener }: Publishing,
  { parsed, derived }: ReadSite,
  plan: readonly Output[] | null,
  folder: OutputFolder | null,
): Promise<Rendered> {
  const { value: templates } = derived.templates;
  if (plan === null || templates === null) {
    return { problems: [], undrawn: null };
  }
  const { outputs } = start.state;
  const isNew = ({ path, key }: Output) => {
    const isKept = folder === null ? outputs.get(path)?.[0] === key : folder.plan(path, key);
    if (!isKept) debug('%s is rendered', path);
    return !isKept;
  };
  const rendering = {
    cacheDir: request.cacheDir,
    site: derived.site.value,
    templates,
    reader: parsed.reader,
    folder,
  };
  return renderOutputs(plan, isNew, rendering, listener);
}

/** Describes the broken links, some of which only the rendered pages can tell. */
function checkLinks(
  { request, start }: Publishing,
  read: ReadSite,
  plan: readonly Output[] | null,
  rendered: Rendered,
  folder: OutputFolder | null,
): CheckedSite {
  const { site, templates } = read.derived;
  // A build that fails has not rendered the pages in which anchors are looked up.
  const open = hasErrors(rendered.problems, request.mode.isStrict) ? [] : site.openLinks;
  const unfound = findMissingAnchors(open, (path) => folder?.readPage(path) ?? null);
  const { described: last } = start.state.readContent();
  const broken = [...site.brokenLinks, ...unfound];
  const { problems: links, described } = describeLinks(broken, read, request.root, last);
  const listStated = () => [
    ...site.value.config.headPaths,
    ...(templates.value?.listRootPaths() ?? []),
  ];
  const told = plan ? tellRootPaths(listStated(), plan, site) : [];
  const { heldBack } = site.value;
  const problems = softenHeldBack([...rendered.problems, ...links, ...told], heldBack);
  return { read, plan, problems, described };
}

/** Writes the rendered site unless it has errors, and saves the state of the build. */
function finishSite(
  { request, start, listener }: Publishing,
  { read, plan, problems, described }: CheckedSite,
  folder: OutputFolder | null,
): Outcome {
  const { derived, inputs } = read;
  const { value: site } = derived.site;
  const { value: theme } = inputs.files.theme;
  const good = hasErrors(problems, request.mode.isStrict) ? null : folder;
  if (good !== null) listener.onPreview?.(good.compare(), site.config.url);
  const isPreview = listener.onPreview !== undefined;
  const written =
    good !== null && !isPreview ? writeSite(request, good, read, start.state) : NOT_WRITTEN;
  const all = sortProblems([...problems, ...written.problems]);
  const isRecorded = written.value !== null && request.mode.recording.remembers !== 'none';
  const before = isRecorded ? start.state.readContent().tagPages : {};
  // Each is reported once, so the next build doesn't find them in the state of this one.
  const lost = findLostTagPages(before, site);
  const writtenFolder = written.value && good;
  const isSaved = inputs.isSite && !isPreview;
  const state = isSaved
    ? saveBuild(request, start, { read, plan, problems: all, described }, writtenFolder)
    : null;
  return {
    site,
    report: cache.describeSite(site),
    commit: written.value,
    problems: sortProblems([...all, ...lost]),
    waiting: derived.pictures.waiting,
    templateFiles: derived.templates.value?.files ?? null,
    themeFolder: theme === null || theme.isShipped ? null : theme.folder,
    memory: state && { state, read, plan },
  };
}

const NOT_WRITTEN: Written = { value: null, problems: [] };

/** Moves the rendered files into the output folder, and writes the new addresses. */
function writeSite(
  request: BuildRequest,
  folder: OutputFolder,
  { inputs, derived }: ReadSite,
  last: cache.BuildState,
): Written {
  const { outDir, cacheDir, program, mode } = request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const notices: Problem[] = [];
  const { newAddresses } = derived.site;
  try {
    const { value, problems } = folder.commit((added) => {
      if (added.length > 0) cache.recordAdded(cacheFile, program, last, added);
      notices.push(...saveAddresses(request, mode.recording, inputs, newAddresses));
    });
    return { value, problems: [...notices, ...problems] };
  } catch (error) {
    if (newAddresses !== null) restoreAddresses(request, inputs.files, newAddresses);
    throw error;
  }
}
