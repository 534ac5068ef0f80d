/**
 * Resolve, the fourth step: finds where every link, menu and redirect of a site leads, and gathers what the links make
 * the site publish. Pure; the index stays as it is.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { Branding } from '../essays/images.ts';
import type { InlineText, ReadSettings, SiteWords } from '../essays/inline.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { fillBody } from '../markdown/body.ts';
import { isExternalUrl } from '../markdown/html.ts';
import type { Problem } from '../problems/problems.ts';
import type { Addressed } from './addressed.ts';
import { type ResolvedBranding, resolveBranding } from './branding.ts';
import {
  connectEssays,
  type Essay,
  type RelatedByLanguage,
  type RelatedEssays,
  resolveEssay,
  type SingleEssay,
  writeDates,
} from './essay.ts';
import type { Indexed } from './indexed.ts';
import type { LinkIndex } from './link-index.ts';
import { type GatheredLinks, gatherLinks, type ResolvedLinks, resolveLinks } from './links.ts';
import { type Menus, resolveMenus } from './menus.ts';
import { expandRules, type Redirect, type ResolvedPath } from './redirects.ts';
import { HOME_ORIGIN, resolvePath } from './resolution.ts';
import type { SluggedEssay } from './slugs.ts';
import { HOME_PATH } from './urls.ts';

/** The HTML of the texts of the settings; null for those of the templates. */
export interface FilledWords {
  readonly intro: string;
  readonly callToAction: string | null;
  readonly footer: string | null;
}

/** A site in one of its languages, with its links resolved. */
export interface ResolvedEdition {
  readonly config: SiteConfig;
  readonly words: FilledWords;
  readonly menus: Menus;
  /** The essays that it lists, newest first, with their dates in its language. */
  readonly essays: readonly Essay[];
  readonly pages: readonly SingleEssay[];
  readonly insets: readonly SingleEssay[];
}

/** A site whose links are resolved. */
export interface Resolved {
  /** The site in each of its languages, the main one first. */
  readonly editions: readonly ResolvedEdition[];
  /** The essays in all languages, newest first. */
  readonly essays: readonly Essay[];
  /** The related essays, for the next build, by language. */
  readonly related: RelatedByLanguage;
  readonly branding: ResolvedBranding;
  /** Each page that redirects, before collisions are settled. */
  readonly redirects: readonly Redirect[];
  readonly links: GatheredLinks;
  readonly problems: readonly Problem[];
}

/** What essays and menus are resolved with, besides the index. */
export interface ResolveSettings {
  /** The settings in each language, the main one first. */
  readonly settings: readonly ReadSettings[];
  /** The pictures that the settings name. */
  readonly branding: Branding;
  /** The year of the build in the site's time zone. */
  readonly year: number;
  /** The `related` of the last build; empty for none. */
  readonly lastRelated: RelatedByLanguage;
}

const NO_LINKS = { brokenLinks: [], openLinks: [] };

/** Resolves the links of a site. */
export function resolveSite(
  addressed: Addressed,
  { index, rules }: Indexed,
  { settings, branding, year, lastRelated }: ResolveSettings,
): Resolved {
  const resolve = (path: string): ResolvedPath =>
    isExternalUrl(path) ? { kind: 'found', address: path } : resolvePath(path, HOME_ORIGIN, index);
  const [main] = settings;
  const configs = new Map(settings.map(({ config }) => [config.language, config]));
  const resolveOne = (essay: SluggedEssay) =>
    resolveEssay(essay, configs.get(essay.edition) ?? (main as ReadSettings).config, year, index);
  const single = addressed.essays.map(resolveOne);
  const pages = addressed.pages.map(resolveOne);
  const byPath = new Map(single.map(({ essay }) => [essay.source, essay]));
  const related: Record<string, RelatedEssays> = {};
  const editions = settings.map(({ config, words }, at) => {
    const { language } = config;
    const listed = (addressed.editions[at]?.essays ?? []).map(({ path }) => {
      const essay = byPath.get(path) as SingleEssay;
      return essay.edition === language ? essay : { ...essay, ...writeDates(essay, config, year) };
    });
    const connected = connectEssays(listed, lastRelated[language] ?? null);
    related[language] = connected.related;
    const isOwn = ({ edition }: SingleEssay) => edition === language;
    const own = pages.flatMap(({ essay }) => (isOwn(essay) ? essay : []));
    const ownPages = own.filter((page) => !isInset(page));
    const others = [...pages, ...single].flatMap(({ essay }) => (isOwn(essay) ? [] : essay));
    const filled = fillWords(words, config, index);
    const menus = resolveMenus(config, ownPages, [...connected.essays, ...others], resolve);
    return {
      config,
      words: filled.value,
      menus: menus.value,
      essays: connected.essays,
      pages: ownPages,
      insets: own.filter(isInset),
      parts: filled.parts,
      problems: menus.problems,
    };
  });
  const brand = resolveBranding(branding, index);
  const redirects = expandRules(rules, resolve);
  const parts = editions.flatMap((edition) => edition.parts);
  return {
    editions,
    essays: joinEssays(addressed.essays, editions),
    related,
    branding: brand,
    redirects: redirects.value,
    links: gatherLinks([...single, ...pages, ...parts, { ...NO_LINKS, uses: brand.uses }]),
    problems: [
      ...redirects.problems,
      ...[...single, ...pages, ...editions].flatMap(({ problems }) => problems),
    ],
  };
}

/** True for the author's text on a page that the program makes. */
function isInset({ kind }: SingleEssay): boolean {
  return kind === 'home' || kind === 'notFound';
}

/** The essays of all editions, each as the edition of its own language shows it, in the order of `all`. */
function joinEssays(
  all: readonly SluggedEssay[],
  editions: readonly Pick<ResolvedEdition, 'config' | 'essays'>[],
): readonly Essay[] {
  const [main] = editions;
  if (editions.length === 1 && main !== undefined) return main.essays;
  const own = editions.flatMap(({ config, essays }) => {
    return essays.filter(({ edition }) => edition === config.language);
  });
  const bySource = new Map(own.map((essay) => [essay.source, essay]));
  return all.flatMap(({ path }) => bySource.get(path) ?? []);
}

/** Makes the HTML of the texts of the settings, which stand on every page. */
function fillWords(
  { intro, callToAction, footer }: SiteWords,
  { prefix, language }: Pick<SiteConfig, 'prefix' | 'language'>,
  index: LinkIndex,
): { readonly value: FilledWords; readonly parts: readonly ResolvedLinks[] } {
  const origin = { sitePath: prefix + HOME_PATH, source: CONFIG_PATH, language };
  const resolve = (text: InlineText) => {
    const links = resolveLinks(text.links, origin, index);
    return { ...links, html: fillBody(text.html, links.fills) };
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
