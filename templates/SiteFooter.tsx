/**
 * The footer of every page: the copyright line, the author's own text, and links to the feed and the about page.
 *
 * On the home page, `home.client.ts` corrects the year, which is in the only `<span>`.
 */
import { usePage, useTexts } from './hooks.ts';
import { useSiteLanguage } from './SiteLanguage.tsx';
import { Words } from './Words.tsx';

export function SiteFooter() {
  const { site, year } = usePage();
  const t = useTexts();
  const lang = useSiteLanguage();
  const { html } = site.footer;
  const links = site.footer.links ?? [
    { label: t('feed'), url: site.feedUrl },
    { label: t('about'), url: site.aboutUrl },
  ];
  return (
    <footer className="footer" lang={lang}>
      <div>
        {'© '}
        <span>{year}</span>
        {` ${site.name}`}
      </div>
      {html && <Words html={html} as="div" />}
      <ul>
        {links.map(({ label, url }) => (
          <li key={label}>
            <a href={url}>{label}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
