/**
 * The home page, `/`: every essay, or the newest, by years, with a filter by tag.
 *
 * The HTML holds the whole list. `home.client.ts` filters it, updates the heading's count, and
 * corrects the copyright year; it finds its elements by their classes and `#listed`.
 */
import type { HomeProps } from 'essay-blog';
import { EssayList } from './EssayList.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';
import { TagFilter } from './TagFilter.tsx';
import { Words } from './Words.tsx';

export default function HomePage({ site, head, essays, tags, total, year }: HomeProps) {
  const say = useSay();
  const archive = essays.length < total ? say('allOf', { count: total }) : say('archive');
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="home" />
      <main id={MAIN_ID} tabIndex={-1}>
        <div className="intro">
          <h1>{site.title}</h1>
          {site.introHtml && <Words html={site.introHtml} />}
        </div>
        <TagFilter site={site} tags={tags} total={total} />
        <h2 id="listed" aria-live="polite" aria-atomic="true">
          {`${say('recentEssays')} `}
          <span className="count">{`(${essays.length})`}</span>
        </h2>
        {essays.length === 0 && <p>{say('noEssays')}</p>}
        <EssayList essays={essays} />
        {site.archiveUrl && (
          <p className="back pager">
            <a href={site.archiveUrl}>{archive}</a>
          </p>
        )}
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
