/**
 * Parsed essays and the author's settings → Site: order, slugs, tags, addresses and links settled.
 *
 * Pure. Everything that needs to see more than one file is decided here and nowhere else.
 */
import { posix } from 'node:path';
import type { Body } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay, formatMonthAndDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { isExternalUrl, stripSiteUrl } from '../content/link-urls.ts';
import { PUBLIC_FOLDER } from '../content/paths.ts';
import type { LinkedFile } from '../content/pictures.ts';
import { makeProblem, type Problem } from '../problems.ts';
import { type BrokenLink, fillLinks, type OpenLink } from './body-links.ts';
import { type Claim, settleClaims } from './collisions.ts';
import { selectPublished } from './publication.ts';
import {
  type EssayAddress,
  expandRules,
  gatherRules,
  listRedirectLines,
  type Redirect,
  type RedirectLine,
} from './redirects.ts';
import { type RedirectRule, SiteMap } from './site-map.ts';
import { assignSlugs } from './slugs.ts';
import { countTags, type TagSummary } from './tags.ts';
import * as urls from './urls.ts';

/** An essay without its content: what the list, the feeds and the cache hold. */
export interface EssaySummary {
  /** Its file, relative to the site's root. */
  readonly source: string;
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** As written. */
  readonly published: string;
  /** Milliseconds since the epoch. */
  readonly publishedTimestamp: number;
  /** In the site's time zone. */
  readonly year: number;
  /** The year, or month and day for an essay of the build's own year. */
  readonly formattedDate: string;
  readonly excerpt: string;
  readonly image: Picture | null;
  /** Whole minutes. */
  readonly readTime: number;
  readonly draft: boolean;
  readonly aliases: readonly string[];
  /** Milliseconds since the epoch, or null. */
  readonly updated: number | null;
}

/** A thumbnail: where it is published, and its size where the file is the site's own. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface Essay extends EssaySummary {
  /** Final HTML. */
  readonly content: string;
  readonly isPlainText: boolean;
  readonly hasOutboundLinks: boolean;
}

/** A file of the author's that is published as it is. */
export interface Copy extends Claim {}

export interface Site {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
  /** Newest first. */
  readonly essays: readonly Essay[];
  /** Highest count first. */
  readonly tags: readonly TagSummary[];
  /** The biography. */
  readonly about: { readonly content: string; readonly hasOutboundLinks: boolean };
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  readonly copies: readonly Copy[];
  /** The year of the build in the site's time zone. */
  readonly year: number;
  readonly draftCount: number;
  readonly futureCount: number;
}

/** What a site is derived from. */
export interface SiteInput {
  readonly config: SiteConfig;
  readonly essays: readonly ParsedEssay[];
  /** The body of about.md and its path; null where there is none. */
  readonly about: { readonly path: string; readonly body: Body } | null;
  /** Paths under content/public. */
  readonly publicFiles: readonly string[];
  /** The files that essays refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  readonly showDrafts: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** A link that leads nowhere, in the file where it stands. */
export interface BrokenLinkIn extends BrokenLink {
  readonly source: string;
}

/** A link to an anchor that only a rendered page can tell of. */
export interface OpenLinkIn extends OpenLink {
  readonly source: string;
}

export interface SiteResult {
  readonly value: Site;
  readonly problems: readonly Problem[];
  /** Their places are found by whoever has the sources at hand. */
  readonly brokenLinks: readonly BrokenLinkIn[];
  /** Their anchors are looked for when the pages are rendered. */
  readonly openLinks: readonly OpenLinkIn[];
}

export function deriveSite(input: SiteInput): SiteResult {
  const { config } = input;
  const { publishFuture, timezone } = config;
  const selected = selectPublished(input.essays, input.showDrafts, publishFuture, input.now);
  const newestFirst = selected.value.essays;
  const slugs = assignSlugs([...newestFirst].reverse(), config.slugs);
  const slugOf = (essay: ParsedEssay) => slugs.value.get(essay.path) ?? '';
  const rules = gatherRules(config.redirects, newestFirst, slugOf, config.url);
  const map = makeSiteMap(input, newestFirst, slugOf, rules.value);
  const redirects = expandRules(
    rules.value,
    listAddresses(newestFirst, slugs.value, timezone),
    map,
  );

  const linker = new Linker(map, urls.makeSiteUrls(config.url), input.files);
  const year = calendarDay(input.now, timezone).year;
  const essays = newestFirst.map((parsed): Essay => {
    const slug = slugOf(parsed);
    const day = calendarDay(parsed.publishedTimestamp, timezone);
    const shownDate = day.year === year ? formatMonthAndDay(day) : String(day.year);
    return {
      source: parsed.path,
      slug,
      title: parsed.title,
      author: parsed.author ?? config.name,
      tags: parsed.tags,
      published: parsed.published,
      publishedTimestamp: parsed.publishedTimestamp,
      year: day.year,
      formattedDate: parsed.statedDate ?? shownDate,
      excerpt: parsed.excerpt,
      image: linker.placeImage(parsed, urls.essayPath(slug)),
      readTime: parsed.readTime,
      draft: parsed.draft,
      aliases: parsed.aliases.map(({ value }) => value),
      updated: parsed.updated,
      content: linker.fill(parsed.body, urls.essayPath(slug), parsed.path),
      isPlainText: parsed.format === 'text',
      hasOutboundLinks: parsed.body.hasOutboundLinks,
    };
  });
  const about = input.about;
  const aboutContent = about ? linker.fill(about.body, urls.ABOUT_PATH, about.path) : '';
  const copies = listCopies(input, linker.usedFiles);
  const settled = settleClaims([
    ...claimPages(newestFirst, slugs.value),
    ...copies,
    ...redirects.value,
  ]);
  const standingRedirects = redirects.value.filter((each) => settled.standing.has(each));
  return {
    value: {
      config,
      urls: linker.urls,
      essays,
      tags: countTags(essays),
      about: { content: aboutContent, hasOutboundLinks: about?.body.hasOutboundLinks ?? false },
      redirects: standingRedirects,
      redirectLines: listRedirectLines(rules.value, standingRedirects, map),
      copies: copies.filter((copy) => settled.standing.has(copy)),
      year,
      draftCount: selected.value.draftCount,
      futureCount: selected.value.futureCount,
    },
    problems: [selected, slugs, rules, redirects, linker, settled].flatMap((part) => part.problems),
    brokenLinks: linker.brokenLinks,
    openLinks: linker.openLinks,
  };
}

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

type SlugOf = (essay: ParsedEssay) => string;

function makeSiteMap(
  input: SiteInput,
  essays: readonly ParsedEssay[],
  slugOf: SlugOf,
  rules: readonly RedirectRule[],
): SiteMap {
  const map = new SiteMap();
  map.addPage(urls.HOME_PATH, null, null);
  map.addPage(urls.ABOUT_PATH, input.about?.path ?? null, null);
  for (const essay of essays) {
    map.addPage(urls.essayPath(slugOf(essay)), essay.path, new Set(essay.body.ids));
  }
  for (const path of input.publicFiles) map.addPublicFile(`/${publicName(path)}`, path);
  for (const [path, file] of input.files) {
    if (!isPublic(path)) map.addNeighbour(path, `/${urls.encodePath(assetOutput(file))}`);
  }
  for (const rule of rules) map.addRedirect(rule);
  return map;
}

/** Settles the links of every body against one site map, and keeps what it meets on the way. */
class Linker {
  readonly problems: Problem[] = [];
  readonly brokenLinks: BrokenLinkIn[] = [];
  readonly openLinks: OpenLinkIn[] = [];
  /** The files beside essays that something published shows. */
  readonly usedFiles = new Set<string>();

  constructor(
    private readonly map: SiteMap,
    readonly urls: urls.SiteUrls,
    private readonly files: ReadonlyMap<string, LinkedFile>,
  ) {}

  /** The final HTML of a body that is published at `sitePath`. */
  fill(body: Body, sitePath: string, source: string): string {
    const origin = { sitePath, source, ids: new Set(body.ids) };
    const filled = fillLinks(body, origin, this.map, this.urls, this.files);
    for (const broken of filled.broken) this.brokenLinks.push({ ...broken, source });
    for (const open of filled.open) this.openLinks.push({ ...open, source });
    for (const file of filled.files) this.usedFiles.add(file);
    return filled.content;
  }

  /** An essay's thumbnail; null where it has none, or the file is missing. */
  placeImage(essay: ParsedEssay, sitePath: string): Picture | null {
    if (essay.image === null) return null;
    const { value, place } = essay.image;
    const alt = essay.imageAlt;
    const path = stripSiteUrl(value, this.urls.origin + this.urls.base) ?? value;
    if (isExternalUrl(path)) return { url: path, alt, width: null, height: null };
    const origin = { sitePath, source: essay.path, ids: new Set<string>() };
    const reading = this.map.read(path, origin);
    if (reading.kind !== 'found' || reading.file === null) {
      const message = `The image \`${value}\` is not in the site`;
      const hint = 'Put it beside the essay, or into content/public and write its path from there.';
      this.problems.push(makeProblem('image-missing', place, message, hint));
      return null;
    }
    this.usedFiles.add(reading.file);
    const size = this.files.get(reading.file)?.size;
    const url = urls.toUrl(this.urls, reading.address);
    return { url, alt, width: size?.width ?? null, height: size?.height ?? null };
  }
}

function claimPages(essays: readonly ParsedEssay[], slugs: ReadonlyMap<string, string>): Claim[] {
  const templated = [
    { outputPath: urls.outputPathOf(urls.HOME_PATH), source: 'templates/HomePage.tsx' },
    { outputPath: urls.outputPathOf(urls.ABOUT_PATH), source: 'templates/AboutPage.tsx' },
    { outputPath: urls.NOT_FOUND_OUTPUT, source: 'templates/NotFoundPage.tsx' },
  ].map((claim) => ({ ...claim, place: null, isStated: true }));
  const claims: Claim[] = essays.flatMap(({ path, statedSlug }) => {
    const slug = slugs.get(path);
    if (slug === undefined) return [];
    const outputPath = urls.outputPathOf(urls.essayPath(slug));
    return [{ outputPath, source: path, place: statedSlug?.place ?? null, isStated: true }];
  });
  return [...templated, ...claims];
}

/** What is published byte for byte: content/public, and the files beside essays that are in use. */
function listCopies(input: SiteInput, usedFiles: ReadonlySet<string>): Copy[] {
  const copies: Copy[] = input.publicFiles
    .filter((path) => publicName(path) !== urls.REDIRECTS_OUTPUT)
    .map((path) => ({ outputPath: publicName(path), source: path, place: null, isStated: true }));
  for (const [path, file] of input.files) {
    if (isPublic(path) || !usedFiles.has(path)) continue;
    copies.push({ outputPath: assetOutput(file), source: path, place: null, isStated: false });
  }
  return copies;
}

function isPublic(path: string): boolean {
  return path.startsWith(`${PUBLIC_FOLDER}/`);
}

function publicName(path: string): string {
  return path.slice(PUBLIC_FOLDER.length + 1);
}

/** `assets/cat.0123456789.jpg` */
function assetOutput(file: LinkedFile): string {
  const extension = posix.extname(file.path);
  const name = posix.basename(file.path, extension).toLowerCase().slice(0, 60);
  return urls.assetPath(name, file.hash, extension.toLowerCase()).slice(1);
}
