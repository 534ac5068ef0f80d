/**
 * Site, templates and client assets → every file of the output folder, in memory.
 *
 * Nothing is written here: with one template that throws, the output folder stays as it was.
 */
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { Site } from '../site/site.ts';
import { REDIRECTS_OUTPUT } from '../site/urls.ts';
import { listPages, type Page } from './pages.ts';
import { renderRedirectLines, renderRedirectPage } from './redirect-pages.ts';
import { templateThrew } from './template-errors.ts';
import type { ClientAsset, TemplateBundle } from './templates.ts';

/** A finished file of the site: its bytes, or the author's file (relative to the root) it copies. */
export type OutputFile =
  | { readonly path: string; readonly bytes: Uint8Array | string }
  | { readonly path: string; readonly copyOf: string };

export interface Renderer {
  readonly bundle: TemplateBundle;
  readonly assets: readonly ClientAsset[];
  /** Absolute: what the templates' paths are told from. */
  readonly root: string;
  readonly packageRoot: string;
}

/**
 * Renders everything. A template that throws gives one problem, however many pages it throws for.
 * `ownRedirects` is the text of the author's public/_redirects; `onPage` is called after each page.
 */
export function renderSite(
  site: Site,
  renderer: Renderer,
  ownRedirects: string,
  onPage: (done: number, total: number) => void,
): { value: OutputFile[]; problems: Problem[] } {
  const problems = new Map<string, { problem: Problem; count: number }>();
  const value: OutputFile[] = [];
  const pages = listPages(site, renderer.assets);
  pages.forEach((page, index) => {
    try {
      const markup = renderer.bundle.render(page.template, page.props);
      value.push({ path: page.outputPath, bytes: `<!doctype html>\n${markup}\n` });
    } catch (error) {
      addProblem(problems, error, page, renderer);
    }
    onPage(index + 1, pages.length);
  });
  for (const redirect of site.redirects) {
    const bytes = renderRedirectPage(redirect, site.urls, site.config.language);
    value.push({ path: redirect.outputPath, bytes });
  }
  const lines = renderRedirectLines(site.redirectLines, site.urls, ownRedirects);
  value.push({ path: REDIRECTS_OUTPUT, bytes: lines });
  for (const asset of usedAssets(site, renderer.assets)) {
    value.push({ path: asset.outputPath, bytes: asset.bytes });
  }
  for (const copy of site.copies) value.push({ path: copy.outputPath, copyOf: copy.source });
  const collisions = findAssetCollisions(site, renderer.assets);
  return { value, problems: [...[...problems.values()].map(countPages), ...collisions] };
}

/** Files of public/ that would take the place of a compiled asset. */
function findAssetCollisions(site: Site, assets: readonly ClientAsset[]): Problem[] {
  const compiled = new Set(assets.map(({ outputPath }) => outputPath));
  return site.copies
    .filter(({ outputPath }) => compiled.has(outputPath))
    .map(({ outputPath, source }) => {
      const message = `out/${outputPath} is compiled from the templates as well`;
      return makeProblem('output-collision', wholeFile(source), message, 'Give it another name.');
    });
}

/** Scripts that no page loads are not published. */
function usedAssets(site: Site, assets: readonly ClientAsset[]): readonly ClientAsset[] {
  const hasOutbound =
    site.config.outboundEndpoint !== null &&
    [site.about, ...site.essays].some((page) => page.hasOutboundLinks);
  const unused = new Set<string>();
  if (!hasOutbound) unused.add('outbound');
  if (site.essays.length === 0) unused.add('home');
  return assets.filter(({ name }) => !unused.has(name));
}

function addProblem(
  problems: Map<string, { problem: Problem; count: number }>,
  error: unknown,
  page: Page,
  { bundle, root, packageRoot }: Renderer,
): void {
  const message = error instanceof Error ? error.message : String(error);
  const key = `${page.template}\n${message}`;
  const known = problems.get(key);
  if (known !== undefined) known.count++;
  else {
    const subject = page.source === null ? page.url : `${page.url} (${page.source})`;
    const origin = { sourceMap: bundle.sourceMap, root, packageRoot };
    const problem = templateThrew(
      error,
      `rendering ${subject}`,
      `templates/${page.template}.tsx`,
      origin,
    );
    problems.set(key, { problem, count: 1 });
  }
}

function countPages({ problem, count }: { problem: Problem; count: number }): Problem {
  if (count === 1) return problem;
  const others = count === 2 ? 'one more page' : `${count - 1} more pages`;
  return { ...problem, message: `${problem.message} (and for ${others})` };
}
