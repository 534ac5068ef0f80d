/**
 * Resolve, the fourth step: finds where every link, menu and redirect of a site leads, and gathers what the links make
 * the site publish. Pure; the index stays as it is.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { Branding } from '../essays/images.ts';
import type { InlineText, SiteWords } from '../essays/inline.ts';
import { CONFIG_PATH, HOME_ADDRESS, NOT_FOUND_ADDRESS } from '../essays/paths.ts';
import { fillBody } from '../markdown/body.ts';
import { isExternalUrl } from '../markdown/html.ts';
import type { Problem } from '../problems/problems.ts';
import type { Addressed } from './addressed.ts';
import { type ResolvedBranding, resolveBranding } from './branding.ts';
import {
  connectEssays,
  type Essay,
  type RelatedEssays,
  type ResolvedEssay,
  resolveEssay,
  type SingleEssay,
} from './essay.ts';
import type { Indexed } from './indexed.ts';
import type { LinkIndex } from './link-index.ts';
import { type GatheredLinks, gatherLinks, type ResolvedLinks, resolveLinks } from './links.ts';
import { type Menus, resolveMenus } from './menus.ts';
import { expandRules, type Redirect, type ResolvedPath } from './redirects.ts';
import { HOME_ORIGIN, resolvePath } from './resolution.ts';
import { HOME_PATH } from './urls.ts';

/** The HTML of the texts of the settings; null for those of the templates. */
export interface FilledWords {
  readonly intro: string;
  readonly callToAction: string | null;
  readonly footer: string | null;
}

/** A site whose links are resolved. */
export interface Resolved {
  /** Newest first. */
  readonly essays: readonly Essay[];
  readonly pages: readonly SingleEssay[];
  readonly insets: readonly SingleEssay[];
  /** For the next build. */
  readonly related: RelatedEssays;
  readonly words: FilledWords;
  readonly menus: Menus;
  readonly branding: ResolvedBranding;
  /** Each page that redirects, before collisions are settled. */
  readonly redirects: readonly Redirect[];
  readonly links: GatheredLinks;
  readonly problems: readonly Problem[];
}

/** What essays and menus are resolved with, besides the index. */
export interface ResolveSettings {
  readonly config: SiteConfig;
  /** The texts of the settings. */
  readonly words: SiteWords;
  /** The pictures that the settings name. */
  readonly branding: Branding;
  /** The year of the build in the site's time zone. */
  readonly year: number;
  /** The `related` of the last build, or null. */
  readonly lastRelated: RelatedEssays | null;
}

const NO_LINKS = { brokenLinks: [], openLinks: [] };

/** Resolves the links of a site. */
export function resolveSite(
  addressed: Addressed,
  { index, rules }: Indexed,
  { config, words, branding, year, lastRelated }: ResolveSettings,
): Resolved {
  const resolve = (path: string): ResolvedPath =>
    isExternalUrl(path) ? { kind: 'found', address: path } : resolvePath(path, HOME_ORIGIN, index);
  const single = addressed.essays.map((essay) => resolveEssay(essay, config, year, index));
  const pages = addressed.pages.map((page) => resolveEssay(page, config, year, index));
  const { essays, related } = connectEssays(
    single.map(({ essay }) => essay),
    lastRelated,
  );
  const isInset = ({ essay: { page } }: ResolvedEssay) =>
    page === HOME_ADDRESS || page === NOT_FOUND_ADDRESS;
  const ownPages = pages.filter((each) => !isInset(each)).map(({ essay }) => essay);
  const filled = fillWords(words, index);
  const menus = resolveMenus(config, ownPages, essays, resolve);
  const brand = resolveBranding(branding, index);
  const redirects = expandRules(rules, resolve);
  return {
    essays,
    pages: ownPages,
    insets: pages.filter(isInset).map(({ essay }) => essay),
    related,
    words: filled.value,
    menus: menus.value,
    branding: brand,
    redirects: redirects.value,
    links: gatherLinks([...single, ...pages, ...filled.parts, { ...NO_LINKS, uses: brand.uses }]),
    problems: [
      ...redirects.problems,
      ...[...single, ...pages].flatMap(({ problems }) => problems),
      ...menus.problems,
    ],
  };
}

/** Makes the HTML of the texts of the settings, which stand on every page. */
function fillWords(
  { intro, callToAction, footer }: SiteWords,
  index: LinkIndex,
): { readonly value: FilledWords; readonly parts: readonly ResolvedLinks[] } {
  const origin = { sitePath: HOME_PATH, source: CONFIG_PATH };
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
