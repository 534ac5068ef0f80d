/**
 * The page for unknown addresses, `/404`: a message, or the author's words in `content/pages/404.md` with the newest
 * essays.
 *
 * The message is the page's only heading. Below it comes what an essay's page has after the essay.
 */
import type { NotFoundProps } from 'essay-blog';
import { CallToAction } from './CallToAction.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';

export default function NotFoundPage({ essays, words }: NotFoundProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1 className={words ? undefined : 'not-found'}>{words?.title ?? t('postNotFound')}</h1>
      {words && (
        <>
          <Prose html={words.content} isPlainText={words.plainText} />
          <Newest essays={essays} />
        </>
      )}
      <CallToAction />
      <p className="back pager">
        <a href={site.homeUrl}>{t('moreEssays')}</a>
      </p>
    </Layout>
  );
}

function Newest({ essays }: Pick<NotFoundProps, 'essays'>) {
  const t = useTexts();
  if (essays.length === 0) return null;
  return (
    <nav className="related" aria-label={t('recentEssays')}>
      <ul>
        {essays.map(({ url, title, year }) => (
          <li key={url}>
            <a href={url}>
              {title} <span className="count">{year}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
