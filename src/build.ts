/**
 * The whole build on one screen: check → read → parse → derive → plan → render → write → save.
 *
 * Every stage returns its value and its problems. All problems are found in one run, and the output
 * folder is not touched while there is one error. What the last build found out is taken from its state,
 * from the cache or from memory, wherever nothing that it depends on has changed; the result is that of
 * a build from nothing.
 */
import { parseAbout } from './content/about.ts';
import { parseConfig } from './content/config.ts';
import { pickParserConfig } from './content/essay.ts';
import { EssayReader } from './content/essays.ts';
import { InputStates, readFileClock } from './content/file-state.ts';
import {
  type ContentFiles,
  checkRoot,
  findMissing,
  readContent,
  readFile,
} from './content/files.ts';
import { digest } from './content/fingerprint.ts';
import { findLinkedFiles } from './content/images.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER } from './content/paths.ts';
import * as cache from './output/cache.ts';
import { forgetOtherCards } from './output/card-memory.ts';
import { lockOutput } from './output/lock.ts';
import { checkOutFolder } from './output/out-folder.ts';
import { readPictures, removeUnusedVariants } from './output/pictures.ts';
import { makeRenderContext, renderOutputs } from './output/render.ts';
import { OutputFolder, outputFailed, type WriteCounts } from './output/write.ts';
import { hasErrors, makeProblem, type Problem, sortProblems, wholeFile } from './problems.ts';
import { type Output, planOutputs } from './render/outputs.ts';
import { describeBrokenLinks, findMissingAnchors, groupBySource } from './site/broken-links.ts';
import type { BrokenLinkIn } from './site/linker.ts';
import { deriveSite, type Site, type SiteResult } from './site/site.ts';
import { type PreparedTemplates, prepareTemplates } from './workers/prepare-templates.ts';

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
  /** All paths that have changed since the state in memory; null: every file is looked at. */
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
  /** For the next build; null when there is nothing to build on. */
  readonly state: cache.BuildState | null;
}

type Outcome = Omit<BuildResult, 'timings'>;
type EndStage = (stage: string) => void;

/** Builds the site; `memory` is the state of the last build. Never throws for what the author wrote. */
export async function build(
  request: BuildRequest,
  listener: BuildListener,
  memory: cache.BuildState | null = null,
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
  memory: cache.BuildState | null,
  end: EndStage,
): Promise<Outcome> {
  const { root, outDir, cacheDir, homeDir, program } = request;
  let refused = checkRoot(root);
  if (refused.length === 0) refused = checkOutFolder(outDir, root, homeDir);
  const missing = refused.length === 0 ? findMissing(root) : [];
  if (missing.some(({ code }) => code === 'content-missing')) refused = missing;
  if (refused.length > 0) return stop(refused);
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const last = cache.readBuildState(cacheFile, program, memory);
  const result =
    request.changed === null
      ? cache.findStandingResult(last, keyOfRequest(request), request.now, root, outDir)
      : null;
  end('check');
  if (result !== null) {
    const commit = { written: 0, unchanged: last.outputs.size, removed: 0 };
    const { report, problems } = result;
    return { site: null, report, commit, problems, templateFiles: null, state: last };
  }
  const run = async (state: cache.BuildState) => {
    const read = await readSite(request, listener, state, missing, end);
    return publishSite(read, request, listener, state, end);
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
  readonly inputs: InputStates;
  readonly content: ContentFiles;
  readonly reader: EssayReader;
  readonly templates: { readonly value: PreparedTemplates | null; readonly problems: Problem[] };
  readonly derived: SiteResult;
  /** For the next build. */
  readonly cached: cache.CachedContent;
  readonly problems: readonly Problem[];
  /** Describes links that lead nowhere. */
  tellLinks(links: readonly BrokenLinkIn[]): Problem[];
}

/** Runs the stages read, parse and derive; `missing` are the problems of a site that is not complete. */
async function readSite(
  request: BuildRequest,
  listener: BuildListener,
  last: cache.BuildState,
  missing: readonly Problem[],
  end: EndStage,
): Promise<ReadSite> {
  const { root, cacheDir, program, showDrafts, now } = request;
  const isSite = missing.length === 0;
  const clockMs = isSite ? readFileClock(cacheDir) : Number.POSITIVE_INFINITY;
  const changed = request.changed && new Set(request.changed);
  const inputs = new InputStates(root, clockMs, last.inputs, changed);
  for (const path of [CONFIG_PATH, ABOUT_PATH]) inputs.of(path);
  const { value: content, problems: reading } = readContent(root);
  const config = parseConfig(content.config);
  // The compiler, where it is needed, works in a process of its own, beside the reading of the essays.
  const templating = isSite ? prepareTemplates(request, config.value, clockMs) : NO_TEMPLATES;
  end('read');

  const parser = { config: pickParserConfig(config.value), markdown: await loadMarkdownEngine() };
  const reader = new EssayReader(root, parser);
  const known = last.readContent();
  const key = digest(JSON.stringify([program, parser.config]));
  const tellEssay = (done: number, total: number) => listener.onProgress('reading', done, total);
  const { value: essays, problems: unread } = await reader.readAll(
    content.essays,
    known.key === key ? known.essays : {},
    inputs,
    tellEssay,
  );
  const about = content.about && parseAbout(content.about, parser);
  const parsed = Object.values(essays).map(({ essay }) => essay);
  end('parse');

  const own = new Set([...content.neighbours, ...content.publicFiles]);
  const linked = findLinkedFiles(parsed, about?.value ?? null, own, config.value.url);
  const tellPicture = (done: number, total: number) => listener.onProgress('pictures', done, total);
  const pictures = await readPictures(linked, known.pictures, inputs, request, tellPicture);
  end('pictures');

  const derived = deriveSite({
    config: config.value,
    essays: parsed,
    about: about?.value ?? null,
    files: pictures.value,
    publicFiles: content.publicFiles,
    showDrafts,
    now,
  });
  end('derive');

  const templates = await templating;
  end('templates');
  const parts = [config, ...Object.values(essays), about, pictures, derived, templates];
  const problems = [
    ...[...missing, ...reading, ...unread],
    ...(content.essays.length === 0 ? [essaysNone()] : []),
    ...parts.flatMap((part) => part?.problems ?? []),
  ];
  const cached = { key, essays, pictures: Object.fromEntries(pictures.value) };
  const slugs = new Set(derived.value.essays.map(({ slug }) => slug));
  const tellLinks = (links: readonly BrokenLinkIn[]) =>
    [...groupBySource(links)].flatMap(([path, group]) => {
      const file = readFile(root, path).value;
      const format = essays[path]?.essay.format ?? 'markdown';
      // A file that is gone by now has no places to show; the next build looks again.
      return file ? describeBrokenLinks(group, file, format, slugs, parser.markdown) : [];
    });
  return { inputs, content, reader, templates, derived, cached, problems, tellLinks };
}

/** Runs the stages plan, render, write and save. */
async function publishSite(
  read: ReadSite,
  request: BuildRequest,
  listener: BuildListener,
  last: cache.BuildState,
  end: EndStage,
): Promise<Outcome> {
  const { root, outDir, cacheDir, program, isStrict } = request;
  const { inputs, derived, reader, templates, tellLinks } = read;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const site = derived.value;
  const report = describeSite(site);
  const templateFiles = templates.value?.set.inputs ?? null;
  const save = (build: Pick<cache.BuildState, 'result' | 'outputs'>) => {
    const state = { ...build, inputs: inputs.list() };
    return cache.writeBuildState(cacheFile, program, state, read.cached);
  };
  const stopWith = (problems: readonly Problem[]): Outcome => {
    const pending = last.pending.map((path) => [path, NEVER_MADE] as const);
    const outputs = new Map([...last.outputs, ...pending]);
    const state = templates === NO_TEMPLATES ? null : save({ result: null, outputs });
    return { ...stop(sortProblems(problems)), site, report, templateFiles, state };
  };
  if (templates.value === null) {
    return stopWith([...read.problems, ...tellLinks(derived.brokenLinks)]);
  }

  const made = makeRenderContext(site, templates.value, reader, inputs, request, program);
  const plan = planOutputs(site, made.context);
  const planned = [...read.problems, ...plan.problems];
  const stops = hasErrors(planned, isStrict);
  const isTrusted = request.changed !== null;
  const folder = stops ? null : new OutputFolder(outDir, cacheDir, last, inputs.clockMs, isTrusted);
  try {
    const isNew = ({ path, key }: Output) =>
      folder === null ? last.outputs.get(path)?.[0] !== key : !folder.plan(path, key);
    const toMake = plan.value.filter(isNew);
    end('plan');
    const tellPage = (done: number, total: number) => listener.onProgress('rendering', done, total);
    const first = new Set(request.first);
    await renderOutputs(toMake, folder, root, first, tellPage, listener.onPage);
    end('render');

    const rendered = [...planned, ...made.listProblems()];
    // A build that stops has not rendered the pages in which anchors would be looked for.
    const open = hasErrors(rendered, isStrict) ? [] : derived.openLinks;
    const missing = findMissingAnchors(open, (path) => folder?.readPage(path) ?? null);
    const problems = [...rendered, ...tellLinks([...derived.brokenLinks, ...missing])];
    end('links');
    if (folder === null || hasErrors(problems, isStrict)) return stopWith(problems);

    const written = folder.commit(cacheFile);
    const all = sortProblems([...problems, ...written.problems]);
    end('write');
    if (written.value === null) return stopWith(all);
    const state = save(describeOutput(folder, read, request, report, all));
    removeUnused(plan.value, read.cached, cacheDir, inputs.clockMs);
    end('save');
    return { site, report, commit: written.value, problems: all, templateFiles, state };
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
  for (const path of content.publicFiles) inputs.of(path);
  for (const path of [...content.folders, ...(templates.value?.inputs ?? [])]) {
    inputs.takeLate(path);
  }
  const clockMs = readFileClock(request.cacheDir);
  const outputs = folder.listWritten(clockMs);
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
  forgetOtherCards(cacheDir, new Set(outputs.map(({ key }) => key)));
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
  return { site: null, report: null, commit: null, problems, templateFiles: null, state: null };
}
