/**
 * Menus: the links of the header and the footer, from `nav` and `footer` of site.yaml and `nav` of pages. Pure.
 *
 * Without these settings the templates have menus of their own; the header then adds the pages that set `nav`.
 */
import type { SiteConfig } from '../essays/config.ts';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { StatedLink } from '../essays/values.ts';
import { isScriptUrl } from '../markdown/url-syntax.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import { askMeant, suggestWord } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from '../text/texts.ts';
import type { ResolvedPath } from './redirect-rules.ts';
import type { Essay } from './resolved-essay.ts';
import * as urls from './urls.ts';

/** The texts that a menu may name without an address, in English or in the site's language. */
const NAMED = {
  essays: urls.HOME_PATH,
  blog: urls.HOME_PATH,
  home: urls.HOME_PATH,
  signIn: urls.HOME_PATH,
  about: ABOUT_ADDRESS,
  feed: `/${urls.ATOM_OUTPUT}`,
  tags: urls.TAGS_PATH,
  archive: urls.ARCHIVE_PATH,
} as const satisfies Partial<Record<keyof Texts, string>>;

/** A link of a menu. */
export interface MenuLink {
  readonly label: string;
  /** A site path or an external URL. */
  readonly address: string;
}

/** The menus of a site. */
export interface Menus {
  /** The links of the header; null for those of the template. */
  readonly nav: readonly MenuLink[] | null;
  /** The pages to add to the template's own header. */
  readonly navPages: readonly MenuLink[];
  /** The links of the footer; null for those of the template. */
  readonly footer: readonly MenuLink[] | null;
}

/** The menus of a site, and the problems of links that lead nowhere. */
interface MenuResult {
  readonly value: Menus;
  readonly problems: readonly Problem[];
}

/** Finds where a path, relative to the home page, or an external URL leads. */
type Resolve = (path: string) => ResolvedPath;

/**
 * Resolves the menus into links. `pages` are the pages in the menus' language. Menus may also name the `others`:
 * essays, and pages in other languages.
 */
export function resolveMenus(
  { nav, footer, texts, prefix }: Pick<SiteConfig, 'nav' | 'footer' | 'texts' | 'prefix'>,
  pages: readonly Essay[],
  others: readonly Essay[],
  resolve: Resolve,
): MenuResult {
  const hasMenu = nav !== null || footer.links !== null;
  const known = hasMenu ? listKnownLinks({ texts, prefix }, pages, others, resolve) : [];
  const header = nav && resolveMenu(nav, known, resolve);
  const foot = footer.links && resolveMenu(footer.links, known, resolve);
  const added = pages
    .filter(
      ({ nav, address, unlisted }) =>
        nav && !unlisted && !header?.value.some((each) => each.address === address),
    )
    .map(linkToPage);
  const value: Menus = {
    nav: header && [...header.value, ...added],
    navPages: added.filter(({ address }) => address !== prefix + ABOUT_ADDRESS),
    footer: foot?.value ?? null,
  };
  return { value, problems: [...(header?.problems ?? []), ...(foot?.problems ?? [])] };
}

/** A link that a menu may state by a name alone. */
interface KnownLink extends MenuLink {
  readonly called: string;
}

/** Lists what a menu may name: pages by their labels, the templates' own pages by their texts, and all titles. */
function listKnownLinks(
  { texts, prefix }: Pick<SiteConfig, 'texts' | 'prefix'>,
  pages: readonly Essay[],
  others: readonly Essay[],
  resolve: Resolve,
): KnownLink[] {
  const ofPages = pages.map(linkToPage).map((link) => ({ ...link, called: link.label }));
  const names = Object.keys(NAMED) as (keyof typeof NAMED)[];
  const named = names.flatMap((name): KnownLink[] => {
    // A language without its own about page links to the main language's.
    const addresses = [prefix + NAMED[name], NAMED[name]];
    const address = addresses.find((each) => follow(each, resolve) !== null);
    if (address === undefined) return [];
    const link = { label: fillText(texts[name]), address };
    return [
      { ...link, called: link.label },
      { ...link, called: ENGLISH_TEXTS[name] },
    ];
  });
  const titled = [...pages, ...others].map(({ title, address }): KnownLink => {
    return { called: title, label: title, address };
  });
  return [...ofPages, ...named, ...titled];
}

function linkToPage({ nav, title, address }: Essay): MenuLink {
  return { label: nav ?? title, address };
}

/** Finds the address of what a menu states; null if it leads nowhere. */
function follow(stated: string, resolve: Resolve): string | null {
  if (isScriptUrl(stated) || /^[\w+.-]+:\s/.test(stated)) return null;
  const { kind, address } = resolve(stated);
  return kind === 'found' || kind === 'open' ? address : null;
}

function resolveMenu(
  stated: readonly StatedLink[],
  known: readonly KnownLink[],
  resolve: Resolve,
): { readonly value: readonly MenuLink[]; readonly problems: readonly Problem[] } {
  const value: MenuLink[] = [];
  const problems: Problem[] = [];
  for (const link of stated) {
    const { value: label, to } = link;
    const same = known.find(({ called }) => called.toLowerCase() === label.toLowerCase());
    const address = follow(to ?? same?.address ?? label, resolve);
    if (address === null) {
      const names = to === null ? known.map(({ called }) => called) : [];
      const meant = suggestWord(label, names) ?? resolve(to ?? label).suggestion ?? null;
      problems.push(menuBroken(link, meant));
      continue;
    }
    const named = same ?? known.find((each) => each.address === address);
    value.push({ label: (to === null && named?.label) || label, address });
  }
  return { value, problems };
}

function menuBroken({ value: label, to, place }: StatedLink, meant: string | null): Problem {
  const missing = to ?? label;
  const message = `The site has no \`${missing}\`, so it is left out of the menu`;
  const otherwise =
    'Write `Label: /path` with the path of an existing page, or `Label: URL`. The pages Tags and Archive come with ' +
    '`tagPages: true` and `homeEssays: 20`.';
  const hint = askMeant(meant) ?? otherwise;
  const edits = replaceFrom(place, missing, meant);
  return makeProblem('menu-broken', place, message, hint, { edits });
}
