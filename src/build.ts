/**
 * A build: refused, answered by the last one, or run.
 *
 * Most builds of a site that somebody works on have nothing to do, so finding that out comes first and
 * loads nothing of the pipeline.
 */

import type { BuildRequest } from './build-request.ts';
import { digest } from './content/fingerprint.ts';
import { checkRoot } from './content/root.ts';
import { checkOutFolder } from './output/out-folder.ts';
import { outputFailed } from './output/output-failed.ts';
import { readRecord } from './output/record.ts';
import { type Comparison, compareWithRecord } from './output/up-to-date.ts';
import type { BuildResult } from './pipeline.ts';
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
  const comparison = compareWithRecord(known.record, root, outDir, asked, now);
  watch.end('check');
  if (comparison?.changed.length === 0)
    return describeStanding(comparison, 0, comparison.basis.problems);
  if (comparison !== null) {
    const { touchUp } = await import('./touch-up.ts');
    const touched = await touchUp(request, known, comparison);
    watch.end('touch up');
    if (touched !== null) return describeStanding(comparison, touched.written, touched.problems);
  }
  const { runPipeline } = await import('./pipeline.ts');
  watch.end('load');
  const inputs = comparison?.basis.inputs ?? [];
  const unchanged = [...inputs].filter(([path]) => !comparison?.changed.includes(path));
  const isOutputWhole = comparison !== null;
  return runPipeline(request, { asked, known, unchanged, isOutputWhole }, watch);
}

/** The last build's result, but for how many files were written and what is wrong. */
function describeStanding(
  { record, basis: { report } }: Comparison,
  written: number,
  problems: readonly Problem[],
): Omit<BuildResult, 'timings'> {
  const commit = { written, unchanged: record.files.size - written, removed: 0 };
  return { site: null, report, commit, problems, templateFiles: null };
}

/** What a build's result depends on besides files and the clock. */
function keyOfRequest(request: BuildRequest): string {
  const { root, outDir, packageRoot, program, showDrafts, isStrict } = request;
  return digest(JSON.stringify([root, outDir, packageRoot, program, showDrafts, isStrict]));
}

function stop(problems: readonly Problem[]): Omit<BuildResult, 'timings'> {
  return { site: null, report: null, commit: null, problems, templateFiles: null };
}
