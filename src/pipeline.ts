/**
 * The whole build on one screen: read → parse → derive → render → commit.
 *
 * Every stage returns a value and problems. All that can be found is found in one run, and the
 * output folder is not touched while there is one error.
 */
import { parseConfig } from './content/config.ts';
import { findLinkedFiles, parseContent } from './content/content.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import { CONFIG_PATH, ESSAYS_FOLDER, PUBLIC_FOLDER } from './content/paths.ts';
import { readLinkedFiles } from './content/pictures.ts';
import { type ContentFiles, checkRoot, readContent, readFile } from './content/read.ts';
import { type Commit, commitOutput } from './output/commit.ts';
import { checkOutFolder } from './output/out-folder.ts';
import { hasErrors, makeProblem, type Problem, sortProblems, wholeFile } from './problems.ts';
import { renderSite } from './render/output-files.ts';
import { compileClient, compileTemplates } from './render/templates.ts';
import { describeBrokenLinks, findMissingAnchors } from './site/broken-links.ts';
import type { BrokenLinkIn } from './site/linker.ts';
import { deriveSite, type Site } from './site/site.ts';
import { makeSiteUrls, REDIRECTS_OUTPUT } from './site/urls.ts';

/** What a build is told. Folders are absolute. */
export interface BuildRequest {
  readonly root: string;
  readonly outDir: string;
  /** For what builds remember; may be deleted at any time. */
  readonly cacheDir: string;
  /** Where this program is installed, with its templates. */
  readonly packageRoot: string;
  readonly homeDir: string;
  readonly showDrafts: boolean;
  /** Warnings stop the build as errors do. */
  readonly isStrict: boolean;
  /** The clock, in milliseconds since the epoch. */
  readonly now: number;
  /** Called after each essay is read, and after each page is rendered. */
  readonly onEssay: (done: number, total: number) => void;
  readonly onPage: (done: number, total: number) => void;
}

export interface BuildResult {
  /** Null when the build stopped before the site was known. */
  readonly site: Site | null;
  /** Null when nothing was written. */
  readonly commit: Commit | null;
  readonly problems: readonly Problem[];
}

/** Builds the site. Never throws for what the author wrote; a bug throws. */
export async function buildSite(request: BuildRequest): Promise<BuildResult> {
  const { root, outDir, packageRoot, isStrict } = request;
  let problems: readonly Problem[] = checkRoot(root);
  if (problems.length === 0) problems = checkOutFolder(outDir, root, request.homeDir);
  if (problems.length > 0) return { site: null, commit: null, problems };
  const stop = (site: Site | null = null): BuildResult => ({
    site,
    commit: null,
    problems: sortProblems(problems),
  });

  const content = await readContent(root);
  problems = problems.concat(content.problems);
  if (content.problems.some(({ code }) => code === 'content-missing')) return stop();

  // The compilers work in a process of their own, beside the reading of the essays.
  const templates = compileTemplates(root, packageRoot);

  const { value: config, problems: configProblems } = parseConfig(content.value.config);
  const client = compileClient(root, packageRoot, makeSiteUrls(config.url).base);
  const markdown = await loadMarkdownEngine();
  const parsed = parseContent(content.value, { config, markdown }, request.onEssay);
  const files = readLinkedFiles(root, findLinkedFiles(parsed.value, content.value, config.url));
  const derived = deriveSite({
    ...parsed.value,
    config,
    files: files.value,
    publicFiles: content.value.publicFiles,
    showDrafts: request.showDrafts,
    now: request.now,
  });
  const site = derived.value;
  const sources = indexSources(content.value);
  const slugs = new Set(site.essays.map(({ slug }) => slug));
  const describe = (links: readonly BrokenLinkIn[]) =>
    describeBrokenLinks(links, parsed.value.essays, slugs, sources, markdown);
  problems = problems.concat(
    configProblems,
    parsed.problems,
    files.problems,
    derived.problems,
    describe(derived.brokenLinks),
    content.value.essays.length === 0 && !hasErrors(content.problems) ? [essaysNone()] : [],
  );
  const [compiled, assets] = await Promise.all([templates, client]);
  problems = problems.concat(compiled.problems, assets.problems);
  if (compiled.value === null || hasErrors(assets.problems)) return stop(site);

  const renderer = { bundle: compiled.value, assets: assets.value, root, packageRoot };
  const rendered = renderSite(
    site,
    renderer,
    readOwnRedirects(root, content.value),
    request.onPage,
  );
  const missing = findMissingAnchors(derived.openLinks, rendered.value);
  problems = problems.concat(rendered.problems, describe(missing));
  if (hasErrors(problems, isStrict)) return stop(site);

  const committed = commitOutput(rendered.value, root, outDir, request.cacheDir);
  problems = problems.concat(committed.problems);
  if (hasErrors(committed.problems)) return stop(site);
  return { site, commit: committed.value, problems: sortProblems(problems) };
}

function indexSources(files: ContentFiles) {
  const about = files.about === null ? [] : [files.about];
  return new Map([...files.essays, ...about].map((file) => [file.path, file]));
}

/** The author's own redirect lines, which ours are added to. */
function readOwnRedirects(root: string, files: ContentFiles): string {
  const path = `${PUBLIC_FOLDER}/${REDIRECTS_OUTPUT}`;
  if (!files.publicFiles.includes(path)) return '';
  return Buffer.from(readFile(root, path).value?.bytes ?? []).toString('utf8');
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, so the home page says that there are none';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}
