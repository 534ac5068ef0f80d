/**
 * Parsed essays and the author's settings → Site: order, slugs, tags, addresses and links settled.
 *
 * Pure. Everything that needs to see more than one file is decided here and nowhere else.
 */
import type { ParsedAbout } from '../content/about.ts';
import { fillBody } from '../content/body-forms.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay } from '../content/dates.ts';
import type { ParsedEssay } from '../content/essay.ts';
import type { LinkedFile } from '../content/pictures.ts';
import type { Problem } from '../problems.ts';
import { claimPages, listCopies, listVariants, type VariantClaim } from './claims.ts';
import { type Claim, settleClaims } from './collisions.ts';
import { type Essay, placeEssay } from './essay.ts';
import { findIcons, type IconName } from './icons.ts';
import { mapTargets } from './link-targets.ts';
import { type BrokenLinkIn, Linker, type OpenLinkIn } from './linker.ts';
import { selectPublished } from './publication.ts';
import {
  type EssayAddress,
  expandRules,
  gatherRules,
  listRedirectLines,
  type Redirect,
  type RedirectLine,
} from './redirects.ts';
import { assignSlugs } from './slugs.ts';
import { countTags, type TagSummary } from './tags.ts';
import * as urls from './urls.ts';

export interface Site {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
  /** Newest first. */
  readonly essays: readonly Essay[];
  /** Highest count first. */
  readonly tags: readonly TagSummary[];
  /** The biography; its code is not coloured yet. */
  readonly about: { readonly content: string; readonly hasOutboundLinks: boolean };
  /** What published bodies bring along, each once, sorted. */
  readonly embedded: readonly string[];
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  /** Those that the heads name: the author's, or the one that is made for the site. */
  readonly icons: readonly IconName[];
  /** Files of the author's that are published as they are. */
  readonly copies: readonly Claim[];
  /** Smaller copies of pictures. */
  readonly variants: readonly VariantClaim[];
  /** The year of the build in the site's time zone. */
  readonly year: number;
  readonly draftCount: number;
  readonly futureCount: number;
  /** Until this moment (ms since the epoch) the same files make the same site. */
  readonly validUntil: number;
}

/** What a site is derived from. */
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
  const selected = selectPublished(
    input.essays,
    input.showDrafts,
    publishFuture,
    input.now,
    timezone,
  );
  const newestFirst = selected.value.essays;
  const slugs = assignSlugs([...newestFirst].reverse(), config.slugs);
  const slugOf = (essay: ParsedEssay) => slugs.value.get(essay.path) ?? '';
  const rules = gatherRules(config.redirects, newestFirst, slugOf, config.url);
  const map = mapTargets(input, newestFirst, slugOf, rules.value);
  const redirects = expandRules(
    rules.value,
    listAddresses(newestFirst, slugs.value, timezone),
    map,
  );

  const linker = new Linker(map, urls.makeSiteUrls(config.url), input.files);
  const year = calendarDay(input.now, timezone).year;
  const essays = newestFirst.map((parsed): Essay => {
    const slug = slugOf(parsed);
    const image = linker.placeImage(parsed, urls.essayPath(slug));
    const fills = linker.resolve(parsed, urls.essayPath(slug), parsed.path);
    return placeEssay(parsed, { slug, image, fills }, config, year);
  });
  const about = input.about;
  const aboutContent =
    about === null
      ? ''
      : fillBody(about.body.html, linker.resolve(about.body, urls.ABOUT_PATH, about.path));
  const copies = listCopies(input.publicFiles, input.files, linker.usedFiles);
  const variants = [
    ...listVariants(linker.scaledInBodies, input.files, 'body'),
    ...listVariants(linker.scaledOnCards, input.files, 'thumbnail'),
  ];
  const settled = settleClaims([
    ...claimPages(newestFirst, slugs.value),
    ...copies,
    ...variants,
    ...redirects.value,
  ]);
  const publicFiles = new Set(input.publicFiles);
  const standingRedirects = redirects.value.filter((each) => settled.standing.has(each));
  return {
    value: {
      config,
      urls: linker.urls,
      essays,
      tags: countTags(essays),
      about: { content: aboutContent, hasOutboundLinks: about?.body.hasOutboundLinks ?? false },
      embedded: listEmbeddedIn(newestFirst, about),
      redirects: standingRedirects,
      redirectLines: listRedirectLines(rules.value, standingRedirects, map),
      icons: findIcons((path) => publicFiles.has(path)),
      copies: copies.filter((copy) => settled.standing.has(copy)),
      variants: variants.filter((variant) => settled.standing.has(variant)),
      year,
      draftCount: selected.value.draftCount,
      futureCount: selected.value.futureCount,
      validUntil: selected.value.validUntil,
    },
    problems: [selected, slugs, rules, redirects, linker, settled].flatMap((part) => part.problems),
    brokenLinks: linker.brokenLinks,
    openLinks: linker.openLinks,
  };
}

function listEmbeddedIn(essays: readonly ParsedEssay[], about: ParsedAbout | null): string[] {
  const found = new Set(about?.body.embedded);
  for (const { embedded } of essays) for (const each of embedded) found.add(each);
  return [...found].sort();
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
