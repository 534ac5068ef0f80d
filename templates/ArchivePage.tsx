/**
 * The page of all essays, `/archive`: one line each, grouped by year. It exists if the settings have `homeEssays`.
 */
import type { CardProps, HomeProps } from 'essay-blog';
import { groupByYear, Year } from './EssayList.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';

export default function ArchivePage({ essays }: HomeProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1>{t('archive')}</h1>
      {[...groupByYear(essays)].map(([year, cards]) => (
        <Year key={year} year={year}>
          <div className="related">
            <ul>
              {cards.map((card) => (
                <Line key={card.url} card={card} />
              ))}
            </ul>
          </div>
        </Year>
      ))}
      <p className="back pager">
        <a href={site.homeUrl}>{t('backToRecent')}</a>
      </p>
    </Layout>
  );
}

/** Only the title is in the language of the essay; the date is in the language of the page. */
function Line({ card }: { readonly card: CardProps }) {
  const { title, language, direction, monthAndDay } = card;
  const isForeign = language !== null || direction !== null;
  return (
    <li>
      <a href={card.url}>
        {isForeign ? (
          <span lang={language ?? undefined} dir={direction ?? undefined}>
            {title}
          </span>
        ) : (
          title
        )}{' '}
        <span className="count">{monthAndDay.replace(/ /g, '\u00a0')}</span>
      </a>
    </li>
  );
}
