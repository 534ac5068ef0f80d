/**
 * The stages of a build after the check: read → parse → derive → plan → render → write → save. `read.ts`, `parse.ts` and
 * `derive.ts` hold the first three; `publish.ts` runs the others, and checks links between render and write. An edge.
 *
 * Every stage returns its value and its problems, and reuses results of the last build wherever nothing they
 * depend on has changed; the outcome equals that of a clean build.
 */
import { completeSite, draftSite, startTemplates } from './derive.ts';
import { parseSite, parseUnlinked } from './parse.ts';
import { publishSite } from './publish.ts';
import { readInputs } from './read.ts';
import type { BuildRequest } from './request.ts';
import type { BuildListener, BuildStart, LastBuild, Outcome, ReadSite } from './stage-values.ts';

/** Runs all stages after the check. */
export async function runStages(
  request: BuildRequest,
  start: BuildStart,
  listener: BuildListener,
): Promise<Outcome> {
  const read = await readSite(request, start, listener);
  return publishSite({ request, start, listener }, read);
}

/** Runs the stages read, parse and derive. */
export async function readSite(
  request: BuildRequest,
  start: BuildStart,
  listener: BuildListener,
): Promise<ReadSite> {
  const last: LastBuild = { content: start.state.readContent(), read: start.memory?.read ?? null };
  const inputs = readInputs(request, start, last);
  // The template compiler runs in a process of its own, while this one reads essays.
  const compiling = startTemplates(request, inputs, last);
  // It may reject before it is awaited.
  compiling.catch(() => {});
  const written = await parseSite(request, listener, inputs, last);
  const first = { request, inputs, parsed: written, last };
  const found = draftSite(first);
  const { staleLinks } = found.site;
  // Which links lead to unpublished texts is known only once the whole site is derived.
  const parsed = staleLinks.size === 0 ? written : parseUnlinked(written, staleLinks, inputs);
  const deriving = { ...first, parsed };
  const draft = parsed === written ? found : draftSite(deriving);
  const templates = await compiling;
  const derived = await completeSite(deriving, draft, templates, listener);
  return { inputs, parsed, derived };
}
