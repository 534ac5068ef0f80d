/**
 * The invitation to follow the author elsewhere, below every essay.
 *
 * The links open in a new tab; one whose address `site.yaml` does not give is left out.
 */
import type { SiteProps } from 'essay-blog';
import { useSay } from './say.ts';

export function CallToAction({ site }: { readonly site: SiteProps }) {
  const say = useSay();
  return (
    <aside className="call-to-action" aria-labelledby="enjoyed-this-essay">
      <h2 id="enjoyed-this-essay">{say('enjoyedEssay')}</h2>
      <p>{say('insights')}</p>
      {(site.substack || site.x) && (
        <p className="links">
          {site.substack && (
            <a href={site.substack} target="_blank" rel="noopener">
              {say('subscribe')}
            </a>
          )}
          {site.substack && site.x && ' '}
          {site.x && (
            <a href={site.x} target="_blank" rel="noopener">
              {say('follow')}
            </a>
          )}
        </p>
      )}
    </aside>
  );
}
