/**
 * Parsed essays and the author's settings → Site: order, slugs, tags, addresses and links settled.
 *
 * Pure. Everything that needs to see more than one file is decided here and nowhere else. Of an essay's
 * `digest`, and of where in a body its links stand, nothing is decided: both are only passed on, so an
 * edit that changes nothing else of a ParsedEssay changes nothing else of the site.
 */
import { fillBody } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay } from '../content/dates.ts';
import type { ParsedAbout, ParsedEssay } from '../content/essay.ts';
import type { LinkedFile, PictureUse, Variant } from '../content/images.ts';
import { PUBLIC_FOLDER } from '../content/paths.ts';
import { type SiteOutput, settleOutputs } from './collisions.ts';
import { type Essay, makeEssay, selectPublished } from './essay.ts';
import * as links from './links.ts';
import {
  type EssayAddress,
  expandRules,
  gatherRules,
  listRedirectLines,
  type Redirect,
  type RedirectLine,
} from './redirects.ts';
import { assignSlugs } from './slugs.ts';
import * as urls from './urls.ts';

export interface Site {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
  /** Newest first. */
  readonly essays: readonly Essay[];
  /** Highest count first. */
  readonly tags: readonly TagSummary[];
  /** The biography; its code is not highlighted yet. */
  readonly about: { readonly content: string; readonly hasOutboundLinks: boolean };
  /** What published bodies bring along, each once, sorted. */
  readonly embedded: readonly string[];
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  /** Those that the heads name: the author's, or the one that is made for the site. */
  readonly icons: readonly IconName[];
  /** Files of the author's that are published as they are. */
  readonly copies: readonly SiteOutput[];
  /** Smaller copies of pictures. */
  readonly variants: readonly VariantOutput[];
  /** The year of the build in the site's time zone. */
  readonly year: number;
  readonly draftCount: number;
  readonly futureCount: number;
  /** Until this moment (ms since the epoch) the same files make the same site. */
  readonly validUntil: number;
}

/** A tag and the number of essays that carry it. */
export interface TagSummary {
  readonly name: string;
  readonly count: number;
}

/** A smaller copy of a picture that is to be published. */
export interface VariantOutput extends SiteOutput {
  readonly variant: Variant;
}

/** A file that a page's head names as its icon. */
export interface IconName {
  /** Relative to out/. */
  readonly path: string;
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly type?: string;
  readonly sizes?: string;
}

/** All that a site is derived from. */
export interface SiteInput {
  readonly config: SiteConfig;
  readonly essays: readonly ParsedEssay[];
  /** Null where there is no about.md. */
  readonly about: ParsedAbout | null;
  /** Paths under content/public. */
  readonly publicFiles: readonly string[];
  /** The files that essays refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  readonly showDrafts: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
}

export type SiteResult = ReturnType<typeof deriveSite>;

export function deriveSite(input: SiteInput) {
  const { config, about, files, publicFiles } = input;
  const { essays: parsed, ...published } = selectPublished(
    input.essays,
    config,
    input.showDrafts,
    input.now,
  );
  const slugs = assignSlugs([...parsed].reverse(), config.slugs);
  const rules = gatherRules(config.redirects, parsed, slugs.value, config.url);
  const index = links.indexLinks(input, parsed, slugs.value, rules.value);
  const hasPatterns = rules.value.some(({ isPattern }) => isPattern);
  const addresses = hasPatterns ? listAddresses(parsed, slugs.value, config.timezone) : [];
  const home = { sitePath: urls.HOME_PATH, source: '', ids: new Set<string>() };
  const redirects = expandRules(rules.value, addresses, (path) => {
    return links.readLink(path, home, index);
  });

  const year = calendarDay(input.now, config.timezone).year;
  const essays = parsed.map((essay): Essay => {
    const slug = slugs.value.get(essay.path) ?? '';
    const sitePath = urls.essayPath(slug);
    const origin = { sitePath, source: essay.path, ids: new Set(essay.ids) };
    const image = links.resolveImage(essay, sitePath, index);
    const fills = links.resolveLinks(essay.links, origin, index);
    return makeEssay(essay, { slug, image, fills }, config, year);
  });
  const content = about === null ? '' : fillAbout(about, index);
  const copies = listCopies(publicFiles, files, index.usedFiles);
  const variants = [
    ...listVariants(index.scaledFiles.body, files, 'body'),
    ...listVariants(index.scaledFiles.thumbnail, files, 'thumbnail'),
  ];
  const pages = listPages(parsed, slugs.value);
  const settled = settleOutputs([...pages, ...copies, ...variants, ...redirects.value]);
  const stands = (output: SiteOutput) => settled.standing.has(output);
  const standing = redirects.value.filter(stands);
  const { draftCount, futureCount, validUntil } = published;
  const value: Site = {
    config,
    urls: index.urls,
    essays,
    tags: countTags(essays),
    about: { content, hasOutboundLinks: about?.body.hasOutboundLinks ?? false },
    embedded: listEmbedded(parsed, about),
    redirects: standing,
    redirectLines: listRedirectLines(standing, (from) => links.matchesTarget(from, index)),
    icons: findIcons(publicFiles),
    copies: copies.filter(stands),
    variants: variants.filter(stands),
    year,
    draftCount,
    futureCount,
    validUntil,
  };
  return {
    value,
    problems: [published, slugs, rules, redirects, index, settled].flatMap((part) => part.problems),
    /** Their places are found by whoever has the sources at hand. */
    brokenLinks: index.brokenLinks,
    /** Their anchors are looked for when the pages are rendered. */
    openLinks: index.openLinks,
  };
}

/**
 * Counts tags, highest count first. Ties keep the order in which the tags first appear, newest essay
 * first. Names are exact: case counts.
 */
export function countTags(newestFirst: readonly { tags: readonly string[] }[]): TagSummary[] {
  const counts = new Map<string, number>();
  for (const { tags } of newestFirst) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** The icons that browsers and authors have agreed on, in the order of their naming: the last wins. */
const KNOWN_ICONS: readonly IconName[] = [
  // Said to be small, so that browsers that can show a drawing take that.
  { path: 'favicon.ico', rel: 'icon', sizes: '32x32' },
  { path: 'favicon.png', rel: 'icon', type: 'image/png' },
  { path: 'icon.png', rel: 'icon', type: 'image/png' },
  { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'icon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'apple-touch-icon.png', rel: 'apple-touch-icon' },
  { path: 'site.webmanifest', rel: 'manifest' },
  { path: 'manifest.webmanifest', rel: 'manifest' },
  { path: 'manifest.json', rel: 'manifest' },
];

/** The one that is made for a site that has none. */
export const DEFAULT_ICON: IconName = { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' };

/** The site's icons: those that lie at the top of content/public, else the default one. */
export function findIcons(publicFiles: Iterable<string>): readonly IconName[] {
  const present = new Set(publicFiles);
  const own = KNOWN_ICONS.filter(({ path }) => present.has(`${PUBLIC_FOLDER}/${path}`));
  return own.some(({ rel }) => rel === 'icon') ? own : [...own, DEFAULT_ICON];
}

/** The pages: home, about, 404, and one for each essay that has a slug. */
function listPages(
  essays: readonly ParsedEssay[],
  slugs: ReadonlyMap<string, string>,
): SiteOutput[] {
  const pages = essays.flatMap(({ path, statedSlug }) => {
    const slug = slugs.get(path);
    if (slug === undefined) return [];
    const outputPath = urls.outputPathOf(urls.essayPath(slug));
    return [{ outputPath, source: path, place: statedSlug?.place ?? null, isStated: true }];
  });
  return [
    publish(urls.outputPathOf(urls.HOME_PATH), 'templates/HomePage.tsx'),
    publish(urls.outputPathOf(urls.ABOUT_PATH), 'templates/AboutPage.tsx'),
    publish(urls.NOT_FOUND_OUTPUT, 'templates/NotFoundPage.tsx'),
    ...pages,
  ];
}

/** Files of the author's that ours are added to. */
const MERGED: ReadonlySet<string> = new Set([urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT]);

/** What is published byte for byte: content/public, and the files beside essays that are in use. */
function listCopies(
  publicFiles: readonly string[],
  files: ReadonlyMap<string, LinkedFile>,
  usedFiles: ReadonlySet<string>,
): SiteOutput[] {
  const own = publicFiles.map((path) => publish(urls.publicName(path), path));
  const beside = [...files.values()]
    .filter(({ path }) => usedFiles.has(path) && !urls.isPublic(path))
    .map((file) => publish(urls.assetOutput(file), file.path, false));
  return [...own.filter(({ outputPath }) => !MERGED.has(outputPath)), ...beside];
}

/**
 * The result of the last build, with the new digests of essays whose text alone was edited; null where
 * more than their own pages could show the edit. `changed` is each essay as it was and as it is.
 */
export function updateSite(
  last: SiteResult,
  changed: readonly (readonly [was: ParsedEssay, is: ParsedEssay])[],
): SiteResult | null {
  const digests = new Map(changed.map(([, { path, digest }]) => [path, digest]));
  const isSame = changed.every(([was, is]) => describeFacts(was) === describeFacts(is));
  if (!isSame) return null;
  const essays = last.value.essays.map((essay) => {
    const digest = digests.get(essay.source);
    return digest === undefined ? essay : { ...essay, digest };
  });
  return { ...last, value: { ...last.value, essays } };
}

/** Everything of an essay that a site is derived from. */
function describeFacts(essay: ParsedEssay): string {
  return JSON.stringify({ ...essay, digest: '' });
}

/** The variants, for one use, of the files at `paths`. */
function listVariants(
  paths: Iterable<string>,
  files: ReadonlyMap<string, LinkedFile>,
  use: PictureUse,
): VariantOutput[] {
  return [...paths].flatMap((source) => {
    const { variants = [] } = files.get(source)?.variants[use] ?? {};
    return variants.map((variant) => {
      const outputPath = urls.variantOutput(source, variant);
      return { outputPath, source, place: null, isStated: false, variant };
    });
  });
}

function publish(outputPath: string, source: string, isStated = true): SiteOutput {
  return { outputPath, source, place: null, isStated };
}

function fillAbout({ body, path }: ParsedAbout, index: links.LinkIndex): string {
  const origin = { sitePath: urls.ABOUT_PATH, source: path, ids: new Set(body.ids) };
  return fillBody(body.html, links.resolveLinks(body.links, origin, index));
}

function listEmbedded(essays: readonly ParsedEssay[], about: ParsedAbout | null): string[] {
  const found = new Set(about?.body.embedded);
  for (const { embedded } of essays) for (const each of embedded) found.add(each);
  return [...found].sort();
}

/** The values of redirects' placeholders, for each essay that has a slug. */
function listAddresses(
  essays: readonly ParsedEssay[],
  slugs: ReadonlyMap<string, string>,
  timeZone: string,
): EssayAddress[] {
  return essays.flatMap((essay) => {
    const slug = slugs.get(essay.path);
    if (slug === undefined) return [];
    const { year, month, day } = calendarDay(essay.publishedTimestamp, timeZone);
    const pad = (number: number) => String(number).padStart(2, '0');
    return [{ slug, year: String(year), month: pad(month), day: pad(day) }];
  });
}
