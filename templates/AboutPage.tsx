/**
 * The about page, `/about`: the biography of `content/about.md`, what the site is about, and how
 * to reach the author.
 *
 * An email address or profile that `site.yaml` does not give is left out; without both, so is the
 * section.
 */
import type { AboutProps, SiteProps } from 'essay-blog';
import { Layout, MAIN_ID } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useSay } from './say.ts';

export default function AboutPage({ site, head, year, content }: AboutProps) {
  const say = useSay();
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="about" />
      <main id={MAIN_ID} tabIndex={-1}>
        <h1>{say('about')}</h1>
        <Prose html={content} direction={head.direction} />
        {site.description && <p>{site.description}</p>}
        {(site.email || site.x) && <Contact email={site.email} x={site.x} />}
        <p className="back pager">
          <a href={site.homeUrl}>{say('backToEssays')}</a>
        </p>
      </main>
      <SiteFooter site={site} year={year} />
    </Layout>
  );
}

function Contact({ email, x }: Pick<SiteProps, 'email' | 'x'>) {
  const say = useSay();
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">{say('getInTouch')}</h2>
      <dl className="contact">
        {email && (
          <div>
            <dt>{say('mail')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {x && (
          <div>
            <dt>X</dt>
            <dd>
              <a href={x} rel="me noopener">
                {withoutProtocol(x)}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** `https://x.com/name` as a reader would write it: `x.com/name`. */
function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
