/**
 * A page of the author's own, from `content/pages`: its title and its text.
 *
 * A page with a template of its own in `templates/pages/` receives the same props, and all essays and tags
 * (`OwnPageProps`). The children of `<Page>` come below the text.
 */
import type { TextPageProps } from 'essay-blog';
import type { ReactNode } from 'react';
import { Layout, MAIN_ID } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { InSiteLanguage } from './SiteLanguage.tsx';
import { useSay } from './say.ts';

interface PageParts extends TextPageProps {
  readonly children?: ReactNode;
}

export default function Page({ site, head, year, page, content, children }: PageParts) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page={page.url === site.aboutUrl ? 'about' : 'page'} url={page.url} />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{page.title}</h1>
        {page.draft && (
          <p className="meta">
            <strong className="draft">{say('draft')}</strong>
          </p>
        )}
        <Prose html={content} direction={head.direction} isPlainText={page.plainText} />
        {children}
        <InSiteLanguage>
          <p className="back pager">
            <a href={site.homeUrl}>{say('backToEssays')}</a>
          </p>
        </InSiteLanguage>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
