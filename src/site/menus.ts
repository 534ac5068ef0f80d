/**
 * Menus: the links of the header and the footer, from `nav` and `footer` of site.yaml and `nav` of pages. Pure.
 *
 * Without a setting the templates have menus of their own, to which the header adds the pages that ask for it.
 */
import type { SiteConfig } from '../content/config.ts';
import { isExternalUrl } from '../content/html.ts';
import { ABOUT_ADDRESS } from '../content/paths.ts';
import { suggestWord } from '../content/text.ts';
import type { StatedLink } from '../content/values.ts';
import { makeProblem, type Problem } from '../problems.ts';
import type { SingleEssay } from './essay.ts';
import * as urls from './urls.ts';

/** A link: its text, and a site path or an external URL. */
interface MenuLink {
  readonly label: string;
  readonly address: string;
}

export interface Menus {
  /** The links of the header; null for those of the template. */
  readonly nav: readonly MenuLink[] | null;
  /** The pages that the template's own header has as well. */
  readonly navPages: readonly MenuLink[];
  /** The links of the footer; null for those of the template. */
  readonly footer: readonly MenuLink[] | null;
}

/** The words that a menu may name without an address. */
const NAMED: readonly MenuLink[] = [
  ...['Essays', 'Blog', 'Home', 'Sign In'].map((label) => ({ label, address: urls.HOME_PATH })),
  { label: 'About', address: ABOUT_ADDRESS },
  { label: 'Feed', address: `/${urls.ATOM_OUTPUT}` },
  { label: 'Tags', address: urls.TAGS_PATH },
  { label: 'Archive', address: urls.ARCHIVE_PATH },
];

/** Resolves the menus; `resolve` tells where a path of the home page leads (`readLink`). */
export function resolveMenus(
  { nav, footer }: Pick<SiteConfig, 'nav' | 'footer'>,
  pages: readonly SingleEssay[],
  essays: readonly SingleEssay[],
  resolve: (path: string) => { readonly kind: string; readonly address: string },
): { value: Menus; problems: Problem[] } {
  const problems: Problem[] = [];
  const inMenu = pages.map(({ nav, title, address }) => ({ label: nav ?? title, address }));
  const follow = (goal: string) => {
    const { kind, address } = isExternalUrl(goal)
      ? { kind: 'found', address: goal }
      : resolve(goal);
    return kind === 'found' || kind === 'open' ? address : null;
  };
  const resolveMenu = (stated: readonly StatedLink[]) => {
    const named = NAMED.filter(({ address }) => follow(address) !== null);
    const titled = [...pages, ...essays].map(({ title: label, address }) => ({ label, address }));
    const known = [...inMenu, ...named, ...titled];
    return stated.flatMap(({ value: label, to, place }): MenuLink[] => {
      const same = known.find((each) => each.label.toLowerCase() === label.toLowerCase());
      const address = follow(to ?? same?.address ?? label);
      if (address !== null) {
        const named = same ?? known.find((each) => each.address === address);
        return [{ label: (to === null && named?.label) || label, address }];
      }
      const labels = known.map((each) => each.label);
      const meant = to === null ? suggestWord(label, labels) : null;
      const message = `The site has no \`${to ?? label}\`, so it is left out of the menu`;
      const hint = meant ? `Did you mean \`${meant}\`?` : 'Write `Label: /path` or `Label: URL`.';
      problems.push(makeProblem('menu-broken', place, message, hint));
      return [];
    });
  };
  const stated = nav && resolveMenu(nav);
  const asking = inMenu.filter((_, at) => pages[at]?.nav);
  const added = asking.filter(({ address }) => !stated?.some((each) => each.address === address));
  const value: Menus = {
    nav: stated && [...stated, ...added],
    navPages: added.filter(({ address }) => address !== ABOUT_ADDRESS),
    footer: footer.links && resolveMenu(footer.links),
  };
  return { value, problems };
}
