/**
 * The page of all tags, `/tags`: the most frequent first. A site with `tagPages` has it.
 */
import type { HomeProps } from 'essay-blog';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';

export default function TagsPage({ site, head, year, tags }: HomeProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="page" url={site.tagsUrl} />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{say('tags')}</h1>
        <div className="related">
          <ul>
            {tags.map(({ name, url, count }) => (
              <li key={name}>
                <a href={url}>
                  {`#${name} `}
                  <span className="count">{count}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p className="back pager">
          <a href={site.homeUrl}>{say('backToEssays')}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
