/**
 * The render stage: makes the planned outputs whose key is new, and stages them. An edge.
 *
 * Templates that throw, and files that change during the build, become problems; rendering goes on, so
 * that one run finds all of them.
 */
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { fillBody, fillFeedBody } from '../content/body.ts';
import { colourCode } from '../content/code.ts';
import { type EssayReader, sourceChanged } from '../content/files.ts';
import type { Problem } from '../problems.ts';
import { selectForFeeds } from '../render/feeds.ts';
import type { Output, RenderContext } from '../render/outputs.ts';
import type { Page } from '../render/pages.ts';
import { type FailedOutput, toError } from '../render/template-errors.ts';
import type { PreparedTemplates } from '../render/templates.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { makeCards } from './cards.ts';
import { readVariant } from './pictures.ts';
import type { Contents, OutputFolder } from './write.ts';

/** Folders of a build, absolute. */
export interface BuildFolders {
  readonly root: string;
  readonly packageRoot: string;
  readonly cacheDir: string;
}

/** Callbacks for progress, and for each page that a browser waits for. */
export interface RenderListener {
  onProgress(stage: 'rendering', done: number, total: number): void;
  onPage(path: string, html: string): void;
}

/** Outputs between two turns of the event loop, in which progress is shown and cards are drawn. */
const BATCH = 40;

/**
 * Makes outputs, those at the paths of `first` before all others, and stages them in `folder`: null for a
 * build with errors, which only looks for more of them.
 */
export async function renderOutputs(
  outputs: readonly Output[],
  site: Site,
  templates: PreparedTemplates,
  reader: EssayReader,
  folder: OutputFolder | null,
  folders: BuildFolders,
  first: ReadonlySet<string>,
  listener: RenderListener,
): Promise<Problem[]> {
  // By what was done: a page that `_headers` looks into as well counts once.
  const failed = new Map<string, FailedOutput>();
  const changed = new Set<string>();
  const context = makeContext(site, templates, reader, folder, folders, failed, changed);
  const cards = outputs.filter((output) => 'card' in output);
  const isFirst = ({ path }: Output) => first.has(path);
  const ordered =
    first.size === 0
      ? outputs
      : [...outputs.filter(isFirst), ...outputs.filter((output) => !isFirst(output))];
  const drawing =
    templates.card === null
      ? null
      : makeCards(
          cards.map(({ key, card: { props } }) => ({ key, props })),
          templates.card,
          folders,
          (index, png) => folder?.stage(cards[index]?.path ?? '', png),
        );
  try {
    for (const [index, output] of ordered.entries()) {
      if ('make' in output) {
        const made = output.make(context);
        if (made !== null) folder?.stage(output.path, toContents(made, folders.root));
        if (typeof made === 'string' && isFirst(output)) listener.onPage(output.path, made);
      }
      if (index % BATCH !== BATCH - 1) continue;
      listener.onProgress('rendering', index + 1, ordered.length);
      await yieldToEvents();
    }
  } finally {
    // Nobody writes into the staging folder any more when this ends.
    await Promise.allSettled([drawing]);
  }
  const drawn = await drawing;
  if (ordered.length > 0) listener.onProgress('rendering', ordered.length, ordered.length);
  for (const { index, error } of drawn?.failed ?? []) {
    const { slug, source } = (cards[index] as (typeof cards)[number]).essay;
    const doing = `drawing the social card of ${urls.essayPath(slug)} (${source})`;
    failed.set(doing, { error, template: 'templates/SocialCard.tsx', doing, made: 'card' });
  }
  return [
    ...(drawn?.problems ?? []),
    ...[...changed].map(sourceChanged),
    ...templates.describeFailures([...failed.values()]),
  ];
}

/** Makes the context that outputs render with: bodies, templates and picture variants. */
function makeContext(
  site: Site,
  templates: PreparedTemplates,
  reader: EssayReader,
  folder: OutputFolder | null,
  { cacheDir }: BuildFolders,
  failed: Map<string, FailedOutput>,
  changed: Set<string>,
): RenderContext {
  // Bodies of these essays are needed twice.
  const inFeeds = new Set(selectForFeeds(site.essays, site.config).map(({ source }) => source));
  return {
    readPage: (path) => folder?.readPage(path) ?? null,
    readVariant: (variant) => readVariant(cacheDir, variant),
    render(page, props) {
      try {
        return templates.render(page.template, props);
      } catch (thrown) {
        const failure = describeFailed(page, thrown);
        failed.set(failure.doing, failure);
        return null;
      }
    },
    readBody(essay, form) {
      const body = reader.body(essay);
      if (body === null) {
        changed.add(essay.source);
        return null;
      }
      if (!inFeeds.has(essay.source)) reader.forget(essay.source);
      if (form === 'page') return colourCode(fillBody(body.html, essay.fills));
      const url = urls.toAbsoluteUrl(site.urls, urls.essayPath(essay.slug));
      return fillFeedBody(body.html, essay.fills, url);
    },
  };
}

function describeFailed({ template, url, essay }: Page, thrown: unknown): FailedOutput {
  const subject = essay === null ? url : `${url} (${essay.source})`;
  return {
    error: toError(thrown),
    template: `templates/${template}.tsx`,
    doing: `rendering ${subject}`,
    made: 'page',
  };
}

function toContents(
  made: string | Uint8Array | { readonly copyOf: string },
  root: string,
): Contents {
  const isCopy = typeof made === 'object' && 'copyOf' in made;
  return isCopy ? { copyOf: join(root, made.copyOf) } : made;
}
