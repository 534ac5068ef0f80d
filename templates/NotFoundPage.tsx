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

export default function NotFoundPage({ site, head, year }: NotFoundProps) {
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="essay" />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1 className="not-found">Post not found.</h1>
        <CallToAction site={site} />
        <p className="back pager">
          <a href={site.homeUrl}>← Check out more essays</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}
