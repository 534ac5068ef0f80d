/**
 * The page for unknown addresses: the essay page's frame with a message as its body.
 *
 * There is no essay and so no title block; the message is the page's one heading.
 */
import type { NotFoundProps } from 'essay-blog';
import { CallToAction } from './CallToAction.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';

export default function NotFoundPage({ site, head, year }: NotFoundProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="essay" />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1 className="not-found">{say('postNotFound')}</h1>
        <CallToAction site={site} />
        <p className="back pager">
          <a href={site.homeUrl}>{say('moreEssays')}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
