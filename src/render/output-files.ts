/**
 * Site, templates and client assets → the plan of the output folder: every file's path, how it is
 * made, and the key of what it is made from.
 *
 * Two files with the same key have the same bytes. The key of a page is the digest of this program,
 * the templates and the page's props, or of what the props are made from: an essay's file, by its
 * digest, is not read for it.
 */
import { listEmbedded } from '../content/embedded.ts';
import { digest } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { isPublic, type VariantClaim } from '../site/claims.ts';
import type { Essay, Site } from '../site/site.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT, toAbsoluteUrl } from '../site/urls.ts';
import type { ClientAsset } from './client-assets.ts';
import { HIGHLIGHTER_VERSION } from './code-blocks.ts';
import { FEED_FORMATS, type Feed, makeFeed, selectForFeeds } from './feeds.ts';
import { renderHeaderRules } from './header-rules.ts';
import type { SiteFrame } from './page-head.ts';
import { listPages, listSpecimens, type Page, type PageParts } from './pages.ts';
import { renderRedirectLines, renderRedirectPage } from './redirect-pages.ts';
import { makeServiceFiles } from './service-files.ts';
import { makeSocialCard, type SocialCard } from './social-card.ts';

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

/** What all pages are made with. */
export interface PageBasis extends PageParts {
  /** The digest of this program. */
  readonly program: string;
  /** The digest of the templates' bundle. */
  readonly templates: string;
}

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
  const { program, assets, ownRedirects } = basis;
  const siteKey = keyOfSite(site, basis);
  const value = listPages(site, basis).map((page) => planPage(page, siteKey));
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
  const headers = planHeaders(site, basis);
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
  const used = usedAssets(site, assets);
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

/** The key of an essay's page; the same that `planOutputs` gives it. */
export function keyOfEssayPage(page: Page, site: SiteFrame, made: PageBasis): string {
  return planPage(page, keyOfSite(site, made)).key;
}

/** What of the rules for hosts the templates do not tell. */
export interface PlannedHeaders {
  /** Of all but templates and settings. */
  readonly key: string;
  /** To be looked through for what templates bring along. */
  readonly specimens: readonly Page[];
  /** The rules' text; `pages` are the specimens, rendered. */
  write(pages: readonly string[]): string;
}

function planHeaders(site: Site, basis: OutputBasis): PlannedHeaders {
  const { assets, ownHeaders: own } = basis;
  // Files of the author's among them do not bear their fingerprints.
  const isMixed = site.copies.some(
    ({ source, outputPath }) => isPublic(source) && outputPath.startsWith('assets/'),
  );
  const compiled = usedAssets(site, assets).map(({ outputPath }) => `/${outputPath}`);
  const immutable = isMixed ? compiled : ['/assets/*'];
  return {
    key: JSON.stringify([own, site.embedded, immutable]),
    specimens: listSpecimens(site, basis),
    write(pages) {
      const embedded = [...site.embedded, ...pages.flatMap(listEmbedded)];
      return renderHeaderRules(site.config, site.urls, { own, embedded, immutable });
    },
  };
}

/** What of a feed its own essays do not tell. */
export interface PlannedFeed {
  readonly path: string;
  readonly key: string;
  /** The essays that it holds, newest first. */
  readonly essays: readonly Essay[];
  /** The feed's text; `contents` are the final HTML of the essays' bodies, in their order. */
  write(contents: readonly string[]): string;
}

/** The feeds of a site whose essays, newest first, begin with these. */
export function planFeeds(
  site: Pick<Site, 'config' | 'urls'>,
  newest: readonly Essay[],
  program: string,
): PlannedFeed[] {
  const essays = selectForFeeds(newest, site.config);
  const basis = JSON.stringify([program, site.config, site.urls]) + essays.map(describeOrigin);
  // One feed for all formats, made of the bodies that the first is given.
  let feed: Omit<Feed, 'feedUrl'> | null = null;
  return FEED_FORMATS.map(({ path, write }) => ({
    path,
    key: digest(path + basis),
    essays,
    write(contents) {
      feed ??= makeFeed(site, essays, contents);
      return write({ ...feed, feedUrl: toAbsoluteUrl(site.urls, `/${path}`) });
    },
  }));
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

/** All that essays' pages have in common. */
function keyOfSite(
  { config, urls, icons }: SiteFrame,
  { program, templates, assets, cards }: PageBasis,
): string {
  const names = assets.map(({ name, outputPath }) => [name, outputPath]);
  const settings = [config, urls, icons, names, cards?.digest];
  return digest(JSON.stringify([program, HIGHLIGHTER_VERSION, templates, settings]));
}

/**
 * A page's key. An essay's props are made of its file, the site's settings, and the few things that
 * `deriveSite` gave it; to compare those costs a quarter of making the props.
 */
function planPage(page: Page, siteKey: string): OutputFile {
  const { essay, template, outputPath: path } = page;
  const madeFrom = essay === null ? JSON.stringify(page.makeProps()) : describeOrigin(essay);
  return { path, key: digest(siteKey + template + madeFrom), kind: 'page', page };
}

/** All that an essay's texts come from, apart from the site's settings. */
function describeOrigin(essay: Essay): string {
  const { source, digest, slug, publishedTimestamp, image, fills } = essay;
  return [source, digest, slug, publishedTimestamp].join('\n') + JSON.stringify([image, fills]);
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
