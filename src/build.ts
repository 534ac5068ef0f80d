/**
 * The whole build on one screen: check → read → parse → derive → plan → render → write → save.
 *
 * Every stage returns its value and its problems. All problems are found in one run, and the output
 * folder is not touched while there is one error. What the last build found out is taken from its state,
 * from the cache or from memory, wherever nothing that it depends on has changed; the result is that of
 * a build from nothing.
 */

import { parseConfig } from './content/config.ts';
import { parseAbout, pickParserConfig } from './content/essay.ts';
import { type CachedEssays, EssayReader } from './content/essays.ts';
import { InputStates, readFileClock } from './content/file-state.ts';
import { checkRoot, findMissing, readContent, readFile } from './content/files.ts';
import { digest } from './content/fingerprint.ts';
import { findLinkedFiles } from './content/images.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, PUBLIC_FOLDER } from './content/paths.ts';
import * as cache from './output/cache.ts';
import { removeOtherCards } from './output/cards.ts';
import { lockOutput } from './output/lock.ts';
import { checkOutFolder } from './output/out-folder.ts';
import { readPictures, removeUnusedVariants } from './output/pictures.ts';
import { renderOutputs } from './output/render.ts';
import { OutputFolder, outputFailed, type WriteCounts } from './output/write.ts';
import { hasErrors, makeProblem, type Problem, sortProblems, wholeFile } from './problems.ts';
import {
  type Output,
  type OutputPlan,
  type PlanContext,
  planOutputs,
  updatePlan,
} from './render/outputs.ts';
import { type PreparedTemplates, prepareTemplates } from './render/templates.ts';
import { describeBrokenLinks, findMissingAnchors, groupBySource } from './site/broken-links.ts';
import type { PlacedLink } from './site/links.ts';
import { deriveSite, type Site, type SiteResult, updateSite } from './site/site.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT } from './site/urls.ts';

/** Everything that a build is asked. Folders are absolute. */
export interface BuildRequest {
  readonly root: string;
  readonly outDir: string;
  /** For what builds cache; may be deleted at any time. */
  readonly cacheDir: string;
  /** Where this program is installed, with its templates. */
  readonly packageRoot: string;
  /** The digest of this program: what another one has cached is not taken. */
  readonly program: string;
  readonly homeDir: string;
  readonly showDrafts: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** All paths that have changed since the build in memory; null: every file is looked at. */
  readonly changed: readonly string[] | null;
  /** Paths in the output folder of pages that somebody waits for: they are rendered first. */
  readonly first: readonly string[];
}

/** What a build is told to call while it is at work. */
export interface BuildListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /** A page that somebody waits for is rendered; the rest of the site is not written yet. */
  onPage(path: string, html: string): void;
}

export interface BuildResult {
  /** Null when the build stopped before the site was known, or found that it is up to date. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: cache.SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: WriteCounts | null;
  readonly problems: readonly Problem[];
  /** How long each stage took. */
  readonly timings: readonly { readonly stage: string; readonly ms: number }[];
  /** The files that templates are made from, absolute; null when they were not looked at. */
  readonly templateFiles: readonly string[] | null;
  /** For the next build in this process; null when there is nothing to build on. */
  readonly memory: BuildMemory | null;
}

/** A build as the next one in the same process knows it. */
export interface BuildMemory {
  readonly state: cache.BuildState;
  /** Null for a build that had nothing to do. */
  readonly read: ReadSite | null;
  /** Null for a build that stopped before there was one. */
  readonly plan: OutputPlan | null;
}

type Outcome = Omit<BuildResult, 'timings'>;
type EndStage = (stage: string) => void;

/** Builds the site; `memory` is the last build. Never throws for what the author wrote. */
export async function build(
  request: BuildRequest,
  listener: BuildListener,
  memory: BuildMemory | null = null,
): Promise<BuildResult> {
  const timings: { stage: string; ms: number }[] = [];
  let last = performance.now();
  const end = (stage: string) => {
    const now = performance.now();
    timings.push({ stage, ms: now - last });
    last = now;
  };
  try {
    return { ...(await check(request, listener, memory, end)), timings };
  } catch (error) {
    return { ...stop([outputFailed(error, request.outDir)]), timings };
  }
}

/** Refuses what cannot be built, and takes the last result where it still stands. */
async function check(
  request: BuildRequest,
  listener: BuildListener,
  memory: BuildMemory | null,
  end: EndStage,
): Promise<Outcome> {
  const { root, outDir, cacheDir, homeDir, program } = request;
  let refused = checkRoot(root);
  if (refused.length === 0) refused = checkOutFolder(outDir, root, homeDir);
  const missing = refused.length === 0 ? findMissing(root) : [];
  if (missing.some(({ code }) => code === 'content-missing')) refused = missing;
  if (refused.length > 0) return stop(refused);
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const last = cache.readBuildState(cacheFile, program, memory?.state ?? null);
  const result =
    request.changed === null
      ? cache.findStandingResult(last, keyOfRequest(request), request.now, root, outDir)
      : null;
  end('check');
  if (result !== null) {
    const commit = { written: 0, unchanged: last.outputs.size, removed: 0 };
    const { report, problems } = result;
    const known = last === memory?.state ? memory : { state: last, read: null, plan: null };
    return { site: null, report, commit, problems, templateFiles: null, memory: known };
  }
  const run = async (state: cache.BuildState) => {
    // Only of the build in memory it is known what has changed since.
    const known = state === memory?.state ? memory : null;
    const asked = { ...request, changed: known && request.changed };
    const read = await readSite(asked, listener, state, known?.read ?? null, missing, end);
    return publishSite(read, listener, state, known?.plan ?? null, end);
  };
  // Where there are no settings there is no site, and nothing is left behind.
  if (missing.length > 0) return run(last);
  const lock = lockOutput(cacheDir, outDir);
  if ('problem' in lock) return stop([lock.problem]);
  try {
    // Another build may have written since.
    return await run(cache.readBuildState(cacheFile, program, last));
  } finally {
    lock.release();
  }
}

/** The site as its files are, before anything is rendered. */
interface ReadSite {
  readonly request: BuildRequest;
  readonly inputs: InputStates;
  readonly content: ReturnType<typeof readContent>;
  readonly config: ReturnType<typeof parseConfig>;
  readonly templates: Awaited<ReturnType<typeof prepareTemplates>>;
  readonly about: ReturnType<typeof parseAbout> | null;
  readonly pictures: Awaited<ReturnType<typeof readPictures>>;
  readonly derived: SiteResult;
  readonly reader: EssayReader;
  /** The essays whose texts, and nothing else of the site, were edited since the last build; null else. */
  readonly edited: ReadonlySet<string> | null;
  /** For the next build. */
  readonly cached: cache.CachedContent;
  readonly problems: readonly Problem[];
}

/** Runs the stages read, parse and derive; `missing` are the problems of a site that is not complete. */
async function readSite(
  request: BuildRequest,
  listener: BuildListener,
  last: cache.BuildState,
  previous: ReadSite | null,
  missing: readonly Problem[],
  end: EndStage,
): Promise<ReadSite> {
  const { root, cacheDir, program, showDrafts, now } = request;
  const isSite = missing.length === 0;
  const clockMs = isSite ? readFileClock(cacheDir) : Number.POSITIVE_INFINITY;
  const changed = request.changed && new Set(request.changed);
  const inputs = new InputStates(root, clockMs, last.inputs, changed);
  const kept = previous !== null && isEssayEdit(previous, request, inputs) ? previous : null;
  for (const path of [CONFIG_PATH, ABOUT_PATH]) inputs.of(path);
  const content = kept?.content ?? readContent(root);
  const { essays: paths, neighbours, publicFiles } = content.value;
  const config = kept?.config ?? parseConfig(content.value.config);
  // The compiler, where it is needed, works in a process of its own, beside the reading of the essays.
  const compile = () => prepareTemplates(request, config.value.socialImages);
  const templating = isSite ? (kept?.templates ?? compile()) : NO_TEMPLATES;
  end('read');

  const parser = { config: pickParserConfig(config.value), markdown: await loadMarkdownEngine() };
  const reader = new EssayReader(root, parser);
  const known = last.readContent();
  const key = digest(JSON.stringify([program, parser.config]));
  const tellEssay = (done: number, total: number) => listener.onProgress('reading', done, total);
  const cachedEssays = known.key === key ? known.essays : {};
  const essays = await reader.readAll(paths, cachedEssays, inputs, tellEssay);
  const parsed = Object.values(essays.value).map(({ essay }) => essay);
  const { about: aboutFile } = content.value;
  const about = kept?.about ?? (aboutFile && parseAbout(aboutFile, parser));
  end('parse');

  const edits = kept === null ? [] : listEdits(kept, essays.value);
  const updated = kept && updateSite(kept.derived, edits);
  const edited = updated && new Set(edits.map(([{ path }]) => path));
  const own = new Set([...neighbours, ...publicFiles]);
  const linked = () => findLinkedFiles(parsed, about?.value ?? null, own, config.value.url);
  const tellPicture = (done: number, total: number) => listener.onProgress('pictures', done, total);
  const pictures =
    kept !== null && updated !== null
      ? kept.pictures
      : await readPictures(linked(), known.pictures, inputs, request, tellPicture);
  end('pictures');

  const derived =
    updated ??
    deriveSite({
      config: config.value,
      essays: parsed,
      about: about?.value ?? null,
      files: pictures.value,
      publicFiles,
      showDrafts,
      now,
    });
  end('derive');

  const templates = await templating;
  end('templates');
  const problems = [
    ...[...missing, ...content.problems, ...config.problems, ...essays.problems],
    ...Object.values(essays.value).flatMap((each) => each.problems),
    ...(paths.length === 0 ? [essaysNone()] : []),
    ...[about, pictures, derived, templates].flatMap((part) => part?.problems ?? []),
  ];
  const cached = { key, essays: essays.value, pictures: Object.fromEntries(pictures.value) };
  const parts = { content, config, templates, about, pictures, derived, reader, cached, problems };
  return { request, inputs, edited, ...parts };
}

/** True where essays, and nothing else, were edited since the last build, whose day is not over. */
function isEssayEdit(
  { request: last, content, derived }: ReadSite,
  request: BuildRequest,
  inputs: InputStates,
): boolean {
  const { changed, now } = request;
  if (changed === null || keyOfRequest(last) !== keyOfRequest(request)) return false;
  if (now < last.now || now >= derived.value.validUntil) return false;
  const { essays } = content.value;
  return changed.every((path) => essays.includes(path) && inputs.of(path) !== '');
}

/** Each edited essay as it was and as it is. */
function listEdits({ cached }: ReadSite, essays: CachedEssays) {
  return Object.values(essays).flatMap((is) => {
    const was = cached.essays[is.essay.path];
    return was === undefined || was === is ? [] : [[was.essay, is.essay] as const];
  });
}

/** The problems of links that lead nowhere, each at its place in the file. */
function tellLinks(links: readonly PlacedLink[], { request, reader, cached }: ReadSite): Problem[] {
  return [...groupBySource(links)].flatMap(([path, group]) => {
    const file = readFile(request.root, path).value;
    const format = cached.essays[path]?.essay.format ?? 'markdown';
    // A file that is gone by now has no places to show; the next build looks again.
    return file ? describeBrokenLinks(group, file, format, reader.parser.markdown) : [];
  });
}

/** Runs the stages plan, render, write and save. */
async function publishSite(
  read: ReadSite,
  listener: BuildListener,
  last: cache.BuildState,
  lastPlan: OutputPlan | null,
  end: EndStage,
): Promise<Outcome> {
  const { request, inputs, derived, reader, templates, edited } = read;
  const { outDir, cacheDir, program, isStrict } = request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const site = derived.value;
  const report = describeSite(site);
  const templateFiles = templates.value?.files ?? null;
  let plan: OutputPlan | null = null;
  const save = (build: Pick<cache.BuildState, 'result' | 'outputs'>): BuildMemory => {
    const state = { ...build, inputs: inputs.list() };
    const saved =
      request.changed === null
        ? cache.writeBuildState(cacheFile, program, state, read.cached)
        : cache.keepBuildState(cacheFile, state, read.cached);
    return { state: saved, read, plan };
  };
  const stopWith = (problems: readonly Problem[]): Outcome => {
    const pending = last.pending.map((path) => [path, NEVER_MADE] as const);
    const outputs = new Map([...last.outputs, ...pending]);
    const memory = templates === NO_TEMPLATES ? null : save({ result: null, outputs });
    return { ...stop(sortProblems(problems)), site, report, templateFiles, memory };
  };
  if (templates.value === null) {
    return stopWith([...read.problems, ...tellLinks(derived.brokenLinks, read)]);
  }

  const context = describePlan(read, templates.value);
  plan =
    edited !== null && lastPlan !== null
      ? updatePlan(lastPlan, site, context, edited)
      : planOutputs(site, context);
  const planned = [...read.problems, ...plan.problems];
  const stops = hasErrors(planned, isStrict);
  const isTrusted = request.changed !== null;
  const folder = stops ? null : new OutputFolder(outDir, cacheDir, last, inputs.clockMs, isTrusted);
  try {
    const isNew = ({ path, key }: Output) =>
      folder === null ? last.outputs.get(path)?.[0] !== key : !folder.plan(path, key);
    end('plan');
    // Of a build that stops nobody is shown a page.
    const first = new Set(folder === null ? [] : request.first);
    const found = await renderOutputs(
      plan.value.filter(isNew),
      site,
      templates.value,
      reader,
      folder,
      request,
      first,
      listener,
    );
    end('render');

    const rendered = [...planned, ...found];
    // A build that stops has not rendered the pages in which anchors would be looked for.
    const open = hasErrors(rendered, isStrict) ? [] : derived.openLinks;
    const missing = findMissingAnchors(open, (path) => folder?.readPage(path) ?? null);
    const problems = [...rendered, ...tellLinks([...derived.brokenLinks, ...missing], read)];
    end('links');
    if (folder === null || hasErrors(problems, isStrict)) return stopWith(problems);

    const written = folder.commit(cacheFile);
    const all = sortProblems([...problems, ...written.problems]);
    end('write');
    if (written.value === null) return stopWith(all);
    const memory = save(describeOutput(folder, read, request, report, all));
    if (request.changed === null) removeUnused(plan.value, read.cached, cacheDir, inputs.clockMs);
    end('save');
    return { site, report, commit: written.value, problems: all, templateFiles, memory };
  } finally {
    folder?.close();
  }
}

const NO_TEMPLATES = { value: null, problems: [] };
/** The entry of a file that a build was about to write when it was killed. */
const NEVER_MADE: cache.WrittenFile = ['', ''];

/** What the next build is to know of the output folder, and of the result that lies in it. */
function describeOutput(
  folder: OutputFolder,
  { inputs, content, templates, derived }: ReadSite,
  request: BuildRequest,
  report: cache.SiteReport,
  problems: readonly Problem[],
): Pick<cache.BuildState, 'result' | 'outputs'> {
  for (const path of content.value.publicFiles) inputs.of(path);
  for (const path of [...content.value.folders, ...(templates.value?.inputs ?? [])]) {
    inputs.takeLate(path);
  }
  const clockMs = readFileClock(request.cacheDir);
  const outputs = folder.listWritten(clockMs);
  // The next build in this process knows what has changed, and looks at nothing else.
  if (request.changed !== null) return { result: null, outputs };
  // Foreign files are told of once, and sharp may come with the next installation.
  if (problems.some(({ code }) => PASSING.includes(code))) return { result: null, outputs };
  const result = {
    request: keyOfRequest(request),
    validFrom: request.now,
    validUntil: derived.value.validUntil,
    folders: folder.listFolders(clockMs),
    report,
    problems,
  };
  return { result, outputs };
}

/** Problems that the next build may not meet although nothing has changed. */
const PASSING = ['out-overwritten', 'out-unknown-files', 'images-unscaled'];

/** The digest of what a build's result depends on besides files and the clock. */
function keyOfRequest(request: BuildRequest): string {
  const { root, outDir, packageRoot, program, showDrafts, isStrict } = request;
  return digest(JSON.stringify([root, outDir, packageRoot, program, showDrafts, isStrict]));
}

/** Removes what the cache has of pictures and cards that the site no longer uses. */
function removeUnused(
  outputs: readonly Output[],
  { pictures }: cache.CachedContent,
  cacheDir: string,
  clockMs: number,
): void {
  removeUnusedVariants(cacheDir, Object.values(pictures), clockMs);
  removeOtherCards(cacheDir, new Set(outputs.map(({ key }) => key)));
}

/** Everything that decides on the outputs of a site besides the site itself. */
function describePlan(
  { request: { root, program }, inputs }: ReadSite,
  { digest, assets, card }: PreparedTemplates,
): PlanContext {
  const readOwn = (name: string) => {
    const path = `${PUBLIC_FOLDER}/${name}`;
    if (inputs.of(path) === '') return '';
    return Buffer.from(readFile(root, path).value?.bytes ?? []).toString();
  };
  return {
    program,
    templates: digest,
    assets,
    cards: card,
    ownRedirects: readOwn(REDIRECTS_OUTPUT),
    ownHeaders: readOwn(HEADERS_OUTPUT),
    stateOf: (path) => inputs.of(path),
  };
}

/** Numbers of a site that the author is told. */
function describeSite(site: Site): cache.SiteReport {
  return {
    essays: site.essays.length,
    draftsShown: site.essays.filter((essay) => essay.draft).length,
    draftsLeftOut: site.draftCount,
    futureLeftOut: site.futureCount,
    url: site.config.url,
  };
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, so the home page says that there are none';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}

function stop(problems: readonly Problem[]): Outcome {
  return { site: null, report: null, commit: null, problems, templateFiles: null, memory: null };
}
