/**
 * The page of a tag, `/tags/{tag}`: its essays, newest first, and the way to its feed.
 */
import type { TagPageProps } from 'essay-blog';
import { EssayList } from './EssayList.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

export default function TagPage({ site, head, year, tag, essays, feedUrl }: TagPageProps) {
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="page" url={tag.url} />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{`#${tag.name}`}</h1>
        <h2 id="listed">
          Essays <span className="count">{`(${tag.count})`}</span>
        </h2>
        <EssayList essays={essays} />
        <p className="back pager links">
          <a href={site.tagsUrl ?? site.homeUrl}>← All tags</a>
          <a href={feedUrl}>{`Feed of #${tag.name}`}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
