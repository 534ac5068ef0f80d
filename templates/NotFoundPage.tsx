/**
 * The page for unknown addresses, `/404`: a message, or the author's words in `content/pages/404.md`; then the newest
 * essays.
 *
 * The message is the page's only heading. Below them comes what an essay's page has after the essay.
 */
import type { NotFoundProps } from 'essay-blog';
import { CallToAction } from './CallToAction.tsx';
import { EssayLinks, linkByYear } from './EssayLinks.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';

export default function NotFoundPage({ essays, words }: NotFoundProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1 className={words ? undefined : 'not-found'}>{words?.title ?? t('postNotFound')}</h1>
      {words && <Prose html={words.content} isPlainText={words.plainText} />}
      {essays.length > 0 && <EssayLinks name={t('recentEssays')} links={linkByYear(essays)} />}
      <CallToAction />
      <p className="back pager">
        <a href={site.homeUrl}>{t('moreEssays')}</a>
      </p>
    </Layout>
  );
}
