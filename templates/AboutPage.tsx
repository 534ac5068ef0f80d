/**
 * The about page, `/about`: the biography in `content/about.md`, what the site is about, and how to reach the
 * author.
 *
 * The page shows only the email address and the profiles that `site.yaml` has. Without any, it has no contact
 * section.
 */
import type { AboutProps } from 'essay-blog';
import { usePage, useTexts } from './hooks.ts';
import Page from './Page.tsx';
import { InSiteLanguage } from './SiteLanguage.tsx';

export default function AboutPage(props: AboutProps) {
  const { site } = usePage();
  return (
    <Page {...props}>
      {site.description && <p>{site.description}</p>}
      <InSiteLanguage>
        <Contact />
      </InSiteLanguage>
    </Page>
  );
}

function Contact() {
  const { email, x, profiles: otherProfiles } = usePage().site;
  const t = useTexts();
  const profiles = x ? [{ name: 'X', url: x }, ...otherProfiles] : otherProfiles;
  if (!email && profiles.length === 0) return null;
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">{t('getInTouch')}</h2>
      <dl className="contact">
        {email && (
          <div>
            <dt>{t('mail')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {profiles.map(({ name, url }) => (
          <div key={url}>
            <dt>{name}</dt>
            <dd>
              <a href={url} rel="me noopener">
                {withoutProtocol(url)}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Shortens `https://www.x.com/name/` to `x.com/name`. */
function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
