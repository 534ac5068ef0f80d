/**
 * Menus: the links of the header and the footer, from `nav` and `footer` of site.yaml and `nav` of pages. Pure.
 *
 * Without these settings the templates have menus of their own; the header then adds the pages that set `nav`.
 */
import type { SiteConfig } from '../essays/config.ts';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { StatedLink } from '../essays/values.ts';
import { isScriptUrl } from '../markdown/html.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import { askMeant, suggestWord } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, type Texts } from '../text/texts.ts';
import type { SingleEssay } from './essay.ts';
import type { ResolvedPath } from './redirects.ts';
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

/**
 * Resolves the menus into links, each a label with a site path or an external URL; `resolve` finds where a path,
 * relative to the home page, or an external URL leads.
 */
export function resolveMenus(
  { nav, footer, texts }: Pick<SiteConfig, 'nav' | 'footer' | 'texts'>,
  pages: readonly SingleEssay[],
  essays: readonly SingleEssay[],
  resolve: (path: string) => ResolvedPath,
): { value: Menus; problems: Problem[] } {
  const problems: Problem[] = [];
  const inMenu = pages.map(({ nav, title, address }) => ({ label: nav ?? title, address }));
  const follow = (goal: string) => {
    if (isScriptUrl(goal) || /^[\w+.-]+:\s/.test(goal)) return null;
    const { kind, address } = resolve(goal);
    return kind === 'found' || kind === 'open' ? address : null;
  };
  const resolveMenu = (stated: readonly StatedLink[]) => {
    const named = (Object.keys(NAMED) as (keyof typeof NAMED)[]).flatMap((name) => {
      const link = { label: fillText(texts[name]), address: NAMED[name] };
      return follow(link.address) === null ? [] : [link, { ...link, called: ENGLISH_TEXTS[name] }];
    });
    const titled = [...pages, ...essays].map(({ title: label, address }) => ({ label, address }));
    const known = [...inMenu, ...named, ...titled].map((link) => ({ called: link.label, ...link }));
    return stated.flatMap(({ value: label, to, place }) => {
      const same = known.find(({ called }) => called.toLowerCase() === label.toLowerCase());
      const address = follow(to ?? same?.address ?? label);
      if (address !== null) {
        const named = same ?? known.find((each) => each.address === address);
        return [{ label: (to === null && named?.label) || label, address }];
      }
      const names = to === null ? known.map(({ called }) => called) : [];
      const missing = to ?? label;
      const meant = suggestWord(label, names) ?? resolve(missing).suggestion;
      const message = `The site has no \`${missing}\`, so it is left out of the menu`;
      const hint =
        askMeant(meant) ?? 'Write `Label: /path` of a page that is there, or `Label: URL`.';
      const edits = replaceFrom(place, missing, meant);
      problems.push(makeProblem('menu-broken', place, message, hint, { edits, subject: missing }));
      return [];
    });
  };
  const stated = nav && resolveMenu(nav);
  const asking = inMenu.filter((_, at) => pages[at]?.nav);
  const added = asking.filter(({ address }) => !stated?.some((each) => each.address === address));
  const value = {
    nav: stated && [...stated, ...added],
    navPages: added.filter(({ address }) => address !== ABOUT_ADDRESS),
    footer: footer.links && resolveMenu(footer.links),
  };
  return { value, problems };
}
