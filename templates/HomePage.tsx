/**
 * The home page, `/`: all essays, or the newest, grouped by year, with a filter by tag. With `home: full` in
 * `content/site.yaml`, it shows the newest essays with their whole text.
 *
 * The HTML contains the whole list. `home.client.ts` filters it, updates the count in the heading, and corrects the
 * copyright year. It finds the elements by their classes, and the heading by `#listed`.
 */
import type { HomeProps } from 'essay-blog';
import { Cover } from './Cover.tsx';
import { EssayList } from './EssayList.tsx';
import { FullEssay } from './FullEssay.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { TagFilter } from './TagFilter.tsx';
import { Words } from './Words.tsx';
import { YearRail } from './YearRail.tsx';

export default function HomePage({ essays, tags, total, words, cover, cards }: HomeProps) {
  const { site } = usePage();
  const t = useTexts();
  const archive = essays.length < total ? t('allOf', { count: total }) : t('archive');
  const pinned = essays.filter((card) => card.pinned);
  const others = essays.filter((card) => !card.pinned);
  const isFull = essays.some(({ content }) => content !== undefined);
  return (
    <Layout>
      {cover && <Cover image={cover} />}
      <div className="intro">
        <h1>{site.title}</h1>
        {site.introHtml && <Words html={site.introHtml} />}
      </div>
      {words && <Prose html={words.content} isPlainText={words.plainText} />}
      <TagFilter tags={tags} total={total} />
      {isFull ? (
        [...pinned, ...others].map((card) => <FullEssay key={card.url} card={card} />)
      ) : (
        <>
          <div className="list-head">
            <h2 id="listed" aria-live="polite" aria-atomic="true">
              {`${t('recentEssays')} `}
              <span className="count">{`(${essays.length})`}</span>
            </h2>
            <YearRail essays={others} />
          </div>
          {essays.length === 0 && <p>{t('noEssays')}</p>}
          <EssayList essays={others} pinned={pinned} cardCount={cards} />
        </>
      )}
      {site.archiveUrl && (
        <p className="back pager">
          <a href={site.archiveUrl}>{archive}</a>
        </p>
      )}
    </Layout>
  );
}
