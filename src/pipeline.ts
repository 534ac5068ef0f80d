/**
 * The whole build on one screen: read → parse → derive → render → commit.
 *
 * Every stage returns a value and problems. All that can be found is found in one run, and the
 * output folder is not touched while there is one error. What an earlier build found out is taken
 * from it wherever nothing that it depends on has changed.
 */
import type { BuildRequest, LastBuild } from './build-request.ts';
import { parseConfig } from './content/config.ts';
import { pickParserConfig } from './content/essay.ts';
import { ABOUT_PATH, CONFIG_PATH } from './content/paths.ts';
import { readContent } from './content/read.ts';
import { hasConfig } from './content/root.ts';
import { readFileClock } from './content/stamps.ts';
import type { Commit } from './output/commit.ts';
import type { SiteReport } from './output/record.ts';
import { VariantPacks } from './output/variant-packs.ts';
import { type Problem, sortProblems } from './problems.ts';
import { prepareTemplates } from './render/templates.ts';
import type { Site } from './site/site.ts';
import type { StageTiming, StageWatch } from './stage-watch.ts';
import { describeSite } from './workers/build-basis.ts';
import { Crew } from './workers/crew.ts';
import { FileKeys } from './workers/file-keys.ts';
import { publishSite } from './workers/publish-site.ts';
import { readSite, reportLinks } from './workers/read-site.ts';

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
  const templates = prepareTemplates(request, socialImages);
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
        : await publishSite(
            { ...read, problems: found },
            prepared,
            files,
            crew,
            request,
            last,
            watch,
          );
    if (isSite) {
      read.memory.save();
      if (published.commit !== null) packs.sweep(read.memory.keptPacks(), clockMs);
    }
    watch.end('cache');
    const site = read.derived.value;
    return {
      commit: published.commit,
      site,
      report: describeSite(site),
      problems: sortProblems(published.problems),
      templateFiles: prepared?.files ?? null,
    };
  } finally {
    await crew.close();
  }
}
