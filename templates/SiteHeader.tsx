/**
 * The visible header of every page: the author's name, or the logo of the site, the navigation, and
 * the other languages.
 *
 * The name links to the home page, except on the about page, which has a Home link instead. `nav` in site.yaml
 * replaces all links. Without it, the pages that set `nav` come before the link to the about page.
 */
import type { CurrentPage, MenuLinkProps, SiteProps } from 'essay-blog';
import { type Translate, usePage, useTexts } from './hooks.ts';
import { Languages } from './Languages.tsx';
import { useSiteLanguage } from './SiteLanguage.tsx';

interface NavLink extends MenuLinkProps {
  /** True for the link to the page that the header is on. */
  readonly isCurrent: boolean;
}

export function SiteHeader() {
  const page = usePage();
  const t = useTexts();
  const lang = useSiteLanguage();
  const { site, url } = page;
  const links = site.nav ? markCurrent(site.nav, url) : listDefaultLinks(page, t);
  const hasHomeLink = url === site.aboutUrl && site.nav === null;
  return (
    <header className="site-header" data-initial={Array.from(site.name)[0]} lang={lang}>
      {hasHomeLink ? (
        <span className="site-name">
          <NameOrLogo {...site} />
        </span>
      ) : (
        <a className="site-name" href={site.homeUrl}>
          <NameOrLogo {...site} />
        </a>
      )}
      <nav aria-label={t('mainNavigation')}>
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
      <Languages />
    </header>
  );
}

/** In a `<picture>`, because React would preload an `<img>` of its own. */
function NameOrLogo({ name, logo }: Pick<SiteProps, 'name' | 'logo'>) {
  if (logo === null) return name;
  const { url, darkUrl, width, height } = logo;
  return (
    <picture>
      {darkUrl && <source media="(prefers-color-scheme: dark)" srcSet={darkUrl} />}
      <img src={url} alt={name} width={width ?? undefined} height={height ?? undefined} />
    </picture>
  );
}

/** Several links can lead to the same page; only the first one is current. */
function markCurrent(links: readonly MenuLinkProps[], current: string | null): NavLink[] {
  const found = links.findIndex(({ url }) => url === current);
  return links.map((link, index) => ({ ...link, isCurrent: index === found }));
}

function listDefaultLinks({ site, url: current }: CurrentPage, t: Translate): NavLink[] {
  const pages = site.navPages.map((link) => ({ ...link, isCurrent: link.url === current }));
  if (current === site.aboutUrl) {
    return [
      { label: t('home'), url: site.homeUrl, isCurrent: false },
      { label: t('blog'), url: site.homeUrl, isCurrent: false },
      ...pages,
      { label: t('about'), url: site.aboutUrl, isCurrent: true },
    ];
  }
  return [
    { label: t('essays'), url: site.homeUrl, isCurrent: current === site.homeUrl },
    ...pages,
    { label: t('about'), url: site.aboutUrl, isCurrent: false },
    { label: t('signIn'), url: site.homeUrl, isCurrent: false },
  ];
}
