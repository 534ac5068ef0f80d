/**
 * A page of the author's own, from `content/pages/`: its title and its text.
 *
 * A template in `templates/pages/` receives the same props, with all essays and tags (`OwnPageProps`), and can
 * render `<Page {...props}>`, whose children come below the text.
 */
import type { TextPageProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { usePage, useTexts } from './hooks.ts';
import { Translations } from './Languages.tsx';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { InSiteLanguage } from './SiteLanguage.tsx';

interface PageParts extends TextPageProps {
  /** What is between the title and the text. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

export default function Page({ page, content, before, children }: PageParts) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1>{page.title}</h1>
      {page.subtitle && <p className="subtitle">{page.subtitle}</p>}
      <Translations />
      {page.mark && (
        <p className="meta">
          <strong className="draft">{page.mark}</strong>
        </p>
      )}
      {before}
      <Prose html={content} isPlainText={page.plainText} />
      {children}
      <InSiteLanguage>
        <p className="back pager">
          <a href={site.homeUrl}>{t('backToEssays')}</a>
        </p>
      </InSiteLanguage>
    </Layout>
  );
}
