/**
 * The stages of a build: read → parse → derive in `readSite`, plan → render → write → save in `publishSite`.
 *
 * Every stage returns its value and its problems, and reuses results of the last build wherever nothing they
 * depend on has changed; the outcome equals that of a clean build.
 */
import { basename, dirname, join } from 'node:path';
import { parseConfig } from '../essays/config.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay.ts';
import * as sources from '../essays/files.ts';
import { findLinkedFiles } from '../essays/images.ts';
import { readSiteWords, type SiteWords } from '../essays/inline.ts';
import * as paths from '../essays/paths.ts';
import { replaceRecord } from '../files/author-files.ts';
import { InputStates, readFileClock } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { readCommitted } from '../files/git.ts';
import { loadMarkdownEngine } from '../markdown/markdown.ts';
import {
  groupBy,
  hasErrors,
  joinParts,
  makeProblem,
  type Problem,
  sortProblems,
  wholeFile,
} from '../problems/problems.ts';
import { selectForFeeds } from '../render/feeds.ts';
import { type Output, type OutputPlan, planOutputs, updatePlan } from '../render/outputs.ts';
import { listServicePaths } from '../render/service-files.ts';
import { formatAddresses, parseAddresses } from '../site/addresses.ts';
import * as brokenLinks from '../site/broken-links.ts';
import type { PlacedLink } from '../site/links.ts';
import { findLeftOut, type KnownEssays, softenProblem } from '../site/published.ts';
import { deriveSite, type Site, type SiteResult, updateSite } from '../site/site.ts';
import { describeSimilarTag } from '../site/suggestions.ts';
import * as urls from '../site/urls.ts';
import { decodeSource } from '../text/text.ts';
import { listComponents } from '../theme/template-files.ts';
import { type PreparedTemplates, prepareTemplates } from '../theme/templates.ts';
import * as cache from './cache.ts';
import { doAlone } from './out-folder.ts';
import * as copies from './pictures.ts';
import { type RenderListener, renderOutputs } from './render.ts';
import { mergeRootPaths, tellRootPaths } from './root-paths.ts';
import { FOREIGN, type OutputChanges, OutputFolder, type WriteCounts } from './write.ts';

/** The parameters of a build. Folders are absolute. */
export interface BuildRequest extends cache.BuildParameters {
  /** The cache of builds; may be deleted at any time. */
  readonly cacheDir: string;
  readonly homeDir: string;
  /** True on a CI machine, which keeps no file that is not committed. */
  readonly isCI: boolean;
  /** True for a build that publishes nothing: into another folder than usual, or with a clock that is ahead. */
  readonly isTrial: boolean;
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
export interface BuildListener extends RenderListener, copies.PictureListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /**
   * Receives the changes that the build would make, instead of the write and save stages: nothing is written or
   * recorded. Not called when the output is up to date.
   */
  onPreview?(changes: OutputChanges, siteUrl: string): void;
  /** Selects the files for which problems that are reported once for all files are reported; null for all. */
  readonly selects?: ((path: string) => boolean) | null;
}

/** The outcome of the stages. */
export interface Outcome {
  /** Null when the build stopped before the site was known, or found the output up to date. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: cache.SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: WriteCounts | null;
  readonly problems: readonly Problem[];
  /** The pictures left for the next build, or null. */
  readonly waiting: copies.WaitingPictures | null;
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

type EndStage = (stage: string) => void;

/** The files of a site besides its essays, and the listing of its content. */
interface SiteFiles {
  readonly settings: ReturnType<typeof sources.readOptional>;
  readonly config: ReturnType<typeof parseConfig>;
  readonly content: ReturnType<typeof sources.readContent>;
  readonly addressFile: ReturnType<typeof sources.readOptional>;
  /** The author's own `_redirects` and `_headers`. */
  readonly redirects: ReturnType<typeof sources.readOptional>;
  readonly headers: ReturnType<typeof sources.readOptional>;
}

/** The parsed and derived site, before anything is rendered. */
interface ReadSite {
  readonly request: BuildRequest;
  readonly inputs: InputStates;
  readonly files: SiteFiles;
  readonly templates: Awaited<ReturnType<typeof prepareTemplates>>;
  readonly pictures: copies.SitePictures;
  readonly derived: SiteResult;
  /** Paths of the new essays that are left out for their errors. */
  readonly leftOut: ReadonlySet<string>;
  readonly reader: sources.EssayReader;
  /** The edited essays, if nothing but essay texts changed since the last build; null otherwise. */
  readonly edited: ReadonlySet<string> | null;
  /** The content to cache for the next build. */
  readonly cached: cache.CachedContent;
  readonly problems: readonly Problem[];
}

/** Runs the stages read, parse and derive; `missing` are the problems of missing files. */
export async function readSite(
  request: BuildRequest,
  listener: BuildListener,
  last: cache.BuildState,
  previous: ReadSite | null,
  missing: readonly Problem[],
  end: EndStage,
): Promise<ReadSite> {
  const isSite = missing.length === 0;
  const clockMs = isSite ? readFileClock(request.cacheDir) : Number.POSITIVE_INFINITY;
  const changed = request.changed && new Set(request.changed);
  const inputs = new InputStates(request.root, clockMs, last.inputs, changed);
  const kept = previous !== null && isEssayEdit(previous, request, inputs) ? previous : null;
  for (const path of OPTIONAL) inputs.of(path);
  const known = last.readContent();
  const files = kept?.files ?? readFiles(request, inputs, known.listing);
  const { listing } = files.content.value;
  // The template compiler runs in a process of its own, while this one reads essays.
  const compile = () => prepareTemplates(request, files.config.value.socialImages);
  const compiling = Promise.resolve(isSite ? (kept?.templates ?? compile()) : NO_TEMPLATES);
  // It may reject before it is awaited.
  compiling.catch(() => {});
  end('read');

  const { reader, key, essays } = await parseEssays(request, listener, files, inputs, known);
  const found = Object.values(essays.value);
  const ownProblems = found.flatMap((each) => each.problems);
  const leaveOut = (problems: readonly Problem[], already: ReadonlySet<string>) => {
    if (!request.leavesOut || !hasErrors(problems)) return already;
    const known = listKnownEssays(previous, files);
    return findLeftOut(problems, already, known, listing.essays.length);
  };
  let leftOut = leaveOut(ownProblems, new Set());
  const listParsed = () => found.flatMap(({ essay }) => (leftOut.has(essay.path) ? [] : [essay]));
  end('parse');

  const edits = kept === null ? [] : listEdits(kept, essays.value);
  const updated = kept && updateSite(kept.derived, edits);
  const own = [...listing.neighbours, ...listing.publicFiles];
  const linked = () => findLinkedFiles(listParsed(), own, files.config.value);
  const measured =
    kept !== null && updated !== null
      ? kept.pictures
      : copies.measurePictures(linked(), known.pictures, inputs, request);

  // An essay that cannot be read must not count as gone.
  const isWhole = !hasErrors([...files.content.problems, ...essays.problems]);
  const { words, config } = readSiteWords(files.config.value, reader.parser.markdown);
  const derive = () =>
    deriveSite(
      {
        words,
        config,
        essays: listParsed(),
        pageTemplates: listComponents(request, 'pages'),
        linkable: {
          files: measured.value,
          publicFiles: listing.publicFiles,
          neighbours: listing.neighbours,
          services: listServicePaths(),
        },
        addressFile: isWhole ? files.addressFile.value : null,
      },
      { showDrafts: request.showDrafts, now: request.now },
      {
        remembers: request.remembers,
        forgets: request.forgets,
        now: request.now,
        readCommitted: () => readCommittedAddresses(request.root),
      },
      known.related,
    );
  let derived = updated ?? derive();
  const all = updated === null ? leaveOut(derived.problems, leftOut) : leftOut;
  const isLate = ({ severity, file }: Problem) => severity === 'error' && all.has(file);
  const late = all === leftOut ? [] : derived.problems.filter(isLate);
  if (all !== leftOut) {
    leftOut = all;
    derived = derive();
  }
  end('derive');

  const templates = await compiling;
  end('templates');
  const early = [
    ...missing,
    ...Object.values(files).flatMap((file) => file.problems),
    ...essays.problems,
    ...[...ownProblems, ...late].map((problem) => softenProblem(problem, leftOut)),
  ];
  // Copies of pictures can take minutes, and a build that fails does without them.
  const refused = [...early, ...measured.problems, ...derived.problems, ...templates.problems];
  const pictures =
    measured.isScaled || hasErrors(refused, request.isStrict)
      ? measured
      : await copies.scalePictures(measured, request, listener);
  const hasCopies = pictures.jobs.length < measured.jobs.length;
  if (hasCopies) derived = derive();
  const edited = updated && !hasCopies ? new Set(edits.map(([{ path }]) => path)) : null;
  end('pictures');
  const told = [
    ...early,
    ...joinParts(found.filter(({ essay }) => listener.selects?.(essay.path) ?? true)),
    ...(isSite && listing.essays.length === 0 ? [essaysNone()] : []),
    ...describeWords(words, files, reader.parser),
    ...sources.reportUnread(isSite ? listing.misplaced : [], pictures.value),
    ...sources.reportUnread(listing.neighbours, pictures.value),
    ...[pictures, derived, templates].flatMap((part) => part.problems),
  ];
  // While a title may be unreadable, nothing is known to have moved.
  const problems = hasErrors(told) ? told.filter(({ code }) => code !== 'address-moved') : told;
  const cached = {
    key,
    listing: hasErrors(files.content.problems) ? null : listing,
    essays: essays.value,
    pictures: Object.fromEntries(pictures.value),
    related: derived.related,
  };
  const parts = { files, templates, pictures, derived, leftOut };
  return { request, inputs, edited, reader, cached, problems, ...parts };
}

/** Lists the essays that are not new: those of the last build of the session, or those that were published. */
function listKnownEssays(previous: ReadSite | null, { addressFile }: SiteFiles): KnownEssays {
  const lines = previous === null ? parseAddresses(addressFile.value).value : [];
  return {
    published: new Set(lines.map(({ file }) => file)),
    last: previous && {
      leftOut: previous.leftOut,
      read: new Set(Object.keys(previous.cached.essays)),
    },
  };
}

/** Describes the faults of links and pictures in the texts of the settings. */
function describeWords(
  { intro, callToAction, footer }: SiteWords,
  { settings }: SiteFiles,
  parser: EssayParser,
): Problem[] {
  const faults = [intro, callToAction, footer].flatMap((text) => text?.faults ?? []);
  if (settings.value === null || faults.length === 0) return [];
  const locate = brokenLinks.locateLinks(settings.value, 'markdown', parser);
  return faults.map(({ code, message, hint, written }) =>
    makeProblem(code, locate(written), message, hint),
  );
}

const REDIRECTS_PATH = `${paths.PUBLIC_FOLDER}/${urls.REDIRECTS_OUTPUT}`;
const HEADERS_PATH = `${paths.PUBLIC_FOLDER}/${urls.HEADERS_OUTPUT}`;
/** Files of the site that may be missing. */
const OPTIONAL = [
  paths.CONFIG_PATH,
  paths.ABOUT_PATH,
  paths.ADDRESSES_PATH,
  REDIRECTS_PATH,
  HEADERS_PATH,
];

/** Reads the files of the site besides its essays; `listed` is the last listing of its content. */
function readFiles(
  { root, changed, remembers }: BuildRequest,
  inputs: InputStates,
  listed: sources.ContentListing | null,
): SiteFiles {
  const settings = sources.readOptional(root, paths.CONFIG_PATH);
  const { value, problems } = parseConfig(settings.value);
  // An author who only tries the site out has no URL yet.
  const told = problems.filter(({ code }) => code !== 'url-placeholder' || remembers === 'all');
  // `changed` names files, not folders, so the folders are listed again whenever it is given.
  const isListed =
    changed === null &&
    listed?.followLinks === value.followLinks &&
    listed.folders.every(inputs.isUnchanged, inputs);
  const content = sources.readContent(root, isListed ? listed : null, value.followLinks);
  // A symlink out of content/ is skipped; `readContent` reports it.
  const readOwn = (path: string) =>
    content.value.listing.outside.includes(path)
      ? { value: null, problems: [] }
      : sources.readOptional(root, path);
  return {
    settings,
    config: { value, problems: told },
    content,
    addressFile: sources.readOptional(root, paths.ADDRESSES_PATH),
    redirects: readOwn(REDIRECTS_PATH),
    headers: readOwn(HEADERS_PATH),
  };
}

/** Parses the essays and pages that have changed since they were cached. */
async function parseEssays(
  request: BuildRequest,
  listener: BuildListener,
  { config, content }: SiteFiles,
  inputs: InputStates,
  known: cache.CachedContent,
) {
  const parserConfig = pickParserConfig(config.value, listComponents(request, 'marks'));
  const parser = { config: parserConfig, markdown: await loadMarkdownEngine() };
  const reader = new sources.EssayReader(request.root, parser);
  const key = digest(JSON.stringify([request.program, parserConfig]));
  const cached = known.key === key ? known.essays : {};
  const { listing, pages } = content.value;
  const tell = (done: number, total: number) => listener.onProgress('reading', done, total);
  const essays = await reader.readAll([...listing.essays, ...pages], cached, inputs, tell);
  return { reader, key, essays };
}

/** True if only essays were edited since the last build, and the derived site has not expired. */
function isEssayEdit(
  { request: last, files, derived, leftOut }: ReadSite,
  request: BuildRequest,
  inputs: InputStates,
): boolean {
  const { changed, now } = request;
  if (changed === null || cache.keyOfRequest(last) !== cache.keyOfRequest(request)) return false;
  if (leftOut.size > 0 || now < last.now || now >= derived.value.validUntil) return false;
  const { essays } = files.content.value.listing;
  return changed.every((path) => essays.includes(path) && inputs.of(path) !== '');
}

/** Each edited essay, before and after. */
function listEdits({ cached }: ReadSite, essays: sources.CachedEssays) {
  return Object.values(essays).flatMap((is) => {
    const was = cached.essays[is.essay.path];
    return was === undefined || was.essay === is.essay ? [] : [[was.essay, is.essay] as const];
  });
}

/** Runs the stages plan, render, write and save. */
export async function publishSite(
  read: ReadSite,
  listener: BuildListener,
  last: cache.BuildState,
  lastPlan: OutputPlan | null,
  end: EndStage,
): Promise<Outcome> {
  const { request, inputs, derived, reader } = read;
  const { value: site } = derived;
  const { value: templates } = read.templates;
  const isFailure = (problems: readonly Problem[]) => hasErrors(problems, request.isStrict);
  const plan = templates && planSite(read, templates, lastPlan);
  const planned = [...read.problems, ...(plan?.problems ?? [])];
  const folder = isFailure(planned)
    ? null
    : new OutputFolder(request, last.outputs, inputs.clockMs);
  try {
    const isNew = ({ path, key }: Output) =>
      folder === null ? last.outputs.get(path)?.[0] !== key : !folder.plan(path, key);
    end('plan');
    const rootPaths = new Map<string, readonly string[]>();
    const rendering = templates && { ...request, site, templates, reader, folder, rootPaths };
    const found =
      rendering && plan ? await renderOutputs(plan.value, isNew, rendering, listener) : [];
    end('render');
    const undrawn = found.find(({ code }) => code === 'cards-undrawn');
    if (undrawn) return await publishSite(dropCards(read, undrawn), listener, last, null, end);

    const rendered = [...planned, ...found];
    // A build that fails has not rendered the pages in which anchors are looked up.
    const open = isFailure(rendered) ? [] : derived.openLinks;
    const unfound = brokenLinks.findMissingAnchors(open, (path) => folder?.readPage(path) ?? null);
    const paths = templates?.hasOwn ? mergeRootPaths(last.rootPaths, rootPaths, site) : {};
    const problems = [
      ...rendered,
      ...tellLinks([...derived.brokenLinks, ...unfound], read),
      ...(plan && templates?.hasOwn ? tellRootPaths(paths, plan.value, templates, derived) : []),
    ];
    end('links');

    const isGood = folder !== null && !isFailure(problems);
    if (isGood) listener.onPreview?.(folder.compare(), site.config.url);
    const isPreview = listener.onPreview !== undefined;
    const written = isGood && !isPreview ? writeSite(folder, read, last) : NOT_WRITTEN;
    const all = sortProblems([...problems, ...written.problems]);
    end('write');
    const isSaved = read.templates !== NO_TEMPLATES && !isPreview;
    const state = isSaved ? saveBuild(written.value && folder, read, last, plan, all, paths) : null;
    end('save');
    return {
      site,
      report: cache.describeSite(site),
      commit: written.value,
      problems: all,
      waiting: read.pictures.waiting,
      templateFiles: templates?.files ?? null,
      memory: state && { state, read, plan },
    };
  } finally {
    folder?.close();
  }
}

/** Plans the outputs, or updates the last plan where only texts of essays were edited. */
function planSite(
  { request, inputs, files, derived, edited }: ReadSite,
  templates: PreparedTemplates,
  last: OutputPlan | null,
): OutputPlan {
  const context = {
    ...request,
    templates,
    ownRedirects: textOf(files.redirects),
    ownHeaders: textOf(files.headers),
    stateOf: (path: string) => inputs.of(path),
  };
  return edited !== null && last !== null
    ? updatePlan(last, derived.value, context, edited)
    : planOutputs(derived.value, context);
}

const NOT_WRITTEN = { value: null, problems: [] };

/** Moves the rendered files into the output folder, and writes the new addresses. */
function writeSite(folder: OutputFolder, read: ReadSite, last: cache.BuildState) {
  const { outDir, cacheDir, program } = read.request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const notices: Problem[] = [];
  const { value, problems } = folder.commit((added) => {
    if (added.length > 0) cache.recordAdded(cacheFile, program, last, added);
    notices.push(...saveAddresses(read));
  });
  return { value, problems: [...notices, ...problems] };
}

/** Saves the state for the next build; `folder` is null where nothing was written. */
function saveBuild(
  folder: OutputFolder | null,
  read: ReadSite,
  last: cache.BuildState,
  plan: OutputPlan | null,
  problems: readonly Problem[],
  rootPaths: cache.RootPaths,
): cache.BuildState {
  const { request, inputs, cached, reader, derived } = read;
  const { outDir, cacheDir, program, changed } = request;
  const cacheFile = cache.cacheFileOf(cacheDir, outDir);
  const output = folder && describeOutput(folder, read, problems);
  const kept = { result: null, outputs: last.outputs, rootPaths: last.rootPaths };
  const outcome = output === null ? kept : { ...output, rootPaths };
  const state = { ...outcome, inputs: inputs.list() };
  if (changed !== null) return cache.keepBuildState(cacheFile, state, cached);
  const { essays, config } = derived.value;
  const inFeeds = new Set(selectForFeeds(essays, config).map(({ source }) => source));
  const content = { ...cached, essays: reader.addBodies(cached.essays, inFeeds) };
  const saved = cache.writeBuildState(cacheFile, program, state, content);
  if (folder !== null && plan !== null) removeUnused(plan.value, read);
  return saved;
}

function textOf({ value }: ReturnType<typeof sources.readOptional>): string {
  return value === null ? '' : Buffer.from(value.bytes).toString();
}

/** Describes broken links and similar tags, each at its place in the file. */
function tellLinks(links: readonly PlacedLink[], read: ReadSite): Problem[] {
  const { request, reader, cached, derived, files } = read;
  const isIgnored = brokenLinks.ignoreLinks(files.config.value.ignoreLinks);
  const told = links.filter(({ link }) => !isIgnored(link.written));
  if (told.length === 0 && derived.similarTags.length === 0) return [];
  const { essays, pages } = derived.value;
  const published = new Set([...essays, ...pages].map(({ source }) => source));
  const others = Object.keys(cached.essays).filter((path) => !published.has(path));
  const heldBack = new Map(others.map((path) => [paths.splitFileName(path).name, path]));
  const broken = [...groupBy(told, ({ source }) => source)].flatMap(([path, group]) => {
    const { value: file, problem } = sources.readFile(request.root, path);
    const format = cached.essays[path]?.essay.format ?? 'markdown';
    if (file === null) return [problem];
    return brokenLinks.describeBrokenLinks(group, file, format, reader.parser, heldBack);
  });
  const similar = derived.similarTags.map((each) => {
    const { value: file, problem } = sources.readFile(request.root, each.source);
    return file ? describeSimilarTag(each, decodeSource(file).text) : problem;
  });
  return [...broken, ...similar];
}

/**
 * Writes the address of one essay into content/addresses.txt, as the next build would. Returns its URL; null if
 * the essay is not published, or has none.
 */
export async function recordAddress(request: BuildRequest, path: string): Promise<string | null> {
  const { outDir, cacheDir, program } = request;
  const last = cache.readBuildState(cache.cacheFileOf(cacheDir, outDir), program, null);
  const listener = { onProgress() {}, onPage() {}, isHurried: () => true };
  const read = await readSite(request, listener, last, null, [], () => {});
  const { value: site, addresses } = read.derived;
  const slug = site.essays.find((essay) => essay.source === path)?.slug;
  if (slug === undefined || slug === '') return null;
  const known = parseAddresses(read.files.addressFile.value).value;
  const own = [...addresses.values()].filter(({ file }) => file === path);
  const lines = new Map([...known, ...own].map((line) => [line.address, line]));
  // Another command has written its lines in the meantime; this one must be added to them.
  if (!writeAddresses(read, formatAddresses(lines))) return recordAddress(request, path);
  return urls.toAbsoluteUrl(site.urls, urls.essayPath(slug));
}

/** Writes content/addresses.txt; false where someone else has changed it since the build read it. */
function writeAddresses({ request, files }: ReadSite, text: string): boolean {
  const before = files.addressFile.value?.bytes ?? null;
  const { cacheDir } = request;
  const file = join(request.root, paths.ADDRESSES_PATH);
  return doAlone(cacheDir, file, () => replaceRecord(file, before, text, cacheDir));
}

/** The addresses in the last commit; null if git cannot tell. */
function readCommittedAddresses(root: string): ReadonlySet<string> | null {
  const text = readCommitted(root, paths.ADDRESSES_PATH, paths.CONFIG_PATH);
  if (text === null) return null;
  const { value } = parseAddresses({ path: paths.ADDRESSES_PATH, bytes: Buffer.from(text) });
  return new Set(value.map(({ address }) => address));
}

/** Writes the new lines of content/addresses.txt; on CI, reports that they have to be committed. */
function saveAddresses(read: ReadSite): Problem[] {
  const { newAddresses } = read.derived;
  if (newAddresses === null) return [];
  if (read.request.isTrial) return [addressesUnrecorded()];
  if (writeAddresses(read, newAddresses)) read.inputs.retake(paths.ADDRESSES_PATH);
  const message = 'There are published addresses here that are not committed';
  const hint = 'Build on your own machine as well, and commit the file, or they will be forgotten.';
  const place = wholeFile(paths.ADDRESSES_PATH);
  return read.request.isCI ? [makeProblem('addresses-uncommitted', place, message, hint)] : [];
}

function addressesUnrecorded(): Problem {
  const message = 'This build has changed addresses that it does not record';
  const hint = 'Before you publish, run `blog build` without `--out`, by the clock of the day.';
  return makeProblem('addresses-unrecorded', wholeFile(paths.ADDRESSES_PATH), message, hint);
}

/** Returns the same site without cards, for a machine that cannot draw them. */
function dropCards(read: ReadSite, notice: Problem): ReadSite {
  const { value } = read.templates;
  const templates = { value: value && { ...value, card: null }, problems: [notice] };
  return { ...read, templates, problems: [...read.problems, notice] };
}

const NO_TEMPLATES = { value: null, problems: [] };

/** Describes the output folder and the result in it, for the next build. */
function describeOutput(
  folder: OutputFolder,
  { request, inputs, files, templates, derived, pictures }: ReadSite,
  problems: readonly Problem[],
): Pick<cache.BuildState, 'result' | 'outputs'> {
  const { publicFiles, folders } = files.content.value.listing;
  for (const path of publicFiles) inputs.of(path);
  for (const path of [...folders, ...(templates.value?.inputs ?? [])]) inputs.takeLate(path);
  // The build itself has changed the folder of the addresses.
  if (derived.newAddresses !== null && !request.isTrial)
    inputs.retake(dirname(paths.ADDRESSES_PATH));
  const clockMs = readFileClock(request.cacheDir);
  const outputs = folder.listWritten(clockMs);
  // The next build in this process is given the changed paths and checks nothing else.
  const isTold = request.changed !== null;
  const isPassing = derived.isPassing || problems.some(({ code }) => PASSING.includes(code));
  if (isTold || isPassing || pictures.waiting !== null) return { result: null, outputs };
  const result = {
    request: cache.keyOfRequest(request),
    validFrom: request.now,
    validUntil: derived.value.validUntil,
    folders: folder.listFolders(clockMs),
    report: cache.describeSite(derived.value),
    problems,
  };
  return { result, outputs };
}

/** Problems that can go away although no input has changed; foreign files, for example, are reported once. */
const PASSING = [
  ...FOREIGN,
  'images-unscaled',
  'cards-undrawn',
  'addresses-uncommitted',
  'addresses-unrecorded',
];

/** Removes what the site no longer uses from the cache: pictures, cards and compiled templates. */
function removeUnused(
  outputs: readonly Output[],
  { request, pictures, inputs, templates }: ReadSite,
): void {
  const sets = [...pictures.value.values()].flatMap(({ variants }) => Object.values(variants));
  const used = [
    ...sets.flatMap((set) => set.variants.map(({ file }) => file)),
    ...outputs.map(({ key }) => key),
    basename(dirname(templates.value?.script ?? '')),
  ];
  cache.removeUnused(request.cacheDir, used, inputs.clockMs);
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, and the home page says so';
  const hint = `Put the first into ${paths.ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(paths.CONFIG_PATH), message, hint);
}
