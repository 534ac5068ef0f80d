/**
 * The invitation to follow the author elsewhere, below every essay. `callToAction` in site.yaml changes it or takes
 * it away.
 *
 * It links to the profiles that `site.yaml` has. The links open in a new tab.
 */
import { Fragment } from 'react';
import { usePage, useTexts } from './hooks.ts';
import { Words } from './Words.tsx';

export function CallToAction() {
  const { site } = usePage();
  const t = useTexts();
  if (site.callToAction === false) return null;
  const { title, html } = site.callToAction;
  const others = site.x ? [{ name: 'X', url: site.x }, ...site.profiles] : site.profiles;
  const profiles = [
    ...(site.substack ? [{ label: t('subscribe'), url: site.substack }] : []),
    ...others.map(({ name, url }) => ({ label: t('follow', { profile: name }), url })),
  ];
  return (
    <aside className="call-to-action" aria-labelledby="enjoyed-this-essay">
      <h2 id="enjoyed-this-essay">{title ?? t('enjoyedEssay')}</h2>
      {html === null ? <p>{t('insights')}</p> : <Words html={html} />}
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
