/**
 * The outputs that are to be made → the staging folder, with the problems of templates that throw.
 */
import { sourceChanged } from '../content/read.ts';
import type { OutputFolder } from '../output/commit.ts';
import type { Problem } from '../problems.ts';
import { highlightBlocks } from '../render/code-blocks.ts';
import { type DrawnCards, makeCards } from '../render/draw-cards.ts';
import type { OutputFile } from '../render/output-files.ts';
import type { Page } from '../render/pages.ts';
import type { PlannedFeed } from '../render/planned-feeds.ts';
import type { PlannedHeaders } from '../render/planned-headers.ts';
import type { EssayProps } from '../render/props.ts';
import { describeThrown, type FailedOutput, type ThrownError } from '../render/template-errors.ts';
import type { PreparedTemplates, RenderTemplate } from '../render/templates.ts';
import type { Essay } from '../site/essay.ts';
import { essayPath } from '../site/urls.ts';
import type { Crew, PlannedTask } from './crew.ts';
import type { RenderTask } from './essay-worker.ts';
import { highlightCode } from './highlighter.ts';
import { makeFeeds } from './make-feeds.ts';

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
  const { render, script } = templates;
  const { staging, outDir } = folder;
  const press = { script, staging, outDir };
  const { essays, cards, feeds, others } = divideWork(outputs, toMake);
  // First, because bodies are forgotten when their pages are rendered.
  const putFeed = (path: string, text: string) => folder.put(path, text, toMake.get(path) ?? false);
  const changed = new Set(await makeFeeds(feeds, crew, putFeed));
  const total = essays.length + others.filter(({ kind }) => kind === 'page').length;
  let done = total - essays.length;
  const rendering = crew.render(essays, press, render, threads, (count) => {
    done += count;
    onPage(done, total);
  });
  const drawing = drawCards(cards, workshop);
  const problems: Problem[] = [];
  const failed: FailedOutput[] = [];
  const failedOthers: FailedOutput[] = [];
  try {
    for (const other of others) {
      const problem = makeOther(other, workshop, (error, page) =>
        failedOthers.push(describePage(error, page)),
      );
      if (problem !== null) problems.push(problem);
    }
  } finally {
    // Nobody writes into the staging folder any more when this ends.
    await Promise.allSettled([rendering, drawing]);
  }
  const results = new Map((await rendering).map((result) => [result.outputPath, result]));
  const drawn = await drawing;
  problems.push(...drawn.problems);
  // In the order of the pages, whoever rendered them; and of an essay, if its page is among them.
  for (const { page } of essays) {
    const result = results.get(page.outputPath);
    if (result === undefined) throw new Error(`${page.outputPath} was not rendered`);
    if (result.kind === 'staged') folder.add(page.outputPath, result.staged);
    else if (result.kind === 'source-changed') changed.add(result.path);
    else failed.push(describePage(result.error, page));
  }
  failed.push(...failedOthers);
  for (const { index, error } of drawn.failed) {
    const { essay } = cards[index] as PlannedCard;
    const doing = `drawing the social card of ${essayPath(essay.slug)} (${essay.source})`;
    failed.push({ error, template: 'templates/SocialCard.tsx', doing, made: 'card' });
  }
  return [...problems, ...[...changed].map(sourceChanged), ...templates.describeFailures(failed)];
}

/** A card that is to be made; `isPresent` when some file stands in its place. */
type PlannedCard = Extract<OutputFile, { kind: 'card' }> & { readonly isPresent: boolean };

async function drawCards(
  cards: readonly PlannedCard[],
  { templates, folder, request }: Workshop,
): Promise<DrawnCards> {
  if (templates.card === null) return { failed: [], problems: [] };
  const wanted = cards.map(({ key, card }) => ({ key, props: card.props }));
  return makeCards(wanted, templates.card, request, (index, png) => {
    const { path, isPresent } = cards[index] as PlannedCard;
    folder.put(path, png, isPresent);
  });
}

function describePage(error: ThrownError, { template, url, essay }: Page): FailedOutput {
  const subject = essay === null ? url : `${url} (${essay.source})`;
  const file = `templates/${template}.tsx`;
  return { error, template: file, doing: `rendering ${subject}`, made: 'page' };
}

/** An output that this thread makes by itself; `isPresent` when some file stands in its place. */
type OtherOutput = Exclude<OutputFile, { kind: 'card' | 'feed' }> & { readonly isPresent: boolean };

/** The outputs that are to be made, by who makes them. */
interface Work {
  readonly essays: (PlannedTask & { readonly page: Page })[];
  readonly cards: PlannedCard[];
  readonly feeds: PlannedFeed[];
  readonly others: OtherOutput[];
}

function divideWork(outputs: readonly OutputFile[], toMake: ReadonlyMap<string, boolean>): Work {
  const work: Work = { essays: [], cards: [], feeds: [], others: [] };
  for (const output of outputs) {
    const isPresent = toMake.get(output.path);
    if (isPresent === undefined) continue;
    const essay = output.kind === 'page' ? output.page.essay : null;
    if (output.kind === 'card') work.cards.push({ ...output, isPresent });
    else if (output.kind === 'feed') work.feeds.push(output.feed);
    else if (output.kind === 'page' && essay !== null) {
      const { page } = output;
      work.essays.push({ path: essay.source, page, make: () => makeTask(page, essay, isPresent) });
    } else work.others.push({ ...output, isPresent });
  }
  return work;
}

function makeOther(
  output: OtherOutput,
  { folder, templates }: Workshop,
  onThrown: (error: ThrownError, page: Page) => void,
): Problem | null {
  const { path, isPresent } = output;
  if (output.kind === 'copy') return folder.putCopy(path, output.copyOf, isPresent);
  const contents =
    output.kind === 'bytes'
      ? output.makeBytes()
      : output.kind === 'headers'
        ? writeHeaders(output.headers, templates.render)
        : renderPage(output.page, templates.render, onThrown);
  if (contents !== null) folder.put(path, contents, isPresent);
  return null;
}

function writeHeaders({ specimens, write }: PlannedHeaders, render: RenderTemplate): string {
  // A page that its template fails is told of where it is made itself.
  const pages = specimens.map((page) => renderPage(page, render, () => {}));
  return write(pages.filter((page) => page !== null));
}

/** The page's text; null where its template throws. */
function renderPage(
  page: Page,
  render: RenderTemplate,
  onThrown: (error: ThrownError, page: Page) => void,
): string | null {
  try {
    return render(page.template, highlightProps(page.makeProps()));
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
