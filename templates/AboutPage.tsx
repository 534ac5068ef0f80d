/**
 * The about page, `/about`: the biography of `content/about.md`, what the site is about, and how
 * to reach the author.
 *
 * An email address or profile that `site.yaml` does not give is left out; without both, so is the
 * section.
 */
import type { AboutProps, SiteProps } from 'essay-blog';
import Page from './Page.tsx';
import { InSiteLanguage } from './SiteLanguage.tsx';
import { useSay } from './say.ts';

export default function AboutPage(props: AboutProps) {
  const { description } = props.site;
  return (
    <Page {...props}>
      {description && <p>{description}</p>}
      <InSiteLanguage>
        <Contact {...props.site} />
      </InSiteLanguage>
    </Page>
  );
}

function Contact({ email, x, profiles: others }: Pick<SiteProps, 'email' | 'x' | 'profiles'>) {
  const say = useSay();
  const profiles = x ? [{ name: 'X', url: x }, ...others] : others;
  if (!email && profiles.length === 0) return null;
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

/** `https://x.com/name` as a reader would write it: `x.com/name`. */
function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
