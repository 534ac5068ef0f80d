/**
 * Site, templates and client assets → the plan of the output folder: every file's path, how it is
 * made, and the key of what it is made from.
 *
 * Pure. Two files with the same key have the same bytes. Whatever is published is planned here and
 * nowhere else.
 */
import { digest } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { VariantClaim } from '../site/claims.ts';
import type { Essay } from '../site/essay.ts';
import type { Site } from '../site/site.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT } from '../site/urls.ts';
import { makeSocialCard, type SocialCard } from './cards.ts';
import { keyOfPage, keyOfSite, type PageBasis } from './page-keys.ts';
import { listPages, type Page } from './pages.ts';
import { type PlannedFeed, planFeeds } from './planned-feeds.ts';
import { type PlannedHeaders, planHeaders } from './planned-headers.ts';
import { renderRedirectLines, renderRedirectPage } from './redirect-pages.ts';
import { makeServiceFiles } from './service-files.ts';
import type { ClientAsset } from './templates.ts';

/** A file of the output folder that is to be there. */
export type OutputFile = {
  /** Relative to the output folder. */
  readonly path: string;
  readonly key: string;
} & (
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'bytes'; makeBytes(): Uint8Array | string }
  | { readonly kind: 'feed'; readonly feed: PlannedFeed }
  | { readonly kind: 'headers'; readonly headers: PlannedHeaders }
  | { readonly kind: 'card'; readonly card: SocialCard; readonly essay: Essay }
  /** A copy of an author's file; the path is relative to the site's root. */
  | { readonly kind: 'copy'; readonly copyOf: string }
);

/** What all outputs are made with. */
export interface OutputBasis extends PageBasis {
  /** The texts of the author's public/_redirects and public/_headers. */
  readonly ownRedirects: string;
  readonly ownHeaders: string;
  /** What tells one state of an author's file from another. */
  keyOfFile(path: string): string;
  /** The bytes of a picture's variant. */
  readVariant(claim: VariantClaim): Uint8Array;
}

/** Plans every file; a file of public/ that would take the place of a compiled one is a problem. */
export function planOutputs(
  site: Site,
  basis: OutputBasis,
): { value: OutputFile[]; problems: Problem[] } {
  const { program, assets, ownRedirects, ownHeaders } = basis;
  const siteKey = keyOfSite(site, basis);
  const value = listPages(site, basis).map((page): OutputFile => {
    return { path: page.outputPath, key: keyOfPage(page, siteKey), kind: 'page', page };
  });
  const cards = planCards(site, basis);
  value.push(...cards);
  const { urls, config } = site;
  const redirectKey = digest(JSON.stringify([program, urls, config.language]));
  for (const redirect of site.redirects) {
    const key = `${redirectKey} ${redirect.to}`;
    const makeBytes = () => renderRedirectPage(redirect, urls, config.language);
    value.push({ path: redirect.outputPath, key, kind: 'bytes', makeBytes });
  }
  const lines = renderRedirectLines(site.redirectLines, urls, ownRedirects);
  value.push(planBytes(REDIRECTS_OUTPUT, lines));
  const used = usedAssets(site, assets);
  const headers = planHeaders(site, basis, ownHeaders, used);
  value.push({
    path: HEADERS_OUTPUT,
    key: digest(siteKey + headers.key),
    kind: 'headers',
    headers,
  });
  const taken = listTaken(site);
  for (const { path, text } of makeServiceFiles(site, taken)) value.push(planBytes(path, text));
  const feeds = planFeeds(site, site.essays, program).filter(({ path }) => !taken.has(path));
  for (const feed of feeds) value.push({ path: feed.path, key: feed.key, kind: 'feed', feed });
  for (const { outputPath, bytes } of used) value.push(planBytes(outputPath, bytes));
  for (const { outputPath, source } of site.copies) {
    const key = basis.keyOfFile(source);
    value.push({ path: outputPath, key, kind: 'copy', copyOf: source });
  }
  for (const variant of site.variants) {
    const makeBytes = () => basis.readVariant(variant);
    value.push({ path: variant.outputPath, key: variant.variant.hash, kind: 'bytes', makeBytes });
  }
  const compiled = [
    ...assets.map(({ outputPath }) => outputPath),
    ...cards.map(({ path }) => path),
  ];
  return { value, problems: findAssetCollisions(site, new Set(compiled)) };
}

/** Which feeds are planned, and the files of their essays. */
export function describeFeeds(outputs: readonly OutputFile[]): {
  paths: string[];
  sources: string[];
} {
  const feeds = outputs.flatMap((output) => (output.kind === 'feed' ? [output.feed] : []));
  const sources = (feeds[0]?.essays ?? []).map(({ source }) => source);
  return { paths: feeds.map(({ path }) => path), sources };
}

/** What stands at the top of the output folder, in small letters: files of the author's, and folders. */
function listTaken({ copies, redirects }: Site): ReadonlySet<string> {
  const paths = [...copies, ...redirects].map(({ outputPath }) => outputPath);
  return new Set(paths.map((path) => path.toLowerCase().replace(/\/.*/s, '')));
}

/** Each card once, for whichever essays; it is told as that of the newest. */
function planCards({ essays, config }: Site, { program, cards }: PageBasis): OutputFile[] {
  const planned = new Map<string, OutputFile>();
  for (const essay of essays) {
    const card = makeSocialCard(essay, config, cards);
    if (card === null || planned.has(card.outputPath)) continue;
    const { outputPath: path } = card;
    planned.set(path, { path, key: digest(program + card.key), kind: 'card', card, essay });
  }
  return [...planned.values()];
}

function planBytes(path: string, bytes: Uint8Array | string): OutputFile {
  return { path, key: digest(bytes), kind: 'bytes', makeBytes: () => bytes };
}

/** Files of public/ that would take the place of a compiled asset or of a card. */
function findAssetCollisions(site: Site, compiled: ReadonlySet<string>): Problem[] {
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
