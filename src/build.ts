/**
 * A build: refused, answered by the last one, or run.
 *
 * Most builds of a site that somebody works on have nothing to do, so finding that out comes first and
 * loads nothing of the pipeline.
 */
import { digest } from './content/fingerprint.ts';
import { checkRoot } from './content/root.ts';
import { checkOutFolder } from './output/out-folder.ts';
import { outputFailed } from './output/output-failed.ts';
import { readRecord } from './output/record.ts';
import { findStandingResult } from './output/up-to-date.ts';
import type { BuildRequest, BuildResult } from './pipeline.ts';
import type { Problem } from './problems.ts';
import { StageWatch } from './stage-watch.ts';

/** Builds the site. Never throws for what the author wrote; a bug throws. */
export async function buildSite(request: BuildRequest): Promise<BuildResult> {
  const watch = new StageWatch();
  const { timings } = watch;
  try {
    return { ...(await build(request, watch)), timings };
  } catch (error) {
    return { ...stop([outputFailed(error, request.outDir)]), timings };
  }
}

async function build(
  request: BuildRequest,
  watch: StageWatch,
): Promise<Omit<BuildResult, 'timings'>> {
  const { root, outDir, cacheDir, homeDir, now } = request;
  let refused = checkRoot(root);
  if (refused.length === 0) refused = checkOutFolder(outDir, root, homeDir);
  if (refused.length > 0) return stop(refused);
  const known = readRecord(cacheDir, outDir);
  const asked = keyOfRequest(request);
  const standing = findStandingResult(known.record, root, outDir, asked, now);
  watch.end('check');
  if (standing === null) {
    const { runPipeline } = await import('./pipeline.ts');
    watch.end('load');
    return runPipeline(request, known, asked, watch);
  }
  const { report, problems, fileCount } = standing;
  const commit = { written: 0, unchanged: fileCount, removed: 0 };
  return { site: null, report, commit, problems };
}

/** What a build's result depends on besides files and the clock. */
function keyOfRequest(request: BuildRequest): string {
  const { root, outDir, packageRoot, program, showDrafts, isStrict } = request;
  return digest(JSON.stringify([root, outDir, packageRoot, program, showDrafts, isStrict]));
}

function stop(problems: readonly Problem[]): Omit<BuildResult, 'timings'> {
  return { site: null, report: null, commit: null, problems };
}
