/**
 * The outputs that are to be made → the staging folder, with the problems of templates that throw.
 */
import { sourceChanged } from '../content/read.ts';
import type { OutputFolder } from '../output/commit.ts';
import type { Problem } from '../problems.ts';
import type { TemplateBundle } from '../render/bundle.ts';
import { highlightBlocks } from '../render/code-blocks.ts';
import type { OutputFile, PlannedFeed } from '../render/output-files.ts';
import type { Page } from '../render/pages.ts';
import type { EssayProps } from '../render/props.ts';
import type { Essay } from '../site/site.ts';
import type { Crew, PlannedTask } from './crew.ts';
import { describeThrown, type RenderTask, type ThrownError } from './essay-worker.ts';
import { highlightCode } from './highlighter.ts';
import { makeCards, type PlannedCard } from './make-cards.ts';
import { makeFeeds } from './make-feeds.ts';
import type { PreparedTemplates } from './prepare-templates.ts';
import { ThrownErrors } from './thrown-errors.ts';

/** An output that is made by itself. */
type SingleFile = Exclude<OutputFile, { kind: 'card' | 'feed' }>;

/** Who makes them, with what, and where to. */
export interface Workshop {
  readonly crew: Crew;
  /** How many threads render essays that none of them has read. */
  readonly threads: number;
  readonly templates: PreparedTemplates;
  readonly folder: OutputFolder;
  /** Absolute folders: to tell where in the templates an error was thrown, and where cards are kept. */
  readonly request: {
    readonly root: string;
    readonly packageRoot: string;
    readonly cacheDir: string;
  };
}

/**
 * Makes outputs; `toMake` says which, and whether some file stands in their places. A template that
 * throws gives one problem for each place that it throws at, however many pages that is for. `onPage`
 * is called with how many pages are rendered.
 */
export async function makeOutputs(
  outputs: readonly OutputFile[],
  toMake: ReadonlyMap<string, boolean>,
  workshop: Workshop,
  onPage: (done: number, total: number) => void,
): Promise<Problem[]> {
  const { crew, threads, templates, folder } = workshop;
  const { bundle, machineCode, set } = templates;
  const { staging, outDir } = folder;
  const press = { compiled: set.compiled, machineCode, staging, outDir };
  const problems: Problem[] = [];
  const thrown = new ThrownErrors(templates.set, workshop.request);
  const essays: (PlannedTask & { readonly outputPath: string })[] = [];
  const pages = new Map<string, Page>();
  const feeds: PlannedFeed[] = [];
  const others: (() => void)[] = [];
  const failed: { readonly error: ThrownError; readonly page: Page }[] = [];
  const make = (output: SingleFile, isPresent: boolean) => {
    if (output.kind === 'copy') {
      const problem = folder.putCopy(output.path, output.copyOf, isPresent);
      if (problem !== null) problems.push(problem);
      return;
    }
    if (output.kind === 'headers') {
      // A page that its template fails is told of where it is made itself.
      const pages = output.headers.specimens.map((page) => renderPage(page, bundle, () => {}));
      const text = output.headers.write(pages.filter((page) => page !== null));
      folder.put(output.path, text, isPresent);
      return;
    }
    const contents =
      output.kind === 'bytes'
        ? output.makeBytes()
        : renderPage(output.page, bundle, (error, page) => failed.push({ error, page }));
    if (contents !== null) folder.put(output.path, contents, isPresent);
  };
  const cards: PlannedCard[] = [];
  for (const output of outputs) {
    const isPresent = toMake.get(output.path);
    if (isPresent === undefined) continue;
    if (output.kind === 'card') {
      cards.push({ ...output, isPresent });
      continue;
    }
    if (output.kind === 'page') pages.set(output.path, output.page);
    if (output.kind === 'page' && output.page.essay !== null) {
      const { page, path: outputPath } = output;
      const { essay } = output.page;
      essays.push({
        path: essay.source,
        outputPath,
        make: () => makeTask(page, essay, isPresent),
      });
    } else if (output.kind === 'feed') feeds.push(output.feed);
    else others.push(() => make(output, isPresent));
  }
  const total = pages.size;
  let done = total - essays.length;
  const rendering = crew.render(essays, press, bundle, threads, (count) => {
    done += count;
    onPage(done, total);
  });
  const drawing = makeCards(cards, templates.set.card, workshop);
  try {
    for (const makeOther of others) makeOther();
  } finally {
    // Nobody writes into the staging folder any more when this ends.
    await Promise.allSettled([rendering, drawing]);
  }
  const drawn = await drawing;
  problems.push(...drawn.problems);
  const results = new Map((await rendering).map((result) => [result.outputPath, result]));
  // In the order of the pages, whoever rendered them; and of an essay, if its page is among them.
  const changed = new Set<string>();
  for (const { outputPath } of essays) {
    const result = results.get(outputPath);
    if (result === undefined) throw new Error(`${outputPath} was not rendered`);
    if (result.kind === 'staged') folder.add(outputPath, result.staged);
    else if (result.kind === 'source-changed') changed.add(result.path);
    else thrown.addPage(result.error, pages.get(outputPath) as Page);
  }
  for (const { error, page } of failed) thrown.addPage(error, page);
  for (const { error, essay } of drawn.failed) thrown.addCard(error, essay);
  const putFeed = (path: string, text: string) => folder.put(path, text, toMake.get(path) ?? false);
  for (const source of await makeFeeds(feeds, crew, putFeed)) changed.add(source);
  return [...problems, ...[...changed].map(sourceChanged), ...thrown.describe()];
}

/** The page's text; null where its template throws. */
function renderPage(
  page: Page,
  bundle: TemplateBundle,
  onThrown: (error: ThrownError, page: Page) => void,
): string | null {
  try {
    return bundle.render(page.template, highlightProps(page.makeProps()));
  } catch (error) {
    onThrown(describeThrown(error), page);
    return null;
  }
}

/** The biography's code is coloured as that of essays is. */
function highlightProps(props: ReturnType<Page['makeProps']>): ReturnType<Page['makeProps']> {
  if (!('content' in props)) return props;
  return { ...props, content: highlightBlocks(props.content, highlightCode) };
}

function makeTask(page: Page, essay: Essay, isPresent: boolean): RenderTask {
  const { source: path, digest, fills } = essay;
  const props = page.makeProps() as EssayProps;
  return { path, digest, outputPath: page.outputPath, props, fills, isPresent };
}
