/**
 * The build pipeline: check → read → parse → derive → plan → render → write → save.
 *
 * Every stage returns its value and its problems. One run finds all problems, and the output folder is
 * not touched while there is an error. Results of the last build, from the cache or from memory, are
 * reused wherever nothing they depend on has changed; the outcome equals that of a clean build.
 */
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseConfig } from './content/config.ts';
import { type ParsedEssay, pickParserConfig } from './content/essay.ts';
import { InputStates, readFileClock } from './content/file-state.ts';
import {
  type CachedEssays,
  checkRoot,
  EssayReader,
  fileUnreadable,
  findMissing,
  readContent,
  readFile,
  readOptional,
  reportUnread,
} from './content/files.ts';
import { digest } from './content/fingerprint.ts';
import { findLinkedFiles } from './content/images.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import {
  ABOUT_ADDRESS,
  ABOUT_PATH,
  ADDRESSES_PATH,
  CONFIG_PATH,
  ESSAYS_FOLDER,
  PUBLIC_FOLDER,
} from './content/paths.ts';
import { decodeSource } from './content/text.ts';
import * as cache from './output/cache.ts';
import { checkOutFolder, lockOutput, removeLeftovers } from './output/out-folder.ts';
import { readPictures, type WaitingPictures } from './output/pictures.ts';
import { renderOutputs } from './output/render.ts';
import {
  FOREIGN,
  type OutputChanges,
  OutputFolder,
  outputFailed,
  replaceKeptFile,
  type WriteCounts,
} from './output/write.ts';
import {
  BuildStop,
  hasErrors,
  joinParts,
  makeProblem,
  type Problem,
  sortProblems,
  wholeFile,
} from './problems.ts';
import { selectForFeeds } from './render/feeds.ts';
import type { HostName } from './render/host-configs.ts';
import {
  type Output,
  type OutputPlan,
  type PlanContext,
  planOutputs,
  updatePlan,
} from './render/outputs.ts';
import { listComponents, type PreparedTemplates, prepareTemplates } from './render/templates.ts';
import { formatAddresses, parseAddresses, type Remembering } from './site/addresses.ts';
import {
  describeBrokenLinks,
  findMissingAnchors,
  groupBySource,
  ignoreLinks,
} from './site/broken-links.ts';
import { makeLeaveOut } from './site/left-out.ts';
import type { PlacedLink } from './site/links.ts';
import { deriveSite, type Site, type SiteResult, updateSite } from './site/site.ts';
import { describeSimilarTag } from './site/suggestions.ts';
import { essayPath, HEADERS_OUTPUT, REDIRECTS_OUTPUT, toAbsoluteUrl } from './site/urls.ts';

/** The parameters of a build. Folders are absolute. */
export interface BuildRequest {
  readonly root: string;
  readonly outDir: string;
  /** The cache of builds; may be deleted at any time. */
  readonly cacheDir: string;
  /** The folder this program is installed in, with its templates. */
  readonly packageRoot: string;
  /** The digest of this program; cache entries of another version are ignored. */
  readonly program: string;
  readonly homeDir: string;
  readonly showDrafts: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** The essays whose new addresses are written to content/addresses.txt. */
  readonly remembers: Remembering;
  /** True to forget published addresses that are gone. */
  readonly forgets: boolean;
  /** The server of the author's own whose configuration is written too, or null. */
  readonly host: HostName | null;
  /** True where the machine keeps no file that the author does not commit. */
  readonly isCI: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** All paths that have changed since the build in memory; null to check every file. */
  readonly changed: readonly string[] | null;
  /** True to leave out a new essay that has errors: its errors become warnings. */
  readonly leavesOut: boolean;
  /** Output paths of the pages that a browser is waiting for, which are rendered first. */
  readonly first: readonly string[];
}

/** Callbacks of a build in progress. */
export interface BuildListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /** A page in `first` is rendered; the rest of the site is not written yet. */
  onPage(path: string, html: string): void;
  /** Waits for the errors that templates throw after they have returned, and takes them. */
  takeLateErrors?(): Promise<readonly unknown[]>;
  /** True as soon as the pictures that are not scaled yet are to be left to the next build. */
  isHurried?(): boolean;
  /**
   * Takes what the build would change, in place of the write and save stages: nothing is written into the
   * output folder, and nothing recorded. Not called where the output is up to date. `siteUrl` is the site's.
   */
  onPreview?(changes: OutputChanges, siteUrl: string): void;
}

export interface BuildResult {
  /** Null when the build stopped before the site was known, or found the output up to date. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: cache.SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: WriteCounts | null;
  readonly problems: readonly Problem[];
  /** Those of the last build into the same folder, as far as they are recorded. */
  readonly known: readonly Problem[];
  /** The pictures that are left to the next build, or null. */
  readonly waiting: WaitingPictures | null;
  /** The duration of each stage. */
  readonly timings: readonly { readonly stage: string; readonly ms: number }[];
  /** The sources of the templates, absolute; null unless the templates were prepared without a problem. */
  readonly templateFiles: readonly string[] | null;
  /** For the next build in this process; null when it has to start from the cache. */
  readonly memory: BuildMemory | null;
}

/** The results of a build that the next one in the same process can reuse. */
export interface BuildMemory {
  readonly state: cache.BuildState;
  /** Null for a build that had nothing to do. */
  readonly read: ReadSite | null;
  /** Null for a build that stopped before the plan stage. */
  readonly plan: OutputPlan | null;
}

type Outcome = Omit<BuildResult, 'timings' | 'known'>;
type EndStage = (stage: string) => void;

/** Builds the site; `memory` is that of the last build. Never throws for what the author wrote. */
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
    return { ...stop([describeFailure(error, request)]), known: [], timings };
  }
}

/** Makes a problem of an error of the system, at the author's file if it is one; throws any other. */
function describeFailure(error: unknown, { root, outDir }: BuildRequest): Problem {
  if (error instanceof BuildStop) return error.problem;
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const own = relative(root, path).split(sep).join('/');
  const isOfAuthor = /^(content|templates)(\/|$)/.test(own);
  return isOfAuthor ? fileUnreadable(own, code) : outputFailed(error, outDir);
}

/**
 * Refuses folders that cannot be built, and returns the last result if it is up to date. Otherwise locks the
 * output folder and runs all other stages.
 */
async function check(
  request: BuildRequest,
  listener: BuildListener,
  memory: BuildMemory | null,
  end: EndStage,
): Promise<Outcome & Pick<BuildResult, 'known'>> {
  const { root, outDir, cacheDir, homeDir, program } = request;
  let refused = checkRoot(root);
  if (refused.length === 0) refused = checkOutFolder(outDir, root, homeDir);
  const missing = refused.length === 0 ? findMissing(root) : [];
  if (missing.some(({ code }) => code === 'content-missing')) refused = missing;
  if (refused.length > 0) return { ...stop(refused), known: [] };
  removeLeftovers(cacheDir);
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const last = cache.readBuildState(cacheFile, program, memory?.state ?? null);
  const known = last.result?.problems ?? [];
  const result =
    request.changed === null && missing.length === 0
      ? cache.findCurrentResult(last, keyOfRequest(request), request.now, root, outDir)
      : null;
  end('check');
  if (result !== null) {
    const commit = { written: 0, unchanged: last.outputs.size, removed: 0 };
    const { report, problems } = result;
    const kept = last === memory?.state ? memory : { state: last, read: null, plan: null };
    const nothing = { site: null, waiting: null, templateFiles: null };
    return { ...nothing, report, commit, problems, known, memory: kept };
  }
  const run = async (state: cache.BuildState) => {
    // `changed` is relative to the build in memory; without that build every file is checked.
    const kept = state === memory?.state ? memory : null;
    const asked = { ...request, changed: kept && request.changed };
    const read = await readSite(asked, listener, state, kept?.read ?? null, missing, end);
    const outcome = await publishSite(read, listener, state, kept?.plan ?? null, end);
    return { ...outcome, known };
  };
  // A site without site.yaml is only checked: nothing is written, not even a lock.
  if (missing.length > 0) return run(last);
  const lock = lockOutput(cacheDir, outDir);
  if ('problem' in lock) return { ...stop([lock.problem]), known: [] };
  try {
    // Another build may have changed the state since it was read.
    return await run(cache.readBuildState(cacheFile, program, last));
  } finally {
    lock.release();
  }
}

/** The parsed and derived site, before anything is rendered. */
interface ReadSite {
  readonly request: BuildRequest;
  readonly inputs: InputStates;
  readonly settings: ReturnType<typeof readOptional>;
  readonly addressFile: ReturnType<typeof readOptional>;
  readonly content: ReturnType<typeof readContent>;
  readonly config: ReturnType<typeof parseConfig>;
  readonly templates: Awaited<ReturnType<typeof prepareTemplates>>;
  readonly pictures: Awaited<ReturnType<typeof readPictures>>;
  readonly derived: SiteResult;
  /** Paths of the new essays that are left out for their errors. */
  readonly leftOut: ReadonlySet<string>;
  readonly reader: EssayReader;
  /** The edited essays, if nothing but essay texts changed since the last build; null otherwise. */
  readonly edited: ReadonlySet<string> | null;
  /** The content to cache for the next build. */
  readonly cached: cache.CachedContent;
  readonly problems: readonly Problem[];
}

/** Runs the stages read, parse and derive; `missing` are the problems of missing files. */
async function readSite(
  request: BuildRequest,
  listener: BuildListener,
  last: cache.BuildState,
  previous: ReadSite | null,
  missing: readonly Problem[],
  end: EndStage,
): Promise<ReadSite> {
  const { root, cacheDir, program } = request;
  const isSite = missing.length === 0;
  const clockMs = isSite ? readFileClock(cacheDir) : Number.POSITIVE_INFINITY;
  const changed = request.changed && new Set(request.changed);
  const inputs = new InputStates(root, clockMs, last.inputs, changed);
  const kept = previous !== null && isEssayEdit(previous, request, inputs) ? previous : null;
  for (const path of [CONFIG_PATH, ABOUT_PATH, ADDRESSES_PATH]) inputs.of(path);
  const known = last.readContent();
  const settings = kept?.settings ?? readOptional(root, CONFIG_PATH);
  const config = kept?.config ?? parseConfig(settings.value);
  const { followLinks } = config.value;
  // `changed` has the files that a session's watch reports, not their folders, so they are listed again.
  const isListed =
    changed === null &&
    known.listing?.followLinks === followLinks &&
    known.listing.folders.every(inputs.isUnchanged, inputs);
  const content = kept?.content ?? readContent(root, isListed ? known.listing : null, followLinks);
  const addressFile = kept?.addressFile ?? readOptional(root, ADDRESSES_PATH);
  const { essays: essayPaths, neighbours, publicFiles } = content.value.listing;
  const paths = [...essayPaths, ...content.value.pages];
  // The template compiler runs in a process of its own, while this one reads essays.
  const compile = () => prepareTemplates(request, config.value.socialImages);
  const templating = Promise.resolve(isSite ? (kept?.templates ?? compile()) : NO_TEMPLATES);
  // It may fail before it is waited for.
  templating.catch(() => {});
  end('read');

  const components = isSite ? listComponents(request, 'marks') : [];
  const parserConfig = pickParserConfig(config.value, components);
  const parser = { config: parserConfig, markdown: await loadMarkdownEngine() };
  const reader = new EssayReader(root, parser);
  const key = digest(JSON.stringify([program, parser.config]));
  const tellEssay = (done: number, total: number) => listener.onProgress('reading', done, total);
  const cachedEssays = known.key === key ? known.essays : {};
  const essays = await reader.readAll(paths, cachedEssays, inputs, tellEssay);
  const leftOut = new Set<string>();
  const ownProblems = Object.values(essays.value).flatMap((each) => each.problems);
  const all = Object.values(essays.value).map(({ essay }) => essay);
  const listParsed = () => all.filter(({ path }) => !leftOut.has(path));
  const facts = { previous, addressFile: addressFile.value, essays: essayPaths.length };
  const { leaveOut, soften } = makeLeaveOut(request.leavesOut, facts, leftOut);
  leaveOut(ownProblems);
  const parsed = listParsed();
  end('parse');

  const edits = kept === null ? [] : listEdits(kept, essays.value);
  const updated = kept && updateSite(kept.derived, edits);
  const edited = updated && new Set(edits.map(([{ path }]) => path));
  const own = [...neighbours, ...publicFiles];
  const linked = () => findLinkedFiles(parsed, own, config.value);
  const tellPicture = (done: number, total: number) => listener.onProgress('pictures', done, total);
  const isHurried = () => listener.isHurried?.() === true;
  const pictures =
    kept !== null && updated !== null
      ? kept.pictures
      : await readPictures(linked(), known.pictures, inputs, request, tellPicture, isHurried);
  end('pictures');

  const derive = (among: readonly ParsedEssay[]) =>
    deriveSite({
      config: config.value,
      essays: among,
      pageTemplates: isSite ? listComponents(request, 'pages') : [],
      files: pictures.value,
      publicFiles,
      neighbours,
      ...request,
      // An essay that cannot be read is not gone.
      addressFile: hasErrors([...content.problems, ...essays.problems]) ? null : addressFile.value,
    });
  let derived = updated ?? derive(parsed);
  const late = updated === null ? leaveOut(derived.problems) : [];
  if (late.length > 0) derived = derive(listParsed());
  end('derive');

  const templates = await templating;
  end('templates');
  const isMisplaced = missing.some(({ code }) => code === 'essays-misplaced');
  const problems = [
    ...[...missing, ...settings.problems, ...content.problems, ...addressFile.problems],
    // An author who tries the site has no address yet.
    ...config.problems.filter(
      ({ code }) => code !== 'url-placeholder' || request.remembers === 'all',
    ),
    ...essays.problems,
    ...[...ownProblems, ...late].map(soften),
    ...joinParts(Object.values(essays.value)),
    ...(essayPaths.length === 0 && !isMisplaced ? [essaysNone()] : []),
    ...reportUnread(neighbours, pictures.value),
    ...[pictures, derived, templates].flatMap((part) => part?.problems ?? []),
  ];
  const listing = hasErrors(content.problems) ? null : content.value.listing;
  const scaled = Object.fromEntries(pictures.value);
  const cached = { key, listing, essays: essays.value, pictures: scaled };
  const parts = { settings, content, config, addressFile, templates, pictures, derived, leftOut };
  return { request, inputs, edited, reader, cached, problems, ...parts };
}

/** True if only essays were edited since the last build, and the derived site has not expired. */
function isEssayEdit(
  { request: last, content, derived, leftOut }: ReadSite,
  request: BuildRequest,
  inputs: InputStates,
): boolean {
  const { changed, now } = request;
  if (changed === null || keyOfRequest(last) !== keyOfRequest(request)) return false;
  if (leftOut.size > 0 || now < last.now || now >= derived.value.validUntil) return false;
  const { essays } = content.value.listing;
  return changed.every((path) => essays.includes(path) && inputs.of(path) !== '');
}

/** Each edited essay, before and after. */
function listEdits({ cached }: ReadSite, essays: CachedEssays) {
  return Object.values(essays).flatMap((is) => {
    const was = cached.essays[is.essay.path];
    return was === undefined || was === is ? [] : [[was.essay, is.essay] as const];
  });
}

/** Describes broken links and similar tags, each at its place in the file. */
function tellLinks(links: readonly PlacedLink[], read: ReadSite): Problem[] {
  const { request, reader, cached, derived, config } = read;
  const isIgnored = ignoreLinks(config.value.ignoreLinks);
  const told = links.filter(({ link }) => !isIgnored(link.written));
  const broken = [...groupBySource(told)].flatMap(([path, group]) => {
    const { value: file, problem } = readFile(request.root, path);
    const format = cached.essays[path]?.essay.format ?? 'markdown';
    return file ? describeBrokenLinks(group, file, format, reader.parser) : [problem];
  });
  const similar = derived.similarTags.map((each) => {
    const { value: file, problem } = readFile(request.root, each.source);
    return file ? describeSimilarTag(each, decodeSource(file).text) : problem;
  });
  return [...broken, ...similar];
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
  const { waiting } = read.pictures;
  const { outDir, cacheDir, program, isStrict } = request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const site = derived.value;
  const report = describeSite(site);
  const templateFiles = templates.value?.files ?? null;
  let plan: OutputPlan | null = null;
  const save = (build: Pick<cache.BuildState, 'result' | 'outputs'>): BuildMemory | null => {
    if (listener.onPreview) return null;
    const state = { ...build, inputs: inputs.list() };
    const withBodies = (): cache.CachedContent => {
      const inFeeds = selectForFeeds(site.essays, site.config).map(({ source }) => source);
      const essays = reader.addBodies(read.cached.essays, new Set(inFeeds));
      return { ...read.cached, essays };
    };
    const saved =
      request.changed === null
        ? cache.writeBuildState(cacheFile, program, state, withBodies())
        : cache.keepBuildState(cacheFile, state, read.cached);
    return { state: saved, read, plan };
  };
  const stopWith = (problems: readonly Problem[]): Outcome => {
    const { outputs } = last;
    const memory = templates === NO_TEMPLATES ? null : save({ result: null, outputs });
    return { ...stop(sortProblems(problems)), site, report, waiting, templateFiles, memory };
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
  const isPreview = listener.onPreview !== undefined;
  const folder = stops
    ? null
    : new OutputFolder(outDir, cacheDir, last.outputs, inputs.clockMs, isTrusted, isPreview);
  try {
    const isNew = ({ path, key }: Output) =>
      folder === null ? last.outputs.get(path)?.[0] !== key : !folder.plan(path, key);
    end('plan');
    const missing = plan.value.filter(isNew);
    const { value: prepared } = templates;
    const found = await renderOutputs(missing, site, prepared, reader, folder, request, listener);
    end('render');
    const undrawn = found.find(({ code }) => code === 'cards-undrawn');
    if (undrawn !== undefined) {
      return await publishSite(dropCards(read, undrawn), listener, last, null, end);
    }

    const rendered = [...planned, ...found];
    // A build that fails has not rendered the pages in which anchors are looked up.
    const open = hasErrors(rendered, isStrict) ? [] : derived.openLinks;
    const unfound = findMissingAnchors(open, (path) => folder?.readPage(path) ?? null);
    const problems = [...rendered, ...tellLinks([...derived.brokenLinks, ...unfound], read)];
    end('links');
    if (folder === null || hasErrors(problems, isStrict)) return stopWith(problems);
    if (listener.onPreview) {
      listener.onPreview(folder.compare(), site.config.url);
      return { ...stop(sortProblems(problems)), site, report };
    }

    let notices: readonly Problem[] = [];
    const written = folder.commit((added) => {
      if (added.length > 0) cache.recordAdded(cacheFile, program, last, added);
      notices = saveAddresses(read);
    });
    const all = sortProblems([...problems, ...notices, ...written.problems]);
    end('write');
    if (written.value === null) return stopWith(all);
    const memory = save(describeOutput(folder, read, request, report, all));
    if (request.changed === null) removeUnused(plan.value, read, cacheDir);
    end('save');
    const commit = written.value;
    return { site, report, commit, problems: all, waiting, templateFiles, memory };
  } finally {
    folder?.close();
  }
}

/**
 * Writes the address of one essay into content/addresses.txt, as the next build would. Returns its URL; null if
 * the essay is not published, or has none.
 */
export async function recordAddress(request: BuildRequest, path: string): Promise<string | null> {
  const { root, outDir, cacheDir, program } = request;
  const last = cache.readBuildState(cache.cacheFileOf(cacheDir, outDir), program, null);
  const listener = { onProgress() {}, onPage() {}, isHurried: () => true };
  const read = await readSite(request, listener, last, null, [], () => {});
  const { derived, addressFile } = read;
  const slug = derived.value.essays.find((essay) => essay.source === path)?.slug;
  if (slug === undefined || slug === '') return null;
  const lines = new Map(
    parseAddresses(addressFile.value).value.map((line) => [line.address, line]),
  );
  for (const [address, line] of derived.addresses) if (line.file === path) lines.set(address, line);
  const before = addressFile.value?.bytes ?? null;
  replaceKeptFile(join(root, ADDRESSES_PATH), before, formatAddresses(lines), cacheDir);
  return toAbsoluteUrl(derived.value.urls, essayPath(slug));
}

/** Writes the new lines of content/addresses.txt; returns what the author must know of it. */
function saveAddresses({ request, inputs, addressFile, derived }: ReadSite): Problem[] {
  if (derived.newAddresses === null) return [];
  const { root, cacheDir, isCI } = request;
  const [file, before] = [join(root, ADDRESSES_PATH), addressFile.value?.bytes ?? null];
  const isWritten = replaceKeptFile(file, before, derived.newAddresses, cacheDir);
  if (isWritten) inputs.retake(ADDRESSES_PATH);
  const message = 'There are published addresses here that are not committed';
  const hint = 'Build on your own machine as well, and commit the file, or they will be forgotten.';
  const place = wholeFile(ADDRESSES_PATH);
  return isCI ? [makeProblem('addresses-uncommitted', place, message, hint)] : [];
}

/** The same site where no card can be drawn. */
function dropCards(read: ReadSite, notice: Problem): ReadSite {
  const { value } = read.templates;
  const templates = { value: value && { ...value, card: null }, problems: [notice] };
  return { ...read, templates, problems: [...read.problems, notice] };
}

const NO_TEMPLATES = { value: null, problems: [] };

/** Describes the output folder and the result in it, for the next build. */
function describeOutput(
  folder: OutputFolder,
  { inputs, content, templates, derived, pictures }: ReadSite,
  request: BuildRequest,
  report: cache.SiteReport,
  problems: readonly Problem[],
): Pick<cache.BuildState, 'result' | 'outputs'> {
  for (const path of content.value.listing.publicFiles) inputs.of(path);
  for (const path of [...content.value.listing.folders, ...(templates.value?.inputs ?? [])]) {
    inputs.takeLate(path);
  }
  const clockMs = readFileClock(request.cacheDir);
  const outputs = folder.listWritten(clockMs);
  // The next build in this process is told what has changed and checks nothing else.
  if (request.changed !== null) return { result: null, outputs };
  // Foreign files are reported only once, and a package may be installed before the next build.
  const isPassing = derived.isPassing || problems.some(({ code }) => PASSING.includes(code));
  if (isPassing || pictures.waiting !== null) return { result: null, outputs };
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

/** Problems that may be gone in the next build even if no input has changed. */
const PASSING = [...FOREIGN, 'images-unscaled', 'cards-undrawn', 'addresses-uncommitted'];

/** Digests the parameters that affect the result, apart from files and the clock. */
function keyOfRequest(request: BuildRequest): string {
  const { root, outDir, packageRoot, program } = request;
  const { showDrafts, isStrict, remembers, forgets, host } = request;
  const flags = [showDrafts, isStrict, remembers, forgets, host];
  return digest(JSON.stringify([root, outDir, packageRoot, program, ...flags]));
}

/** Removes what the site no longer uses from the cache: pictures, cards and compiled templates. */
function removeUnused(
  outputs: readonly Output[],
  { pictures, inputs, templates }: ReadSite,
  cacheDir: string,
): void {
  const sets = [...pictures.value.values()].flatMap(({ variants }) => Object.values(variants));
  const variants = sets.flatMap((set) => set.variants.map(({ file }) => file));
  const cards = outputs.map(({ key }) => key);
  const set = basename(dirname(templates.value?.script ?? ''));
  for (const folder of ['pictures', 'cards', 'templates']) {
    cache.removeUnused(join(cacheDir, folder), [...variants, ...cards, set], inputs.clockMs);
  }
}

/** Collects what outputs depend on besides the site. */
function describePlan(
  { request: { root, program, host }, inputs }: ReadSite,
  templates: PreparedTemplates,
): PlanContext {
  const readOwn = (name: string) => {
    const path = `${PUBLIC_FOLDER}/${name}`;
    if (inputs.of(path) === '') return '';
    const { value, problem } = readFile(root, path);
    if (problem !== null) throw new BuildStop(problem);
    return Buffer.from(value.bytes).toString();
  };
  return {
    program,
    templates,
    ownRedirects: readOwn(REDIRECTS_OUTPUT),
    ownHeaders: readOwn(HEADERS_OUTPUT),
    host,
    stateOf: (path) => inputs.of(path),
  };
}

/** Counts the essays and drafts for the report to the author. */
function describeSite(site: Site): cache.SiteReport {
  return {
    essays: site.essays.length,
    pages: site.pages.filter(({ address }) => address !== ABOUT_ADDRESS).length,
    draftsShown: site.essays.filter((essay) => essay.draft).length,
    draftsLeftOut: site.draftCount,
    futureLeftOut: site.futureCount,
    url: site.config.url,
  };
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, and the home page says so';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}

function stop(problems: readonly Problem[]): Outcome {
  const nothing = { site: null, report: null, commit: null, waiting: null, templateFiles: null };
  return { ...nothing, problems, memory: null };
}
