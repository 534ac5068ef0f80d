/**
 * Resolve, the fourth step: finds where every link, menu and redirect of a site leads, and gathers what the links make
 * the site publish. Pure; the index stays as it is.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { Branding } from '../essays/images.ts';
import type { ReadSettings, SiteWords } from '../essays/inline.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { fillLine } from '../markdown/fill-parts.ts';
import type { Line } from '../markdown/read-line.ts';
import { isExternalUrl } from '../markdown/url-syntax.ts';
import type { Problem } from '../problems/problems.ts';
import type { AddressedSite } from './address-assignment.ts';
import { type ResolvedBranding, resolveBranding } from './icons.ts';
import type { IndexedSite, LinkIndex } from './link-index.ts';
import {
  type GatheredLinks,
  gatherLinks,
  type ResolvedLinks,
  resolveLinks,
} from './link-resolution.ts';
import { type Menus, resolveMenus } from './menus.ts';
import { expandRules, type Redirect, type ResolvedPath } from './redirect-rules.ts';
import { HOME_ORIGIN, type LinkOrigin, resolvePath } from './resolution.ts';
import {
  connectEssays,
  type Essay,
  type EssayImage,
  type RelatedByLanguage,
  type RelatedEssays,
  resolveEssay,
  resolveImage,
  writeDates,
} from './resolved-essay.ts';
import type { SluggedEssay } from './slugs.ts';
import { countTags, type SiteTag } from './tags.ts';
import { HOME_PATH, tagQueryPath } from './urls.ts';

/** The HTML of the texts of the settings; null for those of the templates. */
export interface FilledWords {
  readonly intro: string;
  readonly callToAction: string | null;
  readonly footer: string | null;
}

/** The site in one of its languages: what its templates show. */
export interface Edition {
  readonly config: SiteConfig;
  readonly words: FilledWords;
  /** The picture above the title of its home page; null for none. */
  readonly cover: EssayImage | null;
  readonly menus: Menus;
  /** The essays that it lists, newest first, with their dates in its language. */
  readonly essays: readonly Essay[];
  readonly pages: readonly Essay[];
  readonly insets: readonly Essay[];
  /** Highest count first. */
  readonly tags: readonly SiteTag[];
}

/** A site whose links are resolved. */
export interface ResolvedSite {
  /** The site in each of its languages, the main one first. */
  readonly editions: readonly Edition[];
  /** The essays in all languages, newest first. */
  readonly essays: readonly Essay[];
  /** The related essays, for the next build, by language. */
  readonly related: RelatedByLanguage;
  readonly branding: ResolvedBranding;
  /** Each page that redirects, before collisions are found. */
  readonly redirects: readonly Redirect[];
  readonly links: GatheredLinks;
  readonly problems: readonly Problem[];
}

/** What essays and menus are resolved with, besides the index. */
export interface ResolveSettings {
  /** The settings in each language, the main one first. */
  readonly settings: readonly [ReadSettings, ...ReadSettings[]];
  /** The pictures that the settings name. */
  readonly branding: Branding;
  /** The year of the build in the site's time zone. */
  readonly year: number;
  /** The `related` of the last build; empty for none. */
  readonly lastRelated: RelatedByLanguage;
}

const NO_LINKS = { brokenLinks: [], openLinks: [], unlinking: null };

/** Resolves the links of a site. */
export function resolveSite(
  addressed: AddressedSite,
  { index, rules }: IndexedSite,
  { settings, branding, year, lastRelated }: ResolveSettings,
): ResolvedSite {
  const [main] = settings;
  const configs = new Map(settings.map(({ config }) => [config.language, config]));
  const resolveOne = (essay: SluggedEssay) =>
    resolveEssay(essay, configs.get(essay.edition) ?? main.config, year, index);
  const single = addressed.essays.map(resolveOne);
  const pages = addressed.pages.map(resolveOne);
  const texts: ResolvedTexts = {
    essays: single.map(({ essay }) => essay),
    pages: pages.map(({ essay }) => essay),
  };
  const resolved = settings.map((each, at) => {
    const { config } = each;
    const { essays = [], tagAddresses = null } = addressed.editions[at] ?? {};
    const listed = listEssays(essays, texts.essays, config, year);
    const tags = placeTags(listed, config, tagAddresses);
    return resolveEdition(each, listed, tags, texts, index, lastRelated[config.language] ?? null);
  });
  const editions = resolved.map(({ edition }) => edition);
  const brand = resolveBranding(branding, index);
  const redirects = expandRules(rules, (path) => resolveTarget(path, index));
  const parts = resolved.flatMap((each) => each.parts);
  return {
    editions,
    essays: joinEssays(texts.essays, editions),
    related: Object.fromEntries(
      resolved.map(({ edition, related }) => [edition.config.language, related]),
    ),
    branding: brand,
    redirects: redirects.value,
    links: gatherLinks([...single, ...pages, ...parts, { ...NO_LINKS, uses: brand.uses }]),
    problems: [
      ...redirects.problems,
      ...[...single, ...pages, ...resolved].flatMap(({ problems }) => problems),
    ],
  };
}

/** Counts tags, and gives each the address of its page, or of the home page that shows its essays. */
function placeTags(
  essays: readonly Essay[],
  { prefix }: SiteConfig,
  addresses: ReadonlyMap<string, string> | null,
): SiteTag[] {
  return countTags(essays).map((tag) => {
    return { ...tag, address: addresses?.get(tag.name) ?? tagQueryPath(tag.name, prefix) };
  });
}

/** All essays and pages of a site, with their links resolved. */
interface ResolvedTexts {
  readonly essays: readonly Essay[];
  readonly pages: readonly Essay[];
}

/** The essays that an edition lists, with their dates in its language. */
function listEssays(
  listed: readonly SluggedEssay[],
  all: readonly Essay[],
  config: SiteConfig,
  year: number,
): readonly Essay[] {
  // In a site with one language, these are all the listed essays.
  if (config.prefix === '' && config.languages.length === 0) {
    return all.filter(({ unlisted }) => !unlisted);
  }
  const bySource = new Map(all.map((essay) => [essay.source, essay]));
  return listed.flatMap(({ path }) => {
    const essay = bySource.get(path);
    if (essay === undefined || essay.edition === config.language) return essay ?? [];
    return { ...essay, ...writeDates(essay, config, year) };
  });
}

/** An edition, and what its links lead to. */
interface EditionResult {
  readonly edition: Edition;
  readonly related: RelatedEssays;
  readonly parts: readonly Omit<ResolvedLinks, 'fills'>[];
  readonly problems: readonly Problem[];
}

/** Resolves the texts and menus of an edition, which lists the essays `listed`. */
function resolveEdition(
  { config, words }: ReadSettings,
  listed: readonly Essay[],
  tags: readonly SiteTag[],
  texts: ResolvedTexts,
  index: LinkIndex,
  lastRelated: RelatedEssays | null,
): EditionResult {
  const { essays, related } = connectEssays(listed, lastRelated);
  const isInLanguage = ({ edition }: Essay) => edition === config.language;
  const inLanguage = texts.pages.filter(isInLanguage);
  const pages = inLanguage.filter((page) => !isInset(page));
  // A menu may also name a text in another language.
  const others = [...texts.pages, ...texts.essays].filter((each) => !isInLanguage(each));
  const menus = resolveMenus(config, pages, [...essays, ...others], (path) =>
    resolveTarget(path, index),
  );
  const { prefix, language, cover } = config;
  const origin = { sitePath: prefix + HOME_PATH, source: CONFIG_PATH, language };
  const filled = fillWords(words, origin, index);
  const insets = inLanguage.filter(isInset);
  const ofSettings = { image: cover?.image ?? null, imageAlt: cover?.alt ?? '' };
  const picture = resolveImage(ofSettings, origin, index);
  return {
    edition: {
      config,
      words: filled.value,
      cover:
        picture.image ??
        insets.find(({ kind, hasCover }) => kind === 'home' && hasCover)?.image ??
        null,
      menus: menus.value,
      essays,
      pages,
      insets,
      tags,
    },
    related,
    parts: [...filled.parts, { ...NO_LINKS, uses: picture.uses }],
    problems: [...menus.problems, ...picture.problems],
  };
}

/** Finds where a path of the settings leads, or keeps an external URL. */
function resolveTarget(path: string, index: LinkIndex): ResolvedPath {
  if (isExternalUrl(path)) return { kind: 'found', address: path };
  return resolvePath(path, HOME_ORIGIN, index);
}

/** True for the author's text on a page that the program makes. */
function isInset({ kind }: Essay): boolean {
  return kind === 'home' || kind === 'notFound';
}

/**
 * The essays of all editions, each as the edition of its own language shows it, in the order of `all`. An unlisted one
 * has no neighbours.
 */
function joinEssays(
  all: readonly Essay[],
  editions: readonly Pick<Edition, 'config' | 'essays'>[],
): readonly Essay[] {
  const [main] = editions;
  const isWhole = main?.essays.length === all.length;
  if (editions.length === 1 && main !== undefined && isWhole) return main.essays;
  const byEdition = editions.flatMap(({ config, essays }) => {
    return essays.filter(({ edition }) => edition === config.language);
  });
  const bySource = new Map(byEdition.map((essay) => [essay.source, essay]));
  return all.flatMap((essay) => {
    if (!essay.unlisted) return bySource.get(essay.source) ?? [];
    return { ...essay, series: null };
  });
}

/** Makes the HTML of the texts of the settings, which stand on every page. */
function fillWords(
  { intro, callToAction, footer }: SiteWords,
  origin: LinkOrigin,
  index: LinkIndex,
): { readonly value: FilledWords; readonly parts: readonly ResolvedLinks[] } {
  const resolve = (text: Line) => {
    const links = resolveLinks(text.links, origin, index);
    return { ...links, html: fillLine(text.parts, links.fills) };
  };
  const parts = {
    intro: resolve(intro),
    callToAction: callToAction && resolve(callToAction),
    footer: footer && resolve(footer),
  };
  return {
    value: {
      intro: parts.intro.html,
      callToAction: parts.callToAction?.html ?? null,
      footer: parts.footer?.html ?? null,
    },
    parts: Object.values(parts).filter((part) => part !== null),
  };
}
