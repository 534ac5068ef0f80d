/**
 * The visible header of every page: the author's name and the navigation.
 *
 * The name leads home from the home, essay and not-found pages. The about page has a Home link of
 * its own, so there the name is plain text.
 */
import type { SiteProps } from 'essay-blog';

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
  return (
    <header className="site-header">
      {page === 'about' ? (
        <span className="site-name">{site.name}</span>
      ) : (
        <a className="site-name" href={site.homeUrl}>
          {site.name}
        </a>
      )}
      <nav aria-label="Main">
        <ul>
          {navLinks(site, page).map(({ label, url, isCurrent }) => (
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

function navLinks(site: SiteProps, page: SiteHeaderProps['page']): readonly NavLink[] {
  if (page === 'about') {
    return [
      { label: 'Home', url: site.homeUrl },
      { label: 'Blog', url: site.homeUrl },
      { label: 'About', url: site.aboutUrl, isCurrent: true },
    ];
  }
  return [
    { label: 'Essays', url: site.homeUrl, isCurrent: page === 'home' },
    { label: 'About', url: site.aboutUrl },
    { label: 'Sign In', url: site.homeUrl },
  ];
}
