/**
 * The visible header of every page: the author's name and the navigation.
 *
 * The name links to the home page, except on the about page, which has a Home link of its own. `nav` in site.yaml
 * replaces these links; without it, pages with `nav` come before the link to the about page.
 */
import type { SiteProps } from 'essay-blog';
import { useSiteLanguage } from './SiteLanguage.tsx';
import { type Say, useSay } from './say.ts';

interface SiteHeaderProps {
  readonly site: SiteProps;
  /** The page that the header is on; the not-found page counts as an essay page. */
  readonly page: 'home' | 'essay' | 'about' | 'page';
  /** The URL of a page that a link of the header can lead to. */
  readonly url?: string | null;
}

interface NavLink {
  readonly label: string;
  readonly url: string;
  /** True for the link to the current page. */
  readonly isCurrent?: boolean;
}

export function SiteHeader({ site, page, url: own }: SiteHeaderProps) {
  const say = useSay();
  const links = navLinks(site, page, say, page === 'home' ? site.homeUrl : own);
  return (
    <header className="site-header" lang={useSiteLanguage()}>
      {page === 'about' && site.nav === null ? (
        <span className="site-name">{site.name}</span>
      ) : (
        <a className="site-name" href={site.homeUrl}>
          {site.name}
        </a>
      )}
      <nav aria-label={say('mainNavigation')}>
        <ul>
          {links.map(({ label, url, isCurrent }) => (
            <li key={label}>
              <a href={url} aria-current={isCurrent ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function navLinks(
  { nav, navPages, ...site }: SiteProps,
  page: SiteHeaderProps['page'],
  say: Say,
  own?: string | null,
): readonly NavLink[] {
  if (nav) {
    const current = nav.findIndex(({ url }) => url === own);
    return nav.map((link, index) => ({ ...link, isCurrent: index === current }));
  }
  const pages = navPages.map((link) => ({ ...link, isCurrent: link.url === own }));
  if (page === 'about') {
    return [
      { label: say('home'), url: site.homeUrl },
      { label: say('blog'), url: site.homeUrl },
      ...pages,
      { label: say('about'), url: site.aboutUrl, isCurrent: true },
    ];
  }
  return [
    { label: say('essays'), url: site.homeUrl, isCurrent: page === 'home' },
    ...pages,
    { label: say('about'), url: site.aboutUrl },
    { label: say('signIn'), url: site.homeUrl },
  ];
}
