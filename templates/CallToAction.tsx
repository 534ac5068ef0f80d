/**
 * The invitation to follow the author elsewhere, below every essay.
 *
 * The links open in a new tab; one whose address `site.yaml` does not give is left out.
 */
import type { SiteProps } from 'essay-blog';

export function CallToAction({ site }: { readonly site: SiteProps }) {
  return (
    <aside className="call-to-action" aria-labelledby="enjoyed-this-essay">
      <h2 id="enjoyed-this-essay">Enjoyed this essay?</h2>
      <p>Get more insights on technology, business, and innovation.</p>
      {(site.substack || site.x) && (
        <p className="links">
          {site.substack && (
            <a href={site.substack} target="_blank" rel="noopener">
              Subscribe on Substack
            </a>
          )}
          {site.substack && site.x && ' '}
          {site.x && (
            <a href={site.x} target="_blank" rel="noopener">
              Follow on X
            </a>
          )}
        </p>
      )}
    </aside>
  );
}
