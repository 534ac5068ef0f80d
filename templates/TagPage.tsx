/**
 * The page of a tag, `/tags/{tag}`: its essays, newest first, and a link to its feed.
 */
import type { TagPageProps } from 'essay-blog';
import { EssayList } from './EssayList.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';

export default function TagPage({ site, head, year, tag, essays, feedUrl }: TagPageProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="page" url={tag.url} />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{`#${tag.name}`}</h1>
        <h2 id="listed">
          {`${say('essays')} `}
          <span className="count">{`(${tag.count})`}</span>
        </h2>
        <EssayList essays={essays} />
        <p className="back pager links">
          <a href={site.tagsUrl ?? site.homeUrl}>{say('allTags')}</a>
          <a href={feedUrl}>{say('tagFeed', { tag: tag.name })}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
