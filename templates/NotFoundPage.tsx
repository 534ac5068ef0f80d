/**
 * The page for unknown addresses, `/404`.
 *
 * The message is the page's only heading. Below it comes what an essay's page has after the essay.
 */
import { CallToAction } from './CallToAction.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';

export default function NotFoundPage() {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1 className="not-found">{t('postNotFound')}</h1>
      <CallToAction />
      <p className="back pager">
        <a href={site.homeUrl}>{t('moreEssays')}</a>
      </p>
    </Layout>
  );
}
