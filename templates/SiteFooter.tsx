/**
 * The footer of every page: the copyright line, and the ways to the feed and to the author.
 *
 * `home.client.ts` corrects the year, which is in the only `<span>`, on the home page; other pages have no script.
 */
import type { SiteProps } from 'essay-blog';
import { useSay } from './say.ts';

interface SiteFooterProps {
  readonly site: SiteProps;
  /** The year of the build. */
  readonly year: number;
}

export function SiteFooter({ site, year }: SiteFooterProps) {
  const say = useSay();
  return (
    <footer className="footer">
      <div>
        {'© '}
        <span>{year}</span>
        {` ${site.name}`}
      </div>
      <ul>
        <li>
          <a href={site.feedUrl}>{say('feed')}</a>
        </li>
        <li>
          <a href={site.aboutUrl}>{say('about')}</a>
        </li>
      </ul>
    </footer>
  );
}
