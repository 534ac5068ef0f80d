/**
 * The page of all essays, `/archive`: one line each, grouped by year. It exists if the settings have `homeEssays`.
 */
import type { CardProps, HomeProps } from 'essay-blog';
import { type EssayLink, EssayLinks } from './EssayLinks.tsx';
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
          <EssayLinks links={cards.map(linkByDay)} />
        </Year>
      ))}
      <p className="back pager">
        <a href={site.homeUrl}>{t('backToRecent')}</a>
      </p>
    </Layout>
  );
}

/** Only the title is in the language of the essay; the date is in the language of the page. */
function linkByDay({ url, title, language, direction, monthAndDay }: CardProps): EssayLink {
  const isForeign = language !== null || direction !== null;
  const label = isForeign ? (
    <span lang={language ?? undefined} dir={direction ?? undefined}>
      {title}
    </span>
  ) : (
    title
  );
  return { url, label, aside: monthAndDay.replace(/ /g, '\u00a0') };
}
