/**
 * The footer of every page: the copyright line, the author's own text, and links to the feed and to the author.
 *
 * `home.client.ts` corrects the year, which is in the only `<span>`, on the home page; other pages have no script.
 */
import type { SiteProps } from 'essay-blog';
import { useSiteLanguage } from './SiteLanguage.tsx';
import { useSay } from './say.ts';
import { Words } from './Words.tsx';

interface SiteFooterProps {
  readonly site: SiteProps;
  /** The year of the build. */
  readonly year: number;
}

export function SiteFooter({ site, year }: SiteFooterProps) {
  const say = useSay();
  const { html, links } = site.footer;
  const shown = links ?? [
    { label: say('feed'), url: site.feedUrl },
    { label: say('about'), url: site.aboutUrl },
  ];
  return (
    <footer className="footer" lang={useSiteLanguage()}>
      <div>
        {'© '}
        <span>{year}</span>
        {` ${site.name}`}
      </div>
      {html && <Words html={html} as="div" />}
      <ul>
        {shown.map(({ label, url }) => (
          <li key={label}>
            <a href={url}>{label}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
