/**
 * The visible header of every page: the author's name and the navigation.
 *
 * The name leads home from the home, essay and not-found pages. The about page has a Home link of
 * its own, so there the name is plain text.
 */
import type { SiteProps } from 'essay-blog';
import { type Say, useSay } from './say.ts';

interface SiteHeaderProps {
  readonly site: SiteProps;
  /** The page that carries the header; the not-found page counts as an essay page. */
  readonly page: 'home' | 'essay' | 'about';
}

interface NavLink {
  readonly label: string;
  readonly url: string;
  /** True for the link to the very page that the reader is on. */
  readonly isCurrent?: boolean;
}

export function SiteHeader({ site, page }: SiteHeaderProps) {
  const say = useSay();
  return (
    <header className="site-header">
      {page === 'about' ? (
        <span className="site-name">{site.name}</span>
      ) : (
        <a className="site-name" href={site.homeUrl}>
          {site.name}
        </a>
      )}
      <nav aria-label={say('mainNavigation')}>
        <ul>
          {navLinks(site, page, say).map(({ label, url, isCurrent }) => (
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

function navLinks(site: SiteProps, page: SiteHeaderProps['page'], say: Say): readonly NavLink[] {
  if (page === 'about') {
    return [
      { label: say('home'), url: site.homeUrl },
      { label: say('blog'), url: site.homeUrl },
      { label: say('about'), url: site.aboutUrl, isCurrent: true },
    ];
  }
  return [
    { label: say('essays'), url: site.homeUrl, isCurrent: page === 'home' },
    { label: say('about'), url: site.aboutUrl },
    { label: say('signIn'), url: site.homeUrl },
  ];
}
