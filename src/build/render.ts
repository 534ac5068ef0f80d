/**
 * The render stage: makes the planned outputs whose key is new, and stages them. An edge.
 *
 * Templates that throw, and files that change during the build, become problems; rendering goes on, so
 * that one run finds all of them.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { type EssayReader, sourceChanged } from '../essays/files.ts';
import { ABOUT_ADDRESS, NO_ABOUT_PATH } from '../essays/paths.ts';
import { fillBody, fillFeedBody } from '../markdown/body.ts';
import { colourCode } from '../markdown/code.ts';
import { dropScripts, renderShortcodes } from '../markdown/component-html.ts';
import { CONTENT } from '../markdown/delimiters.ts';
import type { Problem } from '../problems/problems.ts';
import { listFeeds } from '../render/feeds.ts';
import type { Output, RenderContext } from '../render/outputs.ts';
import { completeRootPaths } from '../render/root-links.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import type { EssayProps, TextPageProps } from '../theme/props.ts';
import { type FailedOutput, toError } from '../theme/template-errors.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import { prepareCards } from './cards.ts';
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
  /** Receives the root paths that the site's own templates write, by page or by the source of an essay with marks. */
  readonly rootPaths: Map<string, readonly string[]>;
}

/** Callbacks of the render stage. */
export interface RenderListener {
  onProgress(stage: 'rendering', done: number, total: number): void;
  /** The output paths of the pages that a browser is waiting for, which are rendered first. */
  readonly awaited?: readonly string[];
  /** An awaited page is rendered; the rest of the site is not written yet. */
  onPage(path: string, html: string): void;
  /** Waits for the errors that templates throw after they have returned, and takes them. */
  takeLateErrors?(): Promise<readonly unknown[]>;
}

/** The number of outputs between two reports of progress. */
const BATCH = 40;
/** The longest time for a batch: a template that takes longer is assumed to loop. */
const PATIENCE_MS = 20_000;
/**
 * Runs a batch. Without it, a template that loops would hang `blog build` without a word. Only code that runs as a
 * script of `node:vm` can be stopped after a timeout, unless it runs in a thread or process of its own; this takes
 * 0.1 ms for a batch.
 */
const RUN = new Script('run()');

/** The pages and components that a template renders: the one that is being rendered, and those that failed. */
interface Attempts {
  /** Stays set if the template never returns. */
  running: Omit<FailedOutput, 'error'> | null;
  readonly failed: FailedOutput[];
}

/**
 * Makes the outputs for which `isNew` is true, and stages them. The pages that a browser is waiting for come before
 * all others, whose keys are not computed until then.
 */
export async function renderOutputs(
  outputs: readonly Output[],
  isNew: (output: Output) => boolean,
  rendering: Rendering,
  listener: RenderListener,
): Promise<Problem[]> {
  const { cacheDir, templates, folder } = rendering;
  const attempts: Attempts = { running: null, failed: [] };
  const changed = new Set<string>();
  const context = makeContext(rendering, attempts, changed);
  const stageCard = ({ path }: Output, png: Uint8Array) => folder?.stage(path, png);
  const planned = outputs.filter((output) => 'card' in output).filter(isNew);
  const cards = await prepareCards(planned, templates.card, cacheDir, stageCard);
  // The caller then renders the pages without cards.
  if (cards.undrawn !== null) return [cards.undrawn];
  const drawing = cards.draw();
  // It may reject before it is awaited.
  drawing.catch(() => {});
  // A build that will fail shows no pages.
  const first = new Set(folder === null ? [] : listener.awaited);
  const isFirst = ({ path }: Output) => first.has(path);
  const others = outputs.filter((output) => 'make' in output);
  const make = (output: (typeof others)[number]) => {
    const made = output.make(context);
    if (made !== null) folder?.stage(output.path, made);
    if (typeof made === 'string' && isFirst(output)) listener.onPage(output.path, made);
  };
  const limited = createContext({});
  let total = planned.length;
  try {
    for (const part of [others.filter(isFirst), others.filter((output) => !isFirst(output))]) {
      const missing = part.filter(isNew);
      for (let done = 0; done < missing.length; done += BATCH) {
        if (done > 0) {
          listener.onProgress('rendering', total + done, total + missing.length);
          // Lets cards be drawn, pages be sent to the browser, and memory be freed.
          await yieldToEvents();
        }
        limited.run = () => missing.slice(done, done + BATCH).forEach(make);
        RUN.runInContext(limited, { timeout: PATIENCE_MS });
      }
      total += missing.length;
    }
  } catch (error) {
    const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isLate || attempts.running === null) throw error;
    const endless = new Error(`it didn't finish within ${PATIENCE_MS / 1000} seconds`);
    attempts.failed.push({ ...attempts.running, error: endless });
  } finally {
    // No card may be staged after this function has ended.
    await Promise.allSettled([drawing]);
  }
  const drawn = await drawing;
  const late = (await listener.takeLateErrors?.()) ?? [];
  if (total > 0) listener.onProgress('rendering', total, total);
  return [
    ...drawn.problems,
    ...[...changed].map(sourceChanged),
    ...templates.describeFailures([...attempts.failed, ...drawn.failed, ...late.map(failLate)]),
  ];
}

function failLate(thrown: unknown): FailedOutput {
  const error = toError(thrown);
  const doing = 'running what a template has left for later';
  const made = /[/\\]card\.cjs:/.test(error.stack ?? '') ? 'card' : 'page';
  return { error, template: 'templates', doing, made };
}

/** A generated file: its name has a fingerprint. */
const ASSET = /\/assets\/[^/?#]+\.\w{8,}\.\w+$/;

/** The URLs that the program gives to templates. They need no check. */
function listKnown({ urls: at, essays, tags, menus, services, icons }: Site): string[] {
  const links = [...(menus.nav ?? []), ...menus.navPages, ...(menus.footer ?? [])];
  const listed = [...essays, ...tags, ...links].map(({ address }) => address);
  const others = [urls.HOME_PATH, ABOUT_ADDRESS, urls.TAGS_PATH, urls.ARCHIVE_PATH];
  const files = [...services, ...icons.map(({ path }) => path)].map((path) => `/${path}`);
  return [...listed, ...others, ...files].map((address) => urls.toUrl(at, address));
}

/** The body that a page shows, an essay's or that of a page of the author's own; empty for other pages. */
function contentOf(props: object): string {
  const { content, essay }: Partial<TextPageProps & EssayProps> = props;
  return essay?.content ?? content ?? '';
}

/** Makes the context that outputs are made with: bodies, templates and finished pages. */
function makeContext(
  { site, templates, reader, folder, rootPaths }: Rendering,
  attempts: Attempts,
  changed: Set<string>,
): RenderContext {
  // The bodies of these essays are needed by feeds, too.
  const inFeeds = new Set(
    listFeeds(site).flatMap(({ essays }) => essays.map(({ source }) => source)),
  );
  const { texts, language } = site.config;
  const scripts = templates.assets.map(({ name, outputPath }) => {
    return [name, urls.toUrl(site.urls, `/${outputPath}`)];
  });
  const shared = { texts, language, scripts: Object.fromEntries(scripts) };
  const attempt = (template: string, doing: string, run: () => string) => {
    const running = { template: `templates/${template}.tsx`, doing, made: 'page' as const };
    attempts.running = running;
    let html: string | null = null;
    try {
      html = run();
    } catch (thrown) {
      attempts.failed.push({ ...running, error: toError(thrown) });
    }
    attempts.running = null;
    return html;
  };
  const known = new Set(templates.hasOwn ? listKnown(site) : []);
  /** Completes the root paths of the site's own templates, and records those that have to be checked. */
  const complete = (html: string, body: string, origin: string, found: Set<string>) => {
    if (!templates.hasOwn) return html;
    const { base } = site.urls;
    return completeRootPaths(html, body, { origin, base }, (path) => {
      if (!known.has(path) && !ASSET.test(path)) found.add(path);
    });
  };
  const record = (key: string, found: ReadonlySet<string>) => {
    if (templates.hasOwn) rootPaths.set(key, [...found]);
  };
  const fillMarks = (html: string, source: string, isFeed: boolean) => {
    const failures = attempts.failed.length;
    const found = new Set<string>();
    const filled = renderShortcodes(html, (mark, content) => {
      const doing = `rendering the mark in ${source}:${mark.line}`;
      // The links of the content are resolved already, those of the component are not.
      const render = () => templates.renderMark(mark, shared);
      const made = attempt(`marks/${mark.name}`, doing, render) ?? '';
      const whole = complete(made, '', isFeed ? site.urls.origin : '', found);
      const filledIn = whole.replaceAll(CONTENT, () => content);
      return isFeed ? dropScripts(filledIn) : filledIn;
    });
    record(source, found);
    return attempts.failed.length > failures ? null : filled;
  };
  return {
    readPage: (path) => folder?.readPage(path) ?? null,
    render(page, props) {
      const { template, url, essay } = page;
      const source = essay?.source ?? NO_ABOUT_PATH;
      const doing = `rendering ${source === NO_ABOUT_PATH ? url : `${url} (${source})`}`;
      const context = { ...shared, page: page.makeCurrentPage() };
      const html = attempt(template, doing, () => templates.render(template, props, context));
      if (html === null || !templates.hasOwn) return html;
      const found = new Set<string>();
      const whole = complete(html, contentOf(props), '', found);
      record(url, found);
      return whole;
    },
    readBody(essay, form) {
      const isFeed = form === 'feed';
      const body = reader.readBody(essay.source, essay.digest, isFeed);
      if (body === null) {
        changed.add(essay.source);
        return null;
      }
      if (!inFeeds.has(essay.source)) reader.forget(essay.source);
      const url = urls.toAbsoluteUrl(site.urls, essay.address);
      const filled = isFeed
        ? fillFeedBody(body.html, essay.fills, url)
        : colourCode(fillBody(body.html, essay.fills));
      const html = fillMarks(filled, essay.source, isFeed);
      return html === null ? null : { ...body, html };
    },
  };
}
