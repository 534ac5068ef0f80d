/**
 * Select, the fifth step: lists everything that the site may publish, and leaves out what collides. Pure.
 */
import type { LinkedFile } from '../essays/images.ts';
import { HOME_ADDRESS, isPublic, NOT_FOUND_ADDRESS } from '../essays/paths.ts';
import type { Place, Problem } from '../problems/problems.ts';
import type { AddressedSite } from './address-assignment.ts';
import { findCollisions, GENERATED, outputCollision, type SiteOutput } from './collisions.ts';
import { DEFAULT_ICON, findIcons, type IconName } from './icons.ts';
import type { IndexedSite } from './link-index.ts';
import { type LinkableFiles, matchesTarget } from './link-index.ts';
import type { PictureOutput } from './link-resolution.ts';
import type { Traces } from './memory/traces.ts';
import { listRedirectLines, type Redirect, type RedirectLine } from './redirect-rules.ts';
import { findReservedNames } from './reserved-names.ts';
import type { ResolvedSite } from './site-resolution.ts';
import type { SluggedEssay } from './slugs.ts';
import * as urls from './urls.ts';

const HOME_TEMPLATE = 'templates/HomePage.tsx';

/** A former address, which leads to the present one. */
export interface OtherEnding {
  readonly outputPath: string;
  /** Site paths. */
  readonly from: string;
  readonly to: string;
}

/** What a site publishes besides its essays and pages. */
export interface SiteOutputs {
  /** The addresses of the pages of tags and of the archive, except where something else is published. */
  readonly listings: ReadonlySet<string>;
  /** The output paths of feeds and other generated files that nothing of the author's replaces. */
  readonly services: ReadonlySet<string>;
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  /** Former addresses at which some hosts need a page that redirects. */
  readonly otherEndings: readonly OtherEnding[];
  /** The files of drafts that have no page, because something else is at their addresses. */
  readonly draftsWithoutPage: ReadonlySet<string>;
  /** The icons that pages name: the author's, or the generated one. */
  readonly icons: readonly IconName[];
  /** The author's files that are published unchanged. */
  readonly copies: readonly SiteOutput[];
  /** Copies of pictures. */
  readonly variants: readonly PictureOutput[];
}

/** The outputs of a site without those that collide. */
export interface OutputSelection {
  readonly outputs: SiteOutputs;
  /** The paths of these outputs, and of the essays and pages. */
  readonly paths: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Lists the outputs of a site. `linkable` are the files that its links can lead to. */
export function selectOutputs(
  addressed: AddressedSite,
  { index }: Pick<IndexedSite, 'index'>,
  { links, redirects, branding }: Pick<ResolvedSite, 'links' | 'redirects' | 'branding'>,
  linkable: LinkableFiles,
): OutputSelection {
  const { variants } = links;
  const icons = findIcons(linkable.publicFiles, branding.icons);
  const services = listServices(addressed, linkable, icons);
  const listings = new Map(
    addressed.listings.map((address) => [generate(urls.outputPathOf(address)), address]),
  );
  const pages = listPageOutputs(addressed);
  const drafts = addressed.all
    .filter(({ slug, draft }) => slug !== '' && draft)
    .map(makePageOutput);
  const publicFiles = listPublicFiles(linkable.publicFiles);
  const beside = listFilesBeside(linkable.files, links.usedFiles);
  // The first to have a path keeps it.
  const { written, yielding, problems, isFree } = findCollisions([
    ...[urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT, COMPILED].map(generate),
    ...listings.keys(),
    ...services,
    ...pages,
    ...publicFiles,
    ...redirects.filter(({ isStated }) => isStated),
    ...drafts,
    ...beside,
    ...variants,
    ...redirects.filter(({ isStated }) => !isStated),
  ]);
  const isWritten = (output: SiteOutput) => written.has(output);
  const unlisted = new Set(
    addressed.all.filter((each) => each.unlisted).map(({ address }) => address),
  );
  // Two old paths that lead to one page may share a file. Anyone can read `_redirects`, so an unlisted page's old
  // addresses are written only as pages.
  const lines = redirects.filter(
    (each) => (isWritten(each) || yielding.get(each)?.to === each.to) && !unlisted.has(each.to),
  );
  const outputs: SiteOutputs = {
    listings: new Set([...listings].flatMap(([each, path]) => (isWritten(each) ? path : []))),
    services: new Set(services.filter(isWritten).map(({ outputPath }) => outputPath)),
    redirects: redirects.filter(isWritten),
    redirectLines: listRedirectLines(lines, (from) => matchesTarget(from, index)),
    otherEndings: listOtherEndings(addressed.traces, isFree),
    draftsWithoutPage: new Set(drafts.flatMap((each) => (isWritten(each) ? [] : each.source))),
    icons,
    copies: [...publicFiles, ...beside].filter(isWritten),
    variants: variants.filter(isWritten),
  };
  return {
    outputs,
    paths: new Set(Array.from(written, ({ outputPath }) => outputPath)),
    problems: [
      ...problems,
      ...[...pages, ...drafts].filter(isAmongAssets).map((page) => outputCollision(page, ASSETS)),
      ...findReservedNames(written),
    ],
  };
}

/** Stands for all compiled assets, whose names aren't known yet. */
const COMPILED = `${urls.ASSETS_FOLDER}/site.css`;
const ASSETS = generate(`${urls.ASSETS_FOLDER}/`);

/** True for a page in the folder of assets, whose files browsers never ask for twice. */
function isAmongAssets({ outputPath }: SiteOutput): boolean {
  return outputPath.toLowerCase().startsWith(ASSETS.outputPath);
}

/** The feeds and other generated files that a file of the author's can replace. */
function listServices(
  { editions }: AddressedSite,
  { services }: LinkableFiles,
  icons: readonly IconName[],
): SiteOutput[] {
  const tagPages = editions.flatMap(({ tagAddresses }) => [...(tagAddresses?.values() ?? [])]);
  const icon = icons.includes(DEFAULT_ICON) ? [DEFAULT_ICON.path] : [];
  return [...services, ...icon, ...tagPages.map(urls.tagFeedOutput)].map(generate);
}

/** Makes the output of a file or page that every build makes. */
function generate(outputPath: string): SiteOutput {
  return { outputPath, source: GENERATED, place: null, isStated: false };
}

/** The pages: home, 404, the author's own, and one for each essay that has a slug, without drafts. */
function listPageOutputs({ all: essays, editions }: AddressedSite): SiteOutput[] {
  const published = essays.filter(({ slug, draft }) => slug !== '' && !draft);
  const shipped = editions.flatMap(({ prefix }) => [
    [prefix + HOME_ADDRESS, HOME_TEMPLATE] as const,
    [prefix + NOT_FOUND_ADDRESS, 'templates/NotFoundPage.tsx'] as const,
  ]);
  const wordless = shipped.filter(([address]) => !essays.some(({ page }) => page === address));
  return [
    ...wordless.map(([address, source]) => makeOutput(urls.outputPathOf(address), source)),
    ...published.map(makePageOutput),
  ];
}

function makePageOutput(essay: SluggedEssay): SiteOutput {
  const output = makeOutput(urls.outputPathOf(essay.address), essay.path);
  return { ...output, place: placeOfAddress(essay) };
}

/** The place in an essay that its address comes from; null for the essay as a whole. */
function placeOfAddress({ page, permalinks, statedSlug }: SluggedEssay): Place | null {
  const [stated] = page === null ? permalinks : [];
  return stated?.place ?? statedSlug?.place ?? null;
}

/** The author's files whose lines are merged with generated ones instead of copied. */
const MERGED: ReadonlySet<string> = new Set([urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT]);

/** The files of content/public, which are copied. */
function listPublicFiles(publicFiles: readonly string[]): SiteOutput[] {
  const copies = publicFiles.map((path) => makeOutput(urls.publicName(path), path));
  return copies.filter(({ outputPath }) => !MERGED.has(outputPath));
}

/** The files beside essays that are in use. */
function listFilesBeside(
  files: ReadonlyMap<string, LinkedFile>,
  usedFiles: ReadonlySet<string>,
): SiteOutput[] {
  return [...files.values()]
    .filter(({ path }) => usedFiles.has(path) && !isPublic(path))
    .map((file) => makeOutput(urls.assetOutput(file), file.path, false));
}

function makeOutput(outputPath: string, source: string, isStated = true): SiteOutput {
  return { outputPath, source, place: null, isStated };
}

/**
 * Lists the former addresses that differ from an essay's present one only in their ending, such as `/x.html` and `/x/`.
 * Most hosts redirect from one to the other, so these aren't in the site's redirects: Netlify would loop between x.html
 * and x/index.html. GitHub Pages serves each file only at its exact address, so it needs a page for each ending.
 */
function listOtherEndings(traces: Traces, isFree: (path: string) => boolean): OtherEnding[] {
  const others = [...traces.values()].flatMap(({ address, essay, page }): OtherEnding[] => {
    if (essay === null || page !== 'own' || address === essay.address) return [];
    const outputPath = urls.outputPathOf(address);
    return isFree(outputPath) ? [{ outputPath, from: address, to: essay.address }] : [];
  });
  // `/x` and `/x.html` are one file.
  return [...new Map(others.map((each) => [each.outputPath, each])).values()];
}
