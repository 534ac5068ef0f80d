/**
 * The about page, `/about`: the biography in `content/about.md`, what the site is about, and how to reach the
 * author. The `image` of `about.md` is a portrait; with `facts: true`, a line sums up the site's essays.
 *
 * The page shows only the email address and the profiles that `site.yaml` has. Without any, it has no contact
 * section.
 */
import type { AboutProps, SiteFactsProps } from 'essay-blog';
import { Fragment } from 'react';
import { usePage, useTexts } from './hooks.ts';
import Page from './Page.tsx';
import { InSiteLanguage } from './SiteLanguage.tsx';

export default function AboutPage(props: AboutProps) {
  const { site } = usePage();
  return (
    <Page {...props} before={<Portrait image={props.page.image} />}>
      {site.description && <p>{site.description}</p>}
      <InSiteLanguage>
        {props.facts && <Facts facts={props.facts} />}
        <Contact />
      </InSiteLanguage>
    </Page>
  );
}

/** The width of `.portrait` in `essay.css`. */
const PORTRAIT = '9rem';

function Portrait({ image }: Pick<AboutProps['page'], 'image'>) {
  const { site } = usePage();
  if (image === null) return null;
  return (
    <img
      className="portrait"
      src={image.url}
      srcSet={image.srcSet ?? undefined}
      sizes={image.srcSet ? PORTRAIT : undefined}
      alt={image.alt || site.name}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
    />
  );
}

/** `Since 2006 · 391 essays · newest: …` */
function Facts({ facts: { since, count, newest } }: { readonly facts: SiteFactsProps }) {
  const t = useTexts();
  return (
    <p className="facts">
      {`${t('since', { year: since })} · `}
      {count > 1 && `${t('essayCount', { count })} · `}
      {`${t('newest')} `}
      {newest.map(({ url, title }, index) => (
        <Fragment key={url}>
          {index > 0 && ', '}
          <a href={url}>{title}</a>
        </Fragment>
      ))}
    </p>
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
