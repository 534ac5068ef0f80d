/**
 * The page of one tag, `/tags/{tag}`: its essays, newest first, and a link to its feed.
 */
import type { TagPageProps } from 'essay-blog';
import { EssayList } from './EssayList.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';

export default function TagPage({ tag, essays, feedUrl }: TagPageProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1>{`#${tag.name}`}</h1>
      <div className="list-head">
        <h2 id="listed">
          {`${t('essays')} `}
          <span className="count">{`(${tag.count})`}</span>
        </h2>
      </div>
      <EssayList essays={essays} />
      <p className="back pager links">
        <a href={site.tagsUrl ?? site.homeUrl}>{t('allTags')}</a>
        <a href={feedUrl}>{t('tagFeed', { tag: tag.name })}</a>
      </p>
    </Layout>
  );
}
