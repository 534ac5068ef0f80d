/**
 * The render stage: makes the planned outputs whose key is new, and stages them. An edge.
 *
 * Templates that throw, and files that change during the build, become problems; rendering goes on, so
 * that one run finds all of them.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { EssayReader } from '../essays/essay-reader.ts';
import { sourceChanged } from '../essays/files.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import type { Problem } from '../problems/problems.ts';
import type { Output } from '../render/outputs.ts';
import type { Site } from '../site/site.ts';
import { type FailedOutput, toError } from '../theme/template-errors.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import { prepareCards } from './cards.ts';
import { SiteRenderContext } from './render-context.ts';
import type { OutputFolder } from './write.ts';

/** The site, and what its outputs are made with. */
interface Rendering {
  /** The folder of the cache, absolute. */
  readonly cacheDir: string;
  readonly site: Site;
  readonly templates: PreparedTemplates;
  readonly reader: EssayReader;
  /** Null for a build with errors, which only looks for more of them. */
  readonly folder: OutputFolder | null;
}

/** What rendering the planned outputs has found. */
export interface Rendered {
  readonly problems: readonly Problem[];
  /** The problem if social cards can't be drawn on this machine, so that no page was rendered; null otherwise. */
  readonly undrawn: Problem | null;
}

/** Callbacks of the render stage. */
export interface RenderListener {
  onProgress(stage: 'rendering', done: number, total: number): void;
  /** The output paths of the pages that a browser is waiting for, which are rendered first. */
  readonly awaited?: readonly string[];
  /** An awaited page is rendered; the rest of the site is not written yet. */
  onPage?(path: string, html: string): void;
  /** Waits for the errors that templates throw after they have returned, and takes them. */
  takeLateErrors?(): Promise<readonly unknown[]>;
}

/** An output that is made by a function. */
type MadeOutput = Extract<Output, { make: unknown }>;

/** The number of outputs between two reports of progress. */
const BATCH = 40;

/**
 * Makes the outputs for which `isNew` is true, and stages them. The pages that a browser is waiting for come before
 * all others, whose keys are not computed until then.
 */
export async function renderOutputs(
  outputs: readonly Output[],
  isNew: (output: Output) => boolean,
  rendering: Rendering,
  listener: RenderListener,
): Promise<Rendered> {
  const { cacheDir, site, templates, reader, folder } = rendering;
  // It has already been loaded.
  const engine = await loadMarkdownEngine();
  const isOwn = templates.hasOwn || site.config.head !== '';
  const rootLinks = isOwn ? await import('../render/root-links.ts') : null;
  const complete = rootLinks?.completeRootPaths ?? null;
  const context = new SiteRenderContext(site, templates, reader, folder, engine, complete);
  const { failed, changed } = context;
  const stageCard = ({ path }: Output, png: Uint8Array) => folder?.stage(path, png);
  const planned = outputs.filter((output) => 'card' in output).filter(isNew);
  const cards = await prepareCards(planned, templates.card, cacheDir, stageCard);
  if (cards.undrawn !== null) return { problems: [], undrawn: cards.undrawn };
  const drawing = cards.draw();
  // It may reject before it is awaited.
  drawing.catch(() => {});
  let total = planned.length;
  try {
    const made = outputs.filter((output) => 'make' in output);
    total += await makeAll(made, isNew, context, listener, planned.length);
  } finally {
    // No card may be staged after this function has ended.
    await Promise.allSettled([drawing]);
  }
  const drawn = await drawing;
  const late = (await listener.takeLateErrors?.()) ?? [];
  if (total > 0) listener.onProgress('rendering', total, total);
  const problems = [
    ...drawn.problems,
    ...[...changed].map(sourceChanged),
    ...templates.describeFailures([...failed, ...drawn.failed, ...late.map(failLate)]),
  ];
  return { problems, undrawn: null };
}

/** Makes the outputs that are new, after `before` others; returns how many they are. */
async function makeAll(
  outputs: readonly MadeOutput[],
  isNew: (output: Output) => boolean,
  context: SiteRenderContext,
  listener: RenderListener,
  before: number,
): Promise<number> {
  const { folder } = context;
  // A build that will fail shows no pages, and none is shown before a new file, such as its picture, is there.
  const isWhole = folder !== null && outputs.every(({ path }) => folder.has(path));
  const awaited = new Set(isWhole ? listener.awaited : []);
  const isAwaited = ({ path }: Output) => awaited.has(path);
  const make = (output: MadeOutput) => {
    const made = output.make(context);
    if (made !== null) folder?.stage(output.path, made);
    if (typeof made === 'string' && isAwaited(output)) listener.onPage?.(output.path, made);
  };
  let total = 0;
  for (const part of [outputs.filter(isAwaited), outputs.filter((each) => !isAwaited(each))]) {
    const missing = part.filter(isNew);
    for (let done = 0; done < missing.length; done += BATCH) {
      if (done > 0) {
        listener.onProgress('rendering', before + total + done, before + total + missing.length);
        // Lets cards be drawn, pages be sent to the browser, and memory be freed.
        await yieldToEvents();
      }
      missing.slice(done, done + BATCH).forEach(make);
    }
    total += missing.length;
  }
  return total;
}

function failLate(thrown: unknown): FailedOutput {
  const error = toError(thrown);
  const doing = 'running what a template has left for later';
  const made = /[/\\]card\.cjs:/.test(error.stack ?? '') ? 'card' : 'page';
  return { error, template: 'templates', doing, made };
}
