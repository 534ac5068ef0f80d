/**
 * The whole build on one screen: read → parse → derive → render → commit.
 *
 * Every stage returns a value and problems. All that can be found is found in one run, and the
 * output folder is not touched while there is one error. What an earlier build found out is taken
 * from it wherever nothing that it depends on has changed.
 */
import { parseAbout } from './content/about.ts';
import { parseConfig, type SiteConfig } from './content/config.ts';
import { type ParsedEssay, pickParserConfig } from './content/essay.ts';
import { findLinkedFiles } from './content/linked-files.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, PUBLIC_FOLDER } from './content/paths.ts';
import { type ContentFiles, keyOfListing, readContent, readFile } from './content/read.ts';
import { hasConfig } from './content/root.ts';
import { readFileClock } from './content/stamps.ts';
import type { SourceFile } from './content/text.ts';
import { forgetOtherCards } from './output/card-memory.ts';
import { type Commit, OutputFolder } from './output/commit.ts';
import { ContentMemory } from './output/content-memory.ts';
import { outputFailed } from './output/output-failed.ts';
import type { BuildBasis, RecordReading, SiteReport } from './output/record.ts';
import type { SettledStamp } from './output/stamp-table.ts';
import { VariantPacks } from './output/variant-packs.ts';
import { hasErrors, makeProblem, type Problem, sortProblems, wholeFile } from './problems.ts';
import { describeFeeds, planOutputs } from './render/output-files.ts';
import { findMissingAnchors } from './site/broken-links.ts';
import type { BrokenLinkIn } from './site/linker.ts';
import { encodePlacement } from './site/placement.ts';
import { deriveSite, type Site, type SiteResult } from './site/site.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT } from './site/urls.ts';
import type { StageTiming, StageWatch } from './stage-watch.ts';
import { Crew } from './workers/crew.ts';
import { FileKeys } from './workers/file-keys.ts';
import { gatherEssays } from './workers/gather-essays.ts';
import { gatherPictures } from './workers/gather-pictures.ts';
import { makeOutputs } from './workers/make-outputs.ts';
import { type PreparedTemplates, prepareTemplates } from './workers/prepare-templates.ts';
import { reportBrokenLinks } from './workers/report-links.ts';

/** What a build is told, but for whom it tells of its progress. */
export type SilentRequest = Omit<BuildRequest, 'onEssay' | 'onPicture' | 'onPage'>;

/** What a build is told. Folders are absolute. */
export interface BuildRequest {
  readonly root: string;
  readonly outDir: string;
  /** For what builds remember; may be deleted at any time. */
  readonly cacheDir: string;
  /** Where this program is installed, with its templates. */
  readonly packageRoot: string;
  /** The digest of this program: what another one remembers is not taken. */
  readonly program: string;
  readonly homeDir: string;
  readonly showDrafts: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** How many threads read and render essays. */
  readonly threads: number;
  /** Called after essays are read, pictures made, and pages rendered. */
  readonly onEssay: (done: number, total: number) => void;
  readonly onPicture: (done: number, total: number) => void;
  readonly onPage: (done: number, total: number) => void;
}

export interface BuildResult {
  /** Null when the build stopped before the site was known, or found that it still stands. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: Commit | null;
  readonly problems: readonly Problem[];
  readonly timings: readonly StageTiming[];
  /** The files that templates are made from, absolute; null when they were not looked at. */
  readonly templateFiles: readonly string[] | null;
}

/** What is known before the stages run. */
export interface LastBuild {
  /** What this build is asked for. */
  readonly asked: string;
  /** The record of the last one. */
  readonly known: RecordReading;
  /** Stamps of files that were found unchanged since then. */
  readonly unchanged: Iterable<readonly [path: string, SettledStamp]>;
  /** True when every output was found as it was written. */
  readonly isOutputWhole: boolean;
}

/** Runs the stages. */
export async function runPipeline(
  request: BuildRequest,
  last: LastBuild,
  watch: StageWatch,
): Promise<Omit<BuildResult, 'timings'>> {
  const { root, cacheDir, packageRoot } = request;
  // Where there is no site, nothing is left behind.
  const isSite = hasConfig(root);
  const clockMs = isSite ? readFileClock(cacheDir) : 0;
  const files = new FileKeys(root, clockMs, last.unchanged);
  // Before they are read: what is deleted meanwhile must not count as never there.
  for (const path of [CONFIG_PATH, ABOUT_PATH]) files.stampOf(path);
  const content = readContent(root);
  for (const path of content.value.publicFiles) files.stampOf(path);
  if (content.problems.some(({ code }) => code === 'content-missing')) {
    const { problems } = content;
    return { site: null, report: null, commit: null, problems, templateFiles: null };
  }
  const config = parseConfig(content.value.config);
  const packs = new VariantPacks(cacheDir);
  const crew = new Crew({ root, config: pickParserConfig(config.value) }, packageRoot);
  // The compiler, where it is needed, works in a process of its own, beside the reading of the essays.
  const socialImages = isSite && config.value.socialImages;
  const templates = prepareTemplates(request, { ...config.value, socialImages }, clockMs);
  watch.end('settings');
  try {
    const read = await readSite(content.value, config.value, files, crew, request, watch);
    const { value: prepared, problems: compiling } = await templates;
    watch.end('templates');
    const found = [...content.problems, ...config.problems, ...read.problems, ...compiling];
    const broken = read.derived.brokenLinks;
    const published =
      prepared === null
        ? { commit: null, problems: [...found, ...(await reportLinks(broken, read, root))] }
        : await publish({ ...read, problems: found }, prepared, files, crew, request, last, watch);
    if (isSite) {
      read.memory.save();
      if (published.commit !== null) packs.sweep(read.memory.keptPacks(), clockMs);
      prepared?.remember();
    }
    watch.end('cache');
    const site = read.derived.value;
    return {
      commit: published.commit,
      site,
      report: describeSite(site),
      problems: sortProblems(published.problems),
      templateFiles: prepared?.set.inputs ?? null,
    };
  } finally {
    await crew.close();
  }
}

/** What the author wrote, as a site, and what is remembered of it. */
interface ReadSite {
  readonly content: ContentFiles;
  readonly essays: readonly ParsedEssay[];
  readonly derived: SiteResult;
  readonly memory: ContentMemory;
  readonly problems: readonly Problem[];
}

/** Reads and derives: all that can be told without rendering. */
async function readSite(
  content: ContentFiles,
  config: SiteConfig,
  files: FileKeys,
  crew: Crew,
  request: BuildRequest,
  watch: StageWatch,
): Promise<ReadSite> {
  const { cacheDir, program, now, showDrafts, onEssay } = request;
  const memory = new ContentMemory(cacheDir, program, pickParserConfig(config));
  const gathering = { files, crew, threads: request.threads, onEssay };
  const essays = await gatherEssays(content.essays, memory, gathering);
  const about = content.about === null ? null : await readAbout(content.about, config);
  watch.end('essays');
  const linked = findLinkedFiles(essays.value, about?.value ?? null, content, config.url);
  const pictures = await gatherPictures(linked, memory, files, request);
  watch.end('pictures');
  const derived = deriveSite({
    config,
    essays: essays.value,
    about: about?.value ?? null,
    files: pictures.value,
    publicFiles: content.publicFiles,
    showDrafts,
    now,
  });
  watch.end('site');
  const parts = [essays, about, pictures, derived];
  const problems = parts.flatMap((part) => part?.problems ?? []);
  // A file that is there and cannot be read has its own problem.
  if (content.essays.length === 0) problems.push(essaysNone());
  return { content, essays: essays.value, derived, memory, problems };
}

/** Renders what is new, and puts it in its place if there is no error. */
async function publish(
  read: ReadSite,
  templates: PreparedTemplates,
  files: FileKeys,
  crew: Crew,
  request: BuildRequest,
  last: LastBuild,
  watch: StageWatch,
): Promise<{ commit: Commit | null; problems: readonly Problem[] }> {
  const { derived, content } = read;
  const outputs = planOutputs(derived.value, {
    program: request.program,
    templates: templates.set.compiled.digest,
    assets: templates.set.assets,
    cards: templates.cards,
    ownRedirects: readOwn(REDIRECTS_OUTPUT, request.root, content),
    ownHeaders: readOwn(HEADERS_OUTPUT, request.root, content),
    keyOfFile: (path) => files.keyOf(path),
    readVariant: ({ pack, variant }) => new VariantPacks(request.cacheDir).read(pack, variant),
  });
  let problems = [...read.problems, ...outputs.problems];
  const opened = OutputFolder.open(request, last.known, !hasErrors(problems, request.isStrict));
  if (opened.value === null) return { commit: null, problems: [...problems, opened.problem] };
  const folder = opened.value;
  try {
    const toMake = folder.inspect(outputs.value, last.isOutputWhole);
    watch.end('plan');
    const workshop = { crew, threads: request.threads, templates, folder, request };
    const thrown = await makeOutputs(outputs.value, toMake, workshop, request.onPage);
    watch.end('render');
    // A build that stops has not written the pages in which they would be looked for.
    const stops = hasErrors([...problems, ...thrown], request.isStrict);
    const open = stops ? [] : derived.openLinks;
    const missing = findMissingAnchors(open, (path) => folder.readPage(path));
    const links = await reportLinks([...derived.brokenLinks, ...missing], read, request.root);
    problems = [...problems, ...thrown, ...links];
    watch.end('links');
    if (hasErrors(problems, request.isStrict)) return { commit: null, problems };

    const committed = folder.commit();
    problems = [...problems, ...committed.problems];
    watch.end('commit');
    if (hasErrors(committed.problems)) return { commit: null, problems };
    const cards = outputs.value.filter(({ kind }) => kind === 'card');
    forgetOtherCards(request.cacheDir, new Set(cards.map(({ key }) => key)));
    // What is said of foreign files is said once, and what pictures lack may come with the next
    // installation, so these results do not stand for the next build.
    const lacksSharp = problems.some(({ code }) => code === 'images-unscaled');
    const isLasting = committed.problems.length === 0 && !lacksSharp;
    folder.remember(
      isLasting
        ? {
            ...describeBasis(request, read, files, templates, folder, problems, last.asked),
            feeds: describeFeeds(outputs.value),
          }
        : null,
    );
    return { commit: committed.value, problems };
  } catch (error) {
    return { commit: null, problems: [...problems, outputFailed(error, request.outDir)] };
  } finally {
    folder.close();
  }
}

function reportLinks(
  links: readonly BrokenLinkIn[],
  { derived, essays, memory }: ReadSite,
  root: string,
): Promise<Problem[]> {
  const slugs = new Set(derived.value.essays.map(({ slug }) => slug));
  return reportBrokenLinks(links, root, essays, slugs, memory);
}

/** Everything that must be as it was for this build's result to stand. */
function describeBasis(
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
  for (const path of templates.set.inputs) {
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

function describeSite(site: Site): SiteReport {
  return {
    essays: site.essays.length,
    draftsShown: site.essays.filter((essay) => essay.draft).length,
    draftsLeftOut: site.draftCount,
    futureLeftOut: site.futureCount,
    url: site.config.url,
  };
}

async function readAbout(file: SourceFile, config: SiteConfig) {
  return parseAbout(file, { config, markdown: await loadMarkdownEngine() });
}

/** The text of a file of the author's own that ours is added to. */
function readOwn(name: string, root: string, files: ContentFiles): string {
  const path = `${PUBLIC_FOLDER}/${name}`;
  if (!files.publicFiles.includes(path)) return '';
  return Buffer.from(readFile(root, path).value?.bytes ?? []).toString('utf8');
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, so the home page says that there are none';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}
