/**
 * The outputs that are to be made → the staging folder, with the problems of templates that throw.
 */
import type { OutputFolder } from '../output/commit.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { TemplateBundle } from '../render/bundle.ts';
import { highlightBlocks } from '../render/code-blocks.ts';
import type { OutputFile, PlannedFeed } from '../render/output-files.ts';
import type { Page } from '../render/pages.ts';
import type { EssayProps } from '../render/props.ts';
import { templateThrew } from '../render/template-errors.ts';
import type { Essay } from '../site/site.ts';
import type { Crew, PlannedTask } from './crew.ts';
import { describeThrown, type RenderTask, type ThrownError } from './essay-worker.ts';
import { highlightCode } from './highlighter.ts';
import type { PreparedTemplates } from './prepare-templates.ts';

/** An output that is made by itself. */
type SingleFile = Exclude<OutputFile, { kind: 'feed' }>;

/** Who makes them, with what, and where to. */
export interface Workshop {
  readonly crew: Crew;
  /** How many threads render essays that none of them has read. */
  readonly threads: number;
  readonly templates: PreparedTemplates;
  readonly folder: OutputFolder;
  /** To tell where in the templates an error was thrown; absolute folders. */
  readonly request: { readonly root: string; readonly packageRoot: string };
}

/**
 * Makes outputs; `toMake` says which, and whether some file stands in their
 * places. A template that throws gives
 * one problem for each place that it throws at, however many pages that is for. `onPage` is called with how many pages are rendered.
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
  const thrown = new ThrownErrors(workshop);
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
  for (const output of outputs) {
    const isPresent = toMake.get(output.path);
    if (isPresent === undefined) continue;
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
  for (const makeOther of others) makeOther();
  const results = new Map((await rendering).map((result) => [result.outputPath, result]));
  // In the order of the pages, whoever rendered them; and of an essay, if its page is among them.
  const changed = new Set<string>();
  for (const { outputPath } of essays) {
    const result = results.get(outputPath);
    if (result === undefined) throw new Error(`${outputPath} was not rendered`);
    if (result.kind === 'staged') folder.add(outputPath, result.staged);
    else if (result.kind === 'source-changed') changed.add(result.path);
    else thrown.add(result.error, pages.get(outputPath) as Page);
  }
  for (const { error, page } of failed) thrown.add(error, page);
  const putFeed = (path: string, text: string) => folder.put(path, text, toMake.get(path) ?? false);
  for (const source of await makeFeeds(feeds, crew, putFeed)) changed.add(source);
  return [...problems, ...[...changed].map(sourceChanged), ...thrown.describe()];
}

/** Writes feeds, which all hold the same essays; gives those whose files are not what was read. */
async function makeFeeds(
  feeds: readonly PlannedFeed[],
  crew: Crew,
  put: (path: string, text: string) => void,
): Promise<string[]> {
  const [first] = feeds;
  if (first === undefined) return [];
  const bodies = await crew.readBodies(first.essays);
  const contents = bodies.filter((body) => body !== null);
  if (contents.length < bodies.length) {
    return first.essays.filter((_, index) => bodies[index] === null).map(({ source }) => source);
  }
  for (const { path, write } of feeds) put(path, write(contents));
  return [];
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

/**
 * What templates threw: one problem for each error, with the number of pages that it kept away, told
 * of the first that is added.
 */
class ThrownErrors {
  private readonly found = new Map<string, { problem: Problem; count: number }>();

  constructor(private readonly workshop: Pick<Workshop, 'request' | 'templates'>) {}

  add(error: ThrownError, page: Page): void {
    // The same error, if it was thrown at the same place (the first lines of a stack are the message
    // and that place) or by the same template: where the stack overflows, the place is any.
    const length = error.message.split('\n').length + 1;
    const place = error.stack.split('\n').slice(0, length).join('\n');
    const keys = [place || error.message, `${page.template}\n${error.message}`];
    const known = keys.map((key) => this.found.get(key)).find((each) => each !== undefined);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const { request, templates } = this.workshop;
    const { root, packageRoot } = request;
    const subject = page.essay === null ? page.url : `${page.url} (${page.essay.source})`;
    const file = `templates/${page.template}.tsx`;
    const { set } = templates;
    const { sourceRoot } = set;
    const where = { root, packageRoot, sourceRoot, sourceMap: set.readSourceMap() };
    const problem = templateThrew(error, `rendering ${subject}`, file, where);
    const found = { problem, count: 1 };
    for (const key of keys) this.found.set(key, found);
  }

  describe(): Problem[] {
    return [...new Set(this.found.values())].map(countPages);
  }
}

function countPages({ problem, count }: { problem: Problem; count: number }): Problem {
  if (count === 1) return problem;
  const others = count === 2 ? 'one more page' : `${count - 1} more pages`;
  return { ...problem, message: `${problem.message} (and for ${others})` };
}

function sourceChanged(path: string): Problem {
  const message = 'This file was changed while the site was built';
  return makeProblem('file-changed', wholeFile(path), message, 'Build again.');
}
