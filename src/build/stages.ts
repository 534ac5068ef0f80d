/**
 * The stages of a build after the check: read → parse → derive → plan → render → write → save, one file each but for
 * the last four (`publish.ts`). An edge.
 *
 * Every stage returns its value and its problems, and reuses results of the last build wherever nothing they
 * depend on has changed; the outcome equals that of a clean build.
 */
import type { Problem } from '../problems/problems.ts';
import type { BuildState } from './cache.ts';
import { completeSite, type Derived, draftSite, startTemplates } from './derive.ts';
import { type Parsed, parseSite } from './parse.ts';
import { publishSite } from './publish.ts';
import { type Inputs, type LastBuild, readInputs } from './read.ts';
import type { BuildListener, BuildMemory, BuildRequest, EndStage, Outcome } from './request.ts';

/** The results of the stages before anything is rendered. */
export interface ReadSite {
  readonly inputs: Inputs;
  readonly parsed: Parsed;
  readonly derived: Derived;
}

/**
 * Runs the stages. `last` is the state of the last build, `memory` what it kept if it ran in this process, and
 * `missing` are the problems of missing files.
 */
export async function runStages(
  request: BuildRequest,
  listener: BuildListener,
  last: BuildState,
  memory: BuildMemory | null,
  missing: readonly Problem[],
  end: EndStage,
): Promise<Outcome> {
  const read = await readSite(request, listener, last, memory?.read ?? null, missing, end);
  return publishSite(request, listener, read, last, memory?.plan ?? null, end);
}

/** Runs the stages read, parse and derive; `previous` is the site that the last build of this process read. */
export async function readSite(
  request: BuildRequest,
  listener: BuildListener,
  state: BuildState,
  previous: ReadSite | null,
  missing: readonly Problem[],
  end: EndStage,
): Promise<ReadSite> {
  const last: LastBuild = { content: state.readContent(), read: previous };
  const inputs = readInputs(request, state.inputs, last, missing);
  // The template compiler runs in a process of its own, while this one reads essays.
  const compiling = startTemplates(request, inputs, last);
  // It may reject before it is awaited.
  compiling.catch(() => {});
  end('read');
  const parsed = await parseSite(request, listener, inputs, last);
  end('parse');
  const draft = draftSite(request, inputs, parsed, last);
  end('derive');
  const templates = await compiling;
  end('templates');
  const derived = await completeSite(request, listener, inputs, parsed, draft, templates);
  end('pictures');
  return { inputs, parsed, derived };
}
