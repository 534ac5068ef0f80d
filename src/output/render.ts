/**
 * Planned outputs → the staging folder: makes those whose key is new. An edge.
 *
 * Everything is made before anything is put in its place. The problems of templates that throw, and of
 * files that changed under the build's hands, are collected on the way.
 */
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { colourCode, fillBody, fillFeedBody } from '../content/body-forms.ts';
import type { EssayReader } from '../content/essays.ts';
import { sourceChanged } from '../content/files.ts';
import type { Problem } from '../problems.ts';
import { selectForFeeds } from '../render/feeds.ts';
import type { Output, RenderContext } from '../render/outputs.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { drawCards } from '../workers/draw-cards.ts';
import type { PreparedTemplates } from '../workers/prepare-templates.ts';
import { describeThrown } from '../workers/thrown.ts';
import { ThrownErrors } from '../workers/thrown-errors.ts';
import { recallCard, rememberCard } from './card-memory.ts';
import { readVariant } from './pictures.ts';
import type { OutputFolder } from './write.ts';

/** Folders of a build, absolute. */
export interface BuildFolders {
  readonly root: string;
  readonly packageRoot: string;
  readonly cacheDir: string;
}

/** Makes the context of one build's outputs; `listProblems` gives what they met while they were made. */
export function makeRenderContext(
  site: Site,
  templates: PreparedTemplates,
  reader: EssayReader,
  folders: BuildFolders,
): { context: RenderContext; listProblems: () => Problem[] } {
  const { root, cacheDir } = folders;
  const { set, bundle } = templates;
  const changed = new Set<string>();
  const problems: Problem[] = [];
  const thrown = new ThrownErrors(set, folders);
  // The bodies of these are needed twice.
  const inFeeds = new Set(selectForFeeds(site.essays, site.config).map(({ source }) => source));
  const context: RenderContext = {
    highlight: colourCode,
    readVariant: (variant) => readVariant(cacheDir, variant),
    render(page, props) {
      try {
        return bundle.render(page.template, props);
      } catch (error) {
        thrown.addPage(describeThrown(error), page);
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
    async drawCard(card, key, essay) {
      const known = recallCard(cacheDir, key);
      if (known !== null || set.card === null) return known;
      let png: Uint8Array | null = null;
      const task = {
        props: card.props,
        done(bytes: Uint8Array) {
          rememberCard(cacheDir, key, bytes);
          png = bytes;
        },
        threw: (error: ReturnType<typeof describeThrown>) => thrown.addCard(error, essay),
      };
      problems.push(...(await drawCards([task], set.card, root)));
      return png;
    },
  };
  const listProblems = () => [
    ...problems,
    ...[...changed].map(sourceChanged),
    ...thrown.describe(),
  ];
  return { context, listProblems };
}

/** Outputs between two turns of the event loop, in which progress is shown and cards are drawn. */
const BATCH = 40;

/**
 * Makes outputs, those at the paths of `first` before all others, and stages them in `folder`: null for a
 * build with errors, which only looks for more of them.
 */
export async function renderOutputs(
  outputs: readonly Output[],
  context: RenderContext,
  folder: OutputFolder | null,
  root: string,
  first: ReadonlySet<string>,
  onProgress: (done: number, total: number) => void,
  onFirst: (path: string, html: string) => void,
): Promise<void> {
  const isFirst = ({ path }: Output) => first.has(path);
  const ordered =
    first.size === 0
      ? outputs
      : [...outputs.filter(isFirst), ...outputs.filter((output) => !isFirst(output))];
  const stage = (path: string, contents: Awaited<ReturnType<Output['make']>>) => {
    if (contents === null || folder === null) return;
    const isCopy = typeof contents === 'object' && 'copyOf' in contents;
    folder.stage(path, isCopy ? { copyOf: join(root, contents.copyOf) } : contents);
  };
  const drawing: Promise<void>[] = [];
  try {
    for (const [index, { path, make }] of ordered.entries()) {
      const made = make(context);
      if (made instanceof Promise) drawing.push(made.then((contents) => stage(path, contents)));
      else {
        stage(path, made);
        if (typeof made === 'string' && first.has(path)) onFirst(path, made);
      }
      if (index % BATCH !== BATCH - 1) continue;
      onProgress(index + 1, ordered.length);
      await yieldToEvents();
    }
  } finally {
    // Nobody writes into the staging folder any more when this ends.
    await Promise.allSettled(drawing);
  }
  await Promise.all(drawing);
  if (ordered.length > 0) onProgress(ordered.length, ordered.length);
}
