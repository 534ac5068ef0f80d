/**
 * The invitation to follow the author elsewhere, below every essay, unless `site.yaml` says otherwise.
 *
 * The links open in a new tab; one whose address `site.yaml` does not give is left out.
 */
import type { SiteProps } from 'essay-blog';
import { Fragment } from 'react';
import { useSay } from './say.ts';
import { Words } from './Words.tsx';

export function CallToAction({ site }: { readonly site: SiteProps }) {
  const say = useSay();
  if (site.callToAction === false) return null;
  const { title, html } = site.callToAction;
  const others = site.x ? [{ name: 'X', url: site.x }, ...site.profiles] : site.profiles;
  const profiles = [
    ...(site.substack ? [{ label: say('subscribe'), url: site.substack }] : []),
    ...others.map(({ name, url }) => ({ label: say('follow', { profile: name }), url })),
  ];
  return (
    <aside className="call-to-action" aria-labelledby="enjoyed-this-essay">
      <h2 id="enjoyed-this-essay">{title ?? say('enjoyedEssay')}</h2>
      {html === null ? <p>{say('insights')}</p> : <Words html={html} />}
      {profiles.length > 0 && (
        <p className="links">
          {profiles.map(({ label, url }, index) => (
            <Fragment key={url}>
              {index > 0 && ' '}
              <a href={url} target="_blank" rel="noopener">
                {label}
              </a>
            </Fragment>
          ))}
        </p>
      )}
    </aside>
  );
}
