/**
 * The page of all essays, `/archive`: one line each, grouped by year. A site with `homeEssays` has it.
 */
import type { CardProps, HomeProps } from 'essay-blog';
import { inYears, Year } from './EssayList.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';

export default function ArchivePage({ site, head, year, essays }: HomeProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="page" url={site.archiveUrl} />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{say('archive')}</h1>
        {inYears(essays).map((cards) => (
          <Year key={cards[0]?.year} year={cards[0]?.year}>
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
          <a href={site.homeUrl}>{say('backToRecent')}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}

/** The date stays in the language of the page. */
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
