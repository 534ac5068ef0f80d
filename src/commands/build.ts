/**
 * The command `blog build`: runs one build with progress bars and prints its report.
 */
import { relative } from 'node:path';
import { type BuildRequest, build } from '../build.ts';
import {
  describeFailure,
  describeSuccess,
  describeTimings,
  formatProblems,
  makePaint,
  toJson,
} from '../report.ts';
import { ProgressBar, type Terminal } from './terminal.ts';

/** The form of the report: text for people, with the stages' durations if they are wanted, or JSON. */
export type ReportFormat = 'text' | 'timing' | 'json';

/** Exit codes: 0 the site is built, 1 something in it is wrong (2 is wrong usage, in cli.ts). */
export async function runBuild(
  request: BuildRequest,
  format: ReportFormat,
  terminal: Terminal,
): Promise<0 | 1> {
  const start = performance.now();
  const bars = {
    reading: new ProgressBar(terminal, 'Reading'),
    pictures: new ProgressBar(terminal, 'Pictures'),
    rendering: new ProgressBar(terminal, 'Rendering'),
  };
  const result = await build(request, {
    onProgress: (stage, done, total) => bars[stage].show(done, total),
    onPage: () => {},
  });
  for (const bar of Object.values(bars)) bar.clear();
  const { problems, commit } = result;
  const { outDir, isStrict } = request;
  const durationMs = performance.now() - start;
  const paint = makePaint(terminal.hasColor);
  if (format === 'json') {
    terminal.write(`${JSON.stringify(toJson(result, outDir, durationMs), null, 2)}\n`);
  } else {
    if (problems.length > 0) terminal.writeError(`${formatProblems(problems, paint)}\n`);
    const folder = relative(terminal.folder, outDir) || '.';
    const success = describeSuccess(result, folder, durationMs, paint);
    if (success !== null) terminal.write(success);
    else terminal.writeError(describeFailure(problems, isStrict, paint));
    if (format === 'timing') terminal.write(describeTimings(result, paint));
  }
  return commit === null ? 1 : 0;
}
