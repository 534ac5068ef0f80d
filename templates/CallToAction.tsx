/**
 * The invitation to follow the author elsewhere, below every essay, unless `site.yaml` says otherwise.
 *
 * The links open in a new tab; one whose address `site.yaml` does not give is left out.
 */
import type { SiteProps } from 'essay-blog';
import { Fragment } from 'react';

export function CallToAction({ site }: { readonly site: SiteProps }) {
  if (site.callToAction === false) return null;
  const { title, text } = site.callToAction;
  const profiles = [
    { label: 'Subscribe on Substack', url: site.substack },
    { label: 'Follow on X', url: site.x },
    ...site.profiles.map(({ name, url }) => ({ label: `Follow on ${name}`, url })),
  ].filter(({ url }) => url);
  return (
    <aside className="call-to-action" aria-labelledby="enjoyed-this-essay">
      <h2 id="enjoyed-this-essay">{title ?? 'Enjoyed this essay?'}</h2>
      <p>{text ?? 'Get more insights on technology, business, and innovation.'}</p>
      {profiles.length > 0 && (
        <p className="links">
          {profiles.map(({ label, url }, index) => (
            <Fragment key={label}>
              {index > 0 && ' '}
              <a href={url ?? ''} target="_blank" rel="noopener">
                {label}
              </a>
            </Fragment>
          ))}
        </p>
      )}
    </aside>
  );
}
